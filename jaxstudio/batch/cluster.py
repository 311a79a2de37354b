"""Runs a batch on a Dask cluster: one that exists, or one started on this machine.

The queue and its log stay in this process. A task whose worker dies is handed to another by its scheduler;
each file is written whole or not at all, so that it does not matter how far the first worker was. Workers may
come and go.
"""

from __future__ import annotations

import contextlib
import importlib.util
import queue as queues
import re
import secrets
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from jaxstudio.batch.photo import Reporter, Work
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import Cancelled, ComputeError, UsageError

CONNECT_S = 10.0
# Tasks handed out for each that runs at a time, so that no worker waits for the next.
AHEAD = 2
# How often a worker may die over a task before it fails: some end for lack of memory, each time.
MOST_DEATHS = 10
ATTEMPTS = 3
POLL_S, REFRESH_S, LONELY_S = 0.25, 2.0, 10.0
# What a worker started here runs first: Ctrl+C in a terminal reaches all, and only this process answers.
DEAF_TO_CTRL_C = ["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"]
LOCAL = re.compile(r"local(?::([1-9][0-9]{0,3}))?")


def check_scheduler(address: str) -> None:
    """UsageError where the packages for a cluster are missing, or the address is none."""
    if importlib.util.find_spec("distributed") is None:
        raise UsageError(
            f"--scheduler {address}: needs the package distributed: pip install 'jaxstudio[cluster]'"
        )
    if address.startswith("local") and not LOCAL.fullmatch(address):
        raise UsageError(f"--scheduler {address}: expected a number of processes such as local:4")


@contextlib.contextmanager
def connect(address: str) -> Iterator[Any]:
    """A Dask client of the scheduler at `address`; local:N starts N workers of one thread each.

    Raises:
        UsageError: nobody answers there within ten seconds.
    """
    check_scheduler(address)
    import dask
    from distributed import Client, LocalCluster

    local = LOCAL.fullmatch(address)
    settings = {
        "distributed.scheduler.allowed-failures": MOST_DEATHS,
        "distributed.comm.timeouts.connect": f"{CONNECT_S}s",
        "distributed.admin.large-graph-warning-threshold": "1GB",
    }
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(settings))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")  # of ports in use, versions: what matters is said in a line
        target: Any = address
        if local:
            target = stack.enter_context(
                LocalCluster(
                    n_workers=int(local[1] or 2), threads_per_worker=1, processes=True, memory_limit=0,
                    dashboard_address=":0", silence_logs="CRITICAL", preload=DEAF_TO_CTRL_C,
                )
            )  # fmt: skip
        try:
            client = stack.enter_context(Client(target, timeout=CONNECT_S, set_as_default=False))
        except (OSError, TimeoutError, ValueError) as error:
            reason = "nobody answers" if isinstance(error, OSError | TimeoutError) else str(error)
            raise UsageError(
                f"--scheduler {address}: {reason}, expected the address of a Dask scheduler such as "
                "tcp://host:8786, or local:4"
            ) from None
        yield client


def run_on_cluster(
    queue: BatchQueue,
    work: Work,
    client: Any,
    tell: Callable[[str], None],
    local: bool,
    *,
    emit: Callable[[Any], None] = lambda result: None,
) -> None:
    """Run every task of the queue on the workers of a Dask client.

    Args:
        local: whether the workers are processes of this machine.
        emit: called with what the work emits, once its task has ended.

    Raises:
        Cancelled, KeyboardInterrupt: the batch was stopped; no file is half written.
        UsageError: of the first task that raises it; the batch ends.
        ComputeError: the cluster is gone.
    """
    runner = _ClusterRunner(queue, work, client, tell, local, emit)
    try:
        runner.run()
    except BaseException:
        queue.cancel()
        runner.end()
        raise
    if queue.cancelled:
        runner.end()
        raise Cancelled("interrupted")


