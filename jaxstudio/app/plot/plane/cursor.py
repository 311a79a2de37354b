"""The cursor on the plane: the spot under it, the pinned spot, and the marks painted for both."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPainter

from jaxstudio.app.plot.controller import FunctionsController, Spot
from jaxstudio.app.plot.lines.line_options import order_name
from jaxstudio.app.plot.pages.numbers import exact, short, sure, sure_in_words
from jaxstudio.app.plot.plane.curve_geometry import LineDrawings, Scenery
from jaxstudio.app.plot.plane.paint_spot import (
    paint_area,
    paint_band,
    paint_circle,
    paint_dot,
    paint_ellipse,
    paint_fitted,
    paint_label,
    paint_polynomial,
    paint_tangent,
    paint_walk,
)
from jaxstudio.app.plot.plane.picture import paint_mark
from jaxstudio.app.plot.plane.probe import (
    MarkAt,
    Probe,
    handle_at,
    height_at,
    nearest_mark,
    nearest_spot,
    value_at,
)
from jaxstudio.app.plot.plane.viewing import slopes_px, tidy, to_pixels, to_plane
from jaxstudio.app.shared.colours import PlotStyle
from jaxstudio.app.shared.text import of_wording, tr
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import CursorAnswer
from jaxstudio.functions.protocol.scene import Handle, MarkKind

REACH_PX, MARK_PX, HANDLE_PX = 14.0, 9.0, 10.0


def mark_words(kind: MarkKind) -> str:
    """Return the name of a kind of point of interest."""
    return {
        MarkKind.ROOT: tr("Root"),
        MarkKind.MAXIMUM: tr("Maximum"),
        MarkKind.MINIMUM: tr("Minimum"),
        MarkKind.INFLECTION: tr("Inflection"),
        MarkKind.SADDLE: tr("Saddle"),
        MarkKind.POLE: tr("Pole"),
        MarkKind.JUMP: tr("Jump"),
        MarkKind.HOLE: tr("Hole"),
        MarkKind.END: tr("End"),
        MarkKind.CORNER: tr("Corner"),
        MarkKind.INTERSECTION: tr("Intersection"),
        MarkKind.ZERO: tr("Zero"),
        MarkKind.COMPLEX_POLE: tr("Pole"),
    }[kind]


class Cursor(QObject):
    """The cursor. `text_changed(text)` describes the spot under it, for the status bar."""

    text_changed = Signal(str)
    shape_changed = Signal(object)

    def __init__(
        self, controller: FunctionsController, drawings: LineDrawings, scenery: Callable[[], Scenery]
    ) -> None:
        super().__init__(controller)
        self.controller, self.drawings, self.scenery = controller, drawings, scenery
        self.probe = Probe(controller, self)
        self.at: QPointF | None = None
        self._held: Handle | None = None

    # Hands

    def moves_handle(self, event: Any) -> bool:
        """Move the point that was taken hold of, if one was; the numbers that are typed for it follow."""
        view = self.controller.view
        if event.isStart():
            begin = event.buttonDownPos()
            self._held = handle_at(self.scenery().arts, view, begin.x(), begin.y(), HANDLE_PX)
            if self._held is not None:
                self.controller.begin_gesture()
        if self._held is None:
            return False
        x, y = to_plane(view, event.pos().x(), event.pos().y())
        across, along = slopes_px(view, x, y)
        self._held = self.controller.move_handle(self._held, tidy(x, 1 / across), tidy(y, 1 / along))
        if event.isFinish():
            self._held = None
            self.controller.end_gesture()
        return True

    def drag(self, at: QPointF) -> None:
        """Move the pinned point along its curve."""
        spot = self.controller.pinned
        if spot is not None:
            x, _ = to_plane(self.controller.view, at.x(), at.y())
            self.controller.pin(replace(spot, x=x))

    def click(self, at: QPointF) -> None:
        """Pin the spot under the cursor; a click beside everything unpins."""
        mark, spot = self._near(at)
        if mark is not None and self._is_on_a_curve(mark) and math.isfinite(mark.mark.y):
            assert mark.key is not None
            spot = Spot(mark.key, mark.order, mark.mark.x, mark.mark.member)
        self.controller.pin(spot)
        if spot is not None:
            self.controller.hold(spot.key)

    def hover(self, at: QPointF | None) -> None:
        """Find the nearest thing under the cursor."""
        self.at = at
        if at is None:
            self.controller.hover(None)
            self.probe.set_hovered_mark(None)
            self.text_changed.emit(self.words())
            return
        mark, spot = self._near(at)
        self.probe.set_hovered_mark(mark)
        self.controller.hover(spot)
        shape = Qt.CursorShape.PointingHandCursor if spot or mark else Qt.CursorShape.ArrowCursor
        if handle_at(self.scenery().arts, self.controller.view, at.x(), at.y(), HANDLE_PX) is not None:
            shape = Qt.CursorShape.SizeAllCursor
        self.shape_changed.emit(shape)
        self.text_changed.emit(self.words())

    def step(self, pixels: float) -> None:
        """Move the pinned dot by keys; where none is pinned, pin one in the middle of the view."""
        spot, view = self.controller.pinned, self.controller.view
        if spot is None:
            line = self.controller.subject()
            if line is None:
                return
            orders = line.line.orders or (0,)
            spot = Spot(line.key, orders[0], to_plane(view, view.width_px / 2, 0.0)[0])
        else:
            at = to_pixels(view, spot.x, 1.0)[0]
            spot = replace(spot, x=to_plane(view, at + pixels, 0.0)[0])
        self.controller.pin(spot)
        self.text_changed.emit(self.words())

    def _is_on_a_curve(self, mark: MarkAt) -> bool:
        """Whether a value and derivatives belong to the point; of equations and surfaces there are none."""
        art = self.drawings.arts.get(mark.key) if mark.key is not None else None
        return art is not None and art.drawn.kind == LineKind.CURVE

    def _near(self, at: QPointF) -> tuple[MarkAt | None, Spot | None]:
        scenery, view = self.scenery(), self.controller.view
        mark = nearest_mark(scenery.arts, scenery.intersections, view, at.x(), at.y(), MARK_PX)
        return mark, nearest_spot(scenery.arts, view, at.x(), at.y(), REACH_PX)

    def place(self, spot: Spot | None) -> QPointF | None:
        """Return the screen position of a spot."""
        if spot is None:
            return None
        answer = self.probe.answer
        if answer is not None and self.probe.answered == spot and math.isfinite(answer.y):
            y: float | None = answer.y
        else:
            y = height_at(self.scenery().arts, spot)
        if y is None:
            return None
        x, down = to_pixels(self.controller.view, spot.x, y)
        return QPointF(x, min(max(down, -1e4), 1e4))

    # What is said

    def words(self) -> str:
        """Return one line about the point under the cursor or the pinned one."""
        spot, answer = self.controller.spot, self.probe.answer
        if spot is not None and answer is not None and self.probe.answered == spot:
            parts = [f"x = {short(spot.x)}"]
            parts += _values(spot, answer, 4)
            if math.isfinite(answer.curvature):
                parts.append(tr("curvature {0}").format(short(answer.curvature)))
            return "    ".join(parts)
        if spot is not None and self.probe.trouble and self.probe.answered == spot:
            return self.probe.trouble
        if self.at is None:
            return ""
        x, y = to_plane(self.controller.view, self.at.x(), self.at.y())
        value = value_at(self.scenery().arts, x, y)
        if value is None:
            return f"x = {short(x)}    y = {short(y)}"
        parts = [f"z = {complex_text(complex(x, y))}", f"f(z) ≈ {complex_text(value)}"]
        parts += [f"|f(z)| ≈ {abs(value):.4g}", f"arg f(z) ≈ {math.degrees(cmath.phase(value)):.1f}°"]
        return "    ".join(parts).replace("-", "−")

    def _label(self) -> tuple[QPointF, list[str]] | None:
        mark = self.probe.mark
        if mark is not None and self.at is not None:
            return self.at, _mark_lines(mark)
        spot = self.controller.spot
        place = self.place(spot)
        if spot is None or place is None:
            return None
        answer = self.probe.answer
        if self.controller.pinned == spot and answer is not None and self.probe.answered == spot:
            lines = [f"x = {short(spot.x)}"]
            return place, [*lines, *_values(spot, answer, 3)]
        y = height_at(self.scenery().arts, spot)
        if answer is not None and self.probe.answered == spot:
            digits = answer.digits[0] if answer.digits else None
            place_text = f"({short(spot.x)}, {sure(answer.y, digits)})"
            return place, [place_text, sure_in_words(answer.y, digits)]
        return (place, [f"({short(spot.x)}, {short(y)})"]) if y is not None else None

    # Painting

    def paint(self, painter: QPainter, style: PlotStyle) -> None:
        """Paint in the window's own pixels."""
        view = self.controller.view
        self._paint_area(painter, style)
        descent = self.controller.descent
        if descent.answer is not None:
            paint_walk(painter, descent.answer, descent.current_step, view, style)
        band = self.controller.band
        if band is not None:
            paint_band(painter, band, view, style)
        if self.controller.fitted is not None:
            paint_fitted(painter, *self.controller.fitted, view, style)
        if self.controller.ellipse is not None:
            x, y, outline = self.controller.ellipse
            paint_ellipse(painter, x, y, outline, view, style)
        spot, answer = self.controller.spot, self.probe.answer
        if spot is not None and answer is not None and self.probe.answered is not None:
            fresh = self.probe.answered == spot
            if self.probe.shows("polynomial"):
                paint_polynomial(painter, answer, view, style)
            if self.probe.shows("circle") and fresh:
                paint_circle(painter, answer, view, style)
            if self.probe.shows("tangent") and math.isfinite(answer.y):
                paint_tangent(painter, answer, view, style)
        place = self.place(spot)
        if spot is not None and place is not None and spot != self.controller.pinned:
            colour = style.curve(self.hue(spot.key), spot.order)
            paint_dot(painter, place, colour, style, pinned=False)
        if self.probe.mark is not None and math.isfinite(self.probe.mark.mark.y):
            mark = self.probe.mark
            colour = style.curve(self.hue(mark.key), mark.order) if mark.key is not None else style.text
            paint_mark(painter, mark.mark, view, style, colour, size=1.4)
        label = self._label()
        if label is not None:
            paint_label(painter, label[0], label[1], view, style)

    def _paint_area(self, painter: QPainter, style: PlotStyle) -> None:
        if self.controller.shaded is None:
            return
        key, low, high = self.controller.shaded
        for art in self.scenery().arts:
            for polyline in art.polylines if art.key == key else ():
                inside = (polyline.points[:, 0] >= low) & (polyline.points[:, 0] <= high)
                if polyline.order == 0:
                    points = _cut(polyline.points, inside, low, high)
                    paint_area(painter, points, style.curve(art.hue), self.controller.view)

    def hue(self, key: int) -> int:
        return next((line.hue for line in self.controller.document.lines if line.key == key), 0)


