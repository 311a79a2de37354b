"""Two pictures compared block by block: squared and greatest differences, SSIM, colour differences.

What is not a number, in either picture or beside both, is left out, and so is every window it lies in.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.kernels.colour_differences import delta_e_2000
from jaxstudio.kernels.colour_spaces import Planes, rgb_to_lab

# SSIM as Wang, Bovik, Sheikh and Simoncelli have it, with scikit-image's uniform window.
WINDOW = 7
REACH = WINDOW // 2
K1, K2 = 0.01, 0.03
AREA = WINDOW * WINDOW


def _sum_along(x: jax.Array, axis: int) -> jax.Array:
    """Sums of WINDOW neighbours; the axis gets shorter by 2·REACH."""
    length = x.shape[axis] - 2 * REACH
    total = jax.lax.slice_in_dim(x, 0, length, axis=axis)
    for shift in range(1, WINDOW):
        total = total + jax.lax.slice_in_dim(x, shift, shift + length, axis=axis)
    return total


@jax.jit
def row_sums(a: jax.Array, b: jax.Array) -> tuple[jax.Array, ...]:
    """Sums along rows of a, b, a², b² and ab: the first half of SSIM's windows.

    Args:
        a, b: (channels, rows, columns) float32, nominally in [0, 1].
    """
    # about the middle: the smaller the values, the less their squares' difference loses
    a, b = a - 0.5, b - 0.5
    return tuple(_sum_along(x, 2) for x in (a, b, a * a, b * b, a * b))


@jax.jit
def structure(sums: tuple[jax.Array, ...]) -> tuple[jax.Array, jax.Array]:
    """SSIM summed along each row, and how many windows each sum has: both (channels, rows)."""
    mean_a, mean_b, aa, bb, ab = (_sum_along(x, 1) / AREA for x in sums)
    unbiased = AREA / (AREA - 1)
    var_a, var_b = unbiased * (aa - mean_a * mean_a), unbiased * (bb - mean_b * mean_b)
    both = unbiased * (ab - mean_a * mean_b)
    mean_a, mean_b = mean_a + 0.5, mean_b + 0.5
    upper = (2 * mean_a * mean_b + K1**2) * (2 * both + K2**2)
    lower = (mean_a**2 + mean_b**2 + K1**2) * (var_a + var_b + K2**2)
    value = upper / lower
    sound = jnp.isfinite(value)
    return jnp.sum(jnp.where(sound, value, 0.0), axis=2), jnp.sum(sound, axis=2, dtype=jnp.int32)


@jax.jit
def planes(block: jax.Array, unit: jax.Array, extent: jax.Array) -> jax.Array:
    """A block of pixels (rows, columns, channels) of any format as planes (channels, rows, columns) float32.

    Args:
        unit: the weight of 1 in the block's format.
        extent: int32, the first row and column that are pixels, and the first behind that are none; what
            lies beside them becomes NaN.
    """
    rows, columns = (jax.lax.broadcasted_iota(jnp.int32, block.shape[:2], axis) for axis in (0, 1))
    inside = (rows >= extent[0]) & (columns >= extent[1]) & (rows < extent[2]) & (columns < extent[3])
    return jnp.where(inside, jnp.moveaxis(block, 2, 0).astype(jnp.float32) * unit, jnp.nan)


@jax.jit
def lab(x: jax.Array) -> Planes:
    """L*a*b* of planes without their outer REACH; of what is no number, black."""
    x = _inner(x)
    x = jnp.where(jnp.all(jnp.isfinite(x), axis=0), x, 0.0)
    return rgb_to_lab(x[0], x[-2 % x.shape[0]], x[-1])


@jax.jit
def colour_difference(one: Planes, other: Planes) -> jax.Array:
    """CIEDE2000 of two blocks' pixels."""
    return delta_e_2000(one, other)


@jax.jit
def differences(a: jax.Array, b: jax.Array, delta_e: jax.Array) -> dict[str, Any]:
    """Row by row: `count` of the pixels that are numbers in both, the sum of their `squares` and of their
    `delta_e`; of the block: the greatest `delta` and `delta_e_most`.

    Args:
        a, b: (1 or 3, rows, columns) float32, encoded values; their outer REACH is left out.
        delta_e: CIEDE2000 of the inner pixels.
    """
    a, b = _inner(a), _inner(b)
    sound = jnp.all(jnp.isfinite(a) & jnp.isfinite(b), axis=0)
    delta = jnp.where(sound, jnp.abs(a - b), 0.0)
    # colours without end have none: of values far beyond [0, 1] Lab may not be finite
    delta_e = jnp.where(sound, delta_e, 0.0)
    return {
        "count": jnp.sum(sound, axis=1, dtype=jnp.int32),
        "squares": jnp.sum(delta * delta, axis=(0, 2)),
        "delta": jnp.max(delta),
        "delta_e": jnp.sum(delta_e, axis=1),
        "delta_e_most": jnp.max(delta_e),
    }


def _inner(x: jax.Array) -> jax.Array:
    return x[:, REACH:-REACH, REACH:-REACH]
