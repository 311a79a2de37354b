"""Pages Matrix and Arrays: derivatives at a point; the axes that vmap maps, and random keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.plot.pages.page import Grid, Page, Place, coordinates
from jaxstudio.app.shared.colours import curve_colour, is_dark, theme_palette
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import KeysQuestion, MatrixAnswer, MatrixQuestion, VmapQuestion

if TYPE_CHECKING:
    from jaxstudio.functions.protocol.answers import Batching, Draw, MappedArray

CELL = 15
MOST_CELLS = 8
AXES = ("W", "x", "b")


class ArraysPage(Page):
    """A linear layer W x + b mapped over a chosen axis, and a table of random draws."""

    name = "arrays"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Arrays"))
        self.title(self.tr("vmap of a layer W x + b"))
        self.note(self.tr("Which arrays bring one example for each call? The others go whole to all."))
        self.chips: dict[str, Chip] = {}
        for name in AXES:
            chip = Chip(name, self.tr("Map over {0}").format(name), self.inside)
            chip.clicked.connect(lambda on, name=name: self.set_setting(f"map_{name}", on))
            self.chips[name] = chip
        self.batch = self.number("batch", 5.0, self.tr("How many examples"), wide=44)
        self.outputs = self.number("outputs", 2.0, self.tr("Outputs of the layer"), wide=44)
        self.inputs = self.number("inputs", 3.0, self.tr("Inputs of the layer"), wide=44)
        self.row(self.tr("over"), *self.chips.values())
        self.row(self.tr("examples"), self.batch, self.tr("layer"), self.outputs, "×", self.inputs)
        self.strip = self.asking()
        self.code = self.note(look="")
        self.drawing = AxesDrawing(self.inside)
        self.column.addWidget(self.drawing)
        self.title(self.tr("Random keys"))
        self.seed = self.number("seed", 0.0, self.tr("Seed"))
        self.row(self.tr("seed"), self.seed)
        self.keys_strip = self.asking()
        self.keys = Grid(
            self.tr("Draws"), (self.tr("Written"), self.tr("Key"), self.tr("Numbers"), ""), self.inside
        )
        self.column.addWidget(self.keys)
        self.keys_words = self.note()
        self.column.addStretch(1)

    def draw(self) -> None:
        self.draw_settings()
        mapped = {name: self.setting(f"map_{name}", name == "x") for name in AXES}
        for name, chip in self.chips.items():
            chip.setChecked(mapped[name])
        if self.controller.drawer is None:
            return
        batch, outputs, inputs = (
            min(max(round(self.setting(name, default)), 1), 1000)
            for name, default in (("batch", 5.0), ("outputs", 2.0), ("inputs", 3.0))
        )
        whole: dict[str, tuple[int, ...]] = {"W": (outputs, inputs), "x": (inputs,), "b": (outputs,)}
        shapes = tuple((batch, *whole[name]) if mapped[name] else whole[name] for name in AXES)
        axes = tuple(0 if mapped[name] else None for name in AXES)
        self.code.setText(f"jax.vmap(layer, in_axes={axes})(W, x, b)")
        if any(mapped.values()):
            self.strip.ask_new(VmapQuestion(axes, shapes), self.drawing.show_batching)
        else:
            self.strip.asked = None
            self.strip.say(self.tr("vmap needs at least one array to map over"))
        seed = min(max(round(self.setting("seed", 0.0)), 0), 2**31 - 1)
        self.keys_strip.ask_new(KeysQuestion(seed), self._take_keys)

    def _take_keys(self, draws: tuple[Draw, ...]) -> None:
        self.keys.show_rows(
            [
                [
                    draw.expression,
                    " ".join(str(word) for word in draw.key),
                    "  ".join(short(number) for number in draw.numbers.tolist()),
                    of_wording(draw.remark),
                ]
                for draw in draws
            ]
        )
        self.keys_words.setText(
            "\n".join(f"{draw.expression}: {of_wording(draw.remark)}" for draw in draws if draw.remark)
        )


class AxesDrawing(QWidget):
    """Arrays as blocks of cells: the mapped axis in colour, one call's share of each bold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.batching: Batching | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_batching(self, batching: Batching) -> None:
        self.batching = batching
        said = [f"{each.name} {each.shape}: {each.axis}" for each in (*batching.inputs, *batching.outputs)]
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def _rows(self) -> list[MappedArray]:
        return [*self.batching.inputs, *self.batching.outputs] if self.batching is not None else []

    def sizeHint(self) -> QSize:
        return QSize(260, sum(self._high(each) for each in self._rows()) + 10)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    @staticmethod
    def _high(array: MappedArray) -> int:
        down = array.shape[-2] if len(array.shape) > 1 else 1
        return min(down, MOST_CELLS) * CELL + 34 + (8 if len(array.shape) > 2 else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.batching is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y = 4.0
        for place, array in enumerate(self._rows()):
            result = place >= len(self.batching.inputs)
            self._paint_array(painter, array, y, 4 if result else 1)
            y += self._high(array)

    def _paint_array(self, painter: QPainter, array: MappedArray, top: float, hue: int) -> None:
        palette, role = theme_palette(), QPalette.ColorRole
        painter.setPen(palette.color(role.Text))
        shape = " × ".join(str(side) for side in array.shape) or "()"
        goes = (
            self.tr("axis {0}: one of {1} for each call").format(array.axis, array.shape[array.axis])
            if array.axis is not None
            else self.tr("whole, to every call")
        )
        painter.drawText(QPointF(0, top + 12), f"{array.name}   {shape}   {goes}")
        colour = curve_colour(hue, 0, is_dark())
        deep = len(array.shape) > 2
        layers = min(array.shape[0], 4) if deep else 1
        down, across = (1, *array.shape)[-2:] if array.shape else (1, 1)
        for layer in range(layers - 1, -1, -1):
            shift = layer * 4.0
            for row in range(min(down, MOST_CELLS)):
                for column in range(min(across, 2 * MOST_CELLS)):
                    own = array.axis is not None and (
                        layer == 0 if deep else (row == 0 if len(array.shape) > 1 else column == 0)
                    )
                    cell = QRectF(
                        2 + shift + column * CELL,
                        top + 20 + (8 if deep else 0) - shift + row * CELL,
                        CELL - 2,
                        CELL - 2,
                    )
                    painter.setPen(QPen(palette.color(role.Mid), 1))
                    painter.setBrush(colour if own else palette.color(role.AlternateBase))
                    painter.drawRoundedRect(cell, 2, 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)


KINDS = frozenset({LineKind.VECTOR, LineKind.SURFACE, LineKind.SCALAR})


class MatrixPage(Page):
    """Both matrices, computed forward and in reverse; their ellipse lies on the plane."""

    name = "matrix"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Jacobian and Hessian"))
        self.subject = self.subject_label(
            self.tr("Type a function of several variables, such as [x^2 - y, x y], for its matrices.")
        )
        self.place = Place(self.inside)
        self.place.moved.connect(self._move)
        self.column.addWidget(self.place)
        self.strip = self.asking()
        self.jacobian = Grid(self.tr("Jacobian"), (), self.inside)
        self.words = self.note(look="")
        self.hessian = Grid(self.tr("Hessian"), (), self.inside)
        self.eigen = self.note(look="")
        self.column.insertWidget(self.column.indexOf(self.words), self.jacobian)
        self.column.insertWidget(self.column.indexOf(self.eigen), self.hessian)
        self.column.addStretch(1)

    def _variables(self) -> tuple[str, ...]:
        line = self.controller.subject(KINDS)
        if line is None:
            return ()
        return self.controller.reading.lines[self.controller.document.place(line.key)].variables

    def _values(self) -> dict[str, float]:
        return coordinates(self.controller.document.pages.get(self.name, {}).get("at"), self._variables())

    def _move(self, name: str, value: float, nudged: bool) -> None:
        self.controller.set_page(self.name, nudge=nudged, at={**self._values(), name: value})

    def draw(self) -> None:
        line = self.controller.subject(KINDS)
        self.subject.show_line(line)
        values = self._values()
        self.place.show_values(values)
        for part in (self.jacobian, self.words, self.hessian, self.eigen):
            part.setVisible(line is not None and self.strip.asked is not None)
        if line is None:
            self.strip.asked = None
            self.controller.show_ellipse((0.0, 0.0), None)
            return
        question = MatrixQuestion(self.controller.target(line.key), tuple(values.values()))
        self.strip.ask_new(question, self._take)

    def _take(self, answer: MatrixAnswer) -> None:
        names = self._variables()
        jacobian, hessian = answer.jacobian, answer.hessian
        self.jacobian.show_headings(("J", *(f"∂/∂{name}" for name in names), self.tr("Value")))
        self.jacobian.show_rows(
            [
                [f"f{place + 1}", *(short(float(each)) for each in row), short(float(value))]
                for place, (row, value) in enumerate(
                    zip(np.atleast_2d(jacobian.forward), np.atleast_1d(jacobian.value), strict=True)
                )
            ]
        )
        self.jacobian.show()
        same = np.allclose(jacobian.forward, jacobian.reverse, rtol=1e-12, atol=1e-12, equal_nan=True)
        self.words.setText(
            self.tr("Forward and reverse mode agree.")
            if same
            else self.tr("Forward and reverse mode differ.")
        )
        self.words.show()
        self.hessian.setVisible(hessian is not None)
        self.eigen.setVisible(hessian is not None)
        if hessian is not None:
            self.hessian.show_headings(("H", *names))
            self.hessian.show_rows(
                [
                    [name, *(short(float(each)) for each in row)]
                    for name, row in zip(names, hessian.hessian, strict=True)
                ]
            )
            values = ", ".join(short(float(each)) for each in hessian.eigenvalues)
            self.eigen.setText(self.tr("Eigenvalues of the Hessian: {0}.").format(values))
        self.controller.show_ellipse(tuple(float(each) for each in jacobian.at), _outline(answer))


def _outline(answer: MatrixAnswer) -> np.ndarray | None:
    """Draw around the point: the ellipse of the Hessian, or the Jacobian's image of a circle."""
    found = answer.hessian.ellipse if answer.hessian is not None else None
    found = found or answer.jacobian.stretch
    if found is None or not np.isfinite(found.semi_axes).all() or len(answer.jacobian.at) != 2:
        return None
    return found.outline() + answer.jacobian.at
