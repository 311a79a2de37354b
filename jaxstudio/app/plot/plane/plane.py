"""The plane: a plot of pyqtgraph with the controller's lines, moved and magnified by hand, wheel and keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_row import ERROR_AFTER_MS
from jaxstudio.app.plot.plane.axes import PlaneAxis, paint_grid
from jaxstudio.app.plot.plane.buttons import PlaneButtons
from jaxstudio.app.plot.plane.cursor import Cursor
from jaxstudio.app.plot.plane.curve_geometry import LineDrawings, Scenery
from jaxstudio.app.plot.plane.items import CachedItem, PaintedItem, PinnedPoint, PlaneItem, Snapshot
from jaxstudio.app.plot.plane.picture import paint_below_numbers, paint_points
from jaxstudio.app.plot.plane.surface_view import SurfaceView
from jaxstudio.app.plot.plane.view_box import NOTCH, PlaneBox
from jaxstudio.app.shared.colours import PlotStyle, plot_style
from jaxstudio.functions.protocol.scene import View

PAN_PX = 40
CLICK_PX = 4
STEPS = 20  # a key moves the pinned dot by so much less than the plane
BUTTONS_PX = 12

ARROWS = {
    Qt.Key.Key_Left: (PAN_PX, 0),
    Qt.Key.Key_Right: (-PAN_PX, 0),
    Qt.Key.Key_Up: (0, PAN_PX),
    Qt.Key.Key_Down: (0, -PAN_PX),
}


class Plane(pg.PlotWidget):
    """Shows the controller's lines, and what follows the cursor above them.

    From the ground up: grid, heatmaps and curves as one `CachedItem`, the numbers of the axes, points of
    interest, what follows the cursor, the pinned point.
    `painted(number)` is emitted when a picture of the lines is on the screen: the number of its scene.
    """

    painted = Signal(int)

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        self.controller = controller
        self._built = False
        box = PlaneBox(controller)
        axes = {side: PlaneAxis(side, self) for side in ("left", "bottom")}
        super().__init__(parent, background=None, viewBox=box, axisItems=axes, enableMenu=False)
        self.plotItem.layout.setContentsMargins(0, 0, 0, 0)
        self.plotItem.hideButtons()
        self.setCacheMode(pg.GraphicsView.CacheModeFlag(0))
        self.scene().setMoveDistance(CLICK_PX)
        self._fresh = False
        self._drawn_state: object = None
        self.drawings = LineDrawings()
        self.cursor_on = Cursor(controller, self.drawings, self.scenery)
        box.cursor_on = self.cursor_on
        back = self.plotItem
        self.curves = CachedItem(paint_below_numbers, self._snapshot, back)
        points = PaintedItem(self._paint_points, box)
        above = PaintedItem(lambda painter: self.cursor_on.paint(painter, self.plot_style(1.0)), box)
        self.items_in_place: tuple[PlaneItem, ...] = (self.curves, points, above)
        layers: tuple[Any, ...] = (self.curves, *axes.values(), box)
        for z, item in enumerate(layers):
            item.setZValue(z)
        self.pin = PinnedPoint(box)
        self.pin.dragged.connect(self.cursor_on.drag)
        self.surface = SurfaceView(controller, self)
        self.buttons = PlaneButtons(controller, self.cursor_on.probe, self)
        # as long as the message about a wrong line waits, too
        self._fading = QTimer(self, singleShot=True, interval=ERROR_AFTER_MS)
        self._fading.timeout.connect(self._fade)
        self.setMinimumSize(160, 150)
        self.setAccessibleName(self.tr("Plane"))
        controller.scene_changed.connect(self._take)
        controller.sheet_changed.connect(self.drawings.forget)
        controller.view_changed.connect(self._follow)
        controller.document_changed.connect(self._document_changed)
        controller.axes_changed.connect(self.redraw)
        controller.current_changed.connect(self.redraw)
        controller.spot_changed.connect(self._show_picture)
        controller.options_changed.connect(self._show_picture)
        controller.descent.changed.connect(self._show_picture)
        self.cursor_on.probe.changed.connect(self._show_picture)
        self.curves.refined.connect(self._refined)
        self.cursor_on.shape_changed.connect(lambda shape: self.viewport().setCursor(shape))
        self._built = True
        self._mirror_view()

    # Painting

    def plot_style(self, scale: float | None = None, *, fast: bool = True) -> PlotStyle:
        """The colours of the theme."""
        return plot_style(self.font(), scale or self.devicePixelRatioF(), fast=fast)

    def scenery(self) -> Scenery:
        """The contents of the plane."""
        return self.drawings.scenery(self.controller.document, self.controller.current)

    def redraw(self) -> None:
        """Paint everything anew."""
        self.curves.renew()
        self._show_picture()

    def _follow(self) -> None:
        """The view has moved, and the picture with it."""
        self._mirror_view()
        self.curves.follow()
        self._show_picture()

    def _mirror_view(self) -> None:
        """The controller holds the view; pyqtgraph's view box shows it."""
        self.plotItem.vb.mirror(self.controller.view)

    def _show_picture(self) -> None:
        """Paint everything except below the buttons, where painting takes a third as long as many curves."""
        spot, style = self.controller.pinned, self.plot_style(1.0)
        colour = style.curve(self.cursor_on.hue(spot.key), spot.order) if spot is not None else style.text
        self.pin.show_at(self.cursor_on.place(spot), colour, style)
        self.viewport().update(QRegion(self.rect()) - self.buttons.hidden_below())

    def _document_changed(self) -> None:
        """Sliders and pages change nothing that is painted before another scene comes."""
        document = self.controller.document
        hidden = document.hidden_keys
        lines = [
            (line.key, line.hue, line.key in hidden, bool(line.text.strip()), line.caption)
            for line in document.lines
        ]
        drawn_state = (lines, document.data)
        if drawn_state != self._drawn_state:
            self._drawn_state = drawn_state
            self._show_surface()
            self.redraw()

    def _take(self) -> None:
        scene = self.controller.scene
        assert scene is not None
        document = self.controller.requests.get(scene.number, self.controller.document)
        self.drawings.take(scene, document)
        if self.drawings.wrong == self.drawings.faded:
            self._fading.stop()
        elif not self._fading.isActive():
            self._fading.start()
        self._show_surface()
        self.redraw()

    def _fade(self) -> None:
        if self.drawings.fade():
            self.redraw()

    def _show_surface(self) -> None:
        """A line to be seen as a surface takes the plane's place."""
        self.surface.show_arts(self.scenery().arts)
        self.buttons.show_for(surface=self.surface.art is not None)

    def _device_view(self) -> View:
        view, ratio = self.controller.view, self.devicePixelRatioF()
        return replace(view, width_px=round(self.width() * ratio), height_px=round(self.height() * ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._fresh |= self.curves.stale
        super().paintEvent(event)
        if self._fresh and self.controller.scene is not None:
            self._fresh = False
            self.painted.emit(self.controller.scene.number)

    def drawBackground(self, painter: QPainter, rect: Any) -> None:
        """The grid where a picture that was moved does not reach."""
        view = self._device_view()
        if not self.curves.update_picture().contains(QRectF(0, 0, view.width_px, view.height_px)):
            style = self.plot_style(1.0)
            painter.fillRect(rect, style.ground)
            paint_grid(painter, self.controller.view, self.controller.document.axes, style)

    def drawForeground(self, painter: QPainter, rect: Any) -> None:
        if self.controller.scene is None and self._waits():
            self._paint_waiting(painter)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_points(self, painter: QPainter) -> None:
        style = plot_style(self.font(), quick=self.curves.slow and not self.controller.still)
        paint_points(painter, self.scenery(), self.controller.view, style)

    def _refined(self) -> None:
        self._fresh = True
        self.viewport().update()

    @property
    def done(self) -> bool:
        """Whether everything is painted as finely as it will be."""
        return self.curves.done

    def stop(self) -> None:
        """Leave a fine picture unfinished."""
        self.curves.stop()

    def _waits(self) -> bool:
        """Whether something is to be drawn and nothing can draw it yet."""
        return any(line.text.strip() for line in self.controller.document.lines)

    def _paint_waiting(self, painter: QPainter) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(
            self.rect().adjusted(0, self.height() // 4, 0, 0),
            Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
            self.tr("JAX is starting…"),
        )

    def _snapshot(self) -> Snapshot:
        """Return the state to paint, without the parts that follow the cursor."""
        still = self.controller.still
        return Snapshot(self.scenery(), self._device_view(), self.font(), self.devicePixelRatioF(), still)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._built:  # pyqtgraph's own constructor
            return
        self.controller.set_size(self.width(), self.height(), self.devicePixelRatioF())
        for item in self.items_in_place:
            item.set_size(self.width(), self.height())
        self.redraw()
        self.surface.setGeometry(self.rect())
        self._place_buttons()

    def _place_buttons(self) -> None:
        self.buttons.fit_height(self.height() - 2 * BUTTONS_PX)
        self.buttons.move(self.width() - self.buttons.width() - BUTTONS_PX, BUTTONS_PX)

    def changeEvent(self, event: object) -> None:
        super().changeEvent(event)
        if self._built:
            self.redraw()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            event.ignore()
        elif key in ARROWS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.cursor_on.step(-ARROWS[key][0] / STEPS)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.cursor_on.step(0)
        elif key == Qt.Key.Key_Escape:
            self.controller.pin(None)
        elif key in ARROWS:
            self.controller.pan(*ARROWS[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.controller.zoom(NOTCH)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.controller.zoom(1 / NOTCH)
        elif key == Qt.Key.Key_0:
            self.controller.show_home()
        else:
            event.ignore()

    def leaveEvent(self, event: object) -> None:
        self.cursor_on.hover(None)
