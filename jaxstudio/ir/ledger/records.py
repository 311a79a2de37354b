"""What JAX logs: read for the ledger, and kept from being printed unless the person asked for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import jax

from jaxstudio.runtime.jax_internals import CHATTER, COMPILER, COMPILING, TRACING

if TYPE_CHECKING:
    from jaxstudio.ir.ledger.listening import Ledger

__all__ = ["CHATTER", "COMPILER", "COMPILING", "TRACING", "Listener"]

# How the compiler's record begins that tells the devices, its third argument.
ASSIGNMENT = "get_compile_options: num_replicas=%s num_partitions=%s device_assignment=%s"


class Listener(logging.Filter):
    """Reads the records of JAX's loggers and lets through what would have been printed anyway."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger

    def filter(self, record: logging.LogRecord) -> bool:
        asked_for = record.levelno >= logging.WARNING and bool(jax.config.values["jax_log_compiles"])
        if record.name == COMPILING:
            if record.msg.startswith("Compiling %s") and isinstance(record.args, tuple):
                self._ledger.heard_compiling(*record.args[1:3])
            return asked_for or record.levelno > logging.DEBUG
        if record.name == TRACING and record.msg.startswith("TRACING CACHE MISS"):
            self._ledger.heard_miss(record.msg)
            return asked_for
        if record.name == COMPILER and record.levelno <= logging.DEBUG:
            if record.msg.startswith(ASSIGNMENT) and isinstance(record.args, tuple):
                self._ledger.heard_devices(record.args[2])
            return False
        if record.name in CHATTER and "persistent" in record.getMessage().lower():
            return asked_for or record.levelno > logging.WARNING
        return True
