"""Hurwitz's zeta function of several whole orders at once, as the derivatives of digamma need it."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import jax
import jax.numpy as jnp

# Euler and Maclaurin's formula: so many terms one by one, then the integral and so many corrections
TERMS = 16
BERNOULLI = tuple(
    Fraction(text) for text in ("1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730", "7/6", "-3617/510")
)


def zetas(highest: int, q: jax.Array) -> list[jax.Array]:
    """ζ(2, q), …, ζ(highest, q) for q >= 0, each Σ (n + q)^-s over n from 0: relative errors below 1e-14.

    lax.zeta is compiled anew for each order, and takes ten times as long to compile.
    """
    steps = jnp.arange(TERMS, dtype=q.dtype)
    inverse = 1 / (q[..., None] + steps)
    far = 1 / (q + TERMS)
    square = far * far
    power, tail, found = inverse, jnp.ones_like(far), []
    for s in range(2, highest + 1):
        power, tail = power * inverse, tail * far  # tail is far^(s - 1)
        corrections = jnp.zeros_like(far)
        for j, number in reversed(list(enumerate(BERNOULLI, start=1))):
            rising = Fraction(factorial(s + 2 * j - 2), factorial(s - 1))
            corrections = corrections * square + float(number * rising / factorial(2 * j))
        rest = tail * (1 / (s - 1) + far * (0.5 + far * corrections))
        found.append(jnp.sum(power, axis=-1) + rest)
    return found
