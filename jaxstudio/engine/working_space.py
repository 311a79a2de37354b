"""A recipe in linear light: values become linear before the first step, and encoded after the last.

Both conversions are pointwise steps, which the engine plans, fuses, caches and compiles like any other step.
"""

from __future__ import annotations

from dataclasses import replace

import jax

from jaxstudio.engine.masked_runs import with_masked_runs
from jaxstudio.kernels.colour_spaces import linear_to_srgb, srgb_to_linear
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.recipe import ENCODED, LINEAR, Recipe, Step

IMPLICIT_KEY = 0  # the steps of a recipe have keys from 1


def _linearise(x: jax.Array, p: Params) -> jax.Array:
    return srgb_to_linear(x)


def _encode(x: jax.Array, p: Params) -> jax.Array:
    return linear_to_srgb(x)


to_linear = Op(
    name="srgb_to_linear",
    title="To linear light",
    category="tone",
    doc="Makes encoded values proportional to light.",
    formula="y = ((x + 0.055) / 1.055)^2.4, near black x / 12.92",
    source="IEC 61966-2-1 (sRGB)",
    kind=Pointwise(_linearise),
)
to_encoded = Op(
    name="linear_to_srgb",
    title="To encoded values",
    category="tone",
    doc="Encodes values that are proportional to light.",
    formula="y = 1.055·x^(1/2.4) − 0.055, near black 12.92·x",
    source="IEC 61966-2-1 (sRGB)",
    kind=Pointwise(_encode),
)


def expand_for_engine(recipe: Recipe, size: tuple[int, int]) -> Recipe:
    """The steps that the engine computes on a photo of (height, width), with conversions and masked runs.

    Raises:
        UsageError: a masked step changes the picture's size.
    """
    return with_conversions(with_masked_runs(expand(recipe, size), size))


def with_conversions(recipe: Recipe) -> Recipe:
    """The active steps, between the two conversions where the recipe works in linear light.

    The returned recipe works in encoded values, so that to convert it again changes nothing.
    """
    if recipe.working_space != LINEAR or not recipe.active:
        return recipe
    first, last = (Step(op, {}, IMPLICIT_KEY) for op in (to_linear, to_encoded))
    return replace(recipe, steps=(first, *recipe.active, last), working_space=ENCODED)
