"""Labels over the picture that say what is looked at: a channel, a difference, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.look_words import of_channel, of_difference, of_plane
from jaxstudio.app.image.session import Session

MARGIN = 12


def paint_tag(painter: QPainter, tag: QRectF, words: str) -> None:
    """White on a dark plate, to be read on any picture."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 160))
    painter.drawRoundedRect(tag, 5, 5)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, words)


def tag_size(painter: QPainter, words: str) -> tuple[float, float]:
    return painter.fontMetrics().horizontalAdvance(words) + 16, painter.fontMetrics().height() + 6


def paint_look(painter: QPainter, widget: QWidget, session: Session) -> None:
    """Name at the bottom of the canvas what is shown instead of the picture itself."""
    look = session.look
    # of a divided picture only the right side is looked at
    middle = widget.width() * (1 + (session.split or 0.0)) / 2
    if look.side_by_side:
        left, right = _columns(widget, session)
        for plane in range(3):
            third = (right - left) / 3
            _below(painter, widget, of_plane(look.space, plane), left + third * (plane + 0.5), 1)
    elif look.channel:
        _below(painter, widget, of_channel(look.channel), middle, 1)
    if look.difference:
        words = of_difference(look, snapshot=bool(session.against.active))
        if session.result_size != session.reference_size:
            words = QCoreApplication.translate("Canvas", "No difference: the sizes differ")
        _below(painter, widget, words, middle, 2 if look.channel else 1)


def _columns(widget: QWidget, session: Session) -> tuple[float, float]:
    """Where the part of the result that is on the canvas begins and ends."""
    ratio = widget.devicePixelRatioF()
    view, canvas = session.viewport, session.canvas
    rect = view.visible(canvas, session.result_size)
    left, right = (view.to_canvas(canvas, 0, x)[1] / ratio for x in (rect[1], rect[3]))
    return max(left, 0.0), min(right, float(widget.width()))


def _below(painter: QPainter, widget: QWidget, words: str, centre: float, line: int) -> None:
    width, height = tag_size(painter, words)
    top = widget.height() - line * (height + MARGIN / 2) - MARGIN / 2
    paint_tag(painter, QRectF(centre - width / 2, top, width, height), words)
