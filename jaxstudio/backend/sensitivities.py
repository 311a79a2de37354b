"""Derivatives with respect to a parameter, in the engine's process: of each pixel, and of a metric."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.backend.frames import ABOVE, BELOW, OPAQUE, Empty
from jaxstudio.backend.protocol import Corners, Pixels, unpack_recipe
from jaxstudio.backend.requests import (
    JUMPS,
    GradientAnswer,
    GradientRequest,
    SensitivityAnswer,
    SensitivityRequest,
)
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.differentiable.match import colours
from jaxstudio.differentiable.pixel_derivatives import PixelDerivatives, PreviewDifferentiator
from jaxstudio.differentiable.sensitivity import metric_gradient
from jaxstudio.engine.buffers import Rect, parallel_map
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec
from jaxstudio.engine.render import Engine
from jaxstudio.errors import Wording
from jaxstudio.pipeline.display_mode import preview_level
from jaxstudio.processes.serve import Work

# A metric is computed on a photo reduced to about so many pixels a side.
METRIC_SIDE = 256
# The result below the colours, as greys around the middle.
GREY_LOW, GREY_HIGH = 70, 190


def level_for(height: int, width: int, side: int) -> int:
    """How often a photo must be halved until its longer side is at most `side`."""
    level = 0
    while max(height, width) >> level > side:
        level += 1
    return level


def reduced(photo: OpenPhoto, level: int) -> np.ndarray:
    """The photo without alpha, reduced by 2^level, float32 (height, width, 1 or 3)."""
    return colours(np.asarray(photo.source.level(level).pixels))


def make_map(request: SensitivityRequest, work: Work) -> SensitivityAnswer:
    """Paint the derivative of the view on the canvas, at its resolution, with respect to a parameter.

    Raises:
        StudioError: the recipe cannot be computed, or it has no such real-valued parameter.
    """
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    source = STATE.photo(request.token, work).source
    engine = STATE.engine(work)
    size = engine.size(recipe, source.height, source.width)
    viewport = request.viewport
    if viewport.fitted:
        viewport = viewport.fit(request.canvas, size)
    level = preview_level(viewport.zoom)
    photo = source.level(level)
    small = engine.size(recipe, photo.height, photo.width)
    rect = Rect(*viewport.visible(request.canvas, size)).reduced(level).clipped(*small)
    found = _differentiator(engine).derivatives(
        source, recipe, request.ref, rect, level, lambda: bool(work.stopped)
    )
    if found.jumps:
        return SensitivityAnswer(request.ref, None, 0.0, JUMPS, level)
    full = rect.enlarged(level).clipped(*size)
    pixels = paint(found, engine, (full.y0, full.x0, full.y1, full.x1), work.empty)
    return SensitivityAnswer(request.ref, pixels, found.most, "", level, found.by_differences)


def _differentiator(engine: Engine) -> PreviewDifferentiator:
    """The differentiator of the preview's engine; a new one after the engine has changed."""
    if not _LAST or _LAST[0].engine is not engine:
        _LAST[:] = [PreviewDifferentiator(engine)]
    return _LAST[0]


_LAST: list[PreviewDifferentiator] = []


def paint(found: PixelDerivatives, engine: Engine, corners: Corners, empty: Empty) -> Pixels:
    """Derivatives as colours over the result in grey, in the format that Qt paints."""
    out = empty(found.packed.shape, "uint32")
    flat, packed = out.reshape(-1), found.packed.reshape(-1)
    kernel = engine.executor.kernels.get(COLOURS)
    inverse = np.float32(1 / found.most if found.most else 0)

    def write(first: int) -> None:
        part = packed[first : first + BLOCK]
        block = part if part.size == BLOCK else np.pad(part, (0, BLOCK - part.size))
        flat[first : first + BLOCK] = np.asarray(kernel(block, inverse))[: part.size]

    parallel_map(write, range(0, flat.size, BLOCK))
    return Pixels(out, corners, alpha=False)


def _build_colours() -> Kernel:
    def colours(packed: jax.Array, inverse: jax.Array) -> jax.Array:
        brightness = (packed & 255).astype(jnp.float32)
        ground = GREY_LOW + (GREY_HIGH - GREY_LOW) * np.float32(1 / 255) * brightness
        share = jax.lax.bitcast_convert_type(packed, jnp.float32) * inverse
        part, rises = jnp.minimum(jnp.abs(share), 1), share > 0
        result = jnp.full(packed.shape, OPAQUE, jnp.uint32)
        for above, below, shift in zip(ABOVE, BELOW, (16, 8, 0), strict=True):
            value = ground + (jnp.where(rises, np.float32(above), np.float32(below)) - ground) * part
            result = result | (value + np.float32(0.5)).astype(jnp.uint32) << np.uint32(shift)
        return result

    return colours


# (BLOCK derivatives as of pixel_kernels.py, 1 / the slope at the palette's ends) → 32-bit colours
BLOCK = 1 << 17
COLOURS = KernelSpec(KernelKey("slope_colours"), _build_colours, lambda _: Wording("derivatives as colours"))


def differentiate_metric(request: GradientRequest, work: Work) -> GradientAnswer:
    """The derivatives of a metric.

    Raises:
        StudioError: the recipe cannot be computed, it has no such real-valued parameter, or the target has
            another size than the result.
    """
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    source, engine = STATE.photo(request.token, work).source, STATE.engine(work)
    level = level_for(source.height, source.width, METRIC_SIDE)
    target = reduced(STATE.photo(request.target, work), level) if request.target else None
    found = metric_gradient(request.metric, engine, source, recipe, request.refs, level, target)
    return GradientAnswer(request.metric, found.value, request.refs, found.slopes)
