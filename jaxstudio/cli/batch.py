"""Many photos through one engine: while it computes one, others are decoded and encoded.

Memory stays bounded: at most as many photos as there are workers are held, and a large one is
read, computed and written band by band alone.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from tqdm import tqdm

from jaxstudio.cli.outputs import Job
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, ComputeError, FileError
from jaxstudio.files.metadata_groups import without
from jaxstudio.files.photo import Photo, load_photo, photo_size
from jaxstudio.files.quantise import DTYPES
from jaxstudio.files.save import computed_depth, default_depth, losses, save, words_changed
from jaxstudio.pipeline.recipe import Recipe

LARGE = 48_000_000  # pixels from which a photo has the machine for itself


def run_batch(
    engine: Engine,
    recipe: Recipe,
    jobs: Sequence[Job],
    depth: str | None,
    workers: int,
    quality: int | None = None,
    page: int = 1,
    drop: Sequence[str] = (),
) -> int:
    """Compute and write every job; return how many failed, each said in a line on stderr.

    UsageError of the first job that meets one, and whatever is no StudioError, ends the batch.
    """
    batch = _Batch(engine, recipe, depth, len(jobs), quality, page, drop)
    with batch.bar, ThreadPoolExecutor(min(workers, len(jobs)), "apply") as pool:
        waiting: set[Future[None]] = set()
        try:
            for job in jobs:
                # No more are handed out than are in work, so that Ctrl-C has little to call off.
                while len(waiting) >= workers:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    _raise_first(done)
                waiting.add(pool.submit(batch.one, job))
            _raise_first(wait(waiting).done)
        except BaseException:
            batch.cancelled.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return batch.failed


def _raise_first(done: set[Future[None]]) -> None:
    for future in done:
        future.result()


class _Batch:
    def __init__(
        self,
        engine: Engine,
        recipe: Recipe,
        depth: str | None,
        count: int,
        quality: int | None,
        page: int,
        drop: Sequence[str],
    ) -> None:
        self.page, self.drop = page, drop
        self.losses: set[str] = set()
        self.engine = engine
        self.quality = quality
        self.recipe = recipe
        self.depth = depth
        self.alone = count == 1
        self.failed = 0
        self.cancelled = threading.Event()
        self.computing = threading.Lock()
        self.telling = threading.Lock()
        shown = sys.stderr.isatty()
        self.bar: Any = tqdm(
            total=1.0 if self.alone else count,
            unit="photo",
            delay=1.0,
            disable=not shown,
            file=sys.stderr,
            bar_format="{l_bar}{bar}| {elapsed}<{remaining}" if self.alone else None,
        )

    def one(self, job: Job) -> None:
        """Read, compute and write one photo; what a person can mend is told and counted."""
        try:
            size = photo_size(job.source)
            if size and size[0] * size[1] >= LARGE:
                with self.computing:
                    self._stream(job, self._load(job))
                return
            photo = self._load(job)
            if photo.height * photo.width >= LARGE:  # its header did not tell
                with self.computing:
                    self._stream(job, photo)
            else:
                self._whole(job, photo)
        except (FileError, ComputeError) as error:
            self._fail(job, str(error))
        except MemoryError:
            self._fail(job, "too large for the memory of this machine")
        finally:
            with self.telling:
                self.bar.update(0 if self.alone else 1)

    def _load(self, job: Job) -> Photo:
        """Read a photo, and say what the format of its result cannot hold: each line once in a batch."""
        photo = load_photo(job.source, self.page)
        photo = replace(photo, metadata=without(photo.metadata, self.drop))
        with self.telling:
            lines = [line for line in losses(job.target, photo, self.depth) if line not in self.losses]
            self.losses.update(lines)
        for line in lines:
            self._say(f"{job.target}: {line}")
        return photo

    def _fail(self, job: Job, text: str) -> None:
        with self.telling:
            self.failed += 1
        named = str(job.source) in text or str(job.target) in text
        self._say(text if named else f"{job.source}: {text}")

    def _say(self, line: str) -> None:
        from jaxstudio.cli.main import report

        with self.telling, contextlib.ExitStack() as stack:
            if not self.bar.disable:
                stack.enter_context(tqdm.external_write_mode(file=sys.stderr))
            report(line)

    def _depth(self, job: Job, photo: Photo) -> str:
        return self.depth or default_depth(job.target, photo.depth)

    def _progress(self, done: float) -> None:
        if self.alone:
            self.bar.update(done - self.bar.n)

    def _whole(self, job: Job, photo: Photo) -> None:
        depth = self._depth(job, photo)
        if self.cancelled.is_set():
            raise Cancelled("interrupted")
        with self.computing:
            pixels = self.engine.render(
                Source(photo.pixels),
                self.recipe,
                dtype=DTYPES[computed_depth(depth, photo)].name,
                progress=self._progress,
                cancel=self.cancelled.is_set,
            )
        self._tell(job, save(job.target, pixels, depth, photo, quality=self.quality))

    def _stream(self, job: Job, photo: Photo) -> None:
        depth = self._depth(job, photo)
        height, width = self.engine.size(self.recipe, photo.height, photo.width)
        bands = self.engine.bands(
            Source(photo.pixels),
            self.recipe,
            DTYPES[computed_depth(depth, photo)].name,
            progress=self._progress,
            cancel=self.cancelled.is_set,
        )
        shape = (height, width, photo.channels)
        watched = self._watched(bands)
        self._tell(job, save(job.target, watched, depth, photo, shape=shape, quality=self.quality))

    def _tell(self, job: Job, changed: int) -> None:
        """Say what integers could not hold; the photo is written all the same."""
        if changed:
            self._say(f"{job.target}: {words_changed(changed)}")

    def _watched(self, bands: Iterator[Any]) -> Iterator[Any]:
        for band in bands:
            if self.cancelled.is_set():
                raise Cancelled("interrupted")
            yield band
