"""The child processes that compute, as the window's thread sees them: their words become signals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal

from jaxstudio.app.shared.background_tasks import emit
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.protocol.requests import DrawRequest, Scene
from jaxstudio.processes.channel import Answer, Event, Request

# in the child: answers, and what was compiled for them
HANDLERS = "jaxstudio.inspect_targets.curves_child:handlers"


class Ticket(Protocol):
    """A request: to cancel it, and to send it something while it runs."""

    def cancel(self) -> None: ...

    def send(self, value: object) -> None: ...


class Client(Protocol):
    """The interface of `functions.client.SceneClient`; its callbacks come on other threads."""

    def draw(self, request: DrawRequest) -> int: ...

    def call(
        self,
        request: Request[Answer, Event],
        on_answer: Callable[[Answer], object],
        on_error: Callable[[Exception], object],
        on_event: Callable[[Event], object],
    ) -> Ticket: ...

    def cancel(self) -> None: ...

    def retry(self) -> None: ...

    def close(self) -> None: ...


MakeClient = Callable[
    [Callable[[Scene], None], Callable[[Exception, DrawRequest], None], Callable[[str], None]], Client
]


def make_client(
    on_scene: Callable[[Scene], None],
    on_error: Callable[[Exception, DrawRequest], None],
    on_busy: Callable[[str], None],
) -> Client:
    """The client of the program, whose children start at once and tell their compilations."""
    from jaxstudio.functions.client import SceneClient
    from jaxstudio.ir.compilation_log import Entry, receiver

    return SceneClient(
        on_scene, on_error, on_busy, handlers=HANDLERS, on_aside=receiver("functions"), aside_type=Entry
    )


class Drawer(QObject):
    """Every signal and every answer arrives on the thread that made this."""

    scene_came = Signal(object)
    failed = Signal(object)
    busy = Signal(str)
    _called = Signal(object, object)

    def __init__(self, make: MakeClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._called.connect(self._call, Qt.ConnectionType.QueuedConnection)
        self.client = make(self._scene, self._failed, self._busy)

    def draw(self, request: DrawRequest) -> int:
        """Ask for a scene; the newest request wins. The number that its scenes bear."""
        return self.client.draw(request)

    def ask(
        self,
        request: Request[Answer, Event],
        answer: Callable[[Answer], object],
        failed: Callable[[Exception], object],
        progress: Callable[[Event], object] | None = None,
    ) -> Ticket:
        """Ask something else."""
        return self.client.call(
            request,
            lambda value: self._emit(self._called, answer, value),
            lambda error: self._emit(self._called, failed, error),
            lambda value: self._emit(self._called, progress, value),
        )

    def cancel(self) -> None:
        self.client.cancel()

    def retry(self) -> None:
        """Retry the stopped lines."""
        self.client.retry()

    def close(self) -> None:
        self.client.close()

    def _call(self, to: Callable[[Any], None] | None, value: object) -> None:
        if to is not None:
            to(value)

    def _scene(self, scene: Scene) -> None:
        self._emit(self.scene_came, scene)

    def _failed(self, error: Exception, _: DrawRequest) -> None:
        self._emit(self.failed, error)

    def _busy(self, text: str) -> None:
        self._emit(self.busy, of_wording(text))

    def _emit(self, signal: Any, *values: object) -> None:
        emit(self, signal, *values)
