"""Values of special functions on the host, outside of JAX: by SciPy, or by balls of more and more bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint
import numpy as np
from flint import arb

from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, exactly
from jaxstudio.functions.interpreters.intervals import exactly as exact_box
from jaxstudio.functions.interpreters.special_bounds import taylor
from jaxstudio.functions.interpreters.special_functions import INCOMPLETE, POLYNOMIALS, TABLE

# Bits in which balls are tried for a float64, and how many of a result must be certain.
PRECISIONS, CERTAIN = (53, 106, 212, 424), 44


def host(name: str, *arguments: Any) -> np.ndarray:
    """Values of arrays of one shape, NaN without one, in their dtype; int32 (…, 2) is float64's bits."""
    given = [np.asarray(each) for each in arguments]
    columns = [
        (each.view(np.float64) if each.dtype == np.int32 else each.astype(np.float64)).ravel()
        for each in given
    ]
    with np.errstate(all="ignore"):
        found = _values(name, *columns)
    found = np.where(np.isfinite(found), found, np.nan)
    dtype = given[0].dtype
    return (found.view(dtype) if dtype == np.int32 else found.astype(dtype)).reshape(given[0].shape)


def _values(name: str, *arguments: np.ndarray) -> np.ndarray:
    values = TABLE[name].host
    if values is None:
        return _by_balls(name, *arguments)
    if name in POLYNOMIALS:
        degree, *others = arguments
        known = (degree == np.rint(degree)) & (degree >= 0)
        found = np.asarray(values(np.where(known, degree, 0).astype(int), *others))
    else:
        found = np.asarray(values(*arguments))
        known = ~np.isnan(found) | (name not in INCOMPLETE)
    if not known.all():
        found[~known] = _by_balls(name, *(each[~known] for each in arguments))
    return found


def _by_balls(name: str, *arguments: np.ndarray) -> np.ndarray:
    """By Taylor polynomials where enough is certain of them."""
    rows, own = np.unique(np.stack(arguments), axis=1, return_inverse=True)
    varying = [at for at, row in enumerate(rows) if (row != row[:1]).any()] or [len(rows) - 1]
    found = np.full(rows.shape[1], np.nan)
    far = np.ones(len(found), bool)
    if len(varying) == 1 and rows.shape[1] > 1:
        boxes = [exact_box(row if at == varying[0] else row[:1]) for at, row in enumerate(rows)]
        (bounds,) = taylor(name, boxes, varying[0], 0)
        found = bounds.low / 2 + bounds.high / 2
        far = ~(bounds.high - bounds.low <= np.abs(found) * 2.0**-CERTAIN)
    found[far] = [_nearest(name, row) for row in rows[:, far].T.tolist()]
    return found[own.ravel()]


def _nearest(name: str, numbers: Sequence[float]) -> float:
    """The value at float64 numbers, NaN without one."""
    if not np.isfinite(numbers).all():
        return np.nan
    exact, algebra = [exactly(x) for x in numbers], BallAlgebra()
    for bits in PRECISIONS:
        with flint.ctx.workprec(bits):
            value = algebra.call(name, exact)
            if value is NOWHERE:
                break
            ball = arb(value)
            if ball.is_finite() and (ball == 0 or ball.rel_accuracy_bits() >= CERTAIN):
                return float(ball.mid())
    return np.nan
