"""Geometry moves pixels: the result at a place is the input sampled where the inverse map points.

The place of an output pixel (x, y) in the input is a[x] + b[y] on each axis. Both vectors are
computed in float64 on the host and split into whole pixels and a float32 rest, so that a pixel's
place is exact to 1e-7 px and does not depend on the tile it is computed in.
"""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels import pixels


def kernel(channels: int, exact: bool, dtype: str) -> Callable[..., jax.Array]:
    raise NotImplementedError
