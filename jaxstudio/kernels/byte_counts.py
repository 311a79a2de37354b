"""Counts of bytes, without JAX: the scopes are counted where it is not loaded yet."""

from __future__ import annotations

import numpy as np
from PIL import Image


def byte_counts(values: np.ndarray) -> np.ndarray:
    """(256,) counts of uint8 values, by Pillow: ten times as fast as numpy.bincount, which widens bytes."""
    flat = np.ascontiguousarray(values).reshape(-1)
    if not flat.size:
        return np.zeros(256, np.int64)
    return np.array(Image.frombuffer("L", (flat.size, 1), flat, "raw", "L", 0, 1).histogram())
