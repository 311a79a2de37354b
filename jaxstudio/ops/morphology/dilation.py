"""Dilation: the lightest of the neighbours."""

import jax.numpy as jnp

from jaxstudio.ops.morphology.elements import SIZE_AND_SHAPE, extremum_kind
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

dilation = Op(
    name="dilation",
    title="Dilation",
    category="morphology",
    keywords=("maximum", "morphology", "grow"),
    doc="Grows what is light: every pixel becomes the lightest one near it.",
    use="To close dark gaps, or to thicken thin lines.",
    formula="y = max x(q) over the places q of the element",
    source="scipy.ndimage.grey_dilation",
    notes="OpenCV leaves out what lies beyond the edge, which comes to the same as reflect. Each channel "
    "apart. Alpha is left as it is.",
    own_params=SIZE_AND_SHAPE,
    preview_note=SMALL_DETAIL,
    kind=extremum_kind(jnp.maximum),
)
