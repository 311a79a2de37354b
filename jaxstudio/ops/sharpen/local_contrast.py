"""Local contrast: every region set off from those around it."""

from __future__ import annotations

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.ops.blur.gaussian_blur import gaussian_blur
from jaxstudio.pipeline.kinds import Branches, Combined, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, border_of, border_params


def branches(values: Values) -> Branches:
    return [[(gaussian_blur, {"sigma": values["sigma"], **border_of(values)})]]


def add_detail(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    # least at black and white, so that neither is pushed beyond
    return x + p["amount"] * 4.0 * x * (1.0 - x) * (x - results[0])


local_contrast = Op(
    name="local_contrast",
    title="Local contrast",
    category="sharpen",
    keywords=("clarity", "structure", "haze", "punch"),
    doc="Sets every region off from those around it, most in the middle tones.",
    use="Against haze and flat light; a negative amount softens skin.",
    formula="y = x + amount·4x·(1 − x)·(x − G(sigma) ∗ x); G(s) ∗ x is x blurred by a Gaussian of deviation "
    "s",
    source="skimage.filters.unsharp_mask with a large radius, weighed by 4x·(1 − x)",
    notes="darktable's local contrast finds its regions by a bilateral grid or a local Laplacian, which "
    "leaves no halos at strong edges. Alpha is left as it is.",
    own_params=(
        Float("amount", 0.5, -4.0, 8.0, slider_low=-1.0, slider_high=2.0, doc="How strong."),
        Float("sigma", 30.0, 0.0, 64.0, unit="px", doc="Size of a region."),
        *border_params("reflect"),
    ),
    kind=Combined(branches, add_detail, ops=(gaussian_blur,)),
)
