"""Errors as values: a user's mistake is rebuilt as its own class, a bug arrives with its traceback."""

from __future__ import annotations

from msgspec import Struct

from jaxstudio import errors
from jaxstudio.errors import ExpressionError, StudioError, Wording

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
    """An unexpected exception in a child process; its text ends with the child's traceback."""


class ErrorRecord(Struct, frozen=True):
    """An exception as plain values.

    name: its class. text: its message. trace: the traceback, empty for a user's mistake. The others are the
    attributes of an `ExpressionError`.
    """

    name: str
    text: Wording
    trace: str = ""
    start: int = 0
    end: int = 0
    suggestion: str = ""
    others: tuple[str, ...] = ()
    undefined: str = ""


def record_error(error: BaseException) -> ErrorRecord:
    """The exception as values that may cross to another process."""
    if isinstance(error, ExpressionError):
        return ErrorRecord(
            "ExpressionError", error.wording, "",
            error.start, error.end, error.suggestion, error.others, error.undefined,
        )  # fmt: skip
    if isinstance(error, StudioError) and type(error).__name__ in CLASSES:
        return ErrorRecord(type(error).__name__, error.wording)
    if isinstance(error, MemoryError) or OUT_OF_MEMORY in str(error):
        return ErrorRecord("ComputeError", Wording("there is not enough memory for this"))
    if isinstance(error, RecursionError):
        return ErrorRecord("ComputeError", Wording("this is nested too deeply to be computed"))
    if isinstance(error, ValueError) and UNKNOWN_DERIVATIVE in str(error):
        line = str(error).splitlines()[0].rstrip(".")
        about = f"{line[:1].lower()}{line[1:]}"
        return ErrorRecord("ExpressionError", Wording("no derivative is known here: {0}", about))
    import traceback  # 10 ms, which a child that reports no bug need not wait for

    return ErrorRecord(type(error).__name__, Wording(str(error)), "".join(traceback.format_exception(error)))


def rebuild_error(record: ErrorRecord) -> Exception:
    """The exception of a record: a StudioError, or a WorkerBug."""
    if record.trace or record.name not in CLASSES:
        return WorkerBug(f"{record.name}: {record.text}\n\n{record.trace}")
    if record.name == "ExpressionError":
        return ExpressionError(
            record.text, record.start, record.end, record.suggestion, record.others, record.undefined
        )
    return CLASSES[record.name](record.text)
