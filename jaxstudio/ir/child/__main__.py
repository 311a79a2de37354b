"""The child: reads a request, loads the file, sends back stages, then all that is known of them.

Its standard output is the pipe to the parent; what the person's code prints goes to standard error. Its
standard input stays open as long as the parent lives: at its end the child ends too.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from pathlib import Path
from typing import IO, Any

from jaxstudio.errors import StudioError
from jaxstudio.ir.child.ending import end_with_parent
from jaxstudio.ir.child.limits import limit_memory
from jaxstudio.ir.child.loading import load_function
from jaxstudio.ir.child.messages import send

MOST_LINKED_CHARACTERS = 4_000_000


def main() -> int:
    request = json.loads(sys.stdin.buffer.readline())
    end_with_parent(request["seconds"])
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        warnings.simplefilter("ignore")
        if not limit_memory(request["memory_bytes"]):
            send(answers, {"note": "this system does not bound a process's memory"})
        try:
            _answer(request, answers)
        except StudioError as error:
            send(answers, {"error": str(error)})
        except MemoryError as error:
            name = f"{Path(request['path']).name}:{request['function']}"
            send(answers, {"error": f"{name}: not enough memory: {str(error) or 'the limit is reached'}"})
        except BaseException as error:
            # The person's code may raise anything, KeyboardInterrupt and SystemExit too: all of it is told.
            # A mistake of ours is told the same way, as an error that has no words of its own.
            _explain(error, request, answers)
        return 0


def _answer(request: dict[str, Any], answers: IO[bytes]) -> None:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if request["x64"]:
        os.environ["JAX_ENABLE_X64"] = "1"
    path = Path(request["path"])
    # before JAX is loaded: a file that cannot be read is told at once
    function = load_function(path, request["function"])

    from jaxstudio.ir.inspection import Inspection
    from jaxstudio.ir.ledger import LEDGER
    from jaxstudio.ir.plain import report_to_plain, stage_to_plain
    from jaxstudio.ir.shapes import parse_shapes
    from jaxstudio.ir.target import Target
    from jaxstudio.runtime.devices import find_device

    # JAX stays as it is, or as the file has set it: another precision would be another program
    LEDGER.start()
    LEDGER.tell(lambda entry: send(answers, {"compiled": entry.as_json()}))
    arguments = parse_shapes(request["arguments"])
    target = Target(
        f"{path.name}:{request['function']}",
        function,
        arguments,
        donate_argnums=tuple(request["donated"]),
        device=find_device(request["device"]) if request["device"] else None,
        options=request["options"],
    )
    inspection = Inspection(
        _with_static_values(target, request["static_values"]),
        passes=request["passes"],
        kernels=request["kernels"],
        exact=request["exact"],
    )
    for stage in inspection.run():
        send(answers, {"stage": stage_to_plain(stage)})
    _link_passes(inspection)
    if request["nan_values"]:
        found = inspection.first_nan(request["nan_values"])
        if found is not None:
            send(answers, {"nan": vars(found)})
    report = inspection.report(seconds=request["run_seconds"], kernels=request["time_kernels"])
    send(answers, {"report": report_to_plain(report)})


def _link_passes(inspection: Any) -> None:
    """Elsewhere a pass is linked when it is looked at; nobody can ask this process later."""
    passes = [stage for stage in inspection.stages if stage.kind == "pass"]
    if sum(len(stage.text) for stage in passes) <= MOST_LINKED_CHARACTERS:
        for stage in passes:
            inspection.link(stage.name)


def _with_static_values(target: Any, values: dict[str, Any]) -> Any:
    """Static arguments stand at their places among those of `--args`."""
    from dataclasses import replace

    if not values:
        return target
    arguments = list(target.args)
    for place, value in sorted((int(place), value) for place, value in values.items()):
        arguments.insert(place, value)
    return replace(target, args=tuple(arguments), static_argnums=tuple(sorted(map(int, values))))


def _explain(error: BaseException, request: dict[str, Any], answers: IO[bytes]) -> None:
    from jaxstudio.ir.explain import explain

    said = explain(error, [request["path"]])
    send(answers, {"explanation": said.as_json()})


if __name__ == "__main__":
    sys.exit(main())
