"""Second derivatives of a picture under a Gaussian: the Hessian of every pixel and its eigenvalues."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from jaxstudio.kernels.fir import antisymmetric_sum, symmetric_sum
from jaxstudio.kernels.stencil import FlatWindow

# A second derivative's taps beyond so many standard deviations are below 10⁻⁶ of the largest.
TRUNCATE = 6.0


def hessian_taps(sigma: jax.Array, radius: int) -> dict[str, jax.Array]:
    """Weights that smooth, differentiate once and differentiate twice, from the centre outwards.

    Each is two filters of deviation sigma/√2 one after the other: to differentiate twice with one
    sampled kernel would be far off for a small sigma. As skimage.feature.hessian_matrix does it with
    use_gaussian_derivatives, but for the border.

    Args:
        sigma: traced float32, pixels, > 0.
        radius: static, at least TRUNCATE·sigma.

    Returns:
        `smooth`, `first`, `second`: (radius + 1,) float32 each.
    """
    x = jnp.arange(-radius, radius + 1, dtype=jnp.float32)
    variance = sigma * sigma / 2
    bell = jnp.exp(-0.5 * jnp.minimum(x * x / variance, 170.0))
    bell = bell / jnp.sum(bell)
    slope = x / variance * bell

    def twice(a: jax.Array, b: jax.Array) -> jax.Array:
        return jnp.convolve(a, b, mode="same", precision="highest")[radius:]

    return {"smooth": twice(bell, bell), "first": twice(bell, slope), "second": twice(slope, slope)}


def down_the_columns(window: FlatWindow, taps: dict[str, jax.Array]) -> tuple[jax.Array, ...]:
    """The picture differentiated twice, once and not at all from row to row; not yet along the rows."""
    return (
        symmetric_sum(window, taps["second"], 0),
        antisymmetric_sum(window, taps["first"], 0),
        symmetric_sum(window, taps["smooth"], 0),
    )


def eigenvalues(columns: tuple[FlatWindow, ...], taps: dict[str, jax.Array]) -> tuple[jax.Array, jax.Array]:
    """The greater and the lesser eigenvalue of each value's Hessian, from `down_the_columns`."""
    rows = symmetric_sum(columns[0], taps["smooth"], 1)
    both = antisymmetric_sum(columns[1], taps["first"], 1)
    across = symmetric_sum(columns[2], taps["second"], 1)
    middle, half = (rows + across) / 2, (rows - across) / 2
    apart = jnp.sqrt(half * half + both * both)
    return middle + apart, middle - apart
