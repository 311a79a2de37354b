"""Colour map: brightness shown as colours."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import Colours, Float32, FloatArray
from jaxstudio.kernels.colour_spaces import REC709
from jaxstudio.pipeline.kinds import Colour, Op
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice

NAMES = ("viridis", "magma", "inferno", "plasma", "cividis", "turbo", "gray")


def tables() -> Float32[np.ndarray, "maps 256 3"]:
    """(maps, 256, 3) float32, Matplotlib's own."""
    from matplotlib import colormaps

    return np.stack([colormaps[name](np.arange(256))[:, :3] for name in NAMES]).astype(np.float32)


def apply_colormap(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    luma = r * REC709[0] + g * REC709[1] + b * REC709[2]
    place = jnp.clip(luma, 0.0, 1.0) * 255.0
    below = jnp.floor(place)
    index, share = below.astype(jnp.int32), place - below
    table = jnp.asarray(tables())[p["map"]]
    low, high = table[index], table[jnp.minimum(index + 1, 255)]
    mixed = low + share[..., None] * (high - low)
    return mixed[..., 0], mixed[..., 1], mixed[..., 2]


colormap = Op(
    name="colormap",
    title="Colour map",
    category="colour",
    keywords=("false colour", "viridis", "heat", "palette", "lut"),
    doc="Shows brightness as colours.",
    use="To see small differences of brightness, or measured values.",
    formula="y = map(luma), luma = 0.2125·r + 0.7154·g + 0.0721·b cut off to 0 … 1",
    source="matplotlib.colormaps",
    notes="Linear between Matplotlib's 256 entries. Gray pictures stay as they are.",
    own_params=(Choice("map", "viridis", NAMES, doc="Which colours."),),
    kind=Colour(apply_colormap),
)
