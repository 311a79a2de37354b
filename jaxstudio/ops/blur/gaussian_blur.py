"""Gaussian blur: every pixel becomes a bell-shaped average of its neighbours."""

from __future__ import annotations

from collections.abc import Callable

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.fir import gaussian_half_taps, gaussian_radius, narrow_gaussian_sigma, symmetric_sum
from jaxstudio.kernels.stencil import Window
from jaxstudio.pipeline.kinds import Branches, Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, border_of

# σ = 1.5 needs radius 6 and σ = 5 radius 20: the buckets are close where blurs are common.
BUCKETS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 256, 512)
# From this radius on, to convert what comes of it takes a fiftieth of its time.
SLOW = 32


def bucket(values: Values) -> int:
    sigma = max(values["sigma"], values["sigma_y"])
    return gaussian_radius(sigma, values["truncate"])


def reduced(values: Values, level: int) -> Values:
    """Blurs narrower than a pixel, whose samples would miss the bell, with the taps of their variance."""
    sigmas = {name: narrow_gaussian_sigma(values[name]) for name in ("sigma", "sigma_y")}
    return {**values, **sigmas}


def taps(p: Params, radius: int) -> Params:
    return {
        "columns": gaussian_half_taps(p["sigma_y"], p["truncate"], radius),
        "rows": gaussian_half_taps(p["sigma"], p["truncate"], radius),
    }


def columns(window: Window, p: Params) -> FloatArray:
    return symmetric_sum(window, p["columns"], p["radius"], axis=0)


def rows(window: Window, p: Params) -> FloatArray:
    return symmetric_sum(window, p["rows"], p["radius"], axis=1)


# An unsharp mask begins with the same.
COLUMNS = Pass(
    columns, reach=lambda r: (r, 0), kernel_key=lambda r: "gaussian_blur", param_names=("columns",)
)

gaussian_blur = Op(
    name="gaussian_blur",
    title="Gaussian blur",
    category="blur",
    keywords=("blur", "smooth", "soften", "low-pass"),
    doc="Softens the picture: every pixel becomes a bell-shaped average of its neighbours.",
    use="To remove fine noise or detail, or as the first half of an unsharp mask.",
    formula="y = Σ g(u, sigma)·g(v, sigma_y)·x(u, v), g(u, σ) = exp(−u² / 2σ²) over its sum, |u| ≤ "
    "truncate·σ rounded to whole pixels",
    source="scipy.ndimage.gaussian_filter",
    notes="OpenCV's bell ends at 3 deviations of an 8-bit picture, and its default border is mirror; "
    "scikit-image's border is nearest. A sigma of 0 leaves the picture as it is. Colours are weighed by "
    "their alpha.",
    own_params=(
        Float("sigma", 1.0, 0.0, 64.0, slider_high=20.0, unit="px", doc="Standard deviation of the bell."),
        Float("sigma_y", None, 0.0, 64.0, slider_high=20.0, unit="px", linked="sigma",
            doc="Standard deviation down the columns; linked to sigma by default."),
        Float("truncate", 4.0, 1.0, 8.0, doc="Where the bell ends, in standard deviations."),
    ),
    kind=Neighbourhood(
        buckets=BUCKETS,
        bucket=bucket,
        prepare=taps,
        prepares_all_taps=True,
        expensive=lambda bucket: bucket >= SLOW,
        passes=(COLUMNS, Pass(rows, reach=lambda r: (0, r))),
    ),
    reduced=reduced,
)  # fmt: skip


def blurred(*sigmas: str) -> Callable[[Values], Branches]:
    """The branches of an op that compares a picture with its blur: one for each parameter that is a sigma."""

    def branches(values: Values) -> Branches:
        return [[(gaussian_blur, {"sigma": values[name], **border_of(values)})] for name in sigmas]

    return branches
