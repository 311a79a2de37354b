"""Evaluation of array functions together with their derivatives in several directions (forward mode).

A recipe mixes traced JAX functions on pixels with Python functions on a few numbers (a rotation's matrix,
the radius of a kernel). `Dual` carries an array and its derivatives; `Forward` pushes it through both: JAX
functions by `jax.jvp`, Python ones by central differences in float64.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# Relative step of a central difference in float64: its error and that of rounding are both near 1e-10.
STEP = 1e-5


Rows = tuple[int, int]  # consecutive directions, the end left out


@dataclass(frozen=True)
class Dual:
    """A pytree of float arrays and its derivatives, each with the directions `rows` along a new first axis.

    In all other directions the derivative is zero.
    """

    primal: Any
    tangents: Any
    rows: Rows = (0, 0)


@dataclass(frozen=True)
class ParamValues:
    """The values of a step's parameters, and their derivatives: one mapping per direction, zeros left out."""

    primal: Mapping[str, Any]
    tangents: tuple[Mapping[str, float], ...] = ()

    @property
    def rows(self) -> Rows:
        """The directions that move one of these parameters, from the first to the last."""
        moved = [direction for direction, slopes in enumerate(self.tangents) if slopes]
        return (moved[0], moved[-1] + 1) if moved else (0, 0)

    def shifted(self, direction: int, step: float) -> dict[str, Any]:
        """The values after a step along a direction; only real-valued parameters move."""
        moved = dict(self.primal)
        for name, slope in self.tangents[direction].items():
            moved[name] = float(moved[name]) + step * slope
        return moved


