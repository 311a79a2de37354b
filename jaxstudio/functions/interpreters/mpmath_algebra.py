"""A tree evaluated in mpmath's numbers of any precision: the reference for all other algebras."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import mpmath  # type: ignore[import-untyped]
from mpmath import mp, mpf

from jaxstudio.functions.interpreters.algebra import Algebra
from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.language import limits
from jaxstudio.functions.language.nodes import Node

DIGITS = 50
# Quadrature: levels (each half the step), those at least, bisections, agreement as a share of the working
# digits, and how far towards the ends the rule reaches for each of them
LEVELS, FEWEST, BISECTIONS, SHARE, REACH = 7, 2, 60, 0.6, 2
# An interval with a peak is cut at its largest value, if that is farther from both ends than this share of
# the length. It has a peak if the largest value is so many times its mean.
NEAR_END = mpf(1) / 2**30
PEAK = 4
# An interval is cut where the integrand has corners or jumps, which are looked for between so many places;
# with more than so many they are left to bisection.
PLACES, MOST_CORNERS, STEPS = 256, 200, 40
# The largest binary exponent of an argument; that of a float64 is 1024 at most.
MAGNITUDE = 20_000
# What mpmath raises at a pole or outside a domain, where the others have no value.
NOWHERE = (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence, NotImplementedError)


def tree_to_mpmath(
    tree: Node, variables: tuple[str, ...], defaults: Mapping[str, float], digits: int = DIGITS
) -> Callable[..., Any]:
    """The function f(*variables, p) of a tree: numbers in, an mpf of so many digits out, NaN where it has
    no value; a tuple of them for a Tuple or Vector, a bool for an inequality. Numbers typed are the
    decimals that were typed."""

    def function(*arguments: Any) -> Any:
        *inputs, p = arguments
        with mp.workdps(digits):
            values = {name: mpf(value) for name, value in {**defaults, **p}.items()}
            values |= {name: mpf(value) for name, value in zip(variables, inputs, strict=True)}
            result = evaluate(tree, MpmathAlgebra(), values)
            return +result if isinstance(result, mpf) else result

    return function


def _real(value: Any) -> mpf:
    """A complex or infinite result is no value of a real function."""
    return mpf(mp.nan) if isinstance(value, mpmath.mpc) or mp.isinf(value) else mpf(value)


def _erfinv(x: mpf) -> mpf:
    return mp.erfinv(x) if abs(x) < 1 else mp.nan


# functions that mpmath and the catalogue call alike
_ALIKE = """sin cos tan asin acos atan atan2 exp expm1 log sinh cosh tanh asinh acosh sqrt sign floor ceil erf
erfc gamma digamma"""
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(mp, name) for name in _ALIKE.split()},
    "sinc": mp.sincpi,
    "log1p": lambda x: mp.log1p(x) if x > -1 else mp.nan,
    "atanh": lambda x: mp.atanh(x) if abs(x) < 1 else mp.nan,
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "abs": abs,
    "round": mp.nint,
    "trunc": lambda x: mp.floor(x) if x >= 0 else mp.ceil(x),
    "min": min,
    "max": max,
    "stop": lambda x: x,
    "erfinv": _erfinv,
    "ndtri": lambda x: mp.sqrt(2) * _erfinv(2 * x - 1),
    "Ei": mp.ei,
    "E1": lambda x: mp.e1(x) if x > 0 else mp.nan,
    "lambertw": lambda x: mp.lambertw(x),
    "lgamma": lambda x: mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x),
    "polygamma": lambda n, x: mp.psi(int(n), x) if x > 0 and n >= 0 and mp.isint(n) else mp.nan,
    "betainc": lambda a, b, x: (
        mp.betainc(a, b, 0, x, regularized=True) if a > 0 and b > 0 and 0 <= x <= 1 else mp.nan
    ),
    "gammainc": lambda a, x: mp.gammainc(a, 0, x, regularized=True) if a > 0 and x >= 0 else mp.nan,
    "gammaincc": lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True) if a > 0 and x >= 0 else mp.nan,
    "zeta": lambda x, q: mp.zeta(x, q) if x != 1 and q > 0 else mp.nan,
    "i0": lambda x: mp.besseli(0, x),
    "i1": lambda x: mp.besseli(1, x),
    "i0e": lambda x: mp.besseli(0, x) * mp.exp(-abs(x)),
    "i1e": lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
}
# those that never fail, even of infinity, and whose cost does not grow with the argument's exponent
OF_ANY_SIZE = frozenset({"abs", "sign", "stop"})


def fraction(x: mpf) -> mpf:
    """The signed distance to the nearest whole number."""
    return x - mp.nint(x)


# Per function, of its arguments: the critical expressions.
CRITICAL: dict[str, Callable[..., Sequence[mpf]]] = {
    "tan": lambda x: [mp.cos(x)],
    "log": lambda x: [x],
    "log1p": lambda x: [1 + x],
    "sqrt": lambda x: [x],
    "cbrt": lambda x: [x],
    "abs": lambda x: [x],
    "sign": lambda x: [x],
    "asin": lambda x: [1 - x, 1 + x],
    "acos": lambda x: [1 - x, 1 + x],
    "atanh": lambda x: [1 - x, 1 + x],
    "acosh": lambda x: [x - 1],
    "floor": lambda x: [fraction(x)],
    "ceil": lambda x: [fraction(x)],
    "trunc": lambda x: [fraction(x)],
    "round": lambda x: [fraction(x + 0.5)],
    "atan2": lambda y, x: [y, x],
    "min": lambda a, b: [a - b],
    "max": lambda a, b: [a - b],
    "Ei": lambda x: [x],
    "E1": lambda x: [x],
    "i0e": lambda x: [x],
    "i1e": lambda x: [x],
    "gamma": lambda x: [fraction(x) if x < 0.5 else x],
    "lgamma": lambda x: [fraction(x) if x < 0.5 else x],
    "digamma": lambda x: [fraction(x) if x < 0.5 else x],
}
# those of them that have corners or jumps
CORNERS = frozenset({"abs", "sign", "floor", "ceil", "trunc", "round", "min", "max"})
CONSTANTS = {"pi": lambda: +mp.pi, "e": lambda: +mp.e, "tau": lambda: 2 * mp.pi}


def _is_beyond(x: mpf) -> bool:
    """Whether the binary exponent is so large that sin(x) or exp(x) would need gigabytes."""
    return bool(x) and mp.mag(x) > MAGNITUDE


def somewhere(operation: Callable[..., Any], *arguments: Any) -> mpf:
    """The result, or NaN where there is none, and where an argument is beyond all reach."""
    if any(mp.isnan(argument) or mp.isinf(argument) or _is_beyond(argument) for argument in arguments):
        return mpf(mp.nan)
    try:
        return _real(operation(*arguments))
    except NOWHERE:
        return mpf(mp.nan)


def _bisected(
    body: Callable[[mpf], Sequence[mpf]],
    low: mpf,
    high: mpf,
    sizes: Sequence[mpf],
    left: int,
    first: tuple[list[tuple[mpf, bool]], tuple[mpf, mpf]] | None = None,
) -> list[mpf]:
    """The integrals from low to high, right to a share of `sizes`. `first`: what the rule gives, if known."""
    found, largest = first or _tanh_sinh(body, low, high, sizes)
    if all(settled for _, settled in found) or any(mp.isnan(value) for value, _ in found):
        return [value for value, _ in found]
    if not left:
        return [mpf(mp.nan)] * len(found)
    # at the largest value the rule finds the slope of a narrow peak, and with it the peak
    place, height = largest
    share = (place - low) / (high - low)
    is_peak = height * (high - low) > PEAK * abs(found[0][0])
    middle = place if is_peak and NEAR_END < share < 1 - NEAR_END else (low + high) / 2
    sizes = [max(size, abs(value)) for size, (value, _) in zip(sizes, found, strict=True)]
    halves = (_bisected(body, *ends, sizes, left - 1) for ends in ((low, middle), (middle, high)))
    return [a + b for a, b in zip(*halves, strict=True)]


def _tanh_sinh(
    body: Callable[[mpf], Sequence[mpf]], low: mpf, high: mpf, sizes: Sequence[mpf] | None
) -> tuple[list[tuple[mpf, bool]], tuple[mpf, mpf]]:
    """The integrals by Takahasi and Mori's rule, each step half of the one before, and whether two steps
    agree to a share of `sizes`, or of the integrals themselves; and the largest value's place and size."""
    length, share = high - low, mpf(10) ** -int(SHARE * mp.dps)
    total: list[mpf] = []
    before: list[mpf] = []
    changed: list[mpf] = []
    largest, size_there = (low + high) / 2, mpf(-1)
    for level in range(LEVELS):
        step = mpf(1) / 2 ** (level + 1)
        for place, weight in _nodes(level, mp.dps):
            # so near to an end that only the exact sum differs from it
            at = mp.fadd(low if place > 0 else high, length * place, exact=True)
            found = body(at)
            if abs(found[0]) > size_there:
                largest, size_there = at, abs(found[0])
            values = [weight * value for value in found]
            total = [a + b for a, b in zip(total, values, strict=True)] if total else values
        now = [length * step * value for value in total]
        if before and level >= FEWEST:
            limits = now if sizes is None else sizes
            settled = [
                abs(a - b) <= share * abs(size) or a == b
                for a, b, size in zip(now, before, limits, strict=True)
            ]
            changes = [abs(a - b) for a, b in zip(now, before, strict=True)]
            # of a smooth body the next change is about the square of this one
            slow = any(new > old / 8 for new, old in zip(changes, changed, strict=False))
            if all(settled) or slow or level == LEVELS - 1:
                return list(zip(now, settled, strict=True)), (largest, size_there)
            changed = changes
        before = now
    raise AssertionError


