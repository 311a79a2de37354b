"""Page Ask: roots, extrema and the like with their digits, the area below a curve, a table of values."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtWidgets import QPushButton, QWidget

from jaxstudio.app.plot.controller import CURVES, FunctionsController, Spot
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import FLOAT64, exact, short, sure
from jaxstudio.app.plot.pages.page import Grid, Page, Subject
from jaxstudio.app.shared.text import of_error, of_wording
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import (
    NO_DIGITS,
    AreaAnswer,
    AreaQuestion,
    TableAnswer,
    TableQuestion,
)
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind

MOST_ROWS = 2001
# On these points of interest are looked for; area and table belong to curves alone.
POINTED = CURVES | {LineKind.IMPLICIT}


class AskPage(Page):
    """Draws the marks found on the current line."""

    name = "ask"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Evaluate"))
        self.subject = Subject(self.tr("Type a curve such as x^3 - x to ask about it."), self.inside)
        self.column.addWidget(self.subject)
        self._words = {
            MarkKind.ROOT: self.tr("Roots"),
            MarkKind.MAXIMUM: self.tr("Maxima"),
            MarkKind.MINIMUM: self.tr("Minima"),
            MarkKind.INFLECTION: self.tr("Inflections"),
            MarkKind.SADDLE: self.tr("Saddles"),
            MarkKind.POLE: self.tr("Poles"),
            MarkKind.JUMP: self.tr("Jumps"),
            MarkKind.HOLE: self.tr("Holes"),
            MarkKind.END: self.tr("Ends"),
            MarkKind.CORNER: self.tr("Corners"),
            MarkKind.INTERSECTION: self.tr("Intersections"),
        }
        self._marks: list[Mark | None] = []
        self._make_chips()
        self.points_table = Grid(self.tr("Points found"), ("x", "y"), self.inside)
        self.points_table.went.connect(self._go_to)
        self.column.addWidget(self.points_table)
        self.completeness = self.note()
        self._make_area()
        self._make_table()
        self.column.addStretch(1)
        controller.scene_changed.connect(self.draw_if_seen)

    def _make_chips(self) -> None:
        self.chips: dict[MarkKind, Chip] = {}
        kinds = (
            MarkKind.ROOT,
            MarkKind.MAXIMUM,
            MarkKind.MINIMUM,
            MarkKind.INFLECTION,
            MarkKind.INTERSECTION,
        )
        for kind in kinds:
            chip = Chip(self._words[kind], self.tr("Look for: {0}").format(self._words[kind]), self.inside)
            chip.clicked.connect(lambda on, kind=kind: self.controller.set_marks(kind, on))
            self.chips[kind] = chip
        self.row(*list(self.chips.values())[:3])
        self.row(*list(self.chips.values())[3:])

    def _make_area(self) -> None:
        self.title(self.tr("Area below the curve"))
        self.area_from, self.area_to = (
            self.number("from", 0.0, self.tr("Integrate from")),
            self.number("to", 1.0, self.tr("Integrate to")),
        )
        self.area_button = QPushButton("∫", self.inside)
        self.area_button.setToolTip(self.tr("Integrate"))
        self.area_button.setAccessibleName(self.tr("Integrate"))
        self.area_button.clicked.connect(self._ask_area)
        self.row(self.tr("from"), self.area_from, self.tr("to"), self.area_to, self.area_button)
        self.area = self.note(look="")

    def _make_table(self) -> None:
        self.title(self.tr("Table of values"))
        self.table_from, self.table_to = (
            self.number("table_from", -5.0, self.tr("Table from")),
            self.number("table_to", 5.0, self.tr("Table to")),
        )
        self.table_count = self.number("rows", 11.0, self.tr("Rows of the table"), wide=50)
        self.table_button = QPushButton(self.tr("Fill"), self.inside)
        self.table_button.clicked.connect(self._ask_table)
        self.row(
            self.table_from,
            self.tr("to"),
            self.table_to,
            self.tr("rows"),
            self.table_count,
            self.table_button,
        )
        self.table = Grid(self.tr("Table of values"), (), self.inside)
        self.table.hide()
        self.column.addWidget(self.table)
        self.table_note = self.note(look="refused")
        self.table_note.hide()

    # What was found

    def draw(self) -> None:
        line = self.controller.subject(POINTED)
        self.subject.show_line(line)
        self.draw_settings()
        for kind, chip in self.chips.items():
            chip.setChecked(kind in self.controller.document.marks)
        everything = self._everything()
        rows: list[list[str]] = []
        bold: list[int] = []
        self._marks = []
        for group in everything:
            bold.append(len(rows))
            count = str(len(group.marks))
            rows.append([f"{self._words[group.kind]}: {count}, {self._completeness(group)}", ""])
            self._marks.append(None)
            for mark in group.marks:
                y = 0.0 if mark.kind is MarkKind.ROOT else mark.y  # what rounding left of it says nothing
                rows.append([f"  {exact(mark.x, mark.digits)}", exact(y, min(mark.digits, 12))])
                self._marks.append(mark)
        self.points_table.show_rows(rows, bold)
        self.points_table.setVisible(bool(rows))
        incomplete = any(not group.complete for group in everything)
        self.completeness.setText(
            self.tr("“All found” is said only when every other interval in view is excluded.")
            if rows and incomplete
            else ""
        )
        self.completeness.setVisible(bool(self.completeness.text()))
        graph = line is not None and line == self.controller.subject()
        for part in (self.area_button, self.table_button):
            part.setEnabled(graph)

    def _completeness(self, group: Found) -> str:
        return self.tr("all found") if group.complete else self.tr("perhaps more")

    def _everything(self) -> list[Found]:
        line, scene = self.controller.subject(POINTED), self.controller.scene
        drawn = self.controller.drawn(line.key) if line is not None else None
        if drawn is None or scene is None:
            return []
        everything = list(drawn.features)
        structure: dict[MarkKind, list[Mark]] = {}
        known = {group.kind for group in everything}
        for curve in drawn.curves:
            for mark in curve.marks if curve.order == 0 else ():
                if mark.kind not in known:
                    structure.setdefault(mark.kind, []).append(mark)
        everything += [Found(kind, tuple(marks), False) for kind, marks in structure.items()]
        if scene.intersections is not None:
            everything.append(scene.intersections)
        shown = [group for group in everything if group.marks or group.kind in self.chips]
        return sorted(shown, key=lambda group: list(self._words).index(group.kind))

    def _go_to(self, row: int) -> None:
        mark, line = self._marks[row], self.controller.subject(POINTED)
        if mark is not None and line is not None:
            if math.isfinite(mark.y) and line == self.controller.subject():
                self.controller.pin(Spot(line.key, 0, mark.x, mark.member))
            self.controller.bring_to_sight(mark.x, mark.y)

    # Area and table

    def _ask_area(self) -> None:
        line = self.controller.subject()
        if line is None:
            return
        self.commit()
        low, high = self.setting("from", 0.0), self.setting("to", 1.0)
        question = AreaQuestion(self.controller.target(line.key), low, high)
        self.area.setText(self.tr("integrating…"))
        self.controller.ask(question, self._take_area, lambda error: self.area.setText(of_error(error)))
        self.controller.shade(line.key, low, high)

    def _take_area(self, answer: AreaAnswer) -> None:
        if answer.note:
            self.area.setText(of_wording(answer.note))
            return
        digits = 17.0 if answer.error == 0 else math.log10(max(abs(answer.value), 1e-300) / answer.error)
        self.area.setText(f"= {exact(answer.value, digits, least=1)}   ± {short(answer.error)}")

    def _ask_table(self) -> None:
        line = self.controller.subject()
        if line is None:
            return
        self.commit()
        count = min(max(round(self.setting("rows", 11.0)), 1), MOST_ROWS)
        orders = tuple(sorted({0, *line.line.orders}))
        low, high = self.setting("table_from", -5.0), self.setting("table_to", 5.0)
        question = TableQuestion(self.controller.target(line.key), orders, low, high, count)
        self.controller.ask(question, self._take_table, self._table_failed)

    def _take_table(self, answer: TableAnswer) -> None:
        self.table_note.hide()
        self.table.show_headings((*answer.headings, self.tr("Sure digits")))
        unknown = np.full(len(answer.columns[0]), NO_DIGITS)
        digits = answer.digits or (unknown,) * len(answer.columns)
        rows = zip(zip(*answer.columns, strict=True), zip(*digits, strict=True), strict=True)
        self.table.show_rows([self._table_row(*row) for row in rows])
        self.table.show()

    def _table_row(self, values: tuple[float, ...], digits: tuple[int, ...]) -> list[str]:
        """The numbers of a row as far as they are sure, and how far each but the first is."""
        known = [None if each == NO_DIGITS else int(each) for each in digits]
        cells = [sure(float(value), each, most=12) for value, each in zip(values, known, strict=True)]
        words = [
            self.tr("unknown") if each is None else str(min(each, FLOAT64))
            for value, each in zip(values[1:], known[1:], strict=True)
            if math.isfinite(value)
        ]
        return [*cells, ", ".join(words if len(set(words)) > 1 else words[:1])]

    def _table_failed(self, error: Exception) -> None:
        self.table_note.setText(of_error(error))
        self.table_note.show()
