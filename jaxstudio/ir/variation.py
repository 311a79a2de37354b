"""The same function compiled otherwise: in another format of numbers, for another device, with options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from jaxstudio.ir.user_process.request import Option, Request

FLOATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
FLOAT_WORD = re.compile(r"\b(?:f64|f32|f16|bf16|float64|float32|float16|bfloat16)\b")


@dataclass(frozen=True)
class Variation:
    """Empty fields leave everything as it is. `dtype` takes the place of every format of real numbers."""

    dtype: str = ""
    device: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys compile alike."""
        return self.dtype, self.device, tuple(sorted(self.options.items()))

    @property
    def words(self) -> str:
        """In a few words; empty where nothing is varied."""
        options = [f"{name.removeprefix('xla_')}={value}" for name, value in sorted(self.options.items())]
        return " · ".join(filter(None, [self.dtype, self.device, *options]))


def apply_to_request(request: Request, by: Variation) -> Request:
    """The request with the variation applied; its arguments are text."""
    if by.dtype:
        arguments = FLOAT_WORD.sub(FLOATS[by.dtype], request.arguments)
        request = replace(request, arguments=arguments, x64=request.x64 or by.dtype == "float64")
    if by.device:
        request = replace(request, device=by.device)
    return replace(request, options={**request.options, **by.options}) if by.options else request
