"""The child process that draws functions, and reports its compilations."""

from __future__ import annotations

from collections.abc import Callable

from jaxstudio.functions.service.handlers import handlers
from jaxstudio.ir.compilation_listener import start_logging
from jaxstudio.ir.compilation_log import forward

__all__ = ["handlers", "listen"]


def listen(say: Callable[[object], object]) -> None:
    """Send the parent an entry of the compilation log for every compilation from now on."""
    start_logging()
    forward(say)
