"""Four bytes at a time looked up in a table of 256: each finds its part of the word that comes out.

XLA:CPU's gather of bytes, or of pairs of them, LLVM turns into vectors put together element by element.
With 64-bit numbers in between it finds that too dear: a byte is then one shift, one load and one `or`,
which take two thirds of the time.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from jaxstudio.kernels.pixels import has_alpha

BYTES = 4


def word_tables(table: jax.Array, channels: int) -> jax.Array:
    """A table for each byte of a word, with its entries where the byte lies; alpha leads to itself.

    Args:
        table: (256,) uint8.
        channels: what the bytes of a word are, the first in its lowest bits (little-endian).

    Returns:
        (4, 256) uint32.
    """
    place = jnp.arange(BYTES, dtype=jnp.uint32)[:, None]
    level = jnp.arange(table.size, dtype=jnp.uint32)
    is_alpha = (place % channels == channels - 1) & has_alpha(channels)
    return jnp.where(is_alpha, level, table.astype(jnp.uint32)) << (8 * place)


def look_up_words(words: jax.Array, tables: jax.Array) -> jax.Array:
    """The word that the four bytes of each word lead to: (n,) uint32."""
    with jax.enable_x64(True):  # for the numbers in between; what goes in and comes out is 32-bit
        index, wide = words.astype(jnp.uint64), tables.astype(jnp.uint64)

        def part(place: int) -> jax.Array:
            byte = (index >> jnp.uint64(8 * place)) & jnp.uint64(255)
            return wide[place].at[byte].get(mode="promise_in_bounds")

        return (part(0) | part(1) | part(2) | part(3)).astype(jnp.uint32)
