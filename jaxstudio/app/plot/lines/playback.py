"""Animations: sliders through their ranges, and the steps of a descent."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.app.plot.editing import Editing
from jaxstudio.functions.document import Motion, Slider
from jaxstudio.functions.protocol.queries import DescentAnswer

EVERY_MS = 16
SECONDS = 8.0  # for the whole range at speed 1


class SliderAnimation(QObject):
    """One timer moves all animated sliders; a run from start to stop is one undo."""

    changed = Signal()

    def __init__(self, controller: Editing) -> None:
        super().__init__(controller)
        self.controller = controller
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
                self.controller.begin_gesture()
                self._last = time.monotonic()
                self.timer.start()
            slider = self.controller.slider(name)
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
        if self.controller.waiting:
            return
        passed, self._last = now - self._last, now
        known = self.controller.reading.sliders
        for name in list(self._runs):
            if name not in known:
                self.play(name, False)
                continue
            slider = self.controller.slider(name)
            value, way = moved(slider, self._runs[name][0], passed, self._runs[name][1])
            self._runs[name] = (value, way)
            self.controller.set_slider(name, on_step(slider, value))
            if way == 0.0:
                self.play(name, False)

    def _rest(self) -> None:
        if not self._runs and self.timer.isActive():
            self.timer.stop()
            self.controller.end_gesture()


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


STEP_MS = 60


class DescentPlayback(QObject):
    """Holds the newest descent; the plane paints its first `shown` steps."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.key: int | None = None
        self.answer: DescentAnswer | None = None
        self.current_step = 0
        self._timer = QTimer(self, interval=STEP_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def steps(self) -> int:
        return len(self.answer.values) - 1 if self.answer is not None else 0

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def take(self, key: int, answer: DescentAnswer) -> None:
        """Show another descent, as many of its steps as of the one before."""
        whole = self.answer is None or self.current_step >= self.steps
        self.key, self.answer = key, answer
        self.current_step = self.steps if whole else min(self.current_step, self.steps)
        self.changed.emit()

    def forget(self) -> None:
        self._timer.stop()
        self.key = self.answer = None
        self.current_step = 0
        self.changed.emit()

    def show(self, steps: int) -> None:
        """Show so many steps."""
        self.current_step = min(max(steps, 0), self.steps)
        self.changed.emit()

    def run(self, on: bool) -> None:
        """Show one step after the other, from the start where all are shown."""
        if on:
            if self.current_step >= self.steps:
                self.current_step = 0
            self._timer.start()
        else:
            self._timer.stop()
        self.changed.emit()

    def _tick(self) -> None:
        self.current_step = min(self.current_step + max(1, self.steps // 200), self.steps)
        if self.current_step >= self.steps:
            self._timer.stop()
        self.changed.emit()
