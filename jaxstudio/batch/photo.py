"""One photo of a batch: read, computed, written, by the same code in a local thread and on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from PIL import Image

from jaxstudio.batch.local import Control, EnginePool, Note
from jaxstudio.batch.queue import Task
from jaxstudio.batch.regions import open_regions
from jaxstudio.engine.source import Source
from jaxstudio.errors import PhotoError, SaveError, UsageError
from jaxstudio.files.formats import Remark, check_depth, format_of, parse_storage
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.metadata_groups import without
from jaxstudio.files.photo import Photo, load_photo, photo_size
from jaxstudio.files.quantise import DTYPES
from jaxstudio.files.save import computed_depth, default_depth, losses, save, words_changed
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.own_filters.in_use import FilterSource, catalogue_with
from jaxstudio.pipeline.expand import result_size
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json

LARGE = 48_000_000  # pixels from which a photo has a device for itself
SMALL_BYTES = 4_000_000  # of a file whose header is not looked at first: it takes a tenth of decoding 2 MP
ORIENTATION_TAG, FIRST_TRANSPOSED = 274, 5


@cache
def read_recipe(text: str, own: tuple[FilterSource, ...] = ()) -> Recipe:
    """The recipe in a text, read once in a process; `own`: the files of the user's filters that it uses."""
    return from_json(text, catalogue_with(own))


