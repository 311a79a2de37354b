"""How handles are drawn: the part that is cut away in the dark, thirds, and what was refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen, QPolygonF

from jaxstudio.app.image.handle_shapes import WHOLE
from jaxstudio.app.image.look_tags import paint_tag, tag_size

if TYPE_CHECKING:
    from jaxstudio.app.image.handles import Handles

SIDE = 10.0
SHADE = QColor(0, 0, 0, 130)
LINES = ((QColor(0, 0, 0, 150), 3.0), (QColor("#ffffff"), 1.2))  # dark below light: seen on any picture
THIRDS = QColor(255, 255, 255, 110)


def name_of(handle: str) -> str:
    """A handle's name for those who cannot see it."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Handles", text)

    names = {
        WHOLE: tr("The whole rectangle"),
        "top": tr("Top edge"),
        "bottom": tr("Bottom edge"),
        "left": tr("Left edge"),
        "right": tr("Right edge"),
        "top left": tr("Top left corner"),
        "top right": tr("Top right corner"),
        "bottom right": tr("Bottom right corner"),
        "bottom left": tr("Bottom left corner"),
    }
    return names.get(handle.replace("_", " "), handle)


def paint(painter: QPainter, handles: Handles) -> None:
    """Paint what `handles` shows of its step."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = {name: QPointF(x, y) for name, (y, x) in handles.places().items()}
    if handles.crops:
        box = QRectF(places["top left"], places["bottom right"])
        _paint_box(painter, handles, box)
        _paint_words(painter, handles, f"{handles.box.width} × {handles.box.height}")
    else:
        outline = QPolygonF(list(places.values()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in LINES:
            painter.setPen(QPen(_danger(handles) if handles.refused else colour, width))
            painter.drawPolygon(outline)
        _paint_words(painter, handles, "")
    for name, place in places.items():
        _paint_grip(painter, handles, name, place)


def _danger(handles: Handles) -> QColor:
    return handles.palette().color(QPalette.ColorRole.BrightText)


def _paint_box(painter: QPainter, handles: Handles, box: QRectF) -> None:
    shade = QPainterPath()
    shade.addRect(QRectF(handles.rect()))
    hole = QPainterPath()
    hole.addRect(box)
    painter.fillPath(shade - hole, SHADE)
    painter.setPen(QPen(THIRDS, 1.0))
    for part in (1 / 3, 2 / 3):
        x, y = box.left() + box.width() * part, box.top() + box.height() * part
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in LINES:
        painter.setPen(QPen(colour, width))
        painter.drawRect(box)
    if handles.hasFocus() and handles.current == WHOLE:
        painter.setPen(QPen(handles.palette().color(QPalette.ColorRole.Highlight), 2.5))
        painter.drawRect(box)


def _paint_grip(painter: QPainter, handles: Handles, name: str, place: QPointF) -> None:
    accent = handles.palette().color(QPalette.ColorRole.Highlight)
    chosen = handles.hasFocus() and handles.current == name
    painter.setPen(QPen(QColor("#ffffff") if chosen else QColor(0, 0, 0, 170), 1.5))
    painter.setBrush(accent if chosen else QColor("#ffffff"))
    side = SIDE + 4 if chosen else SIDE
    grip = QRectF(place.x() - side / 2, place.y() - side / 2, side, side)
    if handles.crops:
        painter.drawRect(grip)
    else:
        painter.drawEllipse(grip)


def _paint_words(painter: QPainter, handles: Handles, usual: str) -> None:
    """At the top: what was refused and why, or what is chosen and how to end."""
    end = QCoreApplication.translate("Handles", "Enter: done")
    words = handles.refused or " · ".join(part for part in (usual, end) if part)
    width, height = tag_size(painter, words)
    paint_tag(painter, QRectF((handles.width() - width) / 2, 12, width, height), words)