def complex_text(value: complex) -> str:
    """A complex number with four digits of each part."""
    sign = "−" if value.imag < 0 else "+"
    return f"{value.real:.4g} {sign} {abs(value.imag):.4g}i".replace("-", "−")


def _values(spot: Spot, answer: CursorAnswer, count: int) -> list[str]:
    """The first values of an answer as far as they are sure, and how far: f′ = 0.5 (15 digits sure)."""
    texts = []
    for number, value in enumerate(answer.values[:count]):
        digits = answer.digits[number] if number < len(answer.digits) else None
        words = f" ({sure_in_words(value, digits)})" if math.isfinite(value) else ""
        texts.append(f"{order_name(spot.order + number)} = {sure(value, digits)}{words}")
    return texts


def _cut(points: np.ndarray, inside: np.ndarray, low: float, high: float) -> np.ndarray:
    """The stretch of a curve between low and high, its ends interpolated."""
    x, y = points[:, 0], points[:, 1]
    ends = [end for end in (low, high) if len(x) and x[0] <= end <= x[-1]]
    made = [points[inside]]
    for end in ends:
        point = np.array([[end, np.interp(end, x, y)]])
        made = [point, *made] if end == low else [*made, point]
    return np.concatenate(made)


def _mark_lines(at: MarkAt) -> list[str]:
    mark = at.mark
    name = mark_words(mark.kind)
    if at.order:
        name = f"{name} ({order_name(at.order)})"
    height = 0.0 if mark.kind is MarkKind.ROOT else mark.y
    y = f", {exact(height, min(mark.digits, 10))}" if math.isfinite(height) else ""
    lines = [name, f"({exact(mark.x, mark.digits)}{y})" if y else f"x = {exact(mark.x, mark.digits)}"]
    if mark.digits >= 1:
        lines.append(tr("{0} digits are sure").format(int(min(mark.digits, 17))))
    if mark.detail:
        lines.append(of_wording(mark.detail))
    return lines
