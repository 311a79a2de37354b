"""Laplace: how far a pixel is from the mean of its neighbours."""

from __future__ import annotations

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.kernels.stencil import FlatWindow, finish
from jaxstudio.pipeline.kinds import Neighbourhood, Op, Pass
from jaxstudio.pipeline.op import Params
from jaxstudio.pipeline.preview_notes import EDGES


def curvature(w: FlatWindow, p: Params) -> FloatArray:
    around = w.raw(-1, 0) + w.raw(1, 0) + w.raw(0, -1) + w.raw(0, 1)
    return finish(w, 4.0 * w.raw(0, 0) - around)


laplace = Op(
    name="laplace",
    title="Laplace",
    category="edges",
    keywords=("second derivative", "curvature", "laplacian"),
    doc="Shows fine detail: how far every pixel is from its four neighbours.",
    use="To judge sharpness, or to add it to the picture.",
    formula="y = 4·x − (above + below + left + right)",
    source="skimage.filters.laplace(ksize=3)",
    notes="Signed: flat is 0, so that the half of it is black. OpenCV's Laplacian has the other sign. Each "
    "channel apart. Alpha is left as it is.",
    preview_note=EDGES,
    kind=Neighbourhood(
        buckets=(1,), bucket=lambda values: 1, mixes=False, passes=(Pass(curvature, reach=lambda r: (r, r)),)
    ),
)
