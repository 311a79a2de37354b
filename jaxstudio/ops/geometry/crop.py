"""Crop: the edges cut away."""

from __future__ import annotations

import numpy as np

from jaxstudio.errors import ParameterError
from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float


def cut(values: Values, first: str, last: str, length: int) -> tuple[int, int]:
    """The first pixel that stays, and how many do."""
    if values[first] + values[last] >= 100.0:
        raise ParameterError(
            f"crop: {first} = {values[first]:g} % and {last} = {values[last]:g} % leave nothing"
        )
    start, end = round(length * values[first] / 100.0), length - round(length * values[last] / 100.0)
    start = min(start, length - 1)
    return start, max(end - start, 1)


def rows_and_columns(values: Values, shape: Size) -> tuple[tuple[int, int], tuple[int, int]]:
    return cut(values, "top", "bottom", shape[0]), cut(values, "left", "right", shape[1])


def size(values: Values, shape: Size) -> Size:
    (_, height), (_, width) = rows_and_columns(values, shape)
    return height, width


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    (top, _), (left, _) = rows_and_columns(values, shape)
    return np.array([[1.0, 0.0, left], [0.0, 1.0, top]])


def edge(name: str) -> Float:
    return Float(
        name=name,
        value=0.0,
        low=0.0,
        high=99.99,
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
    kind=Geometry(
        size=size,
        matrix=matrix,
        exact=True,
    ),
)
