"""One word out of a few, and on or off, in a form."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from jaxstudio.app.buttons import Switch
from jaxstudio.app.param_row import ParamRow
from jaxstudio.app.session import Session
from jaxstudio.app.text import in_words
from jaxstudio.pipeline.params import Bool, Choice, Value
from jaxstudio.pipeline.recipe import Step


class ChoiceBox(QComboBox):
    """A combo box with a painted arrow that ignores the wheel unless it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.5))
        x, y = self.width() - 14.0, self.height() / 2
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])


class ChoiceRow(ParamRow):
    """A box with the words of a choice."""

    def __init__(self, session: Session, step: Step, param: Choice, parent: QWidget | None = None) -> None:
        super().__init__(session, step, param, parent)
        self.box = ChoiceBox(self)
        for word in param.choices:
            self.box.addItem(in_words(word), word)
        self.name_control(self.box)
        self.line.addWidget(self.box, 1)
        self.box.activated.connect(lambda index: self.send(self.box.itemData(index)))

    def show_value(self, value: Value, step: Step) -> None:
        self.box.setCurrentIndex(self.box.findData(value))


class BoolRow(ParamRow):
    """A switch."""

    def __init__(self, session: Session, step: Step, param: Bool, parent: QWidget | None = None) -> None:
        super().__init__(session, step, param, parent)
        self.switch = Switch(self.name, self)
        self.name_control(self.switch)
        self.line.addStretch(1)
        self.line.addWidget(self.switch)
        self.switch.clicked.connect(self.send)

    def show_value(self, value: Value, step: Step) -> None:
        self.switch.setChecked(bool(value))
