"""Paints histogram, waveform and vectorscope; a drag in the histogram moves exposure or an end point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, of_value, within
from jaxstudio.backend.protocol import ScopesAnswer
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.display_mode import OUT_OF_GAMUT, OVER, UNDER
from jaxstudio.pipeline.measures import VECTORSCOPE, WAVEFORM
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Step

if TYPE_CHECKING:
    import numpy as np

Role = QPalette.ColorRole
# Of one lightness, red and green would look alike to many.
CHANNEL_COLOURS = ("#c8323c", "#4bb960", "#4664e6")
LEAST_PX = 24  # beside an open inspector on a small screen
HIGHEST = 98.0  # percent of the tones are drawn whole: a spike would dwarf all others
RGB, LUMA = "rgb", "luma"


def histogram_heights(counts: np.ndarray, *, logarithmic: bool = False) -> np.ndarray:
    """Counts (rows, 256) as heights from 0 to 1 with one scale; the most frequent tones are cut off at 1."""
    import numpy as np

    most = max(1.0, float(np.percentile(counts[:, 1:-1], HIGHEST)))
    heights = np.log1p(counts) / math.log1p(most) if logarithmic else counts / most
    return np.minimum(heights, 1.0)


def paint_heights(
    painter: QPainter, rect: QRectF, heights: np.ndarray, gray: QColor, strength: float
) -> None:
    """Fill the curve of each row from below: red, green and blue, or one row in `gray`.

    They are drawn as one image: Qt's polygons take ten times as long where the tones of a picture are a comb.
    """
    import numpy as np

    colours = [QColor(name) for name in CHANNEL_COLOURS] if len(heights) == 3 else [gray]
    ratio, box = painter.device().devicePixelRatioF(), rect.toRect()
    height, width = round(box.height() * ratio), round(box.width() * ratio)
    if height < 1 or width < 1:
        return
    at = np.linspace(0, heights.shape[1] - 1, width)
    levels = np.arange(height - 0.5, 0, -1)[:, None] / height
    covered = np.zeros((height, width), np.uint8)
    for bit, row in enumerate(heights):
        covered |= (np.interp(at, range(len(row)), row) > levels).astype(np.uint8) << bit
    table = np.array([_laid_over(colours, strength, bits) for bits in range(1 << len(colours))], np.uint32)
    pixels = table[covered]
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    painter.drawImage(QRectF(box), image)


def _laid_over(colours: Sequence[QColor], strength: float, bits: int) -> int:
    """Return the premultiplied ARGB of those colours whose bit is set, one over the other."""
    shares = [0.0, 0.0, 0.0, 0.0]
    for bit, colour in enumerate(colours):
        if bits >> bit & 1:
            over = (1.0, colour.redF(), colour.greenF(), colour.blueF())
            shares = [
                share * (1 - strength) + strength * own for share, own in zip(shares, over, strict=True)
            ]
    alpha, red, green, blue = (round(255 * share) for share in shares)
    return alpha << 24 | red << 16 | green << 8 | blue


def _polygon(rect: QRectF, heights: np.ndarray) -> QPolygonF:
    apart, bottom = rect.width() / (len(heights) - 1), rect.bottom()
    tops = [
        QPointF(rect.left() + place * apart, bottom - height * rect.height())
        for place, height in enumerate(heights.tolist())
    ]
    return QPolygonF([QPointF(rect.left(), bottom), *tops, QPointF(rect.right(), bottom)])


@dataclass(frozen=True)
class Zone:
    """A part of the histogram that can be dragged: the parameter, and its change over the whole width.

    begin, end: shares of the width. A drag to the right makes the picture lighter.
    """

    op: str
    param: str
    begin: float
    end: float
    across: float


ZONES = (
    Zone("levels", "black", 0.0, 0.2, -1.0),
    Zone("exposure", "stops", 0.2, 0.8, 5.0),
    Zone("levels", "white", 0.8, 1.0, -1.0),
)
KEY_STEP = 0.02  # of the width


class ToneHands:
    """Changes exposure, black and white points of a recipe; the filter is added where there is none."""

    def __init__(self, document: ImageDocument) -> None:
        self.document = document

    def param(self, zone: Zone) -> Float | None:
        """The parameter of a zone; None while its filter is not known."""
        backend = self.document.backend
        known = backend is not None and zone.op in backend.catalogue and self.document.photo is not None
        found = backend.catalogue[zone.op].by_name.get(zone.param) if backend is not None and known else None
        return found if isinstance(found, Float) else None

    def step(self, zone: Zone) -> Step | None:
        """The last step that applies the zone's filter to the whole picture."""
        steps = reversed(self.document.recipe.steps)
        return next(
            (step for step in steps if step.op.name == zone.op and step.enabled and not step.mask), None
        )

    def value(self, zone: Zone) -> float:
        """The parameter's present value."""
        step, param = self.step(zone), self.param(zone)
        value = step.values[zone.param] if step is not None else param.default if param is not None else 0.0
        return float(value)  # type: ignore[arg-type]

    def set_value(self, zone: Zone, value: float, *, nudge: bool = False) -> None:
        """Change the parameter; white stays above black."""
        param, step = self.param(zone), self.step(zone)
        if param is None or self.document.backend is None:
            return
        low, high = param.low, param.high
        if zone.op == "levels":
            other = self.value(ZONES[2] if zone.param == "black" else ZONES[0])
            low, high = (low, other - 0.01) if zone.param == "black" else (other + 0.01, high)
        value = round(min(max(value, low), high), 3)
        if step is not None:
            self.document.set_param(step.key, zone.param, value, nudge=nudge)
        elif value != param.default:
            self.document.add_step(self.document.backend.catalogue[zone.op], params={zone.param: value})

    def words(self, zone: Zone) -> str:
        """`Exposure: 0.5`, `Levels, black: 0.02`."""
        param, backend = self.param(zone), self.document.backend
        if param is None or backend is None:
            return ""
        title = of_catalogue(backend.catalogue[zone.op].title)
        name = title if zone.op == "exposure" else f"{title}, {within(in_words(zone.param))}"
        return f"{name}: {of_value(param, self.value(zone))}"


