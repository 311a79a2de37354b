"""Small line drawings, painted at any size in any colour."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

# Strokes on a 24 × 24 grid.
GLYPHS = {
    "open": '<path d="M3 18V6h6l2 2h8v3M3 18l3-7h15l-3 7z"/>',
    "save": '<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4 17v3h16v-3"/>',
    "copy": '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V4H4v12h4"/>',
    "undo": '<path d="M8 5 4 9l4 4M4 9h10a6 5 0 0 1 0 10h-4"/>',
    "redo": '<path d="m16 5 4 4-4 4M20 9H10a6 5 0 0 0 0 10h4"/>',
    "fit": '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
    "actual": '<path d="M5 8l3-2v12M16 8l3-2v12M12 9.5v.1M12 14.5v.1"/>',
    "split": '<rect x="4" y="5" width="16" height="14" rx="2"/><path d="M12 3v18M4 12h8" />',
    "help": '<circle cx="12" cy="12" r="8.5"/>'
    '<path d="M9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 1.9M12 16.6v.1"/>',
    "more": '<path d="M12 6v.1M12 12v.1M12 18v.1" stroke-width="2.6"/>',
    "grip": '<path d="M9 7v.1M9 12v.1M9 17v.1M15 7v.1M15 12v.1M15 17v.1" stroke-width="2.2"/>',
    "down": '<path d="m7 10 5 5 5-5"/>',
    "right": '<path d="m10 7 5 5-5 5"/>',
    "close": '<path d="m6.5 6.5 11 11M17.5 6.5l-11 11"/>',
    "link": '<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1"/>'
    '<path d="M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1"/>',
    "dice": '<rect x="4" y="4" width="16" height="16" rx="3"/>'
    '<path d="M8.5 8.5v.1M15.5 8.5v.1M12 12v.1M8.5 15.5v.1M15.5 15.5v.1" stroke-width="2.4"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "reset": '<path d="M5 5v5h5M5.5 10A7.5 7.5 0 1 1 4.8 14"/>',
}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}" '
    'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">{glyph}</svg>'
)

_renderers: dict[tuple[str, str], QSvgRenderer] = {}


def paint_glyph(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw a glyph into `rect`."""
    key = (name, colour.name())
    if key not in _renderers:
        svg = SVG.format(colour=key[1], glyph=GLYPHS[name])
        _renderers[key] = QSvgRenderer(QByteArray(svg.encode()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderers[key].render(painter, rect)
    painter.restore()


def app_icon() -> QIcon:
    """The program's own icon: a picture, half before and half after."""
    icon = QIcon()
    for side in (16, 32, 64, 128, 256):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#3457d5"))
        painter.drawRoundedRect(QRectF(0, 0, side, side), side * 0.22, side * 0.22)
        painter.end()
        painter.begin(pixmap)
        inset = side * 0.14
        paint_glyph(
            painter, "split", QRectF(inset, inset, side - 2 * inset, side - 2 * inset), QColor("#ffffff")
        )
        painter.end()
        icon.addPixmap(pixmap)
    return icon
