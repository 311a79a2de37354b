"""Starts the engine and opens the first photo before Qt is imported: both take longer than the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.protocol import OpenRequest, Report
from jaxstudio.own_filters.folder import read_trust
from jaxstudio.processes.supervisor import Ticket


class Kept:
    """Keeps the values that it is called with, in order, until `pass_to` names who takes them."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._values: list[Any] = []
        self._take: Callable[[Any], object] | None = None

    def __call__(self, value: Any) -> None:
        with self._lock:
            if self._take is None:
                self._values.append(value)
                return
        self._take(value)

    def pass_to(self, take: Callable[[Any], object]) -> None:
        """Pass the kept values on, and later ones at once."""
        with self._lock:
            values, self._values = self._values, []
            for value in values:
                take(value)
            self._take = take


class EarlyPhoto:
    """A photo that is being opened; `take` sets the callbacks."""

    def __init__(self, client: EngineClient, path: str) -> None:
        self.path, self.token = path, client.first_token
        self._outcome = Kept()
        self._ticket = client.open(OpenRequest(self.token, path=path), self._outcome, self._outcome)

    def take(
        self,
        on_answer: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Callable[[Any], None],
    ) -> Ticket:
        """As `EngineClient.open`: one of the first two is called, once."""
        self._outcome.pass_to(
            lambda value: on_error(value) if isinstance(value, Exception) else on_answer(value)
        )
        return self._ticket


class EarlyEngine:
    """A client whose reports are kept until there is a window, and the photo that it opens first."""

    def __init__(self, device: str = "", photo: str | None = None) -> None:
        self._reports = Kept()
        own = read_trust().files
        self.client = EngineClient(self._reports, device, photo_first=photo is not None, own=own)
        self.photo = None if photo is None else EarlyPhoto(self.client, photo)

    def connect(self, take: Callable[[Report], object]) -> EngineClient:
        """Pass the reports on from now on."""
        self._reports.pass_to(take)
        return self.client
