"""The engine's process with a recorder: which modules' functions run between two jobs named "trace"."""

import sys
import threading

from jaxstudio.backend.service import handlers as plain_handlers

# compiling ahead, and what is done while nothing was asked for
LEFT_OUT = ("jaxstudio-warm", "jaxstudio-imports")
FUNCTIONS = {}
on = False


def record(frame, event, argument):
    module = frame.f_globals.get("__name__", "")
    if (
        not on
        or event != "call"
        or not module.startswith("jaxstudio.")
        or module == "jaxstudio.lazy_dataclass"
    ):
        return
    if not threading.current_thread().name.startswith(LEFT_OUT):
        FUNCTIONS.setdefault(module, set()).add(frame.f_code.co_qualname)


def trace(argument, work):
    """Begin to record, or stop; the functions that ran, by module."""
    global on
    on = argument
    found = {module: tuple(sorted(names)) for module, names in FUNCTIONS.items()}
    FUNCTIONS.clear()
    return found


def handlers():
    threading.setprofile(record)
    sys.setprofile(record)
    return {**plain_handlers(), "trace": trace}
