"""Zoom blur: streaks towards the middle."""

import numpy as np

from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Float, Int


def lerp(low, high, share):
    """Between two arrays, in the memory of the second."""
    high -= low
    high *= share
    high += low
    return high


def magnified(pixels, rows, columns, down, right):
    """(height, width, channels) sampled between two rows and two columns each: whole numbers and shares.

    In NumPy, since with JAX every other size of photo would have to be compiled for.
    """
    last_row, last_column = (size - 1 for size in pixels.shape[:2])
    upper, lower = pixels.take(rows, 0), pixels.take(np.minimum(rows + 1, last_row), 0)
    between = lerp(upper, lower, down[:, None, None])
    left, beside = between.take(columns, 1), between.take(np.minimum(columns + 1, last_column), 1)
    return lerp(left, beside, right[None, :, None])


def places(count, factor):
    """Where the pixels of an axis lie in it when it is magnified about its middle: whole part and rest."""
    middle = (count - 1) / 2
    place = np.clip(middle + (np.arange(count) - middle) / factor, 0, count - 1)
    whole = np.floor(place)
    return whole.astype(np.int32), (place - whole).astype(np.float32)


def streaked(pixels, values):
    change = np.zeros_like(pixels)
    for factor in np.linspace(1.0, values["factor"], values["steps"] + 1)[1:]:
        (rows, down), (columns, right) = (places(count, factor) for count in pixels.shape[:2])
        change += magnified(pixels, rows, columns, down, right) - pixels
    return pixels + change / np.float32(values["steps"] + 1)


zoom_blur = Op(
    name="zoom_blur",
    title="Zoom blur",
    category="blur",
    keywords=("radial", "streak", "speed", "explosion"),
    doc="Draws streaks towards the middle, as a zoom lens does that is turned while the shutter is open.",
    use="To lead the eye to the middle, or to show speed.",
    source="albumentations.ZoomBlur; Hendrycks and Dietterich, Benchmarking neural network robustness, 2019",
    notes="The average of so many magnified pictures and the picture itself, bilinear, about its exact "
    "middle; albumentations rounds to whole pixels. Computed for the whole picture at once. Alpha is left as "
    "it is.",
    own_params=(
        Float(
            name="factor",
            value=1.1,
            low=1.0,
            high=4.0,
            slider_high=1.5,
            doc="How much the largest is magnified.",
        ),
        Int(name="steps", value=12, low=1, high=100, slider_high=40, doc="How many magnified pictures."),
    ),
    kind=Whole(streaked),
)
