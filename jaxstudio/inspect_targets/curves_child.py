"""The child process that draws functions, with every compilation of it told to the ledger of its parent."""

from __future__ import annotations

from jaxstudio.functions.service.handlers import handlers
from jaxstudio.ir.ledger import forward as listen

__all__ = ["handlers", "listen"]
