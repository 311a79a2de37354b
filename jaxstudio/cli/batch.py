"""A batch from the command line: options, the log that an interrupted run goes on from, a progress bar."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

from jaxstudio.batch.log import BatchLog, usual_path, work_id
from jaxstudio.batch.names import EXISTING, rename_existing
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import UsageError
from jaxstudio.runtime.atomic_write import remove_orphans

if TYPE_CHECKING:
    from jaxstudio.batch.photo import PhotoWork

SCALE = 1000  # of the bar, whose unit is a photo while its length is the share of the work done


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a batch: what stands in the way, its log, several devices, a cluster."""
    parser.add_argument(
        "--existing", choices=EXISTING, default="overwrite",
        help="what to do where a result's file is there: write over it, leave it, or write beside it under "
        "a new name (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--log", metavar="FILE",
        help="where to note what is done; the same command goes on from it after a crash (by default in the "
        "cache folder, until all is done)",
    )  # fmt: skip
    parser.add_argument(
        "--no-resume", action="store_true", help="do everything, also what an earlier run has done"
    )
    add_places(parser)


def add_places(parser: argparse.ArgumentParser) -> None:
    """The options that say where to compute: several devices of this machine, or a cluster."""
    parser.add_argument(
        "--devices", metavar="LIST",
        help="several devices side by side: all, or names such as gpu:0,gpu:1",
    )  # fmt: skip
    parser.add_argument(
        "--scheduler", metavar="ADDR",
        help="send the work to the Dask cluster whose scheduler is at ADDR (tcp://host:8786), or to one "
        "started here: local:4 is four processes; needs the extra: pip install 'jaxstudio[cluster]'",
    )  # fmt: skip


def chosen_devices(args: argparse.Namespace) -> list[str | None]:
    """The devices that --device and --devices name; [None] stands for JAX's default."""
    if args.devices is None:
        return [args.device]
    if args.device is not None:
        raise UsageError("--device and --devices: expected one of them")
    from jaxstudio.runtime.devices import device_name, find_device, list_devices

    if args.devices == "all":
        found, _ = list_devices()
        first = next(device.platform for device in found if device.default)
        return [device.name for device in found if device.platform == first]
    names = [name.strip() for name in args.devices.split(",")]
    return list(dict.fromkeys(device_name(find_device(name)) for name in names))


def run_batch(
    tasks: Sequence[Task],
    work: PhotoWork,
    args: argparse.Namespace,
    identity: Sequence[str],
    failures: Sequence[tuple[Task, str]] = (),
) -> int:
    """Run the tasks where `args` says, going on from the log of an earlier run; how many failed.

    Args:
        identity: what decides the results beside the tasks, for the log.
        failures: tasks that cannot be run, each with the line that says why.
    """
    from jaxstudio.cli.main import report

    log = _open_log(tasks, args, identity)
    if log is not None and log.events:
        for folder in {task.target.parent for task in tasks}:
            remove_orphans(folder)
    queue, resumed = _queue(tasks, args, log)
    if resumed:
        where = f"{resumed:,} of {len(tasks):,} files are there from an earlier run"
        report(f"{where}; --no-resume makes them again")
    for task, line in failures:
        queue.fail(task, line)
        report(line)
    finished = False
    try:
        with progress_bar(queue) as tell:
            _run_all(queue, work, args, tell)
        finished = True
    finally:
        if args.scheduler is not None:
            for folder in {task.target.parent for task in tasks}:
                remove_orphans(folder)  # of workers that died
        if log is not None:
            log.close(remove=finished and not queue.failures() and args.log is None)
    return len(queue.failures())


def _ignore(result: object) -> None:
    """For work that emits nothing."""


@contextlib.contextmanager
def runner(args: argparse.Namespace, count: int, tell: Callable[[str], None]) -> Iterator[Any]:
    """What runs a queue of up to `count` tasks at a time, on this machine or on a cluster, as `args` says."""
    if args.scheduler is not None:
        from jaxstudio.batch.cluster import connect, run_on_cluster

        local = args.scheduler.startswith("local")
        with connect(args.scheduler) as client:
            yield lambda queue, work, emit=_ignore: run_on_cluster(
                queue, work, client, tell, local, emit=emit
            )
        return
    from jaxstudio.batch.engines import EnginePool
    from jaxstudio.batch.local import run_local

    devices = chosen_devices(args)
    threads = max(args.jobs, len(devices))
    pool = EnginePool(devices, max(1, min(threads, count)), tell)
    yield lambda queue, work, emit=_ignore: run_local(queue, work, pool, threads, tell, emit=emit)


