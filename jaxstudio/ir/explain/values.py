"""Arguments to try a function with, where nobody has others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError

VALUES = ("spread", "zeros", "ones", "random")
MOST_BYTES = 1 << 30
SEED = 0


def values_for(shapes: Sequence[Any], how: str) -> list[np.ndarray]:
    """An array for each shape and dtype: zeros, ones, from −1 to 1 in order (`spread`), or normal numbers.

    Whole numbers are those rounded; keys of random numbers are zeros.

    Raises:
        UsageError: no such values, or arrays of more than a gigabyte together.
    """
    if how not in VALUES:
        raise UsageError(f"values {how!r}: expected one of {', '.join(VALUES)}")
    total = sum(int(np.prod(shape.shape, dtype=np.int64)) * shape.dtype.itemsize for shape in shapes)
    if total > MOST_BYTES:
        raise UsageError(f"arguments of {total / 1e9:.1f} GB: at most {MOST_BYTES >> 30} GB is tried")
    numbers = np.random.default_rng(SEED)
    return [_filled(shape, how, numbers) for shape in shapes]


def _filled(shape: Any, how: str, numbers: np.random.Generator) -> np.ndarray:
    if not jnp.issubdtype(shape.dtype, jnp.number):
        return np.zeros(shape.shape, shape.dtype)
    if how in ("zeros", "ones"):
        return np.full(shape.shape, float(how == "ones"), shape.dtype)
    count = int(np.prod(shape.shape, dtype=np.int64))
    drawn = np.linspace(-1.0, 1.0, count) if how == "spread" else numbers.standard_normal(count)
    return drawn.reshape(shape.shape).astype(shape.dtype)
