"""Handles over the canvas for a perspective and for spots, taken by the mouse or moved by the arrow keys."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.canvas.handle_geometry import WHOLE, check_outline, corner_places, corner_values
from jaxstudio.app.image.canvas.layer import (
    ARROWS,
    LIGHT,
    HandleLayer,
    name_of_edge,
    paint_line,
    paint_tag,
    tag_size,
)
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.text import of_error, tr
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.outlines import spot_places
from jaxstudio.pipeline.recipe import Recipe, Step

SIDE = 10.0
CURSORS = {
    "top left": Qt.CursorShape.SizeFDiagCursor,
    "bottom right": Qt.CursorShape.SizeFDiagCursor,
    "top right": Qt.CursorShape.SizeBDiagCursor,
    "bottom left": Qt.CursorShape.SizeBDiagCursor,
    "top": Qt.CursorShape.SizeVerCursor,
    "bottom": Qt.CursorShape.SizeVerCursor,
    "left": Qt.CursorShape.SizeHorCursor,
    "right": Qt.CursorShape.SizeHorCursor,
    WHOLE: Qt.CursorShape.SizeAllCursor,
    "": Qt.CursorShape.ArrowCursor,
}


class Handles(HandleLayer):
    """Shown over the canvas while the document handles a step of this filter; one drag is one undo."""

    op_name = "perspective"

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(document, canvas)
        self.refused = ""
        self._held: tuple[str, QPointF, Any] | None = None
        self._begun: tuple[int, Recipe] | None = (
            None  # the step's key, the recipe when its handles were shown
        )
        self._at: tuple[float, float] | None = None  # where a refused corner is dragged to
        self.setAccessibleName(self.tr("Handles on the picture"))
        document.view_changed.connect(self.place)
        document.recipe_changed.connect(self._follow)
        document.photo_changed.connect(self._follow)

    # What there is

    @property
    def step(self) -> Step | None:
        """The step whose handles are shown, while it is there and on."""
        found = self._handled()
        known = found is not None and found.op.name == self.op_name
        return found if known and found.enabled and self.document.photo is not None else None  # type: ignore[union-attr]

    def _handled(self) -> Step | None:
        """The step that the document handles, of this filter or another."""
        key = self.document.handle_key
        return next((step for step in self.document.recipe.steps if step.key == key), None)

    @property
    def size_beneath(self) -> tuple[int, int]:
        """Height and width of the step's input, on which the handles lie."""
        return self.document.result_size

    def handles(self) -> dict[str, QPointF]:
        if self.step is None:
            return {}
        corners = corner_places(self.step.values, self.size_beneath)
        if self._held is not None and self._at is not None:
            corners[self._held[0]] = self._at
        return {name: self.to_widget(y + 0.5, x + 0.5) for name, (y, x) in corners.items()}

    def to_widget(self, y: float, x: float) -> QPointF:
        top, left = self.document.viewport.to_canvas(self.document.canvas, y, x)
        return QPointF(left, top) / self.devicePixelRatioF()

    # Coming and going

    def place(self) -> None:
        """Cover the canvas while a step is handled."""
        step = self.step
        self.cover(visible=step is not None)
        if step is None:
            self._begun = None
        elif self._begun is None or self._begun[0] != step.key:
            self._begun = step.key, self.document.recipe
        if step is not None:
            self.choose(self.current if self.current in self.order() else self.order()[0])

    def _follow(self) -> None:
        handled = self._handled()
        if handled is not None and handled.op.name != self.op_name:
            return  # others show its handles
        if self.document.handle_key is not None and self.step is None:
            self._let_go()
            self.document.handle(None)
        elif self.document.handle_key is not None:
            if self._held is None:
                self.refused = ""
            self.place()

    def describe(self) -> None:
        keys = self.tr(
            "Tab: the next handle; arrow keys move it, with Ctrl by ten pixels; Enter ends, Esc cancels"
        )
        self.setAccessibleDescription(f"{self.name_of(self.current)}. {keys}")

    def name_of(self, handle: str) -> str:
        """A handle for those who cannot see it."""
        return name_of_edge(handle.replace("_", " "))

    def done(self) -> None:
        """Show the result again."""
        self._let_go()
        self.document.handle(None)
        self.canvas.setFocus()

    def cancel(self) -> None:
        """Show the result again, with the values that the step had when its handles were shown."""
        step, begun = self.step, self._begun
        self.done()
        if step is not None and begun is not None:
            before = begun[1].step(step.key)
            if step.params != before.params:
                self.document.set_params(step.key, before.params)

    # Changing the step

    def _send(self, values: dict[str, float], *, nudge: bool = False) -> None:
        """Set these values of the step; inconsistent ones are reported here and not sent."""
        step = self.step
        if step is None:
            return
        self.refused = ""
        try:
            check_outline(step, {**step.values, **values}, self.size_beneath)
        except ParameterError as error:
            self.refused = of_error(error)
            self.update()
            return
        self._at = None
        self.document.set_params(step.key, values, nudge=nudge)
        self.update()

    def shift(self, name: str, start: Any, down: float, right: float, *, aspect: bool, nudge: bool) -> None:
        """Move a handle so far, in pixels of the picture, from where it was at `start`."""
        y, x = start[name]
        at = (y + down, x + right)
        self._at = None if nudge else at
        self._send(corner_values(name, at, self.size_beneath), nudge=nudge)

    def start_of(self, handle: str, at: QPointF) -> Any:
        """The first argument of `shift` for a drag that takes a handle at this position of the widget."""
        assert self.step is not None
        return corner_places(self.step.values, self.size_beneath)

    # Mouse and keyboard

    def handle_at(self, position: QPointF) -> str:
        """The handle under the cursor; "" for none."""
        return self.nearest(position)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        name = self.handle_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        if not name:
            event.ignore()  # the canvas pans
            return
        self._held = (name, event.position(), self.start_of(name, event.position()))
        self.document.begin_gesture()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.choose(name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            self.setCursor(CURSORS.get(self.handle_at(event.position()), Qt.CursorShape.CrossCursor))
            event.ignore()
            return
        name, pressed, start = self._held
        way = (event.position() - pressed) * (self.devicePixelRatioF() / self.document.viewport.zoom)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.shift(name, start, way.y(), way.x(), aspect=shift, nudge=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            event.ignore()
        else:
            self._let_go()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On what can be taken: done."""
        if self.handle_at(event.position()):
            self.done()
        else:
            event.ignore()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held = self._at = None
            self.refused = ""
            self.document.end_gesture()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, step = Qt.Key, self.step
        way = ARROWS.get(key(event.key()))
        if way is not None and step is not None:
            far = 10 if event.modifiers() & Qt.KeyboardModifier.ControlModifier else 1
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            start = self.start_of(self.current, QPointF())
            self.shift(self.current, start, way[1] * far, way[0] * far, aspect=shift, nudge=True)
        elif event.key() == key.Key_Escape and self._held is not None:
            self._let_go()
            self.document.undo()
        elif event.key() == key.Key_Escape:
            self.cancel()
        elif event.key() in (key.Key_Return, key.Key_Enter):
            self.done()
        else:
            super().keyPressEvent(event)

    # Painting

    def paint(self, painter: QPainter) -> None:
        if self.step is None:
            return
        places = self.handles()
        self.paint_outline(painter, places)
        self._paint_words(painter)
        for name, place in places.items():
            self.paint_grip(painter, name, place, self.shape_of(name), SIDE)

    def shape_of(self, handle: str) -> str:
        """How a handle is drawn."""
        return "circle"

    def paint_outline(self, painter: QPainter, places: dict[str, QPointF]) -> None:
        """Draw what lies under the handles."""
        danger = self.palette().color(QPalette.ColorRole.BrightText)
        outline = QPolygonF(list(places.values()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        light = danger if self.refused else LIGHT
        paint_line(painter, lambda: painter.drawPolygon(outline), narrow=1.2, light=light)

    def _paint_words(self, painter: QPainter) -> None:
        """Paint a line: the reason of a refusal, or the selected handle and how to finish."""
        words = self.refused or self.words
        width, height = tag_size(painter, words)
        paint_tag(painter, QRectF((self.width() - width) / 2, self.tag_y(height), width, height), words)

    def tag_y(self, height: float) -> float:
        """Where the line begins: at the top."""
        return 12

    @property
    def words(self) -> str:
        """Describe the chosen handle and how to leave it."""
        return tr("Enter: done · Esc: cancel")


SPOT, SOURCE, EDGE = "spot", "source", "edge"


class SpotHandles(Handles):
    """The spot takes its source along; the source and the edge move alone."""

    def __init__(self, document: ImageDocument, canvas: QWidget, op_name: str) -> None:
        self.op_name = op_name
        super().__init__(document, canvas)

    def handles(self) -> dict[str, QPointF]:
        if self.step is None:
            return {}
        (x, y), (right, down), radius = spot_places(self.step.values, self.size_beneath)
        # the edge's handle lies away from the source
        turn = math.atan2(-down, -right)
        edge = y + radius * math.sin(turn), x + radius * math.cos(turn)
        places = {SPOT: (y, x), EDGE: edge}
        if "source_x" in self.step.values:
            places[SOURCE] = y + down, x + right
        return {name: self.to_widget(row + 0.5, column + 0.5) for name, (row, column) in places.items()}

    def name_of(self, handle: str) -> str:
        names = {SPOT: self.tr("The spot"), SOURCE: self.tr("Its source"), EDGE: self.tr("Its edge")}
        return names[handle]

    def start_of(self, handle: str, at: QPointF) -> Any:
        assert self.step is not None
        return dict(self.step.values)

    def shift(self, name: str, start: Any, down: float, right: float, *, aspect: bool, nudge: bool) -> None:
        """Move a handle so far, in pixels of the picture, from where it was at `start`."""
        height, width = self.size_beneath
        along = {"x": 100.0 * right / max(width - 1, 1), "y": 100.0 * down / max(height - 1, 1)}
        if name == SPOT:
            values = {axis: min(max(start[axis] + way, 0.0), 100.0) for axis, way in along.items()}
        elif name == SOURCE:
            way = {"source_x": 100.0 * right / width, "source_y": 100.0 * down / height}
            values = {axis: min(max(start[axis] + part, -100.0), 100.0) for axis, part in way.items()}
        else:
            _, (away_x, away_y), radius = spot_places(start, self.size_beneath)
            turn = math.atan2(-away_y, -away_x)
            farther = radius + right * math.cos(turn) + down * math.sin(turn)
            values = {"radius": min(max(100.0 * farther / min(height, width), 0.1), 50.0)}
        self._send({axis: round(value, 3) for axis, value in values.items()}, nudge=nudge)

    def paint_outline(self, painter: QPainter, places: dict[str, QPointF]) -> None:
        spot, edge, source = places[SPOT], places[EDGE], places.get(SOURCE, places[SPOT])
        radius = math.hypot(edge.x() - spot.x(), edge.y() - spot.y())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for middle in (spot, source):
            paint_line(painter, partial(painter.drawEllipse, middle, radius, radius), narrow=1.2)
        paint_line(painter, lambda: painter.drawLine(source, spot), narrow=1.2)
