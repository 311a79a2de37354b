"""The picture below the cursor: painted at once, and where that takes long, its fine version bit by bit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QFont, QPainter, QPixmap

from jaxstudio.app.plot.look import look_of
from jaxstudio.app.plot.picture import Scenery, in_parts
from jaxstudio.functions.scene import View

MUCH_MS = 5.0  # what takes longer is painted quickly first
SLICE_MS = 6.0  # so long a part of the fine picture may hold the window


@dataclass(frozen=True)
class Sight:
    """What is to be seen, in pixels of the screen; `still`: it stays, so that it is worth fine strokes."""

    scenery: Scenery
    view: View
    font: QFont
    ratio: float
    still: bool


class Backdrop(QObject):
    """Keeps one picture. `refined` is said when a finer one has taken its place."""

    refined = Signal()

    def __init__(self, sight: Callable[[], Sight], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sight = sight
        self._pixmap: QPixmap | None = None
        self._view: View | None = None
        self._full_ms = 0.0
        self._work: Iterator[None] | None = None
        self._next: QPixmap | None = None
        self._painter = QPainter()
        self._spent = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)

    @property
    def done(self) -> bool:
        """Whether nothing finer is on its way."""
        return self._work is None

    @property
    def empty(self) -> bool:
        """Whether the next picture will be a new one."""
        return self._pixmap is None

    def renew(self) -> None:
        """Something has changed: the next picture is painted anew; one of the same view stays meanwhile."""
        self.stop()
        sight = self._sight()
        if self._pixmap is None or not sight.still or sight.view != self._view or not self._is_much:
            self._pixmap = None
        else:
            self._refine(sight)

    def pixmap(self) -> QPixmap:
        """The picture; a quick one, with the fine one to follow, if it takes long."""
        if self._pixmap is None:
            sight = self._sight()
            self._view = sight.view
            self._pixmap = self._painted(sight, quick=self._is_much)
            if self._is_much and sight.still:
                self._refine(sight)
        return self._pixmap

    @property
    def _is_much(self) -> bool:
        return self._full_ms > MUCH_MS

    def _painted(self, sight: Sight, *, quick: bool) -> QPixmap:
        pixmap = QPixmap(sight.view.width_px, sight.view.height_px)
        began = time.perf_counter()
        painter = QPainter(pixmap)
        for _ in in_parts(painter, sight.scenery, sight.view, look_of(sight.font, sight.ratio, quick=quick)):
            pass
        painter.end()
        if not quick:
            self._full_ms = (time.perf_counter() - began) * 1e3
        pixmap.setDevicePixelRatio(sight.ratio)
        return pixmap

    def _refine(self, sight: Sight) -> None:
        self._next = QPixmap(sight.view.width_px, sight.view.height_px)
        self._painter = QPainter()
        self._work = in_parts(self._painter, sight.scenery, sight.view, look_of(sight.font, sight.ratio))
        self._ratio, self._spent = sight.ratio, 0.0
        self._timer.start()

    def _slice(self) -> None:
        """Paint for a moment."""
        if self._work is None or self._next is None:
            return
        began = time.perf_counter()
        # never left open between two events: its pixmap could go before it
        self._painter.begin(self._next)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finished = self._paint_for_a_moment(self._work, began)
        self._painter.end()
        self._spent += (time.perf_counter() - began) * 1e3
        if not finished:
            return
        self._full_ms = self._spent
        self._pixmap = self._next
        self.stop()
        assert self._pixmap is not None
        self._pixmap.setDevicePixelRatio(self._ratio)
        self.refined.emit()

    def stop(self) -> None:
        """Leave a fine picture unfinished."""
        self._timer.stop()
        self._work = self._next = None

    @staticmethod
    def _paint_for_a_moment(work: Iterator[None], began: float) -> bool:
        """Whether nothing is left to be painted."""
        return all((time.perf_counter() - began) * 1e3 <= SLICE_MS for _ in work)
