"""Histograms of a step's input, which the window draws behind tone curves and levels."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.backend.frames import to_uint8
from jaxstudio.backend.protocol import unpack_recipe
from jaxstudio.backend.requests import HistogramRequest
from jaxstudio.backend.state import STATE
from jaxstudio.engine.scopes import tone_counts
from jaxstudio.engine.thumbnails import REST_SECONDS
from jaxstudio.kernels.colour_spaces import srgb_to_linear
from jaxstudio.pipeline.recipe import LINEAR
from jaxstudio.processes.serve import Work

# At most so many rows and columns are counted: enough for the histogram's shape, and quick for any photo.
ROWS, COLUMNS = 256, 512


def count_tones(request: HistogramRequest, work: Work) -> np.ndarray:
    """The `sampled_tones` of a recipe's result on the photo with this token, in the recipe's working space.

    Raises:
        Cancelled: the histogram is no longer needed.
        StudioError: the recipe cannot be computed.
    """
    opened = STATE.photo(request.token, work)
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    if not recipe.active and recipe.working_space != LINEAR:
        return sampled_tones(opened.photo.pixels)
    live = STATE.live(work)
    while not live.at_rest.wait(REST_SECONDS):  # the picture under the hand comes first
        work.check()
    engine, source = live.engine.beside(lambda text: None), opened.source
    size, level = engine.size(recipe, source.height, source.width), 0
    while max(size) > COLUMNS << level:
        level += 1
    pixels = engine.render(
        source, recipe, None, "float32", level=level, approximate_statistics=True, cancel=lambda: work.stopped
    )
    if recipe.working_space == LINEAR:  # the engine encodes its result
        pixels = np.array(srgb_to_linear(jnp.asarray(pixels)))
    return sampled_tones(pixels)


def sampled_tones(pixels: np.ndarray) -> np.ndarray:
    """How often each of 256 tones occurs in a grid of (H, W, C) pixels but alpha: int64 (colours, 256)."""
    down, across = -(-pixels.shape[0] // ROWS), -(-pixels.shape[1] // COLUMNS)
    colours = pixels.shape[2] - (pixels.shape[2] in (2, 4))
    sample = np.ascontiguousarray(pixels[::down, ::across, :colours])
    if sample.dtype.kind == "f":
        sample = np.nan_to_num(sample)
    tones = to_uint8(sample)
    return tone_counts([tones[..., plane].reshape(-1) for plane in range(colours)])
