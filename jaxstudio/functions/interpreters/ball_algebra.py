"""A tree evaluated in balls (python-flint's Arb): every number carries a proven bound of its error."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
from flint import acb, arb, fmpq

from jaxstudio.errors import ExpressionError, Wording
from jaxstudio.functions.interpreters.algebra import COMPARISONS, Algebra
from jaxstudio.functions.interpreters.ball_functions import (
    CLOSED,
    CONTINUED,
    CORNERS,
    EXACT,
    FUNCTIONS,
    OPEN,
    POLES,
    STEPS,
    by_half_plane,
    is_outside,
    odd_root,
    whole_power,
)
from jaxstudio.functions.interpreters.ball_integrals import Integral, integral
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, UNKNOWN, decimal
from jaxstudio.functions.interpreters.ball_sums import Divergent, endless_total
from jaxstudio.functions.interpreters.germ_functions import call as call_germs
from jaxstudio.functions.interpreters.germ_functions import derivatives as derivatives_of_germs
from jaxstudio.functions.interpreters.germ_functions import rooted
from jaxstudio.functions.interpreters.germs import ONE as FIRST
from jaxstudio.functions.interpreters.germs import Germ, Unexpanded
from jaxstudio.functions.language import limits

# Fractions of more bits than this become balls.
MOST_BITS = 1_024
# Two numbers that differ by less than this share of the working digits may be taken to be equal.
SAME = 0.7
# Coefficients come from values on a circle, so many times smaller than a disc where the function is bounded;
# and the radii of the discs that are tried.
SHARE, DISCS = 16, tuple(fmpq(1, 4**n) for n in range(1, 9))


class TooLong(Exception):
    """The time for a value is over."""


class BallAlgebra(Algebra[Any, "bool | None"]):
    """Values are balls (`arb`, `acb` inside integrals), or fractions (`fmpq`) as long as they are exact.

    `NOWHERE` stands for no value, NaN or an infinite ball for a value of which nothing is known. A condition
    is None where the balls leave it open. With `snaps`, numbers that all working digits cannot tell apart are
    equal, which decides floor(√2²). Raises TooLong after `until`, by time.thread_time(): what is proven
    does not depend on what else the machine does.
    """

    multiprecision = endless = True
    functions = FUNCTIONS
    # whether values must be finite only where they are analytic
    _analytic = False
    # set where a value belongs to more than one branch: there may be a corner or a jump
    turns = False
    # whether the n of an expansion at infinity is even (0) or odd (1), and whether that mattered
    parity: int | None = None
    saw_parity = False
    # the latest integral, sum or product that diverges
    diverging: Integral | None = None
    # the branches that are being noted, and those that are taken, whatever the arguments
    _branches: list[Any] | None = None
    _replayed: Iterator[Any] | None = None

    def __init__(self, until: float = math.inf, *, snaps: bool = False) -> None:
        self.until, self.snaps = until, snaps

    def constant(self, value: float) -> Any:
        if isinstance(value, int):
            return fmpq(value)
        return decimal(value) if math.isfinite(value) else arb(value)

    def named_constant(self, name: str, value: float) -> arb:
        return {"pi": arb.pi, "e": arb.const_e, "tau": lambda: 2 * arb.pi()}[name]()

    def undefined(self) -> Any:
        return NOWHERE

    def add(self, a: Any, b: Any) -> Any:
        return _short(a + b)

    def subtract(self, a: Any, b: Any) -> Any:
        return _short(a - b)

    def multiply(self, a: Any, b: Any) -> Any:
        if time.thread_time() > self.until:
            raise TooLong
        return _short(a * b)

    def divide(self, a: Any, b: Any) -> Any:
        snaps = self.snaps and isinstance(b, arb)
        is_zero = b is NOWHERE or _is_zero(b) or (snaps and self._is_nothing(b, ONE))
        return NOWHERE if is_zero else _short(a / b)

    def integer_power(self, a: Any, n: int) -> Any:
        if a is NOWHERE or (n < 0 and _is_zero(a)):
            return NOWHERE
        if isinstance(a, Germ):
            return a.power(Fraction(n))
        if isinstance(a, fmpq):
            return arb(a) ** n if abs(n) * a.height_bits() > MOST_BITS else a**n
        return whole_power(a, n)

    def rational_power(self, a: Any, p: int, q: int) -> Any:
        if a is NOWHERE or (p < 0 and _is_zero(a)):
            return NOWHERE
        if isinstance(a, Germ):
            return rooted(a, p, q)
        if isinstance(a, acb):
            root = by_half_plane(a, lambda z: z.root(q), lambda z: -((-z).root(q)))
        else:
            root = odd_root(arb(a), q)
        return whole_power(root, p)

    def power(self, a: Any, b: Any) -> Any:
        if a is NOWHERE or b is NOWHERE:
            return NOWHERE
        if isinstance(b, fmpq) and b.q == 1 and abs(b.p) <= limits.EXPONENT:
            return self.integer_power(a, int(b.p))
        if isinstance(b, Germ) and isinstance(a, fmpq) and a == 0:
            return fmpq(0) if b.sign > 0 else NOWHERE
        if isinstance(b, Germ) and self.parity is not None and not isinstance(a, Germ) and a < 0:
            return self._alternating(a, b)
        if isinstance(a, Germ) or isinstance(b, Germ):
            if isinstance(b, fmpq) and isinstance(a, Germ):
                return a.power(Fraction(int(b.p), int(b.q))) if a.sign > 0 else NOWHERE
            return self.call("exp", [b * self.call("log", [a])])
        if isinstance(a, acb) or isinstance(b, acb):
            return acb(a).pow(acb(b), analytic=self._analytic)
        if a == 0:
            return self.constant(1.0 if b == 0 else 0.0) if b >= 0 else NOWHERE if b < 0 else UNKNOWN
        if a < 0:
            if not arb(b).contains_integer():
                return NOWHERE
            if isinstance(b, fmpq):
                return arb(a) ** b
            return arb(a) ** b.unique_fmpz() if b.is_exact() else UNKNOWN
        return arb(a) ** arb(b)

    def _alternating(self, a: Any, b: Germ) -> Any:
        """A power of a negative number, whose exponent is n or -n and a whole number."""
        moved: dict[Any, Any] = {key: c for key, c in b.terms.items() if key != (-FIRST, 0)}
        number = moved.pop((0 * FIRST, 0), fmpq(0))
        n: Any = dict[Any, Any](b.terms).get((-FIRST, 0))
        is_whole = isinstance(n, fmpq) and isinstance(number, fmpq) and n.q == number.q == 1
        if moved or b.rest is not None or not is_whole or self.parity is None:
            raise Unexpanded
        self.saw_parity = True
        is_odd = (int(n) * self.parity + int(number)) % 2
        size = b.constant(fmpq(1)) if a == -1 else self.power(-a, b)
        return -size if is_odd else size

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        if time.thread_time() > self.until:
            raise TooLong
        if any(argument is NOWHERE for argument in arguments):
            return NOWHERE
        if name in CORNERS and self._replayed is not None:
            return CORNERS[name].along(self._analytic, next(self._replayed), *arguments)
        found = self._called(name, arguments)
        if name in CORNERS and self._branches is not None:
            self._branches.append(CORNERS[name].branch(found, *arguments))
        return found

    def _called(self, name: str, arguments: Sequence[Any]) -> Any:
        if any(isinstance(argument, Germ) for argument in arguments):
            closed, open_ = (_signs(inside.get(name), arguments) for inside in (CLOSED, OPEN))
            ends = -1 in closed or -1 in open_ or 0 in open_
            return NOWHERE if ends else call_germs(self, name, arguments)
        if any(isinstance(argument, acb) for argument in arguments):
            return self._continued(name, [acb(argument) for argument in arguments])
        if name in STEPS:
            arguments = [self._stepped(argument) for argument in arguments]
        if name in EXACT and all(isinstance(argument, fmpq) for argument in arguments):
            return EXACT[name](*arguments)
        if is_outside(name, arguments):
            return NOWHERE
        balls = [arb(argument) for argument in arguments]
        if self.snaps:
            balls = [self._at_end(name, ball) for ball in balls]
            if name == "tan" and self._is_nothing(balls[0].cos(), ONE):
                return NOWHERE
            if name in OPEN and any(value <= 0 for value in OPEN[name](*balls)):
                return NOWHERE
        if name in POLES and POLES[name](*balls):
            return NOWHERE
        if name in OPEN and not all(value > 0 for value in OPEN[name](*balls)):
            return UNKNOWN
        if name in CLOSED and not all(value >= 0 for value in CLOSED[name](*balls)):
            return UNKNOWN
        found = FUNCTIONS[name](*balls)
        if name in CORNERS:
            self.turns |= CORNERS[name].turns(found, *balls)
        return found

    def _continued(self, name: str, arguments: Sequence[acb]) -> Any:
        if name == "atan2":
            y, x = arguments
            branch = 0 if x.real > 0 else 1 if y.real > 0 else -1 if y.real < 0 else None
            return UNKNOWN if branch is None else CORNERS[name].along(self._analytic, branch, y, x)
        return CONTINUED[name](self._analytic, *arguments) if name in CONTINUED else UNKNOWN

    def _stepped(self, x: Any) -> Any:
        """The whole or half number that x is, but for rounding; x elsewhere."""
        if isinstance(x, fmpq):
            return x
        if x.is_exact() and abs(x) < 2**53:
            return x.fmpq()
        near = (2 * x + fmpq(1, 2)).floor().mid() / 2
        return (
            near.fmpq()
            if self.snaps and near.is_exact() and self._is_nothing(x - near, ONE + abs(near))
            else x
        )

    def _at_end(self, name: str, x: arb) -> arb:
        """The whole number that an argument is but for rounding, where a function begins or has a pole."""
        if name not in CLOSED and name not in OPEN and name not in POLES:
            return x
        near = (x + fmpq(1, 2)).floor().mid()
        return near if self._is_nothing(x - near, ONE) else x

    def _is_nothing(self, difference: Any, size: Any) -> bool:
        """Whether a difference of numbers of some size is 0 to most of the digits."""
        if isinstance(difference, fmpq) or not difference.contains(0):
            return bool(difference == 0)
        least = (arb(size).abs_upper() + arb(10) ** -flint.ctx.dps) * arb(10) ** -int(SAME * flint.ctx.dps)
        return bool(difference.abs_upper() <= least)

    def compare(self, operator: str, a: Any, b: Any) -> bool | None:
        if self._replayed is not None:
            branch: bool = next(self._replayed)
            return branch
        found = self._compared(operator, a, b)
        if self._branches is not None:
            self._branches.append(found)
        return found

    @contextmanager
    def noting(self) -> Iterator[list[Any]]:
        """The branches that are taken in the block, in turn."""
        outside, self._branches = self._branches, []
        try:
            yield self._branches
        finally:
            self._branches = outside

    @contextmanager
    def continued(self, analytic: bool, branches: Sequence[Any] | None) -> Iterator[None]:
        """Values off the real line: `analytic` says that they must not be finite elsewhere, `branches` which
        ones are taken."""
        outside = self._analytic, self._replayed
        self._analytic, self._replayed = analytic, None if branches is None else iter(branches)
        try:
            yield
        finally:
            self._analytic, self._replayed = outside

    def _compared(self, operator: str, a: Any, b: Any) -> bool | None:
        if a is NOWHERE or b is NOWHERE:
            return operator == "!="
        if isinstance(a, Germ) or isinstance(b, Germ):
            a, b = fmpq((a - b).sign), fmpq(0)
        if isinstance(a, acb) or isinstance(b, acb):
            a, b = acb(a).real, acb(b).real
        holds, fails = COMPARISONS[operator], COMPARISONS[OPPOSITE[operator]]
        if holds(a, b):
            return True
        if fails(a, b):
            return False
        if self.snaps and self._is_nothing(a - b, ONE + abs(arb(a))):
            return operator in ("==", "<=", ">=")
        self.turns = True
        return None

    def both(self, a: bool | None, b: bool | None) -> bool | None:
        return False if a is False or b is False else None if a is None or b is None else True

    def either(self, a: bool | None, b: bool | None) -> bool | None:
        return True if a or b else None if a is None or b is None else False

    def invert(self, a: bool | None) -> bool | None:
        return None if a is None else not a

    def select(self, condition: bool | None, a: Any, b: Any) -> Any:
        if condition is not None:
            return a if condition else b
        if a is b:
            return a
        if isinstance(a, Germ) or isinstance(b, Germ):
            raise Unexpanded
        if a is NOWHERE or b is NOWHERE or self._analytic:
            return UNKNOWN
        kind: Any = acb if isinstance(a, acb) or isinstance(b, acb) else arb
        return kind(a).union(kind(b))

    def open_total(self, kind: str, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        if low is NOWHERE or high is NOWHERE:
            return NOWHERE
        last = self.call("floor", (self.subtract(high, low),))
        if not isinstance(last, fmpq | arb) or not arb(last).is_exact():
            return UNKNOWN
        if last >= limits.OPEN_TERMS:
            return NOWHERE
        count = max(0, int(float(last)) + 1)
        return self.combined(kind, (body(self.add(low, fmpq(index))) for index in range(count)))

    def endless_total(self, kind: str, body: Callable[[Any], Any], low: Any) -> Any:
        try:
            return endless_total(self, kind, body, low)
        except Divergent:
            self.diverging = Integral(NOWHERE, None, (arb.pos_inf(),))
            return NOWHERE

    def integral(self, body: Callable[[Any], Any], low: Any, high: Any) -> Any:
        found = integral(self, body, low, high)
        self.diverging = found if found.at else self.diverging
        return found.value

    def derivative(self, body: Callable[[Any], Any], at: Any, order: int) -> Any:
        raise ExpressionError(Wording("derivatives of balls come from their series"))

    def along(self, name: str, series: Sequence[Sequence[Any]], order: int) -> list[Any]:
        """The coefficients 0 to `order` of a function of u(t), v(t), …, of the coefficients of u, v, …

        By Cauchy's formula on a circle; the bound on a disc around it bounds what so many points leave out.
        """
        if any(c is NOWHERE for u in series for c in u):
            return [NOWHERE] * (order + 1)
        if any(isinstance(c, Germ) for u in series for c in u):
            if sum(len(u) > 1 for u in series) > 1:
                raise Unexpanded
            return derivatives_of_germs(self, name, series, order)
        value = self.call(name, [u[0] for u in series])
        if value is NOWHERE:
            return [NOWHERE] * (order + 1)
        with self.continued(True, None):
            return [value, *self._on_a_circle(name, series, order)]

    def _on_a_circle(self, name: str, series: Sequence[Sequence[Any]], order: int) -> list[Any]:
        def along(t: acb) -> Any:
            values = [acb(reduce(lambda total, c: total * t + acb(c), reversed(u), acb(0))) for u in series]
            return self.call(name, values)

        for disc in DISCS:
            largest = along(acb(arb(0, disc), arb(0, disc)))
            if largest is not NOWHERE and largest.is_finite():
                break
        else:
            return [UNKNOWN] * order
        count = order + 1 + int(flint.ctx.prec / math.log2(SHARE)) + 1
        radius, bound = arb(disc) / SHARE, abs(acb(largest)).upper()
        # the function is real where t is: below the real line it has the conjugate values
        points = [fmpq(2 * k, count) for k in range(count // 2 + 1)]
        values = [acb(along(radius * at.exp_pi_i())) for at in map(acb, points)]
        found = []
        for k in range(1, order + 1):
            parts = [(value * acb(-k * at).exp_pi_i()).real for value, at in zip(values, points, strict=True)]
            single = parts[0] + (parts[-1] if count % 2 == 0 else 0)
            total = 2 * sum(parts, arb(0)) - single
            # |c_n| <= bound / disc^n, of n = k + count, k + 2 count, …
            left_out = bound / arb(disc) ** k * arb(SHARE) ** -count / (1 - arb(SHARE) ** -count)
            found.append(total / count / radius**k + arb(0, left_out.upper()))
        return found

    def several(self, items: Sequence[Any]) -> Any:
        return tuple(items)


ONE = arb(1)
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def _is_zero(x: Any) -> bool:
    return x.is_zero() if isinstance(x, Germ) else bool(x == 0)


def _signs(conditions: Callable[..., Sequence[Any]] | None, arguments: Sequence[Any]) -> list[int]:
    """The signs of expansions that a function's domain depends on."""
    values = [] if conditions is None else conditions(*arguments)
    return [value.sign for value in values if isinstance(value, Germ)]


def _short(value: Any) -> Any:
    """The value, a fraction of many digits as a ball."""
    return arb(value) if isinstance(value, fmpq) and value.height_bits() > MOST_BITS else value
