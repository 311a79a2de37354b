"""The child process that draws functions, with every compilation of it told to the ledger of its parent."""

from __future__ import annotations

from collections.abc import Callable

from jaxstudio.functions.service.handlers import handlers
from jaxstudio.ir.ledger import LEDGER, forward

__all__ = ["handlers", "listen"]


def listen(say: Callable[[object], object]) -> None:
    """Before anything is compiled: from then on, say of every compilation what the ledger holds of it."""
    LEDGER.start()
    forward(say)
