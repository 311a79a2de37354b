"""Roberts: differences along the two diagonals."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.stencil import FlatWindow, finish
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.preview_notes import EDGES


def cross(w: FlatWindow, p: Params) -> FloatArray:
    one = w.raw(0, 0) - w.raw(1, 1)
    other = w.raw(0, 1) - w.raw(1, 0)
    return finish(w, jnp.sqrt((one * one + other * other) * 0.5))


roberts = Op(
    name="roberts",
    title="Roberts cross",
    category="edges",
    keywords=("gradient", "outline", "diagonal"),
    doc="Shows edges bright on black, from the differences along the two diagonals of four pixels.",
    use="For the thinnest edges of a clean picture.",
    formula="y = √((p² + q²) / 2), p = x − the value right of and below it, q = the value to the right "
    "− the one below",
    source="skimage.filters.roberts",
    notes="Each channel apart. Alpha is left as it is.",
    preview_note=EDGES,
    kind=Neighbourhood(
        buckets=(1,), bucket=lambda values: 1, mixes=False, passes=(Pass(cross, reach=lambda r: (r, r)),)
    ),
)
