"""A function of two variables as a surface that one turns by hand, over the plane.

Every point of a fine grid is put where it is seen from, the farthest first. In a graph z = f(x, y) seen in
parallel, a point can only be hidden by one that is nearer along x and along y. Written row by row from far to
near, the nearest thus comes last and stays: no depths are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.plane.curve_geometry import Art
from jaxstudio.app.plot.plane.mesh_picture import SIZE, Box, ShadedMesh, half_of, mesh_picture, shade_meshes
from jaxstudio.app.plot.plane.palette import SHADES, image_of, scale, shares
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.colours import PlotStyle, curve_colour, is_dark, plot_style
from jaxstudio.functions.protocol.scene import Mesh, Surface

HIGH = 0.62  # of the width: how far the surface reaches up
FLOOR = -0.68
LIGHT = np.array([-0.45, -0.35, 0.82])
DARKEST = 0.55
PALE = 0.65  # lightness of a surface in space: in a darker colour its form would not be seen
LINES = 16  # of the mesh drawn on it, each way
USUAL = (math.radians(-58.0), math.radians(28.0))
STEEPEST = math.radians(89.0)
LONGEST_PX = 60
WHOLE = 4.0  # of the range without its extremes: so much is still shown whole


@dataclass(frozen=True)
class Turn:
    """The direction of view: turned around z by `azimuth`, from `elevation` above; in radians."""

    azimuth: float = USUAL[0]
    elevation: float = USUAL[1]

    def by(self, right: float, up: float) -> Turn:
        """Turned a little further."""
        elevation = min(max(self.elevation + up, -STEEPEST), STEEPEST)
        return Turn((self.azimuth + right) % (2 * math.pi), elevation)


@dataclass(frozen=True)
class ShadedSurface:
    """The grid in a box from -1 to 1: float32 (n, m) each, `z` NaN where undefined, colours uint32."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    colours: np.ndarray


def shade_surface(surface: Surface, count: int) -> ShadedSurface:
    """A surface on a grid of about count × count points, coloured by height and lit."""
    rows, columns = surface.rows, surface.columns
    heights = surface.positions[:, 2].reshape(rows, columns)
    low, high = heights_shown(surface)
    middle, half = (high + low) / 2, (high - low) / 2
    with np.errstate(invalid="ignore", over="ignore"):
        z = np.clip((heights - middle) / half, -1.0, 1.0) * HIGH
    span_x = np.ptp(surface.positions[:, 0]) / 2
    span_y = np.ptp(surface.positions[:, 1]) / 2
    normals = surface.normals.reshape(rows, columns, 3) * (span_x, span_y, half / HIGH)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    light = DARKEST + (1 - DARKEST) * np.abs(normals @ (LIGHT / np.linalg.norm(LIGHT)))
    whole = np.zeros((rows - 1, columns - 1), bool)
    whole[np.divmod(surface.triangles[:, 0], columns)] = True
    down, across = np.linspace(0, rows - 1, count), np.linspace(0, columns - 1, count)
    fine_z, fine_light = _between(z, down, across), _between(light, down, across)
    at = np.minimum(down.astype(int), rows - 2), np.minimum(across.astype(int), columns - 2)
    fine_z[~whole[np.ix_(*at)]] = np.nan
    mesh = _mesh(count)
    colours = _lit(shares(fine_z, -HIGH, HIGH), fine_light * mesh)
    x = np.linspace(-1, 1, count, dtype=np.float32)
    return ShadedSurface(x, x.copy(), fine_z.astype(np.float32), colours)


def heights_shown(surface: Surface) -> tuple[float, float]:
    """Return the lowest and highest shown height; poles that reach far beyond the rest are cut off."""
    heights = surface.positions[:, 2]
    heights = heights[np.isfinite(heights)]
    if not len(heights):
        return surface.low, surface.high
    low, high = float(heights.min()), float(heights.max())
    fits = 0 < high - low <= WHOLE * (surface.high - surface.low)
    return (low, high) if fits else (surface.low, surface.high)


