"""The panel's first line: the subject, its commands, and the choice of page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QLineEdit, QSizePolicy, QToolButton, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.buttons import CheckBox, GlyphButton, small_button
from jaxstudio.app.shared.choice_box import ChoiceBox, small_box
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, down, make_label, set_look
from jaxstudio.app.shared.text import of_error, without_flags
from jaxstudio.errors import StudioError
from jaxstudio.inspect_targets.requests import parse_options
from jaxstudio.ir.report import Explanation
from jaxstudio.ir.user_process.request import FLOATS, Option, Variation

LEAST_LETTERS, LEAST_BOX_PX, MOST_BOX_PX, PAGE_PAD_PX = 3, 108, 220, 8


class Head(QFrame):
    """The first line. It emits `asked(command)` with the name of a glyph, or "lessons".

    `page_chosen(k)` counts the pages in the order in which they were added.
    """

    asked = Signal(str)
    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.inspectables = self._box(self.tr("What is inspected"))
        self.parts = self._box(self.tr("Which compiled part of it"))
        self._news = {
            "compiling": self.tr("compiling…"),
            "measuring": self.tr("measuring…"),
            "pinned": self.tr("pinned"),
            "written": self.tr("written"),
        }
        self.busy = OneLine(self, whole=tuple(self._news.values()))
        about = self.tr("A lesson is shown, not what is selected in the tab; a selection there replaces it")
        self.held = make_label(self.tr("stays until another is selected"), "muted", self, tip=about)
        self.held.hide()
        self._beside = False
        self.switch = QButtonGroup(self)
        self.switch.idClicked.connect(self.page_chosen)
        self._line = FlowLayout(self, spacing=4, margins=(8, 4, 6, 4))
        self._line.add(self.inspectables, 3)
        self._line.add(self.parts, 3)
        self._line.add(self.held)
        self._open = self._glyph("open", self.tr("Your own function: open a Python file"))
        self.options_button = self._glyph(
            "options", self.tr("Number format, device, options of the compiler")
        )
        self.options_button.setCheckable(True)
        self._glyph("pin", self.tr("Pin this compilation, to compare others with it"))
        self.plain = self._words(
            self.tr("Plain"),
            self.tr(
                "The filter as one function of a small picture, without tiling, and its derivatives by its "
                "parameters"
            ),
        )
        self.plain.setCheckable(True)
        self.lessons = self._words(
            self.tr("Lessons"), self.tr("Examples of what JAX and XLA do, one click each")
        )
        self.lessons.clicked.connect(lambda _: self.asked.emit("lessons"))
        self._line.add(self.busy)
        self._line.add_stretch()

    def _box(self, name: str) -> ChoiceBox:
        box = small_box(name, self, name)
        box.currentTextChanged.connect(lambda text: box.setToolTip(f"{name}\n{text}" if text else name))
        # as wide as there is room: long names must not widen the window
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(LEAST_LETTERS)
        box.setMinimumWidth(LEAST_BOX_PX)
        box.setMaximumWidth(MOST_BOX_PX)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return box

    def _words(self, words: str, about: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("words")
        button.setText(words)
        button.setToolTip(about)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._line.add(button)
        return button

    def _glyph(self, glyph: str, words: str) -> GlyphButton:
        button = GlyphButton(glyph, words, self)
        button.clicked.connect(lambda _=False: self.asked.emit(glyph))
        self._line.add(button)
        return button

    def say(self, news: str, about: str = "") -> None:
        """Say beside the tabs "compiling", "measuring", "pinned" or "written", and more in the tooltip."""
        self.busy.setText(self._news[news])
        self.busy.setToolTip(about)

    def set_beside(self, beside: bool) -> None:
        """Lie beside the playground, whose editor then opens files and names the subject."""
        self._beside = beside
        self._open.setVisible(not beside)

    def add_page(self, words: str) -> None:
        """Add one page's tab."""
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
        """Add the widgets that follow the tabs."""
        self._line.add_space(6)
        self._glyph("save", self.tr("Save what is shown"))
        self._glyph("help", self.tr("About the inspector"))
        self.window_button = self._glyph("window", self.tr("A window of its own (Shift+F12)"))
        self.window_button.setCheckable(True)
        self._glyph("close", self.tr("Close the inspector (F12)"))

    def draw(self, controller: InspectorController) -> None:
        """Fill the boxes of inspectable items and parts, and select the current ones."""
        at = next((k for k, each in enumerate(controller.inspectables) if each is controller.inspectable), -1)
        for box, titles, place in (
            (self.inspectables, [inspectable.title for inspectable in controller.inspectables], at),
            (self.parts, [part.title for part in controller.parts], controller.part),
        ):
            box.offer((title, None) for title in titles)
            box.setCurrentIndex(place)
            box.setVisible(bool(titles) and (controller.held or not self._beside))
        self.held.setVisible(controller.held)
        self.plain.setVisible(any(each.step for each in controller.inspectables))


