"""Curve: every tone moved along a line drawn by hand."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.kernels.array_types import Float32, FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Points
from jaxstudio.pipeline.preview_notes import STEEP


def _at_the_end(near: jax.Array, far: jax.Array, slope: jax.Array, next_slope: jax.Array) -> jax.Array:
    """The slope at an end from the two widths and the two slopes next to it."""
    total = jnp.where(near + far > 0, near + far, 1.0)
    guess = ((2 * near + far) * slope - near * next_slope) / total
    guess = jnp.where(guess * slope <= 0, 0.0, guess)
    overshoots = (slope * next_slope <= 0) & (jnp.abs(guess) > 3 * jnp.abs(slope))
    return jnp.where(overshoots, 3 * slope, guess)


def slopes(points: Float32[Any, "points 2"]) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Of (n, 2) float32 points: the slope at each, and width and rise of each piece.

    The last point may be repeated; pieces without width come last.
    """
    width, rise = jnp.diff(points[:, 0]), jnp.diff(points[:, 1])
    real = width > 0
    straight = jnp.where(real, rise / jnp.where(real, width, 1.0), 0.0)
    pieces = jnp.sum(real)
    left, right = width[:-1], width[1:]
    before, after = straight[:-1], straight[1:]
    # the weighted harmonic mean; 0 at a turning point
    turns = before * after <= 0
    first, second = 2 * right + left, right + 2 * left
    divisor = jnp.where(turns, 1.0, first * after + second * before)
    inner = jnp.where(turns, 0.0, (first + second) * before * after / divisor)
    last, one_before = jnp.maximum(pieces - 1, 0), jnp.maximum(pieces - 2, 0)
    single = pieces < 2
    start = jnp.where(single, straight[0], _at_the_end(width[0], width[1], straight[0], straight[1]))
    end = _at_the_end(width[last], width[one_before], straight[last], straight[one_before])
    end = jnp.where(single, straight[0], end)
    at = jnp.concatenate([start[None], inner, end[None]])
    return jnp.where(jnp.arange(at.shape[0]) == pieces, end, at), width, rise


def monotone_curve(x: FloatArray, points: Float32[Any, "points 2"]) -> FloatArray:
    """The curve through `points` at x (any shape), level before the first and after the last of them.

    A cubic that never leaves the range between one point and the next, the same as
    scipy.interpolate.PchipInterpolator. Source: Fritsch and Butland, A method for constructing local monotone
    piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984); the ends as in Moler, Numerical
    computing with MATLAB (2004).

    The pieces are told apart by comparisons, which XLA:CPU turns into one vectorised loop; looking
    their coefficients up would be a gather for every value.

    Args:
        points: (n, 2) float32, x ascending; the last may be repeated.
    """
    at, width, rise = slopes(points)
    scale = jnp.where(width > 0, 1.0 / jnp.where(width > 0, width, 1.0), 0.0)
    straight = rise * scale
    square = (3 * straight - 2 * at[:-1] - at[1:]) * scale
    cube = (at[:-1] + at[1:] - 2 * straight) * scale * scale
    x = jnp.clip(x, points[0, 0], points[-1, 0])
    start, level, slope, bend, twist = points[0, 0], points[0, 1], at[0], square[0], cube[0]
    for k in range(1, points.shape[0] - 1):
        beyond = (x >= points[k, 0]) & (width[k] > 0)
        start = jnp.where(beyond, points[k, 0], start)
        level = jnp.where(beyond, points[k, 1], level)
        slope = jnp.where(beyond, at[k], slope)
        bend = jnp.where(beyond, square[k], bend)
        twist = jnp.where(beyond, cube[k], twist)
    t = x - start
    return level + t * (slope + t * (bend + t * twist))


STRAIGHT = ((0.0, 0.0), (1.0, 1.0))
PRESETS = (
    ("straight", STRAIGHT),
    ("contrast", ((0.0, 0.0), (0.25, 0.18), (0.75, 0.82), (1.0, 1.0))),
    ("softer", ((0.0, 0.0), (0.25, 0.32), (0.75, 0.68), (1.0, 1.0))),
    ("lighter", ((0.0, 0.0), (0.5, 0.62), (1.0, 1.0))),
    ("darker", ((0.0, 0.0), (0.5, 0.38), (1.0, 1.0))),
    ("faded", ((0.0, 0.1), (0.3, 0.28), (0.75, 0.78), (1.0, 0.94))),
    ("negative", ((0.0, 1.0), (1.0, 0.0))),
)

curve = Op(
    name="curve",
    title="Curve",
    category="tone",
    keywords=("tone curve", "gradation", "contrast", "s curve", "shadows", "highlights"),
    doc="Moves every tone along a curve that you draw: left are the dark tones, up is lighter.",
    use="To lift shadows, hold highlights, add contrast in the middle: any change of tone there is.",
    formula="y = f(x), f the monotone cubic through the points",
    source="scipy.interpolate.PchipInterpolator",
    notes="A monotone cubic through the points: between two of them it never goes beyond either. Tones "
    "darker than the first point or lighter than the last become as these. One curve for all channels.",
    own_params=(
        Points(
            "points",
            STRAIGHT,
            largest=16,
            presets=PRESETS,
            doc="The points the curve goes through, from dark to light: [tone, new tone].",
        ),
    ),
    preview_note=STEEP,
    kind=Pointwise(lambda x, p: monotone_curve(x, p["points"])),
)
