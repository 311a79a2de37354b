"""What floating dtypes hold, what two of them promote to, and what a cast does."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.functions.precision.shapes import CastTable, DtypeFacts, PromotionTable

DTYPES = ("float16", "bfloat16", "float32", "float64")
PROMOTED = ("bool", "uint8", "int32", "int64", *DTYPES)


def dtype_table(names: Sequence[str] = DTYPES) -> tuple[DtypeFacts, ...]:
    """The facts about each dtype."""
    with jax.enable_x64(True):
        return tuple(_facts(name) for name in names)


def _facts(name: str) -> DtypeFacts:
    info = jnp.finfo(name)
    return DtypeFacts(
        name,
        int(info.bits),
        int(info.nexp),
        int(info.nmant),
        int(info.precision),
        float(info.eps),
        float(info.smallest_normal),
        float(info.smallest_subnormal),
        float(info.max),
        _keeps_subnormals(name),
    )


def _keeps_subnormals(name: str) -> bool:
    """Whether half the smallest normal number, computed on the device, is more than 0."""
    smallest = jnp.asarray(float(jnp.finfo(name).smallest_normal), name)
    half = jax.jit(lambda number: number * jnp.asarray(0.5, name))(smallest)
    return bool(np.asarray(half).astype(np.float64) > 0)


def promotion_table(names: Sequence[str] = PROMOTED) -> PromotionTable:
    """The dtype of a sum of two arrays for each pair of dtypes."""
    with jax.enable_x64(True), jax.numpy_dtype_promotion("standard"):
        ones = [jax.ShapeDtypeStruct((1,), name) for name in names]
        results = [[str(jax.eval_shape(jnp.add, one, other).dtype) for other in ones] for one in ones]
    return PromotionTable(tuple(names), tuple(map(tuple, results)))


def cast_table(
    values: Sequence[float] = (254, 255, 256, 257), source: str = "int32", target: str = "uint8"
) -> CastTable:
    """What `jnp.array(values, source).astype(target)` gives."""
    with jax.enable_x64(True):
        given = jnp.asarray(np.asarray(values, source))
        cast = np.asarray(given.astype(target))
    return CastTable(source, target, np.asarray(values, np.float64), cast.astype(np.float64))
