"""Moves the controls of a real window and notes when the picture of each move is painted.

A move is done when a frame is painted that was asked for at or after it. Heart tells how long the
window's thread was deaf meanwhile.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from jaxstudio.app.image.engine_bridge import Picture
from jaxstudio.app.main_window import MainWindow
from jaxstudio.errors import ComputeError

Move = Callable[[], object]
PATIENCE_MS = 600_000  # the first start of all compiles every kernel


class Heart(QObject):
    """Beats every millisecond in the window's thread; `pauses` are what came in between, in ms."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pauses: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self, interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self.pauses = []
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> list[float]:
        self._beat()
        self._timer.stop()
        return self.pauses

    def _beat(self) -> None:
        now = time.perf_counter()
        self.pauses.append(max(0.0, (now - self._last) * 1e3 - 1.0))
        self._last = now


class Driver(QObject):
    """Makes moves one after the other, or at a steady pace."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self.heart = Heart(self)
        self.failure = ""
        self._loop = QEventLoop(self)
        self._moves: deque[Move] = deque()
        self._waiting: deque[float] = deque()
        self._done: list[float] = []
        self._pace = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._pace.timeout.connect(self._move)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._fail("no picture came"))
        window.image.canvas.painted.connect(self._painted)
        window.image.document.failed.connect(self._fail)

    def run(self, moves: Sequence[Move], every_ms: int = 0) -> list[float]:
        """Milliseconds from each move to its picture.

        The next move follows its picture, or comes every `every_ms` whether there is one or not.
        """
        self._moves, self._waiting, self._done = deque(moves), deque(), []
        self._pace.setInterval(every_ms)
        QTimer.singleShot(0, self, self._pace.start if every_ms else self._move)
        self._wait_for_all()
        return self._done

    def until(self, reached: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        timer = QTimer(self, interval=5)
        timer.timeout.connect(lambda: self._loop.quit() if reached() else None)
        timer.start()
        self._wait_for_all()
        timer.stop()

    def settle(self) -> None:
        """Wait for the exact frame of what there is now, so that nothing is left to compute."""
        session, asked = self.window.image.document, time.perf_counter()
        session.request()

        def exact() -> bool:
            picture = session.picture
            frame = picture.frame if picture is not None else None
            return frame is not None and frame.exact and frame.view.started >= asked and not session.moving

        self.until(exact)

    def _wait_for_all(self) -> None:
        self.failure = ""
        self._patience.start()
        self._loop.exec()
        self._patience.stop()
        if self.failure:
            raise ComputeError(f"bench: {self.failure}")

    def _move(self) -> None:
        if not self._moves:
            self._pace.stop()
            return
        self._waiting.append(time.perf_counter())
        self._moves.popleft()()

    def _painted(self, picture: Picture) -> None:
        now = time.perf_counter()
        if picture.frame is None or not self._waiting:
            return
        started = picture.frame.view.started
        while self._waiting and self._waiting[0] <= started:
            self._done.append((now - self._waiting.popleft()) * 1e3)
        if self._waiting:
            return
        if not self._moves:
            self._loop.quit()
        elif not self._pace.isActive():
            QTimer.singleShot(0, self, self._move)

    def _fail(self, reason: str) -> None:
        self.failure = reason
        self._pace.stop()
        self._loop.quit()
