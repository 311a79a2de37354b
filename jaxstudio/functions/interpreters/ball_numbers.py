"""Numbers of the ball algebra: exact fractions, balls, `NOWHERE` for no value, NaN for an unknown one."""

from __future__ import annotations

import math
from contextlib import AbstractContextManager
from fractions import Fraction
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


def decimal(value: float) -> fmpq:
    """A number as it was typed: 0.3 is three tenths."""
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


def nearest(value: Any) -> float:
    """The float64 nearest to a ball's centre, NaN of no value; never 0 of what is certainly not 0."""
    if not is_known(value):
        return math.nan
    number = float(arb(value).mid())
    return number if number or arb(value).contains(0) else math.copysign(5e-324, 1 if value > 0 else -1)