@dataclass(frozen=True)
class PhotoWork:
    """A recipe (its text as JSON), and how its results are written: `apply`.

    Attributes:
        depth: "8", "16", "float32", or None for that of the photo.
        quality: of lossy formats, 1 to 100, or None for that of the photo.
        page: which picture of a file with several, from 1.
        drop: groups of metadata that are left out.
        to_srgb: whether colours are converted from the photo's profile to sRGB first.
        store: words of `formats.WAYS`, how pixels are stored.
        strict: whether a file that would lose anything fails and is not written.
        own: the files of the user's filters that the recipe uses.
    """

    writes_files: ClassVar[bool] = True
    recipe: str
    depth: str | None = None
    quality: int | None = None
    page: int = 1
    drop: tuple[str, ...] = ()
    to_srgb: bool = False
    strict: bool = False
    store: tuple[str, ...] = ()
    own: tuple[FilterSource, ...] = ()

    def of(self, task: Task) -> PhotoWork:
        """Return the work on a task, with the task's own recipe and page if it has them."""
        return replace(self, recipe=task.recipe or self.recipe, page=task.page or self.page)

    def _load(self, source: Path) -> Photo:
        photo = load_photo(source, self.page)
        photo = photo.in_srgb() if self.to_srgb else photo
        return replace(photo, metadata=without(photo.metadata, self.drop)) if self.drop else photo

    def check_colours(self, source: Path, metadata: Metadata) -> None:
        """PhotoError where colours would have to be converted in a picture that is read part by part."""
        if self.to_srgb and metadata.icc:
            what = "it is read part by part, and keeps its colour profile, expected no --to-srgb"
            raise PhotoError("{0}: {1}", source, what)

    def run(self, pool: EnginePool, task: Task, control: Control) -> list[Note]:
        return self.of(task)._run(pool, task, control)

    def _run(self, pool: EnginePool, task: Task, control: Control) -> list[Note]:
        source, target = task.source, task.target
        if self.depth:
            check_depth(target, self.depth)
        format_of(target)
        picture = open_regions(source, self.page)
        if picture is not None:
            self.check_colours(source, picture.metadata)
            with pool.lend(alone=True) as engine:
                metadata = without(picture.metadata, self.drop)
                photo = Photo(np.empty((0, 0, picture.shape[2]), picture.dtype), metadata, source)
                return self._stream(engine, picture.source(), photo, target, control)
        size = photo_size(source) if _bytes(source) > SMALL_BYTES else None
        alone = size is not None and size[0] * size[1] >= LARGE
        if not alone:
            photo = self._load(source)
            alone = photo.height * photo.width >= LARGE  # its header did not tell
            if not alone:
                return self._whole(pool, photo, target, control)
            with pool.lend(alone=True) as engine:
                return self._stream(engine, _source(photo), photo, target, control)
        with pool.lend(alone=True) as engine:
            photo = self._load(source)
            return self._stream(engine, _source(photo), photo, target, control)

    def _notes(self, target: Path, photo: Photo) -> list[Note]:
        """Return notes on the parts of the photo that the result will not hold.

        SaveError if it must hold all.
        """
        lines = losses(target, photo, self.depth, parse_storage(self.store))
        self.check_nothing_lost(target, lines)
        return [Note(line, once=True) for line in lines]

    def check_nothing_lost(self, target: Path, lines: list[str]) -> None:
        """SaveError where something is lost and nothing may be."""
        lost = [line for line in lines if not isinstance(line, Remark)]
        if self.strict and lost:
            raise SaveError("{0}: not written, since something would be lost: {1}", target, "; ".join(lost))

    def _depth(self, target: Path, photo: Photo) -> str:
        return self.depth or default_depth(target, photo.depth, parse_storage(self.store))

    def _whole(self, pool: EnginePool, photo: Photo, target: Path, control: Control) -> list[Note]:
        depth = self._depth(target, photo)
        control.check()
        notes = self._notes(target, photo)
        with pool.lend() as engine:
            pixels = engine.render(
                Source(photo.pixels, photo.curve, lens=photo.find_lens),
                read_recipe(self.recipe, self.own),
                dtype=DTYPES[computed_depth(depth, photo)].name,
                progress=control.progress,
                cancel=control.cancelled,
            )
        how: Any = {"quality": self.quality, "strict": self.strict, "storage": parse_storage(self.store)}
        changed = save(target, pixels, depth, photo, **how)
        return [*notes, *_changed_note(changed)]

    def _stream(
        self, engine: Any, source: Source, photo: Photo, target: Path, control: Control
    ) -> list[Note]:
        depth, recipe = self._depth(target, photo), read_recipe(self.recipe, self.own)
        bands: Iterator[tuple[int, np.ndarray]] = engine.bands(
            source,
            recipe,
            DTYPES[computed_depth(depth, photo)].name,
            progress=control.progress,
            cancel=control.cancelled,
        )

        def checked() -> Iterator[tuple[int, np.ndarray]]:
            for band in bands:
                control.check()
                yield band

        shape = (*engine.size(recipe, source.height, source.width), source.channels)
        notes = self._notes(target, photo)
        how: Any = {"quality": self.quality, "strict": self.strict, "storage": parse_storage(self.store)}
        changed = save(target, checked(), depth, photo, shape=shape, **how)
        return [*notes, *_changed_note(changed)]


def _source(photo: Photo) -> Source:
    return Source(photo.pixels, photo.curve, lens=photo.find_lens)


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _changed_note(changed: int) -> list[Note]:
    """Return a note on values that integers could not hold; the photo is written nonetheless."""
    return [Note(words_changed(changed))] if changed else []


def size_of_result(recipe: Recipe, path: Path, page: int = 1) -> tuple[int, int] | None:
    """(height, width) of the result of a photo, from its header where that tells; None if unreadable."""
    try:
        picture = open_regions(path, page)
    except Exception:  # whatever is wrong is said when the photo is to be computed
        return None
    size = photo_size(path) if page == 1 else None
    if picture is not None:
        size = picture.shape[:2]
    elif size is not None:
        with contextlib.suppress(Exception), Image.open(path) as image:
            if FIRST_TRANSPOSED <= int(image.getexif().get(ORIENTATION_TAG, 1)) <= 8:
                size = size[1], size[0]
    else:
        try:
            photo = load_photo(path, page)
        except Exception:
            return None
        size = photo.height, photo.width
    try:
        return result_size(recipe, size)
    except UsageError:
        return None  # a crop beyond this photo, say
