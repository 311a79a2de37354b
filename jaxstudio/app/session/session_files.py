"""The window's session: opened from a file and saved to one, autosaved, restored after a crash or by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QByteArray, QDateTime, QEvent, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from jaxstudio.app.session.autosave import Autosave, MakeText
from jaxstudio.app.shared import file_dialogs
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.docks import DockArea
from jaxstudio.app.shared.messages import Message
from jaxstudio.app.shared.settings import OFFER_RESTORE, is_export_key
from jaxstudio.app.shared.tab import Tab
from jaxstudio.files.sessions import SUFFIX, Session, load_autosaved, load_session, save_session, to_json

if TYPE_CHECKING:
    from jaxstudio.app.image.image_tab import ImageTab
    from jaxstudio.app.inspector.dock import Dock
    from jaxstudio.app.playground.playground_tab import PlaygroundTab
    from jaxstudio.app.plot.plot_tab import PlotTab

RECENT = "sessions/recent"
LAST_FILE = "sessions/last"  # that the last window showed when it was closed, without unsaved changes
TIDY_AFTER_MS = 10_000
Load = Callable[[Path, Any, Callable[[Any], object]], Session]


class Window(Protocol):
    """The parts of the main window that a session needs."""

    settings: QSettings
    image: ImageTab
    functions: PlotTab
    playground: PlaygroundTab
    tabs: tuple[Tab, ...]
    inspector: Dock

    @property
    def tab(self) -> Tab: ...
    def show_tab(self, index: int) -> None: ...
    def do_inspector(self) -> None: ...


# What messages are about.
AUTOSAVE, SESSION, RESTORE, UNSAVED, PUT_AWAY = "autosave", "session", "restore", "unsaved", "put away"
SHOWN, HIDDEN = "shown", "hidden"
BASE64 = re.compile(r"[A-Za-z0-9+/=]{1,4000}")


def layout_of(window: Window) -> dict[str, str]:
    """The layout as it is, and how results were last written."""
    found = {
        "tab": window.tab.name,
        "inspector": HIDDEN if window.inspector.isHidden() else SHOWN,
        "filmstrip": SHOWN if window.image.panels.filmstrip_wanted else HIDDEN,
    }
    return (
        found
        | export_choices(window.settings)
        | {name: _state(docks) for name, docks in _docks(window).items()}
    )


def export_choices(settings: QSettings) -> dict[str, str]:
    """How results were last written."""
    return {key: str(settings.value(key)) for key in settings.allKeys() if is_export_key(key)}


def apply_layout(window: Window, layout: Mapping[str, str]) -> None:
    """Restore a layout; unknown and misfit entries are skipped."""
    names = [tab.name for tab in window.tabs]
    if layout.get("tab") in names:
        window.show_tab(names.index(layout["tab"]))
    if layout.get("inspector") in (SHOWN, HIDDEN) and window.inspector.isHidden() == (
        layout["inspector"] == SHOWN
    ):
        window.do_inspector()
    for name, docks in _docks(window).items():
        state = layout.get(name, "")
        if BASE64.fullmatch(state):
            docks.restore(QByteArray.fromBase64(state.encode()))
    if layout.get("filmstrip") in (SHOWN, HIDDEN):
        window.image.panels.want_filmstrip(layout["filmstrip"] == SHOWN, asked=False)
    window.image.panels.show_panels()
    for key in filter(is_export_key, layout):
        window.settings.setValue(key, layout[key])


def _docks(window: Window) -> dict[str, DockArea]:
    """The panels of the tabs that are built."""
    bench = window.functions.bench
    return {"image": window.image.docks} | ({"functions": bench.docks} if bench is not None else {})


def _state(docks: DockArea) -> str:
    return bytes(docks.state().toBase64().data()).decode()


def check_functions(values: Any) -> None:
    """RecipeError where the document of functions cannot be read."""
    from jaxstudio.functions.document_files import from_values

    from_values(values)


class SessionFiles(QObject):
    """Emits `title_changed` when the session's name or its modified mark changes.

    A session without a file is restored from what is autosaved. One with a file is written to it when that is
    asked for; what was not saved is autosaved, too.
    """

    title_changed = Signal()

    def __init__(self, window: Window, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.window, self.settings = window, window.settings
        self.document, self.photos = window.image.document, window.image.photos
        folder = Path(self.settings.fileName()).parent / "journal"
        self.path = ""
        self.modified = False
        self._extra: Mapping[str, Any] = {}
        self._layout: Mapping[str, str] = {}  # of what this version does not know
        self._seen: tuple[int, object] = (0, None)
        self._choices = export_choices(self.settings)  # when the session was last as it is in its file
        self._jobs = Tasks()
        self._asked: Message | None = None
        self._unsaved = False  # the window may close with changes that are not saved
        self._opening: BackgroundTask | None = None
        self.autosave = Autosave(folder, self._state, self)
        window.image.io.pasted_folder = self.autosave.pasted
        QTimer.singleShot(TIDY_AFTER_MS, self, self._tidy)
        self.autosave.failed.connect(lambda text: window.tab.say("error", text, AUTOSAVE))
        self.autosave.written.connect(lambda: self._settle(AUTOSAVE))
        self._see()
        self.document.recipe_changed.connect(self._recipe_changed)
        self.document.photo_changed.connect(self._view_changed)
        self.document.view_changed.connect(self._view_changed)
        self.photos.changed.connect(self._modify)
        self.photos.current_changed.connect(self._view_changed)
        window.functions.work_changed.connect(self._modify)
        window.functions.view_changed.connect(self._view_changed)
        window.playground.work_changed.connect(self._modify)
        self.document.backend_changed.connect(self._offer_to_restore)
        QTimer.singleShot(0, self, self._offer_to_restore)  # the filters may be known already
        parent.installEventFilter(self)

    # What there is

    @property
    def worth_keeping(self) -> bool:
        """Whether anything was done that one would want back."""
        tabs = self.window.functions, self.window.playground
        if self.photos.count > 1 or any(tab.session_document() is not None for tab in tabs):
            return True
        photos, _ = self.photos.values()
        return any(
            photo.recipe.steps or photo.past or photo.rating or photo.flag or photo.pasted for photo in photos
        )

    @property
    def name(self) -> str:
        """The name of the session's file; empty for one without."""
        return Path(self.path).name if self.path else ""

    def _state(self) -> MakeText:
        hold = self._hold(self.path)
        return lambda writer: to_json(hold(), None, writer)

    def _hold(self, file: str = "") -> Callable[[], Session]:
        """Collect the session's values; the returned function makes the session, in any thread."""
        photos, current = self.photos.values()
        layout = {**self._layout, **layout_of(self.window)}
        functions, extra = self.window.functions.session_document(), self._extra
        playground = self.window.playground.session_document()
        return lambda: Session(
            photos, current, functions() if functions else None, layout, file, extra, playground
        )

    def _see(self) -> None:
        self._seen = self.photos.current.number, self.document.recipe

    def _recipe_changed(self) -> None:
        number, recipe = self._seen
        self._see()
        if number == self.photos.current.number and recipe is not self.document.recipe:
            self._modify()

    def _view_changed(self) -> None:
        """A photo that is only looked at is not worth a file."""
        if self.path or self.worth_keeping:
            self.autosave.changed()

    def _modify(self) -> None:
        self._unsaved = False
        self._settle(PUT_AWAY)
        self._view_changed()
        self._set_modified(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark the session if a dialog, left for the window, changed how results are written."""
        if event.type() == QEvent.Type.WindowActivate and self.path:
            before, self._choices = self._choices, export_choices(self.settings)
            if self._choices != before:
                self._modify()
        return False

    def _set_modified(self, modified: bool) -> None:
        if not modified:
            self._choices = export_choices(self.settings)
        if modified != self.modified:
            self.modified = modified
            self.title_changed.emit()

    def _settle(self, *about: str) -> None:
        """These causes are gone, in whichever tab they were told."""
        benches = self.window.functions.bench, self.window.playground.bench
        bars = (bench.messages for bench in benches if bench is not None)
        for bar in (self.window.image.messages, *bars):
            bar.settle(*about)

    def _tidy(self) -> None:
        """Remove pasted pictures that no session here has any more."""
        if self.autosave.pasted.is_dir():
            self._start(
                BackgroundTask(lambda _: self.autosave.remove_unused(), "session", self), lambda _: None
            )

    # In

    def open(self, path: str) -> None:
        """Open a session's file. The replaced session can be restored by hand."""
        self._read(Path(path), load_session, lambda session: self._opened(session, path))

    def _opened(self, session: Session, path: str) -> None:
        self._replace(session)
        self.path = str(Path(path).absolute())
        file_dialogs.remember_file(self.settings, self.path, RECENT)
        self._set_modified(False)
        self.title_changed.emit()

    def restore(self, path: Path) -> None:
        """Restore the autosaved session. The replaced one can be restored by hand."""

        def then(session: Session) -> None:
            self._replace(session, path)
            self.path = session.file
            self._set_modified(True)
            self.title_changed.emit()

        self._read(path, load_autosaved, then)

    def restore_last(self) -> None:
        """Restore the session of the last window, or the one replaced in this window."""
        last = self.autosave.last
        if self._file_at_last:
            self.open(self._file_at_last)
        elif last is not None:
            self.restore(last)
        else:
            self.window.tab.say("info", self.tr("There is no earlier session yet"))

    def begin_anew(self) -> None:
        """An empty session; what there is can be restored by hand."""
        if not self.path and not self.photos.count and not self.worth_keeping:
            return  # it is empty, and what was put away before it is still offered
        self._replace(Session(layout=layout_of(self.window)))
        self.path = ""
        self._set_modified(False)
        self.title_changed.emit()

    def _read(self, path: Path, load: Load, then: Callable[[Session], object]) -> None:
        backend = self.document.backend
        if backend is None:
            wait = self.tr("{0}: the filters are still loading, try again in a moment")
            self.window.tab.say("error", wait.format(path), SESSION)
            return
        catalogue = backend.catalogue
        job = BackgroundTask(lambda _: load(path, catalogue, check_functions), "session", self)

        def show(session: Session) -> None:
            if job is self._opening:
                then(session)

        self._opening = job
        self._start(job, show)

    def _start(self, job: BackgroundTask, then: Callable[[Any], object]) -> None:
        self._jobs.start(job, then, lambda text: self.window.tab.say("error", text, SESSION))

    def _replace(self, session: Session, left: Path | None = None) -> None:
        """Show another session; `left`: the autosaved file that it comes from.

        Only once the new one is autosaved does what there was take the place of the last session.
        """
        before = self._state() if self.worth_keeping and (self.modified or not self.path) else None
        self.window.image.welcome.offer_last("")
        self.settings.remove(LAST_FILE)
        self._extra, self._layout = session.extra, session.layout
        self._settle(SESSION, RESTORE, UNSAVED, PUT_AWAY)
        self.photos.take_values(session.photos, session.current)
        self.window.functions.take_session_document(session.functions)
        self.window.playground.take_session_document(session.playground)
        apply_layout(self.window, session.layout)
        self._see()

        def tidy() -> None:
            if left is not None:
                self.autosave.restored(left)
            if before is not None:
                self.autosave.keep_as_last(before)

        if before is not None:
            self.autosave.written.connect(self._say_put_away, Qt.ConnectionType.SingleShotConnection)
        self.autosave.write_then(tidy)

    def _say_put_away(self) -> None:
        words = self.tr("What was open before is put away.")
        message = self.window.tab.message_bar().info(words, PUT_AWAY)
        message.add_button(self.tr("Bring It Back"), self.restore_last)
        message.go_soon()  # from the menu it can be had later, too

    @property
    def _file_at_last(self) -> str:
        """The file of the session that the last window showed when it was closed, saved; else ""."""
        path = str(self.settings.value(LAST_FILE, ""))
        return path if path and Path(path).is_file() else ""

    def _offer_last(self) -> None:
        """Offer the last window's session while the window is empty."""
        last = self.autosave.last
        if self._file_at_last:
            words = self._file_at_last
        elif last is not None:
            closed = QDateTime.fromSecsSinceEpoch(int(last.stat().st_mtime))
            words = self.tr("not saved to a file, closed {0}").format(closed.toString("yyyy-MM-dd hh:mm"))
        else:
            words = ""
        self.window.image.welcome.offer_last(words)

    def _offer_to_restore(self) -> None:
        wanted = self.document.backend is not None and OFFER_RESTORE.read(self.settings)
        left = self.autosave.left_by_a_crash() if wanted else None
        if wanted and left is None:
            self._offer_last()
        if left is not None:
            words = self.tr("The last session ended without being closed.")
            message = self.window.tab.message_bar().info(words, RESTORE)
            message.add_button(self.tr("Restore"), lambda: self.restore(left))
            # not offered at every start: it can still be restored from the menu
            message.close_button.clicked.connect(lambda: self.autosave.restored(left))

    # Out

    def save(self, path: str, then: Callable[[], object] = lambda: None) -> None:
        """Write the session to a file, which is the session's own from then on."""
        path = path if Path(path).suffix else path + SUFFIX
        hold = self._hold()
        self._set_modified(False)  # of what is written; a change from now on is another one

        def done(_: object) -> None:
            self.path = str(Path(path).absolute())
            file_dialogs.remember_file(self.settings, self.path, RECENT)
            self.title_changed.emit()
            self.autosave.changed()
            self._settle(UNSAVED)
            self.window.tab.say("done", self.tr("Saved {0}").format(path), SESSION)
            then()

        job = BackgroundTask(lambda _: save_session(path, hold()), "session", self)
        job.failed.connect(lambda _: self._set_modified(True))
        self._start(job, done)

    def save_again(self, then: Callable[[], object] = lambda: None) -> None:
        """Write it where it was written before, or ask where."""
        if self.path:
            self.save(self.path, then)
        else:
            self.ask_save()

    def ask_open(self) -> None:
        file_dialogs.ask_file(self._parent, self.settings, "sessions", self.open)

    def ask_save(self) -> None:
        photo = next((entry.path for entry in self.photos.entries if entry.path), "")
        stem = Path(photo).parent.name if len(self.photos.entries) > 1 else Path(photo).stem
        suggestion = self.path or f"{stem or 'session'}{SUFFIX}"
        file_dialogs.ask_new_file(
            self._parent, self.settings, "session", suggestion, self.save, "" if self.path else photo
        )

    def fill_recent(self, menu: QMenu) -> None:
        """The sessions that were opened or saved last."""
        menu.clear()
        for path in file_dialogs.recent_files(self.settings, RECENT):
            menu.addAction(path).triggered.connect(lambda _=False, path=path: self.open(path))
        if menu.isEmpty():
            menu.addAction(self.tr("Nothing opened yet")).setEnabled(False)

    # The end

    def keeps_open(self, close: Callable[..., object]) -> bool:
        """Ask what becomes of changes that were not saved to the session's file; True while that is open."""
        if not (self.path and self.modified) or self._unsaved:
            return False
        if self._asked is None:
            words = self.tr("{0} has changes that are not saved.").format(self.name)
            message = self._asked = self.window.tab.message_bar().info(words, UNSAVED)
            message.gone.connect(self._forget_question)
            message.add_button(self.tr("Save and Close"), lambda: self.save_again(close))
            message.add_button(self.tr("Close Without Saving"), lambda: self._leave_unsaved(close))
        return True

    def _leave_unsaved(self, close: Callable[..., object]) -> None:
        self._unsaved = True
        close()

    def _forget_question(self) -> None:
        self._asked = None

    def close(self) -> None:
        """Close: an unsaved session can be restored by hand later."""
        self._jobs.wait()
        self.settings.setValue(LAST_FILE, self.path if self.path and not self.modified else "")
        self.autosave.end(keep=self.worth_keeping and (self.modified or not self.path))