def _forgiving(body: Callable[[mpf], Sequence[mpf]], low: mpf, high: mpf) -> Callable[[mpf], Sequence[mpf]]:
    """The body, but 0 where its own rounding leaves it no value nearer to an end than the digits reach."""
    near = abs(high - low) * mpf(10) ** -mp.dps

    def values(at: mpf) -> Sequence[mpf]:
        found = body(at)
        if any(map(mp.isnan, found)) and min(abs(at - low), abs(at - high)) < near:
            return [mpf(0) if mp.isnan(value) else value for value in found]
        return found

    return values


def _crossing(g: Callable[[mpf], mpf], a: mpf, b: mpf, at_a: mpf, at_b: mpf) -> mpf:
    """Where g crosses or jumps over 0 between a and b, at which it has other signs (Illinois method)."""
    for _ in range(STEPS):
        x = b - at_b * (b - a) / (at_b - at_a)
        value = g(x)
        if value == 0 or abs(x - b) <= mp.eps * abs(x):
            return x
        a, at_a = (b, at_b) if value * at_b < 0 else (a, at_a / 2)
        b, at_b = x, value
    return b


@lru_cache(maxsize=64)
def _nodes(level: int, digits: int) -> tuple[tuple[mpf, mpf], ...]:
    """The places that a level adds, as the distance from the nearer end (negative from the upper one), and
    their weights, for an interval of length 1 and a step of 1."""
    step, found = mpf(1) / 2 ** (level + 1), []
    end = mp.asinh(REACH * digits)
    for k in range(1 if level else 0, int(end / step) + 1, 2 if level else 1):
        u = k * step
        near = mp.exp(-mp.pi * mp.sinh(u))
        weight = mp.pi * mp.cosh(u) * near / (1 + near) ** 2
        found += [(side * near / (1 + near), weight) for side in ((1, -1) if k else (1,))]
    return tuple(found)


