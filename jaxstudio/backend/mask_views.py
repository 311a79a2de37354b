"""Masks for the window: their values as they lie on the canvas, and colours picked for a range."""

from __future__ import annotations

from jaxstudio.backend.protocol import unpack_recipe
from jaxstudio.backend.requests import MaskAnswer, MaskColourRequest, MaskRequest
from jaxstudio.backend.state import STATE
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.mask_view import MaskView
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.display_mode import preview_level
from jaxstudio.pipeline.expand import result_size
from jaxstudio.processes.serve import Work


def mask_values(request: MaskRequest, work: Work) -> MaskAnswer:
    """Answer a MaskRequest; jobs of this kind run one after the other.

    Raises:
        Cancelled: the mask is no longer needed.
        UsageError: the recipe has no such mask.
    """
    source = STATE.photo(request.token, work).source
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    size = result_size(recipe, (source.height, source.width))
    viewport = request.viewport
    if viewport.fitted:
        viewport = viewport.fit(request.canvas, size)
    level = preview_level(viewport.zoom)
    view = _view(request, work, level)
    rect = Rect(*viewport.visible(request.canvas, size)).reduced(level).clipped(*view.size)
    found = view.values(rect, lambda: work.stopped)
    values = work.empty(found.shape, "uint8")
    values[:] = found
    full = rect.enlarged(level).clipped(*size)
    return MaskAnswer(values, (full.y0, full.x0, full.y1, full.x1), level)


def mask_colour(request: MaskColourRequest, work: Work) -> tuple[float, float, float]:
    """Answer a MaskColourRequest.

    Raises:
        UsageError: the recipe has no such mask.
    """
    view = _view(request, work, 0)
    return view.colour(request.y, request.x, request.radius, lambda: work.stopped)


def _view(request: MaskRequest | MaskColourRequest, work: Work, level: int) -> MaskView:
    source = STATE.photo(request.token, work).source
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    try:
        # the preview's kernels, but not its caches
        return MaskView(STATE.engine(work).exporter(), source, recipe, request.mask, request.step, level)
    except KeyError:
        raise UsageError("mask = {0}: the recipe has no mask of this key", request.mask) from None
