"""A function with its arguments, as JAX traces it: the subject of an inspection.

Pytrees that hold more than arrays are partitioned: arrays are traced, everything else is static. A module of
Equinox, say, holds weights beside activation functions and flags. JAX takes only arrays and numbers for
arguments of a jitted function, and hashes what is static.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.user_process.request import Option, Variation
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.text_files import show_python

# The kind of what `jax.jit` returns. Other things have methods called `trace`, too.
JITTED = type(jax.jit(lambda: None))


@dataclass(frozen=True)
class Source:
    """The source text of a function, and how operations are traced back to it.

    With `scopes`, the operations carry names `L<line>_<start>_<end>` (lines and columns of `text`,
    both from 0, the end excluded) given by `jax.named_scope`. Without, frames of the file
    `path` are places in `text`, whose lines are those of the file from 1, or those of it that `lines` names.
    `first` and `last` are the lines of the function in the file, where they are known.
    """

    text: str
    language: str = "python"
    path: str = ""
    scopes: bool = False
    first: int = 1
    last: int = 0
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Target:
    """A function with everything that determines its compilation.

    `function` is jitted already, or a plain callable that is jitted here with `static_argnums`,
    `static_argnames` and `donate_argnums`. `args` and `kwargs` hold arrays, numbers,
    `jax.ShapeDtypeStruct`, or modules with such among other things. `device` is JAX's default for None;
    `options` go to the compiler. `x64` allows 64-bit numbers while it is traced, or not; None leaves it to
    the process.
    `kernel` is the kind of a kernel of the engine, and empty for any other function.
    """

    name: str
    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    static_argnums: tuple[int, ...] = ()
    static_argnames: tuple[str, ...] = ()
    donate_argnums: tuple[int, ...] = ()
    device: jax.Device | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    source: Source | None = None
    x64: bool | None = None
    kernel: str = ""

    def trace(self) -> jax.stages.Traced:
        """The function traced for its arguments.

        A function that is jitted already is traced by its own `jit`: JAX's, or that of a library whose
        `trace` hands out JAX's stages, such as Flax. Anything else with a `trace` is a plain callable here.
        Of arguments that hold more than arrays, and of a function that is itself a module, the arrays are
        traced.
        """
        function = self.function
        if isinstance(function, JITTED):
            return function.trace(*self.args, **self.kwargs)
        if hasattr(function, "trace") and hasattr(function, "lower"):
            traced = function.trace(*self.args, **self.kwargs)
            traced = getattr(traced, "traced", traced)
            if isinstance(traced, jax.stages.Traced):
                return traced
        static: tuple[int | str, ...] = (*self.static_argnums, *self.static_argnames)
        call = PartitionedCall(function, self.args, self.kwargs, static)
        if not call.needed:
            return self._jitted(function).trace(*self.args, **self.kwargs)
        return self._jitted(call, call.shift).trace(*call.args, **call.kwargs)

    def _jitted(self, function: Callable[..., Any], shift: int = 0) -> Any:
        return jax.jit(
            function,
            static_argnums=tuple(place + shift for place in self.static_argnums) or None,
            static_argnames=self.static_argnames or None,
            donate_argnums=tuple(place + shift for place in self.donate_argnums) or None,
        )

    def written(self) -> Source | None:
        """The source given, or the file that defines the function; None where neither is known."""
        return self.source or python_source(self.function)


def python_source(function: Callable[..., Any]) -> Source | None:
    """The file in which a Python function is defined; None for one without (built in, typed in)."""
    plain = inspect.unwrap(function)
    plain = getattr(plain, "func", plain)  # functools.partial
    try:
        path = inspect.getsourcefile(plain)
        lines, first = inspect.getsourcelines(plain)
    except (TypeError, OSError):
        return None
    if path is None:
        return None
    # a notebook's cell is no file: Python keeps its lines
    text = show_python(path) if Path(path).is_file() else "".join(linecache.getlines(path))
    if not text:
        return None
    return Source(text, path=path, first=first, last=first + len(lines) - 1)


def apply_variation(target: Target, by: Variation) -> Target:
    """The target with its arguments in the format, for the device, with the options of `by`.

    Raises:
        DeviceError: no such device.
    """
    if by.dtype:
        wide = by.dtype == "float64"
        with jax.enable_x64(wide or bool(target.x64)):
            args, kwargs = jax.tree.map(lambda leaf: _in(leaf, by.dtype), (target.args, dict(target.kwargs)))
        target = replace(target, args=args, kwargs=kwargs, x64=wide if wide or target.x64 else target.x64)
    if by.device:
        target = replace(target, device=find_device(by.device))
    return replace(target, options={**target.options, **by.options}) if by.options else target


def _in(leaf: Any, dtype: str) -> Any:
    """A real array, number of a shape in another format; whatever else as it is."""
    held = getattr(leaf, "dtype", None)
    if held is None or not jnp.issubdtype(held, jnp.floating):
        return leaf
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return jax.ShapeDtypeStruct(leaf.shape, jnp.dtype(dtype))
    return leaf.astype(dtype)


ARRAYS = (jax.Array, jax.ShapeDtypeStruct, np.ndarray, np.generic)
NUMBERS = (int, float, complex)


def is_traceable(value: Any) -> bool:
    """Whether JAX can trace a value: arrays, shapes, numbers, random keys, and pytrees of them.

    A module that is called decides on its flags in Python, so it cannot be traced as a whole.
    """

    def is_called(part: Any) -> bool:
        return callable(part) and not isinstance(part, jax.tree_util.Partial)

    leaves = jax.tree.leaves(value, is_leaf=is_called)
    return all(isinstance(leaf, (*ARRAYS, *NUMBERS)) for leaf in leaves)


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
