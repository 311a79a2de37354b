"""Crop and straighten on the canvas: a box with proportions, a handle that turns the photo, a level line."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPalette, QPen
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from jaxstudio.app.image.canvas.crop_geometry import (
    FREE,
    MOST_DEGREES,
    ORIGINAL,
    OWN,
    RATIOS,
    Frame,
    levelling,
    ratio_of,
    taken_back,
    turn_before,
    with_angle,
)
from jaxstudio.app.image.canvas.handle_geometry import WHOLE, Box, Size, crop_box, crop_values, whole
from jaxstudio.app.image.canvas.handles import Handles
from jaxstudio.app.image.canvas.layer import GRIP_PX, LIGHT, name_of_edge, paint_line
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import FlowLayout, make_button, make_label
from jaxstudio.app.shared.number_field import NumberSlider
from jaxstudio.app.shared.text import of_error, of_number, tr
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.params import Float

SHADE = QColor(0, 0, 0, 130)
THIRDS = QColor(255, 255, 255, 110)
ANGLE = "angle"
ABOVE_PX = 30.0  # the handle that turns stands so far above the box
KEY_DEGREES = 0.1
LEAST_LINE_PX = 12.0


class CropTool(Handles):
    """The handles of a crop; emits `changed` when the bar beside it must be drawn again."""

    changed = Signal()
    op_name = "crop"

    def __init__(self, document: ImageDocument, canvas: QWidget) -> None:
        super().__init__(document, canvas)
        self.choice = FREE  # FREE, ORIGINAL, or a ratio as text
        self.swapped = False
        self.draws_line = False  # the next drag draws a line that is to be level
        self._line: tuple[QPointF, QPointF] | None = None
        self._photo: Size | None = None  # the picture before the turn, once it is known
        self._chosen: tuple[Box, Size] | None = None  # by hand, with the size of the picture that it lay in
        self._fitted: Box | None = None  # what became of it for an angle or a ratio
        self.setAccessibleName(self.tr("Crop and straighten"))

    # What there is

    @property
    def frame(self) -> Frame:
        """The picture that is cropped, as the recipe turns it."""
        step = self.step
        turn = None if step is None else turn_before(self.document.recipe, step.key)
        if turn is None:
            return Frame(self._photo or self.document.result_size)
        described = self.document.description.step(turn.key)
        if described is not None:
            self._photo = described.before
        photo = self._photo or self.document.result_size
        return Frame(photo, float(turn.values["angle"]), bool(turn.values["expand"]))  # type: ignore[arg-type]

    @property
    def size_beneath(self) -> Size:
        return self.frame.size

    @property
    def angle(self) -> float:
        """Degrees, counter-clockwise."""
        return self.frame.angle

    @property
    def box(self) -> Box:
        """The rectangle that is left; the whole picture where the crop's values leave nothing."""
        assert self.step is not None
        try:
            return crop_box(self.step.values, self.size_beneath)
        except ParameterError as error:
            self.refused = of_error(error)
            return whole(self.size_beneath)

    @property
    def ratio(self) -> float | None:
        """Width by height of the box; None leaves it free."""
        if self.choice == FREE:
            return None
        height, width = self.frame.photo
        ratio = width / height if self.choice == ORIGINAL else ratio_of(self.choice)
        return 1 / ratio if ratio is not None and self.swapped else ratio

    def handles(self) -> dict[str, QPointF]:
        if self.step is None:
            return {}
        places = {name: self.to_widget(*at) for name, at in self.box.places().items()}
        top = places["top"]
        above = QPointF(min(max(top.x(), 14.0), self.width() - 14.0), max(top.y() - ABOVE_PX, 14.0))
        return {**places, ANGLE: above}

    def order(self) -> list[str]:
        return [WHOLE, *self.handles()]

    def name_of(self, handle: str) -> str:
        if handle == ANGLE:
            return self.tr("Angle: {0}°; left and right arrow keys turn the photo").format(
                of_number(self.angle)
            )
        return self.tr("The whole rectangle") if handle == WHOLE else name_of_edge(handle)

    # Coming and going

    def place(self) -> None:
        if self.step is None:
            self._photo = self._chosen = self._fitted = self._line = None
            self.draws_line = False
        elif self._photo is None and turn_before(self.document.recipe, self.step.key) is None:
            described = self.document.description.step(self.step.key)
            self._photo = None if described is None else described.before
        super().place()
        self.changed.emit()

    def toggle(self) -> None:
        """Begin to crop, or be done with it."""
        if self.step is None:
            self.start()
        else:
            self.done()

    def start(self) -> None:
        """Crop the photo: with the last crop of the stack, or with a new one at its end."""
        document = self.document
        crops = [step.key for step in document.recipe.steps if step.op.name == "crop" and step.enabled]
        if document.photo is None or document.backend is None:
            return
        before = document.recipe
        key = crops[-1] if crops else document.add_step(document.backend.catalogue["crop"]).key
        document.handle(key)
        self.place()
        self._begun = key, before

    def done(self) -> None:
        """Show the result; all changes of the crop become one.

        A crop that the tool has added and that cuts nothing off goes again.
        """
        step, begun, document = self.step, self._begun, self.document
        if step is not None and begun is not None:
            before = taken_back(document.recipe, begun[1], step.key)
            if before == begun[1]:  # no other step was changed meanwhile
                document.history.join_since(before)
        super().done()
        if step is None or begun is None or any(step.key == each.key for each in begun[1].steps):
            return
        if step.params == step.op.defaults() and turn_before(self.document.recipe, step.key) is None:
            self.document.return_to(taken_back(self.document.recipe, begun[1], step.key))

    def cancel(self) -> None:
        """Show the result with the crop and the angle as they were."""
        step, begun = self.step, self._begun
        super().done()
        if step is not None and begun is not None:
            self.document.return_to(taken_back(self.document.recipe, begun[1], step.key))

    # Changing crop and angle

    def shift(self, name: str, start: Any, down: float, right: float, *, aspect: bool, nudge: bool) -> None:
        if name == ANGLE:
            steps = right if right else -down
            self.set_angle(self.angle + KEY_DEGREES * steps, nudge=nudge)
            return
        frame = self.frame
        ratio = self.ratio or (start.width / start.height if aspect else None)
        if name == WHOLE:
            wanted = start.translate(down, right, frame.size)
        else:
            wanted = start.resize(name, down, right, frame.size, ratio=ratio)
        self._set_box(frame.towards(start, wanted), frame, nudge=nudge)
        self._chosen = None

    def _set_box(self, box: Box, frame: Frame, *, nudge: bool = False) -> None:
        self._send(crop_values(box, frame.size), nudge=nudge)
        self.changed.emit()

    def _by_hand(self) -> tuple[Box, Size]:
        """The box that was last chosen by hand: angles and ratios start from it, so that nothing is lost."""
        if self._chosen is None or self._fitted != self.box:
            self._chosen = self.box, self.frame.size
        return self._chosen

    def set_angle(self, angle: float, *, nudge: bool = False) -> None:
        """Turn the photo; the box becomes smaller where it would get an empty corner."""
        document, step = self.document, self.step
        if step is None or document.backend is None:
            return
        before = self.frame
        box, size = self._by_hand()
        angle = round(min(max(angle, -MOST_DEGREES), MOST_DEGREES), 2)
        frame = Frame(before.photo, angle, before.expand)
        down, right = (frame.size[0] - size[0]) / 2, (frame.size[1] - size[1]) / 2
        top, left = math.floor(box.y0 + down), math.floor(box.x0 + right)
        moved = Box(top, left, top + box.height, left + box.width)
        fitted = frame.shrunk(moved) if angle else moved.translate(0, 0, frame.size)
        recipe = with_angle(document.recipe, step.key, angle, document.backend.catalogue)
        recipe = recipe.with_params(step.key, crop_values(fitted, frame.size))
        self._photo = before.photo
        document.record(recipe, ("straighten", step.key) if nudge else None)
        self._fitted = self.box
        self.changed.emit()

    def set_ratio(self, choice: str, *, swapped: bool | None = None) -> None:
        """Choose the proportions: FREE, ORIGINAL, or a text such as `3:2`; upright boxes stay upright."""
        frame = self.frame
        box, size = self._by_hand()
        self.choice = choice
        lies = box.width >= box.height
        self.swapped = False
        ratio = self.ratio
        upright = ratio is not None and (ratio >= 1) != lies and choice != ORIGINAL
        self.swapped = upright if swapped is None else swapped
        ratio = self.ratio
        if ratio is not None and size == frame.size:
            width = min(float(box.width), box.height * ratio)
            y, x = (box.y0 + box.y1) / 2, (box.x0 + box.x1) / 2
            rows, columns = max(1, round(width / ratio)), max(1, round(width))
            top, left = round(y - rows / 2), round(x - columns / 2)
            inside = Box(top, left, top + rows, left + columns).translate(0, 0, frame.size)
            self._set_box(frame.shrunk(inside), frame)
            self._fitted = self.box
        self.changed.emit()

    def swap(self) -> None:
        """Exchange width and height of the proportions."""
        self.set_ratio(self.choice, swapped=not self.swapped)

    def enlarge(self) -> None:
        """Make the box as large as its proportions allow without empty corners."""
        frame = self.frame
        self._set_box(frame.largest(self.ratio), frame)

    def draw_line(self, on: bool) -> None:
        """Let the next drag draw a line that is to be level or upright."""
        self.draws_line = on
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.changed.emit()

    # Mouse and keyboard

    def handle_at(self, position: QPointF) -> str:
        """The handle under the cursor; the whole box inside it; else nothing."""
        return self.nearest(position) or (WHOLE if self._box_on_widget().contains(position) else "")

    def start_of(self, handle: str, at: QPointF) -> Any:
        return (self.angle, at, self._box_on_widget().center()) if handle == ANGLE else self.box

    def mousePressEvent(self, event: QMouseEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() == Qt.MouseButton.LeftButton and (self.draws_line or control):
            self._line = event.position(), event.position()
            self.update()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._line is not None:
            self._line = self._line[0], event.position()
            self.update()
        elif self._held is not None and self._held[0] == ANGLE:
            angle, pressed, middle = self._held[2]
            before, now = pressed - middle, event.position() - middle
            turned = math.degrees(math.atan2(before.y(), before.x()) - math.atan2(now.y(), now.x()))
            self.set_angle(round(angle + (turned + 180.0) % 360.0 - 180.0, 1))
        elif self.draws_line:
            self.setCursor(Qt.CursorShape.CrossCursor)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._line is None:
            super().mouseReleaseEvent(event)
            return
        start, end = self._line
        way, self._line, self.draws_line = end - start, None, False
        if math.hypot(way.x(), way.y()) >= LEAST_LINE_PX:
            self.set_angle(self.angle + levelling(way.x(), way.y()))
        self.update()
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self._line is not None or self.draws_line):
            self._line = None
            self.draw_line(False)
            self.update()
        else:
            super().keyPressEvent(event)

    # Painting

    def _box_on_widget(self) -> QRectF:
        box = self.box
        return QRectF(self.to_widget(box.y0, box.x0), self.to_widget(box.y1, box.x1))

    def shape_of(self, handle: str) -> str:
        return "circle" if handle == ANGLE else "square"

    def paint_outline(self, painter: QPainter, places: dict[str, QPointF]) -> None:
        """Paint the box with its thirds, and shade the part that is cut off."""
        box = self._box_on_widget()
        shade, hole = QPainterPath(), QPainterPath()
        shade.addRect(QRectF(self.rect()))
        hole.addRect(box)
        painter.fillPath(shade - hole, SHADE)
        painter.setPen(QPen(THIRDS, 1.0))
        for part in (1 / 3, 2 / 3):
            x, y = box.left() + box.width() * part, box.top() + box.height() * part
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        paint_line(painter, lambda: painter.drawRect(box), narrow=1.2)
        if math.hypot(*(places["top"] - places[ANGLE]).toTuple()) > GRIP_PX:
            paint_line(painter, lambda: painter.drawLine(places["top"], places[ANGLE]), narrow=1.2)
        line = self._line
        if line is not None:
            paint_line(painter, lambda: painter.drawLine(*line), wide=4.0, narrow=2.0, light=LIGHT)
        if self.hasFocus() and self.current == WHOLE:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2.5))
            painter.drawRect(box)

    def tag_y(self, height: float) -> float:
        """At the bottom: the round handle may be at the top."""
        return self.height() - height - 16

    @property
    def words(self) -> str:
        """The size in pixels, the angle, and how to end."""
        size = f"{self.box.width} × {self.box.height}"
        if self.draws_line:
            return self.tr("Draw along the horizon, or along what is upright")
        angle = f" · {of_number(self.angle)}°" if self.angle else ""
        return f"{size}{angle} · {tr('Enter: done · Esc: cancel')}"


