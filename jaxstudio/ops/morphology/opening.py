"""Opening: erosion, then dilation."""

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
    return [(erosion, values), (dilation, values)]


opening = Op(
    name="opening",
    title="Opening",
    category="morphology",
    keywords=("morphology", "erosion", "dilation"),
    doc="Removes light specks smaller than the element and leaves the rest as it was.",
    use="To clean a mask, or to take small lights out of a picture.",
    formula="y = dilation(erosion(x))",
    source="scipy.ndimage.grey_opening",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=(*SIZE_AND_SHAPE, *border_params("reflect", alpha=False)),
    preview_note=SMALL_DETAIL,
    kind=Composed(steps, ops=(erosion, dilation)),
)
