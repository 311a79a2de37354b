"""The process that runs a batch for the window: it finds photos, names results, writes files, reports rows.

It is separate from the engine's process: a decoder that crashes on one of 50,000 files does not end the
preview or close photos, the batch does not share the preview's interpreter, and its priority is lower.
"""

from __future__ import annotations

import os
import queue as queues
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.backend.batch_protocol import (
    BatchFound,
    BatchPlanned,
    BatchRequest,
    BatchRows,
    BatchSaved,
    BatchUpdate,
    Order,
    Phase,
    UnfinishedBatch,
    UnfinishedRequest,
)
from jaxstudio.backend.protocol import Notice
from jaxstudio.batch.log import BatchLog, SavedBatch, forget, unfinished
from jaxstudio.batch.places import Places, find_devices, run_all
from jaxstudio.batch.prepare import (
    OF_SIZE,
    Prepared,
    check_targets,
    make_queue,
    open_log,
    photos_below,
    plan,
    prepare,
)
from jaxstudio.batch.queue import BatchQueue, State, Task
from jaxstudio.errors import Cancelled, RecipeError, UsageError
from jaxstudio.ir.compilation_log import forward as listen
from jaxstudio.own_filters.in_use import files_in_use
from jaxstudio.processes.limits import be_killed_first
from jaxstudio.processes.serve import Handlers, Work
from jaxstudio.runtime.atomic_write import without_orphans

if TYPE_CHECKING:
    from jaxstudio.pipeline.recipe import Recipe

__all__ = ["handlers", "listen"]

NICENESS = 10
ROWS = 1000  # rows per message: the window reads such a message in a millisecond or two
UPDATE_S = 0.1
MOST_NOTICES = 20
# A file fails after the process has ended so many times while it had the file in work.
MOST_DEATHS = 2
KILLED = "the process that computed it ended, each time"


def handlers() -> Handlers:
    """The jobs of this process."""
    be_killed_first()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    return {
        BatchRequest: lambda request, work: Batch(request, work).serve(),
        UnfinishedRequest: find_unfinished,
    }


def find_unfinished(_: UnfinishedRequest, work: Work) -> tuple[UnfinishedBatch, ...]:
    """Answer an UnfinishedRequest."""
    found = []
    for path in unfinished():
        try:
            saved = SavedBatch.read(path)
        except UsageError:
            path.unlink(missing_ok=True)
            continue
        found.append(UnfinishedBatch(str(path), len(saved.sources), str(Path(saved.out).parent)))
    return tuple(found)


def find_photos(request: BatchRequest, work: Work) -> list[Path]:
    """The photos in the request and in its folders, ordered by name.

    The results' folder is skipped if it lies below one of these folders.

    Raises:
        UsageError: a place does not exist, or there is no photo at all.
    """
    found: dict[Path, None] = {}
    out, told = os.path.abspath(request.folder) if request.folder else "", 0
    for given in request.places:
        place = Path(os.path.abspath(given))
        if place.is_dir():
            photos = photos_below(place, subfolders=request.subfolders, leave_out=out, check=work.check)
        elif place.exists():
            photos = iter([place])
        else:
            raise UsageError("{0}: no such file or folder", given)
        for photo in photos:
            found[photo] = None
            if len(found) >= told + ROWS:
                told = len(found)
                work.tell(BatchFound(told))
    if request.places and not found:
        raise UsageError("no photos there, expected JPEG, PNG, TIFF, WebP, … or camera raw")
    return list(found)


@dataclass(frozen=True)
class _Begun:
    """A batch that was begun: its work, where it runs, the path of its log."""

    prepared: Prepared
    places: Places
    log: Path


