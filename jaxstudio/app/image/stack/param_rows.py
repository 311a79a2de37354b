"""Rows of a form, one per kind of parameter: number, choice, switch, file, list of filters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from PySide6.QtCore import QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QFontDatabase,
    QMouseEvent,
)
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMenu, QPlainTextEdit, QSizePolicy, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.stack.ticks import Tick
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import GlyphButton, Switch
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.number_field import NumberSlider
from jaxstudio.app.shared.text import in_words, of_catalogue, of_error, of_param, of_value, within
from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.pipeline.param_refs import ParamRef, can_move
from jaxstudio.pipeline.params import Float, Param, Path, Value
from jaxstudio.pipeline.recipe import Step
from jaxstudio.variants.axes import can_be_swept

LABEL_PX, LABEL_MARGIN_PX = 92, 2


class ResetLabel(QLabel):
    """A label that asks for a reset when double clicked."""

    reset_asked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset_asked.emit()


class ParamRow(QWidget):
    """The row of one parameter. It draws the value from the recipe and sends changes to the document."""

    param: Any  # of the class that the row is for
    tick: Tick | None = None  # whether a search may change it, where one can

    def __init__(
        self, document: ImageDocument, step: Step, param: Param, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.key, self.param = document, step.key, param
        self.name = of_param(param)
        words = "_".join(word for word in param.name.split("_") if word != param.group)
        title = (in_words(words) if words else self.tr("All")) if param.group else self.name
        self.label = ResetLabel(title, self)
        self.fit_label(LABEL_PX)
        self.label.setWordWrap(True)
        self.label.reset_asked.connect(self.reset)
        self.refusal = make_label("", "refused", self, wraps=True)
        policy = self.refusal.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.refusal.setSizePolicy(policy)
        self.refusal.hide()
        default = self.tr("Default: {0}").format(of_value(param, param.default))
        in_recipes = self.tr("In recipes: {0}").format(param.name)
        self.about = f"{of_catalogue(param.doc)}\n{default}\n{in_recipes}"
        self.label.setToolTip(self.about)
        self.line = across(None, spacing=8)
        if can_move(step, param) or isinstance(param, Float):  # one that follows another may be let go
            self.tick = Tick(document.ticks, step, param, self.name, self)
            self.line.addWidget(self.tick)
        self.line.addWidget(self.label)
        self.column = down(self, self.line, self.refusal, spacing=2)
        self.build(step)

    def fit_label(self, width: int) -> None:
        """Give the label this width, or that of its longest word: a word is not parted."""
        longest = max(map(self.label.fontMetrics().horizontalAdvance, self.label.text().split()))
        self.label.setFixedWidth(max(width, longest + LABEL_MARGIN_PX))

    def build(self, step: Step) -> None:
        """Make the controls of the parameter."""
        raise NotImplementedError

    def name_control(self, control: QWidget, what: str = "") -> None:
        """Give a control its accessible name and its tooltip."""
        control.setAccessibleName(f"{self.name} {what}".strip())
        if not control.accessibleDescription():
            control.setAccessibleDescription(of_catalogue(self.param.doc))
        control.setToolTip(self.about)

    def show_step(self, step: Step) -> None:
        """Draw the step's value."""
        if self.tick is not None:
            self.tick.show_step(step)
        self.show_value(step.params[self.param.name], step)
        self.show_refusal("")

    def show_value(self, value: Value, step: Step) -> None:
        raise NotImplementedError

    def send(self, value: object, *, nudge: bool = False) -> bool:
        """Send a value to the document; False, and the reason below the control, if it is refused."""
        try:
            self.document.set_param(self.key, self.param.name, value, nudge=nudge)
        except ParameterError:
            self.show_refusal(self._expected())
            return False
        self.show_refusal("")
        return True

    def _expected(self) -> str:
        return self.tr("Expected {0}").format(self.param.expected())

    def show_refusal(self, text: str) -> None:
        if self.refusal.text() != text:
            self.refusal.setText(text)
            self.refusal.setVisible(bool(text))

    def reset(self) -> None:
        """Back to the default."""
        self.send(self.param.default)
        self.show_step(self.document.recipe.step(self.key))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of this parameter; without one, the card's own menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        if menu.isEmpty():
            event.ignore()
        else:
            menu.popup(event.globalPos())

    def fill_menu(self, menu: QMenu) -> None:
        """Add the commands about this parameter."""
        if can_be_swept(self.param):
            place = self.key, self.param.name
            sweep = menu.addAction(self.tr("Sweep {0}…").format(self.name))
            sweep.triggered.connect(lambda: self.document.sweep_asked.emit(*place))
            menu.addAction(self.tr("Reset {0}").format(self.name)).triggered.connect(self.reset)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The cursor points at this parameter."""
        super().enterEvent(event)
        self.point()

    def point(self) -> None:
        """A hand is at this parameter: its sensitivity is shown, and its step may move soon."""
        self.document.expect(self.key)
        self.document.sensitivity.point(ParamRef(self.key, self.param.name))


FIELD_PX = 82


class NumberRow(ParamRow):
    """A slider with its field and, where the parameter can follow another, a link."""

    def build(self, step: Step) -> None:
        self.number = NumberSlider(
            self.param, self.name, tip=self.about, wide=FIELD_PX, editor=self.document, parent=self
        )
        self.slider, self.field = self.number.slider, self.number.field
        for control in (self.slider, self.field):
            control.setAccessibleDescription(of_catalogue(self.param.doc))
        self.link: GlyphButton | None = None
        if isinstance(self.param, Float) and self.param.linked:
            follow = self.tr("{0}: same as {1}").format(self.name, within(in_words(self.param.linked)))
            self.link = GlyphButton("link", follow, self, small=True)
            self.link.setCheckable(True)
            self.link.clicked.connect(self._link)
            self.fit_label(LABEL_PX - self.link.sizeHint().width() - self.line.spacing())
            self.line.addWidget(self.link)
        self.line.addWidget(self.number, 1)
        self.number.sent.connect(lambda value, nudge: self.send(value, nudge=nudge))
        self.slider.focused.connect(self.point)
        self.document.sensitivity.changed.connect(self._show_slope)
        self.field.refused.connect(lambda _: self.show_refusal(self._expected()))
        self.field.cancelled.connect(lambda: self.show_refusal(""))

    def show_value(self, value: Value, step: Step) -> None:
        followed = step.values[self.param.name]
        assert isinstance(followed, int | float)
        self.number.show_value(followed)
        if self.link is not None:
            self.link.setChecked(value is None)

    def _show_slope(self) -> None:
        """The derivative of the metric with respect to this parameter, as an arrow and in the tip."""
        found, ref = self.document.sensitivity, ParamRef(self.key, self.param.name)
        slope = found.slope(ref)
        self.slider.show_arrow(found.arrow(ref))
        about = self.about
        if found.on and found.gradient is not None:
            from jaxstudio.app.image.panels.sensitivity_bar import of_metric, of_slope

            metric = of_metric(found.gradient.metric)
            if slope is not None:
                unit = self.param.unit or "1"
                about += "\n" + self.tr("{0}: {1} per {2}").format(metric, of_slope(slope), unit)
            else:
                about += "\n" + self.tr("{0}: no derivative").format(metric)
        self.slider.setToolTip(about)

    def _link(self, linked: bool) -> None:
        step = self.document.recipe.step(self.key)
        self.send(None if linked else step.values[self.param.name])


class ChoiceRow(ParamRow):
    """A box with the words of a choice."""

    def build(self, step: Step) -> None:
        self.box = ChoiceBox(self, items=((in_words(word), word) for word in self.param.choices))
        self.name_control(self.box)
        self.line.addWidget(self.box, 1)
        self.box.chosen.connect(self.send)

    def show_value(self, value: Value, step: Step) -> None:
        self.box.show_value(value)


class PresetBox(ChoiceBox):
    """The presets of a parameter, after a line for other values; `chosen(preset)`, a list of lists."""

    def __init__(
        self, custom: str, presets: Sequence[tuple[str, Any]], parent: QWidget | None = None
    ) -> None:
        super().__init__(
            parent, items=[(custom, None), *((in_words(name), value) for name, value in presets)]
        )
        self._values = [value for _, value in presets]

    def show_value(self, value: object) -> None:
        self.setCurrentIndex(1 + self._values.index(value) if value in self._values else 0)


class BoolRow(ParamRow):
    """A switch."""

    def build(self, step: Step) -> None:
        self.switch = Switch(self.name, self)
        self.name_control(self.switch)
        self.line.addStretch(1)
        self.line.addWidget(self.switch)
        self.switch.clicked.connect(self.send)

    def show_value(self, value: Value, step: Step) -> None:
        self.switch.setChecked(bool(value))


class TextRow(ParamRow):
    """A field for words, which count when the typing pauses."""

    def build(self, step: Step) -> None:
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(of_catalogue(self.param.empty))
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.name_control(self.field)
        self.line.addWidget(self.field, 1)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._type)
        self.field.textEdited.connect(lambda: self._pause.start())
        self.field.editingFinished.connect(self._type)

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, str)
        if value != self.field.text() and not self._pause.isActive():
            self.field.setText(value)
            self.field.setModified(False)

    def _type(self) -> None:
        self._pause.stop()
        if self.field.isModified():
            self.field.setModified(False)
            self.send(self.field.text())


class PathField(QLineEdit):
    """Takes a file that is dropped on it by its path; the field itself would take its address."""

    dropped = Signal(str)

    def _file(self, event: QDropEvent) -> str:
        return next((url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()), "")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._file(event):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._file(event):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        path = self._file(event)
        if path:
            event.acceptProposedAction()
            self.dropped.emit(path)
        else:
            super().dropEvent(event)


class PathRow(ParamRow):
    """A field for the path, which may be typed or dropped, with an open and a clear button."""

    def build(self, step: Step) -> None:
        self.field = PathField(self)
        self.field.setPlaceholderText(of_catalogue(self.param.empty))
        self.field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.name_control(self.field)
        self.open = GlyphButton("open", self.tr("Choose {0}").format(within(self.name)), self, small=True)
        self.clear = GlyphButton("close", self.tr("Remove {0}").format(within(self.name)), self, small=True)
        self.line.addWidget(self.field, 1)
        self.line.addWidget(self.open)
        self.line.addWidget(self.clear)
        self.field.editingFinished.connect(self._type)
        self.field.dropped.connect(self._take)
        self.open.clicked.connect(self._ask)
        self.clear.clicked.connect(lambda: self.send(""))

    def show_value(self, value: Value, step: Step) -> None:
        assert isinstance(value, str)
        if value != self.field.text():
            self.field.setText(value)
        self.field.setModified(False)
        # the end of a path says more than its beginning
        self.field.end(False)
        self.field.setToolTip(value or self.about)
        self.clear.setEnabled(bool(value))
        self._say_whether_gone(value)

    def _say_whether_gone(self, path: str) -> None:
        gone = bool(path) and not FilePath(path).is_file()
        self.show_refusal(self.tr("{0}: no such file").format(path) if gone else "")

    def show_step(self, step: Step) -> None:
        self.show_refusal("")
        self.show_value(step.params[self.param.name], step)

    def _type(self) -> None:
        if self.field.isModified():
            self._take(self.field.text().strip())

    def _ask(self) -> QFileDialog:
        holder: QWidget | None = self  # its window may be a floating panel
        while not isinstance(settings := getattr(holder, "settings", None), QSettings):
            assert holder is not None, "rows stand in the window, which has them"
            holder = holder.parentWidget()
        assert isinstance(self.param, Path)
        if self.param.suffix:
            return file_dialogs.ask_file_named(self, settings, self.param.suffix, self._take)
        return file_dialogs.ask_photo(self, settings, self._take)

    def _take(self, path: str) -> None:
        # an absolute path means the same wherever the recipe is used on this machine
        path = str(FilePath(path).expanduser().absolute()) if path else ""
        if self.send(path):
            self._say_whether_gone(path)


PAUSE_MS = 300  # debounce of typing
LEAST_LINES, MOST_LINES = 1, 8


class StepsRow(ParamRow):
    """A field with one filter per line; a syntax error is shown below it and changes nothing."""

    def build(self, step: Step) -> None:
        self.field = QPlainTextEdit(self)
        self.field.setObjectName("steps")
        self.field.setTabChangesFocus(True)
        self.field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.name_control(self.field)
        self.label.setFixedWidth(16777215)  # a line of its own, above the field
        self.label.setMinimumWidth(0)
        self.column.insertWidget(1, self.field)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.commit)
        self._drawn: Value = None
        self.field.textChanged.connect(self._typed)

    def show_value(self, value: Value, step: Step) -> None:
        if value == self._drawn:
            return  # the person's own words, and the cursor among them
        self._drawn = value
        self.field.blockSignals(True)
        self.field.setPlainText("\n".join(each.text for each in self.param.read_steps(str(value))))
        self.field.blockSignals(False)
        self._fit()

    def _typed(self) -> None:
        self._fit()
        self._pause.start()

    def commit(self) -> None:
        """Send the typed value, or say below why it is refused."""
        text = self.field.toPlainText()
        try:
            self.param.read_steps(text)
        except UsageError as error:
            self.show_refusal(of_error(error))
            return
        before = self._drawn
        try:
            self._drawn = self.param.check(text)
        except UsageError:
            self._drawn = before
        if self.send(text):
            self.show_refusal("")

    def _fit(self) -> None:
        lines = min(max(self.field.blockCount(), LEAST_LINES), MOST_LINES)
        room = self.field.contentsMargins().top() + int(self.field.document().documentMargin())
        bar = self.field.horizontalScrollBar().sizeHint().height()
        self.field.setFixedHeight(lines * self.field.fontMetrics().lineSpacing() + 2 * room + 8 + bar)
