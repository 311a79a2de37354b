"""Special functions outside of JAX: values, Taylor coefficients, and bounds over boxes, by SciPy or by balls.

Many places share Taylor polynomials with proven rests. A polynomial comes from balls on a circle, by Cauchy's
formula; the bound in a disc around the circle bounds what the polynomial leaves out. Centres and radii are
dyadic, so that other views find the same ones again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any

import flint
import numpy as np
from flint import acb, arb, fmpq
from scipy.ndimage import maximum_filter1d

from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_functions import (
    FOLDED,
    POLES,
    WITHOUT_POLE,
    is_inside,
    is_outside,
)
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, exactly, is_known
from jaxstudio.functions.interpreters.intervals import Bounds, build, down, unknown, up
from jaxstudio.functions.interpreters.intervals import exactly as exact_box
from jaxstudio.functions.interpreters.special_functions import INCOMPLETE, POLYNOMIALS, TABLE

# The polynomial's degree, the points on the circle, and its share of the disc.
DEGREE, POINTS, SHARE = 24, 64, 0.5
# A polynomial serves boxes up to half of a width from its centre. Widths are tried from the first, as so many
# boxes; with each the radius of the disc in widths.
WIDTHS = ((512, 2.0), (128, 2.0), (32, 2.0), (8, 2.0), (2, 2.0), (2, 1.0))
# A disc is too wide where its bound is so many times the values seen in it: of the digits of the polynomial
# nothing would be left.
LOOSE = 1e3
# An estimated polynomial leaves out no more of its size, and values on its circle are so many times as large.
ROUNDING, HIGHER = 4e-15, 100.0
# Bits of balls on a circle.
CIRCLES = (64, 192)
# The width for numbers, as a share of their size, which is this at least.
OF_NUMBERS, LEAST = 2.0**-10, 0.5
# Terms of the rest that are added up.
TERMS = 60
CHOICES = np.array([[comb(k, j) for j in range(DEGREE + 1)] for k in range(DEGREE + TERMS)], np.float64)


# Another argument at z: slope * z and a number between two.
Beside = tuple[float, float, float]


@lru_cache(maxsize=4_096)
def _polynomial(
    name: str,
    others: tuple[Beside, ...],
    place: int,
    centre: float,
    radius: float,
    proven: bool = True,
) -> Any:
    """Rows of coefficients and of their errors (2, DEGREE + TERMS), which hold no farther than half the
    radius from the centre; the errors are all of the terms above the degree.

    Errors that are not proven are those that the highest coefficients on the circle show: they fall where the
    function is analytic inside. None where there is no such disc, NOWHERE where the function has no value at
    these places.
    """
    algebra = BallAlgebra()

    def value(z: acb) -> acb:
        arguments = _arguments(others, place, z)
        with algebra.continued(True, None):
            return algebra.call(name, arguments)

    def size(z: acb) -> float:
        found = value(z)
        return np.nan if found is NOWHERE else float(arb(acb(found).abs_upper()).upper())

    with flint.ctx.workprec(64):
        bound = size(acb(arb(centre, radius), arb(0, radius))) if proven else np.inf
        seen = (size(acb(centre + at * SHARE * radius)) for at in (0, -1, 1))
        if proven and not (np.isfinite(bound) and any(bound <= LOOSE * each for each in seen)):
            reach = SHARE * radius
            return NOWHERE if _is_empty(name, others, place, centre - reach, centre + reach) else None
    for bits in CIRCLES:
        half = []
        with flint.ctx.workprec(bits):
            for number in range(POINTS // 2 + 1):
                turn = acb(fmpq(2 * number, POINTS)).exp_pi_i()
                half.append(acb(value(arb(centre) + arb(SHARE * radius) * turn)))
                if not half[-1].is_finite():
                    return None
        values = np.array([complex(each) for each in half])
        wide = max(float(part.rad()) for each in half for part in (each.real, each.imag))
        if wide <= ROUNDING / 100 * np.abs(values).max():
            break
    if not (np.isfinite(values).all() and np.isfinite(wide)):
        return None
    values = np.concatenate([values, values[-2:0:-1].conj()])
    k = np.arange(DEGREE + TERMS)
    scale = (SHARE * radius) ** -k[: DEGREE + 1].astype(float)
    coefficients = np.zeros((2, DEGREE + TERMS))
    waves = np.fft.fft(values).real / POINTS
    coefficients[0, : DEGREE + 1] = waves[: DEGREE + 1] * scale
    rounding = (wide + 4e-15 * np.abs(values).max()) * scale
    if proven:
        coefficients[1] = bound * radius ** -k.astype(float) * 1.01
        coefficients[1, : DEGREE + 1] *= SHARE**POINTS * 1.01
    else:
        tail, alias = np.abs(waves[DEGREE + 1 :]).max(), np.abs(waves[2 * DEGREE :]).max()
        near = (np.abs(coefficients[0, : DEGREE + 1]) * (SHARE * radius / 2) ** k[: DEGREE + 1]).sum()
        if tail * 2.0**-DEGREE + alias + wide > ROUNDING * near or np.abs(values).max() > HIGHER * near:
            return None
        coefficients[1] = tail * (SHARE * radius) ** -k.astype(float)
        coefficients[1, : DEGREE + 1] = alias * scale
    coefficients[1, : DEGREE + 1] += rounding
    return coefficients


def taylor(
    name: str,
    arguments: Sequence[Bounds],
    place: int,
    order: int,
    proven: bool = True,
    moving: Mapping[int, tuple[float, float]] | None = None,
) -> list[Bounds]:
    """Bounds of the Taylor coefficients 0 to `order` by the argument at `place`, over its boxes; infinite
    where the other arguments are no numbers.

    Bounds that need not be `proven` are estimates where the function has values. Arguments that are `moving`
    are a slope times the one at `place`, and a number.
    """
    moving = moving or {}
    x = arguments[place]
    others = [each for at, each in enumerate(arguments) if at != place and at not in moving]
    if not all(each.low.size for each in arguments):
        return [unknown(*arguments)] * (order + 1)
    constants = [(float(each.low.ravel()[0]), float(each.high.ravel()[0])) for each in others]
    for each, (least, greatest) in zip(others, constants, strict=True):
        if not (np.all(each.low == least) and np.all(each.high == greatest)):
            return [unknown(*arguments)] * (order + 1)
    fixed = iter(constants)
    beside = tuple(
        (moving[at][0], moving[at][1], moving[at][1]) if at in moving else (0.0, *next(fixed))
        for at in range(len(arguments))
        if at != place
    )
    low, high = x.low.ravel(), x.high.ravel()
    middle, half = low / 2 + high / 2, up(high / 2 - low / 2)
    found = np.full((2, order + 1, len(low)), np.inf)
    found[0] = -np.inf
    open_, empty = np.isfinite(low) & np.isfinite(high), np.zeros(len(low), bool)
    nothing = np.zeros((2, DEGREE + TERMS))
    if not proven:
        empty[open_] = _without_values(name, beside, place, low[open_], low[open_])
        open_ &= ~empty
    for boxes, share in WIDTHS:
        places = np.flatnonzero(open_)
        least = np.maximum(2 * half[places], OF_NUMBERS * np.maximum(np.abs(middle[places]), LEAST))
        widths = np.exp2(np.ceil(np.log2(boxes * least)))
        centres = np.round(middle[places] / widths) * widths
        keys, own = np.unique(np.stack([centres, widths]), axis=1, return_inverse=True)
        if share == 1.0 and not proven:
            break
        rows = [_polynomial(name, beside, place, c, share * w, proven) for c, w in keys.T.tolist()]
        empty[places] = np.array([row is NOWHERE for row in rows], bool)[own.ravel()]
        open_[places] = ~empty[places]
        known = np.array([isinstance(row, np.ndarray) for row in rows], bool)[own.ravel()]
        if known.any():
            table = np.stack([row if isinstance(row, np.ndarray) else nothing for row in rows])
            chosen = places[known]
            found[:, :, chosen] = _bounds(
                table[own.ravel()[known]], middle[chosen] - centres[known], half[chosen], order
            )
            open_[chosen] = False
    is_known = np.isfinite(found).all(axis=(0, 1))
    asked = np.flatnonzero(open_)[:MOST_ASKED] if proven else np.empty(0, int)
    empty[asked] = _without_values(name, beside, place, low[asked], high[asked])
    shape, own_boxes = x.low.shape, (*others, x)
    return [
        build(
            *(found[side, k].reshape(shape) for side in (0, 1)),
            *own_boxes,
            defined=is_known.reshape(shape),
            continuous=is_known.reshape(shape),
            empty=empty.reshape(shape),
        )
        for k in range(order + 1)
    ]


# So many boxes of which nothing is known are asked whether there is a value.
MOST_ASKED = 2_048


def _without_values(
    name: str, others: Sequence[Beside], place: int, low: np.ndarray, high: np.ndarray
) -> np.ndarray:
    """Return which intervals lie where the function has no value, apart from single poles.

    Neighbours are asked together, and halves of them where some may have a value.
    """
    empty = np.zeros(len(low), bool)
    waiting = [np.argsort(low)] if len(low) else []
    while waiting:
        several = waiting.pop()
        ends = low[several].min(), high[several].max()
        if _is_empty(name, others, place, *ends):
            empty[several] = True
        elif len(several) > 1 and not is_inside(name, _arguments(others, place, _ball(*ends))):
            waiting += np.array_split(several, 2)
    return empty


def _is_empty(name: str, others: Sequence[Beside], place: int, low: float, high: float) -> bool:
    """Whether the function has no value in a whole interval."""
    numbers = _arguments(others, place, _ball(low, high))
    return is_outside(name, numbers) or (name in POLES and POLES[name](*map(arb, numbers)))


def _arguments(others: Sequence[Beside], place: int, z: Any) -> list[Any]:
    """The arguments where the one at `place` is z: balls, complex ones with z."""
    kind = acb if isinstance(z, acb) else lambda value: value
    arguments = [
        kind(exactly(slope)) * z + kind(_ball(low, high)) if slope else kind(_ball(low, high))
        for slope, low, high in others
    ]
    arguments.insert(place, z)
    return arguments


def _ball(low: float, high: float) -> Any:
    return exactly(low) if low == high else arb(low).union(arb(high))


def _bounds(table: np.ndarray, shift: np.ndarray, half: np.ndarray, order: int) -> np.ndarray:
    """Bounds (2, order + 1, n) of coefficients over boxes around a shift from the centre, from (n, 2, k)."""
    coefficients, errors = table[:, 0, : DEGREE + 1], table[:, 1]
    k, m = np.arange(DEGREE + 1), np.arange(table.shape[2])
    powers = shift[:, None] ** k
    moved = np.stack(
        [
            (coefficients[:, j:] * CHOICES[j : DEGREE + 1, j] * powers[:, : DEGREE + 1 - j]).sum(axis=1)
            for j in k
        ],
        axis=1,
    )
    sizes = np.stack(
        [
            (
                np.abs(coefficients[:, j:]) * CHOICES[j : DEGREE + 1, j] * np.abs(powers[:, : DEGREE + 1 - j])
            ).sum(axis=1)
            for j in k
        ],
        axis=1,
    )
    reach = (np.abs(shift) + half)[:, None] ** m
    found = np.empty((2, order + 1, len(shift)))
    for o in range(order + 1):
        apart = half[:, None] ** (k[o + 1 :] - o)
        spread = (np.abs(moved[:, o + 1 :]) * CHOICES[o + 1 : DEGREE + 1, o] * apart).sum(axis=1)
        rest = (errors[:, o:] * CHOICES[o:, o] * reach[:, : len(m) - o]).sum(axis=1)
        rest = (spread + rest) * (1 + 1e-12) + 4e-15 * sizes[:, o]
        found[:, o] = down(moved[:, o] - rest), up(moved[:, o] + rest)
    return found


# Bits in which balls are tried for a float64, and how many of a result must be certain.
PRECISIONS, CERTAIN = (53, 106, 212, 424), 44
# Of the derivatives of so many numbers, a curve, so many bits of the largest must be certain.
CURVE, OF_CURVES = 256, 30
# Of their values so many bits of the largest of so many neighbours.
OF_NEIGHBOURS, BESIDE = 38, 17


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
        if not order:
            found = _values(name, columns)[:, None]
        elif name in FOLDED:
            found = _folded(name, order, lengths, columns)
        elif name == "zeta" and tuple(lengths) == (2, 1):
            # without the pole it has polynomials everywhere
            x, slope, _ = columns
            inverse = (slope / (x - 1))[:, None]
            pole = inverse / slope[:, None] * (-inverse) ** np.arange(order + 1)
            found = _by_balls(WITHOUT_POLE, order, lengths, columns) + pole
        else:
            found = _by_balls(name, order, lengths, columns)
        found = np.where(np.isfinite(found), found, np.nan)
        shape, dtype = arrays[0].shape, arrays[0].dtype
        if dtype == np.int32:
            return found.view(dtype).reshape(*shape[:-1], order + 1, 2)
        return found.astype(dtype).reshape(*shape, order + 1)


def _folded(name: str, order: int, lengths: Sequence[int], columns: Sequence[np.ndarray]) -> np.ndarray:
    """From the side above 0: discs around numbers below it would end at 0."""
    x, slope = columns
    found = _by_balls(f"{name} from 0", order, lengths, [np.abs(x), slope])
    found[x == 0, FOLDED[name] + 1 :] = np.nan
    return found * np.where(x < 0, -1.0, 1.0)[:, None] ** (np.arange(order + 1) + FOLDED[name])


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
    count = rows.shape[1]
    found, far = np.full((count, order + 1), np.nan), np.ones(count, bool)
    slope, beside = _lines(rows, begins, lengths, place, np.flatnonzero(moves))
    if count > 1 and slope:
        boxes = [exact_box(each if at == place else each[:1]) for at, each in enumerate(first)]
        bounds = taylor(name, boxes, place, order, proven=False, moving=beside)
        power = slope ** np.arange(order + 1)
        found = np.stack([each.low / 2 + each.high / 2 for each in bounds], axis=1) * power
        width = np.stack([each.high - each.low for each in bounds], axis=1) * np.abs(power)
        size = np.abs(found)
        if count >= CURVE:
            known = np.where(np.isfinite(size), size, 0.0)
            largest = known.max(axis=0) if order else maximum_filter1d(known, BESIDE, axis=0)
            size = largest * 2.0 ** (CERTAIN - (OF_CURVES if order else OF_NEIGHBOURS))
        far = ~(width <= size * 2.0**-CERTAIN).all(axis=1) & ~bounds[0].empty
        found[bounds[0].empty] = np.nan
    if far.any():
        found[far] = [_nearest(name, order, np.split(row, begins[1:])) for row in rows[:, far].T]
    return found[own.ravel()]


def _lines(
    rows: np.ndarray, begins: np.ndarray, lengths: Sequence[int], place: int, moving: np.ndarray
) -> tuple[float, dict[int, tuple[float, float]]]:
    """The slope of the argument at `place`, and the others that move as lines over it; 0 where one does not.

    ellippi(x, x/2) is a function of one number, too, and has polynomials.
    """
    if max(lengths) > 2:
        return 0.0, {}
    first = rows[begins]
    slopes = [rows[at + 1] if long == 2 else np.ones(1) for at, long in zip(begins, lengths, strict=True)]
    if any((each != each[0]).any() for each in slopes) or not slopes[place][0]:
        return 0.0, {}
    beside = {}
    for at in moving[moving != place].tolist():
        slope = float(slopes[at][0] / slopes[place][0])
        number = float(first[at, 0] - slope * first[place, 0])
        apart = np.abs(first[at] - (slope * first[place] + number))
        if not (apart <= 2.0**-50 * (np.abs(first[at]) + abs(number))).all():
            return 0.0, {}
        beside[at] = slope, number
    return float(slopes[place][0]), beside


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