class Batch:
    """One batch: plans it, then executes orders until the job is cancelled."""

    def __init__(self, request: BatchRequest, work: Work) -> None:
        self.request, self.work = request, work
        self.queue = BatchQueue([])
        self.phase = Phase.READY
        self._orders: queues.SimpleQueue[Order | None] = queues.SimpleQueue()
        self._notices = 0
        self._lines: list[str] = []
        self._begun: _Begun | None = None
        self._telling = threading.Lock()

    def serve(self) -> None:
        """Plan the batch, then execute orders.

        Raises:
            StudioError: the batch cannot be planned, or an error concerns all files.
        """
        saved = self._plan()
        threading.Thread(target=self._hear, name="orders", daemon=True).start()
        if self.request.started:
            self._orders.put(Order.START)
        while (order := self._orders.get()) is not None:
            if order in (Order.START, Order.RETRY):
                with self._updates():
                    self._run(saved, order)
        raise Cancelled("closed")

    # What is to be done

    def _plan(self) -> SavedBatch:
        """Find the photos, name the results, report the rows."""
        request, work = self.request, self.work
        if request.saved:
            saved = SavedBatch.read(Path(request.saved))
        else:
            found = request.places if request.recipes else map(str, find_photos(request, work))
            saved = self._decide(list(found))
        sources = [Path(source) for source in saved.sources]
        work.check()
        size_of = None
        if any(f"{{{field}" in saved.out for field in OF_SIZE):
            size_of = self._size_of(saved)
        roots = [Path(root) for root in saved.roots]
        tasks = plan(sources, saved.out, size_of, option="", folders_exist=False, roots=roots)
        check_targets(tasks, saved.depth or None)
        work.check()
        for first in range(0, len(tasks), ROWS):
            part = tasks[first : first + ROWS]
            work.tell(_rows(part))
        existing = sum(os.path.lexists(task.target) for task in tasks)
        self.queue = BatchQueue(tasks)
        size = sum(task.cost for task in tasks)
        out = str(tasks[0].target.parent) if request.saved and tasks else request.folder
        work.tell(BatchPlanned(len(tasks), existing, int(size), out))
        return saved

    def _decide(self, sources: list[str]) -> SavedBatch:
        request = self.request
        recipe = request.recipe
        if request.recipe_file:
            try:
                recipe = Path(request.recipe_file).read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or "not text"
                raise RecipeError("{0}: {1}, expected a recipe", request.recipe_file, reason) from None
        if not request.folder:
            raise UsageError("no folder for the results is chosen")
        if not request.name:
            raise UsageError("the name is empty, expected one such as {stem}")
        if os.sep in request.name and Path(request.name).is_absolute():
            raise UsageError("{0}: expected a name, the folder is chosen above", request.name)
        folder = os.path.abspath(request.folder).replace("{", "{{").replace("}", "}}")
        roots = [os.path.abspath(place) for place in request.places if os.path.isdir(place)]
        return SavedBatch(
            tuple(sources), os.path.join(folder, request.name + (request.suffix or "{suffix}")), recipe,
            request.existing, request.depth, request.quality, request.drop, request.to_srgb, request.jobs,
            request.devices, request.scheduler,
            _own_digests("\n".join([recipe, *request.recipes])) if files_in_use() else (),
            tuple(roots) if request.keep_subfolders else (), request.store, request.recipes, request.pages,
        )  # fmt: skip

    def _size_of(self, saved: SavedBatch):  # type: ignore[no-untyped-def]
        from jaxstudio.batch.photo import size_of_result

        recipe, recipes = _recipes(saved)

        def size_of(number: int, path: Path) -> tuple[int, int] | None:
            self.work.check()
            page = saved.pages[number] if saved.pages else 1
            return size_of_result(recipes.get(number, recipe), path, page)

        return size_of

    # Orders

    def _hear(self) -> None:
        while (order := self.work.note(True)) is not None:
            if order is Order.PAUSE and self.phase is Phase.RUNNING:
                self.phase = Phase.PAUSED
                self.queue.pause()
            elif order is Order.RESUME and self.phase is Phase.PAUSED:
                self.phase = Phase.RUNNING
                self.queue.resume()
            elif order is Order.CANCEL:
                self.queue.cancel()
            elif order is Order.RETRY and self.phase in (Phase.RUNNING, Phase.PAUSED):
                self.queue.retry()
            elif isinstance(order, Order):
                self._orders.put(order)
        self.queue.cancel()
        self._orders.put(None)

    # Running

    def _run(self, saved: SavedBatch, order: Order) -> None:
        self.phase = Phase.STARTING
        self._tell_update()
        log = self._begin(saved)
        assert self._begun is not None
        if order is Order.RETRY:
            self.queue.retry()
        self.queue.reopen()
        if self.work.stopped:
            self.queue.cancel()
        path, finished = Path(self._begun.log), False
        try:
            self.phase = Phase.RUNNING
            with without_orphans(task.target.parent for task in self.queue.tasks):
                self._run_suspects(log)
                run_all(self.queue, self._begun.prepared.work, self._begun.places, self._notice)
            finished = not self.queue.failures()
        except Cancelled:
            self.phase = Phase.STOPPED
        else:
            self.phase = Phase.FINISHED
        finally:
            log.close(remove=finished)
            if finished:
                forget(path.with_suffix(".batch.json"))

    def _run_suspects(self, log: BatchLog) -> None:
        """Run the files that were in work when the process ended one at a time, to find the one at fault."""
        begun = self._begun
        if begun is None or not self.request.deaths or begun.places.scheduler is not None:
            return
        for task in self.queue.tasks:
            if task.large or not log.begun(task.number) or self.queue.state(task.number) is not State.WAITING:
                continue
            alone = BatchQueue([task], log)
            run_all(alone, begun.prepared.work, replace(begun.places, jobs=1), self._notice)
            if failures := alone.failures():
                self.queue.fail(*failures[0])
            else:
                self.queue.finish(task)

    def _begin(self, saved: SavedBatch) -> BatchLog:
        """Open the log; the first time also prepare the batch and save it."""
        if self._begun is not None:
            begun = self._begun
            log = open_log(begun.prepared.tasks, begun.prepared.identity, saved.existing, begun.log)
            self.queue.log = log
            return log
        recipe, recipes = _recipes(saved)
        steps = (step for each in (recipe, *recipes.values()) for step in each.active)
        for step in {step.op.name: step for step in steps}.values():
            if words := step.implementation.caution(step.values):
                self._notice(f"{step.op.name}: {words}")
        prepared = prepare(
            self.queue.tasks, recipe, recipes, dict(enumerate(saved.pages)),
            depth=saved.depth or None, quality=saved.quality or None,
            drop=saved.drop, to_srgb=saved.to_srgb, store=saved.store,
        )  # fmt: skip
        places = Places(saved.jobs, find_devices(saved.devices) if saved.devices else (None,))
        if saved.scheduler:
            from jaxstudio.batch.prepare import check_scheduler

            check_scheduler(saved.scheduler)
            places = Places(saved.jobs, scheduler=saved.scheduler)
        for folder in {task.target.parent for task in prepared.tasks}:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError("{0}: {1}, expected a folder", folder, error.strerror or error) from None
        log = open_log(prepared.tasks, prepared.identity, saved.existing)
        try:
            self._mark(saved, prepared, log)
            self._begun = _Begun(prepared, places, log.path)
            self.work.tell(BatchSaved(str(saved.write(log.path))))
        except BaseException:
            log.close()
            raise
        return log

    def _mark(self, saved: SavedBatch, prepared: Prepared, log: BatchLog) -> None:
        """Make the queue: files that are done are marked; files that ended the process each time fail."""
        planned = self.queue.tasks
        self.queue, _ = make_queue(prepared.tasks, saved.existing, log)
        for before, task in zip(planned, self.queue.tasks, strict=True):
            if before.target != task.target:  # renamed
                self.work.tell(_rows([task]))
            if self.request.deaths and log.begun(task.number) >= MOST_DEATHS and log.target_of(task.number):
                self.queue.fail(task, f"{task.source}: {KILLED}")

    # What is told

    def _notice(self, line: str) -> None:
        """Keep a line until the next update: by then it is known whether it is about a failure."""
        self._lines.append(line)

    def _tell_notices(self) -> None:
        """Report notices about files that were written; errors of failed files appear in their rows."""
        lines, self._lines = self._lines, []
        if lines and self._notices < MOST_NOTICES:
            failures = {text for _, text in self.queue.failures()}
            for line in [line for line in lines if line not in failures][: MOST_NOTICES - self._notices]:
                self._notices += 1
                self.work.tell(Notice(line))

    @contextmanager
    def _updates(self) -> Iterator[None]:
        """Report changed rows every UPDATE_S seconds, and once more at the end."""
        over = threading.Event()

        def tell() -> None:
            while not over.wait(UPDATE_S):
                self._tell_update()

        thread = threading.Thread(target=tell, name="updates", daemon=True)
        thread.start()
        with ExitStack() as stack:
            stack.callback(self._tell_update)
            stack.callback(thread.join)
            stack.callback(over.set)
            yield

    def _tell_update(self) -> None:
        with self._telling:
            self._tell_notices()
            while True:
                news = self.queue.take_news(ROWS)
                progress = self.queue.progress()
                self.work.tell(
                    BatchUpdate(
                        self.phase,
                        tuple(each.number for each in news),
                        tuple(each.state.value for each in news),
                        tuple(each.share for each in news),
                        tuple(each.message for each in news),
                        progress.total,
                        progress.done,
                        progress.skipped,
                        progress.failed,
                        progress.share,
                        progress.seconds,
                        progress.seconds_left,
                    )
                )
                if len(news) < ROWS:
                    return


