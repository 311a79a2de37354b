"""A step on a reduced photo: the values with which it does there what it does to the photo itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jaxstudio.pipeline.op import Op, OpSpec
from jaxstudio.pipeline.params import Float, Int

Values = Mapping[str, Any]


def scaled_values(op: OpSpec, values: Values, level: int) -> dict[str, Any]:
    """Parameter values that do the same to a photo reduced by 2^level: lengths in pixels divided by that."""
    scaled = dict(values)
    if level == 0:
        return scaled
    for param in op.params:
        value = scaled[param.name]
        if param.unit != "px" or value is None:
            continue
        if isinstance(param, Float):
            scaled[param.name] = float(value) / 2**level
        elif isinstance(param, Int):
            steps = round((int(value) / 2**level - param.low) / param.step)
            scaled[param.name] = param.low + max(0, steps) * param.step
    return dict(op.reduced(scaled, level)) if isinstance(op, Op) else scaled
