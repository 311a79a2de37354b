"""Shear: the picture slanted."""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.ops.geometry.affine import forward, inverse_about_centre
from jaxstudio.pipeline.kinds import Geometry, Op
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING


def slant(name: str, doc: str) -> Float:
    return Float(name, 0.0, -80.0, 80.0, slider_low=-45.0, slider_high=45.0, unit="°", doc=doc)


def matrix(values: Values, shape: Size) -> Float64[np.ndarray, "2 3"]:
    # one after the other, so that no pair of angles folds the picture flat
    across = forward((1.0, 1.0), 0.0, (values["horizontal"], 0.0))
    down = forward((1.0, 1.0), 0.0, (0.0, values["vertical"]))
    return inverse_about_centre(down @ across, (0.0, 0.0), shape)


shear = Op(
    name="shear",
    title="Shear",
    category="geometry",
    keywords=("slant", "skew", "italic"),
    doc="Slants the picture, as italics slant letters.",
    use="To straighten slanted writing, or to vary training pictures.",
    formula="y(p) = x(c + A⁻¹(p − c)), A = ((1, 0), (tan vertical, 1))·((1, tan horizontal), (0, 1)), c "
    "the centre",
    source="skimage.transform.warp with an AffineTransform about the centre, order=1",
    notes="Bilinear. First horizontally, then vertically.",
    own_params=(
        slant("horizontal", "Angle by which upright lines lean."),
        slant("vertical", "Angle by which level lines lean."),
    ),
    preview_note=RESAMPLING,
    kind=Geometry(size=lambda values, shape: shape, matrix=matrix, border="constant"),
)
