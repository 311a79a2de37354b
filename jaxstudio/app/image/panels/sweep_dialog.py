"""Sweeps of the current photo: one or two parameters, or seeds, as a contact sheet or as an animation."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QImage, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QListWidgetItem, QStackedWidget, QToolButton, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.pictures import PicturesDialog
from jaxstudio.app.image.panels.sweep_views import AnimationView, SweepSheet, SweepWork
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import (
    across,
    down,
    make_button,
    make_label,
    resize_on_screen,
    show_in_front,
)
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.app.shared.slider import nice_step
from jaxstudio.app.shared.text import in_words, of_catalogue, of_error, of_value
from jaxstudio.app.shared.theme import motion_is_reduced
from jaxstudio.errors import StudioError
from jaxstudio.pipeline.params import Float, Int, Param, Value
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.axes import (
    Axis,
    SweptRecipe,
    can_be_swept,
    every_value,
    seed_axis,
    spread,
    sweep,
    sweep_columns,
)

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
        self.box = ChoiceBox(self, name)
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
        """The typed range, or else the slider's."""
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
        """Offer the parameters of the recipe's steps; the chosen one stays if it is among them."""
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


SIZE = QSize(900, 720)
ONE, TWO = 16, 5  # values along one axis, and along each of two
SHEET, ANIMATION = 0, 1
FILE_SIDES = {SHEET: 240, ANIMATION: 640}  # of the pictures in a file, as `jaxstudio sweep` has them
MOST_SIDE = 640
SLOWEST, FASTEST = 0.1, 60.0


