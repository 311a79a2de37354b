"""Sliders in motion: each runs through its range in time, whatever a picture takes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.functions.document import Motion, Slider

if TYPE_CHECKING:
    from jaxstudio.app.plot.session import Session

EVERY_MS = 16
SECONDS = 8.0  # for the whole range at speed 1


class Animation(QObject):
    """One timer for all that moves; a run from start to stop is one undo."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self._runs: dict[str, tuple[float, float]] = {}  # value before it is put on a step, and way
        self._last = 0.0
        self.timer = QTimer(self, interval=EVERY_MS)
        self.timer.timeout.connect(lambda: self.tick(time.monotonic()))

    def moves(self, name: str) -> bool:
        return name in self._runs

    def play(self, name: str, on: bool) -> None:
        """Set a slider in motion, or stop it."""
        if on and name not in self._runs:
            if not self._runs:
                self.session.begin_gesture()
                self._last = time.monotonic()
                self.timer.start()
            slider = self.session.slider(name)
            again = slider.motion is Motion.ONCE and slider.value >= slider.high
            self._runs[name] = (slider.low if again else slider.value, 1.0)
        elif not on:
            self._runs.pop(name, None)
            self._rest()
        self.changed.emit()

    def stop(self) -> None:
        """Stop everything that moves."""
        for name in list(self._runs):
            self.play(name, False)

    def tick(self, now: float) -> None:
        """Move all by the time that has passed; a picture still in work is waited for."""
        if self.session.waiting:
            return
        passed, self._last = now - self._last, now
        known = self.session.reading.sliders
        for name in list(self._runs):
            if name not in known:
                self.play(name, False)
                continue
            slider = self.session.slider(name)
            value, way = moved(slider, self._runs[name][0], passed, self._runs[name][1])
            self._runs[name] = (value, way)
            self.session.set_slider(name, on_step(slider, value))
            if way == 0.0:
                self.play(name, False)

    def _rest(self) -> None:
        if not self._runs and self.timer.isActive():
            self.timer.stop()
            self.session.end_gesture()


def moved(slider: Slider, value: float, seconds: float, way: float) -> tuple[float, float]:
    """The value after so many seconds, and which way it goes on: 1, -1, or 0 at its end."""
    span = slider.high - slider.low
    value += way * seconds * span * slider.speed / SECONDS
    if slider.low <= value <= slider.high:
        return value, way
    if slider.motion is Motion.LOOP:
        return slider.low + (value - slider.low) % span, 1.0
    if slider.motion is Motion.ONCE:
        return slider.high, 0.0
    beyond = value > slider.high
    turned = 2 * slider.high - value if beyond else 2 * slider.low - value
    return min(max(turned, slider.low), slider.high), -1.0 if beyond else 1.0


def on_step(slider: Slider, value: float) -> float:
    """The nearest value that the slider stops at, short enough to be read."""
    step = slider.step or (slider.high - slider.low) / 1000
    value = slider.low + round((value - slider.low) / step) * step
    return float(f"{min(max(value, slider.low), slider.high):.10g}")
