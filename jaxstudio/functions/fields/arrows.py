"""The gradient of f(x, y), or a map of the plane to the plane, as arrows at a grid of points."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.samples import Field, Parameters, pairs, sampled, slopes
from jaxstudio.functions.fields.shapes import Arrows
from jaxstudio.functions.protocol.scene import View

SPACING_PX = 32.0


def gradient_field(f: Field, view: View, p: Parameters, spacing_px: float = SPACING_PX) -> Arrows:
    """The exact gradient about every so many pixels, none where it, or f, is not finite."""
    x, y = _grid(view, spacing_px)
    height, along_x, along_y = sampled(slopes, f, p, x, y)
    # the slope of log(x) is 1/x to the left of 0 too, where there is no logarithm
    return _arrows(x, y, np.stack([along_x, along_y], 1), np.isfinite(height))


def vector_field(f: Field, view: View, p: Parameters, spacing_px: float = SPACING_PX) -> Arrows:
    """The two numbers of f(x, y) about every so many pixels, none where one of them is not finite."""
    x, y = _grid(view, spacing_px)
    (vectors,) = sampled(pairs, f, p, x, y)
    return _arrows(x, y, vectors, np.ones(len(x), bool))


def _grid(view: View, spacing_px: float) -> tuple[np.ndarray, np.ndarray]:
    axes = []
    for (low, high), size in ((view.x, view.width_px), (view.y, view.height_px)):
        count = max(1, round(size / spacing_px))
        axes.append(low + (high - low) * (np.arange(count) + 0.5) / count)
    x, y = (axis.ravel() for axis in np.meshgrid(*axes))
    return x, y


def _arrows(x: np.ndarray, y: np.ndarray, vectors: np.ndarray, defined: np.ndarray) -> Arrows:
    finite = np.isfinite(vectors).all(1) & defined
    vectors = vectors[finite]
    longest = float(np.hypot(*vectors.T).max()) if len(vectors) else 0.0
    return Arrows(np.stack([x, y], 1)[finite], vectors, longest)
