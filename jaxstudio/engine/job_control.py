"""Cancellation and progress of one computation, handed down to whatever computes a part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from jaxstudio.errors import Cancelled


class JobControl:
    """Stands wherever a `cancel` does: called, it says whether to stop.

    Args:
        cancel: asked between pieces of work; true ends the work.
        progress: told how much is done, from 0 to 1 and never less than before.
    """

    def __init__(
        self, cancel: Callable[[], bool] | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._cancel, self._progress = cancel, progress
        self._begin, self._extent, self._done = 0.0, 1.0, 0.0
        # milliseconds of each step that was computed, by its key; one taken from a cache is not in it
        self.step_ms: dict[int, float] = {}

    def __call__(self) -> bool:
        return self._cancel is not None and self._cancel()

    @property
    def done(self) -> float:
        """The share done, from 0 to 1."""
        return self._done

    def check(self) -> None:
        """Raise Cancelled if the work is to stop."""
        if self():
            raise Cancelled("cancelled")

    def report(self, share: float) -> None:
        """The part that is under way is done to this share; raises Cancelled if the work is to stop."""
        self.check()
        done = min(1.0, self._begin + self._extent * share)
        if done > self._done:
            self._done = done
            if self._progress is not None:
                self._progress(done)

    def add_times(self, step_ms: Mapping[int, float]) -> None:
        """Count what a part took, by step."""
        for key, ms in step_ms.items():
            self.step_ms[key] = self.step_ms.get(key, 0.0) + ms

    @contextmanager
    def part(self, begin: float, end: float) -> Iterator[None]:
        """What is reported inside is the progress of this part (from 0 to 1) of the part around it."""
        outer = self._begin, self._extent
        self._begin, self._extent = outer[0] + outer[1] * begin, outer[1] * (end - begin)
        try:
            yield
        finally:
            self._begin, self._extent = outer


def control_of(cancel: Callable[[], bool]) -> JobControl:
    """`cancel` itself where it also tells progress, else one that tells nobody."""
    return cancel if isinstance(cancel, JobControl) else JobControl(cancel)
