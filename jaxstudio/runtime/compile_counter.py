"""Counts what JAX compiles: the window shows it, and the tests hold that sliders compile nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from jax import monitoring

BACKEND_COMPILE = "/jax/core/compile/backend_compile_duration"
# A kernel came from disk as it is; see kept_jit.py.
LOADED = "/jaxstudio/kernel_load_duration"
# Another thread compiled or loaded it meanwhile.
WAITED = "/jaxstudio/kernel_wait_duration"
# What precedes a compilation: tracing to a jaxpr and lowering that to StableHLO.
PREPARING = (
    "/jax/core/compile/jaxpr_trace_duration",
    "/jax/core/compile/jaxpr_to_mlir_module_duration",
)


class CompileCount:
    """Compilations (or loads from the cache of compiled kernels) in this process since it was made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = self._ahead = self._loaded = 0
        self._here = threading.local()
        monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event in (BACKEND_COMPILE, LOADED):
            with self._lock:
                self._count += 1
                self._ahead += self._here_ahead
                self._loaded += event == LOADED
        if event in (BACKEND_COMPILE, LOADED, WAITED, *PREPARING):
            self._here.seconds = self.seconds_here + duration_secs

    @contextmanager
    def ahead(self) -> Iterator[None]:
        """Count this thread's compilations inside the block as ahead of need: nothing waits for them."""
        before, self._here.ahead = self._here_ahead, True
        try:
            yield
        finally:
            self._here.ahead = before

    @property
    def _here_ahead(self) -> bool:
        return getattr(self._here, "ahead", False)

    @property
    def count(self) -> int:
        return self._count

    @property
    def awaited(self) -> int:
        """The compilations that were not made ahead of need."""
        return self._count - self._ahead

    @property
    def loaded(self) -> int:
        """The compilations that were neither traced nor lowered."""
        return self._loaded

    @property
    def seconds_here(self) -> float:
        """Time that this thread has spent in them, tracing and lowering too, or waiting for another."""
        return getattr(self._here, "seconds", 0.0)


COMPILES = CompileCount()
