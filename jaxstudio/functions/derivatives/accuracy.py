"""Significant digits of computed derivatives, judged by Taylor series in multiple-precision arithmetic.

A reference is computed in two precisions; what they agree on is known, and where they do not agree (what
cancels near a removable singularity) the precision is doubled until they do.
"""

from __future__ import annotations

import ctypes
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.mpmath_algebra import MpmathAlgebra
from jaxstudio.functions.language.nodes import Bound, Node, walk_all

# decimal digits of the working precision; neighbours are compared
PRECISIONS = (35, 50, 100, 200, 400)
# two precisions agree when they differ by less than this share, and a value this small (in digits, as a share
# of those computed with) in which they do not agree is zero
AGREEMENT, ZERO = mpf(10) ** -22, 0.7
# functions that jump at whole numbers or halves; what is nearer to one than this share of the working digits
# is on it, which a higher precision confirms or refutes
STEPS, WHOLE = frozenset({"floor", "ceil", "round", "trunc", "sign"}), 0.7
# seconds that a reference may take
SECONDS = 2.0
# values with fewer sure digits are replaced by those of multiple precision where no method was asked for
POOR = 12
# decimal digits of a float64 whatever its value, and of one that is exactly right
FULL, EXACT = 15, 17
# for each direction the derivatives along it, each with an item for each output
Along = list[list[tuple["Reference", ...]]]
T = TypeVar("T")


@dataclass(frozen=True)
class Reference:
    """A derivative in multiple precision and a bound of its own error; None without one."""

    value: mpf | None
    error: mpf

    @property
    def rounded(self) -> float:
        """The nearest float64; NaN where there is no value or less than a float64 of it is known."""
        if self.value is None or self.error > abs(self.value) * mpf(10) ** -EXACT:
            return math.nan
        return float(self.value)

    def digits(self, value: float) -> int | None:
        """How many significant digits of a computed value are sure: its relative error is at most half a
        unit of 10^-digits. None where there is no reference or no value."""
        if self.value is None or mp.isnan(self.value) or not math.isfinite(value):
            return None
        off = abs(mpf(value) - self.value) + self.error
        if off == 0:
            return EXACT
        if value == float(self.value) and abs(value) < 1e-300:
            return FULL
        if self.value == 0 or 2 * off >= abs(self.value):
            return 0
        return min(int(mp.floor(-mp.log10(2 * off / abs(self.value)))), FULL)


UNKNOWN = Reference(None, mpf(0))
# Of an integral without bound: whatever float64 makes of it is no value.
NOWHERE = Reference(mpf(mp.nan), mpf(0))


def best(value: float, reference: Reference) -> tuple[float, int | None]:
    """A value with its sure digits; where they are fewer than `POOR`, the reference rounded to float64."""
    if reference is NOWHERE:
        return math.nan, None
    digits = reference.digits(value)
    if (digits is None or digits < POOR) and math.isfinite(reference.rounded):
        return reference.rounded, reference.digits(reference.rounded)
    return value, digits


def references(
    subject: Subject, at: Sequence[float], p: Mapping[str, float], order: int, seconds: float | None = None
) -> list[tuple[Reference, ...]]:
    """The derivatives 0 to `order` by the subject's variable at a point with a coordinate for each input.

    Each has an item for each output of the function, a single one of a scalar. All are `UNKNOWN` (one
    output) where they cannot be computed in about so many seconds.
    """
    name = subject.inputs[subject.by]
    return _agreed(subject, at, p, [({name: 1}, order)], seconds)[0]


