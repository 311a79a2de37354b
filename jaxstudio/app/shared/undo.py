"""The history of an edited value (a recipe, a sheet of functions): gestures, nudges, undo and redo."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QObject, QTimer

from jaxstudio.pipeline.history import History

NUDGE_MS = 1000  # wheel and keyboard steps closer than this are one undo


class UndoableEditor(QObject):
    """Holds the history of a value that controls change.

    All values of one gesture (a control that is held) are one undo, and so are successive nudges by wheel or
    key. A subclass computes what the value shows (`request`) and tells its listeners (`_value_changed`).
    """

    history: History[Any]

    def __init__(self, first: object, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(first)
        self._gesture: object = None
        self._nudge = QTimer(self, singleShot=True, interval=NUDGE_MS)
        self._nudge.timeout.connect(self.history_rests)

    def request(self) -> None:
        """Ask for a picture of the present value."""
        raise NotImplementedError

    def _value_changed(self, started: float = 0.0) -> None:
        """Show that the present value is another one, since `started` (time.perf_counter; 0: unknown)."""
        raise NotImplementedError

    def _restored(self, value: Any, before: Any) -> Any:
        """The value to show when an undo or redo goes from `before` to `value`."""
        return value

    @property
    def in_gesture(self) -> bool:
        """Whether a control is held, or was nudged a moment ago."""
        return self._gesture is not None or self._nudge.isActive()

    def record(self, value: object, nudge: object = None) -> None:
        """Make `value` the present one; successive nudges with an equal `nudge` are one undo."""
        started = time.perf_counter()
        if value == self.history.present:
            return
        gesture = self._gesture or nudge
        self.history.record(value, gesture)
        if gesture is None:
            self._nudge.stop()
        elif self._gesture is None:
            self._nudge.start()
        self._value_changed(started)

    def undo(self) -> None:
        self.travel(-1)

    def redo(self) -> None:
        self.travel(1)

    def travel(self, changes: int) -> None:
        """Undo (below 0) or redo so many changes at once, as far as there are any."""
        self._nudge.stop()
        history = self.history
        before = history.present
        for _ in range(abs(changes)):
            if changes < 0:
                history.undo()
            else:
                history.redo()
        if history.present is not before:
            history.present = self._restored(history.present, before)
            self._value_changed()

    def return_to(self, value: object) -> None:
        """Undo to where this value was the present one; where it never was, record it."""
        past = self.history.past
        changes = next((count for count, each in enumerate(reversed(past), 1) if each == value), 0)
        if changes:
            self.travel(-changes)
        else:
            self.record(value)

    def begin_gesture(self) -> None:
        """A control is held: until `end_gesture` all changes are one undo."""
        self._nudge.stop()
        self.history.end_gesture()
        self._gesture = object()

    def end_gesture(self) -> None:
        """The control is released: the next change is a separate undo, and an exact picture is requested."""
        self._nudge.stop()
        self._gesture = None
        self.history.end_gesture()
        self.request()

    def history_rests(self) -> None:
        """No nudge follows the last one: the next change is a separate undo."""
        self.history.end_gesture()
