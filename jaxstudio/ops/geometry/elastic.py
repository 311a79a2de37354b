"""Elastic: the picture on rubber, pulled at random."""

from __future__ import annotations

import operator
from functools import reduce

import jax
import jax.numpy as jnp
from jax import lax

from jaxstudio.kernels.array_types import Coordinates
from jaxstudio.kernels.pixels import prevent_fusion
from jaxstudio.kernels.random_fields import threefry, uniform
from jaxstudio.pipeline.kinds import Op, Warp
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import RESAMPLING

# A cubic B-spline is nearly a Gaussian of this deviation, in cells.
DEVIATION = 3.0**-0.5
# Finer noise than this, in pixels, is not smoothed.
LEAST = 0.5
# Deviation of the smoothed noise on average over a cell: the spline's mean square, in both directions.
KEPT = 151 / 315
# Uniform noise has the variance 1/12.
UNIFORM = 12.0**0.5


@jax.jit
def weights(
    share: Coordinates,
) -> tuple[Coordinates, Coordinates, Coordinates, Coordinates]:
    """The cubic B-spline at four neighbours."""
    rest = 1 - share
    square, cube = share * share, share * share * share
    return (
        rest * rest * rest / 6,
        (3 * cube - 6 * square + 4) / 6,
        (-3 * cube + 3 * square + 3 * share + 1) / 6,
        cube / 6,
    )


def displacement(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    """Smooth noise of deviation 1 for both directions: noise on a lattice, under a spline.

    Along the rows first, then along the columns: x is the same down each column, y along each row.
    """
    cell = jnp.maximum(p["sigma"], LEAST) / DEVIATION
    u, v = x[0] / cell, y[:, 0] / cell
    left, top = jnp.floor(u), jnp.floor(v)
    across, down = weights(u - left), weights(v - top)
    column, row = (part.astype(jnp.int32) - 1 for part in (left, top))

    def lattice(column: jax.Array, row: jax.Array) -> jax.Array:
        """Its points from the first that any place needs on, as many as the least sigma can need: (2, …)."""
        rows, columns = (int((side - 1) * DEVIATION / LEAST) + 6 for side in x.shape)
        i, j = row[0] + lax.iota(jnp.int32, rows), column[0] + lax.iota(jnp.int32, columns)
        key = p["key"][0], p["key"][1]
        bits = threefry(key, i.astype(jnp.uint32)[:, None], j.astype(jnp.uint32)[None, :])
        return (uniform(jnp.stack(bits)).astype(x.dtype) - 0.5) * (UNIFORM / KEPT)

    def blended_rows(points: jax.Array, row: jax.Array, *down: jax.Array) -> jax.Array:
        parts = (
            weight[:, None] * jnp.take(points, row - row[0] + number, axis=1, mode="clip")
            for number, weight in enumerate(down)
        )
        return reduce(operator.add, parts)

    flag = p["sigma"] > 0  # each stage would be computed anew for every point that reads it
    points = prevent_fusion(flag, lattice, column, row)
    rows = prevent_fusion(flag, blended_rows, points, row, *down)
    parts = (
        weight * jnp.take(rows, column - column[0] + number, axis=2, mode="clip")
        for number, weight in enumerate(across)
    )
    right, lower = reduce(operator.add, parts)
    return right, lower


def inverse(x: Coordinates, y: Coordinates, p: Params) -> tuple[Coordinates, Coordinates]:
    dx, dy = displacement(x, y, p)
    return x + p["alpha"] * dx, y + p["alpha"] * dy


elastic = Op(
    name="elastic",
    title="Elastic",
    category="geometry",
    keywords=("rubber", "deform", "distort", "augment"),
    doc="Pulls the picture about as if it were on rubber, as the seed has it.",
    use="To vary training pictures of writing and tissue.",
    formula="y(p) = x(p + alpha·n(p)), n noise of deviation 1 on a lattice, smoothed by a cubic "
    "B-spline of deviation sigma",
    source="Simard et al., Best practices for convolutional neural networks, ICDAR 2003",
    notes="The noise is smoothed by a cubic B-spline of deviation sigma instead of a Gaussian. alpha is the "
    "deviation of the pull; albumentations' shrinks with sigma. Bilinear.",
    own_params=(
        Float("alpha", 8.0, 0.0, 1000.0, slider_high=50.0, unit="px",
            doc="How far pixels are pulled (standard deviation)."),
        Float("sigma", 20.0, 0.5, 1000.0, slider_high=100.0, unit="px", doc="How smooth the pull is."),
    ),
    preview_note=RESAMPLING,
    kind=Warp(inverse, border="mirror"),
)  # fmt: skip
