"""Noise is a function of place: threefry bits from (seed, step) at (row, column and channel).

A counter-based generator needs no state, so a pixel's noise is the same in every tile, at every
zoom position and on every device.
Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011; the same function as
JAX's own threefry2x32, written out so that it fuses with what uses it.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
PARITY = np.uint32(0x1BD11BDA)


def threefry(key: tuple[jax.Array, jax.Array], x0: jax.Array, x1: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Threefry-2x32 with 20 rounds: two uint32 words from two uint32 counters under a key."""
    keys = (key[0], key[1], key[0] ^ key[1] ^ PARITY)
    x0 = x0 + keys[0]
    x1 = x1 + keys[1]
    for group in range(5):
        for rotation in ROTATIONS[group % 2]:
            x0 = x0 + x1
            x1 = (x1 << np.uint32(rotation)) | (x1 >> np.uint32(32 - rotation))
            x1 = x0 ^ x1
        x0 = x0 + keys[(group + 1) % 3]
        x1 = x1 + keys[(group + 2) % 3] + np.uint32(group + 1)
    return x0, x1


def place(start: jax.Array, pitch: jax.Array, count: int) -> tuple[jax.Array, jax.Array]:
    """Row and element within the row of `count` flat elements from `start` on (int32).

    `start + count` must be below 2²⁴, where float32 still counts every integer: the quotient is
    guessed in floats and mended by one, since integer division does not vectorise.
    """
    index = start + lax.iota(jnp.int32, count)
    row = (index.astype(jnp.float32) * (1.0 / pitch.astype(jnp.float32))).astype(jnp.int32)
    rest = index - row * pitch
    row = row + (rest >= pitch).astype(jnp.int32) - (rest < 0).astype(jnp.int32)
    return row, index - row * pitch


def uniform(bits: jax.Array) -> jax.Array:
    """Uniform float32 in [0, 1) from uint32 bits, 23 of them."""
    return lax.bitcast_convert_type((bits >> np.uint32(9)) | np.uint32(0x3F800000), jnp.float32) - 1.0


def normal(bits: jax.Array) -> jax.Array:
    """Standard normal float32 from uint32 bits by the inverse error function."""
    # centred in its cell, so that ±1 and with it infinity are never reached
    u = (bits >> np.uint32(9)).astype(jnp.float32) * np.float32(2.0**-22) + np.float32(2.0**-23 - 1.0)
    return np.float32(np.sqrt(2)) * lax.erf_inv(u)