class Forward:
    """Evaluates functions on `Dual` values with `count` directions; compiled functions are kept by key.

    Only directions in which something varies are computed: those of the steps so far, not of later ones.
    """

    _compiled: dict[Hashable, Callable[..., Any]] = {}

    def __init__(self, count: int) -> None:
        self.count = count

    def for_parts(self) -> Forward:
        """The mode for the ops that an op is made of."""
        return self

    def parameters(self, primal: Mapping[str, Any], values: ParamValues) -> Dual:
        """Traced parameters (float32 by name) with the derivatives of those that `values` moves."""
        first, end = values.rows
        tangents = {
            name: np.zeros((end - first, *np.shape(leaf)), np.float32) for name, leaf in primal.items()
        }
        for row, slopes in enumerate(values.tangents[first:end]):
            for name, slope in slopes.items():
                if name in tangents:
                    tangents[name][row] = slope
        return Dual(dict(primal), tangents, (first, end))

    def constant(self, primal: Any) -> Dual:
        """A value that no direction changes."""
        return Dual(primal, jax.tree.map(lambda leaf: np.zeros((0, *np.shape(leaf)), np.float32), primal))

    def full_tangents(self, dual: Dual) -> Any:
        """The derivatives in all `count` directions, zeros included."""
        first, end = dual.rows
        if (first, end) == (0, self.count):
            return dual.tangents

        def pad(leaf: Any) -> Any:
            before, after = (
                jnp.zeros((missing, *leaf.shape[1:]), leaf.dtype) for missing in (first, self.count - end)
            )
            return jnp.concatenate([before, leaf, after])

        return jax.tree.map(pad, dual.tangents)

    def call(
        self, key: Hashable, function: Callable[..., Any], varying: tuple[Dual, ...], *fixed: Any
    ) -> Dual:
        """`function(*varying, *fixed)` of a traceable function.

        Args:
            key: identifies the function and whatever it closes over; equal keys share a compiled function.
            varying: arguments that are differentiated: pytrees of float arrays.
            fixed: other arguments: pytrees of arrays.
        """
        segments, rows = _segments([dual.rows for dual in varying])
        compiled = self._compiled.get((key, segments))
        if compiled is None:
            compiled = self._compiled[key, segments] = jax.jit(partial(_push_forward, function, segments))
        primals = jax.tree.map(jnp.asarray, tuple(dual.primal for dual in varying))
        tangents = jax.tree.map(jnp.asarray, tuple(dual.tangents for dual in varying))
        value, slopes = compiled(primals, tangents, fixed)
        return Dual(value, slopes, rows)

    def of_values(self, function: Callable[[Mapping[str, Any]], Any], values: ParamValues) -> Dual:
        """`function(values)`, a pytree of float arrays, of a Python function of the parameters alone."""
        primal = jax.tree.map(_float32, function(values.primal))
        first, end = values.rows
        if first == end:
            return self.constant(primal)
        slopes = [
            self._difference(lambda step, k=k: function(values.shifted(k, step)), values, k)  # type: ignore[misc]
            for k in range(first, end)
        ]
        zero = jax.tree.map(lambda leaf: np.zeros(np.shape(leaf), np.float32), primal)
        stacked = jax.tree.map(lambda *each: np.stack(each), *[zero if s is None else s for s in slopes])
        return Dual(primal, stacked, (first, end))

    def of_pixels(
        self,
        function: Callable[[np.ndarray, Mapping[str, Any]], Any],
        image: Dual,
        values: ParamValues,
        step: float = 1e-3,
    ) -> Dual:
        """`function(pixels, values)` of a NumPy function, a pytree of float arrays, by central differences.

        Args:
            step: large enough for a function that computes in float32.
        """
        pixels = np.asarray(image.primal)
        primal = jax.tree.map(_float32, function(pixels.copy(), values.primal))
        zero = jax.tree.map(lambda leaf: np.zeros(np.shape(leaf), np.float32), primal)
        first, end = _union([image.rows, values.rows])
        slopes = []
        for k in range(first, end):
            inside = image.rows[0] <= k < image.rows[1]
            along = np.asarray(image.tangents[k - image.rows[0]]) if inside else np.float32(0)
            most = float(np.abs(along).max(initial=0.0))
            sizes = [step / most] if most else []
            sizes += [
                step * max(abs(float(values.primal[name])), 1.0) / abs(slope)
                for name, slope in values.tangents[k].items()
            ]
            if not sizes:
                slopes.append(zero)
                continue
            size = min(sizes)
            ends = [
                function(pixels + np.float32(sign * size) * along, values.shifted(k, sign * size))
                for sign in (1, -1)
            ]
            slopes.append(jax.tree.map(partial(_slope, size=size), *ends))
        if not slopes:
            return self.constant(primal)
        return Dual(primal, jax.tree.map(lambda *each: np.stack(each), *slopes), (first, end))

    def _difference(self, at: Callable[[float], Any], values: ParamValues, direction: int) -> Any:
        """The derivative of at(step) at 0; None where the direction moves no parameter."""
        slopes = values.tangents[direction]
        if not slopes:
            return None
        scale = max(max(abs(float(values.primal[name])), 1.0) / abs(slope) for name, slope in slopes.items())
        size = STEP * scale
        return jax.tree.map(partial(_slope, size=size), at(size), at(-size))


# So many directions, the arguments that vary along them, and where in each argument's rows they begin.
Segment = tuple[int, tuple[tuple[int, int], ...]]


def _union(rows: Sequence[Rows]) -> Rows:
    """From the first to the last direction of all; empty ones do not count."""
    some = [each for each in rows if each[0] < each[1]]
    return (min(each[0] for each in some), max(each[1] for each in some)) if some else (0, 0)


def _segments(rows: Sequence[Rows]) -> tuple[tuple[Segment, ...], Rows]:
    """The union of the arguments' directions, cut where another set of arguments varies."""
    marks = sorted({mark for each in rows if each[0] < each[1] for mark in each})
    segments = tuple(
        (
            end - first,
            tuple(
                (number, first - each[0])
                for number, each in enumerate(rows)
                if each[0] <= first and end <= each[1]
            ),
        )
        for first, end in pairwise(marks)
    )
    return segments, _union(rows)


