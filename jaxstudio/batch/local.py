"""Runs a batch on this machine: threads that read, compute and write, so that all three overlap.

They share engines: small photos are computed side by side, a large one alone on its device. Memory stays
bounded: at most as many photos as there are threads are held, and a large one goes through in bands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol

from jaxstudio.batch.queue import BatchQueue, Task
from jaxstudio.engine.buffers import BufferCache, ValueCache, on_this_thread, processors
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.render import Engine
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.own_filters.in_use import FilterSource
from jaxstudio.runtime.app_log import log_unforeseen

OUT_OF_MEMORY = "too large for the memory of this machine"
# No photo comes back: little is worth keeping.
CACHE_BYTES = 64 << 20
# A signal that comes as a wait begins, or to another thread, is answered when the main thread's wait ends.
SIGNALS_S = 0.5


class EnginePool:
    """Lends engines on one or several devices, each to one thread at a time.

    On a CPU, several engines of one thread each compute photos side by side: dividing every photo among all
    processors would make them wait for each other after each kernel.

    Args:
        devices: names such as `cpu:0`; None for JAX's default.
        tasks: how many are computed at a time at most.
        notice: told in a line what the engines have to say.
        threads: of each engine where several share a CPU.
    """

    def __init__(
        self,
        devices: Sequence[str | None],
        tasks: int,
        notice: Callable[[str], None] = lambda text: None,
        *,
        threads: int | None = None,
    ) -> None:
        self._condition = threading.Condition()
        self._alone = [Engine(device, CACHE_BYTES, notice) for device in devices]
        self._slots: list[list[Engine]] = []
        share = max(1, min(tasks, processors()) // len(self._alone))
        for engine in self._alone:
            if engine.device.platform != "cpu":
                self._slots.append([engine])
            elif threads is not None:
                self._slots.append([_sibling(engine, threads, notice) for _ in range(tasks)])
            elif share * len(self._alone) < 2:
                self._slots.append([engine])
            else:
                self._slots.append([_sibling(engine, 1, notice) for _ in range(share)])
        self._free = [list(slots) for slots in self._slots]
        self._claimed = [False for _ in self._alone]  # by a photo that wants a device alone

    @property
    def engine(self) -> Engine:
        """Return one of the engines, for instance to ask for sizes."""
        return self._alone[0]

    @property
    def count(self) -> int:
        """The number of photos computed at a time."""
        return sum(map(len, self._slots))

    @contextmanager
    def lend(self, alone: bool = False) -> Iterator[Engine]:
        """An engine for this thread; `alone` waits until nothing else runs on its device."""
        number, engine = self._take_device() if alone else self._take_slot()
        shared = not alone and engine.device.platform == "cpu" and engine.executor.threads == 1
        try:
            with on_this_thread() if shared else nullcontext():
                yield engine
        finally:
            with self._condition:
                if alone:
                    self._claimed[number] = False
                    self._free[number] = list(self._slots[number])
                else:
                    self._free[number].append(engine)
                self._condition.notify_all()

    def _take_slot(self) -> tuple[int, Engine]:
        with self._condition:
            while True:
                # the device with most that is free
                order = sorted(range(len(self._free)), key=lambda n: -len(self._free[n]))
                for number in order:
                    if self._free[number] and not self._claimed[number]:
                        return number, self._free[number].pop()
                self._condition.wait()

    def _take_device(self) -> tuple[int, Engine]:
        with self._condition:
            while all(self._claimed):
                self._condition.wait()
            number = min(
                (n for n, claimed in enumerate(self._claimed) if not claimed),
                key=lambda n: -len(self._free[n]),
            )
            self._claimed[number] = True
            while len(self._free[number]) < len(self._slots[number]):
                self._condition.wait()
            self._free[number] = []
            return number, self._alone[number]


class SharedEngine(EnginePool):
    """An existing engine, lent to any number of threads at a time."""

    def __init__(self, engine: Engine) -> None:
        self._alone, self._slots = [engine], [[engine]]

    @contextmanager
    def lend(self, alone: bool = False) -> Iterator[Engine]:
        yield self._alone[0]


def _sibling(engine: Engine, threads: int, notice: Callable[[str], None]) -> Engine:
    """An engine with the same kernels and measurements, and threads and memory of its own."""
    cache, parent = BufferCache(CACHE_BYTES), engine.executor
    workspace = parent.workspace.apart(ValueCache(1), BufferCache(CACHE_BYTES))
    executor = Executor(parent.kernels, cache, Notices(notice), workspace, threads)
    return Engine(notice=notice, executor=executor)


@dataclass(frozen=True)
class Note:
    """A line about a file that is written all the same; `once`: the same text need not be repeated."""

    text: str
    once: bool = False


@dataclass(frozen=True)
class Control:
    """The handle of a running task: it tells whether the task is cancelled and takes its share done, 0 to 1.

    `emit` hands a value to whoever runs the batch.
    """

    cancelled: Callable[[], bool] = lambda: False
    progress: Callable[[float], None] = lambda share: None
    emit: Callable[[Any], None] = lambda result: None

    def check(self) -> None:
        if self.cancelled():
            raise Cancelled("interrupted")


class Work(Protocol):
    """The work of a batch on each file; plain values alone, so that it can be sent to another process.

    `writes_files`: whether each task writes a file of its own, which changes when it is done. `own`: the
    files of the user's filters that it needs.
    """

    writes_files: ClassVar[bool]

    @property
    def own(self) -> tuple[FilterSource, ...]: ...

    def run(self, pool: EnginePool, task: Task, control: Control) -> list[Note]:
        """Make the task's target of its source, whole or not at all.

        Whatever it raises fails this file alone; only `Cancelled` ends the batch.
        """


def why_it_failed(error: BaseException, doing: str) -> str:
    """A line about a failed file; the traceback of an unforeseen error is logged."""
    if isinstance(error, StudioError):
        return str(error)
    return OUT_OF_MEMORY if isinstance(error, MemoryError) else log_unforeseen(error, doing)


class Reporter:
    """Reports a batch's notes, each repeated note once. Safe from any thread.

    Of failures the advice behind ", expected" is told once: of 300 files that are no photos, the first says
    which formats there are.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._once: set[str] = set()
        self._lock = threading.Lock()

    def notes(self, target: Path, notes: list[Note]) -> None:
        for note in notes:
            with self._lock:
                if note.once and note.text in self._once:
                    continue
                self._once.add(note.text)
            self._tell(f"{target}: {note.text}")

    def failure(self, source: Path, target: Path, text: str) -> str:
        """The line for a file that failed, which names it."""
        return self.tell_failure(text if str(source) in text or str(target) in text else f"{source}: {text}")

    def tell_failure(self, line: str) -> str:
        """The line as it is told."""
        said, expected, advice = line.partition(", expected ")
        if expected:
            with self._lock:
                line = said if advice in self._once else line
                self._once.add(advice)
        self._tell(line)
        return line


