"""What the filters of this folder share: a small smoothing across and a difference along, as one kind."""

import jax.numpy as jnp

from jaxstudio.kernels.stencil import finish
from jaxstudio.pipeline.kinds import Neighbourhood, Pass
from jaxstudio.pipeline.params import Choice

AXIS = (
    Choice(
        name="axis",
        value="magnitude",
        choices=("magnitude", "horizontal", "vertical"),
        doc="The gradient's length, or one direction of edges (signed).",
    ),
)
NOTES = "Each channel apart; horizontal finds horizontal edges. Alpha is left as it is."


def gradient_kind(smooth, difference):
    """The gradient by the outer product of two odd vectors; the difference weighs what comes after."""
    half = len(smooth) // 2
    places = range(-half, half + 1)

    def weighted(w, down, across):
        terms = [
            w.raw(dy, dx) * (down[dy + half] * across[dx + half])
            for dy in places
            for dx in places
            if down[dy + half] * across[dx + half]
        ]
        return sum(terms[1:], terms[0])

    def gradient(w, p):
        down, right = weighted(w, difference, smooth), weighted(w, smooth, difference)
        magnitude = jnp.sqrt((down * down + right * right) * 0.5)
        return finish(w, jnp.where(p["axis"] == 0, magnitude, jnp.where(p["axis"] == 1, down, right)))

    return Neighbourhood(
        buckets=(half,),
        bucket=lambda values: half,
        mixes=False,
        passes=(Pass(gradient, reach=lambda r: (r, r)),),
    )
