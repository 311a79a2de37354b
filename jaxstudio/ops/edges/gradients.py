"""What the filters of this folder share: a small smoothing across and a difference along, as one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.stencil import FlatWindow, finish
from jaxstudio.pipeline.kinds import Neighbourhood, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice

AXIS = (
    Choice(
        "axis",
        "magnitude",
        ("magnitude", "horizontal", "vertical"),
        doc="The gradient's length, or one direction of edges (signed).",
    ),
)
NOTES = "Each channel apart; horizontal finds horizontal edges. Alpha is left as it is."


def gradient_kind(smooth: Sequence[float], difference: Sequence[float]) -> Neighbourhood:
    """The gradient by the outer product of two odd vectors; the difference weighs what comes after."""
    half = len(smooth) // 2
    places = range(-half, half + 1)

    def separable_sum(w: Any, down: Sequence[float], across: Sequence[float]) -> FloatArray:
        terms = [
            w.raw(dy, dx) * (down[dy + half] * across[dx + half])
            for dy in places
            for dx in places
            if down[dy + half] * across[dx + half]
        ]
        return sum(terms[1:], terms[0])

    def gradient(w: FlatWindow, p: Params) -> FloatArray:
        down, right = separable_sum(w, difference, smooth), separable_sum(w, smooth, difference)
        magnitude = jnp.sqrt((down * down + right * right) * 0.5)
        return finish(w, jnp.where(p["axis"] == 0, magnitude, jnp.where(p["axis"] == 1, down, right)))

    return Neighbourhood(
        buckets=(half,),
        bucket=lambda values: half,
        mixes=False,
        passes=(Pass(gradient, reach=lambda r: (r, r)),),
    )
