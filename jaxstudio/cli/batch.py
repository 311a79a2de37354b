"""A batch from the command line: options, the log that an interrupted run goes on from, a progress bar."""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxstudio.batch.places import Places, find_devices, run_all
from jaxstudio.batch.prepare import EXISTING, check_scheduler, make_queue, open_log
from jaxstudio.batch.queue import BatchQueue, State, Task
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.runtime.atomic_write import without_orphans

if TYPE_CHECKING:
    from jaxstudio.batch.photo import PhotoWork

EVERY_S = 0.5  # between two lines of --json about progress
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


def chosen_places(args: argparse.Namespace) -> Places:
    """Return the places to compute that --jobs, --device, --devices and --scheduler choose."""
    if args.scheduler is not None:
        return Places(args.jobs, scheduler=args.scheduler)
    if args.devices is None:
        return Places(args.jobs, (args.device,))
    return Places(args.jobs, find_devices(args.devices))


def run_batch(
    tasks: Sequence[Task],
    work: PhotoWork,
    args: argparse.Namespace,
    identity: Sequence[str],
) -> int:
    """Run the tasks where `args` says, going on from the log of an earlier run; how many failed.

    Args:
        identity: what decides the results beside the tasks, for the log.
    """
    from jaxstudio.cli.main import report

    path = None if args.log is None else Path(args.log)
    # a single photo without --log has nothing to go on with
    log = None
    if len(tasks) > 1 or path is not None:
        log = open_log(tasks, identity, args.existing, path, fresh=args.no_resume)
    queue, resumed = make_queue(tasks, args.existing, log)
    if resumed:
        where = f"{resumed:,} of {len(tasks):,} files are there from an earlier run"
        report(f"{where}; --no-resume makes them again")
    finished = False
    folders = {task.target.parent for task in tasks} if len(tasks) > 1 else set()
    try:
        lines = json_lines(queue) if args.json else contextlib.nullcontext()
        with ended_by_signals(queue.interrupt), without_orphans(folders), progress_bar(queue) as tell, lines:
            run_all(queue, work, chosen_places(args), tell, fresh=args.no_resume)
        finished = True
    finally:
        if log is not None:
            log.close(remove=finished and not queue.failures() and args.log is None)
    return len(queue.failures())


def check_words(args: argparse.Namespace) -> None:
    """UsageError for a log or a scheduler that cannot be, as far as their names tell."""
    if getattr(args, "log", None) is not None and not Path(args.log).absolute().parent.is_dir():
        raise UsageError(f"--log {args.log}: there is no folder {Path(args.log).parent}")
    if args.device is not None and args.devices is not None:
        raise UsageError("--device and --devices: expected one of them")
    if args.scheduler is not None:
        if args.devices is not None or args.device is not None:
            raise UsageError(
                "--scheduler: each worker has a device of its own, expected no --device or --devices"
            )
        check_scheduler(args.scheduler)


def check_places(args: argparse.Namespace) -> None:
    """UsageError for a device that cannot be."""
    if args.scheduler is None:
        chosen_places(args)


class Terminated(KeyboardInterrupt):
    """SIGINT, SIGTERM or SIGHUP: the command ends with the exit code of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


@contextlib.contextmanager
def ended_by_signals(stop: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Raise `Terminated` on a signal that ends the block; a second SIGTERM or SIGHUP ends the process.

    A batch then ends in order: hidden files go, and processes of a cluster that it started. `stop` is called
    by the handler, and must take no lock: what a handler raises is lost where Python calls it in a finalizer
    or in a callback of the garbage collector, of which JAX has one.
    """
    received: list[int] = []

    def end(number: int, frame: object) -> None:
        signal.signal(number, usual[number])
        received.append(number)
        stop()
        raise Terminated(number)

    plain: dict[str, Any] = {
        "SIGINT": signal.default_int_handler,
        "SIGTERM": signal.SIG_DFL,
        "SIGHUP": signal.SIG_DFL,
    }
    usual = {getattr(signal, name): handler for name, handler in plain.items() if hasattr(signal, name)}
    if threading.current_thread() is not threading.main_thread():
        usual = {}  # only the main thread may answer
    # under nohup, say, another handler stays
    ours = [number for number, handler in usual.items() if signal.getsignal(number) is handler]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    except Cancelled:
        if received:
            raise Terminated(received[0]) from None
        raise
    finally:
        for number in ours:
            signal.signal(number, usual[number])


@contextlib.contextmanager
def json_lines(queue: BatchQueue) -> Iterator[None]:
    """Print what becomes of each file, now and then how far the batch is, and at the end how it went."""
    lock, ended = threading.Lock(), (State.DONE, State.SKIPPED, State.FAILED)
    tasks, shown, told = {task.number: task for task in queue.tasks}, queue.changed, [time.monotonic()]

    def count(event: str) -> None:
        progress = queue.progress()
        counts = {name: getattr(progress, name) for name in ("total", "done", "skipped", "failed")}
        figures = {"share": round(progress.share, 4), "seconds": round(progress.seconds, 3)}
        left = progress.seconds_left
        print_event(event, **counts, **figures, seconds_left=None if left is None else round(left, 1))

    def changed() -> None:
        shown()
        with lock:
            for news in queue.take_news(len(tasks)):
                task = tasks[news.number]
                paths = {"source": str(task.source), "target": str(task.target)}
                if news.state is State.FAILED:
                    print_event(news.state.value, **paths, error=news.message)
                elif news.state in ended:
                    print_event(news.state.value, **paths, notes=list(news.notes))
            if time.monotonic() - told[0] > EVERY_S:
                told[0] = time.monotonic()
                count("progress")

    queue.changed = changed
    try:
        yield
    finally:
        changed()
        count("end")


def print_event(event: str, **values: object) -> None:
    """Print one line of --json."""
    from jaxstudio.cli.main import CALLED

    values = {
        name: CALLED.get(value, value) if isinstance(value, str) else value for name, value in values.items()
    }
    print(json.dumps({"event": event, **values}, ensure_ascii=False), flush=True)


@contextlib.contextmanager
def progress_bar(queue: BatchQueue, unit: str = "photo") -> Iterator[Callable[[str], None]]:
    """A bar on a terminal while the queue is run; gives what writes a line above it."""
    from jaxstudio.cli.main import report

    lock = threading.Lock()
    if not sys.stderr.isatty():

        def say(line: str) -> None:
            with lock:
                report(line)

        yield say
        return
    from tqdm import tqdm  # takes 10 ms, which no script need wait for

    bar: Any = tqdm(total=SCALE, delay=1.0, file=sys.stderr, bar_format="{l_bar}{bar}| {postfix}")

    def tell(line: str) -> None:
        with lock, tqdm.external_write_mode(file=sys.stderr):
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
        queue.changed = show
        yield tell
