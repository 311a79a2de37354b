"""A walk downhill as it is shown: how many of its steps, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.functions.protocol.queries import DescentAnswer

if TYPE_CHECKING:
    from jaxstudio.app.plot.session import Session

EVERY_MS = 60


class Walker(QObject):
    """Holds the newest walk; the plane paints its first `shown` steps."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.key: int | None = None
        self.answer: DescentAnswer | None = None
        self.shown = 0
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def steps(self) -> int:
        return len(self.answer.values) - 1 if self.answer is not None else 0

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def take(self, key: int, answer: DescentAnswer) -> None:
        """Another walk; as much of it is shown as of the one before."""
        whole = self.answer is None or self.shown >= self.steps
        self.key, self.answer = key, answer
        self.shown = self.steps if whole else min(self.shown, self.steps)
        self.changed.emit()

    def forget(self) -> None:
        self._timer.stop()
        self.key = self.answer = None
        self.shown = 0
        self.changed.emit()

    def show(self, steps: int) -> None:
        """Show so many steps."""
        self.shown = min(max(steps, 0), self.steps)
        self.changed.emit()

    def run(self, on: bool) -> None:
        """Walk by itself, from the start if it has arrived."""
        if on:
            if self.shown >= self.steps:
                self.shown = 0
            self._timer.start()
        else:
            self._timer.stop()
        self.changed.emit()

    def _tick(self) -> None:
        self.shown = min(self.shown + max(1, self.steps // 200), self.steps)
        if self.shown >= self.steps:
            self._timer.stop()
        self.changed.emit()
