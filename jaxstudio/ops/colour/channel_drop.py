"""Channel drop: one colour taken away."""

from __future__ import annotations

import jax.numpy as jnp

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.pipeline.kinds import Op, Place, Placed
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Choice, Float


def drop_channel(x: FloatArray, at: Place, p: Params) -> FloatArray:
    return jnp.where((at.channel == p["channel"]) & (at.channel < 3), p["fill"], x)


channel_drop = Op(
    name="channel_drop",
    title="Channel drop",
    category="colour",
    keywords=("remove", "augment"),
    doc="Takes one colour away.",
    use="To see what a channel holds, or to vary training pictures.",
    formula="y = fill in the chosen channel, x in the others",
    source="albumentations.ChannelDropout, with the channel chosen",
    notes="albumentations draws the channels, and refuses gray pictures. Alpha is left as it is.",
    own_params=(
        Choice("channel", "red", ("red", "green", "blue"), doc="The one taken away; gray counts as red."),
        Float("fill", 0.0, -4.0, 4.0, slider_low=0.0, slider_high=1.0, doc="What is put in its place."),
    ),
    kind=Placed(drop_channel, cheap=True),
)
