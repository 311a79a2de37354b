"""The child's side: loads a user's file, sends the stages of its function, then all that is known of them.

It loads no JAX before the user's file does. What the code prints goes to standard error, and it finds nothing
to read on standard input (see `processes.serve`).
"""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec import structs

from jaxstudio.errors import StudioError, UsageError
from jaxstudio.ir import argument_grammar
from jaxstudio.ir.user_process.loading import find_function, load_module
from jaxstudio.ir.user_process.request import Found, Request
from jaxstudio.processes.serve import Handlers, Work

if TYPE_CHECKING:
    from jaxstudio.ir.target import Target

MOST_LINKED_CHARACTERS = 4_000_000
# Of Python's collector: objects between two passes. What JAX loads and traces is many objects, and stays.
YOUNG_OBJECTS = 20_000
Tell = Callable[[Found], None]


def handlers() -> Handlers:
    """The jobs of the process: trying files."""
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
    return {Request: inspect}


def inspect(request: Request, work: Work) -> None:
    """Inspect the function of a request and send what there is of it.

    Raises:
        UsageError: the file or the call is wrong, or there is not enough memory.
    """
    warnings.simplefilter("ignore")
    # the code may change the current folder
    request = structs.replace(request, path=os.path.abspath(request.path))
    try:
        _inspect(request, work.tell)
    except StudioError as error:
        raise UsageError(str(error)) from None
    except MemoryError as error:
        name = f"{Path(request.path).name}:{request.function}"
        why = str(error) or "the limit is reached"
        raise UsageError("{0}: not enough memory: {1}", name, why) from None
    except BaseException as error:
        # The user's code may raise anything, KeyboardInterrupt and SystemExit too: all of it is reported.
        # A mistake of ours is reported the same way, as an error that has no words of its own.
        from jaxstudio.ir.error_explanations import explain

        work.tell(Found(explanation=explain(error, [request.path])))


def settings_of(request: Request) -> dict[str, str]:
    """The environment variables under which JAX is loaded for a request."""
    found = {"XLA_PYTHON_CLIENT_PREALLOCATE": os.environ.get("XLA_PYTHON_CLIENT_PREALLOCATE", "false")}
    if request.x64:
        found["JAX_ENABLE_X64"] = "1"
    if request.precision:
        found["JAX_DEFAULT_MATMUL_PRECISION"] = request.precision
    flags = f"{os.environ.get('XLA_FLAGS', '')} {request.flags}".strip()
    if request.flags:
        found["XLA_FLAGS"] = flags
    # the CPU is several devices where a mesh wants them
    count = max(argument_grammar.read_call(request.arguments).devices, request.devices)
    if count > 1 and "xla_force_host_platform_device_count" not in flags:
        found["JAX_NUM_CPU_DEVICES"] = os.environ.get("JAX_NUM_CPU_DEVICES", str(count))
    return found


def load_ahead(settings: dict[str, str]) -> None:
    """Load JAX and the inspecting modules before a request comes."""
    os.environ.update(settings)
    import jax.numpy  # noqa: F401

    import jaxstudio.ir.inspection  # noqa: F401


