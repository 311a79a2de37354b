"""Corners: where a curve is continuous and changes its direction all at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.limits import Behaviour
from jaxstudio.functions.curves.one_sided_limits import Sides, ends_of
from jaxstudio.functions.curves.parametric import scales
from jaxstudio.functions.protocol.scene import View

# The least change of direction that is called a corner, in radians on the screen.
CORNER = np.deg2rad(0.5)


@dataclass(frozen=True)
class Corner:
    """The curve is continuous at `at` and changes its direction; `cusp` where it turns back.

    Its place is known to `width`.
    """

    at: float
    value: np.ndarray
    cusp: bool
    width: float


def corners(sides: Sides, view: View) -> list[Corner]:
    """Where the directions of approach differ though the curve is continuous."""
    place, speed = ends_of(sides, view), ends_of(sides, view, order=1)
    steady = (place.ways == Behaviour.FINITE.value).all(axis=0) & np.isfinite(sides.value).all(axis=0)
    scale = scales(view)
    found = []
    for n in np.flatnonzero(steady).tolist():
        first, last = (_direction(slopes, scale) for slopes in speed.limits[:, :, n].tolist())
        turn = abs(np.angle(last / first)) if first and last else 0.0
        if turn > CORNER:
            cusp = bool(turn > np.pi - CORNER)
            found.append(Corner(float(sides.at[n]), sides.value[:, n], cusp, _blind(sides, n)))
    return found


def _blind(sides: Sides, n: int) -> float:
    """From how near on both sides there are slopes."""
    nearest = []
    for t, values in zip(sides.t, sides.values, strict=True):
        seen = np.isfinite(values[:, 1, n]).all(axis=0)
        nearest.append(abs(t[n][seen][-1] - sides.at[n]) if seen.any() else np.inf)
    return float(max(nearest))


def _direction(slopes: list[float], scale: tuple[float, float]) -> complex:
    """A unit vector on the screen; 0 where there is none. An infinite slope is a vertical one.

    `slopes` are (dy/dx,), or (dx/dt, dy/dt).
    """
    slopes = slopes if len(slopes) == 2 else [1.0, *slopes]
    infinite = [np.isinf(slope) for slope in slopes]
    parts = (
        [np.sign(s) if i else 0.0 for s, i in zip(slopes, infinite, strict=True)] if any(infinite) else slopes
    )
    vector = complex(parts[0] * scale[0], parts[1] * scale[1])
    if not np.isfinite(abs(vector)) or vector == 0:
        return 0j
    return vector / abs(vector)
