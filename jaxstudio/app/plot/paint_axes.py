"""The grid, the axes and the numbers along them."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from jaxstudio.app.plot.theme import Look
from jaxstudio.app.plot.ticks import Ticks, label, ticks
from jaxstudio.app.plot.viewing import to_pixels, unit_px
from jaxstudio.functions.protocol.scene import View

ACROSS_PX, ALONG_PX, BOTH_PX = 92.0, 68.0, 78.0  # between two labelled lines
EQUAL = 0.01
GAP = 5.0


def axis_ticks(view: View, scale: float) -> tuple[Ticks, Ticks]:
    """The ticks of x and of y; with equal scales the same step for both."""
    unit_x, unit_y = unit_px(view)
    wanted_x, wanted_y = ACROSS_PX, ALONG_PX
    if abs(unit_x / unit_y - 1) < EQUAL:
        wanted_x = wanted_y = BOTH_PX
    across = ticks(view.x, view.width_px, wanted_x * scale)
    return across, ticks(view.y, view.height_px, wanted_y * scale)


def paint_grid(painter: QPainter, view: View, look: Look, *, on_picture: bool = False) -> None:
    """Fine lines, labelled lines, and the axes above them; on a picture just a hint of the labelled ones."""
    across, along = axis_ticks(view, look.scale)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    width, height = float(view.width_px), float(view.height_px)

    def upright(x: float) -> QLineF:
        at = round(to_pixels(view, x, 0.0)[0])
        return QLineF(at, 0, at, height)

    def level(y: float) -> QLineF:
        at = round(to_pixels(view, 0.0, y)[1])
        return QLineF(0, at, width, at)

    lines = ((look.fine, "minor"), (look.grid, "major"))
    for colour, chosen in ((QColor(255, 255, 255, 60), "major"),) if on_picture else lines:
        painter.setPen(_pen(colour, 1.0, look))
        painter.drawLines([upright(x) for x in getattr(across, chosen)])
        painter.drawLines([level(y) for y in getattr(along, chosen)])
    painter.setPen(_pen(QColor(255, 255, 255, 170) if on_picture else look.axis, 1.4, look))
    for low_high, line in ((view.x, upright(0.0)), (view.y, level(0.0))):
        if low_high[0] <= 0 <= low_high[1]:
            painter.drawLine(line)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _pen(colour: QColor, width: float, look: Look) -> QPen:
    pen = QPen(colour, max(round(width * look.scale), 1))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def paint_numbers(painter: QPainter, view: View, look: Look) -> None:
    """Numbers beside the axes, or along the edge nearest to an axis that is out of sight."""
    across, along = axis_ticks(view, look.scale)
    painter.setFont(look.font)
    metrics = QFontMetricsF(look.font, painter.device())
    gap, line = GAP * look.scale, metrics.height()
    x_axis = min(max(to_pixels(view, 0.0, 0.0)[1], 0.0), view.height_px - line - gap)
    widest = max((metrics.horizontalAdvance(label(y, along.step)) for y in along.major), default=0.0)
    y_axis = min(max(to_pixels(view, 0.0, 0.0)[0], widest + 2 * gap), float(view.width_px))

    def write(text: str, x: float, y: float) -> None:
        wide = metrics.horizontalAdvance(text)
        if 0 <= x <= view.width_px - wide:
            _haloed(painter, text, QRectF(x, y, wide, line), look)

    for value in across.major:
        text = label(value, across.step)
        if text != "0":
            half = metrics.horizontalAdvance(text) / 2
            write(text, to_pixels(view, value, 0.0)[0] - half, x_axis + gap * 0.6)
    for value in along.major:
        text = label(value, along.step)
        at = to_pixels(view, 0.0, value)[1]
        if text != "0" and line < at < view.height_px - line:
            write(text, y_axis - metrics.horizontalAdvance(text) - gap, at - line / 2)
    if view.x[0] <= 0 <= view.x[1] and view.y[0] <= 0 <= view.y[1]:
        write("0", y_axis - metrics.horizontalAdvance("0") - gap, x_axis + gap * 0.6)


def _haloed(painter: QPainter, text: str, box: QRectF, look: Look) -> None:
    """Text that can be read on whatever lies below it."""
    ground = QColor(look.ground)
    ground.setAlphaF(0.72)
    margin = 1.5 * look.scale
    painter.fillRect(box.adjusted(-margin, margin, margin, -margin), ground)
    painter.setPen(look.text)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)
