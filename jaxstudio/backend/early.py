"""Starts the engine and opens the first photo before Qt is imported: both take longer than the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.listener import Listener
from jaxstudio.backend.protocol import OpenRequest
from jaxstudio.own_filters.folder import read_trust
from jaxstudio.processes.supervisor import Ticket


class KeptCalls:
    """Records calls of methods `on_...`, in order, until `pass_to` names their receiver."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._kept: list[tuple[str, tuple[Any, ...]]] = []
        self._receiver: Any = None

    def pass_to(self, receiver: Any) -> None:
        """Pass the recorded calls to `receiver`, and later calls at once."""
        with self._lock:
            kept, self._kept = self._kept, []
            for name, values in kept:
                getattr(receiver, name)(*values)
            self._receiver = receiver

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith("on_"):
            raise AttributeError(name)

        def call(*values: Any) -> None:
            with self._lock:
                if self._receiver is None:
                    self._kept.append((name, values))
                    return
            getattr(self._receiver, name)(*values)

        return call


class EarlyPhoto:
    """A photo that is being opened; `take` sets the callbacks."""

    def __init__(self, client: EngineClient, path: str) -> None:
        self.path, self.token = path, client.first_token
        self._calls = KeptCalls()
        calls = self._calls
        self._ticket = client.open(OpenRequest(self.token, path=path), calls.on_answer, calls.on_error)

    def take(
        self,
        on_answer: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Callable[[Any], None],
    ) -> Ticket:
        """As `EngineClient.open`: one of the first two is called, once."""
        self._calls.pass_to(SimpleNamespace(on_answer=on_answer, on_error=on_error, on_progress=on_progress))
        return self._ticket


class EarlyEngine:
    """A client whose reports are recorded until there is a window, and the photo that it opens first."""

    def __init__(self, device: str = "", photo: str | None = None) -> None:
        self._reports = KeptCalls()
        reports: Any = self._reports
        own = read_trust().files
        self.client = EngineClient(reports, device, photo_first=photo is not None, own=own)
        self.photo = None if photo is None else EarlyPhoto(self.client, photo)

    def connect(self, listener: Listener) -> EngineClient:
        """Pass the reports to this listener from now on."""
        self._reports.pass_to(listener)
        return self.client
