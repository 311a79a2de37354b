"""A field on a small circle around a point, beside the point itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

AROUND = 64


@dataclass(frozen=True)
class Ring:
    """At AROUND + 4 places around each of n points: how much higher f is (NaN as 0), and how steep.

    The last four are along axes of the point's own: f may be level in one of these directions only.
    """

    rise: np.ndarray
    steepness: np.ndarray


def ring(
    f: Field, p: Parameters, point: np.ndarray, radius: np.ndarray, height: np.ndarray, axes: np.ndarray
) -> Ring:
    """Around the points (n, 2), with radius (2,) along x and y; axes (n, 2, 2) stand in columns."""
    turn = 2 * np.pi * (np.arange(AROUND) + 0.5) / AROUND
    circle = np.broadcast_to(np.stack([np.cos(turn), np.sin(turn)], 1), (len(point), AROUND, 2))
    along = np.swapaxes(axes, 1, 2)
    places = point[:, None] + np.concatenate([circle, along, -along], 1) * radius
    values, along_x, along_y = (
        result.reshape(places.shape[:2]) for result in sampled(slopes, f, p, *places.reshape(-1, 2).T)
    )
    return Ring(np.nan_to_num(values - height[:, None]), np.hypot(along_x, along_y))
