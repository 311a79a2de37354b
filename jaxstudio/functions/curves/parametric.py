"""A curve as a path of a parameter t, whatever its kind: y = f(x), or (x(t), y(t)); and its pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jaxstudio.functions.curves.evaluator import Evaluator
from jaxstudio.functions.protocol.scene import Interval, View

# Pixels are cut off here, so that products of them stay finite.
FAR_PX = 1e9


class Track(Protocol):
    """`interval` is that of t, `least` the narrowest cell of t that is split for the sake of the picture."""

    @property
    def interval(self) -> Interval: ...
    @property
    def least(self) -> float: ...

    def values(self, t: np.ndarray) -> np.ndarray:
        """float64 (n,) to float64 (c, 3, n): c components with their first and second derivatives."""
        ...

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Positions, velocities and accelerations on the screen: float64 (3, 2, n), y upwards from 0."""
        ...


# A cell this narrow, in pixels, is not split further to follow the curve.
LEAST_PX = 1 / 32


@dataclass(frozen=True)
class Graph:
    """y = f(x) in a view; t is x."""

    evaluator: Evaluator
    view: View

    @property
    def interval(self) -> Interval:
        return self.view.x

    @property
    def least(self) -> float:
        return LEAST_PX * (self.view.x[1] - self.view.x[0]) / self.view.width_px

    def values(self, t: np.ndarray) -> np.ndarray:
        return self.evaluator.values(t)[None, :3]

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        across, up = scales(self.view)
        result = np.zeros((3, 2, len(t)))
        result[0, 0] = (t - self.view.x[0]) * across
        result[1, 0] = across
        with np.errstate(over="ignore"):
            result[0, 1] = (values[0, 0] - self.view.y[0]) * up
            result[1:, 1] = values[0, 1:] * up
        return result


@dataclass(frozen=True)
class Planar:
    """(x(t), y(t)) for t in an interval. A polar curve is (r cos θ, r sin θ)."""

    x: Evaluator
    y: Evaluator
    view: View
    interval: Interval

    @property
    def least(self) -> float:
        return (self.interval[1] - self.interval[0]) * 2.0**-18

    def values(self, t: np.ndarray) -> np.ndarray:
        return np.stack([self.x.values(t)[:3], self.y.values(t)[:3]])

    def pixels(self, t: np.ndarray, values: np.ndarray) -> np.ndarray:
        scale = np.array(scales(self.view))
        with np.errstate(over="ignore"):
            result = values.transpose(1, 0, 2) * scale[:, None]
        result[0] -= (np.array([self.view.x[0], self.view.y[0]]) * scale)[:, None]
        return result


def turned(theta: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(x, y) and two derivatives by theta, (3, 2, n), of r and its derivatives (3 or more, n)."""
    along = np.stack([np.cos(theta), np.sin(theta)])
    across = np.stack([-along[1], along[0]])
    with np.errstate(all="ignore"):
        speed = r[1] * along + r[0] * across
        return np.stack([r[0] * along, speed, (r[2] - r[0]) * along + 2 * r[1] * across])


def scales(view: View) -> tuple[float, float]:
    """Pixels per unit of x and of y."""
    return view.width_px / (view.x[1] - view.x[0]), view.height_px / (view.y[1] - view.y[0])
