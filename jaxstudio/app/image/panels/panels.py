"""The panels around the canvas and the dialogs over it, and the commands that open and close them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.panels.compare import CompareBar, Comparing
from jaxstudio.app.image.photos.collection import PhotoCollection
from jaxstudio.app.image.stack.stack import Stack
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.app.shared.layouts import show_in_front
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.app.shared.text import tr

if TYPE_CHECKING:
    from jaxstudio.app.image.canvas.crop_tool import CropBar
    from jaxstudio.app.image.panels.fitting import Fitting
    from jaxstudio.app.image.panels.pictures import EngineJobs
    from jaxstudio.app.image.panels.presets_dialog import PresetsDialog
    from jaxstudio.app.image.panels.sensitivity_bar import SensitivityBar
    from jaxstudio.app.image.panels.sweep_dialog import SweepDialog
    from jaxstudio.app.image.panels.variants_dialog import VariantsDialog
    from jaxstudio.app.image.photos.filmstrip import Filmstrip
    from jaxstudio.app.image.photos.lighttable import Lighttable

BAR_SIZE, HISTORY_SIZE = QSize(600, 70), QSize(372, 300)
FILMSTRIP = "layout/filmstrip"  # in the settings
SHOWN = (
    "panel",
    "histogram",
    "history",
    "filmstrip",
    "compare",
    "sensitivity",
    "match",
    "learn",
)  # by commands


class Panels(QObject):
    """The panels beside the canvas; each is imported and built at its first use.

    `docks` has the panels that are built, by the commands that show and hide them. `changed` says that one
    was shown or hidden.
    """

    changed = Signal()
    help_asked = Signal(str)

    def __init__(
        self,
        area: DockArea,
        docks: dict[str, DockPanel],
        canvas: Canvas,
        comparing: Comparing,
        photos: PhotoCollection,
        settings: QSettings,
        actions: dict[str, QAction],
    ) -> None:
        super().__init__(area)
        self.area, self.docks, self.canvas, self.comparing = area, docks, canvas, comparing
        self.document, self.photos = canvas.document, photos
        self.settings, self.actions_by_name = settings, actions
        self.filmstrip_wanted = bool(settings.value(FILMSTRIP, True, type=bool))
        self.commands: dict[str, Callable[[], object]] = {
            "panel": lambda: docks["panel"].setVisible(docks["panel"].isHidden()),
            "histogram": lambda: area.show_if_room(
                docks["histogram"], docks["histogram"].isHidden(), asked=True
            ),
            "history": self.toggle_history,
            "filmstrip": lambda: self.want_filmstrip(not self.filmstrip_shown),
            "lighttable": self.toggle_lighttable,
            "compare": lambda: comparing.set_open(not comparing.open),
            "sensitivity": lambda: self.show_derivative(not self.document.sensitivity.on),
            "crop": lambda: canvas.crop_tool.toggle(),
            "match": lambda: self.fitting.toggle_match(),
            "learn": lambda: self.fitting.toggle_learn(),
        }
        comparing.changed.connect(self.show_compare_bar)
        self.document.recipe_changed.connect(self.show_crop_bar)
        self.document.sensitivity.changed.connect(self.show_sensitivity_bar)

    # Panels below the canvas, which come and go with what they are about

    @cached_property
    def compare_bar(self) -> CompareBar:
        from jaxstudio.app.manual import COMPARE

        bar = CompareBar(self.comparing, self.actions_by_name, self.area)
        bar.help_asked.connect(lambda: self.help_asked.emit(COMPARE))
        return bar

    @cached_property
    def crop_bar(self) -> CropBar:
        from jaxstudio.app.image.canvas.crop_tool import CropBar

        return CropBar(self.canvas.crop_tool)

    @cached_property
    def sensitivity_bar(self) -> SensitivityBar:
        from jaxstudio.app.image.panels.sensitivity_bar import SensitivityBar
        from jaxstudio.app.manual import SENSITIVITY

        bar = SensitivityBar(self.document, self.actions_by_name)
        bar.help_asked.connect(lambda: self.help_asked.emit(SENSITIVITY))
        return bar

    @cached_property
    def filmstrip(self) -> Filmstrip:
        from jaxstudio.app.image.photos.filmstrip import Filmstrip

        return Filmstrip(self.photos, self.actions_by_name, self.area)

    @cached_property
    def lighttable(self) -> Lighttable:
        from jaxstudio.app.image.photos.lighttable import Lighttable

        table = Lighttable(self.filmstrip, self.settings, self.canvas)
        table.closed.connect(self.toggle_lighttable)
        return table

    def toggle_lighttable(self) -> None:
        """Show all photos over the canvas, or the canvas again."""
        if "lighttable" in vars(self) and self.lighttable.isVisible():
            self.lighttable.hide()
            self.canvas.setFocus()
        else:
            self.lighttable.open_over()
        self.changed.emit()

    def show_panels(self) -> None:
        """Show the panels of this activity and hide the others, whatever a stored layout says."""
        self.show_filmstrip()
        self.show_compare_bar()
        self.show_crop_bar()
        self.show_sensitivity_bar()

    @property
    def filmstrip_shown(self) -> bool:
        """Whether it is wanted, and does not wait for a higher window."""
        return self.filmstrip_wanted and self.docks.get("filmstrip") not in self.area.yielded

    def show_filmstrip(self, *, asked: bool = False) -> None:
        """Show the strip while there are several photos, in a low window if it is asked for there."""
        shown = self.filmstrip_wanted and self.photos.count > 1
        self._show("filmstrip", shown, tr("Filmstrip"), lambda: self.want_filmstrip(False), asked=asked)

    def show_compare_bar(self) -> None:
        """Show the bar while it compares."""
        comparing = self.comparing
        self._show("compare", comparing.open, tr("Compare and Measure"), lambda: comparing.set_open(False))

    def show_crop_bar(self) -> None:
        """Show the bar while a crop has its handles on the canvas."""
        key = self.document.handle_key
        shown = any(step.key == key and step.op.name == "crop" for step in self.document.recipe.steps)
        self._show("crop", shown, tr("Crop and Straighten"), lambda: self.canvas.crop_tool.done())

    def show_sensitivity_bar(self) -> None:
        """Show the bar while the canvas shows a derivative."""
        shown = self.document.sensitivity.on
        self._show("sensitivity", shown, tr("Sensitivity"), lambda: self.show_derivative(False))

    def _show(
        self, name: str, visible: bool, title: str, close: Callable[[], object], *, asked: bool = False
    ) -> None:
        """Show or hide a panel; it is made when it is first shown."""
        if visible and name not in self.docks:
            bar: QWidget = self.filmstrip if name == "filmstrip" else getattr(self, f"{name}_bar")
            size = bar.sizeHint() if name == "filmstrip" else BAR_SIZE
            dock = self.docks[name] = DockPanel(name, title, bar, size, self.area, low=True)
            dock.closed.connect(close)
            strip = name == "filmstrip"
            self.area.add(dock, Qt.DockWidgetArea.BottomDockWidgetArea, above=not strip, yields=strip)
        if name in self.docks:
            self.area.show_if_room(self.docks[name], visible, asked=asked)

    def toggle_history(self) -> None:
        """Show or hide the history; it is made when it is first shown."""
        if "history" not in self.docks:
            from jaxstudio.app.image.panels.history import HistoryPanel

            panel = HistoryPanel(self.document, self.comparing, self.actions_by_name["snapshot"])
            dock = DockPanel("history", tr("History"), panel, HISTORY_SIZE, self.area)
            self.docks["history"] = dock
            self.area.add(dock, Qt.DockWidgetArea.RightDockWidgetArea)
            dock.visibilityChanged.connect(lambda _: self.changed.emit())
            dock.raise_()
        else:
            dock = self.docks["history"]
            dock.setVisible(dock.isHidden())
            dock.raise_()

    def want_filmstrip(self, visible: bool, *, asked: bool = True) -> None:
        self.filmstrip_wanted = visible
        self.show_filmstrip(asked=asked)
        self.changed.emit()

    def show_derivative(self, on: bool) -> None:
        """Show how each pixel changes with the slider under the cursor, or the picture again."""
        self.document.sensitivity.switch(on)
        self.changed.emit()

    # Panels of searches

    @cached_property
    def fitting(self) -> Fitting:
        from jaxstudio.app.image.panels.fitting import Fitting

        return self.connect_fitting(Fitting(self.document, self.settings, self.area))

    def connect_fitting(self, fitting: Fitting) -> Fitting:
        """Let the tab hear of the searches for values and kernels."""
        fitting.help_asked.connect(self.help_asked)
        fitting.closed.connect(self.canvas.setFocus)
        fitting.changed.connect(self.changed)
        self.docks |= {"match": fitting.match_dock, "learn": fitting.learn_dock}
        return fitting

    # All of them

    def draw_actions(self, actions: dict[str, QAction]) -> None:
        for name in SHOWN:
            actions[name].setChecked(name in self.docks and not self.docks[name].isHidden())
        several = self.photos.count > 1
        actions["filmstrip"].setChecked(self.filmstrip_shown and several)
        actions["filmstrip"].setEnabled(several)
        actions["lighttable"].setChecked("lighttable" in vars(self) and self.lighttable.isVisible())
        actions["lighttable"].setEnabled(several)
        crop = self.docks.get("crop")
        actions["crop"].setChecked(crop is not None and not crop.isHidden())
        actions["sensitivity"].setChecked(self.document.sensitivity.on)

    def fill_menu(self, menu: QMenu) -> None:
        for name in SHOWN:
            action = self.actions_by_name[name]
            if name in self.docks:
                self.docks[name].fill_menu(menu, action)
            else:
                menu.addAction(action)

    def reset(self) -> None:
        """Put all panels back to where they are at first."""
        if "fitting" in vars(self):
            self.fitting.close_panels()
        self.area.reset()
        self.comparing.set_open(False)
        self.want_filmstrip(True, asked=False)
        self.show_panels()

    def close(self) -> None:
        """The window closes: end the searches and wait for them."""
        if "fitting" in vars(self):
            self.fitting.close_fitting()


class Dialogs(QObject):
    """The dialogs over the canvas: presets, random variations, sweeps; each is built at its first use."""

    def __init__(self, stack: Stack, settings: QSettings, messages: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self.stack, self.document = stack, stack.document
        self.settings, self.messages, self.window = settings, messages, window
        self.commands: dict[str, Callable[[], object]] = {
            "presets": lambda: show_in_front(self.presets),
            "variants": lambda: show_in_front(self.variants),
            "sweep": self.sweep,
        }
        self.document.sweep_asked.connect(lambda key, name: self.sweeps.open_for((key, name)))

    @cached_property
    def presets(self) -> PresetsDialog:
        from jaxstudio.app.image.panels.presets_dialog import PresetsDialog

        return PresetsDialog(self.document, parent=self.window)

    @cached_property
    def variants(self) -> VariantsDialog:
        from jaxstudio.app.image.panels.variants_dialog import VariantsDialog

        return VariantsDialog(self.document, self.settings, self.messages, self.window)

    @cached_property
    def sweeps(self) -> SweepDialog:
        from jaxstudio.app.image.panels.sweep_dialog import SweepDialog

        return SweepDialog(self.document, self.settings, self.messages, self.window)

    def sweep(self) -> None:
        """Show the photo with a parameter at several values, side by side or one after the other."""
        from jaxstudio.variants.axes import can_be_swept

        focused = self.stack.focused_step()
        names = [] if focused is None else [each.name for each in focused.op.params if can_be_swept(each)]
        self.sweeps.open_for((focused.key, names[0]) if focused is not None and names else None)

    def works(self) -> list[EngineJobs]:
        """Return the jobs of all opened dialogs that write files."""
        return [getattr(self, name).work for name in ("variants", "sweeps") if name in vars(self)]

    def close(self) -> None:
        """The window closes: end all work and wait for it."""
        from jaxstudio.app.image.panels.presets_dialog import PresetsDialog

        for dialog in self.window.window().findChildren(PresetsDialog):
            dialog.hide()
            dialog.store.wait()
        for work in self.works():
            work.close()
