"""The base of every page of the panel, and its parts: subject line, point fields, tables, questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.shared.background_tasks import Question, ignore
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.colours import curve_colour, is_dark
from jaxstudio.app.shared.layouts import across, down, make_label, set_look
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.row_list import chain_tabs, focusables
from jaxstudio.functions.document import PlotLine
from jaxstudio.processes.channel import Answer, Event, Request

SHOWN_AFTER_MS = 250


class Asking(QWidget):
    """A page that asks one question at a time; a new question cancels the one before."""

    began = Signal()
    ended = Signal()

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.asked: object = None
        self._question = Question(self)
        self.words = make_label("", parent=self, wraps=True)
        self.stop_button = small_button(self.tr("Stop"), self)
        self.stop_button.clicked.connect(self.stop)
        across(self, (self.words, 1), self.stop_button)
        self._patience = QTimer(self, singleShot=True, interval=SHOWN_AFTER_MS)
        self._patience.timeout.connect(self._show_work)
        self.hide()

    @property
    def busy(self) -> bool:
        return self._question.busy

    def ask_new(self, question: Request[Answer, Event], then: Callable[[Answer], object]) -> bool:
        """Ask, unless the same was `asked` just before; whether it did."""
        if question == self.asked:
            return False
        self.asked = question
        self.ask(question, then)
        return True

    def ask(
        self,
        question: Request[Answer, Event],
        then: Callable[[Answer], object],
        progress: Callable[[Event], object] = ignore,
    ) -> None:
        """Ask, and call `then` with the answer."""
        set_look(self.words, "muted")
        self.words.setText(self.tr("computing…"))
        self._patience.start()

        def answered(answer: Answer) -> None:
            self._rest()
            then(answer)
            self.ended.emit()

        def failed(reason: str) -> None:
            self._rest()
            self.say(reason)
            self.ended.emit()

        self._question.ask(self.controller.ask, question, answered, failed, progress, self._end)
        self.began.emit()

    def send(self, value: object) -> None:
        """Tell the running question something."""
        self._question.send(value)

    def stop(self) -> None:
        """Stop it; nothing more is heard of it."""
        if self._question.busy:
            self._question.drop()
            self._end()

    def say(self, text: str) -> None:
        """Show an error, or clear it."""
        self._patience.stop()
        set_look(self.words, "refused")
        self.words.setText(text)
        self.stop_button.hide()
        self.setVisible(bool(text))

    def _end(self) -> None:
        self._rest()
        self.ended.emit()

    def _rest(self) -> None:
        self._patience.stop()
        self.hide()

    def _show_work(self) -> None:
        if self._question.busy:
            self.stop_button.show()
            self.show()


class Training(Asking):
    """The strip of a page that trains something, below its buttons: start, pause and stop."""

    def __init__(self, page: Page, words: str, begin: Callable[[], object]) -> None:
        super().__init__(page.controller, page.inside)
        self.ready, self.steered = True, True
        self.start = page.button(words, begin)
        self.pause = page.button(self.tr("Pause"), self._pause)
        self.pause.setCheckable(True)
        self.end = page.button(self.tr("Stop"), lambda: self.send("stop") if self.steered else self.stop())
        page.row(self.start, self.pause, self.end)
        page.column.addWidget(self)
        self.began.connect(self._show_running)
        self.ended.connect(self._show_running)
        self._show_running()

    def draw(self, ready: bool, steered: bool) -> None:
        """Show whether it can begin, and whether what runs can be told to pause and to stop where it is."""
        self.ready, self.steered = ready, steered
        self._show_running()

    def _show_running(self) -> None:
        self.start.setEnabled(self.ready and not self.busy)
        self.pause.setEnabled(self.busy and self.steered)
        self.end.setEnabled(self.busy)
        if not self.busy:
            self.pause.setChecked(False)
            self.pause.setText(self.tr("Pause"))

    def _pause(self) -> None:
        paused = self.pause.isChecked()
        self.pause.setText(self.tr("Go on") if paused else self.tr("Pause"))
        self.send("pause" if paused else "go on")


class Subject(QLabel):
    """A line's text behind a disc of its colour, or a hint where there is none."""

    def __init__(self, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nothing = nothing
        self._hue: int | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def show_line(self, line: PlotLine | None) -> None:
        self._hue = line.hue if line is not None else None
        self.setText(line.text if line is not None else self._nothing)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.setFont(font if line is not None else QApplication.font())
        self.setContentsMargins(20 if line is not None else 0, 0, 0, 0)
        self.setEnabled(line is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._hue is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(curve_colour(self._hue, 0, is_dark())))
        painter.drawEllipse(1, (self.fontMetrics().height() - 11) // 2 + 1, 11, 11)


class Place(QWidget):
    """Says `moved(name, value, nudged)` when a coordinate is changed by hand."""

    moved = Signal(str, float, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = across(self, spacing=6)
        self.fields: dict[str, NumberField] = {}

    def show_values(self, values: Mapping[str, float]) -> None:
        """Show these coordinates; the fields are made anew when the names change."""
        if tuple(values) != tuple(self.fields):
            self._make(tuple(values))
        for name, value in values.items():
            self.fields[name].show_value(value)

    def _make(self, names: tuple[str, ...]) -> None:
        while self.line.count():
            item = self.line.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        for name in names:
            about, wide = self.tr("{0} of the point").format(name), 84 if len(names) < 3 else 58
            field = NumberField(name=about, step=0.1, wide=wide, parent=self)
            field.sent.connect(partial(self.moved.emit, name))
            self.line.addWidget(QLabel(f"{name} =", self))
            self.line.addWidget(field)
            self.fields[name] = field
        self.line.addStretch(1)

    def commit(self) -> None:
        """Accept a half-typed value."""
        for field in self.fields.values():
            field.editingFinished.emit()


def coordinates(point: object, names: tuple[str, ...]) -> dict[str, float]:
    """The coordinates that were remembered, 1 where there are none."""
    values = point if isinstance(point, Mapping) else {}

    def number(name: str) -> float:
        value = values.get(name)
        return float(value) if isinstance(value, int | float) else 1.0

    return {name: number(name) for name in names}


class Page(QScrollArea):
    """A page of the panel. `draw` is called when it comes to sight and when its data may have changed.

    Its controls remember their values in the document, under `name`.
    """

    name = ""

    def __init__(self, controller: FunctionsController, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self._numbers: list[tuple[NumberField, str, float]] = []
        self._choices: list[tuple[ChoiceBox, str, str]] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = QWidget(self)
        self.inside.setObjectName("list")
        self.column = down(self.inside, spacing=9, margins=(14, 12, 14, 14))
        self.heading = make_label(title, "heading", self.inside)
        self.column.addWidget(self.heading)
        self.setWidget(self.inside)
        controller.document_changed.connect(self.draw_if_seen)
        controller.current_changed.connect(self.draw_if_seen)

    def draw(self) -> None:
        """Show what there is now."""

    def draw_if_seen(self) -> None:
        if self.isVisible():
            self.draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        chain_tabs(focusables(self.inside))
        self.draw()

    # What it remembers

    def setting(self, name: str, default: Any) -> Any:
        """Return the document's value of a setting; the default if its type differs."""
        value = self.controller.document.pages.get(self.name, {}).get(name, default)
        if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return value if isinstance(value, type(default)) else default

    def set_setting(self, name: str, value: Any, *, nudge: bool = False) -> None:
        self.controller.set_page(self.name, nudge=nudge, **{name: value})

    # Parts that pages are made of

    def note(self, text: str = "", look: str = "muted") -> QLabel:
        """A sentence that wraps."""
        label = make_label(text, look, self.inside, wraps=True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(label)
        return label

    def title(self, text: str) -> QLabel:
        """A heading inside the page."""
        label = make_label(text, "title", self.inside)
        self.column.addSpacing(4)
        self.column.addWidget(label)
        return label

    def row(self, *widgets: QWidget | str, stretch: int | None = None) -> QHBoxLayout:
        """Widgets and words side by side."""
        line = across(None, spacing=6)
        for place, widget in enumerate(widgets):
            made = QLabel(widget, self.inside) if isinstance(widget, str) else widget
            line.addWidget(made, 1 if place == stretch else 0)
        if stretch is None:
            line.addStretch(1)
        self.column.addLayout(line)
        return line

    def subject_label(self, nothing: str) -> Subject:
        label = Subject(nothing, self.inside)
        self.column.addWidget(label)
        return label

    def asking(self) -> Asking:
        """A strip for questions on their way."""
        strip = Asking(self.controller, self.inside)
        self.column.addWidget(strip)
        return strip

    def button(self, text: str, do: Callable[[], object], about: str = "") -> QPushButton:
        button = QPushButton(text, self.inside)
        button.clicked.connect(lambda: do())
        if about:
            button.setToolTip(about)
            button.setAccessibleName(about)
        return button

    def number(
        self, name: str, default: float, about: str, *, step: float = 1.0, wide: int = 66
    ) -> NumberField:
        """A field whose number the document remembers."""
        field = NumberField(name=about, step=step, tip=about, wide=wide, parent=self.inside)
        field.sent.connect(lambda value, nudge: self.set_setting(name, value, nudge=nudge))
        self._numbers.append((field, name, default))
        return field

    def choice(self, name: str, words: list[tuple[str, str]], about: str) -> ChoiceBox:
        """A box whose choice the document stores; (text, value) each, the first by default."""
        box = ChoiceBox(self.inside, about, tip=about)
        for text, value in words:
            box.addItem(text, value)
        box.activated.connect(lambda _: self.set_setting(name, box.currentData()))
        self._choices.append((box, name, words[0][1]))
        return box

    def draw_settings(self) -> None:
        """Show the document's values in the fields and boxes."""
        for field, name, default in self._numbers:
            field.show_value(self.setting(name, default))
        for box, name, first in self._choices:
            box.setCurrentIndex(max(box.findData(self.setting(name, first)), 0))

    def commit(self) -> None:
        """Accept a half-typed value."""
        for field, _, _ in self._numbers:
            field.editingFinished.emit()


ROW_PX = 25
MOST_PX = 340


class Grid(QTableWidget):
    """`went(row)` is said when a row is chosen by hand or by keys."""

    went = Signal(int)

    def __init__(self, name: str, headings: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.itemSelectionChanged.connect(self._chosen)
        self._filling = False
        small = QFont(self.font())
        small.setPointSizeF(small.pointSizeF() * 0.92)
        self.setFont(small)
        self.headings: list[str] = []
        self.show_headings(headings)
        self.show_rows(())

    def show_headings(self, headings: Sequence[str]) -> None:
        self.headings = list(headings)
        self.setColumnCount(len(headings))
        self.setHorizontalHeaderLabels(list(headings))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    def show_rows(
        self, rows: Sequence[Sequence[str]], bold: Sequence[int] = (), most_px: int = MOST_PX
    ) -> None:
        """Write these rows; the table is as high as they need, up to `most_px`."""
        self._filling = True
        kept = self.currentRow()
        self.clearSpans()
        self.setRowCount(len(rows))
        strong = QFont(self.font())
        strong.setBold(True)
        for place, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                if place in bold:
                    item.setFont(strong)
                self.setItem(place, column, item)
            if place in bold and len(texts) > 1 and not any(texts[1:]):
                self.setSpan(place, 0, 1, len(texts))
        if 0 <= kept < len(rows):
            self.setCurrentCell(kept, 0)
        else:
            self.clearSelection()
            self.setCurrentCell(-1, -1)
        self._filling = False
        self.setVisible(bool(rows))
        high = len(rows) * ROW_PX + self.horizontalHeader().sizeHint().height() + 6
        self.setFixedHeight(min(high, most_px))

    def _chosen(self) -> None:
        if not self._filling and self.selectedItems():
            self.went.emit(self.currentRow())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.as_text())
        else:
            super().keyPressEvent(event)

    def as_text(self) -> str:
        """The chosen rows, or all, with tabs between the columns."""
        rows = sorted({item.row() for item in self.selectedItems()}) or list(range(self.rowCount()))
        lines = ["\t".join(self.headings)]
        for row in rows:
            items = [self.item(row, column) for column in range(self.columnCount())]
            lines.append("\t".join(item.text() if item is not None else "" for item in items))
        return "\n".join(lines)
