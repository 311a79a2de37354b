"""The centres of the pixels of a view."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.protocol.scene import View


def pixel_centres(view: View) -> np.ndarray:
    """(height·width, 2), from the top left pixel along each row."""
    (x0, x1), (y0, y1) = view.x, view.y
    x = x0 + (x1 - x0) * (np.arange(view.width_px) + 0.5) / view.width_px
    y = y1 - (y1 - y0) * (np.arange(view.height_px) + 0.5) / view.height_px
    across, down = np.meshgrid(x, y)
    return np.stack([across.ravel(), down.ravel()], 1)
