"""Posterize: fewer tones."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.preview_notes import STEEP


def steps(x: FloatArray, p: Params) -> FloatArray:
    # of the 8-bit value the upper bits are kept, as if the lower ones had never been there
    level = jnp.floor(jnp.clip(x, 0.0, 1.0) * 255.0 + 0.5)
    size = jnp.exp2(8.0 - p["bits"])
    # a power of two: its inverse is exact, and a product takes a fraction of a quotient's time
    return jnp.floor(level * (1.0 / size)) * size * (1.0 / 255.0)


posterize = Op(
    name="posterize",
    title="Posterize",
    category="tone",
    keywords=("quantize", "bits", "poster"),
    doc="Leaves only a few tones in each colour, as on a poster.",
    use="For a graphic look, or to see how many bits a picture needs.",
    formula="y = s·⌊v / s⌋ / 255, v = x as a level of 0 … 255, s = 2^(8 − bits)",
    source="PIL.ImageOps.posterize",
    notes="Values are first brought to 8 bits.",
    own_params=(Int("bits", 4, 1, 8, doc="Bits kept of the 8 of each value."),),
    preview_note=STEEP,
    kind=Pointwise(steps, cheap=True),
)
