"""Morphological gradient: dilation less erosion."""

from jaxstudio.ops.morphology.dilation import dilation
from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE
from jaxstudio.ops.morphology.erosion import erosion
from jaxstudio.pipeline.op import Combined, Op, border_params

morphological_gradient = Op(
    name="morphological_gradient",
    title="Morphological gradient",
    category="morphology",
    keywords=("morphology", "outline"),
    doc="Shows outlines: the lightest neighbour less the darkest.",
    use="To outline shapes with lines of one width.",
    formula="y = dilation(x) − erosion(x)",
    source="scipy.ndimage.morphological_gradient",
    notes="Each channel apart. Alpha is left as it is.",
    own_params=(*SIZE_AND_SHAPE, *border_params("reflect")),
    kind=Combined(
        branches=lambda values: [[(dilation, values)], [(erosion, values)]],
        apply=lambda x, results, p: results[0] - results[1],
        ops=(dilation, erosion),
    ),
)
