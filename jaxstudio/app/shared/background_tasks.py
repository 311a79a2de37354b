"""Work that may take a while: in a thread, or asked of a child process; heard of on the window's thread."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable
from typing import Any, Protocol, Self

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from jaxstudio.app.shared.text import of_error
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.processes.channel import Answer, Event, Request

LOG = logging.getLogger(__name__)


class BackgroundTask(QObject):
    """One function in one thread; all signals arrive on the thread that created the task.

    The function is called with the task, whose `report`, `tell` and `cancelled` it may use. The task deletes
    itself once it is over.

    Attributes:
        done: the share that was reported last, from 0 to 1; None before the first.
    """

    progressed = Signal(float)
    reported = Signal(object)
    succeeded = Signal(object)
    failed = Signal(str)
    ended = Signal()

    def __init__(
        self, work: Callable[[BackgroundTask], Any], title: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.title = title
        self.done: float | None = None
        self._work = work
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"job {title}", daemon=True)

    def start(
        self, then: Callable[[Any], object] | None = None, failed: Callable[[str], object] | None = None
    ) -> Self:
        """Begin; `then` is called with the answer, `failed` with why there is none, in one line."""
        if then is not None:
            self.succeeded.connect(then)
        if failed is not None:
            self.failed.connect(failed)
        self._thread.start()
        return self

    def cancel(self) -> None:
        self._stop.set()

    def cancelled(self) -> bool:
        return self._stop.is_set()

    def report(self, done: float) -> None:
        """Say how far the work is, from 0 to 1; called by the work."""
        self.done = done
        emit(self, self.progressed, done)

    def tell(self, value: object) -> None:
        """Hand over something before the answer; called by the work."""
        emit(self, self.reported, value)

    def wait(self, seconds: float = 10.0) -> None:
        """Block until the work is over (at the end of the program)."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        answer: Any = None
        error: Exception | None = None
        try:
            answer = self._work(self)
        except Exception as caught:
            error = caught
        call_on_window_thread(self, lambda: self._deliver(answer, error))

    def _deliver(self, answer: object, error: Exception | None) -> None:
        # this was the thread's last act; what it refers to, this object too, is not freed there
        self._thread.join()
        if error is None:
            self.succeeded.emit(answer)
        elif not isinstance(error, Cancelled):
            if not isinstance(error, StudioError):
                traceback.print_exception(error)
                LOG.error("%s", self.title or "a task", exc_info=error)
            self.failed.emit(in_one_line(error))
        self.ended.emit()
        if isValid(self):
            self.deleteLater()


