"""The window's side of a batch: starts the batch's process, passes its reports on, and restarts it.

If the process ends (a decoder crashes, no memory, `kill -9`), it is started again and the batch resumes from
its log. A file during which the process ended twice fails.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from jaxstudio.backend.batch_protocol import (
    BatchEvent,
    BatchRequest,
    BatchSaved,
    BatchUpdate,
    Order,
    Phase,
    UnfinishedBatch,
    UnfinishedRequest,
)
from jaxstudio.errors import Cancelled
from jaxstudio.ir.compilation_log import Entry, receiver
from jaxstudio.own_filters.in_use import FilterProcess
from jaxstudio.processes.child import Program
from jaxstudio.processes.supervisor import NEVER, Call, Job, Patience, Ticket, ignore
from jaxstudio.runtime.setup import plain_environment

HANDLERS = "jaxstudio.backend.batch_service:handlers"
WHERE = "batch"  # in the compilation log
MEMORY_BYTES = 1 << 50  # no bound: as the engine's
GRACE_S = 30.0  # time to finish the tile in progress and the bands being written
CLOSE_S = 2.0  # the same, when the window closes
# The batch stops after so many deaths of the process without a finished file between them.
MOST_DEATHS = 3


class BatchClient:
    """One batch at a time; any thread may call it, and nothing here waits.

    Args:
        heard: called on a thread of its own with each event that the process reports.
        failed: called with the error that ended the batch; the batch can be planned again.
    """

    def __init__(
        self,
        heard: Callable[[BatchEvent], object],
        failed: Callable[[Exception], None],
        handlers: str = HANDLERS,
    ) -> None:
        self._heard, self._failed = heard, failed
        self._lock = threading.RLock()
        program = Program(handlers, Entry, plain_environment(), MEMORY_BYTES)
        self._process = FilterProcess(
            program, patience=Patience(grace=GRACE_S), on_aside=receiver(WHERE), on_lost=self._lost
        )
        self._ticket: Ticket | None = None
        self._request = BatchRequest()
        self._saved = ""
        self._turn = 0
        self._over = threading.Event()
        self._deaths = self._ended = 0
        self._update = BatchUpdate(Phase.READY)  # the last one
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id; None while there is no process."""
        return self._process.pid

    def plan(self, request: BatchRequest) -> None:
        """Plan a batch; ends the previous one."""
        with self._lock:
            self._deaths = 0
            self._ask(request)

    def send(self, order: Order) -> None:
        """Send an order: start, pause, resume, cancel, or retry the failed files."""
        with self._lock:
            if self._ticket is not None:
                self._ticket.send(order)

    def drop(self) -> None:
        """End the batch that is planned or running; its log stays."""
        with self._lock:
            self._turn += 1
            if self._ticket is not None:
                self._ticket.cancel()
            self._ticket = None

    def find_unfinished(self, then: Callable[[tuple[UnfinishedBatch, ...]], None]) -> None:
        """Call `then` with the batches that can be resumed."""
        if not self._closed:
            self._process.start(renewed=False).call(UnfinishedRequest(), then, ignore, queue="unfinished")

    def close(self) -> None:
        """End the process and wait for it; files being written end up complete or unchanged."""
        with self._lock:
            self._closed = True
            self._turn += 1
            ticket, self._ticket = self._ticket, None
        if ticket is not None:
            ticket.cancel()
            self._over.wait(CLOSE_S)
        self._process.close()

    def _ask(self, request: BatchRequest) -> None:
        self.drop()
        if self._closed:
            return
        supervisor = self._process.start()
        self._request, self._saved, turn = request, request.saved, self._turn

        def hear(value: BatchEvent) -> None:
            if turn == self._turn:
                self._note(value)
                self._heard(value)

        over = self._over = threading.Event()

        def fail(error: Exception) -> None:
            over.set()
            if turn == self._turn and not isinstance(error, Cancelled):
                self._failed(error)

        self._ticket = supervisor.call(request, ignore, fail, hear, seconds=NEVER)

    def _note(self, value: BatchEvent) -> None:
        if isinstance(value, BatchSaved):
            self._saved = value.path
        elif isinstance(value, BatchUpdate):
            self._update = value
            if value.done + value.failed > self._ended:
                self._ended, self._deaths = value.done + value.failed, 0

    def _finished(self) -> BatchUpdate:
        """The last update, with the files done that it did not tell of."""
        last = self._update
        done = last.total - last.skipped - last.failed
        return replace(last, phase=Phase.FINISHED, done=done, share=1.0, seconds_left=None)

    def _lost(self, job: Job, error: Exception) -> list[Call]:
        """Under the supervisor's lock: resume in a new process, unless processes keep ending."""
        if self._closed or job.kind is not BatchRequest or isinstance(error, Cancelled) or not self._saved:
            return [job.fail(error)]
        if not Path(self._saved).exists():  # nothing was left to do when it ended
            return [lambda: self._heard(self._finished())]
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            return [job.fail(error)]
        turn = self._turn

        def again() -> None:
            with self._lock:
                if turn == self._turn:
                    self._ended = 0
                    saved, deaths = self._saved, self._request.deaths + 1
                    self._ask(replace(self._request, saved=saved, started=True, deaths=deaths))

        return [again]
