"""Scharr: how fast brightness changes at every pixel."""

from jaxstudio.ops.edges.gradients import AXIS, NOTES, gradient_kind
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.preview_notes import EDGES

SMOOTH = (3 / 16, 10 / 16, 3 / 16)
DIFFERENCE = (-1.0, 0.0, 1.0)

scharr = Op(
    name="scharr",
    title="Scharr edges",
    category="edges",
    keywords=("gradient", "outline", "derivative"),
    doc="Shows edges bright on black, slanted ones as bright as level and upright ones.",
    use="Where the direction of edges matters: it is turned less wrong than by Sobel.",
    formula="a: weights (−1, 0, 1) down the columns and (3, 10, 3) / 16 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.scharr",
    notes=NOTES,
    own_params=AXIS,
    preview_note=EDGES,
    kind=gradient_kind(SMOOTH, DIFFERENCE),
)
