"""Frangi ridges: lines and tubes, blobs left out."""

from __future__ import annotations

from functools import reduce

import jax.numpy as jnp
import numpy as np

from jaxstudio.kernels.array_types import FloatArray
from jaxstudio.ops.edges.ridges import CURVATURE, FAINTEST, OWN_PARAMS, WIDTHS, at_each_width, ridges
from jaxstudio.pipeline.kinds import Blocks, Branches, Combined, Global, Op, Place
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.preview_notes import EDGES


def most_of_each_channel(blocks: Blocks, values: Values) -> Params:
    most = np.zeros(3, np.float32)
    for _, block in blocks():
        sound = np.where(np.isfinite(block), block, 0.0)
        found = sound.max(axis=(0, 1), initial=0.0)
        most[: found.size] = np.maximum(most[: found.size], found)
    return {"most": most}


def fill_with_maximum(x: FloatArray, at: Place, p: Params) -> FloatArray:
    most = p["most"]
    mine = jnp.where(at.channel == 0, most[0], jnp.where(at.channel == 1, most[1], most[2]))
    return jnp.zeros_like(x) + mine


def strength(x: FloatArray, results: tuple[FloatArray, ...], p: Params) -> FloatArray:
    kinds, bends, most = results[:WIDTHS], results[WIDTHS:-1], results[-1]
    thinnest = jnp.minimum(p["thin"], p["thick"])
    half = jnp.where(most * thinnest * thinnest > FAINTEST, most / 2, 1.0)
    structure = [-jnp.expm1(-((bend / half) ** 2) / 2) for bend in bends]
    return reduce(jnp.maximum, (kind * shown for kind, shown in zip(kinds, structure, strict=True)))


def branches(values: Values) -> Branches:
    kinds, bends = (at_each_width(values, measure) for measure in ("unlike_a_blob", "bent"))
    # as in scikit-image, the thinnest lines say for all widths how much bending is much
    return [*kinds, *bends, [*bends[0], (MOST[0], {})]]


MOST = [
    Op(
        name="most_of_each_channel",
        title=".",
        category="edges",
        doc=".",
        source=".",
        kind=Global(most_of_each_channel, fill_with_maximum, placed=True),
    )
]
STRENGTH = [
    Op(
        name="frangi_strength",
        title=".",
        category="edges",
        doc=".",
        source=".",
        own_params=OWN_PARAMS,
        kind=Combined(branches, strength, ops=(CURVATURE[0], MOST[0])),
    )
]

frangi = Op(
    name="frangi",
    title="Frangi ridges",
    category="edges",
    keywords=("ridge", "vessel", "line", "hessian", "vesselness"),
    doc="Shows lines and tubes bright on black, and blobs dark.",
    use="To find vessels, cracks and fibres.",
    formula="y = the greatest of exp(−R² / 2β²)·(1 − exp(−S² / 2c²)) at the four widths, over the "
    "picture's greatest; R = weak / strong eigenvalue of the Hessian, S = √(weak² + strong²), β = 0.5, c "
    "= half of the largest S; 0 where the strong one has the wrong sign",
    source="skimage.filters.frangi; Frangi et al., Multiscale vessel enhancement filtering (1998)",
    notes="At four widths, each channel apart; the strongest becomes 1. The border is made once, of the "
    "picture; scikit-image makes it again of the first derivatives.",
    own_params=OWN_PARAMS,
    preview_note=EDGES,
    kind=ridges(STRENGTH[0]),
)
