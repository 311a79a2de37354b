"""A tree over boxes: bounds of its values that hold for certain.

The body of a sum or a product is evaluated at many indices at once, along an axis of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import scipy.special as sp

from jaxstudio.functions.interpreters import intervals
from jaxstudio.functions.interpreters.algebra import COMPARISONS, Algebra
from jaxstudio.functions.interpreters.ball_functions import WITHOUT_POLE
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.intervals import (
    FAR,
    TURNS,
    Bounds,
    Monotone,
    Steps,
    Truth,
    add,
    build,
    exactly,
    multiply,
    rising,
)
from jaxstudio.functions.interpreters.special_values import host, taylor
from jaxstudio.functions.language.catalogue import FUNCTIONS as CATALOGUE
from jaxstudio.functions.language.catalogue import SPECIAL
from jaxstudio.functions.language.parser import INTEGRALS, slope

Values = Sequence[Bounds]
Body = Callable[[Bounds], Values]
Combine = Callable[[list[Bounds], list[Bounds]], Values]
# So many numbers at once stay in the cache.
ELEMENTS = 1 << 16


def _spread(value: Bounds, shape: tuple[int, ...]) -> Bounds:
    """All its arrays of one shape, this one at least."""
    whole = np.broadcast_shapes(shape, *(array.shape for array in vars(value).values()))
    return value.each(lambda array: np.broadcast_to(array, whole))


def _part(value: Bounds, begin: int, end: int = -1) -> Bounds:
    """A part along the first axis, or the element at one place of it."""
    place = begin if end < 0 else slice(begin, end)
    return value.each(lambda array: array[place])


# Where i1e(x) is largest.
LARGEST_I1E = 1.5450862496924
_between_poles = partial(
    Monotone, special=True, absolute=intervals.NEAR_ZERO, has_pole=intervals.holds_pole_of_gamma
)
_lgamma_between_turns = _between_poles(sp.gammaln, turns=TURNS)


def _lgamma(a: Bounds) -> Bounds:
    found = _lgamma_between_turns(a)
    return replace(found, low=np.where((a.low < FAR) & (a.low < a.high), -np.inf, found.low))


_zeta_right = partial(rising, (-1, -1), sp.zeta, lambda x, q: (x.low > 1) & (q.low > 0))


def _zeta(x: Bounds, q: Bounds) -> Bounds:
    return _zeta_right(x, q) if np.all(x.low > 1) else _zeta_along(x, q, 0)[0]


def _zeta_along(x: Bounds, q: Bounds, order: int) -> list[Bounds]:
    """Taylor coefficients by x: those of the pole at 1, and those of the rest, which is entire."""
    inverse = intervals.divide(intervals.exactly(1.0), intervals.subtract(x, intervals.exactly(1.0)))
    found, pole = [], inverse
    for rest in taylor(WITHOUT_POLE, (x, q), 0, order):
        found.append(intervals.add(rest, pole))
        pole = intervals.negate(intervals.multiply(pole, inverse))
    return found


# What the values on the host are good to, relative.
ON_HOST = 1e-11


def _special(name: str, *arguments: Bounds) -> Bounds:
    """Over the boxes of the argument that varies; the last one where none does."""
    varying = [at for at, each in enumerate(arguments) if each.low.size > 1 or np.any(each.low != each.high)]
    place = varying[0] if varying else len(arguments) - 1
    parameters, x = CATALOGUE[name].parameters, arguments[place]
    is_point = all(np.array_equal(each.low, each.high) for each in arguments)
    if not is_point and (name not in INTEGRALS or len(varying) > 1 or slope(name, parameters[place]) is None):
        return taylor(name, arguments, place, 0)[0]
    middle = np.asarray(x.low / 2 + x.high / 2)
    lows = [each.low for each in arguments]
    centre = host(name, *np.broadcast_arrays(*lows[:place], middle, *lows[place + 1 :]))
    low, high = intervals.wider(centre, centre, ON_HOST)
    found = build(low, high, *arguments, defined=np.isfinite(centre), empty=np.isnan(centre) & is_point)
    if is_point:
        return found
    # the value in the middle, and the slope times the way from there
    tree = slope(name, parameters[place])
    assert tree is not None
    along = evaluate(tree, IntervalAlgebra(), dict(zip(parameters, arguments, strict=True)))
    return add(found, multiply(along, intervals.subtract(x, exactly(middle))))


FUNCTIONS: dict[str, Callable[..., Bounds]] = {
    **{name: partial(_special, name) for name in SPECIAL},
    "sin": partial(intervals.wave, np.sin, np.pi / 2),
    "cos": partial(intervals.wave, np.cos, 0.0),
    "tan": intervals.tangent,
    "sinc": intervals.sinc,
    "asin": Monotone(np.arcsin, -1.0, 1.0),
    "acos": Monotone(np.arccos, -1.0, 1.0),
    "atan": Monotone(np.arctan),
    "atan2": intervals.angle,
    "exp": Monotone(np.exp, least=0.0),
    "exp2": Monotone(np.exp2, least=0.0),
    "expm1": Monotone(np.expm1, least=-1.0),
    "log": Monotone(np.log, 0.0, open=True),
    "log10": Monotone(np.log10, 0.0, open=True),
    "log2": Monotone(np.log2, 0.0, open=True),
    "log1p": Monotone(np.log1p, -1.0, open=True),
    "logaddexp": partial(rising, (1, 1), np.logaddexp, lambda x, y: np.isfinite(x.low) & np.isfinite(y.low)),
    "sinh": Monotone(np.sinh),
    "cosh": Monotone(np.cosh, turns=(0.0,)),
    "tanh": Monotone(np.tanh, least=-1.0, greatest=1.0),
    "asinh": Monotone(np.arcsinh),
    "acosh": Monotone(np.arccosh, 1.0, least=0.0),
    "atanh": Monotone(np.arctanh, -1.0, 1.0, open=True),
    "sqrt": Monotone(np.sqrt, 0.0, least=0.0),
    "cbrt": Monotone(np.cbrt),
    "abs": intervals.absolute,
    "sign": Steps(np.sign),
    "floor": Steps(np.floor),
    "ceil": Steps(np.ceil),
    "round": Steps(np.rint),
    "trunc": Steps(np.trunc),
    "frac": lambda x: intervals.remainder(x, intervals.exactly(1.0)),
    "mod": intervals.remainder,
    "min": lambda a, b: build(np.minimum(a.low, b.low), np.minimum(a.high, b.high), a, b),
    "max": lambda a, b: build(np.maximum(a.low, b.low), np.maximum(a.high, b.high), a, b),
    "stop": lambda x: x,
    "erf": Monotone(sp.erf, special=True, least=-1.0, greatest=1.0),
    "erfc": Monotone(sp.erfc, special=True, least=0.0, greatest=2.0),
    "erfinv": Monotone(sp.erfinv, -1.0, 1.0, open=True, special=True),
    "ndtr": Monotone(sp.ndtr, special=True, least=0.0, greatest=1.0),
    "ndtri": Monotone(sp.ndtri, 0.0, 1.0, open=True, special=True, absolute=intervals.NEAR_ZERO),
    "Ei": Monotone(
        sp.expi,
        special=True,
        absolute=intervals.NEAR_ZERO,
        has_pole=lambda x: (x.low <= 0) & (x.high >= 0),
        sinks=True,
    ),
    "E1": Monotone(sp.exp1, 0.0, open=True, special=True, least=0.0),
    "lambertw": intervals.lambert_w,
    "gamma": _between_poles(sp.gamma, turns=TURNS),
    "lgamma": _lgamma,
    "digamma": _between_poles(sp.psi),
    "polygamma": intervals.polygamma,
    "betainc": partial(
        rising,
        (-1, 1, 1),
        sp.betainc,
        lambda a, b, x: (a.low > 0) & (b.low > 0) & (x.low >= 0) & (x.high <= 1),
    ),
    "gammainc": partial(rising, (-1, 1), sp.gammainc, lambda a, x: (a.low > 0) & (x.low >= 0)),
    "gammaincc": partial(rising, (1, -1), sp.gammaincc, lambda a, x: (a.low > 0) & (x.low >= 0)),
    "zeta": _zeta,
    "i0": Monotone(sp.i0, special=True, least=1.0, turns=(0.0,)),
    "i1": Monotone(lambda x: sp.i1(np.clip(x, -800, 800)), special=True),  # SciPy has NaN for infinity
    "i0e": Monotone(sp.i0e, special=True, turns=(0.0,)),
    "i1e": Monotone(sp.i1e, special=True, turns=(-LARGEST_I1E, LARGEST_I1E)),
    "relu": Monotone(lambda x: np.maximum(x, 0.0), least=0.0),
    "sigmoid": Monotone(sp.expit, special=True, least=0.0, greatest=1.0),
    "softplus": Monotone(lambda x: np.logaddexp(x, 0.0), special=True, least=0.0),
}


class IntervalAlgebra(Algebra[Bounds, Truth]):
    """Values are `Bounds` over boxes; totals and derivatives come from series of them."""

    functions = FUNCTIONS
    comparisons = {sign: partial(intervals.compare, sign) for sign in COMPARISONS}
    add, subtract = staticmethod(intervals.add), staticmethod(intervals.subtract)
    divide, negate = staticmethod(intervals.divide), staticmethod(intervals.negate)
    power = staticmethod(intervals.power)
    integer_power = staticmethod(intervals.integer_power)
    rational_power = staticmethod(intervals.rational_power)
    select, invert = staticmethod(intervals.select), staticmethod(intervals.invert)

    def __init__(self) -> None:
        # the axes of the boxes and of the loops around what is being evaluated
        self._axes = 1

    def constant(self, value: float) -> Bounds:
        return intervals.exactly(value)

    def named_constant(self, name: str, value: float) -> Bounds:
        return intervals.box(np.nextafter(value, -np.inf), np.nextafter(value, np.inf))

    def multiply(self, a: Bounds, b: Bounds) -> Bounds:
        return intervals.integer_power(a, 2) if a is b else intervals.multiply(a, b)

    def along(self, name: str, series: Sequence[Values], order: int) -> list[Bounds]:
        """A function along one argument x + t, as `BallAlgebra.along`; nothing is known along others."""
        arguments, moving = [u[0] for u in series], [at for at, u in enumerate(series) if len(u) > 1]
        if len(moving) > 1:
            return [self.call(name, arguments), *[intervals.unknown(*arguments)] * order]
        if name == "zeta" and moving == [0]:
            first, *further = _zeta_along(arguments[0], arguments[1], order)
        else:
            first, *further = taylor(name, arguments, moving[0], order)
        return [first if name in SPECIAL else self.call(name, arguments), *further]

    def both(self, a: Truth, b: Truth) -> Truth:
        return Truth(a.may_hold & b.may_hold, a.may_fail | b.may_fail)

    def either(self, a: Truth, b: Truth) -> Truth:
        return Truth(a.may_hold | b.may_hold, a.may_fail & b.may_fail)

    def undefined(self) -> Bounds:
        nowhere = intervals.exactly(np.nan)
        return intervals.build(nowhere.low, nowhere.high, empty=np.asarray(True))

    def reduced(self, combine: Combine, body: Body, points: np.ndarray) -> list[Bounds]:
        """Combine, by the associative `combine`, the body's values at all points (m,), m > 0."""
        result: list[Bounds] = []
        for values in self._evaluated(body, points):
            found = self._halved(combine, values)
            result = list(combine(result, found)) if result else found
        return result

    def _evaluated(self, body: Body, points: np.ndarray) -> Iterator[list[Bounds]]:
        """The values at the points (m,), chunk by chunk, with the points as their first axis."""
        begin, size = 0, 1
        while begin < len(points):
            part = points[begin : begin + size]
            self._axes += 1
            try:
                shape = (len(part), *(1,) * (self._axes - 1))
                values = [_spread(value, shape) for value in body(exactly(part.reshape(shape)))]
            finally:
                self._axes -= 1
            yield values
            begin += size
            # the first point tells how much there is of each
            size = max(1, ELEMENTS // max(1, *(value.low[0].size for value in values)))

    def _halved(self, combine: Combine, values: list[Bounds]) -> list[Bounds]:
        """Pairs are combined until one is left; the first axis goes."""
        left = []
        while (count := len(values[0].low)) > 1:
            half = count // 2
            if count % 2:
                left.append([_part(value, 2 * half, count) for value in values])
            first, second = ([_part(value, begin, begin + half) for value in values] for begin in (0, half))
            values = [_spread(value, (half, *(1,) * self._axes)) for value in combine(first, second)]
        for other in left:
            values = [_spread(value, (1, *(1,) * self._axes)) for value in combine(values, other)]
        return [_part(value, 0) for value in values]

    def endless_total(self, kind: str, body: Callable[[Bounds], Bounds], low: Bounds) -> Bounds:
        return intervals.unknown(low, body(low))

    def integral(self, body: Callable[[Bounds], Bounds], low: Bounds, high: Bounds) -> Bounds:
        """The length of the way times the bounds of the body on it."""
        least, greatest = intervals.hull(low, high)
        return intervals.multiply(
            intervals.subtract(high, low), body(intervals.build(least, greatest, low, high))
        )

    def several(self, items: Sequence[Bounds]) -> Any:
        return tuple(items)
