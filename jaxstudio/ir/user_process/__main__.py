"""The child: reads a request, loads the file, sends back stages, then all that is known of them.

Its standard output is the pipe to the parent; what the person's code prints goes to standard error. Its
standard input stays open as long as the parent lives: at its end the child ends too (see `guard_tree`).
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any

from jaxstudio.errors import StudioError
from jaxstudio.ir.argument_grammar import read_call
from jaxstudio.ir.user_process.loading import find_function, load_module
from jaxstudio.ir.user_process.messages import Answers, flush_printed
from jaxstudio.processes.guard import guard_tree
from jaxstudio.processes.limits import be_killed_first, limit_address_space

MOST_LINKED_CHARACTERS = 4_000_000
SPARE_SECONDS = 10.0  # the parent, if there is one, ends the child first, and says why


def main() -> None:
    request = json.loads(sys.stdin.buffer.readline())
    guard_tree(request["seconds"] + SPARE_SECONDS)
    answers = Answers()
    warnings.simplefilter("ignore")
    be_killed_first()
    if not limit_address_space(request["memory_bytes"]):
        answers.send({"note": "this system does not bound a process's memory"})
    # the code may change the current folder
    request["path"] = os.path.abspath(request["path"])
    try:
        _answer(request, answers)
    except StudioError as error:
        answers.send({"error": str(error)})
    except MemoryError as error:
        name = f"{Path(request['path']).name}:{request['function']}"
        answers.send({"error": f"{name}: not enough memory: {str(error) or 'the limit is reached'}"})
    except BaseException as error:
        # The person's code may raise anything, KeyboardInterrupt and SystemExit too: all of it is told.
        # A mistake of ours is told the same way, as an error that has no words of its own.
        _explain(error, request, answers)
    answers.send({"done": True})
    flush_printed()
    # neither threads of the code nor what it registered for its exit are waited for
    os._exit(0)


def _answer(request: dict[str, Any], answers: Answers) -> None:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    if request["x64"]:
        os.environ["JAX_ENABLE_X64"] = "1"
    path = Path(request["path"])
    call = read_call(request["arguments"])
    provide_devices(call.devices)
    # before JAX is loaded: a file that cannot be read is told at once
    module = load_module(path, request["module"])
    answers.end_copy()
    function = find_function(module, path, request["function"])

    from jaxstudio.ir.inspection import Inspection
    from jaxstudio.ir.ledger import LEDGER
    from jaxstudio.ir.report import stage_to_plain
    from jaxstudio.ir.stages import Kind
    from jaxstudio.ir.user_process.calling import target_of

    # JAX stays as it is, or as the file has set it: another precision would be another program
    LEDGER.start()
    LEDGER.tell(lambda entry: answers.send({"compiled": entry.as_json()}))
    inspection = Inspection(
        target_of(request, function, module),
        passes=request["passes"],
        kernels=request["kernels"],
        exact=False,
        last=Kind(request["last"]) if request["last"] else None,
    )
    for stage in inspection.run():
        answers.send({"stage": stage_to_plain(stage)})
        # what comes next, lowering and compiling, may take longer than there is time
        if stage.kind in (Kind.JAXPR, Kind.STABLEHLO):
            _send_report(inspection, answers)
    if request["exact"] and inspection.compiled is not None:
        _send_report(inspection, answers)
        inspection.link_exactly()
    _link_passes(inspection)
    if request["nan_values"]:
        found = inspection.first_nan(request["nan_values"])
        if found is not None:
            answers.send({"nan": vars(found)})
    _send_report(inspection, answers, complete=True)
    if request["run_seconds"] and inspection.compiled is not None:
        _measure(inspection, request, answers)


def _send_report(inspection: Any, answers: Answers, complete: bool = False) -> None:
    """What is known so far; `complete` when only measurements are missing."""
    from jaxstudio.ir.report import report_to_plain

    answers.send({"report": report_to_plain(inspection.report(seconds=0.0)), "complete": complete})


def _measure(inspection: Any, request: dict[str, Any], answers: Answers) -> None:
    """Run the function; the times of its kernels, which may be long in coming, after those of the whole."""
    from jaxstudio.ir.report import measurement_to_plain

    measurement = inspection.measure(request["run_seconds"])
    answers.send({"measured": measurement_to_plain(measurement)})
    if request["time_kernels"] and not measurement.unmeasured:
        measurement = inspection.measure_kernels(measurement)
    answers.send({"measured": measurement_to_plain(measurement)})


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


def _explain(error: BaseException, request: dict[str, Any], answers: Answers) -> None:
    from jaxstudio.ir.explain import explain

    said = explain(error, [request["path"]])
    answers.send({"explanation": said.as_json()})


if __name__ == "__main__":
    main()
