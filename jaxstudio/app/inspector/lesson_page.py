"""The page of a lesson: its text, and an experiment whose table and chart grow while it runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from html import escape

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QTextBrowser, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.app.inspector.pane import Page
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.colours import is_dark, link_colour
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import html_table, of_catalogue, of_number, of_time, tr
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.requests import InspectionRequest, LessonSubject
from jaxstudio.ir.lessons import Cell, Lesson, Table

ITEM_ID = "lesson"
CHART_PX = 460


def lesson_inspectable(lesson: Lesson) -> Inspectable:
    """The lesson's functions, as something to inspect."""

    def make(process: InspectionProcess, cancelled: Callable[[], bool]) -> list[Part]:
        subject = LessonSubject(lesson.name)
        return [
            Part(of_catalogue(part.title), InspectionRequest(subject, place))
            for place, part in enumerate(process.parts(subject, cancelled))
        ]

    key: Hashable = (ITEM_ID, lesson.name)
    return Inspectable(key, ITEM_ID, tr("Lesson: {0}").format(of_catalogue(lesson.title)), make)


class LessonPage(Page):
    """Runs the experiment when it is asked to, one at a time."""

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.lesson: Lesson | None = None
        self.table: Table | None = None
        self.about = make_label("", parent=self, wraps=True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.run = small_button(self.tr("Run the experiment"), self)
        self.run.clicked.connect(self.toggle)
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(self.tr("What the experiment found"))
        self.page.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.chart = Chart(self.tr("What the experiment found, drawn"), self)
        self.chart.setMinimumWidth(CHART_PX)
        self.chart.hide()
        self._running = self.question("lesson", lambda text: self._show(Table((), (), note=text)))
        head = across(None, (self.about, 1), self.run, spacing=10, margins=(8, 5, 8, 5))
        found = across(None, (self.page, 1), self.chart, spacing=0)
        found.setAlignment(self.chart, Qt.AlignmentFlag.AlignTop)
        down(self, head, (found, 1), spacing=0)

    def show_lesson(self, lesson: Lesson) -> None:
        """Turn to a lesson; its experiment is not run yet."""
        if lesson is not self.lesson:
            self._running.drop()
            self.lesson, self.table = lesson, None
        self.draw()

    def toggle(self) -> None:
        """Run the experiment, or stop it."""
        lesson = self.lesson
        if lesson is None:
            return
        if self._running.busy:
            self._running.drop()
            self.draw()
            return

        def work(job: BackgroundTask) -> Table | None:
            table = None
            for table in self.controller.process.experiment(lesson.name, job.cancelled):
                job.tell(table)
                self.controller.idle_gate.wait(job)
            return table

        self.table = None
        self._running.run(work, self._show, self._show)
        self.draw()

    def draw(self, *_: object) -> None:
        """Write the words, the table and the chart."""
        lesson, table = self.lesson, self.table
        self.about.setText(of_catalogue(lesson.about) if lesson is not None else "")
        self.run.setText(self.tr("Stop") if self._running.busy else self.tr("Run the experiment"))
        self.page.setHtml(table_html(table) if table is not None else "")
        drawn = table.series if table is not None else {}
        self.chart.setVisible(bool(drawn))
        if table is not None and drawn:
            self.chart.log_x = self.chart.log_y = True
            self.chart.x_name, self.chart.y_name = of_catalogue(table.x_name), of_catalogue(table.y_name)
            self.chart.show_series(
                *(
                    Series(np.array(x), np.array(y), link_colour(3 * place, is_dark()), of_catalogue(name))
                    for place, (name, (x, y)) in enumerate(drawn.items())
                )
            )

    def _show(self, table: Table | None) -> None:
        self.table = table
        self.draw()


def table_html(table: Table) -> str:
    """A table of an experiment, seconds in the unit that reads best."""
    rows = [[_cell(cell, place in table.seconds) for place, cell in enumerate(row)] for row in table.rows]
    numbers = [place for row in table.rows[:1] for place, cell in enumerate(row) if not isinstance(cell, str)]
    heads = [escape(of_catalogue(text)) for text in table.heads]
    note = f"<p>{escape(of_catalogue(table.note))}</p>" if table.note else ""
    return html_table(rows, heads, right=numbers) + note


def _cell(cell: Cell, seconds: bool) -> str:
    if isinstance(cell, str):
        return escape(of_catalogue(cell)) if cell else ""
    return (
        of_time(cell)
        if seconds
        else of_number(cell, ".3g")
        if isinstance(cell, float)
        else of_number(cell, ",")
    )
