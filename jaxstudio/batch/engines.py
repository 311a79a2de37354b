"""Engines shared by the threads of a batch: small photos side by side, a large one alone on its device."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from jaxstudio.engine.buffers import BufferCache, ValueCache, on_this_thread, processors
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.render import Engine

# No photo comes back: little is worth keeping.
CACHE_BYTES = 64 << 20


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
        """One of the engines, to ask for sizes and the like."""
        return self._alone[0]

    @property
    def count(self) -> int:
        """How many photos are computed at a time."""
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
    """One engine that exists, lent to any number of threads at a time."""

    def __init__(self, engine: Engine) -> None:
        self._alone, self._slots = [engine], [[engine]]

    @contextmanager
    def lend(self, alone: bool = False) -> Iterator[Engine]:
        yield self._alone[0]


def _sibling(engine: Engine, threads: int, notice: Callable[[str], None]) -> Engine:
    """An engine on the same kernels with threads and memory of its own; what was measured serves all."""
    cache, parent = BufferCache(CACHE_BYTES), engine.executor
    workspace = parent.workspace.apart(ValueCache(1), BufferCache(CACHE_BYTES))
    executor = Executor(parent.kernels, cache, Notices(notice), workspace, threads)
    return Engine(notice=notice, executor=executor)
