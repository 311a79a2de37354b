"""Unsharp mask: what a blur took away is added once more."""

from __future__ import annotations

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import gaussian_half_taps, gaussian_radius, narrow_gaussian_sigma, symmetric_sum
from jaxstudio.kernels.stencil import FlatWindow
from jaxstudio.ops.blur.gaussian_blur import BUCKETS, COLUMNS, SLOW
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.params import Float

TRUNCATE = 4.0
LARGEST = 128


def sharpen(blurred_columns: FlatWindow, p: Params, source: FlatWindow) -> FloatArray:
    value = source(0, 0)
    blurred = symmetric_sum(blurred_columns, p["columns"][: p["radius"] + 1], axis=1)
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
        Float(
            "amount",
            1.0,
            -4.0,
            16.0,
            slider_low=0.0,
            slider_high=4.0,
            doc="How much of the difference is added.",
        ),
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
)
