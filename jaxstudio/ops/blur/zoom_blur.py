"""Zoom blur: streaks towards the middle."""

from __future__ import annotations

import numpy as np

from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.kinds import Magnified, Op
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float, Int


def factors(values: Values) -> Float64[np.ndarray, " factors"]:
    return np.linspace(1.0, values["factor"], values["steps"] + 1)


zoom_blur = Op(
    name="zoom_blur",
    title="Zoom blur",
    category="blur",
    keywords=("radial", "streak", "speed", "explosion"),
    doc="Draws streaks towards the middle, as a zoom lens does that is turned while the shutter is open.",
    use="To lead the eye to the middle, or to show speed.",
    formula="y = (x + Σ x magnified by 1 + (factor − 1)·k/steps) / (steps + 1), k = 1 … steps",
    source="albumentations.ZoomBlur; Hendrycks and Dietterich, Benchmarking neural network robustness, 2019",
    notes="The average of so many magnified pictures and the picture itself, bilinear, about its exact "
    "middle; albumentations rounds to whole pixels.",
    own_params=(
        Float("factor", 1.1, 1.0, 4.0, slider_high=1.5, doc="How much the largest is magnified."),
        Int("steps", 12, 1, 100, slider_high=40, doc="How many magnified pictures."),
    ),
    kind=Magnified(factors),
)
