"""Evaluates the arguments of a call as Python, among the names of the function's own module."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.ir.argument_grammar import EXPECTED, WIDE, Call, check_sizes, wrong
from jaxstudio.ir.target import PartitionedCall, is_static, partition
from jaxstudio.lazy_dataclass import dataclass

FILE = "<arguments>"  # in tracebacks


@dataclass(frozen=True)
class Made:
    """Arguments as JAX takes them; `static` are the places and names of those without arrays."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    mesh: jax.sharding.Mesh | None
    static: frozenset[int | str]


def make_call(call: Call, module: object = None, file: str = "") -> Made:
    """Evaluate the arguments, whose other names `module` defines, the module of `file`.

    This runs what is written, with all rights of the process.

    Raises:
        UsageError: numbers that are off in this process, too few devices, a name that is not defined,
            or values that a dtype cannot hold. Errors within functions of the module are raised as they are.
    """
    mesh = _make_mesh(call) if call.mesh else None
    nodes = [node for tree in call.trees.values() for node in ast.walk(tree)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    known = {
        **{name: getattr(module, name) for name in names if hasattr(module, name)},
        " shape": partial(_shape, mesh),
        " array": _array,
        " weak": _weak,
        " key": partial(_key, False),
        " PRNGKey": partial(_key, True),
        " keys": _keys,
        " invoke": _invoke,
    }
    made = {place: _evaluated(tree, known, call.texts[place], file) for place, tree in call.trees.items()}
    args = tuple(value for place, value in made.items() if isinstance(place, int))
    kwargs = {place: value for place, value in made.items() if isinstance(place, str)}
    return Made(args, kwargs, mesh, frozenset(place for place, value in made.items() if is_static(value)))


def _evaluated(tree: ast.expr, known: dict[str, Any], text: str, file: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's, about what it reads and goes on
            code = compile(ast.fix_missing_locations(ast.Expression(tree)), FILE, "eval")
        return eval(code, known)
    except UsageError as error:
        raise wrong(text, str(error)) from None
    except Exception as error:
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        if frame is None or frame.tb_frame.f_code.co_filename not in (__file__, FILE):
            raise  # of the user's code
        if isinstance(error, NameError):
            where = f"is no dtype, nor defined in {file}" if file else "is no argument"
            raise UsageError("--args: {0} {1}: {2}", repr(error.name), where, EXPECTED) from None
        raise wrong(text, _first_line(error)) from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _make_mesh(call: Call) -> jax.sharding.Mesh:
    devices = jax.devices()
    if len(devices) < call.devices:
        raise UsageError(
            "--args: the mesh has {0} devices, and this process has {1} ({2})",
            call.devices,
            len(devices),
            devices[0].platform,
        )
    return jax.sharding.Mesh(
        np.array(devices[: call.devices]).reshape(tuple(call.mesh.values())), tuple(call.mesh)
    )


def _of_jax(make: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Return the value that JAX makes, or raise its refusal in one line."""
    try:
        return make(*args, **options)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError(_first_line(error)) from None


def _shape(mesh: Any, dtype: str, sizes: tuple[int, ...], axes: tuple[tuple[str, ...], ...] = ()) -> Any:
    check_sizes(sizes)
    sharding = None
    if axes and mesh is not None:
        # one axis is given as a word
        spec = jax.sharding.PartitionSpec(
            *[(held[0] if len(held) == 1 else held) if held else None for held in axes]
        )
        sharding = jax.sharding.NamedSharding(mesh, spec)
    return _of_jax(jax.ShapeDtypeStruct, sizes, _dtype(dtype), sharding=sharding)


def _array(dtype: str, *values: Any) -> Any:
    if len(values) != 1:
        raise UsageError("values were expected, such as f32(3) or i32([1, 2])")
    return _of_jax(jnp.asarray, values[0], _dtype(dtype))


def _weak(*shapes: Any) -> Any:
    if len(shapes) != 1 or not isinstance(shapes[0], jax.ShapeDtypeStruct):
        raise UsageError("a shape was expected, such as weak(f32[])")
    return shapes[0].update(weak_type=True)


def _key(raw: bool, *seed: Any) -> Any:
    match seed:
        case [int()] | [int(), str()]:
            kind = seed[1] if len(seed) == 2 else None
            return _of_jax(jax.random.PRNGKey if raw else jax.random.key, seed[0], impl=kind)
    raise UsageError("a seed was expected, such as key(0)")


def _keys(sizes: tuple[int, ...], kind: str, raw: bool = False) -> Any:
    check_sizes(sizes)
    key = _key(raw, 0, *([{"fry": "threefry2x32"}.get(kind, kind)] if kind else []))
    return _of_jax(jax.ShapeDtypeStruct, (*sizes, *key.shape), key.dtype)


def _invoke(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call it: a class gets its arguments, a function that is given shapes returns shapes."""
    abstract = any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves((args, kwargs)))
    if abstract and callable(function) and not inspect.isclass(function):
        return _shapes_of(function, args, kwargs)
    return function(*args, **kwargs)


def _shapes_of(function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Return the result's shapes in place of arrays; other values stay as they are."""
    combine: list[Callable[[Sequence[Any]], Any]] = []

    def arrays(*values: Any, **named: Any) -> Any:
        held, with_rest = partition(function(*values, **named))
        combine[:] = [with_rest]
        return held

    call = PartitionedCall(arrays, args, kwargs, numbers_are_static=True)
    held = jax.eval_shape(call, *call.args, **call.kwargs)
    return combine[0](held)


def _dtype(name: str) -> Any:
    if name in WIDE and not jax.config.values["jax_enable_x64"]:
        raise UsageError("64-bit numbers are off in this process: add --x64")
    if not hasattr(jnp, name):
        raise UsageError("this JAX has no {0}", name)
    return getattr(jnp, name)


def parameters_of(function: Callable[..., Any]) -> Sequence[str]:
    """The names of the parameters that can be given by position; none if unknown."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    return [each.name for each in found if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
