"""The inspector's threads give way: to frames of the canvas, and to the painting of its own texts."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.errors import Cancelled

PATIENCE = 0.05  # seconds between two looks at whether the work is still wanted


class IdleGate:
    """Closed while a slider moves or a frame is due; threads call `wait` between parts of their work."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def set(self, quiet: bool) -> None:
        """Open the gate when no frame is due, close it otherwise."""
        if quiet:
            self._open.set()
        else:
            self._open.clear()

    def wait(self, job: BackgroundTask) -> None:
        """Block until it is quiet.

        Raises:
            Cancelled: the job is not wanted any more.
        """
        while not self._open.wait(PATIENCE):
            if job.cancelled():
                break
        if job.cancelled():
            raise Cancelled("cancelled")


MOST_SECONDS = 0.1  # the longest wait, even if painting takes longer

_free = threading.Event()
_free.set()


@contextmanager
def painting() -> Iterator[None]:
    """Meanwhile those who ask `stopped` between the parts of their work wait."""
    _free.clear()
    try:
        yield
    finally:
        _free.set()


def stopped(job: BackgroundTask) -> bool:
    """Whether the job was cancelled; waits until no text is being painted."""
    _free.wait(MOST_SECONDS)
    return job.cancelled()


PAINTING_SECONDS = 0.003  # of processor time in one turn of the event loop


class PaintingTurn:
    """The time that texts may take to be painted in one turn of the event loop, all of them together."""

    def __init__(self) -> None:
        self._left = math.inf  # no turn has begun

    def spend(self, seconds: float) -> bool:
        """Count so many seconds of processor time. Return whether this turn has more."""
        if self._left == math.inf:
            self._left = PAINTING_SECONDS
            QTimer.singleShot(0, self._begin)
        self._left -= seconds
        return self._left > 0

    def _begin(self) -> None:
        self._left = math.inf


PAINTING = PaintingTurn()
