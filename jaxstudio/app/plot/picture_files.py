"""The plane as the bytes of a file: PNG, SVG and PDF by its own painter, TikZ for a text in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from jaxstudio.app.plot.plane.curve_geometry import Scenery
from jaxstudio.app.plot.plane.paint_curves import clamped
from jaxstudio.app.plot.plane.picture import UNSEEN, is_open, paint
from jaxstudio.app.shared.colours import PlotStyle, plot_style
from jaxstudio.errors import SaveError
from jaxstudio.functions.protocol.scene import MarkKind, View

PNG_SCALE = 2.0


@dataclass(frozen=True)
class PictureOptions:
    """`width_px` and `height_px` are in pixels of the window, 0 for the plane's own; the picture has
    `scale` times as many each way. `clear`: without a ground. `dark`: the theme, None for the window's.
    """

    width_px: int = 0
    height_px: int = 0
    scale: float = PNG_SCALE
    clear: bool = False
    dark: bool | None = None

    def style(self, font: QFont, scale: float) -> PlotStyle:
        """The style of a picture with so many pixels to each of the window."""
        return plot_style(font, scale, fast=False, dark=self.dark, clear=self.clear)


AS_SHOWN = PictureOptions()


@dataclass(frozen=True)
class Animation:
    """A slider from one end of a range to the other, and `back` again, at `rate` frames a second."""

    slider: str
    ends: tuple[float, float]
    frames: int
    rate: float
    back: bool = False

    @property
    def values(self) -> tuple[float, ...]:
        """The slider's values in turn: up, and down without the two ends."""
        there = np.linspace(*self.ends, self.frames).tolist()
        return (*there, *there[-2:0:-1]) if self.back else tuple(there)

    @property
    def seconds(self) -> float:
        return len(self.values) / self.rate


def image(scenery: Scenery, view: View, font: QFont, options: PictureOptions = AS_SHOWN) -> QImage:
    """The picture; `view` is in pixels of the window."""
    wide, high = round(view.width_px * options.scale), round(view.height_px * options.scale)
    form = QImage.Format.Format_ARGB32 if options.clear else QImage.Format.Format_RGB32
    made = QImage(wide, high, form)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    style = options.style(font, options.scale)
    paint(painter, scenery, replace(view, width_px=wide, height_px=high), style)
    painter.end()
    return made


def pixels_of(picture: QImage) -> np.ndarray:
    """A picture as uint8 (height, width, 3), for a frame of an animation."""
    rgb = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(rgb.constBits(), np.uint8).reshape(rgb.height(), rgb.bytesPerLine())
    return rows[:, : 3 * rgb.width()].reshape(rgb.height(), rgb.width(), 3).copy()


def encoded(picture: QImage) -> bytes:
    """A picture as PNG."""
    out = QByteArray()
    buffer = QBuffer(out)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(out.data())


def svg(scenery: Scenery, view: View, font: QFont, title: str, options: PictureOptions = AS_SHOWN) -> bytes:
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
    paint(painter, scenery, view, options.style(font, 1.0))
    painter.end()
    return bytes(encoded.data())


PX_INCH, POINTS_INCH = 96, 72