def _recipes(saved: SavedBatch) -> tuple[Recipe, dict[int, Recipe]]:
    """The recipe of a batch, and by number the photos' own ones.

    Raises:
        UsageError: it cannot be read, or one of the user's own filters has changed since the batch was begun.
    """
    from jaxstudio.own_filters.in_use import files_of, full_catalogue
    from jaxstudio.pipeline.recipe_text import from_json

    recipe = from_json(saved.recipe, full_catalogue())
    read = cache(lambda text: from_json(text, full_catalogue()))
    own = {number: read(text) for number, text in enumerate(saved.recipes)}
    now, names = (
        {file.digest for file in files_of("\n".join([saved.recipe, *saved.recipes]))},
        dict(saved.own),
    )
    changed = [name for name, digest in names.items() if digest not in now]
    if changed:
        raise UsageError("{0}: changed since the batch was begun, expected a new batch", ", ".join(changed))
    return recipe, own


def _own_digests(recipe: str) -> tuple[tuple[str, str], ...]:
    from jaxstudio.own_filters.in_use import files_of, full_catalogue

    full_catalogue()
    return tuple((Path(file.path).name, file.digest) for file in files_of(recipe))


def _rows(tasks: list[Task]) -> BatchRows:
    """The rows of consecutive tasks."""
    return BatchRows(
        tasks[0].number, tuple(str(task.source) for task in tasks), tuple(str(task.target) for task in tasks)
    )
