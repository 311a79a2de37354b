"""Page Precision: the format a line is computed in, its error along the curve, what formats can hold."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.lines.line_options import Chip
from jaxstudio.app.plot.pages.numbers import exact, short
from jaxstudio.app.plot.pages.page import Grid, Page
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.text import of_error, of_wording
from jaxstudio.functions.protocol.answers import UlpErrors
from jaxstudio.functions.protocol.queries import DtypesAnswer, DtypesQuestion, PrecisionQuestion

FORMATS = (("f64", "float64"), ("f32", "float32"), ("f16", "float16"), ("bf16", "bfloat16"))
COUNT = 2000


class PrecisionPage(Page):
    """The chosen format beside float64."""

    name = "precision"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Precision"))
        self.subject = self.subject_label(self.tr("Type a curve to see how exactly it is computed."))
        self.chips: dict[str, Chip] = {}
        for short_name, full in FORMATS:
            chip = Chip(full, self.tr("Compute this line in {0}").format(full), self.inside)
            chip.clicked.connect(lambda _=False, name=short_name: self._choose(name))
            self.chips[short_name] = chip
        self.row(*self.chips.values())
        self.strip = self.asking()
        self.chart = Chart(self.tr("Error along the curve"), self.inside)
        self.chart.y_name = self.tr("error in ulps")
        self.chart.log_y = True
        self.column.addWidget(self.chart)
        self.words = self.note(look="")
        self.title(self.tr("What the formats can hold"))
        self.facts = Grid(self.tr("Formats"), (), self.inside)
        self.column.addWidget(self.facts)
        self.title(self.tr("What a sum becomes"))
        self.sums = Grid(self.tr("Sums"), (), self.inside)
        self.column.addWidget(self.sums)
        self.title(self.tr("Casts and indices"))
        self.casts = Grid(self.tr("Casts"), (self.tr("Expression"), self.tr("Result"), ""), self.inside)
        self.column.addWidget(self.casts)
        self.column.addStretch(1)
        self._facts_asked = False

    def draw(self) -> None:
        line = self.controller.subject()
        self.subject.show_line(line)
        now = line.line.precision if line is not None else ""
        for name, chip in self.chips.items():
            chip.setChecked(name == now)
            chip.setEnabled(line is not None)
        if not self._facts_asked and self.controller.drawer is not None:
            self._facts_asked = True
            self.controller.ask(
                DtypesQuestion(), self._take_facts, lambda error: self.strip.say(of_error(error))
            )
        if line is None:
            return
        low, high = self.controller.view.x
        narrow = dict(FORMATS)["f32" if now == "f64" else now]
        question = PrecisionQuestion(self.controller.target(line.key), low, high, COUNT, narrow)
        self.strip.ask_new(question, self._take)

    def _choose(self, name: str) -> None:
        line = self.controller.subject()
        if line is not None:
            self.controller.set_line(line.key, precision=name)
            self.draw()

    def _take(self, errors: UlpErrors) -> None:
        line = self.controller.subject()
        colour = curve_colour(line.hue if line is not None else 0, 0, is_dark())
        shown = np.where(errors.errors == 0, np.nan, errors.errors)
        half = np.array([0.5, 0.5])
        ends = np.array([errors.x[0], errors.x[-1]])
        grey = self.palette().color(self.palette().ColorRole.PlaceholderText)
        self.chart.show_series(
            Series(errors.x, shown, colour, f"{errors.low} − {errors.high}", dots=True),
            Series(ends, half, grey, self.tr("½ ulp")),
        )
        words = self.tr("Worst: {0} ulps at x = {1}; on average {2}.").format(
            short(errors.worst), short(errors.worst_x), short(errors.mean)
        )
        if errors.lost:
            words += " " + self.tr("Without a value in {0}: {1} of {2} places.").format(
                errors.low, errors.lost, len(errors.x)
            )
        self.words.setText(words)

    def _take_facts(self, answer: DtypesAnswer) -> None:
        self.facts.show_headings(
            (
                self.tr("Format"),
                self.tr("Digits"),
                self.tr("Gap after 1"),
                self.tr("Largest"),
                self.tr("Smallest"),
            )
        )
        self.facts.show_rows(
            [
                [
                    each.name,
                    str(each.digits),
                    exact(each.eps, 4),
                    exact(each.largest, 4),
                    exact(each.smallest_normal, 4),
                ]
                for each in answer.facts
            ]
        )
        sums = answer.promotion
        self.sums.show_headings(("+", *map(brief, sums.names)))
        self.sums.show_rows(
            [
                [brief(each) for each in (name, *row)]
                for name, row in zip(sums.names, sums.results, strict=True)
            ]
        )
        rows = [
            [f"{answer.casts.target}({short(value)})", short(cast), answer.casts.source]
            for value, cast in zip(answer.casts.values.tolist(), answer.casts.cast.tolist(), strict=True)
        ]
        rows += [[fact.expression, fact.result, of_wording(fact.remark)] for fact in answer.indexing]
        self.casts.show_rows(rows)


def brief(dtype: str) -> str:
    """The name that JAX's own texts have for a format: f32 for float32, so that all columns are seen."""
    for name, letters in (("float", "f"), ("uint", "u"), ("int", "i")):
        dtype = dtype.replace(name, letters)
    return dtype
