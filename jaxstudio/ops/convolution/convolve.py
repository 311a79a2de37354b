"""Convolve: every pixel becomes a weighted sum of its neighbours, with weights of one's own."""

import jax.numpy as jnp

from jaxstudio.kernels.taps import correlate
from jaxstudio.ops.convolution.presets import PRESETS, SHARPEN
from jaxstudio.pipeline.op import Neighbourhood, Op, Pass
from jaxstudio.pipeline.params import Bool, Choice, Float, Matrix

BEHAVIOURS = ("convolution", "correlation")


def weights(p, radius):
    matrix = p["kernel"]
    total = jnp.sum(matrix)
    sums_to_something = jnp.abs(total) > 1e-12
    divisor = jnp.where(p["normalize"] & sums_to_something, jnp.where(sums_to_something, total, 1.0), 1.0)
    flipped = jnp.where(p["behaviour"] == BEHAVIOURS.index("convolution"), matrix[::-1, ::-1], matrix)
    return {"matrix": flipped / divisor, "offset": p["offset"]}


convolve = Op(
    name="convolve",
    title="Convolve",
    category="convolution",
    keywords=("kernel", "matrix", "filter2d", "emboss", "sharpen", "edge", "laplacian"),
    doc="Every pixel becomes a weighted sum of its neighbours, with the weights of a matrix of your own.",
    use="To try any linear filter: sharpen, emboss, find edges, or a kernel from a textbook.",
    source="scipy.ndimage.convolve, scipy.ndimage.correlate",
    notes="Alpha is left as it is. A kernel that sums to 0 is not normalised.",
    own_params=(
        Matrix(name="kernel", value=SHARPEN, largest=15, presets=PRESETS, doc="The weights, row by row."),
        Bool(name="normalize", value=False, doc="Divide the weights by their sum."),
        Float(name="offset", value=0.0, low=-1.0, high=1.0, doc="Added to the result."),
        Choice(
            name="behaviour",
            value="convolution",
            choices=BEHAVIOURS,
            doc="Convolution flips the matrix both ways; correlation does not.",
        ),
    ),
    kind=Neighbourhood(
        buckets=(0, 1, 2, 4, 7),
        bucket=lambda values: max(len(values["kernel"]), len(values["kernel"][0])) // 2,
        prepare=weights,
        mixes=False,
        passes=(Pass(lambda w, p: correlate(w, p["matrix"]) + p["offset"], reach=lambda r: (r, r)),),
    ),
)
