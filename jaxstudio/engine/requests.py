"""Requests to the engine and its answers: views and frames, cancellation and progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.display_mode import PLAIN, DisplayMode
from jaxstudio.pipeline.recipe import Recipe


@dataclass(frozen=True)
class View:
    """A canvas's request for a frame.

    `rect`: the visible part, in full-resolution pixels of the result. `zoom`: screen pixels per pixel of the
    result. `moving`: whether a control is held. `started`: when the value changed, on the clock of
    time.perf_counter. `against`: the recipe whose result is compared (empty: the photo itself).
    `adaptive`: compute a moving view as coarsely as it takes to keep up with the hand. `scopes`: which of
    `pipeline.measures.SCOPES` are counted, of the whole result or of its part `counted`.
    """

    source: Source
    recipe: Recipe
    rect: Rect
    zoom: float
    moving: bool = False
    started: float = field(default_factory=time.perf_counter)
    against: Recipe = field(default_factory=Recipe)
    display_mode: DisplayMode = PLAIN
    adaptive: bool = True
    scopes: tuple[str, ...] = ()
    counted: Rect | None = None

    @property
    def dtype(self) -> str:
        """The number format that the result is rendered in."""
        return "float32" if self.wants_floats else "uint8"

    @property
    def wants_floats(self) -> bool:
        """Whether the view needs floats: small differences, NaN, infinities, colours out of gamut.

        While a control is held, clipped pixels are told from bytes, which hold no colour out of gamut.
        """
        mode = self.display_mode
        floats = not mode.plain or (mode.clipping and not self.moving)
        return floats or self.source.pixels.dtype == np.float32


@dataclass(frozen=True)
class Frame:
    """A finished picture of a view.

    `pixels`: uint8 (h, w, channels), the result under `rect` reduced by 2^level. `original`: uint8, the photo
    (or the compared result) under `original_rect`, reduced alike. An exact frame equals the export (at level
    0), or the export reduced. `shown`: uint8 (h, w, 1 to 4), the painted picture if it differs from `pixels`:
    a display mode, with NaN and infinities in magenta. `not_numbers`: how many full-resolution pixels under
    `rect` are NaN or infinite in the result (or, for a difference, in the other picture); None while the
    number is only approximate.
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
    """Cancellation and progress of one computation; calling it returns whether to stop.

    Args:
        cancel: called between pieces of work; true ends the work.
        progress: called with the share done, from 0 to 1, never decreasing.
    """

    def __init__(
        self, cancel: Callable[[], bool] | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._cancel, self._progress = cancel, progress
        self._begin, self._extent, self._done = 0.0, 1.0, 0.0
        # milliseconds of each computed step, by its key; steps taken from a cache are missing
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
        """Report the share done of the current part; raises Cancelled if the work is to stop."""
        self.check()
        done = min(1.0, self._begin + self._extent * share)
        if done > self._done:
            self._done = done
            if self._progress is not None:
                self._progress(done)

    def add_times(self, step_ms: Mapping[int, float]) -> None:
        """Add the milliseconds of a part, by step."""
        for key, ms in step_ms.items():
            self.step_ms[key] = self.step_ms.get(key, 0.0) + ms

    @contextmanager
    def part(self, begin: float, end: float) -> Iterator[None]:
        """Progress reported inside the with block counts for this part of the enclosing part (0 to 1)."""
        outer = self._begin, self._extent
        self._begin, self._extent = outer[0] + outer[1] * begin, outer[1] * (end - begin)
        try:
            yield
        finally:
            self._begin, self._extent = outer


def control_of(cancel: Callable[[], bool]) -> JobControl:
    """`cancel` itself if it is a JobControl, else a control around it that ignores progress."""
    return cancel if isinstance(cancel, JobControl) else JobControl(cancel)
