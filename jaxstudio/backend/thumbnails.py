"""Thumbnails: of photos with their recipes, open or not, and of filters and presets on the photo in view."""

from __future__ import annotations

import traceback

from jaxstudio.backend.frames import painted, to_uint8
from jaxstudio.backend.photos import decode
from jaxstudio.backend.protocol import Pixels, unpack_recipe
from jaxstudio.backend.requests import FilterPreview, FilterPreviewsRequest, PhotoThumbnailRequest
from jaxstudio.backend.state import STATE, OpenPhoto
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.source import Source
from jaxstudio.engine.thumbnails import ThumbnailBase, Thumbnails
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.files.photo import Photo
from jaxstudio.files.preview import load_preview
from jaxstudio.pipeline.recipe import Recipe
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
    assert isinstance(photo, Photo)
    return OpenPhoto(photo, Source(photo.pixels, photo.curve, lens=photo.find_lens))


def _with_recipe(opened: OpenPhoto, request: PhotoThumbnailRequest, work: Work) -> Pixels | None:
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


# -- filters and presets

_maker: tuple[PreviewWorker, Thumbnails] | None = None


def _thumbnails(live: PreviewWorker) -> Thumbnails:
    """The thumbnails of a preview; kept as long as it, so that the small photo is kept too."""
    global _maker
    if _maker is None or _maker[0] is not live:
        _maker = live, Thumbnails(live)
    return _maker[1]


def make_filter_previews(request: FilterPreviewsRequest, work: Work) -> None:
    """Report a FilterPreview for each item, in order, whenever the preview is at rest.

    Jobs of this kind run one after the other, in one queue.

    Raises:
        Cancelled: the list was closed.
    """
    live, catalogue = STATE.live(work), STATE.catalogue(work)
    source = STATE.photo(request.token, work).source
    thumbnails = _thumbnails(live)
    base = ThumbnailBase(source, unpack_recipe(request.stack, catalogue), request.whole)
    for place, item in enumerate(request.items):
        work.check()
        pixels: Pixels | None = None
        wrong = ""
        try:
            made = thumbnails.make(base, unpack_recipe(item, catalogue), lambda: work.stopped)
            if made is not None:
                pixels = painted(made, (0, 0, *made.shape[:2]), work.empty)
        except Cancelled:
            raise
        except Exception as error:  # a bug: reported, and the other pictures are still made
            traceback.print_exception(error)
            wrong = f"{type(error).__name__}: {error}".splitlines()[0]
        work.tell(FilterPreview(place, pixels, wrong))
