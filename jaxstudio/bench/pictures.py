"""Real photos of any size: a sample laid out in mirrored copies, so that detail stays as fine as it was."""

from __future__ import annotations

import numpy as np

from jaxstudio.engine.buffers import aligned_empty
from jaxstudio.files.photo import sample_photo

SAMPLE = "coffee"


def photo(height: int, width: int, rows: slice | None = None) -> np.ndarray:
    """RGB of this size, or some rows of it: (h, w, 3) uint8, in memory that JAX takes without a copy."""
    sample = sample_photo(SAMPLE).pixels
    first, last, _ = (rows or slice(None)).indices(height)
    down = _mirrored(np.arange(first, last), sample.shape[0])
    across = _mirrored(np.arange(width), sample.shape[1])
    pixels = aligned_empty((last - first) * width * 3, np.uint8).reshape(last - first, width, 3)
    np.take(sample[:, across], down, axis=0, out=pixels)
    return pixels


def _mirrored(index: np.ndarray, length: int) -> np.ndarray:
    place = index % (2 * length)
    return np.where(place < length, place, 2 * length - 1 - place)
