"""Items of the plane in pyqtgraph's scene: cached pictures of curves, the grid, points, the pinned point.

pyqtgraph's own curves take 464 ms for ten lines with three derivatives (85,000 points, antialiased, two
pixels wide), and know neither poles nor open ends; a frame has 16 ms. `CachedItem` paints thinned polylines
into a pixmap; when the view moves, the pixmap moves with it until what came into sight is computed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPixmap

from jaxstudio.app.plot.plane.curve_geometry import Scenery
from jaxstudio.app.plot.plane.paint_spot import paint_dot
from jaxstudio.app.plot.plane.viewing import to_pixels
from jaxstudio.app.shared.colours import PlotStyle, plot_style
from jaxstudio.functions.protocol.scene import Interval, View

SLOW_MS = 5.0  # what takes longer is painted quickly first
VERY_SLOW_MS = 8.0  # and what takes longer than this, without antialiasing
SLICE_MS = 6.0  # so long a part of the fine picture may hold the window
MOST_MAGNIFIED = 8.0
IDLE_MS = 100  # without a change for so long, the fine picture is begun
GRIP_PX = 12.0  # so near to the pinned point a hand takes hold of it

Parts = Callable[[QPainter, Scenery, View, PlotStyle], Iterator[None]]


@dataclass(frozen=True)
class Snapshot:
    """The state to paint; `view` is in screen pixels; `still` if nothing newer is on its way."""

    scenery: Scenery
    view: View
    font: QFont
    ratio: float
    still: bool


class PlaneItem(pg.GraphicsObject):
    """An item that covers the plane, in the window's pixels, and ignores the mouse."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__()
        self._rect = QRectF()
        self.setParentItem(parent)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_size(self, width: int, height: int) -> None:
        """The plane has this size, in pixels of the window."""
        self.prepareGeometryChange()
        self._rect = QRectF(0, 0, width, height)

    def boundingRect(self) -> QRectF:
        return self._rect

    def shape(self) -> QPainterPath:
        return QPainterPath()


class PaintedItem(PlaneItem):
    """An item painted by a function at each repaint: cheap things, and those that follow the cursor."""

    def __init__(self, paint: Callable[[QPainter], None], parent: Any) -> None:
        super().__init__(parent)
        self._paint = paint

    def paint(self, painter: QPainter, option: object, widget: object) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)


