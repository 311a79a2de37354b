"""Other places to begin from when a fit fails: linear parameters solved for, the rest drawn anew."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jaxstudio.functions.fitting.residuals import Residuals
from jaxstudio.functions.fitting.solver import Bounds

MOST_DRAWN, FEWEST_DRAWN = 400, 40
WORK = 10_000_000  # values that may be computed in drawing
TRIED = 12


def other_starts(
    residuals: Residuals, start: np.ndarray, bounds: Bounds, seed: int = 0
) -> Iterator[np.ndarray]:
    """First `start` with its linear parameters solved for; then the best of many drawn near it, solved too.

    A drawn parameter is the start's times ±10^u with u from -2 to 2 (about 1 where the start is 0).
    """
    random = np.random.default_rng(seed)
    linear = linear_parameters(residuals, start, random)
    yield projected(residuals, start, linear, bounds)
    count = len(start)
    drawn = []
    for _ in range(int(np.clip(WORK // (len(residuals.points) * count), FEWEST_DRAWN, MOST_DRAWN))):
        factors = 10.0 ** random.uniform(-2, 2, count) * random.choice([1.0, 1.0, -1.0], count)
        vector = np.clip(np.where(start == 0, 1.0, start) * factors, bounds.low, bounds.high)
        vector = projected(residuals, vector, linear, bounds)
        with np.errstate(over="ignore"):
            drawn.append((float(np.linalg.norm(residuals(vector))), vector))
    finite = [pair for pair in drawn if np.isfinite(pair[0])]
    yield from (vector for _, vector in sorted(finite, key=lambda pair: pair[0])[:TRIED])


def linear_parameters(residuals: Residuals, start: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Which parameters the model is linear in, all of them together, as a mask (m,).

    Moving a linear parameter leaves the derivatives by it, and by the other linear ones, as they were.
    """
    linear = np.zeros(len(start), bool)
    before = residuals.jacobian(start)
    for index in range(len(start)):
        chosen = linear.copy()
        chosen[index] = True
        moved = np.where(chosen, start + random.normal(size=len(start)) * (1 + np.abs(start)), start)
        after = residuals.jacobian(moved)
        scale = np.abs(before[:, chosen]).max(initial=0.0)
        if np.abs(after - before)[:, chosen].max(initial=0.0) <= 1e-9 * scale:
            linear = chosen
    return linear


def projected(residuals: Residuals, vector: np.ndarray, linear: np.ndarray, bounds: Bounds) -> np.ndarray:
    """The vector with its linear parameters at their least squares, as far as the model has values."""
    if not linear.any():
        return vector
    rows, columns = residuals(vector), residuals.jacobian(vector)[:, linear]
    if not np.isfinite(rows).all():
        return vector
    solved = vector.copy()
    solved[linear] -= np.linalg.lstsq(columns, rows, rcond=1e-10)[0]
    return np.clip(solved, bounds.low, bounds.high)
