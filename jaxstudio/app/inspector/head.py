"""The panel's first line: what is inspected, what can be done with it, which page shows it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QWidget

from jaxstudio.app.inspector.one_line import OneLine
from jaxstudio.app.inspector.session import Session
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout

LEAST_LETTERS, LEAST_BOX_PX, MOST_BOX_PX, PAGE_PAD_PX = 3, 130, 220, 8


class Head(QFrame):
    """Only says what was clicked; `page_chosen(k)` counts the pages in the order in which they were added."""

    own_asked = Signal()
    otherwise_asked = Signal()
    pin_asked = Signal()
    lessons_asked = Signal()
    save_asked = Signal()
    help_asked = Signal()
    close_asked = Signal()
    window_asked = Signal()
    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.subjects = self._box(self.tr("What is inspected"))
        self.parts = self._box(self.tr("Which compiled part of it"))
        self.busy = OneLine(self)
        self.switch = QButtonGroup(self)
        self.switch.idClicked.connect(self.page_chosen)
        self._line = FlowLayout(self)
        self._line.setContentsMargins(8, 4, 6, 4)
        self._line.setSpacing(4)
        self._line.add(self.subjects, 3)
        self._line.add(self.parts, 3)
        self._glyph("open", self.tr("Your own function: open a Python file"), self.own_asked.emit)
        self.otherwise = self._glyph(
            "options", self.tr("Number format, device, options of the compiler"), self.otherwise_asked.emit
        )
        self.otherwise.setCheckable(True)
        self._glyph("pin", self.tr("Pin this compilation, to compare others with it"), self.pin_asked.emit)
        self.lessons = QToolButton(self)
        self.lessons.setObjectName("words")
        self.lessons.setText(self.tr("Lessons"))
        self.lessons.setToolTip(self.tr("Examples of what JAX and XLA do, one click each"))
        self.lessons.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lessons.clicked.connect(lambda _: self.lessons_asked.emit())
        self._line.add(self.lessons)
        self._line.add(self.busy)
        self._line.add_stretch()

    def _box(self, name: str) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setObjectName("small")
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.currentTextChanged.connect(lambda text: box.setToolTip(f"{name}\n{text}" if text else name))
        # as wide as there is room: long names must not widen the window
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(LEAST_LETTERS)
        box.setMinimumWidth(LEAST_BOX_PX)
        box.setMaximumWidth(MOST_BOX_PX)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return box

    def _glyph(self, glyph: str, words: str, do: Callable[[], object]) -> GlyphButton:
        button = GlyphButton(glyph, words, self)
        button.clicked.connect(lambda _=False: do())
        self._line.add(button)
        return button

    def add_page(self, words: str) -> None:
        """One more page to turn to."""
        button = QToolButton(self)
        button.setObjectName("page")
        button.setText(words)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.switch.addButton(button, len(self.switch.buttons()))
        # in a narrow window no more than its words
        bold = self.font()
        bold.setWeight(QFont.Weight.DemiBold)
        button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(words) + 2 * PAGE_PAD_PX)
        self._line.add(button)

    def finish(self) -> None:
        """What stands behind the pages."""
        self._line.add_space(10)
        self._glyph("save", self.tr("Save what is shown"), self.save_asked.emit)
        self._glyph("help", self.tr("About the inspector"), self.help_asked.emit)
        self.window_button = self._glyph(
            "window", self.tr("A window of its own (Shift+F12)"), self.window_asked.emit
        )
        self.window_button.setCheckable(True)
        self._glyph("close", self.tr("Close the inspector (F12)"), self.close_asked.emit)

    def draw(self, session: Session) -> None:
        """The subjects and parts there are, and those in sight."""
        at = next((k for k, each in enumerate(session.subjects) if each is session.subject), -1)
        for box, titles, place in (
            (self.subjects, [subject.title for subject in session.subjects], at),
            (self.parts, [part.title for part in session.parts], session.part),
        ):
            if titles != [box.itemText(index) for index in range(box.count())]:
                box.clear()
                box.addItems(titles)
            box.setCurrentIndex(place)
            box.setVisible(bool(titles))
