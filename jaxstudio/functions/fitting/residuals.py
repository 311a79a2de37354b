"""How far a model is from the points, and its exact Jacobian, compiled once for points of any number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.points import Padded, Points, padded

Kernel = Callable[..., jax.Array]


@dataclass(frozen=True)
class Residuals:
    """The residuals of `model` on `points` as functions of a vector, float64 (m,), of the parameters `names`.

    They are (f(x, p) - y) / sigma; the other parameters have the values in `fixed`.
    """

    model: Model
    names: tuple[str, ...]
    points: Points
    fixed: Mapping[str, float]
    data: Padded

    @staticmethod
    def of(model: Model, names: tuple[str, ...], points: Points, fixed: Mapping[str, float]) -> Residuals:
        return Residuals(model, names, points, dict(fixed), padded(points))

    def __call__(self, vector: np.ndarray) -> np.ndarray:
        """Residuals, (n,); not finite where the model is not."""
        return self._computed(_kernels(self.model.f, self.names)[0], vector)

    def jacobian(self, vector: np.ndarray) -> np.ndarray:
        """Their derivatives, (n, m), by forward mode; 0 where the model has none."""
        rows = self._computed(_kernels(self.model.f, self.names)[1], vector)
        return np.where(np.isfinite(rows), rows, 0.0)

    def _computed(self, kernel: Kernel, vector: np.ndarray) -> np.ndarray:
        vector = np.asarray(vector, np.float64)
        rows = np.asarray(kernel(vector, self.fixed, self.data.inputs, self.data.y, self.data.weight))
        if rows.dtype != np.float64:
            raise TypeError("a fit needs float64: set jax_enable_x64 before anything is traced")
        return rows[: self.data.count]


@lru_cache(maxsize=32)
def _kernels(f: Callable[..., jax.Array], names: tuple[str, ...]) -> tuple[Kernel, Kernel]:
    def residuals(vector: Any, fixed: Any, inputs: Any, y: Any, weight: Any) -> jax.Array:
        p = {**fixed, **{name: vector[index] for index, name in enumerate(names)}}
        values = jax.vmap(lambda row: f(*row, p))(inputs.T)
        # a pad has weight 0 and must stay 0 even where the first point has no value
        return jnp.where(weight > 0, (values - y) * weight, 0.0)

    return jax.jit(residuals), jax.jit(jax.jacfwd(residuals))