def _run_all(
    queue: BatchQueue, work: PhotoWork, args: argparse.Namespace, tell: Callable[[str], None]
) -> None:
    """Run the small ones side by side, then each large one block by block."""
    from jaxstudio.batch.blocks import run_picture
    from jaxstudio.batch.photo import Reporter
    from jaxstudio.errors import ComputeError, FileError

    large, reporter = [task for task in queue.tasks if task.large], Reporter(tell)
    with runner(args, args.jobs if large else len(queue.tasks), tell) as run:
        if len(large) < len(queue.tasks):
            run(queue, work)
        while (task := queue.take(large=True)) is not None:

            def progress(share: float, task: Task = task) -> None:
                queue.report(task, share)

            try:
                notes = run_picture(task, work, run, progress, fresh=args.no_resume)
            except (FileError, ComputeError) as error:
                queue.fail(task, reporter.failure(task.source, task.target, str(error)))
            else:
                queue.finish(task)
                reporter.notes(task.target, notes)


def check_places(args: argparse.Namespace) -> None:
    """UsageError for a device or a scheduler that cannot be."""
    if args.scheduler is None:
        chosen_devices(args)
        return
    if args.devices is not None or args.device is not None:
        raise UsageError(
            "--scheduler: each worker has a device of its own, expected no --device or --devices"
        )
    from jaxstudio.batch.cluster import check_scheduler

    check_scheduler(args.scheduler)


def _open_log(tasks: Sequence[Task], args: argparse.Namespace, identity: Sequence[str]) -> BatchLog | None:
    """The log of this batch; none for a single photo without --log, which has nothing to go on with."""
    if len(tasks) < 2 and args.log is None:
        return None
    names = [f"{os.path.abspath(task.source)}\t{os.path.abspath(task.target)}" for task in tasks]
    work = work_id([*identity, args.existing, *names])
    path = Path(args.log) if args.log is not None else usual_path(work)
    return BatchLog(path, work, fresh=args.no_resume)


def _queue(tasks: Sequence[Task], args: argparse.Namespace, log: BatchLog | None) -> tuple[BatchQueue, int]:
    """The queue of tasks, those that are done before marked as skipped, and how many the log knew."""
    if args.existing == "rename":
        begun = {task.number: log.target_of(task.number) if log else None for task in tasks}
        others = rename_existing([task for task in tasks if begun[task.number] is None])
        renamed = {task.number: task.target for task in others}
        tasks = [replace(task, target=begun[task.number] or renamed[task.number]) for task in tasks]
    queue, resumed = BatchQueue(tasks, log), 0
    for task in tasks:
        if log is not None and log.is_done(task.number, task.source, task.target):
            resumed += 1
            queue.skip(task)
        elif args.existing == "skip" and task.target.exists():
            queue.skip(task)
    return queue, resumed


@contextlib.contextmanager
def progress_bar(queue: BatchQueue, unit: str = "photo") -> Iterator[Callable[[str], None]]:
    """A bar on a terminal while the queue is run; gives what writes a line above it."""
    from jaxstudio.cli.main import report

    shown, lock = sys.stderr.isatty(), threading.Lock()
    bar: Any = tqdm(
        total=SCALE, delay=1.0, disable=not shown, file=sys.stderr, bar_format="{l_bar}{bar}| {postfix}"
    )

    def tell(line: str) -> None:
        with lock, contextlib.ExitStack() as stack:
            if shown:
                stack.enter_context(tqdm.external_write_mode(file=sys.stderr))
            report(line)

    def show() -> None:
        progress = queue.progress()
        with lock:
            ended = progress.done + progress.skipped + progress.failed
            failed = f", {progress.failed} failed" if progress.failed else ""
            left = "?" if progress.seconds_left is None else tqdm.format_interval(progress.seconds_left)
            bar.set_postfix_str(f"{ended}/{progress.total} {unit}s{failed}, {left} left", refresh=False)
            bar.update(round(progress.share * SCALE) - bar.n)

    with bar:
        if shown:
            queue.changed = show
        yield tell
