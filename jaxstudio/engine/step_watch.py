"""Watches calls of chosen filters: how long each has been running; their errors are explained.

A call is one chunk's kernel, with its tracing and compilation, or one call of a library's function. So a
filter that is merely slow on a large picture makes many short calls, and one that hangs a long one.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class StepWatch:
    """Calls in progress of the filters in `ops`; any thread may use it."""

    def __init__(self) -> None:
        self.ops: frozenset[str] = frozenset()
        self._explain: Callable[[str, Exception], Exception] = lambda op, error: error
        self._numbers = itertools.count()
        self._running: dict[int, tuple[float, str]] = {}

    def watch(self, names: Iterable[str], explain: Callable[[str, Exception], Exception]) -> None:
        """Watch the filters of these names from now on.

        explain: (name of a filter, the error it raised) → the error to raise in its place.
        """
        self.ops, self._explain = frozenset(names), explain

    @contextmanager
    def running(self, op: str) -> Iterator[None]:
        """Record a call of a filter while the with block runs, if the filter is watched."""
        if op not in self.ops:
            yield
            return
        number = next(self._numbers)
        self._running[number] = time.monotonic(), op
        try:
            yield
        except Exception as error:
            explained = self._explain(op, error)
            if explained is error:
                raise
            raise explained from error
        finally:
            del self._running[number]

    def wrap(self, op: str, call: Callable[..., Any], wait: Callable[[Any], Any]) -> Callable[..., Any]:
        """`call`, watched until `wait` of its result returns; `call` itself where `op` is not watched."""
        if op not in self.ops:
            return call

        def watched(*arguments: Any) -> Any:
            with self.running(op):
                return wait(call(*arguments))

        return watched

    def first_of(self, names: Iterable[str]) -> str:
        """The first of these names that is watched; an empty text for none."""
        return next((name for name in names if name in self.ops), "")

    def longest(self) -> tuple[str, float]:
        """The filter whose call has been running longest, and for how many seconds; "" for none."""
        calls = sorted(self._running.copy().values())
        return (calls[0][1], time.monotonic() - calls[0][0]) if calls else ("", 0.0)


WATCH = StepWatch()
