"""Crop: the edges cut away."""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.outlines import crop_rectangle
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS


def size(values: Values, shape: Size) -> Size:
    y0, x0, y1, x1 = crop_rectangle(values, shape)
    return y1 - y0, x1 - x0


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    top, left, _, _ = crop_rectangle(values, shape)
    return np.array([[1.0, 0.0, left], [0.0, 1.0, top]])


def edge(name: str) -> Float:
    return Float(
        name,
        0.0,
        0.0,
        99.99,
        slider_high=50.0,
        unit="%",
        doc=f"How much is cut off at the {name}, in percent of the picture, to whole pixels.",
    )


crop = Op(
    name="crop",
    title="Crop",
    category="geometry",
    keywords=("cut", "trim"),
    doc="Cuts the edges away.",
    use="To choose the part of a picture that matters.",
    formula="y(i, j) = x(i + top, j + left), all in whole pixels",
    source="numpy slicing",
    notes="In percent, so that a recipe means the same for photos of every size.",
    own_params=tuple(edge(name) for name in ("left", "top", "right", "bottom")),
    preview_note=WHOLE_PIXELS,
    kind=Geometry(
        size=size,
        matrix=matrix,
        exact=True,
    ),
)
