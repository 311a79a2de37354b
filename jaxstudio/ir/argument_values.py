"""Arguments as JAX takes them, out of what was read: shapes, arrays, keys, pytrees, shardings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.ir.argument_grammar import (
    EXPECTED,
    WIDE,
    Call,
    Defined,
    Key,
    Literal,
    Node,
    Shape,
    Tree,
    read_call,
)
from jaxstudio.ir.partition import PartitionedCall, is_static, partition

Lookup = Callable[[str], Any]


def _nothing_defined(name: str) -> Any:
    raise UsageError(f"--args: {name!r} is no argument: {EXPECTED}")


@dataclass(frozen=True)
class Made:
    """Arguments as JAX takes them; `static` are the places and names of those without arrays."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    mesh: jax.sharding.Mesh | None
    static: frozenset[int | str]


def make_call(call: Call, lookup: Lookup = _nothing_defined) -> Made:
    """Make the arguments. `lookup` gives what the function's module defines under a name.

    Raises:
        UsageError: numbers that are off in this process, too few devices, a name that is not defined,
            or values that a dtype cannot hold.
    """
    mesh = _make_mesh(call) if call.mesh else None
    args = tuple(_make(node, mesh, lookup, call.texts[at]) for at, node in enumerate(call.args))
    kwargs = {name: _make(node, mesh, lookup, call.texts[name]) for name, node in call.kwargs.items()}
    by_place: dict[int | str, Any] = dict(enumerate(args))
    by_place.update(kwargs.items())
    static = frozenset(place for place, value in by_place.items() if is_static(value))
    return Made(args, kwargs, mesh, static)


def parse_shapes(text: str) -> tuple[Any, ...]:
    """The arguments of a call that gives all of them by position and names nothing of a module.

    Raises:
        UsageError: as `read_call` and `make_call`.
    """
    return make_call(read_call(text)).args


def _make_mesh(call: Call) -> jax.sharding.Mesh:
    devices = jax.devices()
    if len(devices) < call.devices:
        raise UsageError(
            f"--args: the mesh has {call.devices} devices, and this process has {len(devices)} "
            f"({devices[0].platform})"
        )
    return jax.sharding.Mesh(
        np.array(devices[: call.devices]).reshape(tuple(call.mesh.values())), tuple(call.mesh)
    )


def _make(node: Node, mesh: jax.sharding.Mesh | None, lookup: Lookup, text: str) -> Any:
    match node:
        case Shape():
            _check_width(node.dtype, text)
            sharding = None
            if node.axes and mesh is not None:
                spec = jax.sharding.PartitionSpec(*[_axis(names) for names in node.axes])
                sharding = jax.sharding.NamedSharding(mesh, spec)
            dtype = _dtype(node.dtype, text)
            try:
                return jax.ShapeDtypeStruct(node.sizes, dtype, sharding=sharding, weak_type=node.weak)
            except ValueError as error:
                raise UsageError(f"--args: {text}: {str(error).splitlines()[0]}") from None
        case Literal(dtype=""):
            return node.value
        case Literal():
            _check_width(node.dtype, text)
            try:
                return jnp.asarray(node.value, _dtype(node.dtype, text))
            except (ValueError, TypeError, OverflowError) as error:
                raise UsageError(f"--args: {text}: {str(error).splitlines()[0]}") from None
        case Key():
            return _make_key(node, text)
        case Tree():
            children = [_make(each, mesh, lookup, text) for each in node.children]
            return dict(zip(node.keys, children, strict=True)) if node.kind is dict else node.kind(children)
        case Defined():
            value = lookup(node.name)
            if not node.called:
                return value
            args = [_make(each, mesh, lookup, text) for each in node.children]
            kwargs = {name: _make(each, mesh, lookup, text) for name, each in node.keywords}
            return _invoke(value, node.name, args, kwargs)


def _axis(names: tuple[str, ...]) -> str | tuple[str, ...] | None:
    return (names[0] if len(names) == 1 else names) if names else None


def _invoke(function: Any, name: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """A class is made of what it is given; a function that is given shapes returns shapes."""
    if not callable(function):
        raise UsageError(f"--args: {name} is no function but {type(function).__name__}")
    abstract = any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves((args, kwargs)))
    if abstract and not inspect.isclass(function):
        return _shapes_of(function, args, kwargs)
    return function(*args, **kwargs)


def _make_key(node: Key, text: str) -> Any:
    kind = {"fry": "threefry2x32", "": None}.get(node.kind, node.kind)
    make = jax.random.PRNGKey if node.raw else jax.random.key
    try:
        key = make(node.seed, impl=kind)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError(f"--args: {text}: {str(error).splitlines()[0]}") from None
    return key if node.sizes is None else jax.ShapeDtypeStruct((*node.sizes, *key.shape), key.dtype)


def _shapes_of(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What a function returns for shapes: shapes in place of arrays, and everything else as it is."""
    combine: list[Callable[[Sequence[Any]], Any]] = []

    def arrays(*values: Any, **named: Any) -> Any:
        held, with_rest = partition(function(*values, **named))
        combine[:] = [with_rest]
        return held

    call = PartitionedCall(arrays, args, kwargs, numbers_are_static=True)
    held = jax.eval_shape(call, *call.args, **call.kwargs)
    return combine[0](held)


def _dtype(name: str, text: str) -> Any:
    if name == "bool":
        return jnp.bool_
    if not hasattr(jnp, name):
        raise UsageError(f"--args: {text}: this JAX has no {name}")
    return getattr(jnp, name)


def _check_width(name: str, text: str) -> None:
    if name in WIDE and not jax.config.values["jax_enable_x64"]:
        raise UsageError(f"--args: {text}: 64-bit numbers are off in this process: add --x64")


def parameters_of(function: Callable[..., Any]) -> Sequence[str]:
    """The names of the parameters that can be given by position; none if unknown."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    return [each.name for each in found if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
