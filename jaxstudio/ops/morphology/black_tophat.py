"""Black top-hat: the closing less the picture."""

from jaxstudio.ops.morphology.dilation import dilation
from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE
from jaxstudio.ops.morphology.erosion import erosion
from jaxstudio.pipeline.kinds import Combined, Op
from jaxstudio.pipeline.params import border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

black_tophat = Op(
    name="black_tophat",
    title="Black top-hat",
    category="morphology",
    keywords=("morphology", "background"),
    doc="Keeps only dark details smaller than the element, shown light on black.",
    use="To find cracks, hairs and writing on an uneven ground.",
    formula="y = closing(x) − x",
    source="scipy.ndimage.black_tophat",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=(*SIZE_AND_SHAPE, *border_params("reflect", alpha=False)),
    preview_note=SMALL_DETAIL,
    kind=Combined(
        branches=lambda values: [[(dilation, values), (erosion, values)]],
        apply=lambda x, results, p: results[0] - x,
        ops=(dilation, erosion),
    ),
)
