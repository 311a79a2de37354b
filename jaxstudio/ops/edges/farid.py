"""Farid: how fast brightness changes at every pixel."""

from jaxstudio.ops.edges.gradients import AXIS, NOTES, gradient_kind
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.preview_notes import EDGES

SMOOTH = (0.0376593171958126, 0.249153396177344, 0.426374573253687, 0.249153396177344, 0.0376593171958126)
DIFFERENCE = (-0.109603762960254, -0.276690988455557, 0.0, 0.276690988455557, 0.109603762960254)

farid = Op(
    name="farid",
    title="Farid edges",
    category="edges",
    keywords=("gradient", "outline", "derivative"),
    doc="Shows edges bright on black, broader and smoother than by three pixels a side: five are looked at.",
    use="Where directions must be right: of five taps, the same whichever way the picture is turned.",
    formula="a: weights (−0.110, −0.277, 0, 0.277, 0.110) down the columns and (0.038, 0.249, 0.426, "
    "0.249, 0.038) along the rows, b the other way round; y = √((a² + b²) / 2), or a (horizontal), or b "
    "(vertical)",
    source="skimage.filters.farid",
    notes=NOTES
    + " Weights: Farid and Simoncelli, Differentiation of discrete multidimensional signals (2004).",
    own_params=AXIS,
    preview_note=EDGES,
    kind=gradient_kind(SMOOTH, DIFFERENCE),
)
