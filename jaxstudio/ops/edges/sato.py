"""Sato ridges: lines, however faint."""

from functools import reduce

import jax.numpy as jnp

from jaxstudio.ops.edges.ridges import CURVATURE, OWN_PARAMS, at_each_width, ridges
from jaxstudio.pipeline.kinds import Combined, Op
from jaxstudio.pipeline.preview_notes import EDGES

STRENGTH = [
    Op(
        name="sato_strength",
        title=".",
        category="edges",
        doc=".",
        source=".",
        own_params=OWN_PARAMS,
        kind=Combined(
            branches=lambda values: at_each_width(values, "tubeness"),
            apply=lambda x, results, p: reduce(jnp.maximum, results),
            ops=(CURVATURE[0],),
        ),
    )
]

sato = Op(
    name="sato",
    title="Sato ridges",
    category="edges",
    keywords=("ridge", "vessel", "line", "hessian", "tubeness"),
    doc="Shows lines and tubes bright on black.",
    use="To find lines of any contrast, faint ones too.",
    formula="y = the greatest of σ²·max(λ, 0) at four widths σ, over the picture's greatest; λ the "
    "greater eigenvalue of the Hessian under a Gaussian of deviation σ (of its negative for light lines)",
    source="skimage.filters.sato; Sato et al., Three-dimensional multi-scale line filter (1998)",
    notes="At four widths, each channel apart; the strongest becomes 1. The border is made once, of the "
    "picture; scikit-image makes it again of the first derivatives.",
    own_params=OWN_PARAMS,
    preview_note=EDGES,
    kind=ridges(STRENGTH[0]),
)