class ErrorBanner(QFrame):
    """The current error above the page; `line_asked(path, line)` when its line is clicked."""

    line_asked = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = self._label()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.more = self._label()
        self.more.setTextFormat(Qt.TextFormat.RichText)
        self.more.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.more.linkActivated.connect(lambda _: self._go())
        self.explanation: Explanation | None = None
        down(self, self.title, self.more, spacing=3, margins=(12, 6, 12, 6))
        self.hide()

    def _label(self) -> QLabel:
        label = make_label("", parent=self, wraps=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def text(self) -> str:
        return self.title.text()

    def say(self, text: str, explanation: Explanation | None = None, *, wrong: bool = True) -> None:
        """Show one line, with its explanation below; nothing hides it all."""
        self.explanation = explanation
        set_look(self.title, "refused" if wrong else "muted")
        self.title.setText(text)
        self.title.setAccessibleName(text)
        self.more.setText(self._html(explanation) if explanation is not None else "")
        self.more.setVisible(bool(self.more.text()))
        self.setVisible(bool(text))

    def _html(self, explanation: Explanation) -> str:
        parts = []
        if explanation.line:
            where = self.tr("{0}, line {1}").format(Path(explanation.path).name, explanation.line)
            code = _marked(explanation)
            parts.append(f'<a href="line">{escape(where)}</a>&nbsp;&nbsp;<code>{code}</code>')
        if explanation.words:
            parts.append(escape(explanation.words))
        if explanation.suggestion:
            parts.append(f"<b>{escape(self.tr('Suggestion'))}:</b> {escape(explanation.suggestion)}")
        return "<br>".join(parts)

    def _go(self) -> None:
        if self.explanation is not None and self.explanation.line:
            self.line_asked.emit(self.explanation.path, self.explanation.line)


def _marked(explanation: Explanation) -> str:
    """The line with the part at fault underlined; the columns are those before it was stripped."""
    if not 0 <= explanation.column < explanation.end_column:
        return escape(explanation.code)
    try:
        full = Path(explanation.path).read_text(encoding="utf-8").split("\n")[explanation.line - 1]
    except (OSError, UnicodeDecodeError, IndexError):  # gone or written anew meanwhile
        return escape(explanation.code)
    if full.strip() != explanation.code:
        return escape(explanation.code)
    start, end = explanation.column, explanation.end_column
    before, at, after = full[:start].lstrip(), full[start:end], full[end:].rstrip()
    return f"{escape(before)}<u>{escape(at)}</u>{escape(after)}"


FAST_MATH = "xla_cpu_enable_fast_math"
LEVEL = "xla_backend_optimization_level"


class VariationBar(QFrame):
    """Every change is compiled at once; what cannot be compiled is said above the page."""

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setObjectName("toolbar")
        about = self.tr("In place of every format of real numbers")
        self.dtype = self._box(self.tr("Number format"), about, FLOATS)
        self.device = self._box(self.tr("Device"), self.tr("What it is compiled for"))
        about = self.tr("How much LLVM optimises ({0})").format(LEVEL)
        self.level = self._box(self.tr("Optimisation"), about, "0123")
        self.fast = CheckBox(self.tr("Fast math"), self)
        self.fast.setToolTip(self.tr("Let the compiler reorder sums and ignore NaNs ({0})").format(FAST_MATH))
        self.other = QLineEdit(self)
        self.other.setPlaceholderText(self.tr("more options: name=value, name=value"))
        self.other.setAccessibleName(self.tr("Options of XLA"))
        self.other.setToolTip(self.tr("Options of XLA, taken over with Enter"))
        self.reset = small_button(self.tr("As it is"), self)
        self.wrong = make_label("", "refused", self, wraps=True)
        self.wrong.setTextFormat(Qt.TextFormat.PlainText)
        self._listing = Question(self, "inspector devices", self._say)
        self._assemble()
        for box in (self.dtype, self.device, self.level):
            box.activated.connect(lambda _: self.take())
        self.fast.toggled.connect(lambda _: self.take())
        self.other.editingFinished.connect(self.take)
        self.reset.clicked.connect(self.clear)

    def _box(self, name: str, about: str, choices: Iterable[str] = ()) -> ChoiceBox:
        box = small_box(name, self, about)
        box.offer([(self.tr("as it is"), ""), *((each, each) for each in choices)])
        return box

    def _assemble(self) -> None:
        line = FlowLayout(self, spacing=6, margins=(8, 4, 8, 4))
        for box in (self.dtype, self.device, self.level):
            name = make_label(box.accessibleName(), "muted", self)
            name.setBuddy(box)
            line.add(name)
            line.add(box)
            line.add_space(4)
        line.add(self.fast)
        line.add(self.other, 1)
        line.add(self.wrong)
        line.add(self.reset)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.device.count() == 1 and not self._listing.busy:
            self._listing.run(lambda _: self.controller.process.devices(), self._offer_devices)

    def _offer_devices(self, names: Sequence[str]) -> None:
        for name in names:
            self.device.addItem(name, name)

    def close(self) -> bool:
        self._listing.close()
        return super().close()

    def take(self) -> None:
        """Compile as the form says."""
        options: dict[str, Option] = {}
        if self.fast.isChecked():
            options[FAST_MATH] = True
        if self.level.currentData():
            options[LEVEL] = int(self.level.currentData())
        words = [word.strip() for word in self.other.text().split(",") if word.strip()]
        try:
            options |= parse_options(words)
        except StudioError as error:
            self._say(without_flags(of_error(error)))
            return
        self._say("")
        self.controller.vary(Variation(self.dtype.currentData(), self.device.currentData(), options))

    def show_variation(self, by: Variation) -> None:
        """Compile with this variation, and show it in the form."""
        options = dict(by.options)
        self.dtype.show_value(by.dtype)
        self.fast.setChecked(bool(options.pop(FAST_MATH, False)))
        level = options.pop(LEVEL, "")
        self.level.show_value(str(level))
        self.other.setText(", ".join(f"{name}={value}" for name, value in options.items()))
        self.show()
        self.take()

    def clear(self) -> None:
        """Compile everything as it is again."""
        for box in (self.dtype, self.device, self.level):
            box.setCurrentIndex(0)
        self.fast.setChecked(False)
        self.other.clear()
        self.take()

    def _say(self, text: str) -> None:
        self.wrong.setText(text)
        set_look(self.other, bool(text), "refused")
