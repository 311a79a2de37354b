"""What the others are judged by: mpmath's numerical derivatives at fifty digits, from values alone."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

from mpmath import mp, mpf  # type: ignore[import-untyped]

from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.mpmath_algebra import MpmathAlgebra

DIGITS = 50


class TooLong(Exception):
    """The judge was stopped."""


def exact_derivatives(
    subject: Subject,
    at: Sequence[float],
    p: Mapping[str, float],
    order: int,
    *,
    digits: int = DIGITS,
    seconds: float = math.inf,
) -> list[mpf]:
    """The derivatives 0 to `order` at a point with a coordinate for each input; NaN where there is none.

    mpmath differences the function's values at several times the digits asked for; no rule of
    differentiation is shared with what is judged. Raises TooLong after about so many seconds: a value that
    is an integral takes many.
    """
    tree = subject.tree
    if tree is None:
        raise TypeError("only what was typed can be computed in high precision")

    until = time.monotonic() + seconds

    def value(x: mpf) -> mpf:
        if time.monotonic() > until:
            raise TooLong
        # under the precision that mpmath has set for this value, and not one of our own
        values = {name: mpf(number) for name, number in {**subject.defaults, **p}.items()}
        values |= {name: mpf(number) for name, number in zip(subject.inputs, at, strict=True)}
        values[subject.inputs[subject.by]] = x
        return evaluate(tree, MpmathAlgebra(), values, subject.line)

    with mp.workdps(digits):
        return [+found for found in mp.diffs(value, mpf(at[subject.by]), order)]


def relative_error(value: float, exact: mpf) -> float:
    """|value - exact| / |exact|; absolute where the exact value is 0, NaN where there is none."""
    if mp.isnan(exact) or math.isnan(value):
        return math.nan
    if math.isinf(value):
        return 0.0 if value == exact else math.inf
    off = abs(mpf(value) - exact)
    return float(off / abs(exact)) if exact else float(off)
