"""Transformations: which axes vmap maps over, and how random keys split."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from jaxstudio.errors import UsageError, Wording
from jaxstudio.functions.protocol.answers import Batching, Draw, MappedArray

Axes = Sequence[int | None]


def vmap_axes(
    f: Callable[..., Any],
    in_axes: Axes,
    shapes: Sequence[Sequence[int]],
    out_axes: int = 0,
    dtype: str = "float32",
) -> Batching:
    """The axes of jax.vmap(f, in_axes, out_axes) for arrays of these shapes; nothing is computed.

    `in_axes` has one axis, or None, for each array. UsageError, in words, when that does not fit.
    """
    names = _names(f, len(shapes))
    sizes = {}
    if len(in_axes) != len(shapes):
        raise UsageError("in_axes has {0} entries; there are {1} arrays", len(in_axes), len(shapes))
    inputs = []
    for name, axis, shape in zip(names, in_axes, shapes, strict=True):
        inputs.append(_mapped(name, tuple(shape), axis))
        if axis is not None:
            sizes[name] = tuple(shape)[axis]
    if not sizes:
        raise UsageError("in_axes is None for every array; vmap needs at least one axis to map over")
    if len(set(sizes.values())) > 1:
        message = ", ".join(f"{name}: {size}" for name, size in sizes.items())
        raise UsageError("the mapped axes must be equally long, not {0}", message)
    calls = next(iter(sizes.values()))
    examples = [jax.ShapeDtypeStruct(array.example, dtype) for array in inputs]
    try:
        results = jax.tree.leaves(jax.eval_shape(f, *examples))
    except TypeError as error:
        seen = ", ".join(f"{array.name} {_shape(array.example)}" for array in inputs)
        reason = str(error).splitlines()[0]
        raise UsageError("one call sees {0}, and that does not fit: {1}", seen, reason) from error
    outputs = tuple(_output(number, result.shape, out_axes, calls) for number, result in enumerate(results))
    return Batching(calls, tuple(inputs), outputs)


def _mapped(name: str, shape: tuple[int, ...], axis: int | None) -> MappedArray:
    if axis is None:
        return MappedArray(name, shape, None, shape)
    if not -len(shape) <= axis < len(shape):
        raise UsageError("{0} of shape {1} has no axis {2} to map over", name, _shape(shape), axis)
    axis %= len(shape)
    return MappedArray(name, shape, axis, shape[:axis] + shape[axis + 1 :])


def _output(number: int, example: tuple[int, ...], axis: int, calls: int) -> MappedArray:
    rank = len(example) + 1
    if not -rank <= axis < rank:
        raise UsageError(
            "out_axes is {0}; the result of one call, {1}, has no room there", axis, _shape(example)
        )
    axis %= rank
    return MappedArray(f"result {number + 1}", (*example[:axis], calls, *example[axis:]), axis, example)


def _names(f: Callable[..., Any], count: int) -> list[str]:
    try:
        named = list(inspect.signature(f).parameters)
    except ValueError:
        named = []
    return [*named, *(f"array {number + 1}" for number in range(len(named), count))][:count]


def _shape(shape: tuple[int, ...]) -> str:
    return "×".join(map(str, shape)) if shape else "()"


COUNT = 4


def key_table(seed: int, count: int = COUNT) -> tuple[Draw, ...]:
    """`count` normal numbers drawn from a key, again from it, from its parts, and one by one.

    Each remark says how a draw compares with an earlier one; it was checked.
    """
    key = jax.random.key(seed)
    left, right = jax.random.split(key)
    once = _draw(f"normal(key, {count})", key, count)
    again = _draw(f"normal(key, {count})", key, count)
    parts = [_draw(f"normal(split(key)[{n}], {count})", part, count) for n, part in enumerate((left, right))]
    singly = _singly(key, count)
    return (
        Draw(*once, Wording("the key from the seed")),
        Draw(*again, _compared(again, once, Wording("the same key"))),
        *(Draw(*part, _compared(part, once, Wording("a part of the key"))) for part in parts),
        Draw(*singly, _compared(singly, once, Wording("one by one, each from a key of its own"))),
    )


PlottedCurve = tuple[str, tuple[int, ...], np.ndarray]


def _words(key: jax.Array) -> tuple[int, ...]:
    return tuple(np.asarray(jax.random.key_data(key)).ravel().tolist())


def _draw(expression: str, key: jax.Array, count: int) -> PlottedCurve:
    numbers = np.asarray(jax.random.normal(key, (count,)))
    return expression, _words(key), numbers.astype(np.float64)


def _singly(key: jax.Array, count: int) -> PlottedCurve:
    parts = jax.random.split(key, count)
    numbers = np.array([jax.random.normal(part) for part in parts])
    return f"[normal(k) for k in split(key, {count})]", _words(key), numbers.astype(np.float64)


def _compared(drawn: PlottedCurve, first: PlottedCurve, what: Wording) -> Wording:
    same = np.array_equal(drawn[2], first[2])
    return Wording("{0}: the same numbers", what) if same else Wording("{0}: other numbers", what)
