"""What the functions of a filter return, by tracing them: shapes and types, before a picture is computed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.kernels import traced
from jaxstudio.own_filters.loading import FilterError
from jaxstudio.pipeline.kinds import Colour, ColourMatrix, Op, Place, Placed, Pointwise, Random, Whole

COUNT = 6
SHAPE = (COUNT, 1)  # of a colour of some pixels
PICTURE = (5, 7, 3)


def check_results(path: str, op: Op) -> None:
    """Raise FilterError, with the line of the function, where it returns what its kind cannot use."""
    kind: Any = op.kind
    check = CHECKS.get(type(kind))
    if check is not None:
        check(path, kind, op)


def _pointwise(path: str, kind: Pointwise, op: Op) -> None:
    _expect(path, kind.apply, _trace(kind.apply, _values(), _parameters(op)), exact=True)


def _placed(path: str, kind: Placed, op: Op) -> None:
    number = jax.ShapeDtypeStruct((), jnp.float32)
    at = (_values(), _values(), jax.ShapeDtypeStruct((1, 1), jnp.int32), number, number)
    p = {**_parameters(op), "key": np.zeros(2, np.uint32)}
    found = _trace(lambda x, at, p: kind.apply(x, Place(*at), p), _values(), at, p)
    _expect(path, kind.apply, found)


def _random(path: str, kind: Random, op: Op) -> None:
    bits = jax.ShapeDtypeStruct(SHAPE, jnp.uint32)
    _expect(path, kind.apply, _trace(kind.apply, _values(), (bits, bits), _parameters(op)), exact=True)


def _colour(path: str, kind: Colour, op: Op) -> None:
    found = _trace(kind.apply, _values(), _values(), _values(), _parameters(op))
    if not isinstance(found, tuple | list) or len(found) != 3:
        raise _wrong(path, kind.apply, _described(found), "three colours (r, g, b)")
    for each in found:
        _expect(path, kind.apply, each)
    if kind.gray is not None:
        _expect(path, kind.gray, _trace(kind.gray, _values(), _parameters(op)), exact=True)


def _matrix(path: str, kind: ColourMatrix, op: Op) -> None:
    found = _trace(kind.matrix, _parameters(op))
    if getattr(found, "shape", None) != (3, 3):
        raise _wrong(path, kind.matrix, _described(found), "an array (3, 3)")


def _whole(path: str, kind: Whole, op: Op) -> None:
    if kind.size is not None:
        return
    pixels = np.random.default_rng(0).random(PICTURE, np.float32)
    found = kind.apply(pixels, op.resolve(op.defaults()), lambda share: None)
    if np.shape(found) != PICTURE or not isinstance(found, np.ndarray | jax.Array):
        raise _wrong(path, kind.apply, _described(found), f"an array of the picture's shape {PICTURE}")


CHECKS: Mapping[type, Callable[[str, Any, Op], None]] = {
    Pointwise: _pointwise,
    Placed: _placed,
    Random: _random,
    Colour: _colour,
    ColourMatrix: _matrix,
    Whole: _whole,
}


def _values() -> Any:
    return jax.ShapeDtypeStruct(SHAPE, jnp.float32)


def _parameters(op: Op) -> dict[str, Any]:
    return traced(op, op.resolve(op.defaults()))


def _trace(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns: shapes and types in place of arrays, anything else as it is."""
    returned: list[Any] = []

    def call(*arguments: Any) -> None:
        found = function(*arguments)
        several = found if isinstance(found, tuple | list) else [found]
        seen = [_shape_of(each) for each in several]
        returned.append(type(found)(seen) if isinstance(found, tuple | list) else seen[0])

    jax.eval_shape(call, *arguments)
    return returned[0]


def _shape_of(value: Any) -> Any:
    is_number = isinstance(value, bool | int | float | complex)
    if not is_number and not isinstance(value, jax.Array | np.ndarray | np.generic):
        return value
    return jax.ShapeDtypeStruct(np.shape(value), jnp.result_type(value))


def _expect(path: str, function: Callable[..., Any], found: Any, exact: bool = False) -> None:
    """Real numbers of the shape that was given; without `exact`, of one that can be broadcast to it."""
    shape = getattr(found, "shape", None)
    if shape is None or jnp.issubdtype(found.dtype, jnp.complexfloating):
        raise _wrong(path, function, _described(found), "an array of real numbers")
    try:
        fits = np.broadcast_shapes(shape, SHAPE) == SHAPE and (not exact or shape == SHAPE)
    except ValueError:
        fits = False
    if not fits:
        raise _wrong(path, function, f"the shape {shape}", f"{SHAPE}, as it is given")


def _described(found: Any) -> str:
    if isinstance(found, tuple | list):
        return f"{len(found)} values"
    shape = getattr(found, "shape", None)
    if shape is None:
        return "None" if found is None else f"a {type(found).__name__}"
    return f"{found.dtype.name} of the shape {tuple(shape)}"


def _wrong(path: str, function: Callable[..., Any], found: str, expected: str) -> FilterError:
    plain = inspect.unwrap(getattr(function, "func", function))
    code = getattr(plain, "__code__", None)
    line = code.co_firstlineno if code is not None and code.co_filename == path else 0
    name = getattr(plain, "__name__", "the function")
    name = "the function" if name == "<lambda>" else name
    return FilterError(path, line, f"{name} returns {found}, expected {expected}")
