"""Adaptive resolution: while a control is held, frames are reduced until they take at most FRAME_S.

The finest reduction (a power of two) whose frames are expected within FRAME_S is chosen. It becomes coarser
as soon as a frame would take longer, and finer only with time to spare, so that it does not oscillate.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from statistics import median_low

# Seconds that a frame may take while a control is held: 30 of them in a second.
FRAME_S = 0.033
# The resolution becomes finer only if a finer frame is expected within this share of FRAME_S.
SPARE = 0.6
# The median of so many paces counts: one frame that other work delayed changes nothing.
REMEMBERED = 3
# A first frame may compute more than the next one: it counts only if it took so many times FRAME_S.
MUCH_TOO_LONG = 3.0
# Most levels coarser than the screen's; fewest pixels along the visible part's shorter side.
COARSEST_EXTRA, SMALLEST_SIDE = 3, 256


class AdaptiveResolution:
    """Chooses the level (reduction by 2^level) of each frame of a drag from the times of earlier frames.

    Frames of one `key` take the same time per pixel: they have the same stack, in which one step changes.
    """

    def __init__(self) -> None:
        self._paces: dict[Hashable, deque[float]] = {}
        self._levels: dict[Hashable, int] = {}

    def level(self, key: Hashable, pixels: int, finest: int, usual: int, coarsest: int) -> int:
        """The level to compute the next frame at.

        Args:
            pixels: visible ones, at full resolution.
            finest: the finest level that shows more than the usual one would.
            usual: the level of the screen's resolution, used until a time is known.
            coarsest: the coarsest level that still shows something.
        """
        paces = self._paces.get(key)
        if not paces:
            return usual
        pace = median_low(paces)
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
            steady: whether the frame before it had the same key and pixels; then the next frame computes as
                much as this one.
        """
        paces = self._paces.setdefault(key, deque(maxlen=REMEMBERED))
        if steady or (not paces and seconds > MUCH_TOO_LONG * FRAME_S):
            paces.append(seconds / max(1, pixels))


def coarsest_level(height: int, width: int, usual: int) -> int:
    """The coarsest level for a visible part of (height, width) pixels, usually shown at `usual`."""
    level = usual
    while level < usual + COARSEST_EXTRA and min(height, width) >> (level + 1) >= SMALLEST_SIDE:
        level += 1
    return level
