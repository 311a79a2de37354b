"""Finds the light under which a pixel of a photo would be gray."""

from __future__ import annotations

from typing import Any

import numpy as np

from jaxstudio.backend.protocol import unpack_recipe
from jaxstudio.backend.requests import GrayPointRequest
from jaxstudio.backend.state import STATE
from jaxstudio.engine.buffers import Rect
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.recipe import AUTO, ENCODED
from jaxstudio.processes.serve import Work

RADIUS = 2  # of the square whose mean is taken, in pixels


def light_at(request: GrayPointRequest, work: Work) -> tuple[float, float]:
    """Answer a GrayPointRequest.

    Raises:
        UsageError: the photo is gray, or the pixels are black.
    """
    import jax

    from jaxstudio.engine.expansion import conversions
    from jaxstudio.ops.colour.temperature import light_of_gray

    source = STATE.photo(request.token, work).source
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    engine = STATE.engine(work).exporter()
    if source.channels < 3:
        raise UsageError("a gray photo has no light to be balanced")
    size = engine.size(recipe, source.height, source.width)
    rect = Rect(
        request.y - RADIUS, request.x - RADIUS, request.y + RADIUS + 1, request.x + RADIUS + 1
    ).clipped(*size)
    pixels = engine.render(source, recipe, rect, cancel=lambda: work.stopped)[..., :3]
    light: Any = np.nan_to_num(pixels)
    # the values that White balance computes with
    between = conversions(source.curve if recipe.working_space == AUTO else None)
    if between is not None and recipe.working_space != ENCODED:
        there = between[0]
        light = jax.jit(there.implementation.kind.apply)(light, there.values)  # type: ignore[attr-defined]
    mean = np.asarray(light, np.float64).reshape(-1, 3).mean(axis=0)
    if mean.min() <= 1e-4:
        raise UsageError("too dark to tell the light: pick something lighter that should be gray")
    return light_of_gray(mean)
