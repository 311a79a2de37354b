"""White top-hat: the picture less its opening."""

from jaxstudio.ops.morphology.dilation import dilation
from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE
from jaxstudio.ops.morphology.erosion import erosion
from jaxstudio.pipeline.kinds import Combined, Op
from jaxstudio.pipeline.params import border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

white_tophat = Op(
    name="white_tophat",
    title="White top-hat",
    category="morphology",
    keywords=("morphology", "background"),
    doc="Keeps only light details smaller than the element, on black.",
    use="To even out a ground that is not evenly lit, or to find small lights.",
    formula="y = x − opening(x)",
    source="scipy.ndimage.white_tophat",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=(*SIZE_AND_SHAPE, *border_params("reflect", alpha=False)),
    preview_note=SMALL_DETAIL,
    kind=Combined(
        branches=lambda values: [[(erosion, values), (dilation, values)]],
        apply=lambda x, results, p: x - results[0],
        ops=(dilation, erosion),
    ),
)
