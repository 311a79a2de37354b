"""Morphological gradient: dilation less erosion."""

from __future__ import annotations

from random import Random
from typing import Any

import jax.numpy as jnp

from jaxstudio.kernels.array_types import Array, Shaped
from jaxstudio.ops.morphology.dilation import dilation
from jaxstudio.ops.morphology.elements import BUCKETS, SHAPES, SIZE_AND_SHAPE, bucket, over
from jaxstudio.ops.morphology.erosion import erosion
from jaxstudio.pipeline.kinds import Combined, Composed, Neighbourhood, Op, Parts, Pass, Window
from jaxstudio.pipeline.op import Params, Size, Values
from jaxstudio.pipeline.params import border_params
from jaxstudio.pipeline.preview_notes import SMALL_DETAIL

PARAMS = (*SIZE_AND_SHAPE, *border_params("reflect", alpha=False))
# Up to this radius the lightest and the darkest are found together; kernels of their own for larger ones
# would take longer to compile than they save.
LARGEST_AT_ONCE = 2


def between(window: Window, p: Params) -> Shaped[Array, "*shape"]:
    radius, shape = divmod(p["radius"], len(SHAPES))
    return over(window, jnp.maximum, shape, radius) - over(window, jnp.minimum, shape, radius)


def reach(number: int) -> tuple[int, int]:
    return (number // len(SHAPES),) * 2


def part(name: str, kind: Any, params: Any) -> Op:
    return Op(name=name, title=name, category="morphology", kind=kind, doc=".", source=".", own_params=params)


# Steps that only this filter needs: a tuple hides them from the catalogue.
PARTS = (
    part(
        "gradient_at_once",
        Neighbourhood(
            buckets=tuple(number for number in BUCKETS if 1 <= reach(number)[0] <= LARGEST_AT_ONCE),
            bucket=bucket,
            any_dtype=True,
            mixes=False,
            passes=(Pass(between, reach=reach),),
        ),
        SIZE_AND_SHAPE,
    ),
    part(
        "gradient_by_parts",
        Combined(
            branches=lambda values: [[(dilation, values)], [(erosion, values)]],
            apply=lambda x, results, p: results[0] - results[1],
            ops=(dilation, erosion),
        ),
        PARAMS,
    ),
)


def steps(values: Values, size: Size, chance: Random) -> Parts:
    at_once, by_parts = PARTS
    return [(at_once if 1 <= values["size"] // 2 <= LARGEST_AT_ONCE else by_parts, values)]


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
    own_params=PARAMS,
    preview_note=SMALL_DETAIL,
    kind=Composed(steps, ops=PARTS),
)
