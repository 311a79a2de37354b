"""Painting of the canvas: checkerboard, frames in device pixels, the photo left of the divider, labels."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.look_words import of_channel, of_difference, of_plane
from jaxstudio.app.image.picture import Corners, Picture

CHECK_PX = 8


def paint_canvas(
    painter: QPainter, widget: QWidget, document: ImageDocument, base: Picture | None, *, ringed: bool = False
) -> None:
    """Paint everything; positions are device pixels, so that a pixel at 100 % is a pixel."""
    palette = widget.palette()
    painter.fillRect(widget.rect(), palette.color(QPalette.ColorRole.Dark))
    if document.photo is not None:
        _paint_photo(painter, widget, document, base)
    if ringed:
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(widget.rect().adjusted(1, 1, -1, -1))


def _paint_photo(painter: QPainter, widget: QWidget, document: ImageDocument, base: Picture | None) -> None:
    palette = widget.palette()
    ratio = widget.devicePixelRatioF()
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    whole = on_canvas(document, (0, 0, *document.result_size))
    pictures = [picture for picture in (base, document.picture) if picture is not None]
    if any(picture.alpha for picture in pictures):
        painter.fillRect(whole, _checks(palette))
    if document.split is None:
        for picture in dict.fromkeys(pictures):
            _paint_result(painter, document, picture)
    else:
        at = document.split * document.canvas[1]
        painter.setClipRect(QRectF(at, 0, document.canvas[1] - at, document.canvas[0]))
        for picture in dict.fromkeys(pictures):
            _paint_result(painter, document, picture)
        painter.setClipRect(QRectF(0, 0, at, document.canvas[0]))
        for picture in dict.fromkeys(pictures):
            _paint_original(painter, document, picture)
        painter.setClipping(False)
    if document.probed_at is not None and widget.hasFocus():
        _paint_probe(painter, document)
    painter.restore()
    if document.split is not None:
        at = document.split * widget.width()
        before = QCoreApplication.translate("Canvas", "Snapshot" if document.against.active else "Before")
        _paint_side(painter, at, before, left=True)
        _paint_side(painter, at, QCoreApplication.translate("Canvas", "After"), left=False)
    paint_look(painter, widget, document)


def _paint_side(painter: QPainter, divider: float, words: str, *, left: bool) -> None:
    """Say which side of the divider is which."""
    width, height = tag_size(painter, words)
    paint_tag(painter, QRectF(divider - 14 - width if left else divider + 14, 12, width, height), words)


def on_canvas(document: ImageDocument, rect: Corners) -> QRectF:
    """Where a part of the result lies on the canvas, in device pixels."""
    y0, x0 = document.viewport.to_canvas(document.canvas, rect[0], rect[1])
    y1, x1 = document.viewport.to_canvas(document.canvas, rect[2], rect[3])
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def original_on_canvas(document: ImageDocument, rect: Corners) -> QRectF:
    """Where a part of the photo, or of what else the result stands beside, lies: over the result, in its
    middle when the sizes differ."""
    height, width = document.reference_size
    result_height, result_width = document.result_size
    scale = min(result_height / height, result_width / width)
    top, left = (result_height - height * scale) / 2, (result_width - width * scale) / 2
    y0, x0 = document.viewport.to_canvas(document.canvas, top + rect[0] * scale, left + rect[1] * scale)
    y1, x1 = document.viewport.to_canvas(document.canvas, top + rect[2] * scale, left + rect[3] * scale)
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def _paint_result(painter: QPainter, document: ImageDocument, picture: Picture) -> None:
    _paint_image(painter, picture.image, on_canvas(document, picture.rect))


def _paint_original(painter: QPainter, document: ImageDocument, picture: Picture) -> None:
    _paint_image(painter, picture.original, original_on_canvas(document, picture.original_rect))


def _paint_image(painter: QPainter, image: object, target: QRectF) -> None:
    width, height = image.width(), image.height()  # type: ignore[attr-defined]
    # Whole pixels stay sharp; a reduced frame is smoothed however far it is enlarged.
    whole_pixels = target.width() >= width * 0.999 and _is_whole(target.width() / max(1, width))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not whole_pixels)
    painter.drawImage(target, image, QRectF(0, 0, width, height))  # type: ignore[call-overload]


def _is_whole(factor: float) -> bool:
    return True if factor >= 3 else abs(factor - round(factor)) < 0.01


def _paint_probe(painter: QPainter, document: ImageDocument) -> None:
    assert document.probed_at is not None
    y, x = document.probed_at
    pixel = on_canvas(document, (y, x, y + 1, x + 1))
    side = max(pixel.width(), 9.0)
    frame = QRectF(pixel.center().x() - side / 2, pixel.center().y() - side / 2, side, side)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (("#000000", 3), ("#ffffff", 1)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawRect(frame)


def _checks(palette: QPalette) -> QBrush:
    """The checkerboard that shows through alpha."""
    tile = QPixmap(2 * CHECK_PX, 2 * CHECK_PX)
    dark = palette.color(QPalette.ColorRole.Window).lightness() < 128
    tile.fill(QColor("#4a4a4a" if dark else "#ffffff"))
    painter = QPainter(tile)
    other = QColor("#606060" if dark else "#d0d0d0")
    painter.fillRect(0, 0, CHECK_PX, CHECK_PX, other)
    painter.fillRect(CHECK_PX, CHECK_PX, CHECK_PX, CHECK_PX, other)
    painter.end()
    return QBrush(tile)


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


def paint_look(painter: QPainter, widget: QWidget, document: ImageDocument) -> None:
    """Name at the bottom of the canvas what is shown instead of the picture itself."""
    look = document.look
    # of a divided picture only the right side is looked at
    middle = widget.width() * (1 + (document.split or 0.0)) / 2
    if look.side_by_side:
        left, right = _columns(widget, document)
        for plane in range(3):
            third = (right - left) / 3
            _below(painter, widget, of_plane(look.space, plane), left + third * (plane + 0.5), 1)
    elif look.channel:
        _below(painter, widget, of_channel(look.channel), middle, 1)
    if look.difference:
        words = of_difference(look, snapshot=bool(document.against.active))
        if document.result_size != document.reference_size:
            words = QCoreApplication.translate("Canvas", "No difference: the sizes differ")
        _below(painter, widget, words, middle, 2 if look.channel else 1)


def _columns(widget: QWidget, document: ImageDocument) -> tuple[float, float]:
    """Where the part of the result that is on the canvas begins and ends."""
    ratio = widget.devicePixelRatioF()
    view, canvas = document.viewport, document.canvas
    rect = view.visible(canvas, document.result_size)
    left, right = (view.to_canvas(canvas, 0, x)[1] / ratio for x in (rect[1], rect[3]))
    return max(left, 0.0), min(right, float(widget.width()))


def _below(painter: QPainter, widget: QWidget, words: str, centre: float, line: int) -> None:
    width, height = tag_size(painter, words)
    top = widget.height() - line * (height + MARGIN / 2) - MARGIN / 2
    paint_tag(painter, QRectF(centre - width / 2, top, width, height), words)
