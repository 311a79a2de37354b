"""Scales a step's values for a reduced photo, so that it looks as on the photo itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jaxstudio.pipeline.op import Op, OpSpec
from jaxstudio.pipeline.params import Float, Int

Values = Mapping[str, Any]


def reduced_size(param: Int, value: int, level: int) -> float:
    """The length, on a photo reduced by 2^level, of a number of whole pixels.

    An odd side is a middle pixel and two arms; only the arms shrink: three pixels become one and two halves.
    """
    middle = param.step == 2
    return (value - middle) / 2**level + middle


def full_size(param: Int, size: int, level: int) -> int:
    """The number of whole pixels on the photo that is `size` on a photo reduced by 2^level."""
    middle = param.step == 2
    return ((size - middle) << level) + middle


def scaled_values(op: OpSpec, values: Values, level: int) -> dict[str, Any]:
    """Parameter values with the same effect on a photo reduced by 2^level: lengths are divided by 2^level."""
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
            steps = round((reduced_size(param, int(value), level) - param.low) / param.step)
            scaled[param.name] = param.low + max(0, steps) * param.step
    return dict(op.reduced(scaled, level)) if isinstance(op, Op) else scaled
