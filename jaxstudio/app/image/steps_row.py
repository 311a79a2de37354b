"""Other filters as a text in a form, one to a line, read while one types."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from jaxstudio.app.image.param_row import ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.params import Steps, Value
from jaxstudio.pipeline.recipe import Step

PAUSE_MS = 300  # a hand that types rests so long at the end of a word
LEAST_LINES, MOST_LINES = 1, 8


class StepsRow(ParamRow):
    """A field with one filter to a line; what cannot be read is said below it, and the picture stays."""

    param: Steps

    def __init__(self, session: Session, step: Step, param: Steps, parent: QWidget | None = None) -> None:
        super().__init__(session, step, param, parent)
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
        """Send what stands there, or say below what is wrong with it."""
        text = self.field.toPlainText()
        try:
            self.param.read_steps(text)
        except UsageError as error:
            self.show_refusal(str(error))
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
