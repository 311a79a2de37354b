"""Undo history: a list of values; one gesture (a drag) is one entry, however many values it passed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field
from typing import Generic, TypeVar

from jaxstudio.lazy_dataclass import dataclass

Value = TypeVar("Value")
LIMIT = 500


@dataclass
class History(Generic[Value]):
    """The present value (a recipe, a sheet of functions), the values before it and the undone ones."""

    present: Value
    past: list[Value] = field(default_factory=list)
    future: list[Value] = field(default_factory=list)
    times: dict[int, float] = field(default_factory=dict)  # when a value was recorded (time.time), by its id
    _gesture: object = None

    def record(self, value: Value, gesture: object = None) -> None:
        """Make `value` the present. Records with the same `gesture` (not None) count as one."""
        if value == self.present:
            return
        if gesture is None or gesture != self._gesture:
            self.past.append(self.present)
            del self.past[:-LIMIT]
        self._gesture = gesture
        self.future.clear()
        self.present = value
        self.times[id(value)] = time.time()

    def replace_all(self, renewed: Callable[[Value], Value]) -> None:
        """Replace every value, past, present and future; adds no entry."""
        before = [*self.past, self.present, *self.future]
        self.past[:] = map(renewed, self.past)
        self.future[:] = map(renewed, self.future)
        self.present = renewed(self.present)
        pairs = zip(before, [*self.past, self.present, *self.future], strict=True)
        self.times = {id(new): self.times[id(old)] for old, new in pairs if id(old) in self.times}

    def end_gesture(self) -> None:
        """The control was released: the next record is an entry of its own."""
        self._gesture = None

    def join_since(self, value: Value) -> None:
        """Make all changes since `value` was last the present one a single one; none where it never was."""
        count = next((count for count, each in enumerate(reversed(self.past)) if each == value), 0)
        del self.past[len(self.past) - count :]

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def undo(self) -> Value:
        """Step back, unless at the beginning; returns the present value."""
        if self.past:
            self.future.append(self.present)
            self.present = self.past.pop()
        self._gesture = None
        return self.present

    def redo(self) -> Value:
        """Step forward, unless at the end; returns the present value."""
        if self.future:
            self.past.append(self.present)
            self.present = self.future.pop()
        self._gesture = None
        return self.present
