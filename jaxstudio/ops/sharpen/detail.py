"""Detail, the part that a blur takes away: added once more, weighted by tone, or shown by itself."""

from __future__ import annotations

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import gaussian_half_taps, gaussian_radius, narrow_gaussian_sigma, symmetric_sum
from jaxstudio.kernels.stencil import Window
from jaxstudio.ops.blur.gaussian_blur import BUCKETS, COLUMNS, SLOW, blurred, gaussian_blur
from jaxstudio.pipeline.kinds import Combined, Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float, border_params

TRUNCATE = 4.0
LARGEST = 128


def sharpen(blurred_columns: Window, p: Params, source: Window) -> FloatArray:
    value = source(0, 0)
    blurred = symmetric_sum(blurred_columns, p["columns"], p["radius"], axis=1)
    return value + p["amount"] * (value - blurred)


unsharp_mask = Op(
    name="unsharp_mask",
    title="Unsharp mask",
    category="sharpen",
    keywords=("sharpen", "detail", "acutance"),
    doc="Makes edges crisper: what a Gaussian blur would take away is added once more.",
    use="As the last step before saving, or to bring back detail after denoising.",
    formula="y = x + amount·(x − G(radius) ∗ x); G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="skimage.filters.unsharp_mask",
    notes="Not clipped to [0, 1] (scikit-image clips unless preserve_range is set). Alpha is left as it is.",
    own_params=(
        Float("radius", 1.0, 0.0, 32.0, slider_high=10.0, unit="px", doc="Standard deviation of the blur."),
        Float("amount", 1.0, -4.0, 16.0, slider_low=0.0, slider_high=4.0,
            doc="How much of the difference is added."),
    ),
    kind=Neighbourhood(
        buckets=tuple(bucket for bucket in BUCKETS if bucket <= LARGEST),
        bucket=lambda values: gaussian_radius(values["radius"], TRUNCATE),
        prepare=lambda p, radius: {
            "columns": gaussian_half_taps(p["radius"], TRUNCATE, BUCKETS[-1]),
            "amount": p["amount"],
        },
        prepares_all_taps=True,
        expensive=lambda bucket: bucket >= SLOW,
        mixes=False,
        passes=(
            COLUMNS,
            Pass(sharpen, reach=lambda r: (0, r), uses_source=True),
        ),
    ),
    reduced=lambda values, level: {**values, "radius": narrow_gaussian_sigma(values["radius"])},
)  # fmt: skip

high_pass = Op(
    name="high_pass",
    title="High pass",
    category="sharpen",
    keywords=("detail", "frequency", "local"),
    doc="Keeps only detail, on a middle gray: what a blur would take away.",
    use="To judge detail, or to even out a picture before finding edges.",
    formula="y = x − G(sigma) ∗ x + offset; G(s) ∗ x is x blurred by a Gaussian of deviation s",
    source="x less scipy.ndimage.gaussian_filter of x; GEGL's high-pass operation",
    notes="GEGL's has a contrast too. Not clipped. Alpha is left as it is.",
    own_params=(
        Float("sigma", 10.0, 0.0, 64.0, slider_high=30.0, unit="px", doc="Detail larger than this is lost."),
        Float("offset", 0.5, -1.0, 2.0, slider_low=0.0, slider_high=1.0, doc="The gray that flat becomes."),
        *border_params("reflect"),
    ),
    kind=Combined(blurred("sigma"), lambda x, results, p: x - results[0] + p["offset"], ops=(gaussian_blur,)),
)


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
    kind=Combined(blurred("sigma"), add_detail, ops=(gaussian_blur,)),
)
