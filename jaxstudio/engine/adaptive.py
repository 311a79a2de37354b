"""Adaptive resolution: how far a frame is reduced while a control is held, from the time its pixels took.

The finest reduction (a power of two) whose frames are expected within FRAME_S is taken. It becomes coarser as
soon as they are not, and finer again only with time to spare, so that it does not change to and fro.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from statistics import median_low

# Seconds that a frame may take while a control is held: 30 of them in a second.
FRAME_S = 0.033
# A finer frame must be expected within this share of it.
SPARE = 0.6
# Paces whose median counts: one frame that other work delayed changes nothing.
REMEMBERED = 3
# A first frame, which may have computed more than the next will, counts if it took so many times as long.
MUCH_TOO_LONG = 3.0
# So much coarser than the screen at most, and the visible part's shorter side has at least so many pixels.
COARSEST_EXTRA, SMALLEST_SIDE = 3, 256


class AdaptiveResolution:
    """Chooses the level (reduction by 2^level) of each frame of a drag, and learns from what it took.

    A `key` names frames that take the same time for a pixel: those of one stack, in which one step changes.
    """

    def __init__(self) -> None:
        self._paces: dict[Hashable, deque[float]] = {}
        self._levels: dict[Hashable, int] = {}

    def level(self, key: Hashable, pixels: int, finest: int, usual: int, coarsest: int) -> int:
        """The level to compute the next frame at.

        Args:
            pixels: in sight, at full resolution.
            finest: the finest level that shows more than the usual one would.
            usual: the level of the screen's resolution, which is taken until something is known.
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
            steady: whether the frame before it had the same key and pixels, so that no more was computed than
                the next frame will.
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
