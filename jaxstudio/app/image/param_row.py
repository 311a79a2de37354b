"""One parameter in a form: its label, its control, and in place what was wrong with a value."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.text import in_words, of_catalogue, of_value
from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.params import Param, Value
from jaxstudio.pipeline.recipe import Step

LABEL_PX = 92


class ResetLabel(QLabel):
    """A label that asks for a reset when double clicked."""

    reset_asked = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset_asked.emit()


class ParamRow(QWidget):
    """Draws one parameter of one step from the recipe, and sends what the person does to the session."""

    def __init__(self, session: Session, step: Step, param: Param, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.key, self.param = session, step.key, param
        self.name = in_words(param.name)
        self.label = ResetLabel(self.name, self)
        self.label.setFixedWidth(LABEL_PX)
        self.label.setWordWrap(True)
        self.label.reset_asked.connect(self.reset)
        self.refusal = QLabel(self)
        self.refusal.setProperty("look", "refused")
        self.refusal.setWordWrap(True)
        policy = self.refusal.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.refusal.setSizePolicy(policy)
        self.refusal.hide()
        default = self.tr("Default: {0}").format(of_value(param, param.default))
        self.about = f"{of_catalogue(param.doc)}\n{default}"
        self.label.setToolTip(self.about)
        self.line = QHBoxLayout()
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(8)
        self.line.addWidget(self.label)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2)
        self.column.addLayout(self.line)
        self.column.addWidget(self.refusal)

    def name_control(self, control: QWidget, what: str = "") -> None:
        """Give a control its accessible name and its tooltip."""
        control.setAccessibleName(f"{self.name} {what}".strip())
        if not control.accessibleDescription():
            control.setAccessibleDescription(of_catalogue(self.param.doc))
        control.setToolTip(self.about)

    def show_step(self, step: Step) -> None:
        """Draw the step's value."""
        self.show_value(step.params[self.param.name], step)
        self.show_refusal("")

    def show_value(self, value: Value, step: Step) -> None:
        raise NotImplementedError

    def send(self, value: object, *, nudge: bool = False) -> bool:
        """Send a value to the session; False, and the reason below the control, if it is refused."""
        try:
            self.session.set_param(self.key, self.param.name, value, nudge=nudge)
        except ParameterError:
            self.show_refusal(self.tr("Expected {0}").format(self.param.expected()))
            return False
        self.show_refusal("")
        return True

    def show_refusal(self, text: str) -> None:
        if self.refusal.text() != text:
            self.refusal.setText(text)
            self.refusal.setVisible(bool(text))

    def reset(self) -> None:
        """Back to the default."""
        self.send(self.param.default)
        self.show_step(self.session.recipe.step(self.key))

    def align_top(self) -> None:
        self.line.setAlignment(self.label, Qt.AlignmentFlag.AlignTop)
