"""Paints what of a graph is in sight: open boxes, edges, nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen

from jaxstudio.app.inspector.word_colours import accent, link_colour
from jaxstudio.app.plot.colours import faded, is_dark, theme_palette

if TYPE_CHECKING:
    from jaxstudio.app.inspector.graph_view import GraphView

ROW_PX = 44.0
NODE_PX = 24.0
READABLE = 0.3  # below this scale, words are only stripes
FAINT = 0.25
Role = QPalette.ColorRole
MOVES = {
    "parameter", "constant", "tuple", "get-tuple-element", "bitcast", "broadcast_in_dim", "broadcast",
    "reshape", "convert_element_type", "copy", "squeeze", "transpose", "slice",
}  # fmt: skip


def paint_graph(view: GraphView) -> None:
    """Paint the graph of a view."""
    painter = QPainter(view)
    palette = theme_palette()
    painter.fillRect(view.rect(), palette.color(Role.Base))
    drawn = view.drawn
    if drawn is None or not len(drawn.view.nodes):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(view.font())
    painter.translate(view.width() / 2, view.height() / 2)
    painter.scale(view.scale, view.scale)
    painter.translate(-view.middle)
    layout, letter = drawn.layout, view.letter_px
    x, y = layout.x * letter, layout.y * ROW_PX
    half = layout.width * letter / 2
    strong = np.ones(len(x), bool)
    if len(view.lit):
        strong[:] = False
        strong[view.lit] = True
    _paint_boxes(painter, view, palette)
    _paint_edges(painter, view, x, y, strong, palette)
    sight = view.in_sight()
    held = np.flatnonzero(
        (x + half >= sight.left()) & (x - half <= sight.right())
        & (y + NODE_PX >= sight.top()) & (y - NODE_PX <= sight.bottom())
    )  # fmt: skip
    shut = set(drawn.view.shut.tolist())
    for place in held.tolist():
        box = QRectF(x[place] - half[place], y[place] - NODE_PX / 2, 2 * half[place], NODE_PX)
        _paint_node(painter, view, place, box, place in shut, bool(strong[place]), palette)


def _paint_boxes(painter: QPainter, view: GraphView, palette: QPalette) -> None:
    assert view.drawn is not None
    line = QPen(faded(palette.color(Role.PlaceholderText), 0.5), 1, Qt.PenStyle.DashLine)
    line.setCosmetic(True)
    for owner, x0, y0, x1, y1 in view.drawn.layout.boxes:
        box = QRectF(x0 * view.letter_px, y0 * ROW_PX, (x1 - x0) * view.letter_px, (y1 - y0) * ROW_PX)
        hue = link_colour(int(view.drawn.view.nodes[owner]), is_dark())
        painter.setPen(line)
        painter.setBrush(faded(hue, 0.10))
        painter.drawRoundedRect(box, 8, 8)


def _paint_edges(
    painter: QPainter, view: GraphView, x: np.ndarray, y: np.ndarray, strong: np.ndarray, palette: QPalette
) -> None:
    assert view.drawn is not None
    edges = view.drawn.view.edges
    if not len(edges):
        return
    sight = view.in_sight()
    start, end = edges[:, 0], edges[:, 1]
    near = (
        (np.maximum(y[start], y[end]) >= sight.top()) & (np.minimum(y[start], y[end]) <= sight.bottom())
        & (np.maximum(x[start], x[end]) >= sight.left()) & (np.minimum(x[start], x[end]) <= sight.right())
    )  # fmt: skip
    both = strong[start] & strong[end]
    plain = palette.color(Role.PlaceholderText)
    followed = bool(len(view.lit))
    usual = accent(0.9) if followed else faded(plain, 0.55)
    for wanted, colour in ((~both, faded(plain, 0.12)), (both, usual)):
        pen = QPen(colour, 1.6 if followed and wanted is both else 1.0)
        pen.setCosmetic(True)
        painter.setPen(pen)
        picked = np.flatnonzero(near & wanted)
        lines = zip(
            x[start[picked]].tolist(), (y[start[picked]] + NODE_PX / 2).tolist(),
            x[end[picked]].tolist(), (y[end[picked]] - NODE_PX / 2).tolist(), strict=True,
        )  # fmt: skip
        painter.drawLines([QLineF(*line) for line in lines])


def _paint_node(
    painter: QPainter, view: GraphView, place: int, box: QRectF, shut: bool, strong: bool, palette: QPalette
) -> None:
    assert view.drawn is not None
    node = int(view.drawn.view.nodes[place])
    label = view.drawn.graph.labels[node]
    ground, words, line = _colours(node, label, shut, palette)
    if not strong:
        ground, words, line = (faded(colour, FAINT) for colour in (ground, words, line))
    pen = QPen(line, 1.2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(ground)
    if shut:  # there is more below it
        painter.drawRoundedRect(box.translated(3, 3), 5, 5)
    painter.drawRoundedRect(box, 5, 5)
    if view.scale >= READABLE:
        painter.setPen(words)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
    if node == view.node:
        pen = QPen(accent(1.0 if view.hasFocus() else 0.6), 2.5)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 7, 7)


def _colours(node: int, label: str, shut: bool, palette: QPalette) -> tuple[QColor, QColor, QColor]:
    """Ground, words, line: boxes in a hue of their own, what only moves values quietly."""
    text = palette.color(Role.Text)
    if shut:
        hue = link_colour(node, is_dark())
        return _mixed(hue, palette.color(Role.Base), 0.25), text, hue
    quiet = palette.color(Role.PlaceholderText)
    if label in MOVES:
        return palette.color(Role.Base), quiet, faded(quiet, 0.6)
    return palette.color(Role.Window), text, quiet


def _mixed(over: QColor, under: QColor, share: float) -> QColor:
    """A colour seen through over another, as one that hides what is behind it."""
    return QColor.fromRgbF(
        *(share * a + (1 - share) * b for a, b in zip(over.getRgbF()[:3], under.getRgbF()[:3], strict=True))  # type: ignore[index]
    )
