"""Pad: a margin around the picture."""

from __future__ import annotations

import numpy as np

from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.params import Int, border_params
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS


def edge(name: str) -> Int:
    return Int(name, 0, 0, 4096, slider_high=500, unit="px", doc=f"Pixels added at the {name}.")


pad = Op(
    name="pad",
    title="Pad",
    category="geometry",
    keywords=("margin", "frame", "border", "canvas"),
    doc="Puts a margin around the picture: a colour, or the picture continued.",
    use="For a frame, for a size that a model asks for, or to see what a border mode means.",
    formula="y(i, j) = x(i − top, j − left), beyond the edge what border says",
    source="numpy.pad, with SciPy's names of the modes",
    notes="NumPy's symmetric is reflect here, its reflect is mirror, its edge is nearest: SciPy's names.",
    own_params=(*(edge(name) for name in ("left", "top", "right", "bottom")), *border_params("constant")),
    preview_note=WHOLE_PIXELS,
    kind=Geometry(
        size=lambda values, shape: (
            shape[0] + values["top"] + values["bottom"],
            shape[1] + values["left"] + values["right"],
        ),
        matrix=lambda values, shape: np.array([[1.0, 0.0, -values["left"]], [0.0, 1.0, -values["top"]]]),
        exact=True,
    ),
)
