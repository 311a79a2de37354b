"""Translate: the picture shifted."""

from __future__ import annotations

import numpy as np

from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.params import Float


def distance(name: str, doc: str) -> Float:
    return Float(name, 0.0, -100000.0, 100000.0, slider_low=-500.0, slider_high=500.0, unit="px", doc=doc)


translate = Op(
    name="translate",
    title="Translate",
    category="geometry",
    keywords=("shift", "move", "roll"),
    doc="Shifts the picture; fractions of a pixel are interpolated.",
    use="To align two pictures, or to vary training pictures; with the border wrap it rolls.",
    formula="y(i, j) = x(i − down, j − right)",
    source="scipy.ndimage.shift(order=1)",
    notes="Bilinear.",
    own_params=(distance("right", "Shift to the right."), distance("down", "Shift downwards.")),
    kind=Geometry(
        size=lambda values, shape: shape,
        matrix=lambda values, shape: np.array([[1.0, 0.0, -values["right"]], [0.0, 1.0, -values["down"]]]),
        upright=True,
        border="constant",
    ),
)
