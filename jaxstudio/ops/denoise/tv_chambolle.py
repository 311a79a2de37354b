"""Total variation: flat regions, sharp borders."""

import numpy as np
import skimage.restoration

from jaxstudio.pipeline.op import Op, Whole
from jaxstudio.pipeline.params import Float, Int


def smoothed(pixels, values):
    smooth = skimage.restoration.denoise_tv_chambolle(
        pixels, weight=values["weight"], max_num_iter=values["iterations"], eps=0.0, channel_axis=-1
    )
    return smooth.astype(np.float32)


tv_chambolle = Op(
    name="tv_chambolle",
    title="Total variation",
    category="denoise",
    keywords=("tv", "rof", "smooth", "flat"),
    doc="Removes noise and keeps borders: regions become flat, their borders stay sharp.",
    use="On noisy pictures of shapes rather than textures.",
    formula="y makes Σ |∇y| + Σ (y − x)² / (2·weight) least, approached in so many iterations",
    source="skimage.restoration.denoise_tv_chambolle",
    notes="Computed by scikit-image for the whole picture at once, always for so many iterations.",
    own_params=(
        Float(
            name="weight", value=0.1, low=0.001, high=10.0, slider_high=1.0, doc="The larger, the flatter."
        ),
        Int(name="iterations", value=50, low=1, high=1000, slider_high=200, doc="How often it is repeated."),
    ),
    kind=Whole(smoothed),
)
