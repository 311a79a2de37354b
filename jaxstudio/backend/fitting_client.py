"""The client of the process that fits recipes and kernels to pictures.

It is separate from the engine's process, whose preview goes on meanwhile, and from the inspector's, whose
compilations wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable

from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.own_filters.in_use import FilterProcess
from jaxstudio.processes.channel import Answer, Event, Request
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import NEVER, Patience, Ticket, ignore

HANDLERS = "jaxstudio.backend.fitting:handlers"
WHERE = "match"  # in the compilation log
MEMORY_BYTES = 16 << 30
# A search checks for cancellation between two renders; a compilation cannot, and is killed after this time.
GRACE_SECONDS = 3.0


class FittingProcess(FilterProcess):
    """The child process; any thread may call it, nothing here waits for an answer.

    `start` before the first request, because JAX takes a second to import.
    """

    def __init__(self, handlers: str = HANDLERS) -> None:
        program = Program(handlers, Entry, None, MEMORY_BYTES)
        super().__init__(program, patience=Patience(grace=GRACE_SECONDS), on_aside=receiver(WHERE))

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object] = ignore,
    ) -> Ticket:
        """As `Supervisor.call`, for a MatchRequest or a LearnRequest."""
        return self.start().call(request, on_answer, on_error, on_event, seconds=NEVER)