def _inspect(request: Request, tell: Tell) -> None:
    os.environ.update(settings_of(request))
    path, process = Path(request.path), os.getpid()
    # before JAX is loaded: a file that cannot be read is reported at once
    module = load_module(path, request.module, Path(request.original) if request.original else None)
    if os.getpid() != process:  # the code forked, and this is the copy
        os._exit(0)
    function = find_function(module, path, request.function)

    from jaxstudio.ir.compilation_listener import start_logging
    from jaxstudio.ir.compilation_log import COMPILATION_LOG
    from jaxstudio.ir.inspection import Inspection
    from jaxstudio.ir.stages import Kind, shortened

    # JAX stays as it is, or as the file has set it: another precision would be another program
    start_logging()
    COMPILATION_LOG.tell(lambda entry: tell(Found(compiled=entry)))
    inspection = Inspection(
        target_of(request, function, module),
        passes=request.passes,
        kernels=request.kernels,
        links=request.links,
        exact=False,
        last=Kind(request.last) if request.last else None,
    )
    for stage in inspection.run():
        tell(Found(shortened(stage)))
        # what comes next, lowering and compiling, may take longer than there is time
        if stage.kind in (Kind.JAXPR, Kind.STABLEHLO):
            _send_report(inspection, tell)
    if request.exact and inspection.compiled is not None:
        _send_report(inspection, tell)
        inspection.link_exactly()
    if request.exact:
        _link_passes(inspection)
    if request.nan_values:
        found = inspection.first_nan(request.nan_values)
        if found is not None:
            tell(Found(nan=found))
    _send_report(inspection, tell, complete=True)
    if request.run_seconds and inspection.compiled is not None:
        _measure(inspection, request, tell)


def _send_report(inspection: Any, tell: Tell, complete: bool = False) -> None:
    """Send everything known so far; `complete` if only measurements are missing."""
    tell(Found(report=replace(inspection.report(seconds=0.0), stages=()), complete=complete))


def _measure(inspection: Any, request: Request, tell: Tell) -> None:
    """Run the function, and tell the times of the whole; the kernels' times may come later."""
    measurement = inspection.measure(request.run_seconds)
    tell(Found(measured=measurement))
    if request.time_kernels:
        measurement = inspection.measure_kernels(measurement)
    tell(Found(measured=measurement))


def _link_passes(inspection: Any) -> None:
    """Elsewhere a pass is linked when it is shown; this process cannot be asked later."""
    passes = [stage for stage in inspection.stages if stage.kind == "pass"]
    if sum(len(stage.text) for stage in passes) <= MOST_LINKED_CHARACTERS:
        for stage in passes:
            inspection.link(stage.name)


def target_of(request: Request, function: Callable[..., Any], module: ModuleType) -> Target:
    """The function with its arguments made. A mesh among them becomes JAX's mesh of this process.

    Raises:
        UsageError: an argument that cannot be made, or a static one that is not given.
    """
    import jax

    # the two together: the user's code may have removed what was imported before
    from jaxstudio.ir.argument_grammar import read_call
    from jaxstudio.ir.target import Target
    from jaxstudio.ir.user_process.argument_values import make_call, parameters_of
    from jaxstudio.runtime.devices import find_device

    path = Path(request.path)
    made = make_call(read_call(request.arguments), module, path.name)
    if made.mesh is not None:
        jax.set_mesh(made.mesh)
    parameters = list(parameters_of(function))
    args = [(value, place in made.static) for place, value in enumerate(made.args)]
    kwargs = dict(made.kwargs)
    named = {name for name in made.static if isinstance(name, str)}
    static = {
        str(parameters.index(key) if key in parameters else key): value
        for key, value in request.static_values.items()
    }
    for place, value in sorted((int(key), value) for key, value in static.items() if key.isdigit()):
        if place > len(args) and place < len(parameters):
            kwargs[parameters[place]] = value
            named.add(parameters[place])
        else:
            args.insert(place, (value, True))
    for name, value in static.items():
        if not name.isdigit():
            kwargs[name] = value
            named.add(name)
    for word in request.static:
        at = int(word) if word.isdigit() else parameters.index(word) if word in parameters else len(args)
        if word in kwargs:
            named.add(word)
        elif at < len(args):
            args[at] = args[at][0], True
        else:
            raise UsageError(
                "--static {0}: no such argument is given; its value as well: --static {0}=3", word
            )
    return Target(
        f"{path.name}:{request.function}",
        function,
        tuple(value for value, _ in args),
        kwargs,
        static_argnums=tuple(place for place, (_, static) in enumerate(args) if static),
        static_argnames=tuple(sorted(named)),
        donate_argnums=tuple(request.donated),
        device=find_device(request.device) if request.device else None,
        options=request.options,
    )
