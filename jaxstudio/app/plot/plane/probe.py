"""The point at the cursor: the nearest curve or mark, and the question about its values, one at a time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from jaxstudio.app.plot.controller import FunctionsController, Spot
from jaxstudio.app.plot.plane.curve_geometry import Art
from jaxstudio.app.plot.plane.paint_curves import in_pixels
from jaxstudio.app.plot.plane.picture import UNSEEN
from jaxstudio.app.plot.plane.viewing import to_pixels, to_plane
from jaxstudio.app.shared.text import of_error
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import CursorAnswer, CursorQuestion
from jaxstudio.functions.protocol.scene import Found, Handle, Mark, MarkKind, View


@dataclass(frozen=True)
class MarkAt:
    """A mark with its line and order; key None: an intersection."""

    key: int | None
    order: int
    mark: Mark


# kinds of lines whose curves have one height at each x, but for paths in the plane
GRAPHS = frozenset({LineKind.CURVE, LineKind.DIFFERENTIAL, LineKind.INITIAL})


def _ascends(art: Art) -> bool:
    """Whether solutions are drawn over their variable."""
    return all((np.diff(line.points[:, 0]) >= 0).all() for line in art.polylines)


def handle_at(arts: Iterable[Art], view: View, x: float, y: float, reach: float) -> Handle | None:
    """The nearest point that a hand can move, if one is within reach of a pixel."""
    best, found = reach, None
    for art in arts:
        for handle in art.drawn.handles:
            at_x, at_y = to_pixels(view, handle.x, handle.y)
            away = math.hypot(x - at_x, y - at_y)
            if away < best and (handle.x_typed or handle.y_typed):
                best, found = away, handle
    return found


def nearest_spot(arts: Iterable[Art], view: View, x: float, y: float, reach: float) -> Spot | None:
    """The spot on a curve y = f(x) that is nearest to a pixel, if one is within reach."""
    best, found = reach, None
    for art in arts:
        if art.drawn.kind not in GRAPHS or (art.drawn.handles and not _ascends(art)):
            continue
        for polyline in art.polylines:
            away, at = _to_polyline(in_pixels(polyline.points, view), x, y)
            if away < best:
                best = away
                found = Spot(art.key, polyline.order, to_plane(view, at, y)[0], polyline.member)
    return found


def _to_polyline(points: np.ndarray, x: float, y: float) -> tuple[float, float]:
    """Return the distance of a pixel from a polyline, and x of the nearest point on it."""
    if len(points) < 2:
        return math.inf, x
    start, step = points[:-1], np.diff(points, axis=0)
    length = np.maximum(step[:, 0] ** 2 + step[:, 1] ** 2, 1e-12)
    share = ((x - start[:, 0]) * step[:, 0] + (y - start[:, 1]) * step[:, 1]) / length
    np.clip(share, 0.0, 1.0, out=share)
    near_x, near_y = start[:, 0] + share * step[:, 0], start[:, 1] + share * step[:, 1]
    away = (near_x - x) ** 2 + (near_y - y) ** 2
    best = int(away.argmin())
    return math.sqrt(float(away[best])), float(near_x[best])


def height_at(arts: Iterable[Art], spot: Spot) -> float | None:
    """The approximate height of a curve at a spot, from the drawn points."""
    for art in arts:
        if art.key != spot.key:
            continue
        for polyline in art.polylines:
            points = polyline.points
            if (polyline.order, polyline.member) != (spot.order, spot.member):
                continue
            if len(points) and points[0, 0] <= spot.x <= points[-1, 0]:
                return float(np.interp(spot.x, points[:, 0], points[:, 1]))
    return None


def value_at(arts: Iterable[Art], x: float, y: float) -> complex | None:
    """The value of a function of z at the pixel there, None where none is drawn or it has none."""
    for art in arts:
        if art.drawn.domain is None:
            continue
        values, view = art.drawn.domain.values, art.view
        column = math.floor((x - view.x[0]) / (view.x[1] - view.x[0]) * values.shape[1])
        row = math.floor((view.y[1] - y) / (view.y[1] - view.y[0]) * values.shape[0])
        if 0 <= row < values.shape[0] and 0 <= column < values.shape[1]:
            value = complex(values[row, column])
            return value if math.isfinite(abs(value)) else None
    return None


def nearest_mark(
    arts: Iterable[Art], intersections: Found | None, view: View, x: float, y: float, reach: float
) -> MarkAt | None:
    """The point of interest nearest to a pixel, if one is within reach; a pole only close by."""
    every = [MarkAt(art.key, order, mark) for art in arts for order, mark in art.marks]
    every += [MarkAt(None, 0, mark) for mark in (intersections.marks if intersections else ())]
    best, found = reach, None
    for each in every:
        away = _to_mark(each.mark, view, x, y)
        if away < best:
            best, found = away, each
    return found


def _to_mark(mark: Mark, view: View, x: float, y: float) -> float:
    if mark.kind in UNSEEN:
        return math.inf
    if mark.kind is MarkKind.POLE:
        return abs(x - to_pixels(view, mark.x, 0.0)[0]) + 4.0
    if not math.isfinite(mark.y):
        return math.inf
    at_x, at_y = to_pixels(view, mark.x, mark.y)
    return math.hypot(x - at_x, y - at_y)


PAGE = "cursor"
TAYLOR = 3


class Probe(QObject):
    """Asks about the controller's spot; `answer` belongs to `answered`, which may be a spot before it."""

    changed = Signal()

    def __init__(self, controller: FunctionsController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.answer: CursorAnswer | None = None
        self.answered: Spot | None = None
        self.mark: MarkAt | None = None
        self.trouble = ""
        self._about: Spot | None = None
        self._asked: object = None
        self._next: object = None
        controller.spot_changed.connect(self.ask)
        controller.document_changed.connect(self.ask)
        controller.scene_changed.connect(self.ask)

    # What is drawn of the answer; the document remembers it

    def shows(self, what: str) -> bool:
        """Whether `tangent`, `circle` or `polynomial` is drawn."""
        return bool(self.controller.document.pages.get(PAGE, {}).get(what, False))

    @property
    def order(self) -> int:
        """The order of the Taylor polynomial."""
        order = self.controller.document.pages.get(PAGE, {}).get("order", TAYLOR)
        return order if isinstance(order, int) and 0 <= order <= 12 else TAYLOR

    def show(self, what: str, on: bool) -> None:
        self.controller.set_page(PAGE, **{what: on})

    def set_order(self, order: int) -> None:
        self.controller.set_page(PAGE, nudge=True, order=min(max(order, 0), 12))

    # Asking

    def set_hovered_mark(self, mark: MarkAt | None) -> None:
        """The cursor is on a point of interest, or no longer."""
        if mark != self.mark:
            self.mark = mark
            self.changed.emit()

    def ask(self) -> None:
        """Ask about the spot, unless that very question is answered or on its way."""
        spot, before = self.controller.spot, self._about
        self._about = spot
        if spot is None and before is None:
            return  # each move of a slider and each scene comes by here
        if spot is None or self.controller.drawer is None:
            self.answer = self.answered = None
            self._asked = self._next = None
            self.changed.emit()
            return
        if spot.key not in {line.key for line in self.controller.document.lines}:
            self.controller.pin(None)
            return
        taylor = self.order if self.shows("polynomial") else 0
        question = CursorQuestion(self.controller.target(spot.key, spot.order, spot.member), spot.x, taylor)
        if self._asked is not None:
            self._next = (spot, question)
        else:
            self._send(spot, question)

    def _send(self, spot: Spot, question: CursorQuestion) -> None:
        if (spot, _essence(question)) == (self.answered, self._last):
            return
        self._asked = question

        def answered(answer: CursorAnswer) -> None:
            self._last = _essence(question)
            self._take(spot, answer, "")

        self.controller.ask(question, answered, lambda error: self._take(spot, None, of_error(error)))

    _last: object = None

    def _take(self, spot: Spot, answer: CursorAnswer | None, trouble: str) -> None:
        waiting, self._asked, self._next = self._next, None, None
        if self.controller.spot is not None:
            self.answer, self.answered, self.trouble = answer, spot, trouble
            self.changed.emit()
        if isinstance(waiting, tuple):
            self._send(*waiting)


def _essence(question: CursorQuestion) -> object:
    """Return the part of a question that decides its answer."""
    target = question.target
    texts = tuple(line.text for line in target.lines)
    method = target.lines[target.line].method
    return texts, method, tuple(sorted(target.sliders.items())), question.taylor
