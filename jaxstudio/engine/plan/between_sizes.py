"""A filter with a size in whole pixels, on a reduced photo: the weighted mean of the two nearest sizes.

On a photo of half the size, a defocus by 3 pixels is a defocus by 1.5. Rounded to 1 or 2 pixels it would do
too little or too much. With the mean of both, the picture hardly changes with the reduction.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import jax.numpy as jnp

from jaxstudio.engine.plan.reduction import full_size, reduced_size, scaled_values
from jaxstudio.pipeline.kinds import Branches, Combined, Neighbourhood, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Bool, Float, Int
from jaxstudio.pipeline.recipe import Step

# A size within this share of a whole size is rounded to it, which takes half the time.
NEGLIGIBLE = 1 / 8
LEVEL = Int(name="level", value=1, low=1, high=64, doc="Of the reduced photo.")
SHARE = Float(name="share", value=0.5, low=0.0, high=1.0, doc="Of the larger size.")
FROM_INPUT = Bool(name="from_input", value=False, doc="Whether the smaller size changes nothing.")


def mix(x: Any, results: tuple[Any, ...], p: Params) -> Any:
    """Mix the results of both sizes: float32 arrays of one shape."""
    lower = jnp.where(p["from_input"], x, results[0])
    return lower + p["share"] * (results[1] - lower)


def size_param(op: Op) -> Int | None:
    """The parameter in whole pixels of a neighbourhood filter, if it has exactly one."""
    if not isinstance(op.kind, Neighbourhood):
        return None
    sizes = [param for param in op.own_params if isinstance(param, Int) and param.unit == "px"]
    return sizes[0] if len(sizes) == 1 else None


def sizes_around(param: Int, value: int, level: int) -> tuple[int, int, float, bool]:
    """The sizes below and above value / 2^level, the larger's share, whether the input is the smaller."""
    exact = reduced_size(param, value, level)
    if exact < param.low:
        return param.low, param.low, exact / param.low, True
    lower = param.low + int((exact - param.low) // param.step) * param.step
    return lower, lower + param.step, (exact - lower) / param.step, False


@lru_cache(64)
def between_sizes(op: Op) -> Op:
    """The op that mixes the results of `op` with two sizes on a reduced photo."""
    param = size_param(op)
    if param is None:
        raise ValueError(f"{op.name} has no size in whole pixels")

    def branches(values: Values) -> Branches:
        return [[(op, each)] for each in sized_values(op, values)]

    return Op(
        name=f"{op.name}_between_sizes",
        title=op.title,
        category=op.category,
        doc=op.doc,
        source=op.source,
        own_params=(*(each for each in op.params if each != param), param, LEVEL, SHARE, FROM_INPUT),
        kind=Combined(branches, mix, ops=(op,)),
    )


def sized_values(op: Op, values: Values) -> list[dict[str, Any]]:
    """The values of `op` with each of the two sizes, in pixels of the photo at full size."""
    param = size_param(op)
    assert param is not None
    lower, larger, _, _ = sizes_around(param, int(values[param.name]), int(values["level"]))
    own = {each.name: values[each.name] for each in op.params}
    return [{**own, param.name: full_size(param, size, int(values["level"]))} for size in (lower, larger)]


def values_around(op: Op, values: Values, level: int) -> list[dict[str, Any]]:
    """The values that a step of `op` with `values` may be computed with on a photo reduced by 2^level."""
    param = size_param(op)
    scaled = scaled_values(op, values, level)
    if param is None or level == 0:
        return [scaled]
    lower, larger, _, _ = sizes_around(param, int(values[param.name]), level)
    return [{**scaled, param.name: size} for size in (lower, larger)]


def resized_step(step: Step, level: int) -> Step:
    """The step, or a mix of two sizes if its size is not whole on a photo reduced by 2^level."""
    op = step.implementation
    param = size_param(op) if level else None
    if param is None:
        return step
    values: Values = step.values
    lower, larger, share, from_input = sizes_around(param, int(values[param.name]), level)
    exact = reduced_size(param, int(values[param.name]), level)
    nearest = min(lower, larger, key=lambda size: abs(size - exact))
    if abs(nearest - exact) <= NEGLIGIBLE * exact:
        return step
    more = {LEVEL.name: level, SHARE.name: share, FROM_INPUT.name: from_input}
    return replace(step, op=between_sizes(op), params={**values, **more})


def sized_branches(step: Step) -> list[tuple[Step, ...]] | None:
    """The steps with the two sizes; None for a step that mixes no sizes."""
    kind = step.implementation.kind
    if not isinstance(kind, Combined) or kind.apply is not mix:
        return None
    (op,) = kind.ops
    # not checked: scaled up to the photo, a size of the reduced photo may be out of the parameter's range
    return [(replace(step, op=op, params=values),) for values in sized_values(op, step.values)]
