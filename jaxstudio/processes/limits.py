"""Bounds on what a process may use. Every limit on memory is decided here.

Address space is never bounded: a GPU's runtime reserves hundreds of gigabytes of it and uses little. On
Linux the kernel bounds private writable memory (RLIMIT_DATA), so that an allocation beyond it fails as on a
machine without more memory. Elsewhere, and for mappings that are shared between processes, the parent reads
the resident memory of the child's tree (`resident_bytes`) and ends it. Windows knows neither.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterable
from typing import Any

WATCH_SECONDS = 0.5  # between two readings of the resident memory


def limit_private_memory(limit_bytes: int) -> bool:
    """Bound this process's private memory (heap and anonymous mappings) in bytes; Linux alone can.

    An allocation beyond it fails as if the machine had no more. Each process that this one starts has the
    same bound, for itself.
    """
    return sys.platform == "linux" and _limit("RLIMIT_DATA", limit_bytes)


def resident_bytes(processes: Iterable[int]) -> int:
    """The memory that processes hold together, in bytes; shared pages count once. 0 where it is unknown."""
    if os.path.isdir("/proc/self"):
        total = sum(_resident(process) for process in processes)
        return total if total < 1 << 30 else sum(_proportional(process) for process in processes)
    if sys.platform == "win32":
        return 0
    import subprocess  # 5 ms, which a child need not wait for

    numbers = ",".join(map(str, processes))
    # kilobytes, on macOS and the BSDs
    done = subprocess.run(["ps", "-o", "rss=", "-p", numbers], capture_output=True, text=True, check=False)
    return sum(int(word) for word in done.stdout.split() if word.isdigit()) << 10


def processor_seconds(process: int) -> float | None:
    """The processor's time that a process has used, in all its threads; None where it is not known."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            # behind the name, in parentheses, which may hold anything
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


def _resident(process: int) -> int:
    """The resident pages of one process, shared ones included."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _proportional(process: int) -> int:
    """Resident pages of one process, each divided among the processes that share it; slower to read."""
    try:
        with open(f"/proc/{process}/smaps_rollup", "rb") as file:
            return sum(int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss:"))
    except OSError:
        return _resident(process)


def forbid_core_dumps() -> None:
    """Write no core file when this process crashes: one of many gigabytes takes minutes."""
    _limit("RLIMIT_CORE", 0)


def be_killed_first() -> None:
    """Where memory runs out, Linux kills this process and its children before any other."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


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
    except (ValueError, OSError):
        return False
    return True
