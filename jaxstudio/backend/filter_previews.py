"""Filter previews: the thumbnails of the add box and of the presets, computed in the engine's process."""

from __future__ import annotations

import traceback

from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import Pixels, unpack_recipe
from jaxstudio.backend.requests import FilterPreview, FilterPreviewsRequest
from jaxstudio.backend.state import STATE
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.thumbnails import ThumbnailBase, Thumbnails
from jaxstudio.errors import Cancelled
from jaxstudio.processes.serve import Work

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
