"""Glass blur: seen through frosted glass."""

from __future__ import annotations

from random import Random

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.kernels.random_fields import threefry, uniform
from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Composed, Op, Parts, Warp
from jaxstudio.pipeline.op import Params, Part, Size, Values
from jaxstudio.pipeline.params import Float, Int, border_of, border_params
from jaxstudio.pipeline.preview_notes import SCATTERING


def neighbour(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    """A neighbour up to max_delta away both ways, any of them as likely."""
    bits = threefry((p["key"][0], p["key"][1]), y.astype(jnp.uint32), x.astype(jnp.uint32))
    side = 2 * p["max_delta"] + 1
    right, down = (jnp.floor(uniform(word).astype(x.dtype) * side) - p["max_delta"] for word in bits)
    return x + right, y + down


SCATTER = Part(
    name="scatter",
    own_params=(Int("max_delta", 4, 1, 64, unit="px"),),
    kind=Warp(neighbour, nearest=True, reach=lambda values: values["max_delta"], border="reflect"),
)


def steps(values: Values, size: Size, chance: Random) -> Parts:
    beyond = border_of(values)
    blur = (gaussian_blur, {"sigma": values["sigma"], **beyond})
    scatter = (SCATTER, {"max_delta": values["max_delta"], **beyond})
    return [blur, *[scatter] * values["iterations"], blur]


glass_blur = Op(
    name="glass_blur",
    title="Glass blur",
    category="blur",
    keywords=("frosted", "scatter", "jitter", "bathroom window"),
    doc="Shows the picture as through frosted glass: pixels trade places with their neighbours, as the seed "
    "has it.",
    use="To hide what is written or who is seen, or to vary training pictures.",
    formula="y(p) = x(p + d), d drawn evenly from −max_delta … max_delta both ways, iterations times, "
    "between two Gaussian blurs",
    source="albumentations.GlassBlur; Hendrycks and Dietterich, Benchmarking neural network robustness, 2019",
    notes="Each pixel is taken from a place drawn at random, up to the edge; albumentations swaps pairs one "
    "after the other and leaves a margin.",
    own_params=(
        Float("sigma", 0.7, 0.0, 64.0, slider_high=5.0, unit="px",
            doc="Standard deviation of the blur before and after."),
        Int("max_delta", 4, 1, 64, slider_high=20, unit="px", doc="How far pixels may go."),
        Int("iterations", 2, 1, 8, doc="How often they go."),
        *border_params("reflect"),
    ),
    preview_note=SCATTERING,
    kind=Composed(steps, ops=(gaussian_blur, SCATTER)),
)  # fmt: skip
