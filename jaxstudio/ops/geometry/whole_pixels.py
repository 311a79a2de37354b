"""Whole pixels cut off, added, mirrored or turned: none is interpolated."""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.outlines import crop_rectangle
from jaxstudio.pipeline.params import Float, Int, border_params
from jaxstudio.pipeline.preview_notes import WHOLE_PIXELS


def cropped_size(values: Values, shape: Size) -> Size:
    y0, x0, y1, x1 = crop_rectangle(values, shape)
    return y1 - y0, x1 - x0


def crop_matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    top, left, _, _ = crop_rectangle(values, shape)
    return np.array([[1.0, 0.0, left], [0.0, 1.0, top]])


def cut(name: str) -> Float:
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
    own_params=tuple(cut(name) for name in ("left", "top", "right", "bottom")),
    preview_note=WHOLE_PIXELS,
    kind=Geometry(
        size=cropped_size,
        matrix=crop_matrix,
        exact=True,
    ),
)


def margin(name: str) -> Int:
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
    own_params=(*(margin(name) for name in ("left", "top", "right", "bottom")), *border_params("constant")),
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

flip_horizontal = Op(
    name="flip_horizontal",
    title="Flip horizontal",
    category="geometry",
    keywords=("mirror", "reverse"),
    doc="Mirrors the picture: left becomes right.",
    use="To mend a picture taken in a mirror, or to augment training pictures whose sides mean the same.",
    formula="y(i, j) = x(i, width − 1 − j)",
    source="numpy.fliplr",
    notes="None: whole pixels change places, alpha too.",
    kind=Geometry(
        size=lambda values, shape: shape,
        matrix=lambda values, shape: np.array([[-1.0, 0.0, shape[1] - 1], [0.0, 1.0, 0.0]]),
        exact=True,
    ),
)

flip_vertical = Op(
    name="flip_vertical",
    title="Flip vertical",
    category="geometry",
    keywords=("mirror", "upside down"),
    doc="Mirrors the picture: top becomes bottom.",
    use="To augment training pictures taken from above.",
    formula="y(i, j) = x(height − 1 − i, j)",
    source="numpy.flipud",
    notes="None: whole pixels change places, alpha too.",
    kind=Geometry(
        size=lambda values, shape: shape,
        matrix=lambda values, shape: np.array([[1.0, 0.0, 0.0], [0.0, -1.0, shape[0] - 1]]),
        exact=True,
    ),
)


def turned_size(values: Values, shape: Size) -> Size:
    return shape if values["k"] % 2 == 0 else (shape[1], shape[0])


def quarter_turns(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
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
    kind=Geometry(size=turned_size, matrix=quarter_turns, exact=True),
)
