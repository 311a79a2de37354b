"""The plane's view box: pyqtgraph's mouse modes and context menu over the view that the controller holds."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QMenu

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.plane import viewing
from jaxstudio.app.plot.plane.buttons import AxesMenu
from jaxstudio.app.plot.plane.cursor import Cursor
from jaxstudio.app.shared.colours import faded
from jaxstudio.functions.protocol.scene import View

NOTCH = 1.2  # a wheel's notch magnifies so much
EQUAL = 0.01  # scales that differ by less are equal

# Of pyqtgraph's form for an axis: what the plane does not have.
UNSUPPORTED = (
    *("autoRadio", "autoPercentSpin", "autoPanCheck", "visibleOnlyCheck", "manualRadio"),
    *("linkCombo", "label", "invertCheck", "mouseCheck"),
)

# Every move counts: pyqtgraph drops those that follow another within 10 ms, the last of a drag too.
pg.setConfigOption("mouseRateLimit", 0)


class PlaneBox(pg.ViewBox):
    """Left-drag moves, the wheel magnifies about the cursor, right-drag stretches each axis by itself.

    Moving and magnifying are done by the controller, whose arithmetic in pixels stays exact where the span of
    the view is 1e-12 of its coordinates; a rectangle, a right-drag and typed ranges are pyqtgraph's.
    """

    copy_requested = Signal()
    export_requested = Signal()

    def __init__(self, controller: FunctionsController) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.controller = controller
        self.cursor_on: Cursor | None = None
        self._mirroring = False
        self.disableAutoRange()
        self.sigRangeChanged.connect(self._range_changed)

    def mirror(self, view: View) -> None:
        """Show the controller's view, in the exponents of logarithmic axes."""
        self._mirroring = True
        view = view.exponents
        self.setRange(xRange=view.x, yRange=view.y, padding=0, disableAutoRange=False)
        self._mirroring = False

    def _range_changed(self) -> None:
        """pyqtgraph changed the range by itself: the controller follows, as far as float64 has pixels."""
        if self._mirroring:
            return
        x, y = (tuple(each) for each in self.viewRange())
        view = viewing.with_exponents(self.controller.view, View(x, y, *self.controller.size))
        if not viewing.allowed(view):
            self.mirror(self.controller.view)
            return
        across, along = viewing.unit_px(view)
        self.controller.set_view(view, self.controller.document.equal and abs(across / along - 1) < EQUAL)

    # Mouse

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        modifiers = event.modifiers()
        axes = "xy"
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            axes = "x"
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            axes = "y"
        at = event.pos()
        self.controller.zoom(NOTCH ** (event.delta() / 120), (at.x(), at.y()), axes)
        event.accept()

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.state["mouseMode"] != pg.ViewBox.PanMode:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        if self.cursor_on is not None and self.cursor_on.moves_handle(event):
            return
        step = event.pos() - event.lastPos()
        closed = not event.isFinish()
        self._show_cursor(Qt.CursorShape.ClosedHandCursor if closed else Qt.CursorShape.ArrowCursor)
        self.controller.pan(step.x(), step.y())

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            event.accept()
            self.raiseContextMenu(event)
        elif event.button() == Qt.MouseButton.LeftButton and self.cursor_on is not None:
            event.accept()
            if event.double():
                self.controller.show_home()
            else:
                self.cursor_on.click(event.pos())

    def hoverEvent(self, event: Any) -> None:
        if self.cursor_on is not None and (event.isExit() or not event.buttons()):
            self.cursor_on.hover(None if event.isExit() else event.pos())

    def keyPressEvent(self, event: Any) -> None:
        event.ignore()  # the plane's own keys

    def _show_cursor(self, shape: Qt.CursorShape) -> None:
        self.getViewWidget().viewport().setCursor(shape)

    # The context menu

    def getMenu(self, event: Any) -> QMenu:
        """pyqtgraph's menu without the entries that the plane lacks, built at its first use."""
        if self.menu is None:
            self.setMenuEnabled(True)
            self._adapt_menu()
        return self.menu

    def _adapt_menu(self) -> None:
        menu = self.menu
        menu.viewAll.setText(self.tr("Reset the View"))
        menu.viewAll.triggered.disconnect()
        menu.viewAll.triggered.connect(self.controller.show_home)
        for control in menu.ctrl:
            for name in UNSUPPORTED:
                getattr(control, name).hide()
        pan, rectangle = menu.mouseModes
        pan.setText(self.tr("Drag moves the plane"))
        rectangle.setText(self.tr("Drag magnifies a rectangle"))
        accent = menu.palette().color(QPalette.ColorRole.Highlight)
        self.rbScaleBox.setPen(pg.mkPen(accent))
        self.rbScaleBox.setBrush(faded(accent, 0.15))
        of_axes = [action for action in menu.actions() if action.menu() is not None][:2]
        menu.addMenu(AxesMenu(self.controller, menu))

        def show_ranges() -> None:
            """pyqtgraph's ranges of logarithmic axes would be exponents."""
            for axis, action in zip("xy", of_axes, strict=True):
                action.setVisible(axis not in self.controller.document.axes.log)

        menu.aboutToShow.connect(show_ranges)
        menu.addSeparator()
        scene = self.scene()
        copy, export = QAction(self.tr("Copy Picture"), self), QAction(self.tr("Export…"), self)
        copy.triggered.connect(self.copy_requested)
        export.triggered.connect(self.export_requested)
        scene.contextMenu[:] = [copy, export]  # in place of pyqtgraph's dialog: exact, and written atomically
