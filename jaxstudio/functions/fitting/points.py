"""Data points with weights; generated ones from a function, evenly or randomly spaced, with seeded noise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
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


def normals(seed: int, count: int) -> np.ndarray:
    """Standard normal numbers, float64 (count,); fewer of the same seed are the first of these."""
    return _drawn(True, padded_length(count), seed)[:count]


def uniforms(seed: int, count: int) -> np.ndarray:
    """Numbers from 0 to below 1, float64 (count,), likewise; independent of the normal ones."""
    return _drawn(False, padded_length(count), seed)[:count]


def _drawn(normal: bool, length: int, seed: int) -> np.ndarray:
    return np.asarray(_kernel(normal, length)(seed % 2**32), np.float64)


@lru_cache(maxsize=32)
def _kernel(normal: bool, length: int) -> Callable[[Any], jax.Array]:
    draw = jax.random.normal if normal else jax.random.uniform
    return jax.jit(
        lambda seed: draw(jax.random.fold_in(jax.random.key(seed), normal), (length,), jnp.float64)
    )


MOST_POINTS = 1_000_000


def generate(
    f: Callable[..., jax.Array],
    low: float,
    high: float,
    count: int,
    noise: float = 0.0,
    seed: int = 0,
    p: Mapping[str, float] | None = None,
    evenly: bool = True,
) -> Points:
    """`count` points of `f(x, p)`, x from `low` to `high`, with normal noise of standard deviation `noise`.

    Evenly spaced with both ends, or drawn uniformly. All but the length is traced, and a longer series
    begins with the same noise. Where f has no finite value a point is left out (and counted as skipped).
    Raises DataError for a number out of range.
    """
    if not 1 <= count <= MOST_POINTS:
        raise DataError(f"count is {count}; expected 1 to {MOST_POINTS:,} points")
    if not (np.isfinite(low) and np.isfinite(high) and low <= high):
        raise DataError(f"the range of x is {low} to {high}; expected two finite numbers, the smaller first")
    if not (np.isfinite(noise) and noise >= 0):
        raise DataError(f"noise is {noise}; expected a standard deviation of 0 or more")
    numbers = {name: float(value) for name, value in (p or {}).items()}
    share = np.arange(count) / max(count - 1, 1) if evenly else uniforms(seed, count)
    x = low + (high - low) * share
    spare = padded_length(count) - count
    y = np.asarray(_values(f)(np.pad(x, (0, spare), mode="edge"), numbers))[:count]
    return Points.of(x, y + noise * normals(seed, count))


@lru_cache(maxsize=32)
def _values(f: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    return jax.jit(jax.vmap(f, (0, None)))
