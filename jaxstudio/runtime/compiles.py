"""Counts what JAX compiles: the window shows it, and the tests hold that sliders compile nothing."""

from __future__ import annotations

import threading

from jax import monitoring

BACKEND_COMPILE = "/jax/core/compile/backend_compile_duration"
# What precedes it: tracing to a jaxpr and lowering that to StableHLO.
PREPARING = (
    "/jax/core/compile/jaxpr_trace_duration",
    "/jax/core/compile/jaxpr_to_mlir_module_duration",
)


class CompileCount:
    """Compilations (or loads from the cache of compiled kernels) in this process since it was made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._here = threading.local()
        monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event == BACKEND_COMPILE:
            with self._lock:
                self._count += 1
        if event == BACKEND_COMPILE or event in PREPARING:
            self._here.seconds = self.seconds_here + duration_secs

    @property
    def count(self) -> int:
        return self._count

    @property
    def seconds_here(self) -> float:
        """Time that the calling thread has spent in them, tracing and lowering included."""
        return getattr(self._here, "seconds", 0.0)


COMPILES = CompileCount()
