"""Wiener: smoothed where nothing happens."""

import jax.numpy as jnp

from jaxstudio.ops.blur.box_blur import box_blur
from jaxstudio.pipeline.op import Combined, Op, Pointwise, border_params
from jaxstudio.pipeline.params import Float, Int

# A step that only `wiener` needs: a list hides it from the catalogue.
SQUARE = [
    Op(
        name="square",
        title="Square",
        category="denoise",
        doc=".",
        source=".",
        kind=Pointwise(lambda x, p: x * x),
    )
]


def branches(values):
    box = (box_blur, {name: values[name] for name in ("size", "border", "cval")})
    return [[box], [(SQUARE[0], {}), box]]


def estimated(x, results, p):
    mean, square = results
    variance = jnp.maximum(square - mean * mean, 0.0)
    kept = jnp.maximum(variance - p["noise"], 0.0) / jnp.maximum(jnp.maximum(variance, p["noise"]), 1e-12)
    return mean + kept * (x - mean)


wiener = Op(
    name="wiener",
    title="Wiener",
    category="denoise",
    keywords=("adaptive", "lee", "variance"),
    doc="Smooths where nothing happens and leaves detail: the more a region varies, the less it is smoothed.",
    use="On pictures with even grain of a known strength.",
    source="scipy.signal.wiener",
    notes="The noise is given, not estimated as the mean of all local variances. Alpha is left as it is.",
    own_params=(
        Int(
            name="size",
            value=5,
            low=1,
            high=65,
            slider_high=21,
            unit="px",
            doc="Side of the region looked at.",
        ),
        Float(name="noise", value=0.01, low=0.0, high=1.0, slider_high=0.1, doc="Variance of the noise."),
        *border_params("reflect"),
    ),
    kind=Combined(branches, estimated, ops=(box_blur, SQUARE[0])),
)
