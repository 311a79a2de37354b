"""A picture larger than memory, computed block by block, locally or on a cluster; it can be resumed.

The result is put together in a hidden folder beside its target, with a log of the blocks that are there, and
takes the target's place when it is whole. After a kill at any moment the next run computes what is left.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import numpy as np
from filelock import FileLock, Timeout

from jaxstudio.batch.local import Control, EnginePool, Note, Work
from jaxstudio.batch.log import stamp_of, work_id
from jaxstudio.batch.ome_zarr import SUFFIX, ZarrWriter, check_zarr_target, format_of_zarr, is_zarr
from jaxstudio.batch.photo import PhotoWork, read_recipe
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.batch.regions import TIFF_SUFFIXES, open_regions
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError, SaveError
from jaxstudio.files import write_tiff
from jaxstudio.files.formats import default_depth, parse_storage
from jaxstudio.files.metadata import Metadata
from jaxstudio.files.metadata_groups import without
from jaxstudio.files.photo import load_photo
from jaxstudio.files.quantise import DEPTHS, DTYPES, count_unsound, to_depth
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.own_filters.in_use import FilterSource
from jaxstudio.pipeline.expand import result_size

# Sides in pixels: of the tiles and chunks of a result, and of what is computed at a time.
TILE, BLOCK = 512, 2048
FORMAT, VERSION = "jaxstudio-blocks", 1
# Pixels above which a step that needs the whole picture at once is refused.
MOST_WHOLE = 400_000_000
NOT_NUMBERS = "some pixels were not numbers: NaN is written as 0, infinity as the end of the range"
Runner = Callable[[BatchQueue, Work], None]


def needs_blocks(task: Task, page: int = 1) -> bool:
    """Whether a task is computed block by block: its result is Zarr, or TIFF of a picture read by regions."""
    if task.target.suffix.lower() == SUFFIX:
        return True
    try:
        return task.target.suffix.lower() in TIFF_SUFFIXES and open_regions(task.source, page) is not None
    except Exception:
        return False  # told when it is its turn


@dataclass(frozen=True)
class _Opened:
    """A picture as the engine reads it."""

    source: Source
    depth: str
    metadata: Metadata


@lru_cache(maxsize=2)
def _open(path: Path, stamp: Any, page: int) -> _Opened:
    picture = open_regions(path, page)
    if picture is not None:
        return _Opened(picture.source(), picture.depth, picture.metadata)
    photo = load_photo(path, page)
    return _Opened(Source(photo.pixels, photo.curve), DEPTHS[photo.pixels.dtype], photo.metadata)


def _opened(path: Path, page: int) -> _Opened:
    return _open(path, stamp_of(path), page)


class TiffWriter:
    """Tiles of an uncompressed TIFF, written in place: `create` is called once, `write` by anyone."""

    def __init__(self, path: Path, shape: tuple[int, int, int], dtype: np.dtype[Any], begin: int) -> None:
        self._path, self._shape, self._dtype, self._begin = path, shape, np.dtype(dtype), begin

    @staticmethod
    def create(path: Path, shape: tuple[int, int, int], depth: str, metadata: Metadata) -> int:
        """An empty picture; where its first tile begins."""
        with open(path, "wb+") as file:
            return write_tiff.write_empty_tiles(file, shape, depth, metadata, TILE)

    def write(self, rect: Rect, pixels: np.ndarray) -> None:
        across = -(-self._shape[1] // TILE)
        size = TILE * TILE * self._shape[2] * self._dtype.itemsize
        try:
            with open(self._path, "rb+", buffering=0) as file:
                for top in range(rect.y0, rect.y1, TILE):
                    for left in range(rect.x0, rect.x1, TILE):
                        part = pixels[top - rect.y0 :, left - rect.x0 :][:TILE, :TILE]
                        tile = np.zeros((TILE, TILE, self._shape[2]), self._dtype.newbyteorder("<"))
                        tile[: part.shape[0], : part.shape[1]] = part
                        file.seek(self._begin + (top // TILE * across + left // TILE) * size)
                        _write_all(file, tile.tobytes())
                os.fsync(file.fileno())
        except OSError as error:
            raise SaveError("cannot write {0}: {1}", self._path, error.strerror or error) from None

    def flush(self) -> None:
        """Each block is on the disk when `write` returns."""


def _write_all(file: Any, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def grid(size: tuple[int, int]) -> list[Rect]:
    """The blocks of a picture of (height, width), row by row."""
    height, width = size
    return [
        Rect(top, left, min(top + BLOCK, height), min(left + BLOCK, width))
        for top in range(0, height, BLOCK)
        for left in range(0, width, BLOCK)
    ]


@dataclass(frozen=True)
class BlockWork:
    """Computes blocks of one picture; the number of a task is that of its block.

    Attributes:
        recipe: its text as JSON.
        depth: "8", "16" or "float32", of the result.
        shape: (height, width, channels) of the result.
        begin: of a TIFF where its first tile begins in bytes; -1 for Zarr.
        level: of a Zarr which reduced level is made of the one before; 0 for the picture itself.
        strict: whether pixels that are not numbers are refused.
        own: the files of the user's filters that the recipe uses.
    """

    writes_files: ClassVar[bool] = False
    recipe: str
    depth: str
    page: int
    shape: tuple[int, int, int]
    begin: int
    zarr_format: int = 3
    level: int = 0
    strict: bool = False
    own: tuple[FilterSource, ...] = ()

    def writer(self, path: Path) -> Any:
        dtype = DTYPES[self.depth]
        if self.begin >= 0:
            return TiffWriter(path, self.shape, dtype, self.begin)
        return ZarrWriter(path, self.shape, dtype, TILE, self.zarr_format)

    def blocks(self, path: Path) -> list[Rect]:
        return grid(self.writer(path).levels()[self.level] if self.level else self.shape[:2])

    def run(self, pool: EnginePool, task: Task, control: Control) -> list[Note]:
        writer = self.writer(task.target)
        rect = self.blocks(task.target)[task.number]
        if self.level:
            writer.reduce(self.level, rect)
            return []
        opened = _opened(task.source, self.page)
        dtype = "float32" if opened.depth == "float32" else DTYPES[self.depth].name
        with pool.lend() as engine:
            recipe = read_recipe(self.recipe, self.own)
            pixels = engine.render(opened.source, recipe, rect, dtype, cancel=control.cancelled)
        opened.source.release_pages()
        changed = self.depth != "float32" and count_unsound(pixels)
        if changed and self.strict:
            raise SaveError(NOT_NUMBERS)
        writer.write(rect, to_depth(pixels, self.depth))
        writer.flush()
        return [Note(NOT_NUMBERS, once=True)] if changed else []


class BlockLog:
    """The log of one picture: which blocks of which level are written, a line of JSON for each.

    Args:
        header: all that decides the blocks; a log with another one is not used.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self._header = {"format": FORMAT, "version": VERSION, **header}
        self._lock = threading.Lock()
        self.done: set[tuple[int, int]] = set()
        self.level = 0
        self._file: BinaryIO | None = None

    def read(self) -> bool:
        """Whether there is a log of this very work; a line that was not finished counts as not written."""
        try:
            first, *lines = self.path.read_bytes().split(b"\n")
            if json.loads(first) != json.loads(json.dumps(self._header)):
                return False
        except (OSError, ValueError):
            return False
        for line in lines:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                event = json.loads(line)
                self.done.add((int(event["level"]), int(event["block"])))
        return True

    def open(self, fresh: bool) -> None:
        self._file = open(self.path, "wb" if fresh else "ab", buffering=0)  # noqa: SIM115
        # a line break ends a line that was cut short
        self._append(self._header) if fresh else self._file.write(b"\n")

    def _append(self, event: dict[str, Any]) -> None:
        with self._lock:
            assert self._file is not None
            self._file.write(json.dumps(event).encode() + b"\n")

    def begin(self, number: int, source: Path, target: Path) -> None:
        pass

    def finish(self, number: int, source: Path, target: Path) -> None:
        self._append({"level": self.level, "block": number})

    def fail(self, number: int, message: str) -> None:
        pass

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def run_picture(
    task: Task,
    photo: PhotoWork,
    run: Runner,
    progress: Callable[[float], None],
    *,
    fresh: bool = False,
) -> list[Note]:
    """Make a task's target block by block, going on where an earlier run was killed.

    Args:
        photo: the recipe and how the result is written.
        run: runs a queue of blocks: here, or on a cluster.
        progress: told the share done, from 0 to 1.
        fresh: whether to begin anew.

    Raises:
        FileError, ComputeError: the picture cannot be read, computed or written.
    """
    photo = photo.of(task)
    recipe, opened = read_recipe(photo.recipe, photo.own), _opened(task.source, photo.page)
    photo.check_colours(task.source, opened.metadata)
    source = opened.source
    size = result_size(recipe, (source.height, source.width))
    shape = (*size, source.channels)
    _check_steps(Job(source, recipe), source)
    is_tiff = task.target.suffix.lower() != SUFFIX
    if not is_tiff:
        check_zarr_target(task.target)
    lost = [] if is_tiff else _lost(opened.metadata)
    photo.check_nothing_lost(task.target, lost)
    depth = photo.depth or (default_depth(task.target, opened.depth) if is_tiff else opened.depth)
    zarr_format = format_of_zarr(task.source) if is_zarr(task.source) else 3
    stage = task.target.parent / f".{task.target.name}.jaxstudio-blocks"
    header = {
        "work": work_id([repr(photo), os.path.abspath(task.source), str(stamp_of(task.source)), depth]),
        "shape": shape, "zarr_format": zarr_format, "tile": TILE, "block": BLOCK,
    }  # fmt: skip
    try:
        stage.mkdir(exist_ok=True)
        with _held(stage.with_name(stage.name + ".lock"), task.target):
            picture = stage / f"picture{task.target.suffix.lower()}"
            log = BlockLog(stage / "log.jsonl", header)
            resumed = not fresh and picture.exists() and log.read()
            work = _prepared(picture, photo, depth, shape, zarr_format, opened.metadata, resumed, stage)
            log.open(not resumed)
            try:
                _run_levels(work, task, picture, log, run, progress)
            finally:
                log.close()
            if is_tiff:
                picture = _stored(picture, work, photo, opened.metadata, lambda: progress(1.0))
            _put_in_place(picture, task.target)
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        raise SaveError("cannot write {0}: {1}", task.target, error.strerror or error) from None
    return [Note(line, once=True) for line in lost]


