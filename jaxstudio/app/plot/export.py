"""The plane as a file or on the clipboard: PNG, SVG, and the points of the curves as CSV."""

from __future__ import annotations

import csv
import io
import itertools

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from jaxstudio.app.plot.order_toggles import order_name
from jaxstudio.app.plot.picture import Scenery, paint
from jaxstudio.app.plot.theme import look_of
from jaxstudio.errors import SaveError
from jaxstudio.functions.document import Document
from jaxstudio.functions.protocol.requests import Scene
from jaxstudio.functions.protocol.scene import View

PNG_SCALE = 2.0


def image(scenery: Scenery, view: View, font: QFont, scale: float = PNG_SCALE) -> QImage:
    """The picture with `scale` pixels to each of the window."""
    wide, high = round(view.width_px * scale), round(view.height_px * scale)
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    painter = QPainter(made)
    paint(painter, scenery, View(view.x, view.y, wide, high), look_of(font, scale, fast=False))
    painter.end()
    return made


def encoded(picture: QImage) -> bytes:
    """A picture as PNG."""
    out = QByteArray()
    buffer = QBuffer(out)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(out.data())


def svg(scenery: Scenery, view: View, font: QFont, title: str) -> bytes:
    """The picture in lines and areas."""
    encoded = QByteArray()
    buffer = QBuffer(encoded)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(QSize(view.width_px, view.height_px))
    generator.setViewBox(QRect(0, 0, view.width_px, view.height_px))
    generator.setTitle(title)
    painter = QPainter(generator)
    paint(painter, scenery, view, look_of(font, 1.0, fast=False))
    painter.end()
    return bytes(encoded.data())


def table(document: Document, scene: Scene | None) -> bytes:
    """The points of every visible curve, two columns each, pieces apart by an empty row."""
    columns: list[list[str]] = []
    for plot_line, drawn in zip(document.lines, scene.lines if scene is not None else (), strict=False):
        if not plot_line.line.visible:
            continue
        for curve in drawn.curves:
            name = f"{plot_line.text} [{order_name(curve.order)}]" if curve.order else plot_line.text
            columns += _columns(name, [(piece.x, piece.y) for piece in curve.pieces])
        lines = drawn.implicit.lines if drawn.implicit is not None else ()
        if lines:
            columns += _columns(plot_line.text, [(each.points[:, 0], each.points[:, 1]) for each in lines])
        for contour in drawn.contours:
            pieces = [(each.points[:, 0], each.points[:, 1]) for each in contour.lines]
            columns += _columns(f"{plot_line.text} = {contour.level!r}", pieces)
    if not columns:
        raise SaveError("no curve to write: a table needs a curve in sight")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(itertools.zip_longest(*columns, fillvalue=""))
    return out.getvalue().encode()


def _columns(name: str, pieces: list[tuple[np.ndarray, np.ndarray]]) -> list[list[str]]:
    across, along = ["x"], [name]
    for number, (x, y) in enumerate(pieces):
        if number:
            across.append("")
            along.append("")
        across += [repr(value) for value in x.tolist()]
        along += [repr(value) for value in y.tolist()]
    return [across, along]