class CachedItem(PlaneItem):
    """Paints `parts` once into a pixmap. `refined` is emitted when a finer picture has replaced it."""

    refined = Signal()

    def __init__(self, parts: Parts, snapshot: Callable[[], Snapshot], parent: Any = None) -> None:
        super().__init__(parent)
        self._parts, self._snapshot = parts, snapshot
        self._pixmap: QPixmap | None = None
        self._view: View | None = None  # the view that the pixmap shows
        self._valid = self._following = False
        self._fine_ms = self._quick_ms = 0.0
        self._work: Iterator[None] | None = None
        self._next: QPixmap | None = None
        self._unused: QPixmap | None = None
        self._painter = QPainter()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._paint_slice)
        self._idle_timer = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle_timer.timeout.connect(self._refine_when_idle)

    @property
    def done(self) -> bool:
        """Whether nothing finer is on its way."""
        return self._work is None

    @property
    def stale(self) -> bool:
        """Whether the next repaint shows a new picture."""
        return not self._valid

    @property
    def slow(self) -> bool:
        """Whether the fine picture takes longer than a frame leaves time for."""
        return self._fine_ms > SLOW_MS

    def renew(self) -> None:
        """Something has changed: the next picture is painted anew; one of the same view stays meanwhile."""
        self.stop()
        self._following = False
        snapshot = self._snapshot()
        if self._valid and snapshot.still and snapshot.view == self._view and self.slow:
            self._refine(snapshot)
        else:
            self._valid = False

    def follow(self) -> None:
        """The view has changed and its contents are being computed: the picture moves with it meanwhile."""
        if self._valid and self._snapshot().view == self._view:
            return
        self.stop()
        self._valid, self._following = False, True

    def update_picture(self) -> QRectF:
        """Make the picture ready, painted or moved; where it lies, in pixels of the screen."""
        snapshot = self._snapshot()
        if not self._valid and self._following and self._can_move(snapshot):
            self._idle_timer.start()
            self._valid = True
        elif not self._valid:
            self._following = False
            self._paint_now(snapshot)
        assert self._view is not None
        return _place(self._view, snapshot.view)

    def paint(self, painter: QPainter, option: object = None, widget: object = None) -> None:
        place = self.update_picture()
        assert self._pixmap is not None
        ratio = self._pixmap.devicePixelRatio()
        box = QRectF(place.x() / ratio, place.y() / ratio, place.width() / ratio, place.height() / ratio)
        if (place.width(), place.height()) == (self._pixmap.width(), self._pixmap.height()):
            painter.drawPixmap(box.topLeft(), self._pixmap)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(box, self._pixmap, QRectF(self._pixmap.rect()))

    def _paint_now(self, snapshot: Snapshot) -> None:
        """Paint the whole picture, quickly if it takes long, with the fine one to follow."""
        if not self.slow:
            self._pixmap = self._paint_whole(snapshot)
        else:
            self._pixmap = self._paint_whole(snapshot, quick=True)
            if snapshot.still:
                self._refine(snapshot)
            else:
                self._idle_timer.start()
        self._view, self._valid = snapshot.view, True

    def _can_move(self, snapshot: Snapshot) -> bool:
        """Whether moving the picture is better than painting it: that magnifies lines, but takes no time."""
        old, now = self._view, snapshot.view
        if self._pixmap is None or old is None or self._pixmap.devicePixelRatio() != snapshot.ratio:
            return False
        if (old.width_px, old.height_px) != (now.width_px, now.height_px):
            return False
        if old.log != now.log:
            return False
        old_exponents, new_exponents = old.exponents, now.exponents
        larger = (
            _span(a) / _span(b)
            for a, b in ((old_exponents.x, new_exponents.x), (old_exponents.y, new_exponents.y))
        )
        if not all(1 / MOST_MAGNIFIED < factor < MOST_MAGNIFIED for factor in larger):
            return False
        place = _place(old, now)
        if not place.intersects(QRectF(0, 0, now.width_px, now.height_px)):
            return False
        same_scale = (place.width(), place.height()) == (now.width_px, now.height_px)
        return same_scale or self._quick_ms > SLOW_MS

    def _refine_when_idle(self) -> None:
        """Repaint finely when no newer scene came; until then the picture was moved or painted quickly."""
        if self._following:
            self.stop()
            self._valid = self._following = False
            self.refined.emit()
        else:
            self._refine(self._snapshot())

    def _blank(self, snapshot: Snapshot) -> QPixmap:
        """A pixmap to be painted all over; an old one if possible: a new one costs page faults."""
        pixmap, self._unused = self._unused, None
        size = snapshot.view.width_px, snapshot.view.height_px
        if pixmap is None or (pixmap.width(), pixmap.height()) != size:
            pixmap = QPixmap(*size)
        pixmap.setDevicePixelRatio(1.0)
        return pixmap

    def _paint_whole(self, snapshot: Snapshot, *, quick: bool = False) -> QPixmap:
        pixmap = self._blank(snapshot)
        began = time.perf_counter()
        rough = quick and self._fine_ms > VERY_SLOW_MS
        style = plot_style(snapshot.font, snapshot.ratio, quick=quick, rough=rough)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for _ in self._parts(painter, snapshot.scenery, snapshot.view, style):
            pass
        painter.end()
        took = (time.perf_counter() - began) * 1e3
        if quick:
            self._quick_ms = took
        else:
            self._fine_ms = took
        pixmap.setDevicePixelRatio(snapshot.ratio)
        self._unused = self._pixmap
        return pixmap

    def _refine(self, snapshot: Snapshot) -> None:
        self._next, self._refining = self._blank(snapshot), snapshot
        style = plot_style(snapshot.font, snapshot.ratio)
        self._painter = QPainter()
        self._work = self._parts(self._painter, snapshot.scenery, snapshot.view, style)
        self._spent_ms = 0.0
        self._timer.start()

    def _paint_slice(self) -> None:
        """Paint for a moment."""
        if self._work is None or self._next is None:
            return
        began = time.perf_counter()
        # never left open between two events: its pixmap could go before it
        self._painter.begin(self._next)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finished = all((time.perf_counter() - began) * 1e3 <= SLICE_MS for _ in self._work)
        self._painter.end()
        self._spent_ms += (time.perf_counter() - began) * 1e3
        if not finished:
            return
        self._fine_ms = self._spent_ms
        self._next.setDevicePixelRatio(self._refining.ratio)
        self._unused, self._pixmap, self._view = self._pixmap, self._next, self._refining.view
        self._next = None
        self.stop()
        self.refined.emit()

    def stop(self) -> None:
        """Leave a fine picture unfinished."""
        self._timer.stop()
        self._idle_timer.stop()
        self._unused = self._next or self._unused
        self._work = self._next = None


class PinnedPoint(pg.TargetItem):
    """The point that is pinned to a curve. `dragged` follows the hand, in pixels of the plane."""

    dragged = Signal(QPointF)

    def __init__(self, parent: Any) -> None:
        super().__init__(size=2 * GRIP_PX, symbol="o")
        self.setParentItem(parent)
        self.hide()

    def show_at(self, place: QPointF | None, colour: QColor, style: PlotStyle) -> None:
        """Stand at a place of the plane, in a curve's colour; None hides it."""
        self.setVisible(place is not None)
        if place is not None:
            self.setPos(place)
            self._colour, self._look = colour, style

    def paint(self, painter: QPainter, *_: object) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_dot(painter, QPointF(), self._colour, self._look, pinned=True)

    def mouseDragEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.moving = not event.isFinish()
            self.dragged.emit(self.mapToParent(event.pos()))


def _span(interval: Interval) -> float:
    return interval[1] - interval[0]


def _place(old: View, now: View) -> QRectF:
    """The rectangle of one view's picture in another view, in whole pixels: half pixels would blur it."""
    left, top = to_pixels(now, old.x[0], old.y[1])
    right, bottom = to_pixels(now, old.x[1], old.y[0])
    return QRectF(round(left), round(top), round(right - left), round(bottom - top))
