"""Lets work go on only while nobody waits for a picture."""

from __future__ import annotations

import threading

from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.errors import Cancelled

PATIENCE = 0.05  # seconds between two looks at whether the work is still wanted


class Quiet:
    """Closed while a hand moves or a frame is due; work in threads asks between its parts."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def set(self, quiet: bool) -> None:
        """Say whether nobody waits for a picture now."""
        if quiet:
            self._open.set()
        else:
            self._open.clear()

    def wait(self, job: Job) -> None:
        """Block until it is quiet.

        Raises:
            Cancelled: the job is not wanted any more.
        """
        while not self._open.wait(PATIENCE):
            if job.cancelled():
                break
        if job.cancelled():
            raise Cancelled("cancelled")