def gradient_references(
    subject: Subject, at: Sequence[float], p: Mapping[str, float], order: int, seconds: float | None = None
) -> list[Any]:
    """The value, the gradient and the Hessian by all inputs up to `order`, as nested tuples.

    Items: (outputs,), then (outputs, inputs), then (outputs, inputs, inputs); second derivatives come from
    those along the sums of two axes.
    """
    names, pairs = subject.inputs, {}
    directions: list[tuple[dict[str, int], int]] = [({name: 1}, min(order, 2)) for name in names]
    if order == 2:
        for i in range(len(names)):
            for j in range(i):
                pairs[i, j] = len(directions)
                directions.append(({names[i]: 1, names[j]: 1}, 2))
    found = _agreed(subject, at, p, directions, seconds)
    outputs = range(len(found[0][0]))
    rows: list[Any] = [tuple(found[0][0])]
    if order >= 1:
        rows.append(tuple(tuple(found[i][1][k] for i in range(len(names))) for k in outputs))
    if order >= 2:

        def second(k: int, i: int, j: int) -> Reference:
            if i == j:
                return found[i][2][k]
            parts = [found[pairs[max(i, j), min(i, j)]][2][k], found[i][2][k], found[j][2][k]]
            known = [part.value for part in parts if part.value is not None]
            if len(known) < 3:
                return UNKNOWN
            with mp.workdps(PRECISIONS[-1]):
                value = (known[0] - known[1] - known[2]) / 2
                error = mp.fsum(part.error for part in parts)
                return Reference(mpf(0) if abs(value) <= error else value, error)

        rows.append(
            tuple(
                tuple(tuple(second(k, i, j) for j in range(len(names))) for i in range(len(names)))
                for k in outputs
            )
        )
    return rows


def truth_reference(
    tree: Node, numbers: Mapping[str, float], line: int = 0, seconds: float | None = None
) -> Reference:
    """1 where a condition holds, 0 where it does not; unknown where two precisions do not agree."""
    until = time.monotonic() + (SECONDS if seconds is None else seconds)

    def holds(digits: int) -> bool:
        with mp.workdps(digits):
            values = {name: decimal(value) for name, value in numbers.items()}
            return bool(evaluate(tree, _Snapping(until), values, line))

    found = within(until - time.monotonic(), lambda: [holds(digits) for digits in PRECISIONS[:2]])
    return Reference(mpf(int(found[0])), mpf(0)) if found and found[0] == found[1] else UNKNOWN


def _agreed(
    subject: Subject,
    at: Sequence[float],
    p: Mapping[str, float],
    directions: Sequence[tuple[Mapping[str, int], int]],
    seconds: float | None,
) -> Along:
    """For each direction the derivatives along it up to its order, from two precisions that agree."""
    tree = subject.tree
    nothing: Along = [[(UNKNOWN,)] * (order + 1) for _, order in directions]
    if tree is None or any(isinstance(value, list | tuple) for value in p.values()):
        return nothing
    numbers = {**subject.defaults, **p, **dict(zip(subject.inputs, at, strict=True))}
    if not all(math.isfinite(value) for value in numbers.values()):
        return nothing
    until = time.monotonic() + (SECONDS if seconds is None else seconds)

    def computed(digits: int) -> list[list[tuple[mpf, ...]]] | None:
        left = until - time.monotonic()
        if left <= 0:
            return None
        return within(
            left, lambda: [_along(tree, subject.line, numbers, *d, digits, until) for d in directions]
        )

    integrates = any(isinstance(part, Bound) and part.kind == "integral" for part in walk_all(tree))
    nowhere = NOWHERE if integrates else UNKNOWN
    best, before = nothing, computed(PRECISIONS[0])
    for digits in PRECISIONS[1:]:
        now = computed(digits) if before is not None else None
        if before is None or now is None:
            break
        with mp.workdps(digits):
            pairs = [
                [
                    tuple(_judged(*pair, digits, nowhere) for pair in zip(*row, strict=True))
                    for row in zip(*rows, strict=True)
                ]
                for rows in zip(before, now, strict=True)
            ]
        best = [[tuple(reference for reference, _ in row) for row in rows] for rows in pairs]
        if all(settled for rows in pairs for row in rows for _, settled in row):
            break
        before = now
    if any(map(_is_rounded, numbers.values())):
        return [[tuple(_not_exact(reference) for reference in row) for row in rows] for rows in best]
    return best


def _not_exact(reference: Reference) -> Reference:
    """Of a rounded number: right to all digits of a float64, but not exactly."""
    if reference.value is None or mp.isnan(reference.value):
        return reference
    return replace(reference, error=max(reference.error, abs(reference.value) * mpf(10) ** -EXACT))


