"""Arrays in memory that JAX's CPU takes without a copy."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import DTypeLike

# JAX's CPU takes memory without a copy that begins at a multiple of so many bytes.
LINE = 64


def aligned_empty(count: int, dtype: DTypeLike) -> np.ndarray:
    """A flat array of `count` elements, not initialised, that begins at a multiple of LINE bytes."""
    dtype = np.dtype(dtype)
    memory = np.empty(count * dtype.itemsize + LINE, np.uint8)
    offset = -memory.ctypes.data % LINE
    return memory[offset : offset + count * dtype.itemsize].view(dtype)


@cache
def format_name(dtype: np.dtype) -> str:
    """`dtype.name`, which NumPy puts together anew each time, in 2 µs."""
    return dtype.name
