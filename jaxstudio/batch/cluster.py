"""Runs a batch on a Dask cluster: one that exists, or one started on this machine.

The queue and its log stay in this process. Handing out takes some milliseconds, so that tasks of a moment are
handed out several at a time. Those of a worker that dies are handed to another by the scheduler; each file is
written whole or not at all, so that it does not matter how far the first worker was. Workers may come and go.
"""

from __future__ import annotations

import contextlib
import queue as queues
import secrets
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from jaxstudio.batch.local import Reporter, Work
from jaxstudio.batch.prepare import EXPECTED_ADDRESS, LOCAL, check_scheduler
from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.errors import Cancelled, ComputeError, UsageError
from jaxstudio.runtime.app_log import log_unforeseen

CONNECT_S = 10.0
# Groups of tasks handed out for each that runs at a time, so that no worker waits for the next.
AHEAD = 2
# A group takes about so long, so that a dead worker costs little, and has so many tasks at most. No group has
# more than this share of what is left for each thread.
GROUP_S, MOST_IN_GROUP, GROUP_SHARE = 0.3, 16, 0.25
# How far what is known of a task's time follows a slower and a faster one: the first of a worker compiles.
SLOWER, FASTER = 0.1, 0.5
# How often a worker may die over a task before it fails: some end for lack of memory, each time.
MOST_DEATHS = 10
ATTEMPTS = 3
DIED = "each worker that had it died, perhaps for lack of memory"
POLL_S, REFRESH_S, LONELY_S = 0.25, 2.0, 10.0
# What a worker started here runs first: Ctrl+C in a terminal reaches all, and only this process answers.
DEAF_TO_CTRL_C = ["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"]


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
            raise UsageError("--scheduler {0}: {1}, {2}", address, reason, EXPECTED_ADDRESS) from None
        yield client


