"""Two pictures compared block by block: squared and greatest differences, SSIM, colour differences.

What is not a number, in either picture or beside both, is left out, and so is every window it lies in.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.kernels.colour_spaces import delta_e_2000, rgb_to_lab

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
def differences(a: jax.Array, b: jax.Array) -> dict[str, Any]:
    """Row by row: `count` of the pixels that are numbers in both, the sum of their `squares` and of their
    `delta_e`; of the block: the greatest `delta` and `delta_e_most`.

    Args:
        a, b: (1 or 3, rows, columns) float32, encoded values.
    """
    sound = jnp.all(jnp.isfinite(a) & jnp.isfinite(b), axis=0)
    a, b = jnp.where(sound, a, 0.0), jnp.where(sound, b, 0.0)
    delta = jnp.abs(a - b)
    one, other = (rgb_to_lab(x[0], x[-2 % x.shape[0]], x[-1]) for x in (a, b))
    # colours without end have none: of values far beyond [0, 1] Lab may not be finite
    delta_e = jnp.where(sound, delta_e_2000(one, other), 0.0)
    return {
        "count": jnp.sum(sound, axis=1, dtype=jnp.int32),
        "squares": jnp.sum(delta * delta, axis=(0, 2)),
        "delta": jnp.max(delta),
        "delta_e": jnp.sum(delta_e, axis=1),
        "delta_e_most": jnp.max(delta_e),
    }
