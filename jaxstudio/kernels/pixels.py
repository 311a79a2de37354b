"""Converts pixels: integers to encoded floats and back, premultiplication by alpha, mixing of channels.

Arrays are flat, with interleaved channels, beginning with channel 0 of a pixel; functions that combine the
channels of a pixel take arrays of (pixels, channels).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.typing import DTypeLike

from jaxstudio.kernels.array_types import Array, Bool, Float32, FloatArray, Int32, Shaped, UInt8, UInt32

# 1.5·2²³: adding it leaves a float's nearest integer (half to even) in its lowest bits.
ROUND_BY_ADDING = np.float32(12582912.0)


def integer_unit(dtype: np.dtype | type) -> float:
    """The encoded value of one integer step: 1/255, 1/65535, or 1.0 for floats."""
    dtype = np.dtype(dtype)
    return 1.0 if dtype.kind == "f" else 1.0 / np.iinfo(dtype).max


def to_float(x: Shaped[Array, "*shape"]) -> FloatArray:
    """Encoded values: integers divided by their largest value, as scikit-image does; floats as they are."""
    if x.dtype == jnp.float32:
        return x
    return x.astype(jnp.float32) * np.float32(integer_unit(x.dtype))


def quantise(x: FloatArray, dtype: DTypeLike) -> Shaped[Array, "*shape"]:
    """Float32 to the nearest integer level, clipped to [0, 1], half to even; NaN becomes 0.

    float32 as `dtype` returns the values unclipped.
    """
    dtype = np.dtype(dtype)
    if dtype == np.float32:
        return x
    top = np.float32(np.iinfo(dtype).max)
    # a comparison drops NaN and is one instruction; a maximum, which keeps it, takes three
    x = jnp.where(x > 0, x, 0.0)
    level = jnp.where(x < 1, x, 1.0) * top + ROUND_BY_ADDING
    # not the lowest bits of a larger number: compilers for GPUs saturate where those for CPUs drop high bits
    return (lax.bitcast_convert_type(level, jnp.uint32) - ROUND_BY_ADDING.view(np.uint32)).astype(dtype.type)


def convert_dtype(x: Shaped[Array, "*shape"], dtype: DTypeLike) -> Shaped[Array, "*shape"]:
    """Values in another format; integers of the same one as they are."""
    return x if x.dtype == np.dtype(dtype) else quantise(to_float(x), dtype)


# Largest relative difference of one level in two notations: k·(1/255) and k/255.
ROUNDING = 2.5e-7


def above(x: FloatArray, limit: Float32[Any, ...], rounding: float = ROUNDING) -> FloatArray:
    """1 above a limit and 0 elsewhere; NaN where either is NaN.

    A value that exceeds the limit by no more than `rounding` of it counts as equal, not above.
    """
    apart = x - limit
    return jnp.where(jnp.isnan(apart), apart, (apart > np.float32(rounding) * jnp.abs(limit)).astype(x.dtype))


def channel_index(count: int, channels: int) -> Int32[Array, " {count}"]:
    """The channel of each element of a flat array: (count,) int32 in [0, channels)."""
    return lax.rem(lax.iota(jnp.int32, count), np.int32(channels))


def has_alpha(channels: int) -> bool:
    return channels in (2, 4)


def keep_alpha(
    changed: Shaped[Array, "*shape"], original: Shaped[Array, "*shape"], channels: int
) -> Shaped[Array, "*shape"]:
    """`changed`, with the alpha channel of `original` where there is one; channels interleave in each row."""
    if not has_alpha(channels):
        return changed
    return jnp.where(channel_index(changed.shape[-1], channels) == channels - 1, original, changed)


def _alpha_everywhere(x: jax.Array, channels: int) -> jax.Array:
    pixels = x.reshape(-1, channels)
    return jnp.broadcast_to(pixels[:, -1:], pixels.shape).reshape(-1)


def premultiply(x: Float32[Array, " n"], channels: int) -> Float32[Array, " n"]:
    """Colours multiplied by their alpha; alpha stays."""
    return keep_alpha(x * _alpha_everywhere(x, channels), x, channels)


def unpremultiply(x: Float32[Array, " n"], channels: int) -> Float32[Array, " n"]:
    """The inverse of premultiply; where alpha is 0 the colours are 0."""
    alpha = _alpha_everywhere(x, channels)
    colour = jnp.where(alpha > 0, x / jnp.where(alpha > 0, alpha, 1.0), 0.0)
    return keep_alpha(colour, x, channels)


def prevent_fusion(flag: jax.Array, stage: Callable[..., Any], *arrays: Any) -> Any:
    """stage(*arrays), kept out of its neighbours' fusions: XLA:CPU fuses nothing across a conditional.

    Args:
        flag: traced and always true, which XLA does not see.
    """
    shapes = jax.eval_shape(stage, *arrays)

    def never(*_: Any) -> Any:
        return jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), shapes)

    return lax.cond(flag, stage, never, *arrays)


def always_true(value: Shaped[Array, ""]) -> Bool[Array, ""]:
    """True for any value, NaN among them, which XLA does not see."""
    bits = value if value.dtype != jnp.float32 else lax.bitcast_convert_type(value, jnp.uint32)
    return bits.astype(jnp.float32) > -1.0


def pixel_by_pixel(
    change: Callable[[jax.Array], jax.Array], flat: Shaped[Array, " n"], channels: int, apart: bool
) -> Shaped[Array, " n"]:
    """`change` of (pixels, channels) for a flat array.

    Args:
        apart: XLA:CPU would fuse the reshapes with what lies between, and run over single elements with a
            division for each. Nothing is fused across a conditional: so the loop runs over pixels, whose
            three bytes LLVM takes apart and puts together by shuffles of whole vectors.
    """
    pixels = flat.reshape(-1, channels)
    if not apart:
        return change(pixels).reshape(-1)
    return prevent_fusion(always_true(flat[0]), change, pixels).reshape(-1)


def channel_of(pixels: Shaped[Array, "n channels"]) -> Int32[Array, "n channels"]:
    """The channel of each element of (n, channels): int32."""
    return lax.broadcasted_iota(jnp.int32, pixels.shape, 1)


def join_colours(
    colours: Sequence[Shaped[Array, "n 1"]], pixels: Shaped[Array, "n channels"]
) -> Shaped[Array, "n channels"]:
    """Three colours, (n, 1) each, as pixels, with the alpha of `pixels` where there is one: (n, 3 or 4)."""
    channel = channel_of(pixels)
    together = jnp.where(channel == 0, colours[0], jnp.where(channel == 1, colours[1], colours[2]))
    return copy_alpha(together, pixels)


def mix_channels(
    pixels: Shaped[Array, "n channels"], matrix: Float32[Array, "3 3"], dtype: DTypeLike
) -> Shaped[Array, "n channels"]:
    """Each pixel's colours multiplied by a matrix; alpha stays.

    Args:
        pixels: (n, 3 or 4).
        matrix: (3, 3) float32; row = output channel, column = input channel.
        dtype: the format of the result.

    Returns:
        (n, 3 or 4) of `dtype`.
    """
    weights = jnp.pad(matrix, ((0, pixels.shape[1] - 3), (0, 0)))

    def term(colour: int) -> jax.Array:
        value, weight = pixels[:, colour, None].astype(jnp.float32), weights[None, :, colour]
        # NaN in a colour without weight must not spread to the others
        return jnp.where(weight != 0, weight * value, 0.0)

    total = (term(0) + term(1) + term(2)) * np.float32(integer_unit(pixels.dtype))
    return copy_alpha(quantise(total, dtype), pixels)


def pick_channels(
    pixels: Shaped[Array, "n channels"], matrix: Float32[Array, "3 3"], dtype: DTypeLike
) -> Shaped[Array, "n channels"]:
    """`mix_channels` by a matrix that only exchanges colours, in a fifth of the time; values stay as stored.

    Each of the six orders has a loop of its own, which LLVM makes a shuffle of bytes.

    Args:
        pixels, matrix, dtype: as in `mix_channels`.
    """

    def exchange(order: Sequence[int], pixels: jax.Array) -> jax.Array:
        return convert_dtype(join_colours([pixels[:, source, None] for source in order], pixels), dtype)

    first, second, third = jnp.argmax(matrix, axis=1)
    orders = [partial(exchange, order) for order in permutations(range(3))]
    return lax.switch(2 * first + (second > third).astype(first.dtype), orders, pixels)


def copy_alpha(
    changed: Shaped[Array, "n channels"], pixels: Shaped[Array, "n channels"]
) -> Shaped[Array, "n channels"]:
    """`changed`, with the alpha of `pixels` where there is one; both (n, channels)."""
    channels = pixels.shape[1]
    if not has_alpha(channels):
        return changed
    return jnp.where(channel_of(pixels) == channels - 1, convert_dtype(pixels, changed.dtype), changed)


def look_up(x: UInt8[Array, " n"], table: Shaped[Array, " entries"], channels: int) -> Shaped[Array, " n"]:
    """The entry for every value of its channel.

    In a loop of its own over pixels, LLVM makes one load of each value; a gather for each channel takes three
    times as long, and a flat one of a single table a quarter longer than groups of three values.

    Args:
        table: (256·channels,), interleaved as pixels are.
    """
    lanes = 3 if channels == 1 and x.size % 3 == 0 else channels

    def entries(values: jax.Array, tables: jax.Array) -> jax.Array:
        # computed here, not read from memory: in half the time
        first = lax.broadcasted_iota(jnp.int32, (1, lanes), 1) * np.int32(256 if channels > 1 else 0)
        return tables.at[values.astype(jnp.int32) + first].get(mode="promise_in_bounds")

    tables = table.reshape(-1, channels).T.reshape(-1)
    return prevent_fusion(always_true(table[0]), entries, x.reshape(-1, lanes), tables).reshape(-1)


BYTES = 4  # of a word


def word_tables(table: UInt8[Array, " entries"], channels: int) -> UInt32[Array, "words 4 256"]:
    """A table for each byte of the words after which channels repeat, entries shifted to the byte's place.

    Args:
        table: (256·channels,) uint8, interleaved as pixels are.

    Returns:
        (1, 4, 256) uint32, of three channels (3, 4, 256); the first byte is in a word's lowest bits.
    """
    place = np.arange(np.lcm(BYTES, channels))
    entries = table.reshape(-1, channels).T[place % channels].astype(jnp.uint32)
    return (entries << (8 * (place % BYTES))[:, None].astype(np.uint32)).reshape(-1, BYTES, 256)


def look_up_words(words: UInt32[Array, " n"], tables: UInt32[Array, "words 4 256"]) -> UInt32[Array, " n"]:
    """Look up four bytes at a time; each byte gives its part of the result's word.

    LLVM turns XLA:CPU's gather of bytes, or of pairs of bytes, into vectors assembled element by element.
    With 64-bit indices LLVM finds that too expensive: a byte is then one shift, one load and one `or`, in two
    thirds of the time.

    Args:
        words: (n,) uint32, the first of them at a pixel's first channel. tables: from `word_tables`.

    Returns:
        (n,) uint32.
    """
    with jax.enable_x64(True):  # for the numbers in between; what goes in and comes out is 32-bit
        groups, wide = words.reshape(-1, tables.shape[0]), tables.astype(jnp.uint64)

        def word(number: int) -> jax.Array:
            index = groups[:, number].astype(jnp.uint64)
            parts = [
                wide[number, place]
                .at[(index >> jnp.uint64(8 * place)) & jnp.uint64(255)]
                .get(mode="promise_in_bounds")
                for place in range(BYTES)
            ]
            return (parts[0] | parts[1] | parts[2] | parts[3]).astype(jnp.uint32)

        return jnp.stack([word(number) for number in range(tables.shape[0])], 1).reshape(-1)


# Pixels of a run that is reversed, and rows and columns of a block that is transposed: fixed shapes, so that
# each is compiled once. For transposition it is square, and small enough for the cache in both directions.
REVERSED = 1 << 19
TRANSPOSED = (256, 256)


def reverse_pixels(run: UInt8[Array, "n 3"]) -> UInt8[Array, "n 3"]:
    """(REVERSED, 3) uint8, pixels from the last to the first.

    With the channels as an axis of their own LLVM makes byte shuffles of it; flat, single loads.
    """
    return lax.rev(run, (0,))


def transpose_block(block: UInt8[Array, "rows columns 3"]) -> UInt8[Array, "columns rows 3"]:
    """(TRANSPOSED, 3) uint8, rows and columns exchanged."""
    return jnp.transpose(block, (1, 0, 2))