class ScopeChart(QWidget):
    """Paints the scope; the histogram's zones are dragged, or moved by the arrow keys."""

    def __init__(self, document: ImageDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hands, self.document = ToneHands(document), document
        self.scopes: ScopesAnswer | None = None
        self.kind, self.logarithmic = RGB, False
        self.zone: Zone | None = None  # under the pointer, or of the keys
        self._held: tuple[float, float] | None = None  # where it was pressed, and the value there
        self._image: QImage | None = None
        self.setMinimumHeight(LEAST_PX)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Histogram of the result"))
        self.setToolTip(
            self.tr(
                "Drag at the left: black point, in the middle: exposure, at the right: white point; "
                "a double click resets it.\nKeys: ← → choose one, ↑ ↓ move it, Del resets it."
            )
        )

    def show_scopes(self, scopes: ScopesAnswer | None, kind: str, *, logarithmic: bool) -> None:
        """Draw these."""
        self.scopes, self.kind, self.logarithmic = scopes, kind, logarithmic
        picture = None
        if scopes is not None:
            shares = [of_share(count, scopes.pixels) for count in (scopes.over, scopes.under)]
            self.setAccessibleDescription(self.tr("Over: {0}, under: {1}").format(*shares))
            picture = {WAVEFORM: _waveform, VECTORSCOPE: _vectorscope}.get(kind, lambda _: None)(scopes)
        self._image = picture
        self.update()

    @property
    def plot(self) -> QRectF:
        return QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        palette, plot = self.palette(), self.plot
        dark = self.kind in (WAVEFORM, VECTORSCOPE)
        painter.fillRect(self.rect(), QColor("#000000") if dark else palette.color(Role.Base))
        if self._image is not None:
            self._paint_image(painter, self._image, plot)
        elif self.scopes is not None and self.scopes.histogram is not None and not dark:
            self._paint_histogram(painter, self.scopes.histogram, plot)
        if self.scopes is not None:
            self._paint_shares(painter, self.scopes, plot.adjusted(5, 2, -5, 0), dark=dark)
        accent = palette.color(Role.Highlight)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(
            QPen(accent if self.hasFocus() else palette.color(Role.Mid), 2 if self.hasFocus() else 1)
        )
        painter.drawRect(plot)

    def _paint_histogram(self, painter: QPainter, counts: np.ndarray, plot: QRectF) -> None:
        palette = self.palette()
        text = palette.color(Role.Text)
        painter.setPen(QPen(palette.color(Role.Mid), 1, Qt.PenStyle.DotLine))
        for part in (0.25, 0.5, 0.75):
            x = plot.left() + plot.width() * part
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        colour = len(counts) == 4
        heights = histogram_heights(counts, logarithmic=self.logarithmic)
        alone = heights[3:] if colour and self.kind == LUMA else heights[:3] if colour else heights
        paint_heights(painter, plot, alone, text, 0.5)
        if colour and self.kind == RGB:
            painter.setPen(QPen(text, 0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(_polygon(plot, heights[3]))
        zone = self.zone
        if zone is None or not self.hands.param(zone) or not (self.underMouse() or self.hasFocus()):
            return
        accent = palette.color(Role.Highlight)
        accent.setAlphaF(0.16)
        left, width = plot.left() + plot.width() * zone.begin, plot.width() * (zone.end - zone.begin)
        painter.fillRect(QRectF(left, plot.top(), width, plot.height()), accent)
        painter.setPen(text)
        top = plot.adjusted(6, 18, -6, 0)  # below the shares
        painter.drawText(
            top, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter, self.hands.words(zone)
        )

    def _paint_shares(self, painter: QPainter, scopes: ScopesAnswer, plot: QRectF, *, dark: bool) -> None:
        """The shares of clipped pixels in the upper corners: black ones at the left, others at the right."""
        font, before = painter.font(), painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.85)
        painter.setFont(font)
        text = QColor("#d8dade") if dark else self.palette().color(Role.Text)
        ground = QColor("#000000") if dark else self.palette().color(Role.Base)
        ground.setAlphaF(0.75)
        right = [("▲", OVER, scopes.over), ("◆", OUT_OF_GAMUT, scopes.out_of_gamut)]
        parts = [(plot.left(), "▼", UNDER, of_share(scopes.under, scopes.pixels))]
        edge, measure = plot.right(), painter.fontMetrics().horizontalAdvance
        for mark, colour, count in right:
            if count is not None:
                share = of_share(count, scopes.pixels)
                edge -= measure(f"{mark} {share}")
                parts.append((edge, mark, colour, share))
                edge -= measure("  ")
        for left, mark, colour, share in parts:
            place = plot.adjusted(left - plot.left(), 0, 60, 0)
            size = QSizeF(measure(f"{mark} {share}") + 4.0, painter.fontMetrics().height())
            painter.fillRect(QRectF(place.topLeft() - QPointF(2, 0), size), ground)  # read on any colour
            painter.setPen(QColor(*colour))
            painter.drawText(place, Qt.AlignmentFlag.AlignTop, mark)
            painter.setPen(text)
            painter.drawText(place.adjusted(measure(f"{mark} "), 0, 0, 0), Qt.AlignmentFlag.AlignTop, share)
        painter.setFont(before)

    def _paint_image(self, painter: QPainter, image: QImage, plot: QRectF) -> None:
        if self.kind == WAVEFORM:
            painter.drawImage(plot, image)
            painter.setPen(QPen(QColor(255, 255, 255, 60), 1, Qt.PenStyle.DotLine))
            for part in (0.25, 0.5, 0.75):
                y = plot.top() + plot.height() * part
                painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            return
        side = min(plot.width(), plot.height())
        square = QRectF(plot.center().x() - side / 2, plot.center().y() - side / 2, side, side)
        painter.drawImage(square, image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(255, 255, 255, 70), 1))
        painter.drawEllipse(square.adjusted(1, 1, -1, -1))
        middle = square.center()
        for angle in range(0, 360, 90):
            end = QPointF(math.cos(math.radians(angle)), math.sin(math.radians(angle))) * (side / 2)
            painter.drawLine(middle, middle + end)
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.8)
        painter.setFont(font)
        for letter, colour in TARGETS.items():
            at = middle + _chroma(colour) * (0.75 * side)
            painter.setPen(QColor.fromRgbF(*(0.35 + 0.65 * part for part in colour)))
            painter.drawRect(QRectF(at.x() - 3, at.y() - 3, 6, 6))
            painter.drawText(QRectF(at.x() + 5, at.y() - 8, 16, 16), Qt.AlignmentFlag.AlignVCenter, letter)

    # Hands

    def _zone_at(self, x: float) -> Zone | None:
        if self.kind not in (RGB, LUMA):
            return None
        share = (x - self.plot.left()) / max(self.plot.width(), 1.0)
        zone = next((zone for zone in ZONES if share < zone.end), ZONES[-1])
        return zone if self.hands.param(zone) else None

    def _choose(self, zone: Zone | None) -> None:
        self.zone = zone
        self.setAccessibleDescription(self.hands.words(zone) if zone is not None else "")
        self.setCursor(Qt.CursorShape.SizeHorCursor if zone is not None else Qt.CursorShape.ArrowCursor)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        zone = self._zone_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and zone is not None:
            self._choose(zone)
            self._held = event.position().x(), self.hands.value(zone)
            self.document.begin_gesture()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None or self.zone is None:
            self._choose(self._zone_at(event.position().x()))
            return
        pressed, value = self._held
        share = (event.position().x() - pressed) / max(self.plot.width(), 1.0)
        self.hands.set_value(self.zone, value + share * self.zone.across)
        self._choose(self.zone)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._held = None
            self.document.end_gesture()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        zone = self._zone_at(event.position().x())
        if zone is not None:
            self._reset(zone)

    def _reset(self, zone: Zone) -> None:
        param = self.hands.param(zone)
        if param is not None:
            self.hands.set_value(zone, float(param.default))  # type: ignore[arg-type]
            self._choose(zone)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        zones = [zone for zone in ZONES if self.hands.param(zone)] if self.kind in (RGB, LUMA) else []
        zone = self.zone if self.zone in zones else next(iter(zones[1:2]), None)
        if zone is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            place = zones.index(zone) + (1 if key == Qt.Key.Key_Right else -1)
            self._choose(zones[min(max(place, 0), len(zones) - 1)])
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            fine = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
            way = KEY_STEP * fine * (1 if key == Qt.Key.Key_Up else -1)
            self.hands.set_value(zone, self.hands.value(zone) + way * zone.across, nudge=True)
            self._choose(zone)
        elif key == Qt.Key.Key_Delete:
            self._reset(zone)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _waveform(scopes: ScopesAnswer) -> QImage | None:
    found = scopes.waveform
    if found is None:
        return None
    height, width, colours = found.shape
    kind = QImage.Format.Format_RGB888 if colours == 3 else QImage.Format.Format_Grayscale8
    return QImage(found.tobytes(), width, height, width * colours, kind).copy()


