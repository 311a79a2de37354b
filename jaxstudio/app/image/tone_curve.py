"""The points of a tone curve as a model without widgets: which may be added, moved and removed."""

from __future__ import annotations

from bisect import bisect
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
        self.interpolant: Any = None  # SciPy's, once it is loaded; straight from point to point until then

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
        return np.interp(x, xs, ys) if self.interpolant is None else self.interpolant(xs, ys)(x)
