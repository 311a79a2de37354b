"""One word out of a few, and on or off, in a form."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.param_row import ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.buttons import Switch
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.text import in_words
from jaxstudio.pipeline.params import Bool, Choice, Value
from jaxstudio.pipeline.recipe import Step


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
