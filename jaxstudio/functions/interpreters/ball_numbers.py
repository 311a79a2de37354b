"""Numbers of the ball algebra: exact fractions, balls, `NOWHERE` for no value, NaN for an unknown one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
from flint import arb, fmpq


class Nowhere:
    """The value that is none: whatever is computed from it is none as well."""

    def _itself(self, *_: object) -> Nowhere:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __neg__ = __abs__ = __pow__ = __rpow__ = _itself


NOWHERE = Nowhere()
UNKNOWN = arb.nan()


class Measured(float):
    """A number whose error is estimated, such as a value of a solution; balls have it as their radius."""

    error: float

    def __new__(cls, value: float, error: float) -> Measured:
        number = super().__new__(cls, value)
        number.error = error
        return number

    @property
    def ball(self) -> arb:
        return arb(float(self), self.error)


def decimal(value: float) -> Any:
    """A number as it was typed: 0.3 is three tenths."""
    return value.ball if isinstance(value, Measured) else _decimal(value)


@lru_cache(maxsize=1_024)
def _decimal(value: float) -> fmpq:
    exact = Fraction(repr(float(value)))
    return fmpq(exact.numerator, exact.denominator)


def is_known(value: Any) -> bool:
    """Whether the value is a finite number, with whatever error."""
    return value is not NOWHERE and (isinstance(value, fmpq) or bool(value.is_finite()))


def digits(count: int) -> AbstractContextManager[object]:
    """Balls of so many decimal digits inside the block."""
    context: AbstractContextManager[object] = flint.ctx.workdps(count)
    return context


def exactly(value: float) -> fmpq:
    """The very number that a float64 is."""
    return fmpq(*float(value).as_integer_ratio())


def number(value: Any) -> float:
    """The float64 nearest to a ball's centre: NaN without a value, never 0 for a ball that excludes 0."""
    if value is NOWHERE:
        return math.nan
    found = float(arb(value).mid())
    return found if found or arb(value).contains(0) else math.copysign(5e-324, 1 if value > 0 else -1)


def numbers_between(low: Any, high: Any) -> Iterator[Any]:
    """Numbers in the interval that people type, or that multiples of π make: fractions, or balls."""
    for unit in (fmpq(1), arb.pi()):
        found = _simplest(low / unit, high / unit)
        if found is not None and (found or unit == 1):
            yield found * unit


def _simplest(low: Any, high: Any) -> fmpq | None:
    """The fraction of the least denominator in an interval, if that is no more than chance would have it."""
    if low <= 0 <= high:
        return fmpq(0)
    middle = _fraction(arb((low + high) / 2).mid().fmpq())
    for most in (1, 12, 1_000, 100_000):
        simple = middle.limit_denominator(most)
        if low <= fmpq(simple.numerator, simple.denominator) <= high:
            return fmpq(simple.numerator, simple.denominator)
    return None


def _fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))
