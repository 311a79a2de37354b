"""A number in a form: a slider over the usual range beside a field over the whole one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from jaxstudio.app.image.param_row import LABEL_PX, ParamRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.slider import Slider, nice_step
from jaxstudio.app.shared.text import in_words
from jaxstudio.pipeline.params import Float, Int, Value
from jaxstudio.pipeline.recipe import Step

FIELD_PX = 82


class NumberRow(ParamRow):
    """Slider, field and, where the parameter can follow another, a link."""

    def __init__(
        self, session: Session, step: Step, param: Float | Int, parent: QWidget | None = None
    ) -> None:
        super().__init__(session, step, param, parent)
        self.number = param
        low, high = param.slider
        size = param.step if isinstance(param, Int) else nice_step(low, high)
        self.slider = Slider(low, high, size, whole=isinstance(param, Int), parent=self)
        self.field = NumberField(param.unit, size, self)
        self.field.setFixedWidth(FIELD_PX)
        self.name_control(self.slider, self.tr("slider"))
        self.name_control(self.field)
        self.line.addWidget(self.slider, 1)
        self.link: GlyphButton | None = None
        if isinstance(param, Float) and param.linked:
            follow = self.tr("{0}: same as {1}").format(self.name, in_words(param.linked).lower())
            self.link = GlyphButton("link", follow, self, small=True)
            self.link.setCheckable(True)
            self.link.clicked.connect(self._link)
            self.label.setFixedWidth(LABEL_PX - self.link.sizeHint().width() - self.line.spacing())
            self.line.insertWidget(1, self.link)
        self.line.addWidget(self.field)
        self.slider.pressed.connect(session.begin_gesture)
        self.slider.moved.connect(self.send)
        self.slider.released.connect(session.end_gesture)
        self.slider.nudged.connect(self._nudge)
        self.slider.reset_asked.connect(self._reset_slider)
        self.field.typed.connect(self._type)
        self.field.nudged.connect(self._nudge)
        self.field.unreadable.connect(self._misread)
        self.field.cancelled.connect(lambda: self.show_refusal(""))

    def show_value(self, value: Value, step: Step) -> None:
        followed = step.values[self.param.name]
        assert isinstance(followed, int | float)
        default = self.param.default
        if not self.slider.isSliderDown() or followed != self.slider.tidy(followed):
            self.slider.show_value(followed, default if isinstance(default, int | float) else None)
        self.slider.describe(self.number.unit)
        self.field.show_value(followed)
        if self.link is not None:
            self.link.setChecked(value is None)

    def _type(self, number: float) -> None:
        if not self.send(number):
            self.field.refuse(True)

    def _nudge(self, number: float) -> None:
        number = min(max(number, self.number.low), self.number.high)
        self.send(number, nudge=True)

    def _misread(self, text: str) -> None:
        self.show_refusal(self.tr("Expected {0}").format(self.param.expected()))

    def _reset_slider(self, jumped: bool) -> None:
        if jumped:
            # The first click of the two moved the handle, which was not meant.
            self.session.undo()
        self.reset()

    def _link(self, linked: bool) -> None:
        step = self.session.recipe.step(self.key)
        self.send(None if linked else step.values[self.param.name])