# Red, yellow, green, cyan, blue and magenta: where colour bars of 75 % lie.
TARGETS = {"R": (1, 0, 0), "Y": (1, 1, 0), "G": (0, 1, 0), "C": (0, 1, 1), "B": (0, 0, 1), "M": (1, 0, 1)}


def _chroma(colour: tuple[float, float, float]) -> QPointF:
    """Where a colour lies in a vectorscope from −0.5 to 0.5, y downwards: Cb and Cr of Rec. 709."""
    red, green, blue = colour
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return QPointF((blue - luma) / 1.8556, (luma - red) / 1.5748)


def _vectorscope(scopes: ScopesAnswer) -> QImage | None:
    found = scopes.vectorscope
    if found is None:
        return None
    import numpy as np

    side = len(found)
    down, across = np.mgrid[:side, :side] / side - 0.5
    red, blue = 0.6 - down * 1.5748, 0.6 + across * 1.8556
    green = (0.6 - 0.2126 * red - 0.0722 * blue) / 0.7152
    hues = np.clip(np.stack([red, green, blue], axis=-1), 0.15, 1.0)
    pixels = (hues * found[..., None]).astype(np.uint8)
    return QImage(pixels.tobytes(), side, side, 3 * side, QImage.Format.Format_RGB888).copy()


def of_share(count: int, pixels: int) -> str:
    """A share in percent: 0 only where it is nothing."""
    percent = 100.0 * count / max(pixels, 1)
    if count and percent < 0.01:
        return f"< {of_number(0.01)} %"
    return f"{of_number(round(percent, 2 if percent < 10 else 1))} %"
