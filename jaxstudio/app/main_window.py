"""The window: menus and a bar above the tabs; each command goes to the tab in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QWidget

from jaxstudio.app.actions import commands, distinct_mnemonics, make_actions, name_action
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.image_tab import ImageTab
from jaxstudio.app.inspector.dock import Dock
from jaxstudio.app.playground.playground_tab import PlaygroundTab
from jaxstudio.app.plot.plot_tab import PlotTab
from jaxstudio.app.preferences import Preferences
from jaxstudio.app.session.session_files import SessionFiles
from jaxstudio.app.shared.layouts import down, resize_on_screen, show_in_front
from jaxstudio.app.shared.settings import ENGINE_DETAILS
from jaxstudio.app.shared.tab import Tab
from jaxstudio.app.window_parts import DropTarget, ThemeMenu, TopBar
from jaxstudio.files.sessions import SUFFIX

if TYPE_CHECKING:
    from jaxstudio.app.about_dialog import AboutDialog, LogDialog
    from jaxstudio.app.batch.window import BatchWindow
    from jaxstudio.app.command_palette import CommandPalette
    from jaxstudio.app.guide_dialog import GuideDialog
    from jaxstudio.app.help import Help
    from jaxstudio.app.shortcuts import KeyboardMap
    from jaxstudio.app.tour import Tour
    from jaxstudio.guide.pages import Page
    from jaxstudio.pipeline.catalogue import Catalogue

WIDTH, HEIGHT = 1440, 900
MOST_OF_WINDOW = 0.8  # that the inspector takes where it had as much before
MOST_AT_FIRST = 0.45  # that it takes before anyone dragged its edge
MOST_BESIDE = 0.64  # of the width, beside the playground's editor


class MainWindow(QMainWindow):
    """The tab in front does a command called `x`, or one of `commands`, or the method `do_x` here."""

    painted_first = Signal()  # once: the window is on the screen

    def __init__(self, document: ImageDocument, settings: QSettings) -> None:
        super().__init__()
        self.settings = settings
        self._commands = commands()
        self.actions_by_name = make_actions(self._commands, self, self._doer)
        self.image = ImageTab(document, settings, self.actions_by_name, self)
        self.functions = PlotTab(settings, self.actions_by_name, self)
        self.playground = PlaygroundTab(settings, self.actions_by_name, self)
        self.tabs: tuple[Tab, ...] = (self.image, self.functions, self.playground)
        self.top_bar = TopBar(self.tabs, self.actions_by_name, self)
        self.stack = QStackedWidget(self)
        self.inspector = Dock(self.image, self.functions, self.playground, settings, self)
        self.preferences = Preferences(self, self)
        self._must_close = self._painted = False
        self._assemble()
        self.session = SessionFiles(self, self)
        self.session.title_changed.connect(self._draw_title)
        self.commands: dict[str, Callable[[], object]] = {
            **{f"show_{tab.name}": partial(self.show_tab, index) for index, tab in enumerate(self.tabs)},
            "new_session": self.session.begin_anew,
            "open_session": self.session.ask_open,
            "save_session": self.session.save_again,
            "save_session_as": self.session.ask_save,
            "restore": self.session.restore_last,
            "quit": self.close,
            "settings": self.preferences.show_dialog,
        }
        self._fill_menus()
        self.setAcceptDrops(True)
        self.drop_target = DropTarget(self)
        resize_on_screen(self, WIDTH, HEIGHT)
        geometry = settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        self.show_tab(0)

    def _assemble(self) -> None:
        for tab in self.tabs:
            self.stack.addWidget(tab)
            tab.actions_changed.connect(self._draw_actions)
            tab.title_changed.connect(self._draw_title)
            tab.help_asked.connect(self.show_help)
        self.whole = whole = QWidget(self)
        rows = down(whole, self.top_bar, spacing=0)
        # a window in the window: the bar stays above the inspector, wherever that lies
        self.area = QMainWindow(self, Qt.WindowType.Widget)
        self.area.setCentralWidget(self.stack)
        rows.addWidget(self.area, 1)
        self.setCentralWidget(whole)
        self.top_bar.chosen.connect(self.show_tab)
        self.area.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.inspector)
        self.inspector.placed.connect(self._place_inspector)
        self.inspector.addActions(list(self.actions_by_name.values()))  # their keys, where it is a window
        self.inspector.toggled.connect(self.actions_by_name["inspector"].setChecked)
        self.inspector.topLevelChanged.connect(self.actions_by_name["inspector_window"].setChecked)
        self.inspector.window_asked.connect(self.do_inspector_window)
        self.inspector.help_asked.connect(self.show_help)
        self.inspector.program_asked.connect(self._open_program)

    def _fill_menus(self) -> None:
        self.menus = menus = dict[str, QMenu]()
        for command in self._commands:
            if command.menu not in menus:
                above = next((each for each in self._commands if each.text == command.menu), None)
                menus[command.menu] = (
                    QMenu(command.menu, self) if above else self.menuBar().addMenu(command.menu)
                )
                if above is not None:
                    self.actions_by_name[above.name].setMenu(menus[command.menu])
            if not command.text:
                menus[command.menu].addSeparator()
            else:
                menus[command.menu].addAction(self.actions_by_name[command.name])
        filters = next(menus[command.menu] for command in self._commands if command.name == "presets")
        filters.aboutToShow.connect(lambda: self.tab.fill_filters(filters))
        self.filters_menu = filters
        self.recent_menu = QMenu(self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.actions_by_name["recent"].setMenu(self.recent_menu)
        self.panels_menu = QMenu(self)
        self.panels_menu.aboutToShow.connect(self._fill_panels)
        self.actions_by_name["panels"].setMenu(self.panels_menu)
        self.sessions_menu = QMenu(self)
        self.sessions_menu.aboutToShow.connect(lambda: self.session.fill_recent(self.sessions_menu))
        self.actions_by_name["recent_sessions"].setMenu(self.sessions_menu)
        self.theme_menu = ThemeMenu(self.settings, self)
        self.actions_by_name["theme"].setMenu(self.theme_menu)

    # Tabs

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return self.tabs[self.stack.currentIndex()]

    def show_tab(self, index: int) -> None:
        """Bring a tab to the front, with its buttons and its commands."""
        self.stack.setCurrentIndex(index)
        self.top_bar.show_tab(index)
        words = {command.name: command.text for command in self._commands} | self.tab.words()
        for name, action in self.actions_by_name.items():
            action.setVisible(self._finds(name) is not None or action.menu() is not None)
        for title in dict.fromkeys(command.menu for command in self._commands):
            names = [each.name for each in self._commands if each.menu == title and each.text]
            shown = [name for name in names if self.actions_by_name[name].isVisible()]
            for name, text in zip(shown, distinct_mnemonics([words[name] for name in shown]), strict=True):
                if self.actions_by_name[name].text() != text:
                    name_action(self.actions_by_name[name], text)
        for menu in reversed(self.menus.values()):  # a submenu before the menu that holds it
            used = any(action.isVisible() and not action.isSeparator() for action in menu.actions())
            menu.menuAction().setVisible(used)
        self._draw_actions()
        self._draw_title()
        self.tab.entered()
        self.inspector.bring(self.tab)

    def _finds(self, name: str) -> Callable[..., object] | None:
        """Return the function of a command while this tab is in front."""
        return self.tab.commands.get(name) or self.commands.get(name) or getattr(self, f"do_{name}", None)

    def _doer(self, name: str) -> Callable[..., object]:
        def do(*_: object) -> None:
            command = self._finds(name)
            if command is not None:
                command()

        return do

    def do_engine_details(self) -> None:
        """Show times, compilations, device and memory in the status bars, or hide them."""
        ENGINE_DETAILS.write(self.settings, not ENGINE_DETAILS.read(self.settings))
        for tab in self.tabs:
            tab.show_engine_details()

    def _draw_actions(self) -> None:
        self.actions_by_name["engine_details"].setChecked(ENGINE_DETAILS.read(self.settings))
        if self.sender() in (None, self.tab, self.top_bar):
            self.tab.draw_actions(self.actions_by_name)

    def _draw_title(self) -> None:
        session = f"{self.session.name}[*]" if self.session.name else ""
        self.setWindowTitle(" — ".join(part for part in (self.tab.title(), session, "JAXStudio") if part))
        self.setWindowModified(bool(session) and self.session.modified)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        self.tab.fill_recent(self.recent_menu)
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("Nothing opened yet")).setEnabled(False)

    def _fill_panels(self) -> None:
        self.panels_menu.clear()
        self.tab.fill_panels(self.panels_menu)

    def open_path(self, path: str) -> None:
        """Open a session, or a file in the tab that takes it: the first of the others, or the image tab."""
        if path.lower().endswith(SUFFIX):
            self.session.open(path)
            return
        tab = next((tab for tab in self.tabs if tab is not self.image and tab.takes(path)), self.image)
        self.show_tab(self.tabs.index(tab))
        tab.open_path(path)

    def _open_program(self, path: str) -> None:
        """Open a Python file in the playground; without a path, ask for one."""
        self.commands["show_playground"]()
        if path:
            self.playground.open_path(path)
        else:
            self.playground.commands["open"]()

    # Commands

    def do_inspector(self) -> None:
        """Open or close the panel that shows what JAX and XLA made of the selection."""
        first = self.inspector.panel is None
        self.inspector.toggle()
        if first:
            QTimer.singleShot(0, self, self._give_usual_size)  # once it has its place

    def _place_inspector(self) -> None:
        """Below the tab in front, beside the playground's editor."""
        areas = Qt.DockWidgetArea
        shown = not self.inspector.isHidden()
        area = areas.RightDockWidgetArea if self.inspector.beside else areas.BottomDockWidgetArea
        self.area.addDockWidget(area, self.inspector)
        self.inspector.setVisible(shown)
        QTimer.singleShot(0, self, self._give_usual_size)  # once it has its place

    def _give_usual_size(self) -> None:
        if self.inspector.isFloating():
            return
        if self.inspector.beside:
            width = min(self.inspector.usual_px, round(self.width() * MOST_BESIDE))
            self.area.resizeDocks([self.inspector], [width], Qt.Orientation.Horizontal)
        else:
            most = MOST_OF_WINDOW if self.inspector.has_kept_size else MOST_AT_FIRST
            height = min(self.inspector.usual_px, round(self.height() * most))
            self.area.resizeDocks([self.inspector], [height], Qt.Orientation.Vertical)

    def do_inspector_window(self) -> None:
        """Take the inspector out of the window, or put it back; it is opened if it was closed."""
        if self.inspector.isHidden():
            self.do_inspector()
        self.inspector.set_own_window(not self.inspector.isFloating())
        self.actions_by_name["inspector_window"].setChecked(self.inspector.isFloating())

    def do_reset_layout(self) -> None:
        """Put the panels of the tab in front, and the inspector, back where they are at first."""
        self.tab.reset_layout()
        self.inspector.set_own_window(False)

    @cached_property
    def _guide(self) -> GuideDialog:
        from jaxstudio.app.guide_dialog import GuideDialog

        guide = GuideDialog(self._ask_engine, self)
        guide.open_asked.connect(self.open_guide_page)
        return guide

    def do_guide(self) -> None:
        """Examples of what JAX does, each opened by a click."""
        self._guide.show_page()

    @cached_property
    def _tour(self) -> Tour:
        from jaxstudio.app.tour import Tour

        button = self.top_bar.inspector_button
        return Tour(self, self.image, self.inspector, button, self.actions_by_name, self.settings)

    def do_tour(self) -> None:
        """Begin the tour, with the keyboard on it."""
        self._tour.begin()
        self._tour.callout.take_focus()

    def offer_tour(self) -> None:
        """Begin the tour, which is of photos, unless it was seen before; the keyboard stays where it is."""
        seen = self.settings.value("tour/seen", False, type=bool)
        if not seen and self.isVisible() and self.tab is self.image:
            self._tour.begin()

    def _ask_engine(self, *question: Any) -> Any:
        client = self.image.document.engine_client
        return client.call(*question) if client is not None else None

    def open_guide_page(self, page: Page) -> None:
        """Open the subject of a page of the guide: steps on a sample photo, functions or a lesson."""
        opens = page.opens
        self._guide.step_aside(self.frameGeometry())
        if opens.sample:
            self.show_tab(self.tabs.index(self.image))
            self.image.open_steps(opens.sample, opens.steps)
        elif opens.example:
            self.show_tab(self.tabs.index(self.functions))
            self.functions.open_example(opens.example)
        else:
            if self.inspector.isHidden():
                self.do_inspector()
            self.inspector.open_lesson(opens.lesson)

    @cached_property
    def _batch(self) -> BatchWindow:
        from jaxstudio.app.batch.window import BatchWindow

        batch = BatchWindow(
            self.image.recipe_text,
            self.settings,
            self,
            devices=self.device_names,
            session=lambda: self.image.photos.values()[0],
        )
        batch.message_asked.connect(lambda kind, text: self.tab.say(kind, text))
        return batch

    def do_batch(self) -> None:
        """Many photos through one recipe."""
        show_in_front(self._batch)

    def do_export_session(self) -> None:
        """The photos of the session, each with its own recipe."""
        show_in_front(self._batch)
        self._batch.form.export_session()

    @cached_property
    def _log(self) -> LogDialog:
        from jaxstudio.app.about_dialog import LogDialog

        return LogDialog(self.device_lines, self)

    def do_log(self) -> None:
        """Show the program's log and a report to copy."""
        show_in_front(self._log)

    @cached_property
    def _about(self) -> AboutDialog:
        from jaxstudio.app.about_dialog import AboutDialog

        return AboutDialog(self.device_lines, self)

    def do_about(self) -> None:
        """Versions, devices, licence."""
        self._about.open_about()

    def device_names(self) -> list[str]:
        """The devices that JAX can reach, as far as they are known."""
        backend = self.image.document.backend
        return [] if backend is None else [each.name for each in backend.devices]

    def device_lines(self) -> list[str]:
        """A line for each device that JAX can reach, or cannot and why."""
        backend = self.image.document.backend
        if backend is None:
            return []
        lost = [f"{each.platform}: {each.reason}" for each in backend.unavailable]
        return [*(f"{each.name} {each.kind}" for each in backend.devices), *lost]

    @cached_property
    def _palette(self) -> CommandPalette:
        from jaxstudio.app.command_palette import CommandPalette

        return CommandPalette(self.actions_by_name, self.filters_menu, self)

    def do_palette(self) -> None:
        """Find a command by its name."""
        self._palette.open_over(self)

    @cached_property
    def _shortcuts(self) -> KeyboardMap:
        from jaxstudio.app.shortcuts import KeyboardMap

        return KeyboardMap(self.actions_by_name, self.settings, self)

    def do_shortcuts(self) -> None:
        """Show all keys in a window that stays open."""
        self._shortcuts.open_map()

    def do_help(self) -> None:
        """Show the help page of the focused widget, or the shortcuts."""
        from jaxstudio.app.manual import INDEX

        self.show_help(self.tab.current_topic() or INDEX)

    @cached_property
    def _help(self) -> Help:
        from jaxstudio.app.help import Help
        from jaxstudio.app.shared.text import shown_language

        help_window = Help(self._catalogue, self.actions_by_name, shown_language(), self)
        help_window.recipe_asked.connect(self.open_path)
        return help_window

    def show_help(self, topic: str) -> None:
        """Open the help beside the work."""
        self._help.show_topic(topic)
        show_in_front(self._help)

    def _catalogue(self) -> Catalogue | None:
        backend = self.image.document.backend
        return None if backend is None else backend.catalogue

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.painted_first.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if mime.hasUrls() or mime.hasImage():
            event.acceptProposedAction()
            self.drop_target.show_over(self.whole)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_target.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_target.hide()
        mime = event.mimeData()
        files = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
        if len(files) > 1 or (files and Path(files[0]).is_dir()):
            self.show_tab(0)
            self.image.photo_commands.add(files)
        elif files:
            self.open_path(files[0])
        elif not self.tab.open_mime(mime) and not self.image.open_mime(mime):
            self.tab.say("info", self.tr("Expected a photo or a recipe from this computer"))
            return
        event.acceptProposedAction()

    def _close(self, *, now: bool = False) -> None:
        self._must_close = now
        self.close()

    def _keeps_open(self) -> bool:
        return any(tab.keeps_open(self._close) for tab in self.tabs) or self.session.keeps_open(self._close)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._must_close and self._keeps_open():
            event.ignore()
            return
        self.settings.setValue("geometry", self.saveGeometry())
        for tab in self.tabs:
            tab.keep_layout(self.settings)
        self.inspector.keep_layout(self.settings)
        self.hide()  # at once: a frame or a band may still have to be finished
        self.inspector.close_inspector()
        if "_batch" in vars(self):
            self._batch.close_batch()
        self.session.close()
        for tab in self.tabs:
            tab.close_tab()
        super().closeEvent(event)
