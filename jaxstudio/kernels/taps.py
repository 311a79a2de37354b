"""Taps are the weights of a one-dimensional filter, and the sums that apply them.

Taps beyond a filter's true radius are zero, so that one compiled kernel serves a whole bucket of
radii.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from jaxstudio.kernels.windows import FlatWindow, finish

# Beyond this radius an unrolled sum compiles too slowly; a loop over blocks of taps takes over.
UNROLLED_RADIUS = 64
BLOCK = 32


def gaussian_radius(sigma: float, truncate: float) -> int:
    """SciPy's radius: truncate·sigma rounded half up, in pixels."""
    return int(truncate * sigma + 0.5)


def gaussian_half_taps(sigma: jax.Array, truncate: jax.Array, radius: int) -> jax.Array:
    """Normalised Gaussian weights from the centre outwards.

    Args:
        sigma: standard deviation in pixels, ≥ 0 (0 leaves the image as it is).
        truncate: the taps end at `truncate` standard deviations, as in SciPy.
        radius: static length of the half, ≥ the true radius.

    Returns:
        (radius + 1,) float32; element 0 is the centre and stands once, the others twice.
    """
    distance = jnp.arange(radius + 1, dtype=jnp.float32)
    true_radius = jnp.floor(truncate * sigma + 0.5)
    # sigma² below 1e-15 makes every tap but the centre exactly 0 without dividing by 0
    variance = jnp.maximum(sigma * sigma, 1e-15)
    bell = jnp.exp(-0.5 * jnp.minimum(distance * distance / variance, 1e4))
    bell = jnp.where(distance <= true_radius, bell, 0.0)
    bell = bell.at[0].set(1.0)
    return bell / (1.0 + 2.0 * jnp.sum(bell[1:]))


def box_taps(size: jax.Array, radius: int) -> jax.Array:
    """Equal weights over `size` pixels, from −size//2 on (SciPy's origin for even sizes).

    Returns:
        (2·radius + 1,) float32, in the order of ascending offset.
    """
    offset = jnp.arange(-radius, radius + 1, dtype=jnp.float32)
    first = -jnp.floor(size / 2)
    inside = (offset >= first) & (offset < first + size)
    return jnp.where(inside, 1.0 / size, 0.0)


def symmetric_sum(window: FlatWindow, half: jax.Array, axis: int) -> jax.Array:
    """Weighted sum along one axis (0 rows, 1 columns) with the same weight on both sides.

    Args:
        window: the image.
        half: (radius + 1,) weights from the centre outwards.
    """
    radius = half.shape[0] - 1

    def at(offset: int | jax.Array) -> jax.Array:
        return window.raw(offset, 0) if axis == 0 else window.raw(0, offset)

    total = half[0] * at(0)
    for k in range(1, min(radius, UNROLLED_RADIUS) + 1):
        total = total + half[k] * (at(k) + at(-k))
    if radius <= UNROLLED_RADIUS:
        return finish(window, total)

    def block(index: int | jax.Array, total: jax.Array) -> jax.Array:
        first = UNROLLED_RADIUS + 1 + index * BLOCK
        weights = lax.dynamic_slice(half, (first,), (BLOCK,))
        for k in range(BLOCK):
            total = total + weights[k] * (at(first + k) + at(-(first + k)))
        return total

    blocks, rest = divmod(radius - UNROLLED_RADIUS, BLOCK)
    if rest:
        raise ValueError(f"a radius over {UNROLLED_RADIUS} must be {UNROLLED_RADIUS} + n·{BLOCK}")
    return finish(window, lax.fori_loop(0, blocks, block, total))


def weighted_sum(window: FlatWindow, taps: jax.Array, axis: int) -> jax.Array:
    """Weighted sum along one axis; `taps` is (2·radius + 1,) in the order of ascending offset."""
    radius = taps.shape[0] // 2
    total = None
    for k in range(-radius, radius + 1):
        term = taps[k + radius] * (window.raw(k, 0) if axis == 0 else window.raw(0, k))
        total = term if total is None else total + term
    return finish(window, total)


def correlate(window: FlatWindow, matrix: jax.Array) -> jax.Array:
    """Correlation with a (2·r + 1, 2·r + 1) matrix, row 0 being the pixels above."""
    radius = matrix.shape[0] // 2
    total = None
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            term = matrix[dy + radius, dx + radius] * window.raw(dy, dx)
            total = term if total is None else total + term
    return finish(window, total)
