"""Counts what JAX compiles: the window shows it, and the tests hold that sliders compile nothing."""

from __future__ import annotations

import threading

from jax import monitoring

BACKEND_COMPILE = "/jax/core/compile/backend_compile_duration"


class CompileCount:
    """Compilations (or loads from the cache of compiled kernels) in this process since it was made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._seconds = 0.0
        monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event == BACKEND_COMPILE:
            with self._lock:
                self._count += 1
                self._seconds += duration_secs

    @property
    def count(self) -> int:
        return self._count

    @property
    def seconds(self) -> float:
        """Time spent in them, summed over threads."""
        return self._seconds


COMPILES = CompileCount()