def _lost(metadata: Metadata) -> list[str]:
    """Return a line for each part of a photo that Zarr does not hold."""
    held = [name for name, value in (("EXIF", metadata.exif), ("the colour profile", metadata.icc)) if value]
    return [f"Zarr does not hold {' and '.join(held)} of the photo: TIFF does"] if held else []


def _check_steps(job: Job, source: Source) -> None:
    for plan in job.plans:
        if plan.needs_whole_input and plan.size[0] * plan.size[1] > MOST_WHOLE and not source.in_memory:
            raise ComputeError(
                "{0} needs the whole picture in memory: expected at most {1:.0f} megapixels, or no such step",
                plan.title,
                MOST_WHOLE / 1e6,
            )


@contextlib.contextmanager
def _held(path: Path, target: Path) -> Any:
    lock = FileLock(path, timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise SaveError("cannot write {0}: another run is at work on it", target) from None
    with contextlib.suppress(OSError):
        path.unlink()


def _prepared(
    picture: Path, photo: PhotoWork, depth: str, shape: tuple[int, int, int], zarr_format: int,
    metadata: Metadata, resumed: bool, stage: Path,
) -> BlockWork:  # fmt: skip
    """The work on the blocks of an empty picture, or of one begun before."""
    begin = -1
    if picture.suffix != SUFFIX:
        place = stage / "begin"
        if not resumed:
            begin = TiffWriter.create(picture, shape, depth, without(metadata, photo.drop))
            place.write_text(str(begin))
        begin = int(place.read_text())
    work = BlockWork(
        photo.recipe, depth, photo.page, shape, begin, zarr_format, strict=photo.strict, own=photo.own
    )
    if begin < 0 and not resumed:
        work.writer(picture).create()
    return work


def _stored(
    picture: Path, work: BlockWork, photo: PhotoWork, metadata: Metadata, check: Callable[[], None]
) -> Path:
    """The picture as it is to be stored: as its source, or as is asked for; itself where it is so already.

    Blocks are written in place, which takes tiles that are not compressed: others are made of these.
    """
    asked = parse_storage(photo.store)
    storage = asked.over(metadata.storage)
    compressed = storage.compression not in (None, "uncompressed")
    if not (compressed or asked.tile == (0, 0) or (storage.half and work.depth == "float32")):
        return picture
    height, width, channels = work.shape
    count = -(-height // TILE), -(-width // TILE)
    tiles = np.memmap(
        picture, DTYPES[work.depth].newbyteorder("<"), "r", work.begin, (*count, TILE, TILE, channels)
    )

    def rows() -> Iterator[np.ndarray]:
        for number, row in enumerate(tiles):
            check()
            band = np.moveaxis(row, 0, 1).reshape(TILE, -1, channels)
            yield band[: height - number * TILE, :width].astype(DTYPES[work.depth], copy=False)

    stored = picture.with_name(f"stored{picture.suffix}")
    kept = replace(without(metadata, photo.drop), storage=storage)
    with open(stored, "wb+") as file:
        write_tiff.write(file, rows(), work.shape, work.depth, kept)
        os.fsync(file.fileno())
    return stored


def _run_levels(
    work: BlockWork, task: Task, picture: Path, log: BlockLog, run: Runner, progress: Callable[[float], None]
) -> None:
    levels = len(work.writer(picture).levels()) if work.begin < 0 else 1
    total = sum(len(replace(work, level=level).blocks(picture)) for level in range(levels))
    before = 0
    for level in range(levels):
        log.level, at = level, replace(work, level=level)
        count = len(at.blocks(picture))
        tasks: Iterable[Task] = (Task(number, task.source, picture) for number in range(count))
        queue = BatchQueue(tasks, log)
        for each in queue.tasks:
            if (level, each.number) in log.done:
                queue.skip(each)
        queue.changed = lambda queue=queue, before=before: progress(  # type: ignore[misc]
            (before + queue.progress().done + queue.progress().skipped) / total
        )
        run(queue, at)
        if failures := queue.failures():
            raise ComputeError(failures[0][1])
        before += count


def _put_in_place(picture: Path, target: Path) -> None:
    if target.is_dir():
        old = target.with_name(f".{target.name}.jaxstudio-old")
        shutil.rmtree(old, ignore_errors=True)
        os.replace(target, old)
        os.replace(picture, target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        os.replace(picture, target)
