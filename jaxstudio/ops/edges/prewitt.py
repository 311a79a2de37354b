"""Prewitt: how fast brightness changes at every pixel."""

from jaxstudio.ops.edges.gradients import AXIS, NOTES, gradient_kind
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.preview_notes import EDGES

SMOOTH = (1 / 3, 1 / 3, 1 / 3)
DIFFERENCE = (-1.0, 0.0, 1.0)

prewitt = Op(
    name="prewitt",
    title="Prewitt edges",
    category="edges",
    keywords=("gradient", "outline", "derivative"),
    doc="Shows edges bright on black, grain held back a little more than by Sobel.",
    use="As Sobel, with every neighbour weighing the same.",
    formula="a: weights (−1, 0, 1) down the columns and (1, 1, 1) / 3 along the rows, b the other way "
    "round; y = √((a² + b²) / 2), or a (horizontal), or b (vertical)",
    source="skimage.filters.prewitt",
    notes=NOTES,
    own_params=AXIS,
    preview_note=EDGES,
    kind=gradient_kind(SMOOTH, DIFFERENCE),
)
