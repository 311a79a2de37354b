"""Partitions pytrees that hold more than arrays: arrays are traced, everything else is static.

A module of Equinox, say, holds weights beside activation functions and flags. JAX takes only arrays and
numbers for arguments of a jitted function, and hashes what is static.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

ARRAYS = (jax.Array, jax.ShapeDtypeStruct, np.ndarray, np.generic)
NUMBERS = (int, float, complex)


def is_traceable(value: Any) -> bool:
    """Whether JAX can trace a value: arrays, shapes, numbers, random keys, and pytrees of them."""
    return all(isinstance(leaf, (*ARRAYS, *NUMBERS)) for leaf in jax.tree.leaves(value))


def is_static(value: Any) -> bool:
    """Whether a value is a static argument as a whole: nothing in it can be traced, and it has a hash."""
    if any(isinstance(leaf, (*ARRAYS, *NUMBERS)) for leaf in jax.tree.leaves(value)):
        return False
    try:
        hash(value)
    except TypeError:
        return False
    return not is_traceable(value)


def is_module(function: Callable[..., Any]) -> bool:
    """Whether a callable is itself a pytree, as a network of Equinox is, or what its `filter_jit` returns."""
    return not jax.tree_util.all_leaves([function])


def partition(value: Any) -> tuple[list[Any], Callable[[Sequence[Any]], Any]]:
    """The arrays of a pytree in order, and a function that puts others in their places.

    Numbers inside are static, as Equinox has it: flags and sizes, on which the code decides.
    """
    leaves, tree = jax.tree.flatten(value)
    places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, ARRAYS)]

    def combine(arrays: Sequence[Any]) -> Any:
        filled = list(leaves)
        for place, array in zip(places, arrays, strict=True):
            filled[place] = array
        return jax.tree.unflatten(tree, filled)

    return [leaves[place] for place in places], combine


def arrays_only(value: Any) -> Any:
    """A result as JAX can return it from a jitted function: itself, or a list of its arrays."""
    return value if is_traceable(value) else partition(value)[0]


class PartitionedCall:
    """A call whose arguments JAX cannot take as they are.

    It takes its `args` and `kwargs`, in which a list of arrays stands for each argument that was
    partitioned. `shift` is 1 where the function's own arrays come first, 0 otherwise. `needed` tells whether
    anything was partitioned. With `numbers_are_static`, numbers given by themselves are not traced.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        static: Sequence[int | str] = (),
        *,
        numbers_are_static: bool = False,
    ) -> None:
        module = is_module(function)
        # a module with stages of its own is jitted: by its rule numbers are static, given by themselves too
        strict = numbers_are_static or (module and hasattr(function, "lower"))
        self.shift = int(module)
        self.args: list[Any] = []
        self.kwargs: dict[str, Any] = {}
        self._combine: dict[int | str, Callable[[Sequence[Any]], Any]] = {}
        values: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
        if module:
            values.insert(0, (-1, function))
        for place, value in values:
            if place not in static and (place == -1 or strict or not is_traceable(value)):
                value, self._combine[place] = partition(value)
            if isinstance(place, str):
                self.kwargs[place] = value
            else:
                self.args.append(value)
        self._function = function
        self.needed = bool(self._combine)
        self.__name__ = self.__qualname__ = getattr(function, "__name__", type(function).__name__)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        def whole(place: int | str, value: Any) -> Any:
            return self._combine[place](value) if place in self._combine else value

        function = whole(-1, args[0]) if self.shift else self._function
        by_place = [whole(place, value) for place, value in enumerate(args[self.shift :])]
        by_name = {name: whole(name, value) for name, value in kwargs.items()}
        return arrays_only(function(*by_place, **by_name))