def pdf(scenery: Scenery, view: View, font: QFont, title: str, options: PictureOptions = AS_SHOWN) -> bytes:
    """The picture as a page of its own size, in lines and areas."""
    encoded = QByteArray()
    buffer = QBuffer(encoded)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    share = POINTS_INCH / PX_INCH
    page = QSizeF(view.width_px * share, view.height_px * share)
    writer.setPageSize(QPageSize(page, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PX_INCH)
    writer.setTitle(title)
    painter = QPainter(writer)
    paint(painter, scenery, view, options.style(font, 1.0))
    painter.end()
    return bytes(encoded.data())


# Marks by the names that pgfplots has for them.
SHAPES = {
    MarkKind.MAXIMUM: "triangle*", MarkKind.MINIMUM: "triangle*, mark options={rotate=180}",
    MarkKind.INFLECTION: "diamond*", MarkKind.SADDLE: "x", MarkKind.INTERSECTION: "square*",
}  # fmt: skip
WIDE_CM = 12.0
SPECIAL = str.maketrans(
    {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", **{c: "\\" + c for c in "&%$#_{}"}}
)


def tikz(scenery: Scenery, view: View, style: PlotStyle) -> bytes:
    """A tikzpicture for pgfplots, with the curves and points of the plane. SaveError for shaded areas."""
    if any(each is not None for art in scenery.arts for each in (art.image, art.area, art.drawn.arrows)):
        raise SaveError("TikZ holds curves and points here; areas, heatmaps and arrows go into a PDF")
    axes = scenery.axes
    options = [
        f"width={WIDE_CM}cm, height={WIDE_CM * view.height_px / view.width_px:.2f}cm, scale only axis",
        *(f"{axis}min={low!r}, {axis}max={high!r}" for axis, (low, high) in (("x", view.x), ("y", view.y))),
        *(f"{axis}mode=log" for axis in view.log),
        *(
            f"{axis}label={{{text.translate(SPECIAL)}}}"
            for axis, text in (("x", axes.x_label), ("y", axes.y_label))
            if text
        ),
        "grid=both, grid style={gray!20}, legend pos=north west, legend cell align=left",
        "axis lines=middle" if not view.log else "axis lines=box",
    ]
    body = "\n".join(_plots(scenery, view, style))
    text = "% \\usepackage{pgfplots}\n\\begin{tikzpicture}\n\\begin{axis}[\n  " + ",\n  ".join(options)
    return f"{text}]\n{body}\n\\end{{axis}}\n\\end{{tikzpicture}}\n".encode()


def _plots(scenery: Scenery, view: View, style: PlotStyle) -> Iterator[str]:
    names = {(entry.hue, entry.order): entry.text for entry in scenery.legend}
    for art in scenery.arts:
        for polyline in art.polylines:
            colour = _colour(style, art.hue, polyline.order)
            points = _near(polyline.points, view)
            if len(points) < 2:
                continue
            name = names.pop((art.hue, polyline.order), None)
            listed = "" if name else ", forget plot"
            dashed = ", dashed" if polyline.dashed else ""
            yield f"\\addplot[{colour}, thick{dashed}{listed}] coordinates {{{_places(points)}}};"
            if name:
                yield f"\\addlegendentry{{{name.translate(SPECIAL)}}}"
        for order, mark in art.marks:
            if mark.kind is MarkKind.POLE or mark.kind in UNSEEN or not np.isfinite(mark.y):
                continue
            shape = "o" if is_open(mark) else SHAPES.get(mark.kind, "*")
            yield _dots(np.array([[mark.x, mark.y]]), _colour(style, art.hue, order), shape)
        if art.dots is not None:
            yield _dots(art.dots, _colour(style, art.hue, 0), "*")
    if scenery.crossings:
        yield _dots(
            np.array([(mark.x, mark.y) for mark in scenery.crossings]), "black", SHAPES[MarkKind.INTERSECTION]
        )
    if scenery.data is not None:
        yield _dots(np.stack([scenery.data.x, scenery.data.y], axis=1), "gray", "*")


def _colour(style: PlotStyle, hue: int, order: int) -> str:
    colour = style.curve(hue, order)
    return f"color={{rgb,255:red,{colour.red()};green,{colour.green()};blue,{colour.blue()}}}"


def _dots(points: np.ndarray, colour: str, shape: str) -> str:
    look = f"only marks, mark size=1.6pt, {colour}, mark={shape}, forget plot"
    return f"\\addplot[{look}] coordinates {{{_places(points)}}};"


def _near(points: np.ndarray, view: View) -> np.ndarray:
    """The points without what lies far out of sight: TeX has no large numbers."""
    points = points[np.isfinite(points).all(axis=1)]
    for axis, (low, high) in enumerate((view.x, view.y)):
        if "xy"[axis] not in view.log:
            points = clamped(points, axis, low - (high - low), high + (high - low))
    return points


def _places(points: np.ndarray) -> str:
    return " ".join(f"({x:.9g},{y:.9g})" for x, y in points.tolist())
