"""Work on the parts of a file in threads, whose results come in order and in bounded memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def mapped_in_threads(function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """The results of `function` for each part, in order; twice as many are in work as there are threads."""
    workers = min(8, os.cpu_count() or 1)
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for part in parts:
            waiting.append(pool.submit(function, part))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
