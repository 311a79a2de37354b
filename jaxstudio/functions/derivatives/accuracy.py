"""Significant digits of computed values and derivatives, judged by Taylor series of balls.

A ball holds the true number for certain. Its precision is raised until the ball is small.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from jaxstudio.errors import Wording
from jaxstudio.functions.derivatives.ball_function import FAILURES, derivatives
from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import (
    NOWHERE,
    Measured,
    decimal,
    digits,
    exactly,
    is_known,
    number,
)
from jaxstudio.functions.language.nodes import Bound, Node, literal, walk_all

# Decimal digits of the working precision. With those of the last one, numbers that cannot be told apart are
# equal, and a ball around 0 that has `ZERO` of them is 0.
PRECISIONS, ZERO = (35, 70, 140, 400), 0.7
# Significant digits of a ball that is small enough.
ENOUGH = 22
# Each precision may take so many times as long as the one before.
SLOWER = 10
# seconds of processor time that a reference may take
SECONDS = 2.0
# values with fewer sure digits are replaced by those of balls where no method was asked for
POOR = 12
# decimal digits of a float64 whatever its value, and of one that is exactly right
FULL, EXACT = 15, 17
# digits of a value at one place, and the seconds that it may take
BALL_DIGITS, BALL_SECONDS = 50, 0.5
# a principal value that is closer to 0 is said to be 0 within what its ball leaves open
NEARLY_ZERO = 1e-15
# for each direction the derivatives along it, each with an item for each output
Along = list[list[tuple["Reference", ...]]]


@dataclass(frozen=True)
class Reference:
    """A ball that holds the true value: None where nothing is known, `NOWHERE` where there is no value."""

    ball: Any

    @property
    def is_number(self) -> bool:
        return isinstance(self.ball, arb) and bool(self.ball.is_finite())

    def has(self, count: int) -> bool:
        """Whether it has so many significant digits, or no value for certain."""
        return self.ball is NOWHERE or (self.is_number and self._digits >= count)

    @property
    def _digits(self) -> float:
        """The significant digits of the ball itself."""
        return math.inf if self.ball.is_exact() else float(self.ball.rel_accuracy_bits()) * math.log10(2)

    @property
    def rounded(self) -> float:
        """The nearest float64; NaN where there is no value or less than a float64 of it is known."""
        return float(self.ball.mid()) if self.is_number and self._digits >= EXACT else math.nan

    def text(self, count: int) -> str:
        """At most so many digits, only proven ones; empty without a number."""
        if not self.is_number:
            return ""
        with digits(count):
            return str(self.ball.str(min(count, max(1, int(min(self._digits, count)))), radius=False))

    def digits(self, value: float) -> int | None:
        """How many significant digits of a computed value are sure: its relative error is at most half a
        unit of 10^-digits. None where there is no reference or no value."""
        if not self.is_number or not math.isfinite(value):
            return None
        with digits(PRECISIONS[1]):
            off, size = abs(arb(value) - self.ball).upper(), abs(self.ball).lower()
            if off == 0:
                return EXACT
            if value == float(self.ball.mid()) and abs(value) < 1e-300:
                return FULL
            if not size > 2 * off:
                return 0
            sure = (size / (2 * off)).log() / arb(10).log()
            return min(int(float(sure.lower())), FULL)


UNKNOWN = Reference(None)


def best(value: float, reference: Reference) -> tuple[float, int | None]:
    """A value with its sure digits; where they are fewer than `POOR`, the reference rounded to float64."""
    if reference.ball is NOWHERE:
        return math.nan, None
    sure = reference.digits(value)
    if (sure is None or sure < POOR) and math.isfinite(reference.rounded):
        return reference.rounded, reference.digits(reference.rounded)
    return value, sure


def references(
    subject: Subject,
    at: Sequence[float],
    p: Mapping[str, float],
    order: int,
    seconds: float | None = None,
    enough: int = ENOUGH,
) -> list[tuple[Reference, ...]]:
    """The derivatives 0 to `order` by the subject's variable at a point with a coordinate for each input.

    Each has an item for each output of the function, a single one of a scalar, and `enough` significant
    digits if they can be had. All are `UNKNOWN` (one output) where they cannot be computed in about so many
    seconds.
    """
    name = subject.inputs[subject.by]
    return _known(subject, at, p, [({name: 1}, order)], seconds, enough)[0]


def gradient_references(
    subject: Subject, at: Sequence[float], p: Mapping[str, float], order: int, seconds: float | None = None
) -> list[Any]:
    """The value, the gradient and the Hessian by all inputs up to `order`, as nested tuples.

    Items: (outputs,), then (outputs, inputs), then (outputs, inputs, inputs); second derivatives come from
    those along the sums of two axes.
    """
    names = subject.inputs
    pairs = [(i, j) for i in range(len(names)) for j in range(i + 1) if i == j or order == 2]
    directions = [({names[i]: 1, names[j]: 1}, min(order, 2)) for i, j in pairs]
    along = dict(zip(pairs, _known(subject, at, p, directions, seconds), strict=True))

    def second(k: int, i: int, j: int) -> Reference:
        if i == j:
            return along[i, i][2][k]
        parts = [along[each][2][k] for each in ((max(i, j), min(i, j)), (i, i), (j, j))]
        if not all(part.is_number for part in parts):
            return UNKNOWN
        with digits(PRECISIONS[-1]):
            return _zero_or(Reference((parts[0].ball - parts[1].ball - parts[2].ball) / 2), ENOUGH)

    inputs, outputs = range(len(names)), range(len(along[0, 0][0]))
    rows: list[Any] = [along[0, 0][0]]
    if order >= 1:
        rows.append(tuple(tuple(along[i, i][1][k] for i in inputs) for k in outputs))
    if order >= 2:
        rows.append(tuple(tuple(tuple(second(k, i, j) for j in inputs) for i in inputs) for k in outputs))
    return rows


def truth_reference(
    tree: Node, numbers: Mapping[str, float], line: int = 0, seconds: float | None = None
) -> Reference:
    """1 where a condition holds, 0 where it does not; unknown where that is open in all precisions."""

    def holds(until: float, snaps: bool) -> Reference:
        values = {name: typed(value) for name, value in numbers.items()}
        found = evaluate(tree, BallAlgebra(until, snaps=snaps), values, line)
        return Reference(None if found is None else arb(int(found)))

    return (
        _raised(holds, lambda reference: reference.ball is not None, SECONDS if seconds is None else seconds)
        or UNKNOWN
    )


def ball_at(subject: Subject, x: float, p: Mapping[str, float]) -> Any:
    """A ball that holds a function of one variable at this very number, `NOWHERE` without a value; None
    where nothing is known."""
    assert subject.tree is not None
    values = {name: decimal(value) for name, value in {**subject.defaults, **p}.items()}
    return _ball_of(subject.tree, {**values, subject.inputs[0]: exactly(x)}, subject.line)


def unbounded(tree: Node) -> list[Bound]:
    """The integrals, and the sums and products of infinitely many terms."""
    bounds = (node for node in walk_all(tree) if isinstance(node, Bound))
    return [node for node in bounds if node.kind == "integral" or literal(node.high) == math.inf]


def divergence(subject: Subject, at: Sequence[float], p: Mapping[str, float]) -> tuple[Bound, Wording] | None:
    """An integral that has no value at a point, where it diverges and its principal value, or an endless sum
    or product; None where the function has a value, or none for another reason."""
    tree = subject.tree
    integrals = [] if tree is None else unbounded(tree)
    if tree is None or len(integrals) != 1:
        return None
    numbers = {**subject.defaults, **p, **dict(zip(subject.inputs, at, strict=True))}
    algebra = BallAlgebra(time.thread_time() + SECONDS)
    with digits(PRECISIONS[0]):
        try:
            derivatives(
                tree, {name: typed(value) for name, value in numbers.items()}, (), 0, subject.line, algebra
            )
        except FAILURES:
            return None
        found = algebra.diverging
        if found is None:
            return None
        places = ", ".join(f"{number(place):.6g}".replace("inf", "∞") for place in found.at)
        kind = integrals[0].kind
        text = Wording("the sum diverges") if kind == "sum" else Wording("the product diverges")
        if kind == "integral":
            text = Wording("the integral diverges at {0} = {1}", integrals[0].variable, places)
        principal = Reference(found.principal)
        if integrals[0] is tree and principal.is_number:
            if principal.has(FULL):
                text = Wording("{0}; its principal value is {1:.15g}", text, number(principal.ball))
            elif (reach := float(abs(principal.ball).upper())) < NEARLY_ZERO:
                text = Wording("{0}; its principal value is 0 within {1:.0e}", text, reach)
        return integrals[0], text


def number_of(tree: Node, p: Mapping[str, float] | None = None, line: int = 0) -> float:
    """The float64 of an expression without variables, NaN without a value or where its digits are unknown."""
    found = _ball_of(tree, {name: typed(value) for name, value in (p or {}).items()}, line)
    if found is None or found is NOWHERE:
        return math.nan
    with digits(BALL_DIGITS):
        ball = arb(found)
        sure = (
            any(isinstance(each, Measured) for each in (p or {}).values())
            or Reference(ball).has(EXACT)
            or ball.abs_upper() < arb(10) ** (-BALL_DIGITS // 2)
        )
        return number(ball) if sure else math.nan


def _ball_of(tree: Node, values: Mapping[str, fmpq], line: int = 0) -> Any:
    with digits(BALL_DIGITS):
        algebra = SeriesAlgebra(BallAlgebra(time.thread_time() + BALL_SECONDS), 0)
        try:
            found = evaluate(tree, algebra, values, line)
        except FAILURES:
            return None
        return found if found is NOWHERE or is_known(found) else None


def _raised(compute: Callable[[float, bool], Any], is_enough: Callable[[Any], bool], seconds: float) -> Any:
    """The result of the first precision that is enough, or of the last that the time allows; None of none."""
    began = time.thread_time()
    best, until = None, began + seconds
    for count in PRECISIONS:
        started = time.thread_time()
        try:
            with digits(count):
                best = compute(until, count == PRECISIONS[-1])
        except FAILURES:
            break
        if is_enough(best) or started + SLOWER * (time.thread_time() - started) > until:
            break
    return best


def _known(
    subject: Subject,
    at: Sequence[float],
    p: Mapping[str, float],
    directions: Sequence[tuple[Mapping[str, int], int]],
    seconds: float | None,
    enough: int = ENOUGH,
) -> Along:
    """For each direction the derivatives along it up to its order."""
    tree = subject.tree
    nothing: Along = [[(UNKNOWN,)] * (order + 1) for _, order in directions]
    if tree is None or any(isinstance(value, list | tuple) for value in p.values()):
        return nothing
    numbers = {**subject.defaults, **p, **dict(zip(subject.inputs, at, strict=True))}
    if not all(math.isfinite(value) for value in numbers.values()):
        return nothing

    def computed(until: float, snaps: bool) -> Along:
        found = [_along(tree, subject.line, numbers, *each, until, snaps) for each in directions]
        if snaps:
            return [[tuple(map(_zero_or, row)) for row in rows] for rows in found]
        return found

    def is_enough(along: Along) -> bool:
        return all(reference.has(enough) for rows in along for row in rows for reference in row)

    best: Along = _raised(computed, is_enough, SECONDS if seconds is None else seconds) or nothing
    # a number of many digits that is not the float64 for which it stands
    if any(
        not _has_few_digits(n) and Fraction(repr(float(n))) != Fraction(float(n)) for n in numbers.values()
    ):
        return [[tuple(_not_exact(reference) for reference in row) for row in rows] for rows in best]
    return best


def _zero_or(reference: Reference, count: float = ZERO * PRECISIONS[-1]) -> Reference:
    """Zero for a ball around 0 that is as small as so many digits; the reference itself elsewhere."""
    if (
        reference.is_number
        and reference.ball.contains(0)
        and reference.ball.abs_upper() < arb(10) ** int(-count)
    ):
        return Reference(arb(0))
    return reference


def _not_exact(reference: Reference) -> Reference:
    """Of a rounded number: right to all digits of a float64, but not exactly."""
    if not reference.is_number:
        return reference
    with digits(PRECISIONS[-1]):
        return Reference(reference.ball + arb(0, reference.ball.abs_upper() * arb(10) ** -EXACT / 4))


def _along(
    tree: Node,
    line: int,
    numbers: Mapping[str, float],
    direction: Mapping[str, int],
    order: int,
    until: float,
    snaps: bool,
) -> list[tuple[Reference, ...]]:
    """The derivatives of a tree along a direction, each a tuple of the function's outputs."""
    values = {name: typed(value) for name, value in numbers.items()}
    rows = derivatives(tree, values, tuple(direction), order, line, BallAlgebra(until, snaps=snaps))
    return [tuple(Reference(_ball(c)) for c in (row if isinstance(row, tuple) else (row,))) for row in rows]


def _ball(value: Any) -> Any:
    return value if value is NOWHERE else arb(value)


def typed(value: float) -> Any:
    """A number as it was typed: 0.3 is three tenths. One of more than 15 digits is the float64 itself."""
    if isinstance(value, Measured):
        return value.ball
    return decimal(value) if _has_few_digits(value) else exactly(value)


def _has_few_digits(value: float) -> bool:
    mantissa = repr(float(value)).partition("e")[0].replace(".", "").replace("-", "").strip("0")
    return len(mantissa) <= FULL
