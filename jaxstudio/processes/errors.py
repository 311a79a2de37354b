"""Errors as values: a person's mistake is rebuilt as its own class, a bug arrives with its traceback."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from jaxstudio import errors
from jaxstudio.errors import ExpressionError, StudioError

CLASSES: dict[str, type[StudioError]] = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, StudioError)
}
# how XLA begins the text of its one class of errors
OUT_OF_MEMORY = "RESOURCE_EXHAUSTED"
# what JAX says where it knows no derivative: of polygamma by its order, of betainc by a and b
UNKNOWN_DERIVATIVE = "gradient with respect to"


class WorkerBug(Exception):
    """Something failed in the child that is nobody's mistake but ours; its text ends with the traceback."""


@dataclass(frozen=True)
class Fault:
    """An error on its way: the name of its class, its text, its columns; a traceback if it is a bug."""

    name: str
    text: str
    start: int = 0
    end: int = 0
    mend: str = ""
    trace: str = ""


def fault_of(error: BaseException) -> Fault:
    """The fault that says what `error` said."""
    if isinstance(error, ExpressionError):
        return Fault("ExpressionError", str(error), error.start, error.end, error.mend)
    if isinstance(error, StudioError) and type(error).__name__ in CLASSES:
        return Fault(type(error).__name__, str(error))
    if isinstance(error, MemoryError) or OUT_OF_MEMORY in str(error):
        return Fault("ComputeError", "there is not enough memory for this")
    if isinstance(error, RecursionError):
        return Fault("ComputeError", "this is nested too deeply to be computed")
    if isinstance(error, ValueError) and UNKNOWN_DERIVATIVE in str(error):
        said = str(error).splitlines()[0].rstrip(".")
        return Fault("ExpressionError", f"no derivative is known here: {said[:1].lower()}{said[1:]}")
    trace = "".join(traceback.format_exception(error))
    return Fault(type(error).__name__, str(error), trace=trace)


def error_of(fault: Fault) -> Exception:
    """The error that a fault stands for: a StudioError, or a WorkerBug."""
    if fault.trace or fault.name not in CLASSES:
        return WorkerBug(f"{fault.name}: {fault.text}\n\n{fault.trace}")
    if fault.name == "ExpressionError":
        return ExpressionError(fault.text, fault.start, fault.end, fault.mend)
    return CLASSES[fault.name](fault.text)
