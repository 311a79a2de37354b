"""f(x, y) as colours: its value at the centre of every pixel, and the range that colours should span."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.pixels import pixel_centres
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, values
from jaxstudio.functions.fields.shapes import Heatmap
from jaxstudio.functions.protocol.scene import View

# the middle of the values; where all of them span more than so many times as much, a few are extreme
MIDDLE = (2.0, 98.0)
EXTREME = 3.0
ENOUGH = 50_000


def heatmap(f: Field, view: View, p: Parameters) -> Heatmap:
    """f over the view, one value a pixel."""
    x, y = pixel_centres(view).T
    height = sampled(values, f, p, x, y)[0].reshape(view.height_px, view.width_px)
    return Heatmap(height, np.isfinite(height), *robust_range(height))


def robust_range(height: np.ndarray) -> tuple[float, float]:
    """A range low < high that holds most of the finite values; all of them unless some are extreme."""
    finite = height[np.isfinite(height)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    some = finite[:: 1 + len(finite) // ENOUGH]
    usual = np.percentile(some, MIDDLE)
    span = float(usual[1] - usual[0])
    if high - low > EXTREME * span > 0:
        low, high = max(low, float(usual[0]) - span / 4), min(high, float(usual[1]) + span / 4)
    if not high > low:
        margin = max(abs(low) / 2, 0.5)
        low, high = low - margin, high + margin
    return low, high
