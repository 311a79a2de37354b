"""Data points with weights; generated ones from a function, evenly or randomly spaced, with seeded noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.errors import DataError

SMALLEST_PADDING = 64


@dataclass(frozen=True)
class Points:
    """`inputs`: float64 (k, n), one row for each input; `y`: float64 (n,); all finite.

    `sigma`: float64 (n,), the standard deviation of each y, all above 0, or None where all count alike.
    `names` are those of the inputs and, last, of y. `skipped` rows of the source held no number.
    """

    inputs: np.ndarray
    y: np.ndarray
    sigma: np.ndarray | None = None
    names: tuple[str, ...] = ("x", "y")
    skipped: int = 0

    @classmethod
    def of(
        cls,
        x: np.ndarray | Sequence[float],
        y: np.ndarray | Sequence[float],
        sigma: np.ndarray | Sequence[float] | None = None,
        names: tuple[str, ...] = (),
        skipped: int = 0,
    ) -> Points:
        """Points from `x`, (n,) or (k, n), and `y`, (n,); rows that are not finite are left out and counted.

        Raises DataError if the lengths differ, nothing is left or a sigma is not above 0.
        """
        inputs, values = np.atleast_2d(np.asarray(x, np.float64)), np.asarray(y, np.float64)
        deviations = None if sigma is None else np.asarray(sigma, np.float64)
        for column in (values, deviations):
            if column is not None and column.shape != inputs.shape[1:]:
                raise DataError(f"x has {inputs.shape[1]} values, y or sigma {column.size}; expected as many")
        rows = np.isfinite(inputs).all(0) & np.isfinite(values)
        if deviations is not None:
            rows &= np.isfinite(deviations)
            if (deviations[rows] <= 0).any():
                raise DataError(f"sigma is {deviations[rows].min():g} at a point; expected numbers above 0")
            deviations = deviations[rows]
        if not rows.any():
            raise DataError("there are no points; expected at least one row with a number for x and for y")
        if not names:
            count = len(inputs)
            names = ("x", "y") if count == 1 else (*(f"x{i + 1}" for i in range(count)), "y")
        return cls(inputs[:, rows], values[rows], deviations, names, skipped + int((~rows).sum()))

    @property
    def x(self) -> np.ndarray:
        """The first input, (n,)."""
        return self.inputs[0]

    def __len__(self) -> int:
        return len(self.y)


@dataclass(frozen=True)
class Padded:
    """Points lengthened to one of few lengths N, so that other points compile nothing.

    `inputs`: (k, N), `y`: (N,); the copies of the first point behind the true ones have `weight` 0, the
    true ones 1 / sigma. `count` true points.
    """

    inputs: np.ndarray
    y: np.ndarray
    weight: np.ndarray
    count: int


def padded_length(count: int) -> int:
    """The power of two that holds `count`, at least 64."""
    return max(SMALLEST_PADDING, 1 << (count - 1).bit_length())


def padded(points: Points) -> Padded:
    count = len(points)
    spare = padded_length(count) - count
    weight = np.ones(count) if points.sigma is None else 1 / points.sigma
    return Padded(
        np.concatenate([points.inputs, np.repeat(points.inputs[:, :1], spare, 1)], 1),
        np.concatenate([points.y, np.repeat(points.y[:1], spare)]),
        np.concatenate([weight, np.zeros(spare)]),
        count,
    )
