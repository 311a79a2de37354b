"""Thumbnails of photos with their recipes, whether the photos are open or not."""

from __future__ import annotations

from jaxstudio.backend.frames import painted, to_uint8
from jaxstudio.backend.photos import decode
from jaxstudio.backend.protocol import Pixels, unpack_recipe
from jaxstudio.backend.requests import PhotoThumbnailRequest
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.errors import StudioError
from jaxstudio.files.preview import load_preview
from jaxstudio.processes.serve import Work

EDGE = 160  # the longest side is at most twice that
MOST_PIXELS = 60_000_000  # the recipe is applied only to photos of at most so many pixels


def make_thumbnail(request: PhotoThumbnailRequest, work: Work) -> Pixels:
    """A small picture of a photo with its recipe.

    A JPEG without steps is decoded at a reduced size. The engine computes steps while the preview is at rest;
    if they do not fit the photo, or the photo is very large, it is shown without them.

    Raises:
        PhotoError: the photo cannot be read.
        Cancelled: the thumbnail is no longer needed.
    """
    asked = request.photo
    opened = STATE.known_photo(asked.token) if asked.token else None
    steps = any(step.enabled for step in request.recipe.steps)
    if opened is None:
        preview = load_preview(asked.path, 2 * EDGE) if asked.path and asked.page == 1 and not steps else None
        opened = _opened(preview.photo if preview is not None else decode(asked))
    work.check()
    source = opened.source
    if steps and source.height * source.width <= MOST_PIXELS:
        made = _with_recipe(opened, request, work)
        if made is not None:
            return made
    pixels = opened.photo.pixels
    stride = max(1, max(pixels.shape[:2]) // (2 * EDGE))
    small = opened.display.apply(to_uint8(pixels[::stride, ::stride].copy()))
    return painted(small, (0, 0, *small.shape[:2]), work.empty)


def _opened(photo: object) -> OpenPhoto:
    from jaxstudio.engine.source import Source
    from jaxstudio.files.photo import Photo

    assert isinstance(photo, Photo)
    return OpenPhoto(photo, Source(photo.pixels, photo.curve, lens=photo.find_lens))


def _with_recipe(opened: OpenPhoto, request: PhotoThumbnailRequest, work: Work) -> Pixels | None:
    from jaxstudio.engine.thumbnails import ThumbnailBase, Thumbnails
    from jaxstudio.pipeline.recipe import Recipe

    live = STATE.live(work)
    try:
        recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    except StudioError:
        return None
    base = ThumbnailBase(opened.source, recipe, whole=True)
    made = Thumbnails(live).make(base, Recipe(), lambda: work.stopped)
    if made is None:
        return None
    shown = opened.display.apply(made)
    return painted(shown, (0, 0, *shown.shape[:2]), work.empty)
