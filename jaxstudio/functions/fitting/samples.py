"""Points drawn at random: normal and uniform numbers that depend on the seed alone, samples of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.table import Points, padded_length


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
        raise DataError("count is {0}; expected 1 to {1:,} points", count, MOST_POINTS)
    if not (np.isfinite(low) and np.isfinite(high) and low <= high):
        raise DataError(
            "the range of x is {0} to {1}; expected two finite numbers, the smaller first", low, high
        )
    if not (np.isfinite(noise) and noise >= 0):
        raise DataError("noise is {0}; expected a standard deviation of 0 or more", noise)
    numbers = {name: float(value) for name, value in (p or {}).items()}
    share = np.arange(count) / max(count - 1, 1) if evenly else uniforms(seed, count)
    x = low + (high - low) * share
    spare = padded_length(count) - count
    y = np.asarray(_values(f)(np.pad(x, (0, spare), mode="edge"), numbers))[:count]
    return Points.of(x, y + noise * normals(seed, count))


@lru_cache(maxsize=32)
def _values(f: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    return jax.jit(jax.vmap(f, (0, None)))
