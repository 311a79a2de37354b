"""Python's search for unreachable cycles, kept from stopping the window.

What JAX traces stays for as long as the program runs: half a million objects, among which a full search
finds next to nothing while every thread waits for it, a third of a second and more each time. So what has
outlived a moment of compiling is set aside, and the next search passes over it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

LOOK_EVERY_MS = 250
# Objects made, less those gone, between two searches among the youngest: a trace makes thousands that stay.
YOUNG = 10_000


class Garbage(QObject):
    """Looks now and then whether something was compiled, and sets aside what that has left."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
        self._compiles: Callable[[], int] | None = None
        self._seen = 0
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)

    def watch(self, compiles: Callable[[], int]) -> None:
        """`compiles` counts what was compiled since the start."""
        self._compiles = compiles
        self._timer.start()

    def look(self) -> None:
        """Set aside what is still in use, if anything was compiled since the last look."""
        count = self._compiles() if self._compiles is not None else self._seen
        if count != self._seen:
            self._seen = count
            gc.collect()  # among what is new alone, so that nothing unreachable is kept
            gc.freeze()


@contextmanager
def no_search() -> Iterator[None]:
    """Import modules: tens of thousands of objects at once, all of them to stay."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
