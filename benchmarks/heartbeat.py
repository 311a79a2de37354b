"""How long the window's thread was deaf between two turns of its event loop."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

from jaxstudio.errors import ComputeError


class Heartbeat(QObject):
    """Beats every millisecond in the window's thread; `pauses` are what came in between, in ms.

    `processor` is the thread's processor time in each: what is longer is the machine's, busy with something
    else. With `time.thread_time` as the `clock` both are that.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pauses: list[float] = []
        self.processor: list[float] = []
        self.clock: Callable[[], float] = time.perf_counter
        self._last = self._last_processor = 0.0
        self._timer = QTimer(self, interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self.pauses, self.processor = [], []
        self._last, self._last_processor = self.clock(), time.thread_time()
        self._timer.start()

    def stop(self) -> list[float]:
        self._beat()
        self._timer.stop()
        return self.pauses

    def _beat(self) -> None:
        now, processor = self.clock(), time.thread_time()
        idle = 1.0 if self.clock is time.perf_counter else 0.0
        self.pauses.append(max(0.0, (now - self._last) * 1e3 - idle))
        self.processor.append((processor - self._last_processor) * 1e3)
        self._last, self._last_processor = now, processor


LOOK_MS, PATIENCE_S = 5, 300.0


def wait_until(reached: Callable[[], bool], owner: QObject, patience_s: float = PATIENCE_S) -> None:
    """Let the window live until something is so.

    Raises:
        ComputeError: it is not so after `patience_s` seconds.
    """
    loop, given_up = QEventLoop(owner), time.monotonic() + patience_s
    look = QTimer(loop, interval=LOOK_MS)
    look.timeout.connect(lambda: loop.quit() if reached() or time.monotonic() > given_up else None)
    look.start()
    loop.exec()
    look.stop()
    loop.deleteLater()
    if not reached():
        raise ComputeError(f"bench: not so after {patience_s:.0f} s")
