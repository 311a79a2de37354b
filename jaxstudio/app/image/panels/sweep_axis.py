"""A line of the sweep dialog: a parameter of the stack, or the seed, with its range and how many values."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.slider import nice_step
from jaxstudio.app.shared.text import in_words, of_catalogue, of_value
from jaxstudio.pipeline.params import Float, Int, Param, Value
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.axes import Axis, can_be_swept, every_value, seed_axis, spread

FIELD_PX, COUNT_PX = 84, 52
LEAST, MOST = 2, 100
SEED = (0, "seed")  # keys of steps begin at 1
NONE = (0, "")
Place = tuple[int, str]  # a step's key and a parameter's name


class AxisRow(QWidget):
    """Emits `changed` when another parameter, range or count is chosen."""

    changed = Signal()

    def __init__(self, name: str, optional: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.optional, self.count = optional, LEAST
        self.count_typed = False  # else the dialog chooses it
        self._recipe = Recipe()
        self._places: list[tuple[str, Place]] = []
        self._ends: dict[Place, tuple[float, float]] = {}  # that were typed
        self.box = ChoiceBox(self)
        self.box.setAccessibleName(name)
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.low = NumberField(name=self.tr("{0}: from").format(name), wide=FIELD_PX, parent=self)
        self.high = NumberField(name=self.tr("{0}: to").format(name), wide=FIELD_PX, parent=self)
        self.number = NumberField(
            Int("count", LEAST, LEAST, MOST),
            self.tr("{0}: how many values").format(name),
            tip=self.tr("From {0} to {1}").format(LEAST, MOST),
            wide=COUNT_PX,
            parent=self,
        )
        self.label = QLabel(self.tr("Second parameter"), self)
        self.label.setMinimumWidth(self.label.sizeHint().width())  # both rows line up
        self.label.setText(name)
        self._from, self._to = QLabel(self.tr("from"), self), QLabel(self.tr("to"), self)
        self._values = QLabel(self.tr("values"), self)
        ends = (self._from, self.low, self._to, self.high)
        across(self, self.label, (self.box, 1), *ends, self.number, self._values)
        self.box.activated.connect(lambda _: self._chosen())
        for end, field in enumerate((self.low, self.high)):
            field.sent.connect(partial(self._set_end, end))
            field.refused.connect(partial(self._say_expected, field))
        self.number.sent.connect(self._set_count)

    # What is chosen

    @property
    def place(self) -> Place:
        """The step and the parameter that are chosen: `SEED` for the seed, `NONE` for nothing."""
        row = self.box.currentIndex()
        return self._places[row][1] if 0 <= row < len(self._places) else NONE

    def param(self) -> Param | None:
        """The parameter that is chosen; None for the seed and for nothing."""
        key, name = self.place
        return self._recipe.step(key).op.by_name[name] if key else None

    def axis(self) -> Axis | None:
        """The parameter with its values; None while nothing is chosen."""
        param = self.param()
        if param is None:
            return seed_axis(self._recipe, self.count) if self.place == SEED else None
        if isinstance(param, Float | Int):
            values = spread(param, *self.ends(param), self.count)
        else:
            values = every_value(param, self.count)
        return Axis(self.place[0], self.place[1], values)

    def ends(self, param: Float | Int) -> tuple[float, float]:
        """The range: what was typed, or that of the slider."""
        return self._ends.get(self.place, param.slider)

    def label_of(self, value: Value) -> str:
        """`Sigma 2.5 px`: a value as it stands below its picture."""
        param = self.param()
        if param is None:
            return self.tr("Seed {0}").format(value)
        rounded = float(f"{value:.4g}") if isinstance(value, float) else value
        return f"{in_words(param.name)} {of_value(param, rounded)}"

    # Drawing

    def show_recipe(self, recipe: Recipe) -> None:
        """Offer the parameters of its steps; the one that is chosen stays so while it is there."""
        self._recipe = recipe
        places: list[tuple[str, Place]] = [(self.tr("None"), NONE)] if self.optional else []
        titles = [step.op.title for step in recipe.active]
        for number, step in enumerate(recipe.active):
            title = of_catalogue(step.op.title)
            if titles.count(step.op.title) > 1:
                title = f"{title} {titles[: number + 1].count(step.op.title)}"
            places += [
                (f"{title}: {in_words(param.name)}", (step.key, param.name))
                for param in step.op.params
                if can_be_swept(param)
            ]
        places.append((self.tr("Seed"), SEED))
        if places == self._places:
            return
        chosen, self._places = self.place, places
        self.box.clear()
        self.box.addItems([words for words, _ in places])
        self.choose(chosen)

    def choose(self, place: Place) -> None:
        """Choose a parameter; the first one where this is not offered."""
        rows = [row for row, (_, each) in enumerate(self._places) if each == place]
        self.box.setCurrentIndex(rows[0] if rows else 0)
        self._draw()

    def set_count(self, count: int) -> None:
        """Take so many values of a range."""
        self.count = count
        self.number.show_value(count)

    def _chosen(self) -> None:
        self._draw()
        self.changed.emit()

    def _draw(self) -> None:
        param = self.param()
        numeric = isinstance(param, Float | Int)
        for widget in (self._from, self.low, self._to, self.high):
            widget.setVisible(numeric)
        for widget in (self.number, self._values):
            widget.setVisible(numeric or self.place == SEED)
        if isinstance(param, Float | Int):
            step = param.step if isinstance(param, Int) else nice_step(*param.slider)
            for field, end in zip((self.low, self.high), self.ends(param), strict=True):
                field.param, field.unit, field.step = param, param.unit, step
                field.show_value(end)
        self.number.show_value(self.count)

    def _set_end(self, end: int, value: float, _: bool) -> None:
        param = self.param()
        if isinstance(param, Float | Int):
            low, high = self.ends(param)
            self._ends[self.place] = (low, value) if end else (value, high)
            (self.low, self.high)[end].show_value(value)
            self.changed.emit()

    def _say_expected(self, field: NumberField, text: str) -> None:
        field.setToolTip(self.tr("Expected {0}").format(field.param.expected()))

    def _set_count(self, value: float, _: bool) -> None:
        self.count_typed = True
        self.set_count(int(value))
        self.changed.emit()
