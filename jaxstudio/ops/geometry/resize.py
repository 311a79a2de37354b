"""Resize: another number of pixels."""

import numpy as np

from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.op import Composed, Geometry, Op, Warp
from jaxstudio.pipeline.params import Bool, Choice, Float, Int

# What may be asked for; ten times that is what the scale may lead to.
SIDE, LONGEST = 100_000, 1_000_000


def target(values, shape):
    """(height, width) asked for; 0 follows the other side, and where both are 0 the scale."""
    height, width = values["height"], values["width"]
    if not height and not width:
        wanted = shape[0] * values["scale"] / 100.0, shape[1] * values["scale"] / 100.0
    else:
        wanted = (height or shape[0] * width / shape[1], width or shape[1] * height / shape[0])
    return max(1, round(wanted[0])), max(1, round(wanted[1]))


def to_size(values, shape):
    return values["height"], values["width"]


def matrix(values, shape):
    down, across = shape[0] / values["height"], shape[1] / values["width"]
    return np.array([[across, 0.0, (across - 1) / 2], [0.0, down, (down - 1) / 2]])


def prepared(values, shape):
    return {"matrix": matrix(values, shape)}


def inverse(x, y, p):
    m = p["matrix"]
    return m[0, 0] * x + m[0, 2], m[1, 1] * y + m[1, 2]


def inner(name, kind):
    """A step that only `resize` becomes: a list hides it from the catalogue."""
    sides = tuple(
        Int(name=side, value=1, low=1, high=LONGEST, unit="px", doc="A side.") for side in ("height", "width")
    )
    return [Op(name=name, title=name, category="geometry", doc=".", source=".", own_params=sides, kind=kind)]


LINEAR = inner("resize_linear", Geometry(size=to_size, matrix=matrix, upright=True, border="mirror"))
NEAREST = inner("resize_nearest", Warp(inverse, to_size, prepared, nearest=True, border="nearest"))


def steps(values, shape, chance):
    height, width = target(values, shape)
    sides = {"height": min(height, LONGEST), "width": min(width, LONGEST)}
    if values["interpolation"] == "nearest":
        return [(NEAREST[0], sides)]
    sigma, sigma_y = (
        max(0.0, min((old / new - 1) / 2, 64.0)) for old, new in ((shape[1], width), (shape[0], height))
    )
    if values["antialias"] and max(sigma, sigma_y) > 0:
        blur = {"sigma": sigma, "sigma_y": sigma_y, "border": "mirror"}
        return [(gaussian_blur, blur), (LINEAR[0], sides)]
    return [(LINEAR[0], sides)]


resize = Op(
    name="resize",
    title="Resize",
    category="geometry",
    keywords=("scale", "shrink", "enlarge", "thumbnail", "zoom"),
    doc="Gives the picture another number of pixels.",
    use="For the web, for a thumbnail, or for the size that a model asks for.",
    formula="y(i) = x((i + ½)·old / new − ½) along both axes; with antialias after a Gaussian blur of "
    "deviation (old / new − 1) / 2",
    source="skimage.transform.resize(order=0 and 1, mode='reflect')",
    notes="Antialiasing is scikit-image's Gaussian, of at most 64 px; OpenCV's resize has none, and "
    "Pillow's widens its kernel instead.",
    own_params=(
        Float(
            name="scale",
            value=50.0,
            low=0.1,
            high=1000.0,
            slider_low=1.0,
            slider_high=200.0,
            unit="%",
            doc="Where neither width nor height is given.",
        ),
        Int(
            name="width", value=0, low=0, high=SIDE, slider_high=4000, unit="px", doc="0 follows the height."
        ),
        Int(
            name="height", value=0, low=0, high=SIDE, slider_high=4000, unit="px", doc="0 follows the width."
        ),
        Choice(
            name="interpolation",
            value="linear",
            choices=("nearest", "linear"),
            doc="Between pixels, or the nearest one as it is.",
        ),
        Bool(name="antialias", value=True, doc="Blur before shrinking, so that no moiré appears."),
    ),
    kind=Composed(steps, ops=(gaussian_blur, LINEAR[0], NEAREST[0])),
)
