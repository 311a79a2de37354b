"""The menu of the axes: logarithmic, multiples of π, degrees, polar grid, equal scales, labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget, QWidgetAction

from jaxstudio.app.plot.controller import FunctionsController

LABEL_PX = 230


class AxesMenu(QMenu):
    """Draws the axes of the controller's document each time it is opened, and changes them."""

    def __init__(self, controller: FunctionsController, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller = controller
        self.setTitle(self.tr("Axes"))
        self._choices: list[tuple[QAction, Callable[[], bool]]] = []
        for axis, words in (("x", self.tr("Logarithmic x Axis")), ("y", self.tr("Logarithmic y Axis"))):
            self._add_axis(words, "log", axis)
        self.addSeparator()
        for axis, words in (("x", self.tr("Multiples of π on x")), ("y", self.tr("Multiples of π on y"))):
            self._add_axis(words, "pi", axis)
        self._add(
            self.tr("Polar Grid"),
            lambda: controller.document.axes.polar,
            lambda on: controller.set_axes(polar=on),
        )
        self._add(
            self.tr("Angles in Degrees"),
            lambda: controller.document.axes.degrees,
            lambda on: controller.set_axes(degrees=on),
        )
        self._add(
            self.tr("Legend"),
            lambda: controller.document.axes.legend,
            lambda on: controller.set_axes(legend=on),
        )
        self._add(self.tr("Equal Scales"), lambda: controller.document.equal, controller.set_equal)
        self.addSeparator()
        self.labels = {
            "x_label": self._field(self.tr("Label of x, such as t in s"), "x_label"),
            "y_label": self._field(self.tr("Label of y, such as U in V"), "y_label"),
        }
        self.aboutToShow.connect(self._draw)

    def _add(self, words: str, is_on: Callable[[], bool], do: Callable[[bool], object]) -> None:
        action = self.addAction(words)
        action.setCheckable(True)
        action.triggered.connect(do)
        self._choices.append((action, is_on))

    def _add_axis(self, words: str, which: str, axis: str) -> None:
        self._add(words, partial(self._has, which, axis), lambda on: self._set(which, axis, on))

    def _field(self, words: str, name: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setMinimumWidth(LABEL_PX)
        field.textEdited.connect(lambda text: self.controller.set_axes(**{name: text}))
        field.returnPressed.connect(self.close)
        action = QWidgetAction(self)
        action.setDefaultWidget(field)
        self.addAction(action)
        return field

    def _has(self, which: str, axis: str) -> bool:
        return axis in getattr(self.controller.document.axes, which)

    def _set(self, which: str, axis: str, on: bool) -> None:
        now = getattr(self.controller.document.axes, which)
        axes = "".join(each for each in "xy" if (on if each == axis else each in now))
        self.controller.set_axes(**{which: axes})

    def _draw(self) -> None:
        for action, is_on in self._choices:
            action.setChecked(is_on())
        for name, field in self.labels.items():
            field.setText(getattr(self.controller.document.axes, name))
