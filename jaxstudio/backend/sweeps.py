"""Sweeps in the engine's process: the pictures of a sheet or an animation, for the window or a file."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import unpack_recipe
from jaxstudio.backend.requests import SheetPicture, SweepFileRequest, SweepRequest
from jaxstudio.backend.state import STATE
from jaxstudio.files.animation import check_animation, write_animation
from jaxstudio.files.save import save
from jaxstudio.processes.serve import Work
from jaxstudio.variants.sheets import contact_sheet, in_order, pictures


def _pictures(request: SweepRequest, work: Work) -> Iterator[np.ndarray]:
    catalogue = STATE.catalogue(work)
    recipes = [unpack_recipe(each, catalogue) for each in request.recipes]
    source = STATE.photo(request.token, work).source
    engine = STATE.engine(work).exporter()  # a small cache: no result is needed twice
    return pictures(engine, source, recipes, request.side, cancel=lambda: work.stopped)


def make_sweep(request: SweepRequest, work: Work) -> None:
    """Report a SheetPicture for each recipe, in order.

    Raises:
        Cancelled: the sweep was closed.
        StudioError: a recipe does not fit the photo.
    """
    for place, pixels in enumerate(_pictures(request, work)):
        work.check()
        work.tell(SheetPicture(place, painted(pixels, (0, 0, *pixels.shape[:2]), work.empty)))


def write_sweep(request: SweepFileRequest, work: Work) -> None:
    """Write a contact sheet or an animation; reports the share done.

    Raises:
        Cancelled: the job was cancelled.
        StudioError: it cannot be computed or written, such as MP4 without its extra.
    """
    if request.animated:
        check_animation(request.path)  # before anything is computed

    def reported() -> Iterator[np.ndarray]:
        for number, pixels in enumerate(_pictures(request.sweep, work), 1):
            work.check()
            yield pixels
            work.tell(number / len(request.labels))

    if request.animated:
        write_animation(request.path, in_order(reported(), request.back), request.rate)
    else:
        sheet = contact_sheet(list(reported()), request.labels, request.sweep.side, request.columns)
        save(request.path, sheet)
