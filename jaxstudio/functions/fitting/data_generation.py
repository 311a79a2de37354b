"""Random numbers that a seed repeats, drawn at few lengths, so that more of them compile nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.fitting.points import padded_length


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