class _ClusterRunner:
    def __init__(
        self,
        queue: BatchQueue,
        work: Work,
        client: Any,
        tell: Callable[[str], None],
        local: bool,
        emit: Callable[[Any], None],
    ) -> None:
        self.emit = emit
        self.queue, self.work, self.client, self.tell, self.local = queue, work, client, tell, local
        self.reporter = Reporter(tell)
        self.batch = secrets.token_hex(8)
        self.pending: dict[str, tuple[Any, Task]] = {}
        self.ended: queues.SimpleQueue[Any] = queues.SimpleQueue()
        self.attempts: dict[int, int] = {}
        self.threads: dict[str, int] = {}
        self.refreshed = self.lonely_since = float("-inf")
        self.odd_versions: set[str] = set()

    def run(self) -> None:
        while not self.queue.cancelled:
            self._refresh()
            most = AHEAD * max(1, sum(self.threads.values()))
            while len(self.pending) < most and (task := self.queue.take(block=False)) is not None:
                self._submit(task)
            if not self.pending and not self.queue.progress().paused:
                return
            with contextlib.suppress(queues.Empty):
                self._finish(self.ended.get(timeout=POLL_S))
                while True:
                    self._finish(self.ended.get_nowait())

    def _refresh(self) -> None:
        """Learn who is there; workers may have joined or gone."""
        now = time.monotonic()
        if now - self.refreshed < REFRESH_S and self.threads:
            return
        self.refreshed = now
        if self.client.status not in ("running", "connecting"):
            raise ComputeError("the Dask scheduler is gone: run the same command again to go on")
        try:
            self.threads = dict(self.client.nthreads())
        except (OSError, TimeoutError):
            raise ComputeError("the Dask scheduler is gone: run the same command again to go on") from None
        if self.threads or self.lonely_since == float("-inf"):
            self.lonely_since = now
        elif now - self.lonely_since > LONELY_S:
            self.tell("the cluster has no workers: waiting for one")
            self.lonely_since = float("inf")

    def _submit(self, task: Task) -> None:
        from jaxstudio.batch.log import stamp_of
        from jaxstudio.batch.worker import run_task

        there = replace(task, source=task.source.absolute(), target=Path(task.target).absolute())
        threads = max(1, *self.threads.values()) if self.threads else 1
        before = (stamp_of(task.target) or (0, 0, 0)) if self.work.writes_files else None
        future = self.client.submit(
            run_task, self.batch, self.work, there, threads, before, self.local,
            key=f"jaxstudio-{self.batch}-{task.number}-{self.attempts.get(task.number, 0)}", pure=False,
        )  # fmt: skip
        self.pending[future.key] = future, task
        future.add_done_callback(self.ended.put)

    def _finish(self, future: Any) -> None:
        from distributed.scheduler import KilledWorker

        _, task = self.pending.pop(future.key, (None, None))
        if task is None:
            return
        if future.status == "finished":
            self._answered(task, future.result())
            return
        error = future.exception() if future.status == "error" else None
        if isinstance(error, ImportError):
            raise UsageError(f"--scheduler: a worker cannot load jaxstudio ({error}): install it there, too")
        if error is not None and not isinstance(error, KilledWorker):
            raise error
        self.attempts[task.number] = self.attempts.get(task.number, 0) + 1
        if self.attempts[task.number] < ATTEMPTS:
            self.queue.put_back(task)
        else:
            line = "each worker that had it died, perhaps for lack of memory"
            self.queue.fail(task, self.reporter.failure(task.source, task.target, line))

    def _answered(self, task: Task, answer: Any) -> None:
        from jaxstudio.batch.worker import VERSIONS

        if answer.versions != VERSIONS and answer.versions not in self.odd_versions:
            self.odd_versions.add(answer.versions)
            self.tell(f"a worker has {answer.versions}, here are {VERSIONS}: last bits may differ")
        for notice in answer.notices:
            self.tell(notice)
        for result in answer.emitted:
            self.emit(result)
        if answer.error:
            raise UsageError(answer.error)
        if answer.cancelled:
            self.queue.put_back(task)
        elif answer.failure:
            text = answer.failure.replace(str(task.source.absolute()), str(task.source))
            text = text.replace(str(task.target.absolute()), str(task.target))
            where = "" if self.local else " (on its worker: paths must mean the same there)"
            if not self.work.writes_files:
                raise ComputeError(text + where)  # a part of a file, which cannot be made without
            self.queue.fail(task, self.reporter.failure(task.source, task.target, text + where))
        else:
            self.queue.finish(task)
            named = task.target if self.work.writes_files else task.source
            self.reporter.notes(named, list(answer.notes))

    def end(self) -> None:
        """Take back what was handed out, and have what runs end at its next tile."""
        from jaxstudio.batch.worker import cancel_batch

        with contextlib.suppress(Exception):  # a scheduler that is gone has nothing to take back
            self.client.cancel([future for future, _ in self.pending.values()], force=True)
            self.client.run(cancel_batch, self.batch, on_error="ignore")
        for _, task in self.pending.values():
            self.queue.put_back(task)
        self.pending.clear()
