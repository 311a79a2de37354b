"""Variants and sweeps in the engine's process: small pictures for the window, and the files of an export.

An export notes the files that it has written in the folder's manifest: when it is repeated after the process
has died, it continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import pack_steps, unpack_recipe
from jaxstudio.backend.requests import (
    AugmentRequest,
    SheetFileRequest,
    SheetPicture,
    SheetRequest,
    VariantsRequest,
    WrittenFiles,
)
from jaxstudio.backend.state import STATE
from jaxstudio.batch.local import SharedEngine, run_local
from jaxstudio.batch.queue import BatchQueue
from jaxstudio.engine.render import Engine
from jaxstudio.files.animation import check_animation, write_animation
from jaxstudio.files.save import save
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.serve import Work
from jaxstudio.variants.dataset import Dataset, Header, PhotoTask, named, new_dataset
from jaxstudio.variants.generation import VariantsWork, generate
from jaxstudio.variants.sheets import contact_sheet, in_order, thumbnail

WORKERS = 2
MOST_ERRORS = 20  # lines that are sent back


def _engine(work: Work) -> Engine:
    """An engine with the preview's kernels and a small cache: no result is needed twice."""
    return STATE.engine(work).exporter()


def _pictures(request: SheetRequest, work: Work) -> Iterator[tuple[Recipe, np.ndarray]]:
    """Each recipe and its small picture: uint8 (height, width, 3 or 4)."""
    catalogue = STATE.catalogue(work)
    recipes = [unpack_recipe(each, catalogue) for each in request.recipes]
    source, engine = STATE.photo(request.token, work).source, _engine(work)
    for recipe in recipes:
        work.check()
        yield recipe, thumbnail(engine, source, recipe, request.side, lambda: work.stopped)


def make_sheet(request: SheetRequest, work: Work) -> None:
    """Report a SheetPicture for each recipe, in order.

    Raises:
        Cancelled: the sheet was closed.
        StudioError: a recipe does not fit the photo.
    """
    source = STATE.photo(request.token, work).source
    for place, (recipe, pixels) in enumerate(_pictures(request, work)):
        shown = painted(pixels, (0, 0, *pixels.shape[:2]), work.empty)
        steps = expand(recipe, (source.height, source.width)).active
        drawn = pack_steps(step for step in steps if step.part_of is not None)
        work.tell(SheetPicture(place, shown, drawn))


def write_sheet(request: SheetFileRequest, work: Work) -> None:
    """Write a contact sheet or an animation; reports the share done.

    Raises:
        Cancelled: the job was cancelled.
        StudioError: it cannot be computed or written, such as MP4 without its extra.
    """
    if request.animated:
        check_animation(request.path)  # before anything is computed

    def reported() -> Iterator[np.ndarray]:
        for number, (_, pixels) in enumerate(_pictures(request.sheet, work), 1):
            yield pixels
            work.tell(number / len(request.labels))

    if request.animated:
        write_animation(request.path, in_order(reported(), request.back), request.rate)
    else:
        sheet = contact_sheet(list(reported()), request.labels, request.sheet.side, request.columns)
        save(request.path, sheet)


def write_variants(request: VariantsRequest, work: Work) -> WrittenFiles:
    """Write the whole result for each seed, and a manifest."""
    photo = STATE.photo(request.token, work).photo
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))

    def planned() -> Dataset:
        path = photo.path
        name = path.name if path else f"{photo.name or 'photo'}.png"
        root = str(path.parent.absolute()) if path else ""
        variants = named(Path(name).stem, request.seeds, ".png")
        task = PhotoTask(name, Path(root, name), variants, None if path else photo)
        return Dataset(Header(recipe, root), Path(request.folder), (task,))

    return _write(planned, work)


def augment_folder(request: AugmentRequest, work: Work) -> WrittenFiles:
    """Write `count` variants of every photo below a folder, and a manifest."""
    recipe = unpack_recipe(request.recipe, STATE.catalogue(work))
    return _write(lambda: new_dataset([request.photos], Path(request.folder), recipe, request.count), work)


def _write(planned: Callable[[], Dataset], work: Work) -> WrittenFiles:
    errors: list[str] = []
    pool = SharedEngine(_engine(work))

    def run(queue: BatchQueue, files: VariantsWork, emit: Callable[[Any], None]) -> None:
        run_local(queue, files, pool, WORKERS, errors.append, emit=emit, cancelled=lambda: work.stopped)

    def progress(done: int, count: int) -> None:
        work.tell(done / count)

    outcome = generate(planned(), STATE.catalogue(work), run, progress, errors.append)
    return WrittenFiles(outcome.written, outcome.skipped, outcome.failed, tuple(errors[:MOST_ERRORS]))
