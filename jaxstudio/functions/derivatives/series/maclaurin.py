"""Entire functions near 0: a polynomial, and all its derivatives at a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from jaxstudio.functions.derivatives.series.arithmetic import Ring
from jaxstudio.functions.derivatives.series.coefficients import Element


def pi(ring: Ring) -> Element:
    return ring.numbers.base.named_constant("pi", math.pi)


def shifted(ring: Ring, at: Element, coefficients: Sequence[Fraction]) -> list[Element]:
    """The coefficients of t ↦ p(at + t) up to the ring's order, for an even or an odd polynomial p."""
    n, square = ring.numbers, ring.numbers.square(at)
    outer = []
    for k in range(ring.order + 1):
        terms = [math.comb(m, k) * c for m, c in enumerate(coefficients)][k:]
        skipped = next(at for at, c in enumerate(terms) if c)  # 0 or 1: every other coefficient is zero
        total: Element = 0
        for term in reversed(terms[skipped::2]):
            total = n.add(n.multiply(total, square), term)
        outer.append(n.multiply(total, at) if skipped else total)
    return outer