def run_local(
    queue: BatchQueue,
    work: Work,
    pool: EnginePool,
    threads: int,
    tell: Callable[[str], None],
    emit: Callable[[Any], None] = lambda result: None,
    *,
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
    reporter, stop = Reporter(tell), threading.Event()

    def is_cancelled() -> bool:
        return stop.is_set() or queue.cancelled or cancelled()

    def run(task: Task) -> None:
        """Run a task; whatever it raises fails it, and no other."""
        try:
            notes = work.run(pool, task, Control(is_cancelled, partial(queue.report, task), emit))
        except Cancelled:
            queue.put_back(task)
            if not queue.cancelled and not stop.is_set():
                raise
        except (Exception, SystemExit) as error:  # a filter of one's own may call sys.exit
            if not work.writes_files:
                raise  # a part of a file, which cannot be made without
            why = why_it_failed(error, str(task.source))
            queue.fail(task, reporter.failure(task.source, task.target, why))
        else:
            queue.finish(task, [note.text for note in notes])
            reporter.notes(task.target if work.writes_files else task.source, notes)

    def loop() -> None:
        while not stop.is_set() and (task := queue.take()) is not None:
            run(task)

    count = max(1, min(threads, len(queue.tasks)))
    with ThreadPoolExecutor(count, "batch") as executor:
        try:  # Ctrl+C may come before the last one is submitted
            waiting = {executor.submit(loop) for _ in range(count)}
            while waiting:
                done, waiting = wait(waiting, SIGNALS_S, FIRST_EXCEPTION)
                for future in done:
                    future.result()
        except BaseException:
            stop.set()
            queue.cancel()
            raise
    if queue.cancelled:
        raise Cancelled("interrupted")
