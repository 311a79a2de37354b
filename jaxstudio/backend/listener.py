"""The interface through which the engine's client reports to the window."""

from __future__ import annotations

from typing import Protocol

from jaxstudio.backend.protocol import (
    Busy,
    EngineStarted,
    EngineStatus,
    Failure,
    FrameAnswer,
    Measurement,
    Notice,
    Opened,
    Progress,
    ScopesAnswer,
    ViewRequest,
)
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.measures import Probe
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.processes.errors import rebuild_error


class Listener(Protocol):
    """Receives the client's reports, on threads of the client."""

    def on_started(self, started: EngineStarted, catalogue: Catalogue[OpSpec]) -> None:
        """The engine has started, for the first time or again."""

    def on_frame(self, frame: FrameAnswer, request: ViewRequest) -> None: ...
    def on_probe(self, probe: Probe) -> None: ...
    def on_measured(self, measured: Measurement) -> None: ...
    def on_scopes(self, answer: ScopesAnswer) -> None: ...
    def on_status(self, status: EngineStatus) -> None: ...
    def on_busy(self, busy: bool) -> None: ...
    def on_progress(self, progress: Progress) -> None: ...
    def on_notice(self, text: str) -> None: ...
    def on_error(self, error: Exception) -> None:
        """A frame, a pixel or a measurement failed."""

    def on_lost(self, error: Exception) -> None:
        """The process has ended by itself; it is being started again."""

    def on_unavailable(self, error: Exception) -> None:
        """The engine cannot start, or keeps ending: it stays off until `retry` or `set_device`."""

    def on_reopened(self, opened: Opened) -> None:
        """A photo is open again, in a new process."""


def pass_on(message: object, listener: Listener) -> None:
    """Pass a message of the engine, other than frames and status, to a listener."""
    match message:
        case Probe():
            listener.on_probe(message)
        case Measurement():
            listener.on_measured(message)
        case ScopesAnswer():
            listener.on_scopes(message)
        case Busy():
            listener.on_busy(message.busy)
        case Progress():
            listener.on_progress(message)
        case Notice():
            listener.on_notice(message.text)
        case Failure():
            listener.on_error(rebuild_error(message.record))
        case _:
            raise TypeError(f"{type(message).__name__} is no answer")