def run_on_cluster(
    queue: BatchQueue,
    work: Work,
    client: Any,
    tell: Callable[[str], None],
    local: bool,
    emit: Callable[[Any], None] = lambda result: None,
) -> None:
    """Run every task of the queue on the workers of a Dask client.

    Args:
        local: whether the workers are processes of this machine.
        emit: called with what the work emits, once its task has ended.

    Raises:
        Cancelled, KeyboardInterrupt: the batch was stopped; no file is half written.
        UsageError: a worker cannot load this program.
        ComputeError: the cluster is gone; or, where tasks are parts of one file, a part failed.
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
        self.pending: dict[str, tuple[Any, list[Task]]] = {}
        self.ended: queues.SimpleQueue[Any] = queues.SimpleQueue()
        self.attempts: dict[int, int] = {}
        self.submitted = 0
        self.seconds_per_cost = 0.0  # of a thread of a worker; 0 before the first answer
        self.threads: dict[str, int] = {}
        self.refreshed = self.lonely_since = float("-inf")
        self.odd_versions: set[str] = set()

    def run(self) -> None:
        while not self.queue.cancelled:
            self._refresh()
            most = AHEAD * max(1, sum(self.threads.values()))
            while len(self.pending) < most and (tasks := self._take_group()):
                self._submit(tasks)
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

    def _take_group(self) -> list[Task]:
        """Tasks of about GROUP_S seconds; one by itself while nobody knows their time, or if it failed."""
        tasks: list[Task] = []
        seconds, most = 0.0, 1
        if self.seconds_per_cost:
            share = GROUP_SHARE * self.queue.progress().waiting / max(1, sum(self.threads.values()))
            most = int(max(1, min(MOST_IN_GROUP, share)))
        while len(tasks) < most and seconds < GROUP_S:
            task = self.queue.take(block=False)
            if task is None:
                break
            tasks.append(task)
            seconds += task.cost * self.seconds_per_cost
            if self.attempts.get(task.number):
                break
        return tasks

    def _submit(self, tasks: list[Task]) -> None:
        from jaxstudio.batch.log import stamp_of
        from jaxstudio.batch.worker import run_tasks

        threads = max(1, *self.threads.values()) if self.threads else 1
        there, before = [], []
        for task in tasks:
            there.append(replace(task, source=task.source.absolute(), target=Path(task.target).absolute()))
            stamp = stamp_of(task.target) or (0, 0, 0)
            before.append(stamp if self.work.writes_files else None)
        self.submitted += 1
        future = self.client.submit(
            run_tasks, self.batch, self.work, there, threads, before, self.local,
            key=f"jaxstudio-{self.batch}-{self.submitted}", pure=False,
        )  # fmt: skip
        self.pending[future.key] = future, tasks
        future.add_done_callback(self.ended.put)

    def _finish(self, future: Any) -> None:
        from distributed.scheduler import KilledWorker

        if future.key not in self.pending:
            return
        _, tasks = self.pending[future.key]
        if future.status == "finished":
            for answer in future.result():
                self._learn_time(tasks[0], answer.seconds)
                self._answered(tasks[0], answer)
                del tasks[0]  # what an error leaves is put back
            del self.pending[future.key]
            return
        error = future.exception() if future.status == "error" else None
        if isinstance(error, ImportError):
            raise UsageError(
                "--scheduler: a worker cannot load jaxstudio ({0}): install it there, too", error
            )
        del self.pending[future.key]
        why = DIED
        if error is not None and not isinstance(error, KilledWorker):  # a task that does not reach it, say
            why = log_unforeseen(error, ", ".join(str(task.source) for task in tasks))
        for task in tasks:
            self._died(task, why, alone=len(tasks) == 1)

    def _died(self, task: Task, why: str, alone: bool) -> None:
        """Each worker that had the task died. In company another may be why: then each is tried alone."""
        self.attempts[task.number] = self.attempts.get(task.number, 0) + 1
        if not alone or self.attempts[task.number] < ATTEMPTS:
            self.queue.put_back(task)
        else:
            self.queue.fail(task, self.reporter.failure(task.source, task.target, why))

    def _learn_time(self, task: Task, seconds: float) -> None:
        if seconds > 0:
            rate, known = seconds / max(task.cost, 1.0), self.seconds_per_cost
            step = SLOWER if rate > known else FASTER
            self.seconds_per_cost = known + step * (rate - known) if known else rate

    def _answered(self, task: Task, answer: Any) -> None:
        from jaxstudio.batch.worker import VERSIONS

        if answer.versions != VERSIONS and answer.versions not in self.odd_versions:
            self.odd_versions.add(answer.versions)
            self.tell(f"a worker has {answer.versions}, here are {VERSIONS}: last bits may differ")
        for notice in answer.notices:
            self.tell(notice)
        for result in answer.emitted:
            self.emit(result)
        failure = log_unforeseen(answer.trace, str(task.source)) if answer.trace else answer.failure
        if answer.cancelled:
            self.queue.put_back(task)
        elif failure:
            text = failure.replace(str(task.source.absolute()), str(task.source))
            text = text.replace(str(task.target.absolute()), str(task.target))
            where = "" if self.local else " (on its worker: paths must mean the same there)"
            if not self.work.writes_files:
                raise ComputeError(text + where)  # a part of a file, which cannot be made without
            self.queue.fail(task, self.reporter.failure(task.source, task.target, text + where))
        else:
            self.queue.finish(task, [note.text for note in answer.notes])
            named = task.target if self.work.writes_files else task.source
            self.reporter.notes(named, list(answer.notes))

    def end(self) -> None:
        """Take all tasks back; running ones end at their next tile."""
        from jaxstudio.batch.worker import cancel_batch

        with contextlib.suppress(Exception):  # a scheduler that is gone has nothing to take back
            self.client.cancel([future for future, _ in self.pending.values()], force=True)
            self.client.run(cancel_batch, self.batch, on_error="ignore")
        for _, tasks in self.pending.values():
            for task in tasks:
                self.queue.put_back(task)
        self.pending.clear()
