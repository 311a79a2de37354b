"""Adaptive resolution: while a control is held, frames are reduced until they take at most FRAME_S.

The finest reduction (a power of two) whose frames are expected within FRAME_S is chosen. It becomes coarser
as soon as a frame would take longer, and finer only with time to spare, so that it does not oscillate. The
first frame of a drag goes by what its steps took in earlier frames.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from statistics import median_low

# Seconds that a frame may take while a control is held: 30 of them in a second.
FRAME_S = 0.033
# The resolution becomes finer only if a finer frame is expected within this share of FRAME_S.
SPARE = 0.6
# The median of so many paces counts: one frame that other work delayed changes nothing.
REMEMBERED = 3
# Most levels coarser than the screen's; fewest pixels along the visible part's shorter side.
COARSEST_EXTRA, SMALLEST_SIDE = 3, 256
Names = Mapping[int, str]  # the ops' names of steps, by the steps' keys


class AdaptiveResolution:
    """Chooses the level (reduction by 2^level) of each frame of a drag from the times of earlier frames.

    Frames of one `key` take the same time per pixel: they have the same stack, in which one step changes.
    """

    def __init__(self) -> None:
        self._paces: dict[Hashable, deque[float]] = {}
        self._levels: dict[Hashable, int] = {}

    def level(
        self,
        key: Hashable,
        pixels: int,
        finest: int,
        usual: int,
        coarsest: int,
        assumed_pace: float | None = None,
    ) -> int:
        """The level to compute the next frame at.

        Args:
            pixels: visible ones, at full resolution.
            finest: the finest level that shows more than the usual one would.
            usual: the level of the screen's resolution, used until a time is known.
            coarsest: the coarsest level that still shows something.
            assumed_pace: seconds for a pixel until a time is known.
        """
        paces = self._paces.get(key)
        pace = median_low(paces) if paces else assumed_pace
        if pace is None:
            return usual
        level = min(max(self._levels.get(key, usual), finest), coarsest)

        def seconds(level: int) -> float:
            return pace * pixels / 4**level

        if seconds(level) > FRAME_S:
            while level < coarsest and seconds(level) > FRAME_S:
                level += 1
        else:
            while level > finest and seconds(level - 1) <= SPARE * FRAME_S:
                level -= 1
        self._levels[key] = level
        return level

    def record(self, key: Hashable, pixels: int, seconds: float, *, steady: bool) -> None:
        """Learn that a frame of so many computed pixels took `seconds`.

        Args:
            steady: whether the frame before it had the same key and level; then the next frame computes as
                much as this one.
        """
        if steady:
            self._paces.setdefault(key, deque(maxlen=REMEMBERED)).append(seconds / max(1, pixels))


class StepPaces:
    """What each step of the photo's recipe took for a pixel in the latest frames that computed it."""

    def __init__(self) -> None:
        self._photo: Hashable = None
        self._paces: dict[Hashable, deque[float]] = {}

    def record(self, photo: Hashable, step_ms: Mapping[int, float], names: Names, pixels: int) -> None:
        """Learn the times of a frame of so many pixels; a step taken from the cache has none."""
        if photo != self._photo:
            self._photo, self._paces = photo, {}
        for key, ms in step_ms.items():
            self._paces.setdefault((key, names.get(key)), deque(maxlen=REMEMBERED)).append(
                ms / 1e3 / max(1, pixels)
            )

    def of(self, photo: Hashable, names: Names) -> float | None:
        """Seconds for a pixel of all these steps; None if one of them was never computed."""
        paces = [self._paces.get(step) for step in names.items()] if photo == self._photo else [None]
        return sum(median_low(pace) for pace in paces if pace) if all(paces) else None


def coarsest_level(height: int, width: int, usual: int) -> int:
    """The coarsest level for a visible part of (height, width) pixels, usually shown at `usual`."""
    level = usual
    while level < usual + COARSEST_EXTRA and min(height, width) >> (level + 1) >= SMALLEST_SIDE:
        level += 1
    return level
