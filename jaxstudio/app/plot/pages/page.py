"""What every page of the panel is: a title, a column of controls, drawn from the session while it is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from jaxstudio.app.plot.pages.asking import Asking
from jaxstudio.app.plot.pages.subject import Subject
from jaxstudio.app.plot.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.row_list import chain_tabs, focusables


class Page(QScrollArea):
    """`draw` is called when the page comes to sight and whenever what it shows may have changed.

    Its controls remember their values in the document, under `name`.
    """

    name = ""

    def __init__(self, session: Session, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._numbers: list[tuple[NumberField, str, float]] = []
        self._choices: list[tuple[ChoiceBox, str, str]] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = QWidget(self)
        self.inside.setObjectName("list")
        self.column = QVBoxLayout(self.inside)
        self.column.setContentsMargins(14, 12, 14, 14)
        self.column.setSpacing(9)
        self.heading = QLabel(title, self.inside)
        self.heading.setProperty("look", "heading")
        self.column.addWidget(self.heading)
        self.setWidget(self.inside)
        session.document_changed.connect(self.draw_if_seen)
        session.current_changed.connect(self.draw_if_seen)

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

    def kept(self, name: str, default: Any) -> Any:
        """What the document remembers under a name; the default where that is of another type."""
        value = self.session.document.pages.get(self.name, {}).get(name, default)
        if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return value if isinstance(value, type(default)) else default

    def keep(self, name: str, value: Any, *, nudge: bool = False) -> None:
        self.session.set_page(self.name, nudge=nudge, **{name: value})

    # Parts that pages are made of

    def note(self, text: str = "", look: str = "muted") -> QLabel:
        """A sentence that wraps."""
        label = QLabel(text, self.inside)
        label.setProperty("look", look)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(label)
        return label

    def title(self, text: str) -> QLabel:
        """A heading inside the page."""
        label = QLabel(text, self.inside)
        label.setProperty("look", "title")
        self.column.addSpacing(4)
        self.column.addWidget(label)
        return label

    def row(self, *widgets: QWidget | str, stretch: int | None = None) -> QHBoxLayout:
        """Widgets and words side by side."""
        line = QHBoxLayout()
        line.setSpacing(6)
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
        strip = Asking(self.session, self.inside)
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
        field = NumberField("", step, self.inside)
        field.setFixedWidth(wide)
        field.setAccessibleName(about)
        field.setToolTip(about)
        field.typed.connect(lambda value: self.keep(name, value))
        field.nudged.connect(lambda value: self.keep(name, value, nudge=True))
        self._numbers.append((field, name, default))
        return field

    def choice(self, name: str, words: list[tuple[str, str]], about: str) -> ChoiceBox:
        """A box whose choice the document remembers; (what is shown, value) each, the first by default."""
        box = ChoiceBox(self.inside)
        box.setAccessibleName(about)
        box.setToolTip(about)
        for text, value in words:
            box.addItem(text, value)
        box.activated.connect(lambda _: self.keep(name, box.currentData()))
        self._choices.append((box, name, words[0][1]))
        return box

    def draw_kept(self) -> None:
        """Show in the fields and boxes what the document remembers."""
        for field, name, default in self._numbers:
            field.show_value(self.kept(name, default))
        for box, name, first in self._choices:
            box.setCurrentIndex(max(box.findData(self.kept(name, first)), 0))

    def commit(self) -> None:
        """Take what is half typed."""
        for field, _, _ in self._numbers:
            field.editingFinished.emit()
