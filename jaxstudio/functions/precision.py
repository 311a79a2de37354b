"""Floating-point formats: range and digits, promotion, casts, errors in ulps; indices out of bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError, Wording
from jaxstudio.functions.protocol.answers import CastTable, DtypeFacts, IndexFact, PromotionTable, UlpErrors

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
    """Return the result of `jnp.array(values, source).astype(target)`."""
    with jax.enable_x64(True):
        array = jnp.asarray(np.asarray(values, source))
        cast = np.asarray(array.astype(target))
    return CastTable(source, target, np.asarray(values, np.float64), cast.astype(np.float64))


NUMBERS = (10.0, 20.0, 30.0)


def indexing_facts(index: int = 5) -> tuple[IndexFact, ...]:
    """Reading and writing at an index of x = [10, 20, 30], by default one beyond its end."""
    x = jnp.asarray(NUMBERS, jnp.float32)
    return (
        _read(f"x[{index}]", np.asarray(x[index])),
        _read(f'x.at[{index}].get(mode="fill")', np.asarray(x.at[index].get(mode="fill"))),
        _written(f"x.at[{index}].set(99)", np.asarray(x.at[index].set(99.0))),
        _written(f"x.at[{index}].add(1)", np.asarray(x.at[index].add(1.0))),
    )


def _read(expression: str, result: np.ndarray) -> IndexFact:
    number = float(result)
    places = {value: Wording("the number at {0}", place) for place, value in enumerate(NUMBERS)}
    places[NUMBERS[-1]] = Wording("the last number")
    return IndexFact(expression, f"{number:g}", places.get(number, Wording("none of the numbers")))


def _written(expression: str, result: np.ndarray) -> IndexFact:
    changed = np.flatnonzero(result != np.asarray(NUMBERS, np.float32)).tolist()
    remark = Wording("written at {0}", changed[0]) if changed else Wording("nothing is written")
    return IndexFact(expression, "[" + ", ".join(f"{number:g}" for number in result) + "]", remark)


Curve = Callable[..., Any]


def evaluated(f: Curve, xs: np.ndarray, p: Mapping[str, Any], dtype: str) -> np.ndarray:
    """f(x, p) at all x (n,), computed in a dtype, as float64 (n,).

    x and the parameters are rounded to the dtype first. So is every step, except that XLA may compute
    a·b + c with one rounding.
    UsageError for a dtype that is not one of float16, bfloat16, float32, float64.
    """
    if dtype not in DTYPES:
        raise UsageError("precision is {0}; expected one of {1}", dtype, ", ".join(DTYPES))
    with jax.enable_x64(True):
        return np.asarray(_compiled(f, dtype)(_rounded(xs, dtype), _cast(p, dtype))).astype(np.float64)


def ulp_errors(
    f: Curve, xs: np.ndarray, p: Mapping[str, Any], low: str = "float32", high: str = "float64"
) -> UlpErrors:
    """The errors in ulps of f(x, p) in the low dtype, against the high dtype at the same x and p.

    x and p are rounded to the low dtype for both, so that only the computation is compared. UsageError
    where `high` is not the wider one.
    """
    if jnp.finfo(high).nmant <= jnp.finfo(low).nmant:
        raise UsageError("precision {0} cannot be judged by {1}; expected a wider dtype", low, high)
    x = _rounded(xs, low).astype(np.float64)
    same = jax.tree.map(lambda value: np.asarray(value).astype(np.float64), _cast(p, low))
    values, exact = evaluated(f, x, same, low), evaluated(f, x, same, high)
    errors = ulps_between(values, exact, low)
    finite = np.isfinite(errors)
    worst, worst_x = (0.0, float("nan"))
    if finite.any():
        at = int(np.argmax(np.where(finite, errors, -1)))
        worst, worst_x = float(errors[at]), float(x[at])
    mean = float(errors[finite].mean()) if finite.any() else 0.0
    return UlpErrors(low, high, x, values, exact, errors, worst, worst_x, mean, int(np.isinf(errors).sum()))


def ulps_between(values: np.ndarray, exact: np.ndarray, dtype: str) -> np.ndarray:
    """|values - exact| in ulps of the dtype at `exact`: the gap between its neighbours there."""
    info = jnp.finfo(dtype)
    with np.errstate(all="ignore"):
        power = np.where(exact == 0, -np.inf, np.frexp(np.abs(exact))[1] - 1.0 - int(info.nmant))
        ulp = np.exp2(np.maximum(power, np.log2(float(info.smallest_subnormal))))
        errors = np.abs(values - exact) / ulp
    errors = np.where(values == exact, 0.0, errors)
    one_only = np.isnan(values) != np.isnan(exact)
    # beyond the largest number there are no gaps to count
    overflowed = np.isinf(values) != np.isinf(exact)
    return np.where(one_only | overflowed, np.inf, errors)


@lru_cache(maxsize=256)
def _compiled(f: Curve, dtype: str) -> Callable[..., jax.Array]:
    def at(x: jax.Array, p: Mapping[str, Any]) -> jax.Array:
        return jnp.asarray(f(x, p), dtype)

    # without this XLA may keep the results between two steps in float32
    exact_steps = {"xla_allow_excess_precision": False}
    return jax.jit(jax.vmap(at, in_axes=(0, None)), compiler_options=exact_steps)


def _rounded(values: Any, dtype: str) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.asarray(values, np.float64).astype(jnp.dtype(dtype))


def _cast(p: Mapping[str, Any], dtype: str) -> dict[str, Any]:
    return {name: jax.tree.map(lambda leaf: _rounded(leaf, dtype), value) for name, value in p.items()}
