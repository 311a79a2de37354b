"""Windows on an image: a slice shifted by (dy, dx) holds that neighbour of every pixel.

In the engine images lie in memory as in a file: rows of interleaved channels, flattened to one dimension, so
the neighbour (dy, dx) of element i is element i + dy·pitch + dx·channels. The pitch is a traced number: one
compiled kernel serves images of every width. XLA:CPU turns a sum of such slices into one vectorised loop over
contiguous memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.pixels import integer_unit, to_float

Place = Callable[[Any, Any], tuple[Any, ...]]


def flat_window(
    x: jax.Array, start: Any, pitch: Any, channels: int, count: int, convert: bool = True
) -> Window:
    """A window on flat memory.

    Args:
        x: (capacity,) pixels.
        start: index in `x` of the first element of the centre slice.
        pitch: elements from one row to the next (traced); 0 where only columns are read.
        count: elements in each slice.
    """
    return Window(x, lambda dy, dx: (start + dy * pitch + dx * channels,), (count,), channels, convert)


class Window:
    """`window(dy, dx)` is a slice of the image that holds the neighbour (dy, dx) of each pixel.

    Args:
        x: the image, one axis of memory or more; uint8, uint16 or float32.
        place: (dy, dx) → where the slice begins, an index for each axis of `x`.
        shape: the shape of each slice (static); its last axis are pixels of interleaved channels.
        channels: how many.
        convert: False hands out the stored values, for ops that only order or pick them.
    """

    def __init__(
        self, x: jax.Array, place: Place, shape: tuple[int, ...], channels: int, convert: bool = True
    ) -> None:
        self.x = x
        self.place = place
        self.shape = shape
        self.channels = channels
        self.convert = convert
        self.unit = np.float32(integer_unit(x.dtype))

    def stored(self, dy: Any, dx: Any) -> jax.Array:
        """The neighbour as it is stored."""
        return lax.dynamic_slice(self.x, self.place(dy, dx), self.shape, allow_negative_indices=False)

    def raw(self, dy: Any, dx: Any) -> jax.Array:
        """The neighbour as float32 in integer steps (0…255 for uint8); multiply by `unit`."""
        return self.stored(dy, dx).astype(jnp.float32)

    def __call__(self, dy: int, dx: int) -> jax.Array:
        """The neighbour's encoded value (float32), or its stored value without `convert`."""
        stored = self.stored(dy, dx)
        return to_float(stored) if self.convert else stored


def finish(window: Window, total: FloatArray) -> FloatArray:
    """Turn a weighted sum of raw values into encoded values."""
    return total if window.x.dtype == jnp.float32 else total * window.unit
