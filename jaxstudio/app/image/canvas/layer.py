"""Layers over the canvas on which handles are drawn, taken by the mouse and reached by Tab."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import tr

DARK, LIGHT = QColor(0, 0, 0, 150), QColor("#ffffff")  # dark below light: seen on any picture
GRIP_PX = 12.0  # so near a handle it is taken
ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
}
DIAMOND = ((0, -1), (1, 0), (0, 1), (-1, 0))


def paint_tag(painter: QPainter, tag: QRectF, words: str) -> None:
    """White on a dark plate, to be read on any picture."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 160))
    painter.drawRoundedRect(tag, 5, 5)
    painter.setPen(LIGHT)
    painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, words)


def tag_size(painter: QPainter, words: str) -> tuple[float, float]:
    return painter.fontMetrics().horizontalAdvance(words) + 16, painter.fontMetrics().height() + 6


def paint_line(
    painter: QPainter,
    draw: Callable[[], object],
    wide: float = 3.0,
    narrow: float = 1.4,
    dash: Sequence[float] = (),
    light: QColor = LIGHT,
) -> None:
    """Draw a line twice, light on dark; `dash` in pixels."""
    for colour, width in ((DARK, wide), (light, narrow)):
        pen = QPen(colour, width)
        if dash:
            pen.setDashPattern([each / width for each in dash])
        painter.setPen(pen)
        draw()


def name_of_edge(handle: str) -> str:
    """The name of one of a rectangle's eight handles for screen readers; other handles keep their own
    name.
    """
    names = {
        "top": tr("Top edge"),
        "bottom": tr("Bottom edge"),
        "left": tr("Left edge"),
        "right": tr("Right edge"),
        "top left": tr("Top left corner"),
        "top right": tr("Top right corner"),
        "bottom right": tr("Bottom right corner"),
        "bottom left": tr("Bottom left corner"),
    }
    return names.get(handle, handle)


class HandleLayer(QWidget):
    """Covers the canvas while something is edited on it; `current` is the handle that the arrow keys move."""

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.document, self.canvas = document, canvas
        self.current = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.hide()

    def handles(self) -> dict[str, QPointF]:
        """Return the position of each handle on this widget."""
        raise NotImplementedError

    def order(self) -> list[str]:
        """The handles in the order in which Tab reaches them."""
        return list(self.handles())

    def describe(self) -> None:
        """Tell a screen reader what the keys do now."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def cover(self, *, visible: bool) -> None:
        """Lie over the canvas, and take the keyboard, while something is edited."""
        arrives = visible and self.isHidden()
        if not visible and self.hasFocus():
            self.canvas.setFocus()  # or it would fall to whatever comes next
        self.setVisible(visible)
        if arrives:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        if visible:
            self.setGeometry(self.canvas.rect())

    def choose(self, handle: str) -> None:
        """Let the keys move this handle."""
        self.current = handle
        self.describe()
        self.update()

    def nearest(self, position: QPointF) -> str:
        """The handle under the cursor; "" for none."""
        places = self.handles()
        apart = {
            name: math.hypot(position.x() - at.x(), position.y() - at.y()) for name, at in places.items()
        }
        name = min(apart, key=apart.__getitem__, default="")
        return name if name and apart[name] <= GRIP_PX else ""

    def focusNextPrevChild(self, forward: bool) -> bool:
        order = self.order()
        place = order.index(self.current) + (1 if forward else -1) if self.current in order else -1
        if not 0 <= place < len(order):
            return super().focusNextPrevChild(forward)
        self.choose(order[place])
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            self.paint(painter)
        finally:
            painter.end()  # an exception's traceback would keep it, and Qt crash on it

    def paint_grip(self, painter: QPainter, name: str, middle: QPointF, shape: str, side: float) -> None:
        """Draw a handle as a square, a circle or a diamond."""
        accent = self.palette().color(QPalette.ColorRole.Highlight)
        chosen = self.hasFocus() and self.current == name
        painter.setPen(QPen(LIGHT if chosen else QColor(0, 0, 0, 170), 1.5))
        painter.setBrush(accent if chosen else LIGHT)
        half = (side + 4 if chosen else side) / 2
        grip = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        if shape == "diamond":
            painter.drawPolygon(QPolygonF([middle + QPointF(*way) * 1.4 * half for way in DIAMOND]))
        elif shape == "square":
            painter.drawRect(grip)
        else:
            painter.drawEllipse(grip)