def _judged(first: mpf, second: mpf, digits: int, nowhere: Reference = UNKNOWN) -> tuple[Reference, bool]:
    """What two precisions make of a value, `nowhere` where both have none, and whether higher ones are not
    needed."""
    if mp.isnan(first) and mp.isnan(second):
        return nowhere, True
    if mp.isnan(first) or mp.isnan(second):
        return UNKNOWN, False
    off = abs(first - second)
    if off <= AGREEMENT * abs(second):
        return Reference(second, off), True
    if digits >= 100 and abs(second) < mpf(10) ** int(-ZERO * digits):
        return Reference(mpf(0), mpf(0)), True
    return Reference(second, off), False


def _along(
    tree: Node,
    line: int,
    numbers: Mapping[str, float],
    direction: Mapping[str, int],
    order: int,
    digits: int,
    until: float,
) -> list[tuple[mpf, ...]]:
    """The derivatives of a tree along a direction, each a tuple of the function's outputs."""
    with mp.workdps(digits):
        algebra = SeriesAlgebra(_Snapping(until), order)
        values = {
            name: algebra.variable(decimal(value)) if name in direction else decimal(value)
            for name, value in numbers.items()
        }
        found = algebra.full(evaluate(tree, algebra, values, line))
        rows = [row if isinstance(row, tuple) else (row,) for row in found]
        rows = [tuple(mpf(c) * mp.factorial(k) for c in row) for k, row in enumerate(rows)]
        # without some derivative there are none of higher orders, as in `taylor`
        for below, k in enumerate(range(1, len(rows))):
            lost = [mp.isnan(value) for value in rows[below]]
            rows[k] = tuple(mpf(mp.nan) if gone else value for gone, value in zip(lost, rows[k], strict=True))
        return rows


def decimal(value: float) -> mpf:
    """A number as it was typed: 0.3 is three tenths. One of more than 15 digits is the float64 itself."""
    return mpf(repr(float(value))) if _has_few_digits(value) else mpf(value)


def _has_few_digits(value: float) -> bool:
    digits = repr(float(value)).partition("e")[0].replace(".", "").replace("-", "").strip("0")
    return len(digits) <= FULL


def _is_rounded(value: float) -> bool:
    """Whether a number of many digits is not the float64 for which it stands."""
    return not _has_few_digits(value) and Fraction(repr(float(value))) != Fraction(float(value))


def _near_half(x: mpf) -> mpf:
    """The whole or half number that x is but for rounding: 0.3/0.1 is 3."""
    near = mp.nint(2 * x) / 2
    return near if abs(x - near) <= mpf(10) ** int(-WHOLE * mp.dps) * max(1, abs(x)) else x


class TooLong(Exception):
    """The time for a reference is over."""


class Timed(MpmathAlgebra):
    """Multiple-precision numbers whose operations raise TooLong after `until`, by time.monotonic()."""

    def __init__(self, until: float) -> None:
        self.until = until

    def multiply(self, a: mpf, b: mpf) -> mpf:
        self._check()
        return a * b

    def call(self, name: str, arguments: Sequence[mpf]) -> mpf:
        self._check()
        return super().call(name, arguments)

    def _check(self) -> None:
        if time.monotonic() > self.until:
            raise TooLong


class _Snapping(Timed):
    """In which numbers are on a step, or equal, if only rounding keeps them from it."""

    def call(self, name: str, arguments: Sequence[mpf]) -> mpf:
        if name in STEPS:
            arguments = [_near_half(argument) for argument in arguments]
        return super().call(name, arguments)

    def compare(self, operator: str, a: mpf, b: mpf) -> bool:
        off, largest = abs(a - b), max(abs(a), abs(b))
        near = mp.isfinite(off) and off <= mpf(10) ** int(-WHOLE * mp.dps) * largest
        return super().compare(operator, a, a if near else b)


def within(seconds: float, compute: Callable[[], T]) -> T | None:
    """What `compute` gives, None if it takes longer or has no rule.

    A single value of a special function may take mpmath for ever; it is Python, and so its thread can be
    sent an exception.
    """
    results: list[T] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            results.append(compute())
        except (TooLong, ExpressionError, NotImplementedError, MemoryError, RecursionError, OverflowError):
            pass
        except Exception as error:
            failed.append(error)

    precision = mp.prec
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive() and thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TooLong))
        thread.join(1.0)
    mp.prec = precision
    if failed:
        raise failed[0]
    return results[0] if results else None
