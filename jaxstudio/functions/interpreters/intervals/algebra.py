"""A tree over boxes: bounds of its values that hold for certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.special as sp

from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.interpreters.intervals import bounds, functions, poles, powers
from jaxstudio.functions.interpreters.intervals.bounds import Bounds, Truth
from jaxstudio.functions.interpreters.intervals.functions import Monotone, Steps, even, rising
from jaxstudio.functions.interpreters.intervals.totals import Totals
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import Network

# More terms than these are not added up; nothing is known of such a sum.
TERMS = 1_000
Derive = Callable[[Callable[[Bounds], Bounds], Bounds, int], Bounds]


def _softplus(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(x, 0.0)


def _largest_i1e(a: Bounds) -> Bounds:
    """Odd, rising up to 1.5451…, falling from there."""
    top = 1.5450862496924
    first, last = sp.i1e(a.low), sp.i1e(a.high)
    low = np.where((a.low <= -top) & (a.high >= -top), sp.i1e(-top), np.minimum(first, last))
    high = np.where((a.low <= top) & (a.high >= top), sp.i1e(top), np.maximum(first, last))
    low, high = bounds.wider(low, high, functions.SPECIAL)
    return bounds.made(low, high, a)


FUNCTIONS: dict[str, Callable[..., Bounds]] = {
    "sin": functions.sine,
    "cos": functions.cosine,
    "tan": functions.tangent,
    "sinc": functions.sinc,
    "asin": Monotone(np.arcsin, -1.0, 1.0),
    "acos": Monotone(np.arccos, -1.0, 1.0, falls=True),
    "atan": Monotone(np.arctan),
    "atan2": functions.angle,
    "exp": Monotone(np.exp, least=0.0),
    "exp2": Monotone(np.exp2, least=0.0),
    "expm1": Monotone(np.expm1, least=-1.0),
    "log": Monotone(np.log, 0.0, open=True),
    "log10": Monotone(np.log10, 0.0, open=True),
    "log2": Monotone(np.log2, 0.0, open=True),
    "log1p": Monotone(np.log1p, -1.0, open=True),
    "logaddexp": rising(1, 1)(np.logaddexp, lambda x, y: np.isfinite(x.low) & np.isfinite(y.low)),
    "sinh": Monotone(np.sinh),
    "cosh": even(np.cosh),
    "tanh": Monotone(np.tanh, least=-1.0, greatest=1.0),
    "asinh": Monotone(np.arcsinh),
    "acosh": Monotone(np.arccosh, 1.0, least=0.0),
    "atanh": Monotone(np.arctanh, -1.0, 1.0, open=True),
    "sqrt": Monotone(np.sqrt, 0.0, least=0.0),
    "cbrt": Monotone(np.cbrt),
    "abs": functions.absolute,
    "sign": Steps(np.sign),
    "floor": Steps(np.floor),
    "ceil": Steps(np.ceil),
    "round": Steps(np.rint),
    "trunc": Steps(np.trunc),
    "frac": lambda x: functions.remainder(x, bounds.exactly(1.0)),
    "mod": functions.remainder,
    "min": functions.least,
    "max": functions.greatest,
    "stop": lambda x: x,
    "erf": Monotone(sp.erf, special=True, least=-1.0, greatest=1.0),
    "erfc": Monotone(sp.erfc, falls=True, special=True, least=0.0, greatest=2.0),
    "erfinv": Monotone(sp.erfinv, -1.0, 1.0, open=True, special=True),
    "ndtr": Monotone(sp.ndtr, special=True, least=0.0, greatest=1.0),
    "ndtri": Monotone(sp.ndtri, 0.0, 1.0, open=True, special=True, absolute=functions.NEAR_ZERO),
    "Ei": poles.exponential_integral,
    "E1": Monotone(sp.exp1, 0.0, open=True, falls=True, special=True, least=0.0),
    "lambertw": poles.lambert_w,
    "gamma": poles.between_poles(sp.gamma, turns=True),
    "lgamma": poles.between_poles(sp.gammaln, turns=True),
    "digamma": poles.between_poles(sp.psi, turns=False),
    "polygamma": functions.polygamma,
    "betainc": rising(-1, 1, 1)(
        sp.betainc, lambda a, b, x: (a.low > 0) & (b.low > 0) & (x.low >= 0) & (x.high <= 1)
    ),
    "gammainc": rising(-1, 1)(sp.gammainc, lambda a, x: (a.low > 0) & (x.low >= 0)),
    "gammaincc": rising(1, -1)(sp.gammaincc, lambda a, x: (a.low > 0) & (x.low >= 0)),
    "zeta": rising(-1, -1)(sp.zeta, lambda x, q: (x.low > 1) & (q.low > 0)),
    "i0": even(sp.i0, special=True),
    "i1": Monotone(sp.i1, special=True),
    "i0e": even(sp.i0e, falls=True, special=True),
    "i1e": _largest_i1e,
    "relu": Monotone(lambda x: np.maximum(x, 0.0), least=0.0),
    "sigmoid": Monotone(sp.expit, special=True, least=0.0, greatest=1.0),
    "softplus": Monotone(_softplus, special=True, least=0.0),
}


class IntervalAlgebra(Totals, Algebra[Bounds, Truth]):
    """Values are `Bounds` over boxes; `derive(body, at, order)` bounds a derivative, or nothing is known."""

    def __init__(self, derive: Derive | None = None) -> None:
        super().__init__()
        self.derive = derive

    def constant(self, value: float) -> Bounds:
        return bounds.exactly(value)

    def named_constant(self, name: str, value: float) -> Bounds:
        return bounds.box(np.nextafter(value, -np.inf), np.nextafter(value, np.inf))

    def add(self, a: Bounds, b: Bounds) -> Bounds:
        return bounds.add(a, b)

    def subtract(self, a: Bounds, b: Bounds) -> Bounds:
        return bounds.subtract(a, b)

    def multiply(self, a: Bounds, b: Bounds) -> Bounds:
        return powers.integer_power(a, 2) if a is b else bounds.multiply(a, b)

    def divide(self, a: Bounds, b: Bounds) -> Bounds:
        return bounds.divide(a, b)

    def negate(self, a: Bounds) -> Bounds:
        return bounds.negate(a)

    def integer_power(self, a: Bounds, n: int) -> Bounds:
        return powers.integer_power(a, n)

    def rational_power(self, a: Bounds, p: int, q: int) -> Bounds:
        return powers.rational_power(a, p, q)

    def power(self, a: Bounds, b: Bounds) -> Bounds:
        return powers.power(a, b)

    def knows(self, name: str) -> bool:
        return name in FUNCTIONS

    def call(self, name: str, arguments: Sequence[Bounds]) -> Bounds:
        return FUNCTIONS[name](*arguments)

    def compare(self, operator: str, a: Bounds, b: Bounds) -> Truth:
        return bounds.compare(operator, a, b)

    def both(self, a: Truth, b: Truth) -> Truth:
        return Truth(a.may_hold & b.may_hold, a.may_fail | b.may_fail)

    def either(self, a: Truth, b: Truth) -> Truth:
        return Truth(a.may_hold | b.may_hold, a.may_fail & b.may_fail)

    def invert(self, a: Truth) -> Truth:
        return bounds.invert(a)

    def select(self, condition: Truth, a: Bounds, b: Bounds) -> Bounds:
        return bounds.select(condition, a, b)

    def undefined(self) -> Bounds:
        nowhere = bounds.exactly(np.nan)
        return bounds.made(nowhere.low, nowhere.high, empty=np.asarray(True))

    def total(self, kind: str, body: Callable[[Bounds], Bounds], low: int, count: int) -> Bounds:
        if count > TERMS:
            return bounds.unknown(body(bounds.exactly(float(low))))
        step = bounds.add if kind == "sum" else bounds.multiply
        result = bounds.exactly(0.0 if kind == "sum" else 1.0)
        for index in range(low, low + count):
            result = step(result, body(bounds.exactly(float(index))))
        return result

    def open_total(self, kind: str, body: Callable[[Bounds], Bounds], low: Bounds, high: Bounds) -> Bounds:
        known = low.low.size == high.low.size == 1 and low.low == low.high and high.low == high.high
        if not known or not np.isfinite(low.low) or not np.isfinite(high.low):
            return bounds.unknown(low, high, body(low))
        count = int(max(0.0, np.floor(high.low - low.low) + 1))
        if count > min(TERMS, limits.OPEN_TERMS):
            return bounds.unknown(body(low))
        step = bounds.add if kind == "sum" else bounds.multiply
        result = bounds.exactly(0.0 if kind == "sum" else 1.0)
        for index in range(count):
            result = step(result, body(bounds.add(low, bounds.exactly(float(index)))))
        return result

    def integral(self, body: Callable[[Bounds], Bounds], low: Bounds, high: Bounds) -> Bounds:
        """The length of the way times the bounds of the body on it."""
        least, greatest = bounds.hull(low, high)
        return bounds.multiply(bounds.subtract(high, low), body(bounds.made(least, greatest, low, high)))

    def derivative(self, body: Callable[[Bounds], Bounds], at: Bounds, order: int) -> Bounds:
        return self.derive(body, at, order) if self.derive is not None else bounds.unknown(at)

    def several(self, items: Sequence[Bounds]) -> Any:
        return tuple(items)

    def network(self, node: Network, arguments: Sequence[Bounds]) -> Bounds:
        return bounds.unknown(*arguments)
