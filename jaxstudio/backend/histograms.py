"""How often each tone occurs in a photo: what tone curves and levels are drawn over."""

from __future__ import annotations

import numpy as np

from jaxstudio.backend.frames import to_uint8
from jaxstudio.backend.gallery_protocol import HistogramRequest
from jaxstudio.backend.state import STATE
from jaxstudio.processes.serve import Work

# At most so many rows and columns are counted: enough for the shape, and quick for any photo.
ROWS, COLUMNS = 256, 512


def count_tones(request: HistogramRequest, work: Work) -> np.ndarray:
    """The `heights` of the photo with this token."""
    return heights(STATE.photo(request.token, work).photo.pixels)


def heights(pixels: np.ndarray) -> np.ndarray:
    """How often each of 256 tones occurs in (H, W, C) pixels, alpha left out.

    Returns:
        float64 (colours, 256) from 0 to 1; the most frequent tone between black and white is 1.
    """
    down, across = -(-pixels.shape[0] // ROWS), -(-pixels.shape[1] // COLUMNS)
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    sample = np.ascontiguousarray(pixels[::down, ::across, :colours])
    if sample.dtype.kind == "f":
        sample = np.nan_to_num(sample)
    tones = to_uint8(sample)
    counts = np.array([np.bincount(tones[..., c].reshape(-1), minlength=256) for c in range(colours)])
    # clipped tones would dwarf all others
    return np.minimum(counts / max(1, int(counts[:, 1:-1].max())), 1.0)
