"""A block of pixels of three bytes, flipped or transposed: fixed shapes, so that each is compiled once."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

# Rows and columns of a block. Transposed it is square, and small enough for the cache in both directions.
FLIPPED = (128, 2048)
TRANSPOSED = (256, 256)


def flipped(block: jax.Array) -> jax.Array:
    """(FLIPPED, 3) uint8, each row from right to left.

    With the channels as an axis of their own LLVM makes byte shuffles of it; flat, single loads.
    """
    return lax.rev(block, (1,))


def transposed(block: jax.Array) -> jax.Array:
    """(TRANSPOSED, 3) uint8, rows and columns exchanged."""
    return jnp.transpose(block, (1, 0, 2))
