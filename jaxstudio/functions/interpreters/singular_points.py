"""Singular points of a tree in mpmath: the zeros of expressions at which it may not be analytic.

1/g is singular where g is 0, floor(g) where g is whole, log(g) where g is 0, a comparison where both sides
are equal. A discontinuity of a function, or of a derivative of it, can only lie at a zero of one of these
critical expressions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.functions.interpreters.evaluate import evaluate
from jaxstudio.functions.interpreters.mpmath_algebra import CRITICAL, OF_ANY_SIZE, MpmathAlgebra, fraction
from jaxstudio.functions.language.nodes import Apply, Bound, Call, Derivative, Network, Node, walk, walk_all
from jaxstudio.functions.language.statements import literal

# Numbers beyond 2^±MAGNITUDE are not handed to a function: mpmath would compute that many bits.
MAGNITUDE = 4_000
# Functions that mpmath computes too slowly in hundreds of digits.
SLOW = frozenset({"betainc", "gammainc", "gammaincc", "zeta", "polygamma", "erfinv", "ndtri"})
# Functions whose digits are costly, though not too slow.
COSTLY = frozenset({"gamma", "lgamma", "digamma"})
# The largest number of terms of a sum or product.
TERMS = 64
# Digits of a value at a singular point, and how near to 0 a critical expression is 0 there.
DIGITS, SNAP = 200, mpf(10) ** -100
# So near to it, as a share of the view, values are those at it to this share.
NEAR, CLOSE = mpf(10) ** -60, mpf(10) ** -5


class NotComputable(ArithmeticError):
    """A number is too large for its digits to be computed."""


POLES_AT_WHOLE = frozenset({"gamma", "lgamma", "digamma"})


class SingularAlgebra(MpmathAlgebra):
    """MpmathAlgebra that appends the value of each critical expression to `critical`, in a fixed order.

    With `snap`, a critical expression nearer to 0 than that is 0: a singular point which is known to many
    digits, but not exactly, is taken for the point itself. Numbers typed are the decimals that were typed.
    Raises NotComputable.
    """

    def __init__(self, snap: mpf | None = None) -> None:
        self.critical: list[mpf] = []
        self.snap = snap

    def divide(self, a: mpf, b: mpf) -> mpf:
        return super().divide(a, self._zero(b))

    def integer_power(self, a: mpf, n: int) -> mpf:
        return super().integer_power(self._zero(a) if n < 0 else a, n)

    def rational_power(self, a: mpf, p: int, q: int) -> mpf:
        return super().rational_power(self._zero(a), p, q)

    def power(self, a: mpf, b: mpf) -> mpf:
        a = self._zero(a)
        if a < 0 and self._is_near(fraction(b)):
            b = mp.nint(b)
        _check(b)
        return super().power(a, b)

    def call(self, name: str, arguments: Sequence[mpf]) -> mpf:
        if any(mp.isnan(argument) for argument in arguments):
            self.critical.extend([mpf(mp.nan)] * _count(name, len(arguments)))
            return mpf(mp.nan)
        if name == "exp" and arguments[0] < 0 and mp.mag(arguments[0]) > MAGNITUDE:
            return mp.ldexp(1, -(2**MAGNITUDE))  # next to nothing
        if name not in OF_ANY_SIZE:
            for argument in arguments:
                _check(argument)
        critical = CRITICAL[name](*arguments) if name in CRITICAL else []
        self.critical.extend(critical)
        if any(map(self._is_near, critical)):
            if name == "tan" or name in POLES_AT_WHOLE:
                return mpf(mp.nan)
            arguments = self._snapped(name, arguments)
        return super().call(name, arguments)

    def compare(self, operator: str, a: mpf, b: mpf) -> bool:
        difference = a - b
        self.critical.append(difference)
        return super().compare(operator, a, a if self._is_near(difference) else b)

    def _snapped(self, name: str, arguments: Sequence[mpf]) -> Sequence[mpf]:
        """The arguments, those near a critical one moved to it."""
        if name == "round":
            return [mp.nint(2 * arguments[0]) / 2]
        if name in ("min", "max"):
            return [arguments[0]] * 2
        if name == "atan2":
            return [mpf(0) if self._is_near(argument) else argument for argument in arguments]
        return [mp.nint(argument) for argument in arguments]

    def _zero(self, a: mpf) -> mpf:
        self.critical.append(a)
        return mpf(0) if self._is_near(a) else a

    def _is_near(self, a: mpf) -> bool:
        return self.snap is not None and bool(abs(a) <= self.snap)


def _count(name: str, arguments: int) -> int:
    """How many critical expressions a call has."""
    return len(CRITICAL[name](*[mpf(1)] * arguments)) if name in CRITICAL else 0


def _check(x: mpf) -> None:
    if x and mp.mag(x) > MAGNITUDE:
        raise NotComputable


class SingularPoints:
    """A function of one variable in any precision: f(x), or f(x) with its critical expressions.

    `searched` holds what was found in which intervals: (low, high, result). `order` is that of the derivative
    whose limits are asked for.
    """

    order = 0

    def __init__(self, tree: Node, variable: str, p: Mapping[str, Any], line: int) -> None:
        self._tree, self._variable, self._line = tree, variable, line
        self.searched: list[tuple[mpf, mpf, Any]] = []
        self.is_costly = any(isinstance(part, Call) and part.name in COSTLY for part in walk_all(tree))
        self._p = {name: value for name, value in p.items() if not isinstance(value, list | tuple)}

    def at(self, x: mpf, snap: mpf | None = None) -> tuple[mpf, list[mpf]]:
        """The value, NaN where there is none, and the critical expressions at x in the working precision."""
        algebra = SingularAlgebra(snap)
        try:
            found = evaluate(self._tree, algebra, {**self.numbers(), self._variable: x}, self._line)
        except (MemoryError, OverflowError, ValueError) as problem:
            raise NotComputable from problem
        return mpf(found), algebra.critical

    def value(self, x: mpf) -> mpf:
        """The function itself at a singular point that is known to many digits."""
        with mp.workdps(DIGITS):
            return self.at(x, SNAP)[0]

    def is_continuous(self, x: mpf, unit: float) -> bool:
        """Whether values beside a singular point, so near as no view shows, are the value there."""
        here = self.value(x)
        with mp.workdps(DIGITS):
            beside = [self.at(x + side * unit * NEAR)[0] for side in (-1, 1)]
            return bool(all(abs(value - here) <= CLOSE * (1 + abs(here)) for value in beside))

    def numbers(self) -> dict[str, mpf]:
        """The values of the sliders, as the decimals that are shown."""
        return {name: mpf(repr(float(value))) for name, value in self._p.items()}

    def derivatives(self, x: mpf) -> list[mpf]:
        """Those from 0 to `order`, here the value alone."""
        return [self.at(x)[0]]


class SingularDifference(SingularPoints):
    """a - b, singular where one of them is."""

    def __init__(self, a: SingularPoints, b: SingularPoints) -> None:
        self._a, self._b = a, b
        self.searched, self.is_costly = [], a.is_costly or b.is_costly

    def at(self, x: mpf, snap: mpf | None = None) -> tuple[mpf, list[mpf]]:
        (a, of_a), (b, of_b) = self._a.at(x, snap), self._b.at(x, snap)
        return a - b, of_a + of_b


def is_computable(tree: Node) -> bool:
    """Whether hundreds of digits of its values, and its critical expressions, can be computed quickly."""
    for node in walk(tree):
        match node:
            case Derivative() | Network():
                return False
            case Bound() if node.kind == "integral" or not _is_short(node):
                return False
            case Call() if node.name in SLOW or node.primes:
                return False
            case Apply() if node.primes or (node.body is not None and not is_computable(node.body)):
                return False
    return True


def _is_short(node: Bound) -> bool:
    low, high = literal(node.low), literal(node.high)
    return low is not None and high is not None and high - low < TERMS
