"""Special functions outside of JAX: values by SciPy or by balls, Taylor coefficients by balls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint
import numpy as np
from flint import arb

from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, exactly, is_known
from jaxstudio.functions.interpreters.intervals import exactly as exact_box
from jaxstudio.functions.interpreters.special_bounds import taylor
from jaxstudio.functions.interpreters.special_functions import INCOMPLETE, POLYNOMIALS, TABLE

# Bits in which balls are tried for a float64, and how many of a result must be certain.
PRECISIONS, CERTAIN = (53, 106, 212, 424), 44
# Of the derivatives of so many numbers, a curve, so many bits of the largest must be certain.
CURVE, OF_CURVES = 256, 30


def host(name: str, *arguments: Any) -> np.ndarray:
    """Values of arrays of one shape, NaN without one, in their dtype."""
    return series(name, 0, (1,) * len(arguments), *arguments)[..., 0]


def series(name: str, order: int, lengths: Sequence[int], *numbers: Any) -> np.ndarray:
    """The coefficients 0 to `order`, (…, order + 1), of a function along series, each of which is given by so
    many coefficients: arrays of one shape (…) in one dtype; int32 (…, 2) is float64's bits.
    """
    arrays = [np.asarray(each) for each in numbers]
    columns = [
        (each.view(np.float64) if each.dtype == np.int32 else each.astype(np.float64)).ravel()
        for each in arrays
    ]
    with np.errstate(all="ignore"):
        found = _by_balls(name, order, lengths, columns) if order else _values(name, columns)[:, None]
    found = np.where(np.isfinite(found), found, np.nan)
    shape, dtype = arrays[0].shape, arrays[0].dtype
    if dtype == np.int32:
        return found.view(dtype).reshape(*shape[:-1], order + 1, 2)
    return found.astype(dtype).reshape(*shape, order + 1)


def _values(name: str, arguments: Sequence[np.ndarray]) -> np.ndarray:
    values = TABLE[name].host
    lengths = (1,) * len(arguments)
    if values is None:
        return _by_balls(name, 0, lengths, arguments)[:, 0]
    if name in POLYNOMIALS:
        degree, *others = arguments
        known = (degree == np.rint(degree)) & (degree >= 0)
        found = np.asarray(values(np.where(known, degree, 0).astype(int), *others))
    else:
        found = np.asarray(values(*arguments))
        known = ~np.isnan(found) | (name not in INCOMPLETE)
    if not known.all():
        found[~known] = _by_balls(name, 0, lengths, [each[~known] for each in arguments])[:, 0]
    return found


def _by_balls(name: str, order: int, lengths: Sequence[int], columns: Sequence[np.ndarray]) -> np.ndarray:
    """By Taylor polynomials where one argument varies and enough is certain of them."""
    rows, own = np.unique(np.stack(columns), axis=1, return_inverse=True)
    begins = np.cumsum([0, *lengths[:-1]])
    first = rows[begins]
    moves = (first != first[:, :1]).any(axis=1) | (np.array(lengths) > 1)
    place = int(np.flatnonzero(moves)[0]) if moves.any() else len(lengths) - 1
    count, slopes = rows.shape[1], np.delete(rows, begins, axis=0)
    found, far = np.full((count, order + 1), np.nan), np.ones(count, bool)
    if moves.sum() < 2 and count > 1 and len(slopes) < 2 and (slopes == 1).all():
        boxes = [exact_box(each if at == place else each[:1]) for at, each in enumerate(first)]
        bounds = taylor(name, boxes, place, order)
        found = np.stack([each.low / 2 + each.high / 2 for each in bounds], axis=1)
        width = np.stack([each.high - each.low for each in bounds], axis=1)
        size = np.abs(found)
        if order and count >= CURVE:
            size = np.nanmax(np.where(np.isfinite(size), size, 0.0), axis=0) * 2.0 ** (CERTAIN - OF_CURVES)
        far = ~(width <= size * 2.0**-CERTAIN).all(axis=1) & ~bounds[0].empty
        found[bounds[0].empty] = np.nan
    if far.any():
        found[far] = [_nearest(name, order, np.split(row, begins[1:])) for row in rows[:, far].T]
    return found[own.ravel()]


def _nearest(name: str, order: int, rows: Sequence[np.ndarray]) -> list[float]:
    """The coefficients along series of float64 numbers, NaN without a value."""
    nothing = [np.nan] * (order + 1)
    if not all(np.isfinite(row).all() for row in rows):
        return nothing
    exact, algebra = [[exactly(c) for c in row.tolist()] for row in rows], BallAlgebra()
    for bits in PRECISIONS:
        with flint.ctx.workprec(bits):
            if order:
                balls = algebra.along(name, exact, order)
            else:
                balls = [algebra.call(name, [row[0] for row in exact])]
            if balls[0] is NOWHERE:
                break
            if all(_is_certain(ball, bits) for ball in balls):
                return [float(arb(ball).mid()) for ball in balls]
    return nothing


def _is_certain(ball: Any, bits: int) -> bool:
    if not is_known(ball):
        return False
    ball = arb(ball)
    is_zero = bits == PRECISIONS[-1] and ball.contains(0)
    return bool(is_zero or ball == 0 or ball.rel_accuracy_bits() >= CERTAIN)
