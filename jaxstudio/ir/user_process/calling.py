"""A request's call of the user's function as a target: which arguments are static, by position or by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import jax

from jaxstudio.errors import UsageError
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.argument_values import make_call, parameters_of
from jaxstudio.ir.target import Target
from jaxstudio.runtime.devices import find_device


def target_of(request: Mapping[str, Any], function: Callable[..., Any], module: ModuleType) -> Target:
    """The function with its arguments made. A mesh among them becomes JAX's mesh of this process.

    Raises:
        UsageError: an argument that cannot be made, or a static one that is not given.
    """
    path = Path(request["path"])
    made = make_call(read_call(request["arguments"]), lambda name: _defined(module, path, name))
    if made.mesh is not None:
        jax.set_mesh(made.mesh)
    parameters = parameters_of(function)
    args = [(value, place in made.static) for place, value in enumerate(made.args)]
    kwargs = dict(made.kwargs)
    named = {name for name in made.static if isinstance(name, str)}
    for place, value in sorted(
        (int(key), value) for key, value in request["static_values"].items() if key.isdigit()
    ):
        if place > len(args) and place < len(parameters):
            kwargs[parameters[place]] = value
            named.add(parameters[place])
        else:
            args.insert(place, (value, True))
    for name, value in request["static_values"].items():
        if not name.isdigit():
            kwargs[name] = value
            named.add(name)
    for word in request["static"]:
        at = int(word) if word.isdigit() else _place(word, parameters)
        if word in kwargs:
            named.add(word)
        elif at is not None and at < len(args):
            args[at] = args[at][0], True
        else:
            raise UsageError(
                f"--static {word}: no such argument is given; its value as well: --static {word}=3"
            )
    return Target(
        f"{path.name}:{request['function']}",
        function,
        tuple(value for value, _ in args),
        kwargs,
        static_argnums=tuple(place for place, (_, static) in enumerate(args) if static),
        static_argnames=tuple(sorted(named)),
        donate_argnums=tuple(request["donated"]),
        device=find_device(request["device"]) if request["device"] else None,
        options=request["options"],
    )


def _place(name: str, parameters: Any) -> int | None:
    return list(parameters).index(name) if name in parameters else None


def _defined(module: ModuleType, path: Path, name: str) -> Any:
    """What the module defines under a dotted name."""
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise UsageError(
                f"--args: {name!r} is no dtype, nor defined in {path.name}: expected f32[3], n=3, key(0)"
            )
        value = getattr(value, part)
    return value
