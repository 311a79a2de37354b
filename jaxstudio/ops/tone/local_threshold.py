"""Local threshold: black or white, against the neighbours."""

from __future__ import annotations

from jaxstudio.kernels.pixels import above
from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Branches, Combined, Op
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float, border_of, border_params
from jaxstudio.pipeline.preview_notes import THRESHOLDS

# A flat region's own mean may come out so much below it, as a share of it, by the rounding of long sums.
ROUNDING = 2e-6


def branches(values: Values) -> Branches:
    return [[(gaussian_blur, {"sigma": values["sigma"], **border_of(values)})]]


local_threshold = Op(
    name="local_threshold",
    title="Local threshold",
    category="tone",
    keywords=("binary", "adaptive", "document", "text"),
    doc="Leaves only black and white: what is lighter than its surroundings becomes white.",
    use="For writing and drawings that are not evenly lit.",
    formula="y = 1 where x > G(sigma) ∗ x − offset, else 0; G(s) ∗ x is x blurred by a Gaussian of "
    "deviation s",
    source="skimage.filters.threshold_local(method='gaussian')",
    notes="sigma in place of a block size: scikit-image's is (block_size − 1) / 6. What is lighter by no "
    "more than rounding counts as equal, so that flat paper is black at offset 0. Each channel apart.",
    own_params=(
        Float("sigma", 8.0, 0.0, 64.0, slider_high=40.0, unit="px", doc="Size of the surroundings."),
        Float(
            "offset",
            0.0,
            -1.0,
            1.0,
            slider_low=-0.2,
            slider_high=0.2,
            doc="So much darker than them may white be.",
        ),
        *border_params("reflect"),
    ),
    preview_note=THRESHOLDS,
    kind=Combined(
        branches,
        lambda x, results, p: above(x, results[0] - p["offset"], ROUNDING),
        ops=(gaussian_blur,),
    ),
)
