"""Functions of two variables: pictures of their values, shaded regions, arrows, the bar of colours."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPen

from jaxstudio.app.plot.colours import faded
from jaxstudio.app.plot.curve_geometry import Art
from jaxstudio.app.plot.palette import shade, tinted
from jaxstudio.app.plot.theme import Look
from jaxstudio.app.plot.viewing import to_pixels
from jaxstudio.functions.protocol.scene import Arrows, Heatmap, View

BAR_WIDE, BAR_HIGH, BAR_GAP = 12.0, 120.0, 14.0
ARROW_PX = 26.0
REGION_ALPHA = 0.2


def paint_picture(painter: QPainter, art: Art, view: View, look: Look) -> None:
    """The values or the region of a line, put where its own view lies in this one."""
    if art.image is None:
        return
    image = art.image
    if art.drawn.region is not None:
        image = tinted(image, faded(look.curve(art.hue), REGION_ALPHA))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.drawImage(_place(art.view, view), image, QRectF(image.rect()))


def _place(own: View, view: View) -> QRectF:
    left, top = to_pixels(view, own.x[0], own.y[1])
    right, bottom = to_pixels(view, own.x[1], own.y[0])
    return QRectF(left, top, right - left, bottom - top)


def paint_arrows(
    painter: QPainter,
    arrows: Arrows,
    view: View,
    look: Look,
    *,
    on_picture: bool,
    colour: QColor | None = None,
) -> None:
    """Each with its direction as it looks on the screen, the longest of a fixed length."""
    x, y = to_pixels(view, arrows.tails[:, 0], arrows.tails[:, 1])
    dx = arrows.vectors[:, 0] * view.width_px / (view.x[1] - view.x[0])
    dy = -arrows.vectors[:, 1] * view.height_px / (view.y[1] - view.y[0])
    length = np.hypot(dx, dy)
    longest = float(length.max()) if len(length) else 0.0
    if longest == 0:
        return
    # by the square root, so that short ones can still be seen
    shown = ARROW_PX * look.scale * np.sqrt(length / longest) / np.where(length > 0, length, 1.0)
    dx, dy = dx * shown, dy * shown
    x, y = x - dx / 2, y - dy / 2
    tip_x, tip_y = x + dx, y + dy
    lines = [np.stack([x, y, tip_x, tip_y], 1)]
    for turn in (2.6, -2.6):
        head_x = tip_x + 0.32 * (dx * np.cos(turn) - dy * np.sin(turn))
        head_y = tip_y + 0.32 * (dx * np.sin(turn) + dy * np.cos(turn))
        lines.append(np.stack([tip_x, tip_y, head_x, head_y], 1))
    ink = colour or (QColor("#ffffff") if on_picture else look.text)
    pen = QPen(ink, 1.3 * look.scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if on_picture:
        painter.setPen(
            QPen(QColor(0, 0, 0, 110) if colour is None else QColor(255, 255, 255, 190), 2.6 * look.scale)
        )
        painter.drawLines([QLineF(*line) for line in np.concatenate(lines).tolist()])
    painter.setPen(pen)
    painter.drawLines([QLineF(*line) for line in np.concatenate(lines).tolist()])


def paint_bar(painter: QPainter, heatmap: Heatmap | None, view: View, look: Look) -> None:
    """What the colours mean, at the lower left."""
    if heatmap is None:
        return
    s, low, high = look.scale, heatmap.low, heatmap.high
    painter.setFont(look.font)
    metrics = QFontMetricsF(look.font, painter.device())
    middle = (low + high) / 2
    middle = 0.0 if abs(middle) < 1e-6 * (high - low) else middle  # what rounding left over
    texts = [f"{value:.4g}".replace("-", "−") for value in (high, middle, low)]
    wide = max(metrics.horizontalAdvance(text) for text in texts)
    pad = 8 * s
    box = QRectF(
        BAR_GAP * s,
        view.height_px - (BAR_GAP + BAR_HIGH) * s - 2 * pad,
        BAR_WIDE * s + wide + 3 * pad,
        BAR_HIGH * s + 2 * pad,
    )
    painter.setPen(QPen(look.grid, s))
    painter.setBrush(look.ground)
    painter.drawRoundedRect(box, 6 * s, 6 * s)
    bar = QRectF(box.left() + pad, box.top() + pad, BAR_WIDE * s, BAR_HIGH * s)
    blend = QLinearGradient(bar.bottomLeft(), bar.topLeft())
    for index in range(11):
        blend.setColorAt(index / 10, shade(index / 10))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(blend)
    painter.drawRect(bar)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(look.text)
    for text, share in zip(texts, (0.0, 0.5, 1.0), strict=True):
        top = bar.top() + share * (bar.height() - metrics.height())
        place = QRectF(bar.right() + pad, top, wide, metrics.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