class MpmathAlgebra(Algebra[Any, bool]):
    """Values are mpf of the working precision (`mp.dps`); a value that is none is NaN.

    Numbers typed are the decimals that were typed.
    """

    multiprecision = True
    functions = FUNCTIONS
    # while corners are looked for: the critical expressions of all that has some
    _critical: list[mpf] | None = None
    invert = staticmethod(operator.not_)

    def constant(self, value: float) -> mpf:
        return mpf(repr(float(value))) if isinstance(value, float) else mpf(value)

    def named_constant(self, name: str, value: float) -> mpf:
        return CONSTANTS[name]()

    def divide(self, a: mpf, b: mpf) -> mpf:
        return somewhere(lambda: a / b)

    def integer_power(self, a: mpf, n: int) -> mpf:
        return somewhere(lambda: a**n)

    def rational_power(self, a: mpf, p: int, q: int) -> mpf:
        size = somewhere(lambda: mp.root(abs(a), q) ** p)
        return size if p % 2 == 0 or a >= 0 else -size

    def power(self, a: mpf, b: mpf) -> mpf:
        def operation(a: mpf, b: mpf) -> mpf:
            return mp.power(a, b) if a > 0 or mp.isint(b) or a == 0 else mp.nan

        return somewhere(operation, a, b)

    def call(self, name: str, arguments: Sequence[mpf]) -> mpf:
        if self._critical is not None and name in CORNERS:
            self._critical += CRITICAL[name](*arguments)
        if name in OF_ANY_SIZE:
            return FUNCTIONS[name](*arguments)
        return somewhere(FUNCTIONS[name], *arguments)

    def compare(self, operator: str, a: mpf, b: mpf) -> bool:
        if self._critical is not None:
            self._critical.append(a - b)
        return super().compare(operator, a, b)

    def select(self, condition: bool, a: mpf, b: mpf) -> mpf:
        return a if condition else b

    def total(self, kind: str, body: Callable[[mpf], mpf], low: int, count: int) -> mpf:
        terms = (body(low + mpf(index)) for index in range(count))
        return mp.fsum(terms) if kind == "sum" else mp.fprod(terms)

    def open_total(self, kind: str, body: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
        if mp.isnan(low) or mp.isnan(high) or not high - low < limits.OPEN_TERMS:
            return mpf(mp.nan)
        return self.total(kind, body, low, int(mp.floor(high - low)) + 1)

    def integral(self, body: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
        return somewhere(lambda: self.integrals(lambda at: (body(at),), low, high)[0])

    def integrals(self, body: Callable[[mpf], Sequence[mpf]], low: mpf, high: mpf) -> list[mpf]:
        """The integrals of several values by tanh-sinh quadrature, bisecting where its levels do not agree.

        NaN where they do not agree after `BISECTIONS` bisections: of an integral without bound.
        """
        ends = [low, *self._corners(body, low, high), high]
        spans = [(_forgiving(body, *span), *span) for span in pairwise(ends)]
        first = [_tanh_sinh(*span, None) for span in spans]
        sizes = [
            mp.inf if any(mp.isnan(value) for value, _ in row) else mp.fsum(abs(value) for value, _ in row)
            for row in zip(*(found for found, _ in first), strict=True)
        ]
        # beside `sizes` a coarser level of the rule, which a narrow peak lies between, would seem to agree
        parts = [_bisected(*span, sizes, BISECTIONS, known) for span, known in zip(spans, first, strict=True)]
        return [mp.fsum(row) for row in zip(*parts, strict=True)]

    def _corners(self, body: Callable[[mpf], Sequence[mpf]], low: mpf, high: mpf) -> list[mpf]:
        """Where the body has corners or jumps, as far as signs of its critical expressions show them."""

        def critical(at: mpf) -> list[mpf]:
            outside, self._critical = self._critical, []
            try:
                body(at)
                return self._critical
            finally:
                self._critical = outside

        if not critical((low + high) / 2):
            return []
        places = [low + (high - low) * k / PLACES for k in range(PLACES + 1)]
        corners: set[mpf] = set()
        for (a, b), (at_a, at_b) in zip(pairwise(places), pairwise(map(critical, places)), strict=True):
            for index, (one, other) in enumerate(zip(at_a, at_b, strict=False)):
                if other == 0 and b != high:
                    corners.add(b)
                elif one * other < 0:
                    zero = partial(lambda index, at: critical(at)[index], index)
                    corners.add(_crossing(zero, a, b, one, other))
                if len(corners) > MOST_CORNERS:
                    return []
        return sorted(corners, reverse=bool(low > high))

    def derivative(self, body: Callable[[mpf], mpf], at: mpf, order: int) -> mpf:
        return somewhere(lambda: mp.diff(body, at, order))

    def until_settled(
        self, step: Callable[[Sequence[mpf], mpf], Sequence[mpf]], first: Sequence[mpf], count: int, most: int
    ) -> list[mpf]:
        """The values after so many steps that the first `count` of them no longer change."""
        values = list(first)
        for k in range(1, most + 1):
            after = list(step(values, mpf(k)))
            if not any(
                abs(new - old) > mp.eps * abs(new)
                for new, old in zip(after[:count], values[:count], strict=True)
            ):
                return after
            values = after
        return [mpf(mp.nan)] * len(values)

    def several(self, items: Sequence[mpf]) -> Any:
        return tuple(items)
