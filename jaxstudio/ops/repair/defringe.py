"""Purple and green fringes at edges fade to the colour around them, and keep their lightness."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Colours, FloatArray
from jaxstudio.kernels.colour_spaces import REC709
from jaxstudio.ops.tone.regions import luma
from jaxstudio.pipeline.kinds import Guided, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

EPS = 1e-3  # variance of luma from which on an edge is kept


def magenta(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> FloatArray:
    """How far a colour lies towards magenta, below 0 towards green."""
    return 0.5 * (r + b) - g


def fade(
    r: FloatArray, g: FloatArray, b: FloatArray, guide: FloatArray, smooth: tuple[FloatArray, ...], p: Params
) -> Colours:
    found = magenta(r, g, b, p)
    excess = found - smooth[0]
    purple = jnp.clip(excess - p["threshold"], 0.0, jnp.maximum(found, 0.0))
    green = jnp.clip(-excess - p["threshold"], 0.0, jnp.maximum(-found, 0.0))
    less = 0.01 * (p["purple"] * purple - p["green"] * green)
    # luma stays: what red and blue lose, green gains by its share
    return r - REC709[1] * less, g + (1.0 - REC709[1]) * less, b - REC709[1] * less


defringe = Op(
    name="defringe",
    title="Defringe",
    category="repair",
    keywords=(
        "purple fringing", "purple fringe", "green fringe", "color fringe", "colour fringe",
        "chromatic aberration", "longitudinal", "bokeh fringing", "halo",
    ),
    doc="Takes the colour from purple and green fringes along edges.",
    use="For branches against the sky, and for edges in front of and behind the focus of fast lenses.",
    formula="m = (r + b) / 2 − g; e = m − its guided filter along luma's edges; d = purple·clip(e − "
    "threshold, 0, m) − green·clip(−e − threshold, 0, −m); r − 0.7152 d, g + 0.2848 d, b − 0.7152 d",
    source="He, Sun and Tang, Guided image filtering, 2010, by which darktable's chromatic aberrations "
    "brings the channels together; He and Sun, Fast guided filter, 2015",
    notes="Luma stays as it is. darktable guides red and blue by green; here one value, magenta against "
    "green, is guided by luma. The guided filter works on cells of 1 to 8 pixels, by the radius.",
    own_params=(
        Float("purple", 100.0, 0.0, 100.0, unit="%", doc="How much of a purple fringe is taken away."),
        Float("green", 100.0, 0.0, 100.0, unit="%", doc="How much of a green fringe is taken away."),
        Float("threshold", 0.02, 0.0, 1.0, slider_high=0.2, doc="What more of the colour is no fringe yet."),
        Int("radius", 8, 1, 32, unit="px", doc="Wider than the fringes: how far the colour around is seen."),
    ),
    preview_note=SMALL_DETAIL,
    kind=Guided(
        guide=luma,
        scales=lambda values: [(values["radius"], EPS)],
        apply=fade,
        least=magenta,
        square=lambda values: 1,
    ),
)  # fmt: skip
