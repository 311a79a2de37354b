"""Colours that a colour space cannot hold: a photo's light in the primaries of a target."""

from __future__ import annotations

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.expansion import Curve, conversions
from jaxstudio.kernels.array_types import Float64
from jaxstudio.pipeline.display_mode import GAMUTS

Matrix = Float64[np.ndarray, "3 3"]
WHITE = np.array([0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290])  # D65, which all targets share
SAME = 2e-3  # how far rounding in a profile takes its primaries from those of a target
HALF_LEVEL = 0.5 / 255.0 / 12.92  # as light: what is less below 0 is stored as black in 8 bits


def to_xyz(target: str) -> Matrix:
    """Light in a target's primaries to XYZ, from their chromaticities."""
    colours = np.array([[x / y, 1.0, (1.0 - x - y) / y] for x, y in GAMUTS[target]]).T
    return np.asarray(colours * np.linalg.solve(colours, WHITE))


def into(target: str, to_srgb: Matrix | None) -> Matrix:
    """A photo's light to light in a target's primaries; `to_srgb` takes it to sRGB's, None: it has those."""
    matrix = np.linalg.solve(to_xyz(target), to_xyz("srgb") @ (np.eye(3) if to_srgb is None else to_srgb))
    return np.eye(3) if np.abs(matrix - np.eye(3)).max() < SAME else np.asarray(matrix)


@cache
def outside_kernel(curve: Curve | None) -> Any:
    """Float32 (n, 3 or 4) encoded values, a matrix of light → (n,) which pixels the target cannot hold."""
    between = conversions(curve)

    def light_of(x: Any) -> Any:
        if between is None:
            return x
        kind: Any = between[0].implementation.kind
        return jnp.sign(x) * kind.apply(jnp.abs(x), between[0].values)  # a power curve has nothing below 0

    def outside(x: Any, matrix: Any) -> Any:
        red, green, blue = (light_of(x[:, plane]) for plane in range(3))
        light = [row[0] * red + row[1] * green + row[2] * blue for row in matrix]
        darkest = jnp.minimum(jnp.minimum(light[0], light[1]), light[2])
        lightest = jnp.maximum(jnp.maximum(light[0], light[1]), light[2])
        return (darkest < -HALF_LEVEL) & (lightest > HALF_LEVEL)

    return jax.jit(outside)
