"""The client of the process that fits recipes and kernels to pictures.

It is separate from the engine's process, whose preview goes on meanwhile, and from the inspector's, whose
compilations wait for each other. The first request starts it, and `close` ends it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from jaxstudio.errors import Cancelled
from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.own_filters.folder import FilterFile
from jaxstudio.own_filters.in_use import child_setup, files_in_use
from jaxstudio.processes.channel import Answer, Event, Request
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import NEVER, Patience, Supervisor, Ticket, ignore

HANDLERS = "jaxstudio.backend.fitting:handlers"
WHERE = "match"  # in the compilation log
MEMORY_BYTES = 16 << 30
# A search checks for cancellation between two renders; a compilation cannot, and is killed after this time.
GRACE_SECONDS = 3.0


class FittingProcess:
    """The child process; any thread may call it, nothing here waits for an answer."""

    def __init__(self, handlers: str = HANDLERS) -> None:
        self._handlers = handlers
        self._lock = threading.Lock()
        self._supervisor: Supervisor | None = None
        self._own: tuple[FilterFile, ...] = ()  # the user's filters that the process was started with

    def start(self) -> None:
        """Start the process early, because JAX takes a second to import.

        If the user's own filters have changed, a new process replaces it.
        """
        with self._lock:
            if self._supervisor is not None and self._own != files_in_use():
                old, self._supervisor = self._supervisor, None
                threading.Thread(target=old.close, name="old fitting process").start()
            if self._supervisor is None:
                self._own = files_in_use()
                program = Program(self._handlers, Entry, None, MEMORY_BYTES, setup=child_setup(self._own))
                self._supervisor = Supervisor(
                    program, patience=Patience(grace=GRACE_SECONDS), on_aside=receiver(WHERE)
                )
                self._supervisor.start()

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object] = ignore,
    ) -> Ticket:
        """As `Supervisor.call`, for a MatchRequest or a LearnRequest."""
        self.start()
        supervisor = self._supervisor
        if supervisor is None:
            raise Cancelled("closed")
        return supervisor.call(request, on_answer, on_error, on_event, seconds=NEVER)

    def close(self) -> None:
        """End the process and wait for it; pending requests fail with Cancelled. The next one restarts it."""
        with self._lock:
            supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()
