"""The picture below the cursor: painted at once, and where that takes long, its fine version bit by bit.

When the view moves, the last picture is moved with it at once, until what is newly in sight is computed.
Whatever was not painted finely is, as soon as a hand rests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QFont, QPainter, QPixmap, QRegion

from jaxstudio.app.plot.paint_axes import paint_grid
from jaxstudio.app.plot.picture import Scenery, in_parts, paint
from jaxstudio.app.plot.theme import look_of
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.functions.protocol.scene import View

MUCH_MS = 5.0  # what takes longer is painted quickly first
VERY_MUCH_MS = 8.0  # and what takes longer than this, roughly
SLICE_MS = 6.0  # so long a part of the fine picture may hold the window
MOST_LARGER = 8.0  # a picture is magnified no more than so much
REST_MS = 100  # a hand rests that did nothing for so long


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
        # the last picture that was painted and not just moved, and of which view
        self._painted: QPixmap | None = None
        self._painted_view: View | None = None
        self._spare: list[QPixmap] = []
        self._following = False
        self._full_ms = self._quick_ms = 0.0
        self._work: Iterator[None] | None = None
        self._next: QPixmap | None = None
        self._painter = QPainter()
        self._spent = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._slice)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._rested)

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
        self._following = False
        sight = self._sight()
        if self._pixmap is None or not sight.still or sight.view != self._view or not self._is_much:
            self._pixmap = None
        else:
            self._refine(sight)

    def follow(self) -> None:
        """The view has changed, and what is in it is being computed: the picture moves with it meanwhile."""
        if self._pixmap is not None and self._sight().view == self._view:
            return
        self.stop()
        self._pixmap, self._following = None, True

    def pixmap(self) -> QPixmap:
        """The picture; a quick one, with the fine one to follow, if it takes long."""
        if self._pixmap is None:
            sight = self._sight()
            if self._following and self._can_move(sight):
                self._pixmap = self._moved(sight)
                self._rest.start()
            elif not self._is_much:
                self._pixmap = self._paint(sight)
            else:
                self._pixmap = self._paint(sight, quick=True)
                if sight.still:
                    self._refine(sight)
                else:
                    self._rest.start()
            self._view = sight.view
        return self._pixmap

    def _can_move(self, sight: Sight) -> bool:
        """Whether moving the picture is better than painting it: it magnifies lines, but takes no time."""
        old, now = self._painted_view, sight.view
        if self._painted is None or old is None or self._painted.devicePixelRatio() != sight.ratio:
            return False
        if (old.width_px, old.height_px) != (now.width_px, now.height_px):
            return False
        larger = (old.x[1] - old.x[0]) / (now.x[1] - now.x[0]), (old.y[1] - old.y[0]) / (now.y[1] - now.y[0])
        if not all(1 / MOST_LARGER < factor < MOST_LARGER for factor in larger):
            return False
        place = _place(old, now)
        if not place.intersects(QRectF(0, 0, now.width_px, now.height_px)):
            return False
        same_scale = abs(place.width() - now.width_px) < 0.5 and abs(place.height() - now.height_px) < 0.5
        return same_scale or self._quick_ms > MUCH_MS

    def _moved(self, sight: Sight) -> QPixmap:
        """The last picture as this view shows it; what it does not show is left empty but for the grid."""
        view, old = sight.view, self._painted_view
        assert old is not None
        assert self._painted is not None
        place = _place(old, view)
        pixmap = self._blank(view)
        painter = QPainter(pixmap)
        look = look_of(sight.font, sight.ratio)
        known = place.toAlignedRect()
        painter.setClipRegion(QRegion(pixmap.rect()) - QRegion(known))
        painter.fillRect(pixmap.rect(), look.ground)
        paint_grid(painter, view, look)
        painter.setClipping(False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(place, self._painted, QRectF(self._painted.rect()))
        painter.end()
        pixmap.setDevicePixelRatio(sight.ratio)
        return pixmap

    def _rested(self) -> None:
        """Nothing newer came: what was only moved, or painted quickly, is painted finely."""
        if self._following:
            self.stop()
            self._pixmap, self._following = None, False
            self.refined.emit()
        else:
            self._refine(self._sight())

    @property
    def _is_much(self) -> bool:
        return self._full_ms > MUCH_MS

    def _blank(self, view: View) -> QPixmap:
        """A pixmap to be painted all over, if possible an old one: the memory of a new one costs time."""
        kept = (self._pixmap, self._painted, self._next)
        for spare in self._spare:
            fits = (spare.width(), spare.height()) == (view.width_px, view.height_px)
            if fits and all(spare is not each for each in kept):
                spare.setDevicePixelRatio(1.0)
                return spare
        self._spare = [each for each in kept if each is not None]
        made = QPixmap(view.width_px, view.height_px)
        self._spare.append(made)
        return made

    def _paint(self, sight: Sight, *, quick: bool = False) -> QPixmap:
        pixmap = self._blank(sight.view)
        began = time.perf_counter()
        rough = quick and self._full_ms > VERY_MUCH_MS
        painter = QPainter(pixmap)
        paint(painter, sight.scenery, sight.view, look_of(sight.font, sight.ratio, quick=quick, rough=rough))
        painter.end()
        took = (time.perf_counter() - began) * 1e3
        if quick:
            self._quick_ms = took
        else:
            self._full_ms = took
        pixmap.setDevicePixelRatio(sight.ratio)
        self._painted, self._painted_view = pixmap, sight.view
        return pixmap

    def _refine(self, sight: Sight) -> None:
        self._next = self._blank(sight.view)
        self._next_view = sight.view
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
        self._next.setDevicePixelRatio(self._ratio)
        self._pixmap = self._painted = self._next
        self._painted_view = self._next_view
        self.stop()
        self.refined.emit()

    def stop(self) -> None:
        """Leave a fine picture unfinished."""
        self._timer.stop()
        self._rest.stop()
        self._work = self._next = None

    @staticmethod
    def _paint_for_a_moment(work: Iterator[None], began: float) -> bool:
        """Whether nothing is left to be painted."""
        return all((time.perf_counter() - began) * 1e3 <= SLICE_MS for _ in work)


def _place(old: View, now: View) -> QRectF:
    """Where the picture of one view lies in another, in whole pixels: halves would blur it."""
    left, top = to_pixels(now, old.x[0], old.y[1])
    right, bottom = to_pixels(now, old.x[1], old.y[0])
    return QRectF(round(left), round(top), round(right - left), round(bottom - top))
