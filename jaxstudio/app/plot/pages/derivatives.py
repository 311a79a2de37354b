"""Page Derivatives: every way to a derivative at a point, beside high precision; steps and sizes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import order_name
from jaxstudio.app.plot.pages.numbers import short, sure
from jaxstudio.app.plot.pages.page import Grid, Page
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.text import of_wording
from jaxstudio.functions.document import PlotLine
from jaxstudio.functions.protocol.queries import CompareQuestion, StepsQuestion, SwellQuestion

if TYPE_CHECKING:
    from jaxstudio.functions.derivatives.methods import ExpressionSwell, MethodFigures, StepErrors

TRUTH, SHOWN = 13, 10  # characters of the exact value, digits of the others at most
EXACT = 17


class DerivativesPage(Page):
    """A table that fills as each way is measured."""

    name = "derivatives"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Derivatives"))
        self.subject = self.subject_label(self.tr("Type a curve to compare the ways to its derivatives."))
        self.at = self.number("at", 1.0, self.tr("Where"), step=0.1)
        self.most = self.number("most", 2.0, self.tr("Highest order"), wide=44)
        self.precision = self.choice(
            "precision", [("float64", "f64"), ("float32", "f32")], self.tr("Computed in")
        )
        self.go = self.button(self.tr("Compare"), self._compare)
        self.row("x =", self.at, self.tr("orders to"), self.most, self.precision)
        self.row(self.go)
        self.strip = self.asking()
        self._words = {
            "value": self.tr("Value"),
            "reverse": self.tr("Reverse"),
            "forward": self.tr("Forward"),
            "taylor": self.tr("Taylor"),
            "jet": self.tr("jet"),
            "finite": self.tr("Differences"),
            "symbolic": self.tr("Symbolic"),
        }
        self.table = Grid(
            self.tr("Ways to a derivative"),
            (
                self.tr("Way"),
                self.tr("Value"),
                self.tr("Error"),
                self.tr("Eqns"),
                self.tr("Compile, ms"),
                self.tr("Run, µs"),
            ),
            self.inside,
        )
        self.table.hide()
        self.column.addWidget(self.table)
        self.about = self.note(
            self.tr(
                "Errors are relative to fifty digits, and values are written as far as they are sure. "
                "Equations are those of the jaxpr."
            )
        )
        self.about.hide()
        self.title(self.tr("Error of differences over their step"))
        self.row(self.button(self.tr("Measure"), self._steps))
        self.steps_strip = self.asking()
        self.chart = Chart(self.tr("Error over the step"), self.inside)
        self.chart.log_x = self.chart.log_y = True
        self.chart.y_name = self.tr("error of f′")
        self.chart.hide()
        self.column.addWidget(self.chart)
        self.steps_words = self.note()
        self.title(self.tr("How formulas and programs grow"))
        self.row(self.button(self.tr("Count"), self._swell))
        self.swell_strip = self.asking()
        self.swell = Grid(self.tr("Growth"), (), self.inside)
        self.swell.hide()
        self.column.addWidget(self.swell)
        self.column.addStretch(1)
        self._rows: list[MethodFigures] = []
        self._measured: object = None
        controller.spot_changed.connect(self._follow_pin)

    def _follow_pin(self) -> None:
        pinned = self.controller.pinned
        if pinned is not None and self.isVisible():
            self.set_setting("at", pinned.x, nudge=True)

    def draw(self) -> None:
        line = self.controller.subject()
        self.subject.show_line(line)
        self.draw_settings()
        self.go.setEnabled(line is not None)
        now = (line.text, tuple(self.controller.slider_values().items())) if line is not None else None
        if now != self._measured:
            self._measured = now
            self._clear()

    def _clear(self) -> None:
        """Clear measurements of another function."""
        for strip in (self.strip, self.steps_strip, self.swell_strip):
            strip.stop()
            strip.say("")
        self._rows = []
        self._show()
        self.chart.hide()
        self.steps_words.setText("")
        self.swell.show_rows(())

    def _orders(self) -> tuple[int, ...]:
        most = min(max(round(self.setting("most", 2.0)), 0), 12)
        return tuple(range(most + 1))

    def _line(self) -> PlotLine | None:
        self.commit()
        return self.controller.subject()

    # The comparison

    def _compare(self) -> None:
        line = self._line()
        if line is None:
            return
        self._rows = []
        self._show()
        question = CompareQuestion(
            self.controller.target(line.key),
            (self.setting("at", 1.0),),
            self._orders(),
            precision=self.setting("precision", "f64"),
        )
        self.strip.ask(question, lambda _: None, self._add)

    def _add(self, row: MethodFigures) -> None:
        self._rows.append(row)
        self._show()

    def _show(self) -> None:
        rows: list[list[str]] = []
        bold = []
        for order in sorted({row.order for row in self._rows}):
            these = [row for row in self._rows if row.order == order]
            bold.append(len(rows))
            truth = these[0].exact
            rows.append([order_name(order), truth[:TRUTH].replace("-", "−"), "", "", "", ""])
            rows += [self._cells(row) for row in these]
        self.table.show_rows(rows, bold, 460)
        self.table.setVisible(bool(rows))
        self.about.setVisible(bool(rows))

    def _cells(self, row: MethodFigures) -> list[str]:
        word = "  " + self._words[str(row.method)]
        if row.note and math.isnan(row.value):
            return [word, of_wording(row.note), "", f"{row.equations:,}" if row.equations else "", "", ""]
        return [
            word,
            sure(row.value, _digits(row), SHOWN),
            self._error(row),
            f"{row.equations:,}",
            _scaled(row.trace_s + row.compile_s, 1e3),
            _scaled(row.run_s, 1e6),
        ]

    def _error(self, row: MethodFigures) -> str:
        if math.isnan(row.error):
            return self.tr("unknown") if math.isfinite(row.value) else ""
        return "0" if row.error == 0 else f"{row.error:.1e}".replace("-", "−")

    # Steps and sizes

    def _steps(self) -> None:
        line = self._line()
        if line is not None:
            precision = self.setting("precision", "f64")
            question = StepsQuestion(self.controller.target(line.key), self.setting("at", 1.0), precision)
            self.steps_strip.ask(question, self._take_steps)

    def _take_steps(self, errors: StepErrors) -> None:
        dark = is_dark()
        one, other = curve_colour(1, 0, dark), curve_colour(4, 0, dark)
        self.chart.show_series(
            Series(errors.steps, errors.forward_error, one, self.tr("one-sided")),
            Series(errors.steps, errors.central_error, other, self.tr("central")),
        )
        self.chart.show()
        forward = float(errors.steps[np.nanargmin(errors.forward_error)])
        central = float(errors.steps[np.nanargmin(errors.central_error)])
        self.steps_words.setText(
            self.tr(
                "Large steps leave out the bend, small ones are lost in rounding. Best: {0} one-sided, "
                "{1} central."
            ).format(short(forward), short(central))
        )

    def _swell(self) -> None:
        line = self._line()
        if line is not None:
            question = SwellQuestion(self.controller.target(line.key), self._orders())
            self.swell_strip.ask(question, self._take_swell)

    def _take_swell(self, answer: tuple[ExpressionSwell, ...]) -> None:
        self.swell.show_headings(
            (
                self.tr("Order"),
                self.tr("Formula"),
                self.tr("shared"),
                self._words["reverse"],
                self._words["forward"],
                self._words["taylor"],
            )
        )
        self.swell.show_rows(
            [
                [
                    order_name(each.order),
                    *map(_count, (each.formula, each.shared, each.reverse, each.forward, each.taylor)),
                ]
                for each in answer
            ]
        )
        self.swell.show()


def _digits(row: MethodFigures) -> int | None:
    """Return the number of digits that the relative error leaves certain; None if unknown."""
    if math.isnan(row.error):
        return None
    # of an exact 0 the error is absolute
    if row.error >= 0.5 or (row.error and float(row.exact) == 0):
        return 0
    return math.floor(-math.log10(2 * row.error)) if row.error else EXACT


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _scaled(seconds: float, unit: float) -> str:
    return "" if math.isnan(seconds) else f"{seconds * unit:.3g}"