def _between(values: np.ndarray, down: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Bilinear interpolation at fractional rows and columns."""
    row = np.minimum(down.astype(int), values.shape[0] - 2)
    column = np.minimum(across.astype(int), values.shape[1] - 2)
    share_down, share_across = (down - row)[:, None], (across - column)[None, :]
    upper = values[row] * (1 - share_down) + values[row + 1] * share_down
    left, right = upper[:, column], upper[:, column + 1]
    return left * (1 - share_across) + right * share_across


def _mesh(count: int) -> np.ndarray:
    """A little darker along some lines of the grid."""
    phase = np.linspace(0, LINES, count)
    line = np.abs(phase - np.round(phase)) < 1.1 * LINES / count
    return np.where(line[:, None] | line[None, :], 0.86, 1.0)


def _lit(index: np.ndarray, light: np.ndarray) -> np.ndarray:
    """Colours of the scale, darkened: uint32 0xAARRGGBB."""
    table = scale()
    shade = np.clip(light * (SHADES - 1), 0, SHADES - 1).astype(np.uint32)
    out = np.full(index.shape, 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        channel = ((table >> shift) & 0xFF)[index]
        out |= ((channel * shade) >> 8) << shift
    return out


def corner(turn: Turn, x: float, y: float, z: float) -> tuple[float, float]:
    """Return the screen position of a point of the box: right and down."""
    right = x * math.cos(turn.azimuth) - y * math.sin(turn.azimuth)
    away = x * math.sin(turn.azimuth) + y * math.cos(turn.azimuth)
    down = -z * math.cos(turn.elevation) + -away * math.sin(turn.elevation)
    return right, down


def scale_px(width: int, height: int) -> float:
    """Return the pixels per unit of the box."""
    return min(width / 3.1, height / 2.6)


def picture(surface: ShadedSurface, turn: Turn, width: int, height: int, dot: int = 1) -> QImage:
    """The surface seen from `turn`, on clear ground; each point covers dot × dot pixels."""
    unit = np.float32(scale_px(width, height))
    cos_a, sin_a = np.float32(math.cos(turn.azimuth)), np.float32(math.sin(turn.azimuth))
    cos_e, sin_e = np.float32(math.cos(turn.elevation)), np.float32(math.sin(turn.elevation))
    # from far to near along both axes; seen from below, far is the other way round in depth but not here
    rows = slice(None, None, -1) if cos_a > 0 else slice(None)
    columns = slice(None, None, -1) if sin_a > 0 else slice(None)
    x, y = surface.x[columns], surface.y[rows]
    z, colours = surface.z[rows, columns], surface.colours[rows, columns]
    right = (x * cos_a)[None, :] - (y * sin_a)[:, None]
    away = (x * sin_a)[None, :] + (y * cos_a)[:, None]
    across = (right * unit + np.float32(width / 2)).astype(np.int32)
    with np.errstate(invalid="ignore"):
        along = (-(z * cos_e + away * sin_e) * unit + np.float32(height / 2)).astype(np.int32)
    seen = np.isfinite(z) & (across >= 0) & (across < width - dot)
    upper, lower = _reach(along, seen)
    np.clip(upper, 0, height - 1, out=upper)
    np.clip(lower, 0, height - 1, out=lower)
    seen &= (along >= 0) | (lower > 0)
    place = (upper * width + across)[seen]
    long = np.minimum(lower[seen] - upper[seen], LONGEST_PX) + 1
    # each point fills its column from its highest neighbour to its lowest, so that slopes have no gaps
    total = np.cumsum(long)
    down = np.arange(total[-1] if len(total) else 0) - np.repeat(total - long, long)
    place = np.repeat(place, long) + down * width
    shown = np.repeat(colours[seen], long)
    pixels = np.zeros(width * height, np.uint32)
    for over in range(dot):
        pixels[place + over] = shown
    return image_of(pixels.reshape(height, width))


def _reach(along: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The highest and the lowest row of pixels among each point and its next neighbours."""
    upper, lower = along.copy(), along.copy()
    for here, there in (
        ((slice(None, -1), slice(None)), (slice(1, None), slice(None))),
        ((slice(None), slice(None, -1)), (slice(None), slice(1, None))),
    ):
        near = np.where(seen[there], along[there], along[here])
        np.minimum(upper[here], near, out=upper[here])
        np.maximum(lower[here], near, out=lower[here])
    return upper, lower


ROUGH, FINE = 330, 900  # points each way, while it moves and once it is still
UNIT, ROUGH_UNIT = 0.42, 0.26  # of these points to a unit of the box
STILL_MS = 120
RADIANS_PX = 0.008
STEP = 0.1
KEYS = {
    Qt.Key.Key_Left: (-STEP, 0),
    Qt.Key.Key_Right: (STEP, 0),
    Qt.Key.Key_Up: (0, STEP),
    Qt.Key.Key_Down: (0, -STEP),
}


class SurfaceView(QWidget):
    """Shown while a visible line is to be seen as a surface."""

    def __init__(self, controller: FunctionsController, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.turn = Turn()
        self.art: Art | None = None
        self.arts: tuple[Art, ...] = ()
        self._more = False  # lines are drawn that are not seen here
        self._rough: ShadedSurface | ShadedMesh | None = None
        self._fine: ShadedSurface | ShadedMesh | None = None
        self._image: QImage | None = None
        self._is_fine = False
        self._at: QPointF | None = None
        self._job: BackgroundTask | None = None
        self._shading: BackgroundTask | None = None
        self._outdated = False
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._refine)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Surface"))
        self.setToolTip(self.tr("Drag to turn it; the wheel magnifies"))
        self.hide()

    def show_arts(self, drawn: Sequence[Art]) -> None:
        """Show the surface of the first line, or all where one lies in space; nothing without any."""
        arts = [art for art in drawn if art.drawn.surface is not None or art.drawn.mesh is not None]
        if not arts:
            self.art, self.arts = None, ()
            self.hide()
            return
        in_space = any(art.drawn.mesh is not None for art in arts)
        before = [(id(_shape(art)), art.hue) for art in self.arts]
        self.art, self.arts = arts[0], tuple(arts) if in_space else (arts[0],)
        self._more = len(self.arts) < len(drawn)
        if before != [(id(_shape(art)), art.hue) for art in self.arts]:
            if in_space:
                self._shade()
            else:
                self._rough, self._fine = _shaded(self.arts, None, ROUGH, is_dark()), None
                self._changed()
        self.show()

    def _shade(self) -> None:
        """Spread points over surfaces in space, in a thread; until then the last picture stands."""
        self._outdated = self._shading is not None
        if self._outdated:
            return
        arts, box, dark = self.arts, self.box, is_dark()

        def then(shaded: ShadedMesh) -> None:
            if self.arts:
                self._rough, self._fine = shaded, None
                self._changed()

        def ended() -> None:
            self._shading = None
            if self._outdated and self.box is not None:
                self._shade()

        self._shading = BackgroundTask(lambda _: _shaded(arts, box, ROUGH, dark), "surface", self)
        self._shading.ended.connect(ended)
        self._shading.start(then)

    @property
    def box(self) -> Box | None:
        """The box of a surface in space, None of a graph, which fills its own."""
        return next((art.drawn.mesh.box for art in self.arts if art.drawn.mesh is not None), None)

    @property
    def settled(self) -> bool:
        """Whether the surface, if there is one, is painted as finely as it will be."""
        return self.art is None or (self._is_fine and self._shading is None)

    def _changed(self) -> None:
        """Draw again, roughly at first."""
        self._image, self._is_fine = None, False
        self._still.start()
        self.update()

    # Painting

    def _size(self) -> tuple[int, int]:
        ratio = self.devicePixelRatioF()
        return max(round(self.width() * ratio), 2), max(round(self.height() * ratio), 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        style = plot_style(self.font(), 1.0)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), style.ground)
        if self._image is None and self._rough is not None:
            wide, high = self._size()
            shrink = max(wide, high) / (1.25 * ROUGH)
            self._image = _picture(self._rough, self.turn, int(wide / shrink), int(high / shrink), 3)
            self._is_fine = False
        self._paint_box(painter, style)
        if self._image is not None:
            painter.drawImage(QRectF(self.rect()), self._image)
        self._paint_ranges(painter, style)
        if self._more:
            text = self.tr("Other lines are not shown beside a surface: hide it to see them")
            painter.drawText(QPointF(14, 14 + painter.fontMetrics().ascent()), text)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _refine(self) -> None:
        """Once it is still, paint it finely, in a thread."""
        busy = self._job is not None or self._shading is not None
        if self.art is None or busy or self._at is not None:
            return
        arts, box, turn, size, fine = self.arts, self.box, self.turn, self._size(), self._fine
        dark = is_dark()

        def work(_: BackgroundTask) -> tuple[ShadedSurface | ShadedMesh, QImage]:
            made = fine if fine is not None else _shaded(arts, box, FINE, dark)
            return made, _picture(made, turn, *size)

        def then(answer: tuple[ShadedSurface | ShadedMesh, QImage]) -> None:
            if [id(_shape(art)) for art in self.arts] != [id(_shape(art)) for art in arts]:
                return
            self._fine = answer[0]
            if self.turn == turn and self._size() == size:
                self._image, self._is_fine = answer[1], True
                self.update()

        job = BackgroundTask(work, "surface", self)
        self._job = job
        job.succeeded.connect(then)
        job.ended.connect(self._refined)
        job.start()

    def _refined(self) -> None:
        self._job = None
        if not self._is_fine:
            self._still.start()

    def _paint_box(self, painter: QPainter, style: PlotStyle) -> None:
        """The floor of the box."""
        at, (wide, deep, floor) = self._place, self._extent()
        corners = [at(x * wide, y * deep, floor) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        painter.setPen(QPen(style.grid, 1))
        for step in range(1, 8):
            share = -1 + step / 4
            painter.drawLine(at(share * wide, -deep, floor), at(share * wide, deep, floor))
            painter.drawLine(at(-wide, share * deep, floor), at(wide, share * deep, floor))
        painter.setPen(QPen(style.axis, 1.2))
        painter.drawPolygon(corners)

    def _place(self, x: float, y: float, z: float) -> QPointF:
        """Where a point of the box is seen."""
        unit, (right, down) = scale_px(self.width(), self.height()), corner(self.turn, x, y, z)
        return QPointF(self.width() / 2 + right * unit, self.height() / 2 + down * unit)

    def _paint_ranges(self, painter: QPainter, style: PlotStyle) -> None:
        """The ends of the axes, written at the floor's sides."""
        wide, deep, floor = self._extent()
        painter.setFont(style.font)
        painter.setPen(style.text)
        metrics = QFontMetricsF(style.font)
        ranges = self._ranges()
        for x, y, text in ((0.0, -1.14, f"x: {ranges['x']}"), (1.14, 0.0, f"y: {ranges['y']}")):
            place = self._place(x * wide, y * deep, floor)
            painter.drawText(place - QPointF(metrics.horizontalAdvance(text) / 2, -4), text)
        painter.drawText(QPointF(14, self.height() - 14), f"z: {ranges['z']}")

    def _extent(self) -> tuple[float, float, float]:
        """Half the sides of the floor, and its height."""
        if self.box is None:
            return 1.0, 1.0, FLOOR
        half = half_of(self.box)
        x, y, z = ((high - low) / 2 / half * SIZE for low, high in self.box)
        return x, y, -z

    def _ranges(self) -> dict[str, str]:
        """Return the ranges of the box's axes in words."""
        assert self.art is not None
        if self.box is not None:
            return {axis: _range(*ends) for axis, ends in zip("xyz", self.box, strict=True)}
        surface, view = self.art.drawn.surface, self.art.view
        assert surface is not None
        return {"x": _range(*view.x), "y": _range(*view.y), "z": _range(*heights_shown(surface))}

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            if self.box is not None:
                self._shade()
            self._changed()

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._at = event.position()
        self.setFocus()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._at is not None:
            step = event.position() - self._at
            self._at = event.position()
            self._turn(step.x() * RADIANS_PX, step.y() * RADIANS_PX)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._at = None
        self.unsetCursor()
        self._still.start()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.turn = Turn()
        self._changed()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        self.controller.zoom(1.2 ** ((delta.y() or delta.x()) / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in KEYS:
            self._turn(*KEYS[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.controller.zoom(1.2)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.controller.zoom(1 / 1.2)
        elif key == Qt.Key.Key_0:
            self.controller.show_home()
        else:
            event.ignore()

    def _turn(self, right: float, up: float) -> None:
        self.turn = self.turn.by(right, up)
        self._changed()

    def close_view(self) -> None:
        """Wait for a picture in work."""
        for job in (self._job, self._shading):
            if job is not None:
                job.wait()


def _shape(art: Art) -> Surface | Mesh:
    found = art.drawn.mesh or art.drawn.surface
    assert found is not None
    return found


def _shaded(arts: Sequence[Art], box: Box | None, count: int, dark: bool) -> ShadedSurface | ShadedMesh:
    """A graph by its heights; surfaces in space in the colours of their lines."""
    if box is None:
        surface = arts[0].drawn.surface
        assert surface is not None
        return shade_surface(surface, count)
    shapes = [(_shape(art), curve_colour(art.hue, 0, dark, least=PALE)) for art in arts]
    return shade_meshes(shapes, box, count * (UNIT if count == FINE else ROUGH_UNIT))


def _picture(shape: ShadedSurface | ShadedMesh, turn: Turn, width: int, height: int, dot: int = 2) -> QImage:
    if isinstance(shape, ShadedSurface):
        return picture(shape, turn, width, height, dot=2)
    unit = scale_px(width, height)
    return mesh_picture(shape, turn.azimuth, turn.elevation, unit, width, height, dot)


def _range(low: float, high: float) -> str:
    return f"{low:.4g} … {high:.4g}".replace("-", "−")
