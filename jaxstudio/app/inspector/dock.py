"""The inspector's dock. Its content is imported when it is first opened; closed it costs nothing.

It lies below the tab in front, beside the playground's editor, or in a window of its own, and is found again
where it was left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QWidget

from jaxstudio.app.inspector.scheduling import IdleGate
from jaxstudio.app.shared.idle_imports import idle_imports
from jaxstudio.app.shared.layouts import make_label

if TYPE_CHECKING:
    from jaxstudio.app.image.image_tab import ImageTab
    from jaxstudio.app.inspector.inspectables import Follower
    from jaxstudio.app.inspector.panel import Panel
    from jaxstudio.app.playground.playground_tab import PlaygroundTab
    from jaxstudio.app.plot.plot_tab import PlotTab

USUAL_PX, USUAL_WIDTH_PX = 340, 860
NEEDED_OPEN = ("jaxstudio.app.inspector.panel", "jaxstudio.app.inspector.inspectables")
OWN_WINDOW = QSize(1100, 700)


class Dock(QDockWidget):
    """Below the tab in front, or a window of its own (`set_own_window`)."""

    toggled = Signal(bool)
    help_asked = Signal(str)
    window_asked = Signal()
    program_asked = Signal(str)  # see `Panel`
    placed = Signal()  # it is to lie elsewhere: see `beside`

    def __init__(
        self,
        image: ImageTab,
        functions: PlotTab,
        playground: PlaygroundTab,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setWindowTitle(self.tr("Inspector"))
        self.settings = settings
        self._tabs = image, functions, playground
        self._playground = playground
        self._opened_for_playground = False
        self._front: QWidget = image
        self._lesson = ""  # to be opened once the panel is there
        self._loading = False
        self.panel: Panel | None = None
        self.follower: Follower | None = None
        self._plain = QWidget(self)  # no title: the panel's first line has all it would
        self.setTitleBarWidget(self._plain)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.loading = make_label(self.tr("Loading…"), "muted", self)
        self.loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWidget(self.loading)
        self.hide()

    def set_own_window(self, on: bool) -> None:
        """Take it out of the window, with the frame that the desktop gives to windows, or put it back."""
        if on == self.isFloating():
            return
        if on:
            self.keep_layout(self.settings)  # its height below the tab
            shown = not self.isHidden()
            self.setFloating(True)
            # a floating dock of Qt has no frame that enlarges it to the whole screen
            self.setWindowFlags(Qt.WindowType.Window)
            self._place_window()
            self.setVisible(shown)
        else:
            self._keep_window()
            self.setFloating(False)
        self._draw_button()

    def _place_window(self) -> None:
        """Restore the window's last place and size, or centre it on the screen."""
        kept = self.settings.value("inspector/window")
        if not (isinstance(kept, QByteArray) and self.restoreGeometry(kept)):
            free = self.screen().availableGeometry()
            self.resize(OWN_WINDOW.boundedTo(free.size() * 0.85))
            self.move(free.center() - self.rect().center())

    def _keep_window(self) -> None:
        self.settings.setValue("inspector/window", self.saveGeometry())

    def _draw_button(self) -> None:
        if self.panel is not None:
            self.panel.head.window_button.setChecked(self.isFloating())

    def closeEvent(self, event: QCloseEvent) -> None:
        """The desktop's own button closes the floating window: as F12 does."""
        event.ignore()
        if not self.isHidden():
            self.toggle()

    def toggle(self) -> None:
        """Open it, or close it."""
        if self.isHidden():
            if self.panel is None and self.settings.value("inspector/floating") in (True, "true"):
                self.set_own_window(True)
            self.show()
            if self.panel is not None:
                self._follow()
            elif not self._loading:
                self._load()
        else:
            self.keep_layout(self.settings)
            self.hide()
            self._rest()
        self.toggled.emit(not self.isHidden())

    def bring(self, tab: QWidget) -> None:
        """This tab is in front now; the playground's is shown with the inspector beside it."""
        before, self._front = self._front, tab
        if (before is self._playground) != (tab is self._playground):
            shown = self.isHidden() if tab is self._playground else self._opened_for_playground
            if not self.isFloating():
                self._keep_size(before)
                self.placed.emit()
            if self.panel is not None:
                self.panel.set_beside(self.beside)
            if shown and self.isHidden() == (tab is self._playground):
                self._opened_for_playground = tab is self._playground
                self.toggle()
                return
        if not self.isHidden():
            self._follow()

    @property
    def beside(self) -> bool:
        """Whether it lies beside the tab in front, and not below it."""
        return self._front is self._playground

    def _load(self) -> None:
        self._loading = True
        idle_imports().ask(NEEDED_OPEN, self, self._build, awaited=True)

    def _build(self) -> None:
        from jaxstudio.app.inspector.controller import InspectorController
        from jaxstudio.app.inspector.inspectables import Follower
        from jaxstudio.app.inspector.panel import Panel

        idle_gate = IdleGate()
        controller = InspectorController(idle_gate, self)
        controller.process.start()
        self.panel = Panel(controller, self.settings, self)
        self.panel.closed.connect(self.toggle)
        self.panel.window_asked.connect(self.window_asked)
        self.panel.help_asked.connect(self.help_asked)
        self.panel.program_asked.connect(self.program_asked)
        self.follower = Follower(*self._tabs, idle_gate, self)
        self.follower.changed.connect(controller.set_inspectables)
        self._playground.attach(self.panel)
        self.panel.set_beside(self.beside)
        self.panel.plain_asked.connect(self.follower.show_plain)
        self.setWidget(self.panel)
        self.loading.deleteLater()
        self._draw_button()
        if not self.isHidden():
            self._follow()
        if self._lesson:
            self._open_lesson()

    def open_lesson(self, name: str) -> None:
        """Inspect the functions of the lesson of this name, once the panel is loaded."""
        self._lesson = name
        if self.panel is not None:
            self._open_lesson()

    def _open_lesson(self) -> None:
        from jaxstudio.ir.lessons import LESSONS

        assert self.panel is not None
        name, self._lesson = self._lesson, ""
        for lesson in LESSONS:
            if lesson.name == name:
                self.panel.open_lesson(lesson)

    def _follow(self) -> None:
        if self.follower is not None:
            self.follower.follow(self._front)

    def _rest(self) -> None:
        if self.follower is not None and self.panel is not None:
            self.follower.follow(None)
            self.panel.rest()

    @property
    def _kept_px(self) -> int | None:
        kept = self.settings.value("inspector/width" if self.beside else "inspector/height")
        return int(kept) if isinstance(kept, int | str) and str(kept).isdecimal() else None

    @property
    def has_kept_size(self) -> bool:
        """Whether `usual_px` is the size that it had last."""
        return self._kept_px is not None

    @property
    def usual_px(self) -> int:
        """Return the height that the panel had last, beside the playground its width."""
        usual = USUAL_WIDTH_PX if self.beside else USUAL_PX
        return usual if self._kept_px is None else self._kept_px

    def _keep_size(self, front: QWidget) -> None:
        if self.isVisible() and front is self._playground:
            self.settings.setValue("inspector/width", self.width())
        elif self.isVisible():
            self.settings.setValue("inspector/height", self.height())

    def keep_layout(self, settings: QSettings) -> None:
        if self.isVisible() or self.panel is not None:
            settings.setValue("inspector/floating", self.isFloating())
        if self.isFloating():
            self._keep_window()
        else:
            self._keep_size(self._front)
        if self.panel is not None:
            self.panel.keep_layout(settings)

    def close_inspector(self) -> None:
        """The window closes: stop all work and wait for it."""
        self._rest()
        if self.panel is not None:
            self.panel.close()
