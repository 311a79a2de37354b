"""Arrays in memory that JAX's CPU takes without a copy."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import DTypeLike

# JAX's CPU takes memory without a copy that begins at a multiple of so many bytes.
LINE = 64
# Elements a kernel computes in one call: large enough to hide the call, small enough for the
# cache, divisible by 1, 2, 3 and 4 channels and by any vector.
CHUNK = 3 << 18


def aligned_empty(count: int, dtype: DTypeLike) -> np.ndarray:
    """A flat array of `count` elements, not initialised, that begins at a multiple of LINE bytes.

    Behind more than a chunk of bytes there is room up to a whole number of chunks: the last one can be read
    where it lies.
    """
    dtype = np.dtype(dtype)
    room = -count % CHUNK if dtype == np.uint8 and count > CHUNK else 0
    memory = np.empty(count * dtype.itemsize + room + LINE, np.uint8)
    offset = -memory.ctypes.data % LINE
    return memory[offset : offset + count * dtype.itemsize].view(dtype)


def with_room(memory: np.ndarray, count: int) -> np.ndarray:
    """`count` elements from the begin of flat memory; fewer if it ends before.

    Bytes may reach into the room that `aligned_empty` left behind the array.
    """
    owner = memory.base
    if memory.size < count and isinstance(owner, np.ndarray) and owner.size >= count:
        first = memory.ctypes.data - owner.ctypes.data
        if (
            owner.dtype == memory.dtype == np.uint8
            and owner.flags.c_contiguous
            and first + count <= owner.size
        ):
            return owner.reshape(-1)[first : first + count]
    return memory[:count]


@cache
def format_name(dtype: np.dtype) -> str:
    """`dtype.name`, which NumPy puts together anew each time, in 2 µs."""
    return dtype.name
