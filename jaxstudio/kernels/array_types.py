"""Types of arrays in signatures, dtype and shape in jaxtyping's notation: `Float32[Array, "height width"]`.

Tests check them at every call (`tests/conftest.py`). Elsewhere jaxtyping is not imported, which would take
80 ms: annotations are never evaluated there, and these names are placeholders.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from jax import Array

__all__ = [
    "Array", "Bits", "Bool", "Colours", "Coordinates", "Float32", "Float64", "FloatArray", "Floating",
    "Int32", "Integer", "Shaped", "UInt8", "UInt32",
]  # fmt: skip

if TYPE_CHECKING or "jaxtyping" in sys.modules:
    from jaxtyping import Bool, Float32, Float64, Int32, Integer, Shaped, UInt8, UInt32
    from jaxtyping import Float as Floating
else:

    class _Unchecked:
        def __class_getitem__(cls, item: Any) -> Any:
            return Any

    Bool = Floating = Float32 = Float64 = Int32 = Integer = Shaped = UInt8 = UInt32 = _Unchecked

# What most functions take: all arrays of a call have one shape.
FloatArray = Float32[Array, "*shape"]
Coordinates = Floating[Array, "*shape"]
Colours = tuple[FloatArray, FloatArray, FloatArray]
Bits = tuple[UInt32[Array, "*shape"], UInt32[Array, "*shape"]]