def _push_forward(
    function: Callable[..., Any], segments: Sequence[Segment], primals: Any, tangents: Any, fixed: Any
) -> tuple[Any, Any]:
    """The value of function(*primals, *fixed) and its derivatives; leaves that are not floats do not vary."""
    value = function(*primals, *fixed)
    parts = [_segment(function, segment, primals, tangents, fixed, value) for segment in segments]
    if not parts:
        return value, jax.tree.map(lambda leaf: jnp.zeros((0, *leaf.shape), leaf.dtype), value)
    return value, jax.tree.map(lambda *each: jnp.concatenate(each), *parts)


def _segment(
    function: Callable[..., Any], segment: Segment, primals: Any, tangents: Any, fixed: Any, value: Any
) -> Any:
    """The derivatives along some directions, in which the same arguments vary."""
    count, active = segment
    if not active:
        return jax.tree.map(lambda leaf: jnp.zeros((count, *leaf.shape), leaf.dtype), value)
    numbers = [number for number, _ in active]
    leaves, structure = jax.tree.flatten(tuple(primals[number] for number in numbers))
    slopes = jax.tree.leaves(
        tuple(
            jax.tree.map(lambda leaf, first=first: leaf[first : first + count], tangents[number])
            for number, first in active
        )
    )
    floats = [place for place, leaf in enumerate(leaves) if jnp.issubdtype(leaf.dtype, jnp.floating)]

    def of_floats(*values: Any) -> Any:
        every = list(leaves)
        for place, each in zip(floats, values, strict=True):
            every[place] = each
        arguments = list(primals)
        for number, each in zip(numbers, jax.tree.unflatten(structure, every), strict=True):
            arguments[number] = each
        return function(*arguments, *fixed)

    def push(*tangent: Any) -> Any:
        return jax.jvp(of_floats, tuple(leaves[place] for place in floats), tangent)[1]

    return jax.vmap(push)(*(slopes[place] for place in floats))


class Direct:
    """Evaluates functions without derivatives, also inside `jax.jit`, where NumPy functions are callbacks.

    Args:
        parameters: traced values that stand in for a step's parameters of these names.
    """

    count = 0

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        self._parameters = dict(parameters or {})

    def for_parts(self) -> Direct:
        """The mode for the ops that an op is made of: the parameters given are not theirs."""
        return Direct()

    def parameters(self, primal: Mapping[str, Any], values: ParamValues) -> Dual:
        """Parameters by name, those given to the constructor in place of the values' own."""
        return Dual({name: self._parameters.get(name, leaf) for name, leaf in primal.items()}, None)

    def constant(self, primal: Any) -> Dual:
        return Dual(primal, None)

    def call(
        self, key: Hashable, function: Callable[..., Any], varying: tuple[Dual, ...], *fixed: Any
    ) -> Dual:
        return Dual(function(*jax.tree.map(jnp.asarray, (*(dual.primal for dual in varying), *fixed))), None)

    def of_values(self, function: Callable[[Mapping[str, Any]], Any], values: ParamValues) -> Dual:
        return Dual(jax.tree.map(_float32, function(values.primal)), None)

    def of_pixels(
        self, function: Callable[[np.ndarray, Mapping[str, Any]], Any], image: Dual, values: ParamValues
    ) -> Dual:
        def compute(pixels: Any) -> Any:
            return jax.tree.map(_float32, function(np.array(pixels), values.primal))

        if not isinstance(image.primal, jax.core.Tracer):
            return Dual(compute(image.primal), None)
        shapes = jax.tree.map(
            lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype),
            compute(np.zeros(image.primal.shape, np.float32)),
        )
        return Dual(jax.pure_callback(compute, shapes, image.primal), None)


def _float32(leaf: Any) -> np.ndarray:
    """Floats as float32; whole numbers and booleans as they are."""
    array = np.asarray(leaf)
    return array.astype(np.float32) if array.dtype.kind == "f" else array


def _slope(after: Any, before: Any, size: float) -> np.ndarray:
    """A central difference of two arrays; zeros where they are not floats or differ in shape."""
    after, before = np.asarray(after), np.asarray(before)
    if after.dtype.kind != "f" or after.shape != before.shape:
        return np.zeros(np.shape(before), np.float32)
    return ((after.astype(np.float64) - before.astype(np.float64)) / (2 * size)).astype(np.float32)
