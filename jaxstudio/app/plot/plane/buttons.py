"""Buttons that lie on the plane: nearer, farther, home, equal scales, axes; tangent, circle, polynomial."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QRegion
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.plane.probe import Probe
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import down

EDGE_PX = 2  # around the buttons of a card


class PlaneButtons(QWidget):
    """Two small cards at the upper right, one above the other, or side by side where the plane is low."""

    def __init__(self, controller: FunctionsController, probe: Probe, parent: QWidget) -> None:
        super().__init__(parent)
        self.controller, self.probe = controller, probe
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.column = column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        view, cursor = self._card(), self._card()
        self.cards, self.cursor_card = (view, cursor), cursor
        for card in self.cards:
            column.addWidget(card, 0, Qt.AlignmentFlag.AlignTop)
        self._add(view, "plus", self.tr("Nearer (+)"), lambda: controller.zoom(1.5))
        self._add(view, "minus", self.tr("Farther (-)"), lambda: controller.zoom(1 / 1.5))
        self._add(view, "home", self.tr("Reset the view (0)"), controller.show_home)
        self.equal = self._add(view, "equal", self.tr("Equal scales on both axes (Ctrl+=)"), None)
        self.equal.setCheckable(True)
        self.equal.clicked.connect(controller.set_equal)
        self.axes = self._add(view, "axes", self.tr("Axes: logarithmic, polar, labels (Ctrl+Shift+X)"), None)
        self.axes.clicked.connect(self.show_axes)
        self.axes_menu = AxesMenu(controller, self)
        self.overlay_buttons: dict[str, GlyphButton] = {}
        for what, glyph, words in (
            ("tangent", "tangent", self.tr("Tangent at the point")),
            ("circle", "circle", self.tr("Osculating circle at the point")),
            ("polynomial", "taylor", self.tr("Taylor polynomial at the point")),
        ):
            button = self._add(cursor, glyph, words, None)
            button.setCheckable(True)
            button.clicked.connect(lambda on, what=what: probe.show(what, on))
            self.overlay_buttons[what] = button
        self.more = self._add(cursor, "plus", self.tr("One order more"), lambda: self._change(1))
        self.order = QLabel(self)
        self.order.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.order.setToolTip(self.tr("Order of the polynomial"))
        self._line(cursor).addWidget(self.order)
        self.less = self._add(cursor, "minus", self.tr("One order less"), lambda: self._change(-1))
        controller.document_changed.connect(self.draw)
        controller.view_changed.connect(self.draw)
        self.draw()

    def show_axes(self) -> None:
        """Open the menu of the axes beside its button."""
        self.axes_menu.popup(self.axes.mapToGlobal(self.axes.rect().bottomLeft()))

    def _card(self) -> QFrame:
        card = QFrame(self)
        card.setObjectName("card")
        down(card, spacing=0, margins=(EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX))
        return card

    @staticmethod
    def _line(card: QFrame) -> QVBoxLayout:
        line = card.layout()
        assert isinstance(line, QVBoxLayout)
        return line

    def _add(self, card: QFrame, glyph: str, words: str, do: object) -> GlyphButton:
        button = GlyphButton(glyph, words, card)
        if callable(do):
            button.clicked.connect(lambda: do())
        self._line(card).addWidget(button)
        return button

    def _change(self, by: int) -> None:
        self.probe.set_order(self.probe.order + by)

    def show_for(self, *, surface: bool) -> None:
        """A surface has no tangent, and its scales are its own."""
        if self.cursor_card.isHidden() != surface:
            self.cursor_card.setVisible(not surface)
            self.equal.setVisible(not surface)
            self.axes.setVisible(not surface)
            self.adjustSize()

    def fit_height(self, room: int) -> None:
        """Stand side by side where this many pixels are too few for one above the other."""
        high = sum(card.sizeHint().height() for card in self.cards if not card.isHidden())
        direction = QBoxLayout.Direction
        wanted = direction.TopToBottom if high + self.column.spacing() <= room else direction.RightToLeft
        if wanted != self.column.direction():
            self.column.setDirection(wanted)
        self.adjustSize()

    def hidden_below(self) -> QRegion:
        """The region of the widget below that the cards hide, in its pixels, without their round edges."""
        hidden = QRegion()
        for card in self.cards:
            if card.isVisible():
                hidden += card.geometry().adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
        return hidden.translated(self.pos())

    def draw(self) -> None:
        """Draw the state of the buttons."""
        self.equal.setChecked(self.controller.document.equal)
        for what, button in self.overlay_buttons.items():
            button.setChecked(self.probe.shows(what))
        polynomial = self.probe.shows("polynomial")
        for part in (self.more, self.order, self.less):
            part.setVisible(polynomial)
        self.order.setText(str(self.probe.order))
        self.adjustSize()


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
