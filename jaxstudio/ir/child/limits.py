"""What a process that runs somebody's code may use; where the system has no such limits, time remains."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Seconds from start to end, bytes of address space, bytes of what it prints and of what it answers."""

    seconds: float = 120.0
    memory_bytes: int = 16 << 30
    printed_bytes: int = 64 << 20
    answer_bytes: int = 1 << 30


def limit_memory(memory_bytes: int) -> bool:
    """Bound this process's address space; whether the system can (Windows cannot)."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return False
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        memory_bytes = min(memory_bytes, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, hard))
    except (ValueError, OSError):  # macOS refuses a limit below what is mapped already
        return False
    return True
