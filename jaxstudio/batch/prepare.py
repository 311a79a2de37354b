"""From a recipe and options to the tasks of a batch, its work, its queue and its log."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxstudio.batch.log import BatchLog, usual_path, work_id
from jaxstudio.batch.names import rename_existing
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import UsageError

if TYPE_CHECKING:
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.pipeline.recipe import Recipe, Step


@dataclass(frozen=True)
class WriteOptions:
    """How photos are read and their results written: as in `photo.PhotoWork`."""

    depth: str | None = None
    quality: int | None = None
    page: int = 1
    drop: tuple[str, ...] = ()
    to_srgb: bool = False
    strict: bool = False
    store: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prepared:
    """Tasks whose large ones are marked, what is done to each, and what identifies the results."""

    tasks: list[Task]
    work: PhotoWork
    identity: tuple[str, ...]


def check_targets(tasks: Sequence[Task], depth: str | None = None, quality: int | None = None) -> None:
    """UsageError where no result's format holds what is asked for; no file is opened.

    Where a result is called after its source, the format of some may hold it: each of the others fails when
    it is its turn.
    """
    from jaxstudio.files.formats import FORMATS, check_depth, format_of

    firsts = {task.target.suffix.lower(): task.target for task in reversed(tasks)}
    refused: list[UsageError] = []
    for suffix, target in reversed(firsts.items()):
        try:
            if suffix == ".zarr":
                from jaxstudio.batch.ome_zarr import check_zarr_target

                check_zarr_target(target)
            elif depth:
                check_depth(target, depth)
            else:
                format_of(target)
        except UsageError as error:
            refused.append(error)
    if refused and len(refused) == len(firsts):
        raise refused[0]
    if quality is not None and not any(known.quality for known in map(FORMATS.get, firsts) if known):
        raise UsageError(f"--quality {quality}: expected a JPEG, AVIF or HEIC after -o")


def prepare(tasks: Sequence[Task], recipe: Recipe, options: WriteOptions) -> Prepared:
    """The tasks with the large ones marked, and the work; files of the recipe are named from the root."""
    from jaxstudio.batch.blocks import needs_blocks
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.own_ops.in_use import sources_of
    from jaxstudio.pipeline.params import file_stamp
    from jaxstudio.pipeline.recipe_text import to_json

    marked = [replace(task, large=needs_blocks(task, options.page)) for task in tasks]
    text = to_json(_with_absolute_files(recipe))
    work = PhotoWork(
        text, options.depth, options.quality, options.page, options.drop, options.to_srgb, options.strict,
        options.store, sources_of(text),
    )  # fmt: skip
    files = [f"{name} {file_stamp(name)}" for step in recipe.active for name in step.files]
    return Prepared(marked, work, (repr(work), *files))


def _with_absolute_files(recipe: Recipe) -> Recipe:
    """The recipe, its files named so that a worker in another folder finds them."""
    from jaxstudio.pipeline.params import Path as PathParam

    def absolute(step: Step) -> Step:
        names = [param.name for param in step.op.params if isinstance(param, PathParam)]
        files = {name: os.path.abspath(str(step.params[name])) for name in names if step.params[name]}
        return replace(step, params=step.op.check({**step.params, **files})) if files else step

    return replace(recipe, steps=tuple(map(absolute, recipe.steps)))


def open_log(
    tasks: Sequence[Task],
    identity: Sequence[str],
    existing: str,
    path: Path | None = None,
    *,
    fresh: bool = False,
) -> BatchLog:
    """The log of these tasks: at `path`, or in the cache folder; `fresh` forgets what it holds.

    Raises:
        UsageError: another run of the batch has it, or it is another batch's.
    """
    names = [f"{os.path.abspath(task.source)}\t{os.path.abspath(task.target)}" for task in tasks]
    work = work_id([*identity, existing, *names])
    return BatchLog(path if path is not None else usual_path(work), work, fresh=fresh)


def make_queue(tasks: Sequence[Task], existing: str, log: BatchLog | None) -> tuple[BatchQueue, int]:
    """The queue of tasks, those that are done before marked as skipped, and how many the log knew."""
    if existing == "rename":
        begun = {task.number: log.target_of(task.number) if log else None for task in tasks}
        others = rename_existing([task for task in tasks if begun[task.number] is None])
        renamed = {task.number: task.target for task in others}
        tasks = [replace(task, target=begun[task.number] or renamed[task.number]) for task in tasks]
    queue, resumed = BatchQueue(tasks, log), 0
    for task in tasks:
        if log is not None and log.is_done(task.number, task.source, task.target):
            resumed += 1
            queue.skip(task)
        elif existing == "skip" and task.target.exists():
            queue.skip(task)
    return queue, resumed
