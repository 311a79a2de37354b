"""An 8-bit value has 256 possible results: unless computing is light, they are looked up in a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.spread import spread
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.op import Global, Op, Pointwise


def applies(kernels: Kernels, op: Op, dtype: np.dtype | str) -> bool:
    """Whether a table is the faster way: on a GPU computing is."""
    assert isinstance(op.kind, Pointwise | Global)
    return not op.kind.light and np.dtype(dtype) == np.uint8 and kernels.device.platform == "cpu"


def look_up(
    kernels: Kernels, op: Op, parameters: dict[str, Any], chunks: Sequence[Any], channels: int, dtype: str
) -> list[Any]:
    """A pointwise or global op's result for uint8 chunks, in `dtype`; alpha stays."""
    table = kernels.table(op, dtype)(parameters)
    if dtype == "uint8" and not has_alpha(channels) and sys.byteorder == "little":
        # two values at a time take half the loads
        pairs, kernel = kernels.pairs()(table), kernels.look_up_pairs()
        return spread(
            lambda chunk: np.asarray(kernel(np.asarray(chunk).view(np.uint16), pairs)).view(np.uint8), chunks
        )
    kernel = kernels.look_up(channels, dtype)
    return spread(lambda chunk: kernel(chunk, table), chunks)
