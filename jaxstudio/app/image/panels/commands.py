"""The panels of the image tab, and the commands that show and hide them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, QSize, Qt, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.compare import CompareBar, Comparing
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.app.shared.text import tr

if TYPE_CHECKING:
    from jaxstudio.app.image.panels.fitting import Fitting
    from jaxstudio.app.image.panels.sensitivity_bar import SensitivityBar

BAR_SIZE = QSize(600, 70)
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


class PanelCommands:
    """A part of the image tab. What is not seen at first is imported and built when it is asked for."""

    document: ImageDocument
    settings: QSettings
    comparing: Comparing
    canvas: Canvas
    docks: DockArea
    stack_dock: DockPanel
    compare_dock: DockPanel | None = None
    sensitivity_dock: DockPanel | None = None
    filmstrip_dock: DockPanel | None
    show_filmstrip: Callable[[], None]
    want_filmstrip: Callable[[bool], None]
    _actions: dict[str, QAction]
    help_asked: SignalInstance
    actions_changed: SignalInstance

    @cached_property
    def compare_bar(self) -> CompareBar:
        """The bar below the canvas, built when it is first opened."""
        assert isinstance(self, QWidget)
        bar = CompareBar(self.comparing, self._actions, self)
        bar.help_asked.connect(self._show_compare_help)
        return bar

    def show_compare_bar(self) -> None:
        """Show the bar while it compares, in a panel that is made with it."""
        if self.compare_dock is None and self.comparing.open:
            title = tr("Compare and Measure")
            self.compare_dock = DockPanel("compare", title, self.compare_bar, BAR_SIZE, self.docks, low=True)
            self.compare_dock.closed.connect(lambda: self.comparing.set_open(False))
            self.docks.add(self.compare_dock, BOTTOM)
        if self.compare_dock is not None:
            self.compare_dock.setVisible(self.comparing.open)

    def _show_compare_help(self) -> None:
        from jaxstudio.app.manual import COMPARE

        self.help_asked.emit(COMPARE)

    @cached_property
    def sensitivity_bar(self) -> SensitivityBar:
        """The bar that names the derivative on the canvas, built when that is first asked for."""
        from jaxstudio.app.image.panels.sensitivity_bar import SensitivityBar
        from jaxstudio.app.manual import SENSITIVITY

        bar = SensitivityBar(self.document, self._actions)
        bar.help_asked.connect(lambda: self.help_asked.emit(SENSITIVITY))
        return bar

    def show_sensitivity_bar(self) -> None:
        """Show the bar while the canvas shows a derivative, in a panel that is made with it."""
        sensitivity = self.document.sensitivity
        if self.sensitivity_dock is None and sensitivity.on:
            title = tr("Sensitivity")
            dock = DockPanel("sensitivity", title, self.sensitivity_bar, BAR_SIZE, self.docks, low=True)
            dock.closed.connect(self._close_sensitivity)
            self.sensitivity_dock = dock
            self.docks.add(dock, BOTTOM)
        if self.sensitivity_dock is not None:
            self.sensitivity_dock.setVisible(sensitivity.on)

    def _close_sensitivity(self) -> None:
        self.document.sensitivity.switch(False)
        self.actions_changed.emit()

    def show_panels(self) -> None:
        """Show the panels that go with what the tab does, and no others, whatever a layout says of them."""
        self.show_filmstrip()
        self.show_compare_bar()
        self.show_sensitivity_bar()

    @cached_property
    def fitting(self) -> Fitting:
        """What is found by a search: values and kernels."""
        from jaxstudio.app.image.panels.fitting import Fitting

        return self.connect_fitting(Fitting(self.document, self.settings, self.docks))

    @property
    def has_fitting(self) -> bool:
        return "fitting" in vars(self)

    def connect_fitting(self, fitting: Fitting) -> Fitting:
        """Let the tab hear of it."""
        fitting.help_asked.connect(self.help_asked)
        fitting.closed.connect(self.canvas.setFocus)
        fitting.changed.connect(self.actions_changed)
        return fitting

    def panels(self) -> dict[str, DockPanel | None]:
        """The panels by the commands that show and hide them; None: not built yet."""
        return {
            "panel": self.stack_dock,
            "filmstrip": self.filmstrip_dock,
            "compare": self.compare_dock,
            "sensitivity": self.sensitivity_dock,
            "match": self.fitting.match_dock if self.has_fitting else None,
            "learn": self.fitting.learn_dock if self.has_fitting else None,
        }

    def draw_panel_actions(self, actions: dict[str, QAction]) -> None:
        for name, dock in self.panels().items():
            actions[name].setChecked(dock is not None and not dock.isHidden())

    def fill_panels(self, menu: QMenu) -> None:
        for name, dock in self.panels().items():
            if dock is None:
                menu.addAction(self._actions[name])
            else:
                dock.fill_menu(menu, self._actions[name])

    def reset_layout(self) -> None:
        if self.has_fitting:
            self.fitting.close_panels()
        self.docks.reset()
        self.comparing.set_open(False)
        self.want_filmstrip(True)
        self.show_panels()

    def do_panel(self) -> None:
        """Hide the filters, or show them again."""
        self.stack_dock.setVisible(self.stack_dock.isHidden())

    def do_match(self) -> None:
        """Let a search find the values that turn the photo into another picture, or close its panel."""
        self.fitting.toggle_match()

    def do_learn(self) -> None:
        """Learn a convolution kernel from a pair of pictures, or close its panel."""
        self.fitting.toggle_learn()
