"""The window: puts the parts together and lets each command do its work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QVBoxLayout, QWidget

from jaxstudio.app import file_dialogs, recents
from jaxstudio.app.actions import commands, make_actions
from jaxstudio.app.canvas import Canvas
from jaxstudio.app.help import SHORTCUTS, Help
from jaxstudio.app.journal import Journal
from jaxstudio.app.layers import Layers
from jaxstudio.app.messages import MessageBar
from jaxstudio.app.panel import USUAL_PX, Panel
from jaxstudio.app.photo_io import PhotoIO
from jaxstudio.app.session import Session, new_seed
from jaxstudio.app.status import Status
from jaxstudio.app.top_bar import TopBar
from jaxstudio.pipeline.python_text import as_python

WIDTH, HEIGHT = 1280, 800


class MainWindow(QMainWindow):
    """One photo, its stack and its canvas. A command called `x` is done by the method `do_x`."""

    def __init__(self, session: Session, settings: QSettings) -> None:
        super().__init__()
        self.session, self.settings = session, settings
        self.io = PhotoIO(session, self)
        self.journal = Journal(session, self.io, Path(settings.fileName()).parent / "journal", self)
        self.actions_by_name = make_actions(self, self._doer)
        self.top_bar = TopBar(session, self.actions_by_name, self)
        self.messages = MessageBar(self)
        self.canvas = Canvas(session, self)
        self.panel = Panel(session, self)
        self.status = Status(session, self)
        self._help: Help | None = None
        self._assemble()
        self._fill_menus()
        self._connect()
        self.setAcceptDrops(True)
        self.resize(WIDTH, HEIGHT)
        geometry = settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        panel = settings.value("panel")
        if isinstance(panel, QByteArray):
            self.splitter.restoreState(panel)
        self._draw_actions()

    def _assemble(self) -> None:
        left = Layers(self.canvas, self.messages, self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.panel)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setCollapsible(0, False)
        self.splitter.setCollapsible(1, False)
        self.splitter.setHandleWidth(1)
        self.splitter.setSizes([WIDTH - USUAL_PX, USUAL_PX])
        whole = QWidget(self)
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.top_bar)
        rows.addWidget(self.splitter, 1)
        rows.addWidget(self.status)
        self.setCentralWidget(whole)

    def _fill_menus(self) -> None:
        menus: dict[str, QMenu] = {}
        for command in commands():
            if command.menu not in menus:
                menus[command.menu] = self.menuBar().addMenu(command.menu)
            if not command.text:
                menus[command.menu].addSeparator()
            else:
                menus[command.menu].addAction(self.actions_by_name[command.name])
        self.recent_menu = QMenu(self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.actions_by_name["recent"].setMenu(self.recent_menu)

    def _connect(self) -> None:
        session, io = self.session, self.io
        session.recipe_changed.connect(self._draw_actions)
        session.photo_changed.connect(self._draw_actions)
        session.backend_changed.connect(self._draw_actions)
        session.view_changed.connect(self._draw_actions)
        session.failed.connect(self.messages.error)
        session.noticed.connect(self.messages.info)
        io.failed.connect(self.messages.error)
        io.done.connect(self.messages.done)
        io.started.connect(self.messages.work)
        io.opened.connect(self._opened)
        self.journal.failed.connect(self.messages.error)
        session.backend_changed.connect(self._offer_to_restore)
        self.panel.help_asked.connect(self.show_help)

    def _doer(self, name: str) -> Callable[..., object]:
        do = getattr(self, f"do_{name}", None)
        return (lambda *_: do()) if do is not None else (lambda *_: None)

    def _draw_actions(self) -> None:
        session, act = self.session, self.actions_by_name
        photo, ready = session.photo is not None, session.backend is not None
        act["undo"].setEnabled(session.history.can_undo)
        act["redo"].setEnabled(session.history.can_redo)
        act["clear"].setEnabled(bool(session.recipe.steps))
        act["split"].setChecked(session.split is not None)
        for name in ("fit", "actual", "zoom_in", "zoom_out", "split"):
            act[name].setEnabled(photo)
        for name in ("save", "save_as", "copy"):
            act[name].setEnabled(photo and ready)
        for name in ("open_recipe", "restore", "add"):
            act[name].setEnabled(ready)

    def _opened(self, path: str) -> None:
        photo = self.session.photo
        name = Path(path).name if path else photo.name
        self.setWindowTitle(f"{name} — JAXStudio" if name else "JAXStudio")
        if path:
            recents.remember(self.settings, path)

    def _offer_to_restore(self) -> None:
        left = self.journal.left_by_a_crash() if self.session.backend is not None else None
        if left is not None:
            message = self.messages.info(self.tr("The last session ended without being closed."))
            message.add_button(self.tr("Restore"), lambda: self.journal.restore(left))

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in recents.recent(self.settings):
            action = QAction(path, self.recent_menu)
            action.triggered.connect(lambda _=False, path=path: self.io.open(path))
            self.recent_menu.addAction(action)
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(self.tr("Nothing opened yet")).setEnabled(False)

    # Commands

    def do_open(self) -> None:
        file_dialogs.ask_photo(self, self.settings, self.io.open_any)

    def do_sample(self) -> None:
        self.io.open_sample()

    def do_restore(self) -> None:
        if self.journal.last is not None:
            self.journal.restore(self.journal.last)
        else:
            self.messages.info(self.tr("There is no earlier session yet"))

    def do_save(self) -> None:
        """Write the result again where it was written before; the photo itself is never the target."""
        if self.io.save_path:
            self.io.save(self.io.save_path)
        else:
            self.do_save_as()

    def do_save_as(self) -> None:
        path = getattr(self.session.photo, "path", None)
        suggestion = f"{Path(path).stem}-studio.png" if path else "studio.png"
        file_dialogs.ask_target(self, self.settings, suggestion, self.io.save)

    def do_open_recipe(self) -> None:
        file_dialogs.ask_recipe(self, self.settings, self.io.open_recipe)

    def do_save_recipe(self) -> None:
        file_dialogs.ask_recipe_target(self, self.settings, self.io.save_recipe)

    def do_quit(self) -> None:
        self.close()

    def do_undo(self) -> None:
        self.session.undo()

    def do_redo(self) -> None:
        self.session.redo()

    def do_copy(self) -> None:
        self.io.copy()

    def do_copy_python(self) -> None:
        QGuiApplication.clipboard().setText(as_python(self.session.recipe))
        self.messages.info(self.tr("The recipe is on the clipboard as a Python script"))

    def do_paste(self) -> None:
        self.io.paste()

    def do_add(self) -> None:
        self.panel.add_box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def do_new_seed(self) -> None:
        self.session.set_seed(new_seed(self.session.recipe.seed))

    def do_clear(self) -> None:
        self.session.clear_steps()

    def do_fit(self) -> None:
        self.session.fit()

    def do_actual(self) -> None:
        self.session.zoom_to(1.0)

    def do_zoom_in(self) -> None:
        self.session.zoom_to(self.session.viewport.next_zoom(up=True))

    def do_zoom_out(self) -> None:
        self.session.zoom_to(self.session.viewport.next_zoom(up=False))

    def do_split(self) -> None:
        self.session.set_split(0.5 if self.session.split is None else None)

    def do_focus_picture(self) -> None:
        self.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def do_focus_stack(self) -> None:
        self.panel.go_to_stack()

    def do_help(self) -> None:
        """The page of the filter in hand, or the shortcuts."""
        step = self.panel.stack.step_in_hand()
        self.show_help(SHORTCUTS if step is None else step.op.name)

    def show_help(self, topic: str) -> None:
        """Open the help beside the work, at an op or at the shortcuts."""
        if self._help is None:
            self._help = Help(self.session, self.actions_by_name, self)
        self._help.show_topic(topic)
        self._help.show()
        self._help.raise_()

    # Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if mime.hasUrls() or mime.hasImage():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.io.open_mime(event.mimeData()):
            event.acceptProposedAction()
        else:
            self.messages.error(self.tr("Expected a photo or a recipe from this computer"))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("panel", self.splitter.saveState())
        self.hide()  # at once: a frame or a band may still have to be finished
        self.io.close()
        self.journal.close()
        self.session.close()
        super().closeEvent(event)
