"""Solarize: bright tones are turned over."""

import jax.numpy as jnp

from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.preview_notes import STEEP

solarize = Op(
    name="solarize",
    title="Solarize",
    category="tone",
    keywords=("sabattier", "negative"),
    doc="Turns tones from a threshold on into their negative, as a print exposed to light.",
    use="For a graphic look, or to vary training pictures.",
    formula="y = x below the threshold, 1 − x from there on",
    source="dm_pix.solarize; Pillow's ImageOps.solarize",
    notes="Pillow's threshold is a level of 0 … 255: its 128 is 0.502 here.",
    own_params=(
        Float(
            "threshold",
            0.5,
            -1.0,
            2.0,
            slider_low=0.0,
            slider_high=1.0,
            doc="Tones from here on are turned over.",
        ),
    ),
    preview_note=STEEP,
    kind=Pointwise(lambda x, p: jnp.where(x < p["threshold"], x, 1.0 - x), cheap=True),
)
