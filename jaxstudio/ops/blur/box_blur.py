"""Box blur: every pixel becomes the plain average of a square around it."""

from jaxstudio.kernels.fir import box_columns, box_mean, column_sums
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.params import Int
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

box_blur = Op(
    name="box_blur",
    title="Box blur",
    category="blur",
    keywords=("mean", "average", "uniform", "smooth"),
    doc="Softens the picture: every pixel becomes the plain average of a square around it.",
    use="For a fast, hard-edged blur, or as a local mean.",
    formula="y = Σ x(q) / size² over the size × size values around",
    source="scipy.ndimage.uniform_filter",
    notes="The mean of integers is rounded once; SciPy cuts off its fraction, along each axis. OpenCV's "
    "default border is mirror. Colours are weighed by their alpha.",
    own_params=(
        Int(
            "size",
            3,
            1,
            65,
            unit="px",
            doc="Side of the square; an even square reaches one pixel further up and left.",
        ),
    ),
    preview_note=SMALL_DETAIL,
    kind=Neighbourhood(
        buckets=(1, 2, 4, 8, 16, 32),
        bucket=lambda values: int(values["size"] // 2),
        passes=(
            Pass(
                lambda w, p: box_columns(w, p["size"], p["radius"]),
                reach=lambda r: (r, 0),
                out_dtypes=column_sums,
            ),
            Pass(lambda w, p: box_mean(w, p["size"], p["radius"]), reach=lambda r: (0, r)),
        ),
    ),
)