class SweepDialog(PicturesDialog):
    """The sweep: pictures of a stack with other values; a click applies those of a picture."""

    def __init__(
        self, document: ImageDocument, settings: QSettings, behind: MessageBar, parent: QWidget | None = None
    ) -> None:
        self.work = SweepWork(document)
        super().__init__(document, settings, behind, self.work, parent)
        self.work.setParent(self)
        self.swept: list[SweptRecipe] = []
        self._computed: object = None  # what the pictures that are there, or come, were asked for
        self._pause.timeout.connect(self.compute)
        self.setWindowTitle(self.tr("Sweep"))
        resize_on_screen(self, SIZE.width(), SIZE.height())
        self._assemble()
        self._connect()

    def _assemble(self) -> None:
        self.first = AxisRow(self.tr("Parameter"), optional=False, parent=self)
        self.second = AxisRow(self.tr("Second parameter"), optional=True, parent=self)
        self.switch = QButtonGroup(self)
        pages = across(None)
        for number, words in ((SHEET, self.tr("Contact sheet")), (ANIMATION, self.tr("Animation"))):
            button = QToolButton(self)
            button.setObjectName("page")
            button.setText(words)
            button.setCheckable(True)
            button.setChecked(number == SHEET)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.switch.addButton(button, number)
            pages.addWidget(button)
        self.message = make_label("", "muted", self)
        pages.addSpacing(8)
        pages.addWidget(self.message, 1)

        self.sheet = SweepSheet(self)
        self.view = AnimationView(self)
        self.play = make_button(self.tr("&Play"), parent=self)
        self.play.setCheckable(True)
        frames = Float("rate", 12.0, SLOWEST, FASTEST)
        self.rate = NumberField(frames, self.tr("Frames a second"), wide=52, parent=self)
        self.rate.show_value(12.0)
        self.frames_a_second = 12.0
        rate = QLabel(self.tr("frames a &second"), self)
        rate.setBuddy(self.rate)
        self.back = CheckBox(self.tr("&Back to the start"), self)
        player = QWidget(self)
        down(player, (self.view, 1), across(None, self.play, self.rate, rate, self.back, None))
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.sheet)
        self.pages.addWidget(player)

        self.save = make_button("", self._ask_file, self)
        close = make_button(self.tr("Close"), self.close, self)
        rows = (self.messages, self.first, self.second, pages, (self.pages, 1))
        down(self, *rows, across(None, self.save, None, close), margins=None)

    def _connect(self) -> None:
        document, work = self.document, self.work
        document.recipe_changed.connect(self._recipe_changed)
        document.photo_changed.connect(self._pause.start)
        document.device_changed.connect(self._draw)
        for row in (self.first, self.second):
            row.changed.connect(self._axes_changed)
        self.switch.idClicked.connect(self._turn_to)
        self.sheet.itemClicked.connect(self._take)
        self.sheet.itemActivated.connect(self._take)
        self.sheet.itemDoubleClicked.connect(lambda _: self.close())
        self.play.toggled.connect(self._play)
        self.rate.sent.connect(self._set_rate)
        self.back.toggled.connect(lambda back: setattr(self.view, "back", back))
        work.arrived.connect(self._arrived)
        work.finished.connect(self._draw)

    @property
    def animated(self) -> bool:
        return self.switch.checkedId() == ANIMATION

    # What is swept

    def open_for(self, place: tuple[int, str] | None) -> None:
        """Show it for a parameter of a step; None keeps the one that is chosen."""
        self._show_recipe()
        if place is not None:
            self.first.choose(place)
            self.second.choose((0, ""))
            self._spread_counts()
        show_in_front(self)
        QTimer.singleShot(0, self, self.compute)

    def _show_recipe(self) -> None:
        for row in (self.first, self.second):
            row.show_recipe(self.document.recipe)

    def _spread_counts(self) -> None:
        """Set the counts that suit one axis or two, unless the user typed a number."""
        count = ONE if self.second.axis() is None or self.animated else TWO
        for row in (self.first, self.second):
            if not row.count_typed:
                row.set_count(count)

    def axes(self) -> list[Axis]:
        """The axes that are chosen: one of an animation, one or two of a sheet."""
        rows = (self.first,) if self.animated else (self.first, self.second)
        return [axis for row in rows if (axis := row.axis()) is not None]

    def _label(self, axis: Axis, value: Value) -> str:
        place = SEED if axis.step is None else (axis.step, axis.name)
        return (self.first if place == self.first.place else self.second).label_of(value)

    # The pictures

    def compute(self) -> None:
        """Ask for the pictures, unless the present ones belong to the same recipes."""
        document = self.document
        if not self.isVisible() or document.backend is None or document.photo is None:
            return
        self._pause.stop()
        self._spread_counts()
        axes = self.axes()
        try:
            swept = sweep(document.recipe, axes, self._label)
        except StudioError as error:
            self.work.stop()
            self._empty(of_error(error))
            return
        wanted = (document.photo.token, self.animated, tuple(each.recipe for each in swept))
        if wanted == self._computed:
            return
        self._computed, self.swept, self._arrived_count = wanted, swept, 0
        if self.animated:
            self.view.set_labels([each.label for each in swept])
            side = min(MOST_SIDE, round(max(self.view.width(), 1) * self.devicePixelRatioF()))
        else:
            height, width = document.result_size
            labels = [
                [self._label(axis, value) for axis, value in zip(axes, each.values, strict=True)]
                for each in swept
            ]
            self.sheet.begin(labels, sweep_columns(axes), QSize(max(width, 1), max(height, 1)))
            side = self.sheet.picture_side()
        self.work.make_pictures(swept, side)
        self._draw()

    def _empty(self, reason: str) -> None:
        """Show no picture, and why."""
        self._computed, self.swept = None, []
        self.sheet.clear()
        self.view.set_labels([])
        self._draw()
        self.message.setText(reason)

    def _arrived(self, place: int, image: QImage) -> None:
        if place >= len(self.swept):
            return
        if self.animated:
            self.view.set_picture(place, image)
        else:
            self.sheet.set_picture(place, image)
        self._arrived_count += 1
        self._draw()

    @property
    def complete(self) -> bool:
        """Whether every picture is there."""
        return self._arrived_count == len(self.swept)

    def _draw(self) -> None:
        """The words beside the pages, the words of the buttons, and which picture is the present recipe."""
        count = len(self.swept)
        if not self.complete:
            self.message.setText(self.tr("{0} of {1}").format(self._arrived_count, count))
        else:
            words = self.tr("A click takes the values; a double click closes, too")
            self.message.setText("" if self.animated else words)
        self.second.setVisible(not self.animated)
        self.save.setText(self.tr("Save the &Animation…") if self.animated else self.tr("Save the &Sheet…"))
        self.save.setEnabled(bool(self.swept) and self.document.backend is not None)
        self.play.setText(self.tr("&Pause") if self.view.playing else self.tr("&Play"))
        if not self.animated:
            present = [row for row, each in enumerate(self.swept) if each.recipe == self.document.recipe]
            self.sheet.setCurrentRow(present[0] if present else -1)

    def _take(self, item: QListWidgetItem) -> None:
        """Give the stack the values of a picture; whatever else was changed meanwhile stays."""
        recipe, row = self.document.recipe, self.sheet.row(item)
        if row < len(self.swept):
            for axis, value in zip(self.axes(), self.swept[row].values, strict=True):
                recipe = axis.at(recipe, value)
            self.document.set_recipe(recipe)

    def _recipe_changed(self) -> None:
        if self.isVisible():
            self._show_recipe()
            self._pause.start()
            self._draw()

    def _axes_changed(self) -> None:
        self._spread_counts()
        self._pause.start()

    # The animation

    def _turn_to(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self._computed, self.swept, self._arrived_count = None, [], 0
        self.play.setChecked(page == ANIMATION and not motion_is_reduced())
        self._draw()
        QTimer.singleShot(0, self, self.compute)

    def _play(self, on: bool) -> None:
        self.view.play(on)
        self._draw()

    def _set_rate(self, rate: float) -> None:
        self.frames_a_second = rate
        self.rate.show_value(rate)
        self.view.set_rate(rate)

    # Qt and files

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_recipe()
        self.sheet.setFocus()
        QTimer.singleShot(0, self, self.compute)

    def hideEvent(self, event: QHideEvent) -> None:
        self.play.setChecked(False)
        if self._arrived_count < len(self.swept):
            self._computed = None  # the rest is asked for when it is shown again
        super().hideEvent(event)

    def _ask_file(self) -> None:
        swept, photo = list(self.swept), self.document.photo
        path = (photo.path if photo is not None else None) or ""
        if self.animated:
            rate, back = self.frames_a_second, self.back.isChecked()

            def save_animation(path: str) -> None:
                self.work.save_animation(path, swept, FILE_SIDES[ANIMATION], rate, back)

            file_dialogs.ask_animation_target(self, self.settings, path, save_animation)
            return
        columns = sweep_columns(self.axes())

        def save_sheet(path: str) -> None:
            self.work.save_sheet(path, swept, FILE_SIDES[SHEET], columns)

        file_dialogs.ask_target(self, self.settings, path, save_sheet, added="sweep")
