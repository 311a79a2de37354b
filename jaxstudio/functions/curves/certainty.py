"""How many digits of a zero are sure: by the signs around it, certain from intervals, or by the noise."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.protocol.scene import Proof

MOST_DIGITS = 15.95
# Distances from the zero are 4^0 to 4^LADDER units in the last place.
LADDER = 22
# So many values are computed in many digits, and confirm one that they agree with to this share.
MOST_EXACT, CLOSE = 64, 0.1
# Places so many units in the last place away tell what rounding does to a value.
NEIGHBOURS = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])


def certainty(evaluator: Evaluator, x: np.ndarray, order: int, span: float) -> tuple[np.ndarray, list[Proof]]:
    """Digits (n,) of zeros of derivative `order` at x (n,); each proven to be the only one there, or not."""
    unit = np.maximum(np.spacing(np.abs(x)), span * 2.0**-60)
    reach = unit[:, None] * 4.0 ** np.arange(LADDER + 1)
    low, high = x[:, None] - reach, x[:, None] + reach
    left = _signs(evaluator, low.ravel(), order)
    if left is None:
        return _digits(x, _by_noise(evaluator, x, order, unit), span), [Proof.SAMPLED] * len(x)
    right = _signs(evaluator, high.ravel(), order)
    assert right is not None
    opposite = (left * right < 0).reshape(reach.shape)
    found = opposite.any(axis=1)
    rung = np.argmax(opposite, axis=1)
    width = reach[np.arange(len(x)), rung]
    around = evaluator.enclose(x - width, x + width, order + 1)
    assert around is not None
    alone = around.defined & around.continuous & around.excludes_zero(order + 1)
    width = np.where(found, width, np.maximum(_by_noise(evaluator, x, order, unit), unit))
    proofs = [Proof.PROVEN if sure else Proof.SAMPLED for sure in found & alone]
    return _digits(x, width, span), proofs


def certain_signs(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray:
    """-1, 1, or 0 where rounding leaves it open, float64 (n,); by intervals or, without, by the noise.

    Where intervals are too wide to tell, as those of an integral are, the value in many digits does.
    """
    signs = _signs(evaluator, x, order)
    level = evaluator.values(x)[order]
    with np.errstate(over="ignore"):
        trusted = np.abs(level) > 8 * noise(evaluator, x, order)
    by_noise = np.where(trusted, np.sign(level), 0.0)
    if signs is None:
        return by_noise
    bounds = evaluator.enclose(x, x, order)
    unknown = (
        np.zeros(len(x), bool)
        if bounds is None
        else np.isinf(bounds.low[order]) | np.isinf(bounds.high[order])
    )
    signs = np.where(unknown, by_noise, signs)
    for n in np.flatnonzero((signs == 0) & trusted)[:MOST_EXACT] if order == 0 else ():
        exact = evaluator.exact(float(x[n]))
        if exact is not None and abs(float(exact) - level[n]) <= CLOSE * abs(level[n]):
            signs[n] = np.sign(level[n])
    return signs


def noise(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray:
    """How much a derivative varies among neighbouring numbers: rounding, mostly."""
    near = x[:, None] + NEIGHBOURS * np.spacing(np.abs(x))[:, None]
    found = evaluator.values(near.ravel())[order].reshape(near.shape)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(np.ptp(found, axis=1), nan=np.inf)


def _signs(evaluator: Evaluator, x: np.ndarray, order: int) -> np.ndarray | None:
    bounds = evaluator.enclose(x, x, order)
    if bounds is None:
        return None
    positive = bounds.defined & (bounds.low[order] > 0)
    return positive.astype(np.float64) - (bounds.defined & (bounds.high[order] < 0))


def _by_noise(evaluator: Evaluator, x: np.ndarray, order: int, unit: np.ndarray) -> np.ndarray:
    """How far the zero may be away for all that rounding lets see."""
    found = evaluator.values(x)
    slope = np.abs(found[order + 1]) if order + 1 < len(found) else np.full(len(x), np.nan)
    with np.errstate(all="ignore"):
        away = noise(evaluator, x, order) / slope
    return np.where(np.isfinite(away), np.maximum(away, unit), unit)


def _digits(x: np.ndarray, width: np.ndarray, span: float) -> np.ndarray:
    """A zero at 0 has as many digits as the width of the view leaves it."""
    size = np.maximum(np.abs(x), span * 2.0**-8)
    return np.clip(-np.log10(width / size), 0.0, MOST_DIGITS)
