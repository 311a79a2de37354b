"""Runs a batch on this machine: threads that read, compute and write, so that all three overlap.

Memory stays bounded: at most as many photos as there are threads are held, and a large one is read, computed
and written band by band, alone on its device.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any

from jaxstudio.batch.engines import EnginePool
from jaxstudio.batch.photo import Control, Reporter, Work, why_it_failed
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import Cancelled


def run_local(
    queue: BatchQueue,
    work: Work,
    pool: EnginePool,
    threads: int,
    tell: Callable[[str], None],
    *,
    emit: Callable[[Any], None] = lambda result: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Run every task of the queue; failures are told in a line each, and noted in the queue.

    Args:
        emit: called with what the work emits, on any thread.
        cancelled: asked by tasks, beside the queue.

    Raises:
        Cancelled, KeyboardInterrupt: the batch was stopped; no file is half written.
        SaveError: the log cannot be written.
        Exception: of the first task that raises it, where tasks are parts of one file (`writes_files`).
    """
    runner = _Runner(queue, work, pool, Reporter(tell), emit, cancelled)
    count = max(1, min(threads, len(queue.tasks)))
    with ThreadPoolExecutor(count, "batch") as executor:
        try:  # Ctrl+C may come before the last one is submitted
            futures = [executor.submit(runner.loop) for _ in range(count)]
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
        except BaseException:
            runner.stop.set()
            queue.cancel()
            raise
    if queue.cancelled:
        raise Cancelled("interrupted")


class _Runner:
    def __init__(
        self,
        queue: BatchQueue,
        work: Work,
        pool: EnginePool,
        reporter: Reporter,
        emit: Callable[[Any], None],
        cancelled: Callable[[], bool],
    ) -> None:
        self.queue, self.work, self.pool, self.reporter = queue, work, pool, reporter
        self.emit, self.cancelled = emit, cancelled
        self.stop = threading.Event()

    def loop(self) -> None:
        while not self.stop.is_set():
            task = self.queue.take()
            if task is None:
                return
            self.one(task)

    def one(self, task: Task) -> None:
        """Run a task; whatever it raises fails it, and no other."""
        control = Control(
            lambda: self.stop.is_set() or self.queue.cancelled or self.cancelled(),
            lambda share: self.queue.report(task, share),
            self.emit,
        )
        try:
            notes = self.work.run(self.pool, task, control)
        except Cancelled:
            self.queue.put_back(task)
            if not self.queue.cancelled and not self.stop.is_set():
                raise
        except (Exception, SystemExit) as error:  # a filter of one's own may call sys.exit
            if not self.work.writes_files:
                raise  # a part of a file, which cannot be made without
            why = why_it_failed(error, str(task.source))
            self.queue.fail(task, self.reporter.failure(task.source, task.target, why))
        else:
            self.queue.finish(task, [note.text for note in notes])
            self.reporter.notes(task.target if self.work.writes_files else task.source, notes)
