"""Gaussian blurs on a whole image, as a generated script computes them; see codegen/whole_image.py.

The same sums in the same order as those of kernels/fir.py, on an array (height, width, channels).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax.numpy as jnp
from jax import lax

from jaxstudio.codegen.whole_image import compiled
from jaxstudio.kernels.fir import gaussian_half_taps
from jaxstudio.kernels.pixels import to_float

gaussian_weights = partial(compiled, static_argnames="radius")(gaussian_half_taps)


def symmetric_sum(x: Any, weights: Any, axis: int) -> Any:
    """Weighted sum along an axis, the same weights on both sides; x has a border as wide as they reach."""
    radius = weights.shape[0] - 1

    def at(k: Any) -> Any:
        part = lax.dynamic_slice_in_dim(x, radius + k, x.shape[axis] - 2 * radius, axis)
        return part.astype(jnp.float32)

    def add(k: Any, total: Any) -> Any:
        return total + weights[k] * (at(k) + at(-k))

    # what is written out before a loop decides how XLA rounds the first sum
    most, turn = ((12, 8), (64, 32))[axis]
    first = radius if radius <= most else radius % turn
    total = weights[0] * at(0)
    for k in range(1, first + 1):
        total = add(k, total)
    if first < radius:
        total = lax.fori_loop(first + 1, radius + 1, add, total, unroll=turn)
    return total * to_float(jnp.ones((), x.dtype))


sum_along = partial(compiled, static_argnames="axis")(symmetric_sum)


@compiled
def sharpen(x: Any, columns: Any, weights: Any, amount: Any) -> Any:
    """x and what a blur takes away from it, of which the columns are done."""
    value = to_float(x)
    return value + amount * (value - symmetric_sum(columns, weights, 1))
