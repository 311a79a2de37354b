"""Bounds on what a process may use, where the system knows them (Windows knows none)."""

from __future__ import annotations

import contextlib
import importlib
import sys
from pathlib import Path
from typing import Any


def limit_address_space(limit_bytes: int) -> bool:
    """Bound this process's address space in bytes; returns whether the system can."""
    return _limit("RLIMIT_AS", limit_bytes)


def limit_private_memory(limit_bytes: int) -> bool:
    """Bound this process's private memory (heap and anonymous mappings) in bytes; Linux alone can.

    What is asked for beyond that fails as if the machine had no more.
    """
    return sys.platform == "linux" and _limit("RLIMIT_DATA", limit_bytes)


def forbid_core_dumps() -> None:
    """Write no core file when this process crashes: one of many gigabytes takes minutes."""
    _limit("RLIMIT_CORE", 0)


def be_killed_first() -> None:
    """Where memory runs out, Linux kills this process and its children before any other."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _limit(name: str, value: int) -> bool:
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return False
    which = getattr(resource, name)
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    try:
        resource.setrlimit(which, (value, hard))
    except (ValueError, OSError):  # macOS refuses a limit below what is mapped already
        return False
    return True
