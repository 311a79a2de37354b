"""What a process that runs somebody's code may use; where the system has no such limits, time remains."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds from start to end, seconds of them to measure in, bytes of address space, bytes of what it
    prints and of what it answers.
    """

    seconds: float = 120.0
    measure_seconds: float = 30.0
    memory_bytes: int = 16 << 30
    printed_bytes: int = 64 << 20
    answer_bytes: int = 1 << 30
