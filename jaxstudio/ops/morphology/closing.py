"""Closing: dilation, then erosion."""

from __future__ import annotations

from random import Random

from jaxstudio.ops.morphology.dilation import dilation
from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE
from jaxstudio.ops.morphology.erosion import erosion
from jaxstudio.pipeline.kinds import Composed, Op, Parts
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL


def steps(values: Values, size: Size, chance: Random) -> Parts:
    return [(dilation, values), (erosion, values)]


closing = Op(
    name="closing",
    title="Closing",
    category="morphology",
    keywords=("morphology", "dilation", "erosion"),
    doc="Fills dark gaps smaller than the element and leaves the rest as it was.",
    use="To fill holes and cracks.",
    formula="y = erosion(dilation(x))",
    source="scipy.ndimage.grey_closing",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=(*SIZE_AND_SHAPE, *border_params("reflect", alpha=False)),
    preview_note=SMALL_DETAIL,
    kind=Composed(steps, ops=(erosion, dilation)),
)
