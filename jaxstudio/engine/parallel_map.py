"""Work on the chunks of a picture, spread over the processors.

A kernel is compiled for one thread (runtime/setup.py), and several threads each compute chunks of their
own. XLA's own way, a chunk divided among its threads, wakes and awaits another thread for every kernel:
a light one takes less time than that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

# As many threads as there are processors, for kernels that take a millisecond or more.
ALL = os.cpu_count() or 1
# With more threads than these, light kernels wait for the interpreter lock, which every call holds for
# some 20 µs.
MOST = min(8, ALL)
POOL = ThreadPoolExecutor(ALL, "jaxstudio-chunks")

T = TypeVar("T")
R = TypeVar("R")


def processors() -> int:
    """How many this thread may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else ALL


def parallel_map(work: Callable[[T], R], items: Sequence[T], threads: int = MOST) -> list[R]:
    """work(item) of every item, in their order, by at most so many threads, of which this is one.

    The first error ends it, once what the others are at is done. `work` must not spread work itself.
    """
    threads = min(threads, processors(), len(items))
    if threads < 2:
        return [work(item) for item in items]
    results: dict[int, R] = {}
    numbers = iter(range(len(items)))

    def some() -> None:
        nonlocal numbers
        try:
            for number in iter(lambda: next(numbers, None), None):
                results[number] = work(items[number])
        except BaseException:
            numbers = iter(range(0))
            raise

    others = [POOL.submit(some) for _ in range(threads - 1)]
    try:
        some()
    finally:
        # one that has not begun has nothing left to do
        failures = [other.exception() for other in others if not other.cancel()]
    for failure in failures:
        if failure is not None:
            raise failure
    return [results[number] for number in range(len(items))]
