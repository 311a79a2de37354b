"""The sources of a fit's points: a file, the clipboard, or a curve of the sheet with noise."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from jaxstudio.app.plot.pages.page import Asking, Page
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import of_error
from jaxstudio.errors import StudioError
from jaxstudio.functions.document import Data
from jaxstudio.functions.language import LineKind, limits
from jaxstudio.functions.protocol.queries import GenerateQuestion

if TYPE_CHECKING:
    from jaxstudio.functions.fitting.table import Points, Table


# Names under which tables give the standard deviation of y.
DEVIATIONS = frozenset({"sigma", "σ", "error", "err", "std", "sd", "dy", "±", "uncertainty"})
MOST_BYTES = 64 << 20


class PointsPage(Page):
    """A page with points: `strip` shows how its questions get on."""

    strip: Asking
    settings: QSettings


class PointsBox(QWidget):
    """Buttons that bring points into the document, and how many there are."""

    def __init__(self, page: PointsPage) -> None:
        super().__init__(page.inside)
        self.controller, self.page = page.controller, page
        self._job: BackgroundTask | None = None
        self._table: Table | None = None
        self._name = ""
        self.count = make_label("", parent=self, wraps=True)
        open_button = QPushButton(self.tr("Open…"), self)
        open_button.setToolTip(self.tr("Points from a table: CSV, TSV"))
        open_button.clicked.connect(self.ask_file)
        paste = QPushButton(self.tr("Paste"), self)
        paste.setToolTip(self.tr("Points from two columns on the clipboard"))
        paste.clicked.connect(self.paste)
        self.make = QPushButton(self.tr("Generate"), self)
        self.make.setToolTip(self.tr("Points on the selected curve, with noise"))
        self.make.clicked.connect(self.generate)
        self.to_lists = QPushButton(self.tr("To Lists"), self)
        self.to_lists.setToolTip(self.tr("The columns become lists of the sheet, such as x1 and y1"))
        self.to_lists.clicked.connect(self.write_lists)
        self.clear = QPushButton(self.tr("Clear the points"), self)
        self.clear.clicked.connect(lambda: page.controller.set_data(None))
        buttons = across(None, spacing=6)
        for button in (open_button, paste, self.make, self.clear):
            button.setObjectName("narrow")
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = down(self, buttons)
        self.to_lists.setObjectName("narrow")
        below = across(None, (self.count, 1), self.to_lists)
        column.addLayout(below)
        column.addWidget(self._columns())

    def _columns(self) -> QWidget:
        """Return the choice of columns for x, y and the deviation of y."""
        self.columns = QWidget(self)
        line = across(self.columns)
        self.boxes: list[ChoiceBox] = []
        for words, about in (
            ("x", self.tr("The column of x")),
            ("y", self.tr("The column of y")),
            ("±", self.tr("The column of the standard deviation of y")),
        ):
            box = ChoiceBox(self.columns, about, tip=about)
            box.activated.connect(lambda _: self._take_columns())
            line.addWidget(QLabel(words, self.columns))
            line.addWidget(box, 1)
            self.boxes.append(box)
        self.columns.hide()
        return self.columns

    def draw(self) -> None:
        data = self.controller.document.data
        self.clear.setEnabled(data is not None)
        self.to_lists.setVisible(data is not None)
        if data is None:
            self.count.setText(self.tr("No points yet"))
            return
        text = self.tr("{0} points").format(f"{len(data.x):,}")
        text = f"{text} · {data.name}" if data.name else text
        self.count.setText(f"{text} · {self.tr('with deviations')}" if data.sigma is not None else text)

    def ask_file(self) -> None:
        from jaxstudio.app.shared import file_dialogs

        file_dialogs.ask_file(self.window(), self.page.settings, "points", self.open)

    def open(self, path: str) -> None:
        """Read points from a file."""
        from pathlib import Path

        def work(_: BackgroundTask) -> Table:
            from jaxstudio.errors import DataError
            from jaxstudio.functions.fitting.table import read_table
            from jaxstudio.runtime.text_files import read_text

            return read_table(read_text(path, MOST_BYTES, "a table of numbers", DataError))

        self._run(work, Path(path).name)

    def paste(self) -> None:
        """Read points from the clipboard."""
        text = QGuiApplication.clipboard().text()

        def work(_: BackgroundTask) -> Table:
            from jaxstudio.functions.fitting.table import read_table

            return read_table(text)

        self._run(work, self.tr("clipboard"))

    def _run(self, work: Callable[[BackgroundTask], Table], name: str) -> None:
        self._job = BackgroundTask(work, "points", self)
        self._job.start(lambda table: self.take_table(table, name), self.page.strip.say)

    def take_table(self, table: Table, name: str) -> None:
        """A table came: its columns can be chosen, and are at first what their names and places say."""
        self._table, self._name = table, name
        found = next((each for each in table.numeric if each.strip().lower() in DEVIATIONS), "")
        rest = [each for each in table.numeric if each != found]
        chosen = (rest[0] if len(rest) > 1 else "", rest[1] if len(rest) > 1 else "", found)
        for box, wanted in zip(self.boxes, chosen, strict=True):
            box.clear()
            if box is self.boxes[2]:
                box.addItem(self.tr("none"), "")
            for column in table.numeric:
                box.addItem(column, column)
            box.setCurrentIndex(max(box.findData(wanted), 0))
        self.columns.setVisible(len(table.numeric) > 2)
        self._take_columns()

    def _take_columns(self) -> None:
        """The points of the columns that are chosen."""
        assert self._table is not None
        x, y, sigma = (box.currentData() for box in self.boxes)
        try:
            if len(self._table.numeric) < 2:
                points = self._table.points()
            else:
                points = self._table.points(x, y, sigma or None)
        except StudioError as error:
            self.page.strip.say(of_error(error))
            return
        self.take(points, self._name)

    def generate(self) -> None:
        """Points on the current curve, over the view."""
        line = self.controller.subject()
        if line is None:
            self.page.strip.say(self.tr("Type a curve first: points are made on it"))
            return
        self.page.commit()
        low, high = self.controller.view.x
        question = GenerateQuestion(
            self.controller.target(line.key),
            self.page.setting("low", low),
            self.page.setting("high", high),
            min(max(round(self.page.setting("count", 100.0)), 2), 100_000),
            max(self.page.setting("noise", 1.0), 0.0),
            min(max(round(self.page.setting("seed", 0.0)), 0), 2**31 - 1),
        )
        name = self.tr("made on {0}").format(line.text)
        self.page.strip.ask(question, lambda points: self.take(points, name))

    def write_lists(self) -> None:
        """The columns of the points become lists of the sheet, and the points a line of these."""
        data = self.controller.document.data
        assert data is not None
        taken = {line.name for line in self.controller.reading.lines if line.kind is not LineKind.MODEL}
        number = next(k for k in itertools.count(1) if not taken & {f"x{k}", f"y{k}"})
        columns = {f"x{number}": data.x, f"y{number}": data.y}
        texts = [
            f"{name} = [{', '.join(repr(value).removesuffix('.0') for value in column)}]"
            for name, column in columns.items()
        ]
        if max(map(len, texts)) > limits.TEXT:
            text = self.tr(
                "{0} points are too long for a line of {1} characters; they can be fitted as they are"
            )
            self.page.strip.say(text.format(f"{len(data.x):,}", f"{limits.TEXT:,}"))
            return
        self.page.commit()
        texts.append(f"({', '.join(columns)})")
        self.controller.add_lines(texts, self.controller.document.lines[-1].key)
        self.page.strip.say("")

    def take(self, points: Points, name: str) -> None:
        """Points came: show them all."""
        self.page.strip.say("")
        sigma = tuple(points.sigma.tolist()) if points.sigma is not None else None
        data = Data(tuple(points.x.tolist()), tuple(points.y.tolist()), name, sigma)
        first = self.controller.document.data is None
        self.controller.set_data(data)
        if first:
            self.controller.show_data()
