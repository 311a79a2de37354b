"""What a step's milliseconds are measured with."""

from __future__ import annotations

import time

from jaxstudio.runtime.compile_counter import COMPILES


def clock() -> tuple[float, float]:
    """Now, and the time this thread has spent compiling so far, in seconds."""
    return time.perf_counter(), COMPILES.seconds_here