class Tasks(list[BackgroundTask]):
    """The tasks of an object that are not over yet."""

    def start(
        self,
        task: BackgroundTask,
        then: Callable[[Any], object] | None = None,
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Start a task, and keep it until it is over."""
        self.append(task)
        task.ended.connect(lambda: self.remove(task))
        task.start(then, failed)

    def wait(self) -> None:
        """Wait for all of them (at the end of the program)."""
        for task in list(self):
            task.wait()

    def close(self) -> None:
        """Stop them all, and wait for them."""
        for task in self:
            task.cancel()
        self.wait()


class _WindowThread(QObject):
    """Calls functions on the window's thread, for all threads. It is there until the program ends."""

    called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.called.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def _call(self, function: Callable[[], object]) -> None:
        function()


_WINDOW_THREAD = _WindowThread()


def call_on_window_thread(receiver: QObject, function: Callable[[], object]) -> None:
    """Call the function on the window's thread soon, unless the receiver is deleted by then.

    A thread that emitted a signal of the receiver itself could do so in the moment in which the window's
    thread deletes the receiver.
    """

    def call() -> None:
        if isValid(receiver):
            function()

    try:
        _WINDOW_THREAD.called.emit(call)
    except RuntimeError:
        if isValid(_WINDOW_THREAD):
            raise  # an answer that is lost would be waited for without end


def emit(sender: QObject, signal: Any, *values: object) -> None:
    """Emit a sender's signal: on the window's thread, whichever thread calls this."""
    if threading.current_thread() is not threading.main_thread():
        call_on_window_thread(sender, lambda: signal.emit(*values))
    elif isValid(sender):
        signal.emit(*values)


def in_one_line(error: BaseException) -> str:
    """An error as one line for the user; an unexpected exception with its class."""
    first = of_error(error).strip().partition("\n")[0]
    if isinstance(error, StudioError):
        return first or type(error).__name__
    return f"{type(error).__name__}: {first}"


class Ticket(Protocol):
    """A request on its way: to be cancelled, or on_event something while it is answered."""

    def cancel(self) -> None: ...

    def send(self, value: object) -> None: ...


def ignore(_: object) -> None:
    """For an answer that nobody needs."""


class Question:
    """Asks one thing at a time: a newer request cancels the older, whose answer is dropped.

    It is asked of a child process (`ask`) or runs in a thread (`run`, `start`). Answers are heard on the
    window's thread, as long as `parent` is there. `failed` gets the reason in one line where a request has no
    `failed` of its own; `title` names the threads.
    """

    def __init__(self, parent: QObject, title: str = "", failed: Callable[[str], object] = ignore) -> None:
        self._parent, self._title, self._failed = parent, title, failed
        self._ticket: Any = None  # a Ticket, or the task
        self._turn: object = None
        self._tasks = Tasks()  # the dropped ones too, until they are over

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._ticket is not None

    def ask(
        self,
        call: Callable[..., Any],
        request: Request[Answer, Event],
        then: Callable[[Answer], object] = ignore,
        failed: Callable[[str], object] | None = None,
        on_event: Callable[[Event], object] = ignore,
        cancelled: Callable[[], object] | None = None,
    ) -> None:
        """Ask by `call`, the method of the process's client.

        `on_event` gets what comes before the answer. `cancelled` is called if the process was ended meanwhile
        and there will be no answer.
        """
        hear = self._begin()

        def fail(error: Exception) -> None:
            if not isinstance(error, StudioError | Cancelled):
                traceback.print_exception(error)
                LOG.error("%s", type(request).__name__, exc_info=error)
            if not isinstance(error, Cancelled):
                (failed or self._failed)(in_one_line(error))
            elif cancelled is not None:
                cancelled()

        def on_window_thread(take: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda value: call_on_window_thread(self._parent, lambda: take(value))

        heard = [on_window_thread(hear(then)), on_window_thread(hear(fail))]
        self._ticket = call(request, *heard, on_window_thread(hear(on_event, over=False)))

    def run(
        self,
        work: Callable[[BackgroundTask], Any],
        then: Callable[[Any], object] = ignore,
        on_event: Callable[[Any], object] = ignore,
    ) -> None:
        """Call a function in a thread; `on_event` gets what it tells the task."""
        self.start(BackgroundTask(work, self._title, self._parent), then, on_event)

    def start(
        self,
        task: BackgroundTask,
        then: Callable[[Any], object] = ignore,
        on_event: Callable[[Any], object] = ignore,
    ) -> None:
        """Start a task."""
        hear = self._begin()
        self._ticket = task
        task.reported.connect(hear(on_event, over=False))
        self._tasks.start(task, hear(then), hear(self._failed))
        task.ended.connect(hear(ignore))  # it may have found itself cancelled

    def send(self, value: object) -> None:
        """Tell something to the process that is asked."""
        if self._ticket is not None:
            self._ticket.send(value)

    def drop(self) -> None:
        """Nobody wants the answer any more."""
        ticket, self._ticket, self._turn = self._ticket, None, None
        if ticket is not None:
            ticket.cancel()

    def close(self) -> None:
        """Drop it, and wait for every thread, of dropped ones too."""
        self.drop()
        self._tasks.wait()

    def _begin(self) -> Callable[..., Callable[..., None]]:
        """Drop the request before; wrap a function with what is returned to call it for this request only."""
        self.drop()
        turn = self._turn = object()

        def hear(take: Callable[[Any], object], *, over: bool = True) -> Callable[..., None]:
            def take_in_turn(value: Any = None) -> None:
                if turn is self._turn:
                    self._ticket = None if over else self._ticket
                    take(value)

            return take_in_turn

        return hear
