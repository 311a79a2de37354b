"""Erosion: the darkest of the neighbours."""

import jax.numpy as jnp

from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE, extremum_kind
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

erosion = Op(
    name="erosion",
    title="Erosion",
    category="morphology",
    keywords=("minimum", "morphology", "shrink"),
    doc="Shrinks what is light: every pixel becomes the darkest one near it.",
    use="To remove light specks, or to part shapes that touch.",
    formula="y = min x(q) over the places q of the element",
    source="scipy.ndimage.grey_erosion",
    notes="OpenCV leaves out what lies beyond the edge, which comes to the same as reflect. Each channel "
    "apart. Alpha is left as it is.",
    own_params=SIZE_AND_SHAPE,
    preview_note=SMALL_DETAIL,
    kind=extremum_kind(jnp.minimum),
)
