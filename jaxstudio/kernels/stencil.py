"""Windows on a flat image: a slice shifted by (dy, dx) holds that neighbour of every pixel.

Images lie in memory as in a file: rows of interleaved channels, flattened to one dimension, so the
neighbour (dy, dx) of element i is element i + dy·pitch + dx·channels. The pitch is a traced number:
one compiled kernel serves images of every width. XLA:CPU turns a sum of such slices into one
vectorised loop over contiguous memory.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import Array, Float32
from jaxstudio.kernels.pixels import integer_unit


class FlatWindow:
    """`window(dy, dx)` is the slice of `count` elements that lies (dy, dx) pixels away.

    Args:
        x: (capacity,) flat image; uint8, uint16 or float32.
        start: index in `x` of the first element of the centre slice.
        pitch: elements from one row to the next (traced); None where only columns are read.
        channels: interleaved channels.
        count: elements in each slice (static).
        convert: False hands out the stored values, for ops that only order or pick them.
    """

    def __init__(
        self,
        x: jax.Array,
        start: jax.Array | int,
        pitch: jax.Array | int | None,
        channels: int,
        count: int,
        convert: bool = True,
    ) -> None:
        self.x = x
        self.start = start
        self.pitch = pitch
        self.channels = channels
        self.count = count
        self.convert = convert
        self.unit = np.float32(integer_unit(x.dtype))

    def stored(self, dy: int | jax.Array, dx: int | jax.Array) -> jax.Array:
        """The neighbour as it is stored."""
        offset = dx * self.channels
        if self.pitch is not None:
            offset = offset + dy * self.pitch
        start = self.start + offset
        if isinstance(start, int):
            return lax.slice(self.x, (start,), (start + self.count,))
        return lax.dynamic_slice(self.x, (start,), (self.count,), allow_negative_indices=False)

    def raw(self, dy: int | jax.Array, dx: int | jax.Array) -> jax.Array:
        """The neighbour as float32 in integer steps (0…255 for uint8); multiply by `unit`."""
        return self.stored(dy, dx).astype(jnp.float32)

    def __call__(self, dy: int, dx: int) -> jax.Array:
        """The neighbour's encoded value (float32), or its stored value without `convert`."""
        if not self.convert:
            return self.stored(dy, dx)
        value = self.raw(dy, dx)
        return value if self.x.dtype == jnp.float32 else value * self.unit


def finish(window: FlatWindow, total: Float32[Array, " {window.count}"]) -> Float32[Array, " {window.count}"]:
    """Turn a weighted sum of raw values into encoded values."""
    return total if window.x.dtype == jnp.float32 else total * window.unit
