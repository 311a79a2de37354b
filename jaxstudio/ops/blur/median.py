"""Median: every pixel becomes the middle one of the square around it."""

from jaxstudio.kernels.rank_filters import median_of_square
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.params import Int

median = Op(
    name="median",
    title="Median",
    category="blur",
    keywords=(
        "denoise",
        "despeckle",
        "rank",
        "salt and pepper",
        "hot pixels",
        "dead pixels",
        "remove spots",
        "dust",
    ),
    doc="Removes specks and keeps edges: every pixel becomes the middle value of the square around it.",
    use="Against salt-and-pepper noise and dust.",
    formula="y = the middle one of the size × size values around, sorted",
    source="scipy.ndimage.median_filter",
    notes="Each channel apart. Sizes are odd, as in OpenCV, whose border is nearest. Alpha is left as it is.",
    own_params=(Int("size", 3, 1, 15, step=2, unit="px", doc="Side of the square."),),
    kind=Neighbourhood(
        buckets=(0, 1, 2, 3, 4, 5, 6, 7),
        bucket=lambda values: int(values["size"]) // 2,
        any_dtype=True,
        mixes=False,
        passes=(Pass(lambda w, p: median_of_square(w, p["radius"]), reach=lambda r: (r, r)),),
    ),
)
