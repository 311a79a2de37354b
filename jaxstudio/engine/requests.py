"""What is asked of the engine and what it answers: views and frames, cancellation and progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.look import PLAIN, Look
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class View:
    """What the canvas asks for.

    `rect` is the visible part of the result in its own full-resolution pixels; `zoom` is screen
    pixels for each of them; `moving` says that a hand is on a control; `started` is when the value
    changed, on the clock of time.perf_counter. `against` is what the result is compared with (empty: the
    photo itself), `look` the display mode. With `adaptive` a moving view is computed as coarsely as it takes
    to keep up with the hand.
    """

    source: Source
    recipe: Recipe
    rect: Rect
    zoom: float
    moving: bool = False
    started: float = field(default_factory=time.perf_counter)
    against: Recipe = field(default_factory=Recipe)
    look: Look = PLAIN
    adaptive: bool = True

    @property
    def wants_floats(self) -> bool:
        """Whether bytes would lose what is to be seen: small differences, what is not a number."""
        return not self.look.plain or self.source.pixels.dtype == np.float32


@dataclass(frozen=True)
class Frame:
    """A finished picture of a view.

    `pixels`: uint8 (h, w, channels), the result under `rect` reduced by 2^level; `original`: uint8,
    the photo under `original_rect` (or what the view compares with), reduced alike. An exact frame
    equals the export (at level 0), or the export reduced. `shown`: uint8 (h, w, 1 to 4), what is painted
    where that is not the pixels themselves: a look, magenta where no numbers are. `not_numbers`: how many
    full-resolution pixels of the result under `rect` (of a difference: or of the other) are NaN or
    infinite; None while that is only known approximately.
    """

    view: View
    pixels: np.ndarray
    original: np.ndarray
    rect: Rect
    original_rect: Rect
    level: int
    exact: bool
    seconds: float
    step_ms: Mapping[int, float]
    shown: np.ndarray | None = None
    not_numbers: int | None = 0


class JobControl:
    """Cancellation and progress of one computation; called, it says whether to stop, as a `cancel` does.

    Args:
        cancel: asked between pieces of work; true ends the work.
        progress: called with the share done, from 0 to 1 and never less than before.
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
    """`cancel` itself where it takes reports of progress, else a control that ignores them."""
    return cancel if isinstance(cancel, JobControl) else JobControl(cancel)
