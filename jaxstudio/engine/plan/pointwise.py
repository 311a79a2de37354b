"""An 8-bit value has 256 possible results: unless computing is light, they are looked up in a table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from jaxstudio.engine.kernels import Kernels
from jaxstudio.pipeline.kinds import Global, Pointwise
from jaxstudio.pipeline.op import Op


def applies(kernels: Kernels, op: Op, dtype: np.dtype | str) -> bool:
    """Whether a table is the faster way: on a GPU computing is."""
    assert isinstance(op.kind, Pointwise | Global)
    return not op.kind.cheap and np.dtype(dtype) == np.uint8 and kernels.device.platform == "cpu"


def look_up(
    kernels: Kernels, op: Op, parameters: dict[str, Any], channels: int, dtype: str
) -> Callable[[Any], Any]:
    """What maps a uint8 chunk to a pointwise or global op's result in `dtype`; alpha stays."""
    table = kernels.table(op, dtype)(parameters)
    if dtype == "uint8" and sys.byteorder == "little":
        words, by_words = kernels.word_tables(channels)(table), kernels.look_up_words()
        return lambda chunk: np.asarray(by_words(np.asarray(chunk).view(np.uint32), words)).view(np.uint8)
    kernel = kernels.look_up(channels, dtype)
    return lambda chunk: kernel(chunk, table)
