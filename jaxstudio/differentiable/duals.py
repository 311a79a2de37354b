"""Evaluation of array functions together with their derivatives in several directions (forward mode).

A recipe mixes traced JAX functions on pixels with Python functions on a few numbers (a rotation's matrix,
the radius of a kernel). `Dual` carries an array and its derivatives; `Forward` pushes it through both: JAX
functions by `jax.jvp`, Python ones by central differences in float64.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

# Relative step of a central difference in float64: its error and that of rounding are both near 1e-10.
STEP = 1e-5


@dataclass(frozen=True)
class Dual:
    """A pytree of float arrays and its derivatives, each with the directions along a new first axis."""

    primal: Any
    tangents: Any


@dataclass(frozen=True)
class ParamValues:
    """The values of a step's parameters, and their derivatives: one mapping per direction, zeros left out."""

    primal: Mapping[str, Any]
    tangents: tuple[Mapping[str, float], ...] = ()

    def shifted(self, direction: int, step: float) -> dict[str, Any]:
        """The values after a step along a direction; only real-valued parameters move."""
        moved = dict(self.primal)
        for name, slope in self.tangents[direction].items():
            moved[name] = float(moved[name]) + step * slope
        return moved


class Forward:
    """Evaluates functions on `Dual` values with `count` directions; compiled functions are kept by key."""

    _compiled: dict[Hashable, Callable[..., Any]] = {}

    def __init__(self, count: int) -> None:
        self.count = count

    def for_parts(self) -> Forward:
        """The mode for the ops that an op is made of."""
        return self

    def parameters(self, primal: Mapping[str, Any], values: ParamValues) -> Dual:
        """Traced parameters (float32 by name) with the derivatives of those that `values` moves."""
        tangents = {
            name: np.zeros((self.count, *np.shape(leaf)), np.float32) for name, leaf in primal.items()
        }
        for direction, slopes in enumerate(values.tangents):
            for name, slope in slopes.items():
                if name in tangents:
                    tangents[name][direction] = slope
        return Dual(dict(primal), tangents)

    def constant(self, primal: Any) -> Dual:
        """A value that no direction changes."""
        return Dual(
            primal, jax.tree.map(lambda leaf: np.zeros((self.count, *np.shape(leaf)), np.float32), primal)
        )

    def call(
        self, key: Hashable, function: Callable[..., Any], varying: tuple[Dual, ...], *fixed: Any
    ) -> Dual:
        """`function(*varying, *fixed)` of a traceable function.

        Args:
            key: identifies the function and whatever it closes over; equal keys share a compiled function.
            varying: arguments that are differentiated: pytrees of float arrays.
            fixed: other arguments: pytrees of arrays.
        """
        compiled = self._compiled.get((key, self.count > 0))
        if compiled is None:
            evaluated = partial(_push_forward, function) if self.count else partial(_value_only, function)
            compiled = self._compiled[key, self.count > 0] = jax.jit(evaluated)
        primals = jax.tree.map(jnp.asarray, tuple(dual.primal for dual in varying))
        tangents = jax.tree.map(jnp.asarray, tuple(dual.tangents for dual in varying))
        return Dual(*compiled(primals, tangents, fixed))

    def of_values(self, function: Callable[[Mapping[str, Any]], Any], values: ParamValues) -> Dual:
        """`function(values)`, a pytree of float arrays, of a Python function of the parameters alone."""
        primal = jax.tree.map(_float32, function(values.primal))
        if not self.count:
            return self.constant(primal)
        slopes = [
            self._difference(lambda step, k=k: function(values.shifted(k, step)), values, k)  # type: ignore[misc]
            for k in range(self.count)
        ]
        zero = jax.tree.map(lambda leaf: np.zeros(np.shape(leaf), np.float32), primal)
        return Dual(
            primal, jax.tree.map(lambda *each: np.stack(each), *[zero if s is None else s for s in slopes])
        )

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
        slopes = []
        for k in range(self.count):
            along = np.asarray(image.tangents[k])
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
        return Dual(primal, jax.tree.map(lambda *each: np.stack(each), *slopes))

    def _difference(self, at: Callable[[float], Any], values: ParamValues, direction: int) -> Any:
        """The derivative of at(step) at 0; None where the direction moves no parameter."""
        slopes = values.tangents[direction]
        if not slopes:
            return None
        scale = max(max(abs(float(values.primal[name])), 1.0) / abs(slope) for name, slope in slopes.items())
        size = STEP * scale
        return jax.tree.map(partial(_slope, size=size), at(size), at(-size))


def _push_forward(function: Callable[..., Any], primals: Any, tangents: Any, fixed: Any) -> tuple[Any, Any]:
    """The value of function(*primals, *fixed) and its derivatives; leaves that are not floats do not vary."""
    leaves, structure = jax.tree.flatten(primals)
    slopes = jax.tree.leaves(tangents)
    floats = [number for number, leaf in enumerate(leaves) if jnp.issubdtype(leaf.dtype, jnp.floating)]

    def of_floats(*values: Any) -> Any:
        every = list(leaves)
        for number, value in zip(floats, values, strict=True):
            every[number] = value
        return function(*jax.tree.unflatten(structure, every), *fixed)

    def push(*tangent: Any) -> Any:
        return jax.jvp(of_floats, tuple(leaves[number] for number in floats), tangent)[1]

    return of_floats(*(leaves[number] for number in floats)), jax.vmap(push)(
        *(slopes[number] for number in floats)
    )


def _value_only(function: Callable[..., Any], primals: Any, tangents: Any, fixed: Any) -> tuple[Any, Any]:
    """The value of function(*primals, *fixed), with no directions."""
    value = function(*primals, *fixed)
    return value, jax.tree.map(lambda leaf: jnp.zeros((0, *leaf.shape), leaf.dtype), value)


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
