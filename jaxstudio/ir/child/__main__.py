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
from jaxstudio.ir.arguments import read_call
from jaxstudio.ir.child.ending import end_with_parent
from jaxstudio.ir.child.limits import limit_memory
from jaxstudio.ir.child.loading import find_function, load_module
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
    call = read_call(request["arguments"])
    provide_devices(call.devices)
    # before JAX is loaded: a file that cannot be read is told at once
    module = load_module(path, request["module"])
    function = find_function(module, path, request["function"])

    from jaxstudio.ir.child.calling import target_of
    from jaxstudio.ir.inspection import Inspection
    from jaxstudio.ir.ledger import LEDGER
    from jaxstudio.ir.plain import report_to_plain, stage_to_plain

    # JAX stays as it is, or as the file has set it: another precision would be another program
    LEDGER.start()
    LEDGER.tell(lambda entry: send(answers, {"compiled": entry.as_json()}))
    inspection = Inspection(
        target_of(request, function, module),
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


def provide_devices(count: int) -> None:
    """Before JAX is loaded: let the CPU be several devices, where a mesh wants them."""
    if count > 1 and "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
        os.environ.setdefault("JAX_NUM_CPU_DEVICES", str(count))


def _explain(error: BaseException, request: dict[str, Any], answers: IO[bytes]) -> None:
    from jaxstudio.ir.explain import explain

    said = explain(error, [request["path"]])
    send(answers, {"explanation": said.as_json()})


if __name__ == "__main__":
    sys.exit(main())