OWN_PX, ANGLE_PX, FIELD_PX = 64, 220, 66


class CropBar(QFrame):
    """The bar of the crop tool. It draws a `CropTool` and passes the person's choices on to it."""

    def __init__(self, tool: CropTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.tool = tool
        self.ratio = small_box(self.tr("Proportions"), self, self.tr("Width by height of what is left"))
        for words, value in (
            (self.tr("Free"), FREE),
            (self.tr("Original"), ORIGINAL),
            *((text, text) for text in RATIOS),
            (self.tr("Own…"), OWN),
        ):
            self.ratio.addItem(words, value)
        self.own = QLineEdit(self)
        self.own.setFixedWidth(OWN_PX)
        self.own.setPlaceholderText("7:5")
        self.own.setAccessibleName(self.tr("Own proportions"))
        self.own.setToolTip(self.tr("Width by height: 7:5 or 2.35"))
        self.own.hide()
        self._types = False  # whether own proportions are asked for
        self.swap = GlyphButton("swap", self.tr("Swap width and height"), self)
        angle = Float("angle", 0.0, -MOST_DEGREES, MOST_DEGREES, unit="°", slider_step=0.1)
        tip = self.tr("Turns the photo, counter-clockwise; so does the round handle above the box")
        document = self.tool.document
        self.angle = NumberSlider(
            angle, self.tr("Angle"), tip=tip, wide=FIELD_PX, editor=document, parent=self
        )
        self.angle.setFixedWidth(ANGLE_PX)
        self.line = GlyphButton(
            "ruler", self.tr("Straighten: draw a line along the horizon (or drag with Ctrl)"), self
        )
        self.line.setCheckable(True)
        self.largest = GlyphButton("fit", self.tr("The largest rectangle without empty corners"), self)
        self.extent = make_label(
            "", "muted", self, tip=self.tr("Width and height of what is left, in pixels")
        )
        self.cancel = make_button(self.tr("Cancel"), parent=self)
        self.done = make_button(self.tr("Done"), parent=self)
        line = FlowLayout(self, spacing=8, margins=(12, 4, 12, 4))
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self.ratio, self.own, self.swap),
            (self.angle, self.line, self.largest),
            (self.extent,),
        )
        for group in groups:
            for widget in group:
                line.add(widget)
            line.add_space(8)
        line.add_stretch()
        line.add(self.cancel)
        line.add(self.done)
        self._connect()
        self.draw()

    def _connect(self) -> None:
        tool = self.tool
        self.ratio.chosen.connect(self._choose)
        self.own.editingFinished.connect(self._take_own)
        self.swap.clicked.connect(tool.swap)
        self.angle.sent.connect(lambda value, nudge: tool.set_angle(value, nudge=nudge))
        self.line.clicked.connect(tool.draw_line)
        self.largest.clicked.connect(tool.enlarge)
        self.cancel.clicked.connect(tool.cancel)
        self.done.clicked.connect(tool.done)
        tool.changed.connect(self.draw)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the tool by Enter on the slider, and by Esc; Enter in a field only takes its text."""
        if event.key() == Qt.Key.Key_Escape:
            self.tool.cancel()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.angle.slider.hasFocus():
            self.tool.done()
        else:
            super().keyPressEvent(event)

    def _choose(self, choice: str) -> None:
        self._types = choice == OWN
        self.own.setVisible(self._types)
        if self._types:
            self.own.setFocus()
            self._take_own()
        else:
            self.tool.set_ratio(choice)

    def _take_own(self) -> None:
        """Take the typed proportions; what says none is marked."""
        text = self.own.text().strip()
        right = not text or ratio_of(text) is not None
        self.own.setProperty("refused", not right)
        self.own.style().polish(self.own)
        if right and text and self._types:
            self.tool.set_ratio(text)

    def draw(self) -> None:
        """Show the tool's state."""
        tool = self.tool
        if tool.step is None:
            return
        shown = tool.choice if tool.choice in (FREE, ORIGINAL, *RATIOS) else OWN
        if not self._types:
            self.ratio.show_value(shown)
            self.own.setVisible(shown == OWN)
        self.swap.setEnabled(tool.ratio is not None)
        self.angle.show_value(tool.angle)
        self.line.setChecked(tool.draws_line)
        box = tool.box
        self.extent.setText(f"{box.width} × {box.height} px")
