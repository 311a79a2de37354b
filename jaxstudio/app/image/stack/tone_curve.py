"""The points of a tone curve as a model without widgets: which may be added, moved and removed."""

from __future__ import annotations

from bisect import bisect
from itertools import pairwise
from typing import Any

CurvePoints = tuple[tuple[float, ...], ...]
DIGITS = 4
STEP, FINE = 0.01, 0.001


def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class ToneCurve:
    """Points (tone, new tone), each from 0 to 1, the selected one, and the curve through them.

    Args:
        largest: how many points there may be.
        apart: how far their tones are apart at least.
    """

    def __init__(self, largest: int, apart: float) -> None:
        self.largest, self.apart = largest, apart
        self.points: CurvePoints = ((0.0, 0.0), (1.0, 1.0))
        self.selected = 0

    def set_points(self, points: CurvePoints) -> None:
        self.points = points
        self.select(self.selected)

    def select(self, index: int) -> None:
        """Select a point, or the nearest there is."""
        self.selected = int(clamp(index, 0, len(self.points) - 1))

    def moved_to(self, index: int, x: float, y: float) -> CurvePoints:
        """The points with one of them elsewhere, kept between its neighbours."""
        low = self.points[index - 1][0] + self.apart if index else 0.0
        high = self.points[index + 1][0] - self.apart if index + 1 < len(self.points) else 1.0
        point = (round(clamp(x, low, high), DIGITS), round(clamp(y, 0.0, 1.0), DIGITS))
        return (*self.points[:index], point, *self.points[index + 1 :])

    def with_point(self, x: float, y: float) -> tuple[CurvePoints, int] | None:
        """The points with one more, and its index; None where there is no room."""
        at = bisect([point[0] for point in self.points], x)
        near = [self.points[i][0] for i in (at - 1, at) if 0 <= i < len(self.points)]
        if len(self.points) >= self.largest or any(abs(x - other) < self.apart for other in near):
            return None
        point = (round(clamp(x, 0.0, 1.0), DIGITS), round(clamp(y, 0.0, 1.0), DIGITS))
        return (*self.points[:at], point, *self.points[at:]), at

    def with_point_beside(self) -> tuple[CurvePoints, int] | None:
        """With a point on the curve half way between the selected one and the next; None without room."""
        at = min(self.selected, len(self.points) - 2)
        x = (self.points[at][0] + self.points[at + 1][0]) / 2
        return self.with_point(x, float(self.values([x])[0]))

    def without(self, index: int) -> CurvePoints | None:
        """The points without one; None where two must stay."""
        return None if len(self.points) <= 2 else (*self.points[:index], *self.points[index + 1 :])

    def values(self, at: Any) -> Any:
        """The curve at these tones, float64 of their shape; constant beyond the first and last point."""
        import numpy as np

        xs, ys = np.array(self.points).T
        x = np.clip(at, xs[0], xs[-1])
        piece = np.clip(np.searchsorted(xs, x, side="right") - 1, 0, len(xs) - 2)
        slopes = np.array(monotone_slopes(self.points))
        width = xs[piece + 1] - xs[piece]
        t = (x - xs[piece]) / width
        # Hermite's cubic through both ends of the piece with the slopes there
        start = (1 + 2 * t) * (1 - t) ** 2 * ys[piece] + t * (1 - t) ** 2 * width * slopes[piece]
        end = t**2 * (3 - 2 * t) * ys[piece + 1] - t**2 * (1 - t) * width * slopes[piece + 1]
        return start + end


def monotone_slopes(points: CurvePoints) -> list[float]:
    """The slope at each of two or more points of a monotone piecewise cubic: PCHIP.

    The same as of scipy.interpolate.PchipInterpolator, whose import takes longer than a frame, and as of the
    filter that draws the curve's result. Source: Fritsch and Butland, A method for constructing local
    monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984).
    """
    widths = [after[0] - before[0] for before, after in pairwise(points)]
    rises = [
        (after[1] - before[1]) / width
        for (before, after), width in zip(pairwise(points), widths, strict=True)
    ]
    if len(rises) == 1:
        return [rises[0], rises[0]]
    slopes = [_end_slope(widths[0], widths[1], rises[0], rises[1])]
    for (near, far), (before, after) in zip(pairwise(widths), pairwise(rises), strict=True):
        if before * after <= 0:
            slopes.append(0.0)  # a turning point
            continue
        first, second = 2 * far + near, far + 2 * near
        slopes.append((first + second) / (first / before + second / after))
    return [*slopes, _end_slope(widths[-1], widths[-2], rises[-1], rises[-2])]


def _end_slope(near: float, far: float, rise: float, next_rise: float) -> float:
    """The slope at an end from the widths and rises of the two pieces next to it."""
    slope = ((2 * near + far) * rise - near * next_rise) / (near + far)
    if slope * rise <= 0:
        return 0.0
    if rise * next_rise <= 0 and abs(slope) > 3 * abs(rise):
        return 3 * rise
    return slope
