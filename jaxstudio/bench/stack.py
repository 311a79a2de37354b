"""The eight steps that the window and the exports are measured with, and the same steps done by OpenCV."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from jaxstudio.bench.cases import hill
from jaxstudio.ops import CATALOGUE
from jaxstudio.ops.convolution.convolve import SHARPEN
from jaxstudio.pipeline.recipe import Recipe, Step

if TYPE_CHECKING:
    import numpy as np

STEPS: tuple[tuple[str, dict[str, object]], ...] = (
    ("gaussian_blur", {"sigma": 6.0}),
    ("gamma", {"gamma": 0.9}),
    ("saturation", {"factor": 1.3}),
    ("convolve", {"kernel": hill(5)}),
    ("convolve", {"kernel": SHARPEN}),
    ("unsharp_mask", {"radius": 4.0, "amount": 0.6}),
    ("box_blur", {"size": 9}),
    ("gaussian_blur", {"sigma": 5.0}),
)
FIRST, LAST = 1, len(STEPS)  # keys of the steps whose sigma is moved


def eight_steps() -> Recipe:
    recipe = Recipe()
    for name, params in STEPS:
        recipe = recipe.added(CATALOGUE[name], params)
    return recipe


def by_opencv(steps: tuple[Step, ...], level: int, pixels: np.ndarray) -> Callable[[], np.ndarray]:
    """A call that does `steps` on `pixels`, a photo reduced by 2^level, with lengths reduced alike."""
    from jaxstudio.bench.peers import OPENCV
    from jaxstudio.engine.plan.base import scaled_values

    work = [(OPENCV[step.op.name], scaled_values(step.op, step.values, level)) for step in steps]

    def call() -> np.ndarray:
        result = pixels
        for peer, values in work:
            result = peer(result, values)
        return result

    return call
