"""Difference of Gaussians: detail of one range of sizes."""

from __future__ import annotations

from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Branches, Combined, Op
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Float, border_of, border_params
from jaxstudio.pipeline.preview_notes import EDGES


def branches(values: Values) -> Branches:
    border = border_of(values)
    return [[(gaussian_blur, {"sigma": values[name], **border})] for name in ("low", "high")]


difference_of_gaussians = Op(
    name="difference_of_gaussians",
    title="Difference of Gaussians",
    category="edges",
    keywords=("dog", "band-pass", "blob", "detail"),
    doc="Shows detail of one range of sizes: a weak blur less a strong one.",
    use="To find edges and blobs of a known size in a noisy picture.",
    formula="y = G(low) ∗ x − G(high) ∗ x; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="skimage.filters.difference_of_gaussians",
    notes="Signed: flat is 0. scikit-image's border is nearest. Alpha is left as it is.",
    own_params=(
        Float("low", 1.0, 0.0, 64.0, slider_high=20.0, unit="px", doc="Deviation of the weak blur."),
        Float("high", 1.6, 0.0, 64.0, slider_high=20.0, unit="px", doc="Deviation of the strong blur."),
        *border_params("nearest"),
    ),
    preview_note=EDGES,
    kind=Combined(branches, lambda x, results, p: results[0] - results[1], ops=(gaussian_blur,)),
)
