"""Rotate by 90°: the picture turned by 90° so many times."""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Int


def size(values: Values, shape: Size) -> Size:
    return shape if values["k"] % 2 == 0 else (shape[1], shape[0])


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    right, bottom = shape[1] - 1.0, shape[0] - 1.0
    return np.array(
        (
            ((1, 0, 0), (0, 1, 0)),
            ((0, -1, right), (1, 0, 0)),
            ((-1, 0, right), (0, -1, bottom)),
            ((0, 1, 0), (-1, 0, bottom)),
        )[values["k"] % 4],
        np.float64,
    )


rotate_90 = Op(
    name="rotate_90",
    title="Rotate by 90°",
    category="geometry",
    keywords=("rot90", "quarter turns", "portrait", "landscape"),
    doc="Turns the picture by 90° counter-clockwise, so many times.",
    use="For a picture that lies on its side; nothing is lost.",
    formula="k times y(i, j) = x(j, width − 1 − i)",
    source="numpy.rot90",
    notes="None: whole pixels change places, alpha too.",
    own_params=(Int("k", 1, 0, 3, doc="Quarter turns, counter-clockwise."),),
    kind=Geometry(size=size, matrix=matrix, exact=True),
)
