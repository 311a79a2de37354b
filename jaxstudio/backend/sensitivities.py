"""Derivatives of the preview in the engine's process: a picture of them, and those of one number."""

from __future__ import annotations

import numpy as np

from jaxstudio.backend.fitting_protocol import (
    JUMPS,
    GradientAnswer,
    GradientRequest,
    SensitivityAnswer,
    SensitivityRequest,
)
from jaxstudio.backend.frames import colours_of, painted
from jaxstudio.backend.protocol import unpack_recipe
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.processes.serve import Work

# A number is computed on a photo reduced to about so many pixels a side.
METRIC_SIDE = 256
# This share of the values lies within the palette.
WITHIN = 99.5
# The result below the colours, as greys around the middle.
GREY_LOW, GREY_HIGH = 70, 190


def level_for(height: int, width: int, side: int) -> int:
    """How often a photo is halved until its longer side is no longer than `side`."""
    level = 0
    while max(height, width) >> level > side:
        level += 1
    return level


def reduced(photo: OpenPhoto, level: int) -> np.ndarray:
    """The photo without alpha, halved so often, float32 (height, width, 1 or 3)."""
    from jaxstudio.differentiable.match import colours

    return colours(np.asarray(photo.source.level(level).pixels))


def make_map(request: SensitivityRequest, work: Work) -> SensitivityAnswer:
    """Paint the derivative with respect to a parameter.

    Raises:
        StudioError: the recipe cannot be computed, or the parameter is no real number of it.
    """
    from jaxstudio.differentiable.sensitivity import changes_in_jumps, with_result

    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    photo = STATE.photo(request.token, work)
    level = level_for(photo.source.height, photo.source.width, request.side)
    pixels = reduced(photo, level)
    result, tangents = with_result(recipe, pixels, (request.ref,), level)
    work.check()
    slope = np.nan_to_num(tangents[0])
    if changes_in_jumps(recipe, pixels, request.ref, slope, level):
        return SensitivityAnswer(request.ref, None, 0.0, JUMPS, level)
    strongest = _strongest_channel(slope)
    most = float(np.percentile(np.abs(strongest), WITHIN)) or float(np.abs(strongest).max(initial=0.0))
    grey = GREY_LOW + (GREY_HIGH - GREY_LOW) * np.clip(np.nan_to_num(result.mean(axis=2)), 0, 1)
    shown = colours_of(strongest / most if most else strongest, grey)
    # in the result's own pixels, which the window knows
    size = shown.shape[0] << level, shown.shape[1] << level
    return SensitivityAnswer(request.ref, painted(shown, (0, 0, *size), work.empty), most, "", level)


def _strongest_channel(slope: np.ndarray) -> np.ndarray:
    """Of each pixel (height, width, channels) the value that is farthest from 0, with its sign."""
    at = np.argmax(np.abs(slope), axis=2)[..., np.newaxis]
    return np.take_along_axis(slope, at, axis=2)[..., 0]


def differentiate_metric(request: GradientRequest, work: Work) -> GradientAnswer:
    """The derivatives of a number.

    Raises:
        StudioError: the recipe cannot be computed, a parameter is no real number of it, or the target has
            another size than the result.
    """
    from jaxstudio.differentiable.sensitivity import metric_gradient

    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    photo = STATE.photo(request.token, work)
    level = level_for(photo.source.height, photo.source.width, METRIC_SIDE)
    target = reduced(STATE.photo(request.target, work), level) if request.target else None
    found = metric_gradient(request.metric, recipe, reduced(photo, level), request.refs, level, target)
    return GradientAnswer(request.metric, found.value, request.refs, found.slopes)
