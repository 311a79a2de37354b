"""The photos of a session: the list, the shown one, and each photo's recipe and history.

The document holds the photo that is shown; going to another one swaps recipe, history and view. Of the others
the engine's process keeps the few that were shown last, so that going back to them is instant.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Picture, picture_from_look
from jaxstudio.app.image.photos.photo_io import PhotoIO, show_look
from jaxstudio.app.image.recipe_editor import PhotoWork
from jaxstudio.backend.protocol import Opened, PhotoInfo
from jaxstudio.backend.viewport import Viewport
from jaxstudio.files.sessions import MAX_PHOTOS, MAX_UNDO, PhotoView, SessionPhoto
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.recipe import Recipe

# What an entry and a photo of a session's file both say.
SHARED_FIELDS = ("path", "page", "sample", "name", "pasted", "rating", "flag", "extra")
KEPT = 2  # photos that are not shown and stay decoded
KEPT_BYTES = 1 << 30
BYTES = {"uint8": 1, "uint16": 2, "float32": 4}


@dataclass(eq=False)
class Entry:
    """A photo of the session. `work` is outdated while the photo is shown: the document has it.

    path, page, sample, name, pasted, rating, flag, extra: as in `SessionPhoto`. opened: while it is decoded.
    look: its first picture. problem: why it could not be opened, in one line. saved_to: of its last export.
    date, camera: when it was taken and by what, as EXIF writes them.
    """

    number: int
    path: str = ""
    page: int = 1
    sample: str = ""
    name: str = ""
    pasted: str = ""
    rating: int = 0
    flag: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    work: PhotoWork = field(default_factory=PhotoWork)
    opened: PhotoInfo | None = None
    look: Picture | None = None
    problem: str = ""
    saved_to: str = ""
    date: str = ""
    camera: str = ""
    value: SessionPhoto | None = None  # of this, as long as nothing changed

    @property
    def has_source(self) -> bool:
        """Whether it can be opened again."""
        return bool(self.path or self.sample or self.pasted)

    @property
    def empty(self) -> bool:
        """Whether nothing was opened in it."""
        return not self.has_source and self.opened is None and not self.name

    @property
    def title(self) -> str:
        return Path(self.path).name if self.path else self.sample or self.name


class PhotoCollection(QObject):
    """Emits `changed` when photos come, go or are marked, `current_changed` when another one is current.

    There is always a current entry, if an empty one.
    """

    changed = Signal()
    current_changed = Signal()
    marked = Signal(object)  # the entry whose rating, flag or problem changed
    outdated = Signal(object)  # the entry of which something else is to be seen now
    carried_over = Signal(str)  # another photo stands in place of the one of this title, and has its filters

    def __init__(self, document: ImageDocument, io: PhotoIO, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.io = document, io
        self._numbers = itertools.count(1)
        self.entries: list[Entry] = [self._entry()]
        self.current = self.entries[0]
        self._decoded: dict[Entry, bool] = {}  # those shown last at the end
        self._recipe_then = Recipe()  # when the photo that is on its way was asked for
        io.show = self.take_opened
        io.opening_changed.connect(self._opening_changed)
        document.recipe_changed.connect(lambda: self.outdated.emit(self.current))
        document.photo_changed.connect(self._photo_changed)
        self._photo_changed()

    def _entry(self, **what: Any) -> Entry:
        return Entry(next(self._numbers), **what)

    # What there is

    @property
    def count(self) -> int:
        """The number of photos."""
        return 0 if len(self.entries) == 1 and self.current.empty else len(self.entries)

    def work_of(self, entry: Entry) -> PhotoWork:
        """Return the recipe, history and view of a photo."""
        return self.document.work if entry is self.current else entry.work

    def recipe_of(self, entry: Entry) -> Recipe:
        return self.work_of(entry).history.present

    # Going from one to another

    def go(self, entry: Entry) -> None:
        """Show another photo, with its own recipe, history and view."""
        if entry is not self.current:
            self._leave()
            self.current = entry
            self._show(entry)
            self.current_changed.emit()

    def step(self, by: int, among: Sequence[Entry] | None = None) -> None:
        """Go to the photo before or after the shown one in the list."""
        entries = self.entries if among is None else among
        if self.current in entries:
            place = entries.index(self.current) + by
            if 0 <= place < len(entries):
                self.go(entries[place])
        elif entries:
            here = self.entries.index(self.current)
            after = [entry for entry in entries if (self.entries.index(entry) - here) * by > 0]
            if after:
                self.go(after[0] if by > 0 else after[-1])

    def _leave(self) -> None:
        self.document.history.end_gesture()
        self.current.work, self.current.value = self.document.work, None
        self.current.saved_to = self.io.save_path
        if self.document.picture is not None and self.current.opened is None:
            self.current.look = None

    def _show(self, entry: Entry) -> None:
        self.io.stop_opening()
        self.io.save_path = entry.saved_to
        entry.problem = ""
        if entry.opened is not None:
            self._keep(entry)
            self.document.set_photo(entry.opened, entry.look, entry.work)
        elif not entry.has_source or self.document.engine_client is None:
            if entry.name and not entry.has_source:
                entry.problem = self.tr("{0}: it was not in a file").format(entry.name)
            self._keep(None)
            self.document.set_photo(None, None, entry.work)
        else:
            self._open(entry)

    def _open(self, entry: Entry) -> None:
        client = self.document.engine_client
        assert client is not None
        token = client.new_token()
        what = (
            {"path": entry.path, "page": entry.page, "first_look": True}
            if entry.path
            else {"sample": entry.sample}
            if entry.sample
            else {"kept": entry.pasted, "name": entry.name}
        )
        title = self.tr("Opening {0}").format(entry.title)
        self._keep(None)
        self.document.set_photo(None, None, entry.work)

        def show(opened: Opened) -> None:
            self._keep_opened(entry, opened)
            self.document.set_photo(entry.opened, entry.look, self.document.work)
            self.marked.emit(entry)

        def refuse(reason: str) -> None:
            if entry is self.current:
                entry.problem = reason
                self.marked.emit(entry)

        def look(opened: Opened) -> None:
            show_look(self.document, opened, self.document.work)

        self.io.open_as(token, what, title, show, refuse, look)
        self.marked.emit(entry)

    def _opening_changed(self) -> None:
        entry = self.current
        if self.io.opening:
            self._recipe_then = self.document.recipe
        if not self.io.opening and entry.has_source and entry.opened is None and not entry.problem:
            entry.problem = self.tr("{0} was not opened").format(entry.title)
            self.marked.emit(entry)

    def _keep_opened(self, entry: Entry, opened: Opened) -> None:
        entry.opened, entry.look, entry.problem = opened.photo, picture_from_look(opened.look), ""
        entry.page = opened.photo.page
        self._keep(entry)

    def _keep(self, entry: Entry | None) -> None:
        """Keep the photos shown last decoded, within bounds, and free the others."""
        room, kept = KEPT_BYTES, list[Entry]()
        for other in reversed([other for other in self._decoded if other is not entry]):
            room -= _bytes(other.opened)
            if len(kept) < KEPT and room >= 0:
                kept.insert(0, other)
            else:
                self._forget(other)
        self._decoded = dict.fromkeys([*kept, *([] if entry is None else [entry])], True)
        self._tell_kept()

    def _tell_kept(self) -> None:
        self.document.kept_open = frozenset(
            each.opened.token for each in self._decoded if each.opened is not None
        )

    def _forget(self, entry: Entry) -> None:
        if entry.opened is not None and self.document.engine_client is not None:
            self.document.engine_client.forget(entry.opened.token)
        entry.opened = entry.look = None

    # What was opened by a command, dropped or pasted

    def take_opened(self, opened: Opened) -> None:
        """Show a photo that was opened: in place of the only one, whose recipe stays, or beside several."""
        photo = opened.photo
        path = str(Path(photo.path).absolute()) if photo.path is not None else ""
        same = next(
            (each for each in self.entries if path and (each.path, each.page) == (path, photo.page)), None
        )
        of_file = bool(path) and self.current.path == path
        if same is None and len(self.entries) > 1 and not of_file and not self.current.empty:
            same = self._entry()
            self.entries.insert(self.entries.index(self.current) + 1, same)
        if same is not None and same is not self.current:
            self._leave()
            if self._decoded.pop(same, None):
                self._forget(same)
            self.current = same
            work = same.work
            self._name(same, opened, path)
            self.document.set_photo(photo, same.look, work)
        else:
            self._decoded.pop(self.current, None)
            before = "" if of_file else self.current.title
            if not of_file:
                self.current.rating, self.current.flag = 0, ""
            self._name(self.current, opened, path)
            self.document.set_photo(photo, self.current.look)
            # steps that were put there for this very photo, while it was on its way, need no word
            if before and self.document.recipe.steps and self.document.recipe is self._recipe_then:
                self.carried_over.emit(before)
        self.changed.emit()
        self.current_changed.emit()

    def _name(self, entry: Entry, opened: Opened, path: str) -> None:
        photo = opened.photo
        entry.path, entry.page, entry.value = path, photo.page, None
        entry.sample = photo.name if photo.sample else ""
        entry.name = "" if path or photo.sample else photo.name
        entry.pasted = self.io.pasted_file(photo)
        self._keep_opened(entry, opened)
        self.outdated.emit(entry)

    def _photo_changed(self) -> None:
        """A photo that was set without being opened here (its file has changed) is known too."""
        photo, entry = self.document.photo, self.current
        if photo is not None and entry.opened != photo and not self.io.opening:
            self._decoded.pop(entry, None)
            entry.path = str(Path(photo.path).absolute()) if photo.path is not None else ""
            entry.sample = photo.name if photo.sample else ""
            entry.name = "" if entry.path or entry.sample else photo.name
            entry.page, entry.opened, entry.look, entry.problem = photo.page, photo, self.document.picture, ""
            self._keep(entry)

    def add(self, paths: Iterable[str]) -> list[Entry]:
        """Put files that are not there yet at the end; the first of them is shown."""
        known = {entry.path for entry in self.entries}
        new = [
            path for path in dict.fromkeys(str(Path(path).absolute()) for path in paths) if path not in known
        ]
        added = [self._entry(path=path) for path in new[: MAX_PHOTOS - len(self.entries)]]
        if not added:
            return []
        kept_work = self.document.work
        if self.count == 0:
            added[0].work = kept_work  # steps that were there before any photo
            self.entries = []
        self.entries += added
        if self.current not in self.entries:
            self.current = added[0]
            self._show(self.current)
        else:
            self.go(added[0])
        self.changed.emit()
        self.current_changed.emit()
        return added

    # What is done to several

    def rate(self, entries: Iterable[Entry], rating: int) -> None:
        """Give photos 0 to 5 stars."""
        self._mark(entries, rating=rating)

    def flag(self, entries: Iterable[Entry], flag: str) -> None:
        """Mark photos: "pick", "reject" or ""."""
        self._mark(entries, flag=flag)

    def _mark(self, entries: Iterable[Entry], **marks: Any) -> None:
        for entry in entries:
            for name, value in marks.items():
                setattr(entry, name, value)
            entry.value = None
            self.marked.emit(entry)
        self.changed.emit()

    def paste_recipe(self, entries: Iterable[Entry], recipe: Recipe, *, part: bool = False) -> None:
        """Give photos this recipe, or merge a part of one with theirs; one undo of each."""
        for entry in entries:
            pasted = self.recipe_of(entry).merged(recipe) if part else recipe
            if entry is self.current:
                self.document.set_recipe(pasted)
            else:
                entry.work.history.end_gesture()
                entry.work.history.record(pasted)
                entry.value = None
                self.outdated.emit(entry)
        self.changed.emit()

    def remove(self, entries: Sequence[Entry]) -> None:
        """Take photos out of the session; their files stay."""
        gone = set(entries)
        left = [entry for entry in self.entries if entry not in gone]
        if self.current in gone:
            place = self.entries.index(self.current)
            after = [entry for entry in self.entries[place:] if entry not in gone]
            following = after[0] if after else left[-1] if left else self._entry()
            self.entries = left or [following]
            self.go(following)
        else:
            self.entries = left
        for entry in entries:
            self._decoded.pop(entry, None)
            self._forget(entry)
        self._tell_kept()
        self.changed.emit()

    def locate(self, entry: Entry, path: str) -> int:
        """Set the new path of a missing photo and of its missing neighbours; return the number found."""
        old, new = Path(entry.path), Path(path).absolute()
        entry.path, entry.sample, entry.pasted, entry.value, entry.problem = str(new), "", "", None, ""
        found = 1
        for other in self.entries:
            there = new.parent / Path(other.path).name
            beside = bool(old.name) and other is not entry and Path(other.path).parent == old.parent
            if beside and not Path(other.path).exists() and there.is_file():
                other.path, other.value, other.problem = str(there), None, ""
                found += 1
        if entry is self.current:
            entry.work = self.document.work
            self._show(entry)
        self.changed.emit()
        self.current_changed.emit()
        return found

    def retry(self) -> None:
        """Try to open the current photo once more."""
        self.current.work = self.document.work
        self._show(self.current)

    # As values

    def values(self) -> tuple[tuple[SessionPhoto, ...], int]:
        """The photos as a session holds them, and the index of the current one."""
        entries = self.entries
        if self.count == 0 and not self.document.history.past and not self.document.recipe.steps:
            return (), 0
        return tuple(self._value(entry) for entry in entries), entries.index(self.current)

    def _value(self, entry: Entry) -> SessionPhoto:
        if entry.value is not None and entry is not self.current:
            return entry.value
        work = self.work_of(entry)
        view = work.viewport
        entry.value = SessionPhoto(
            **_fields_of(entry),
            recipe=work.history.present,
            past=tuple(work.history.past[-MAX_UNDO:]),
            future=tuple(work.history.future[-MAX_UNDO:]),
            snapshots=work.snapshots,
            view=PhotoView(view.zoom, view.y, view.x, view.fitted, work.split),
        )
        return entry.value

    def take_values(self, photos: Sequence[SessionPhoto], current: int) -> None:
        """Replace the photos by those of a session."""
        for entry in self._decoded:
            self._forget(entry)
        self._decoded = {}
        self._tell_kept()
        self.entries = [self._entry_of(photo) for photo in photos] or [self._entry()]
        self.current = self.entries[min(current, len(self.entries) - 1)]
        self._show(self.current)
        self.changed.emit()
        self.current_changed.emit()

    def _entry_of(self, photo: SessionPhoto) -> Entry:
        view = photo.view
        work = PhotoWork(
            History(photo.recipe, list(photo.past), list(photo.future)),
            Viewport(view.zoom, view.y, view.x, view.fitted),
            view.split,
            photo.snapshots,
        )
        return self._entry(**_fields_of(photo), work=work, value=replace(photo))


def _fields_of(photo: Entry | SessionPhoto) -> dict[str, Any]:
    return {name: getattr(photo, name) for name in SHARED_FIELDS}


def _bytes(photo: PhotoInfo | None) -> int:
    return 0 if photo is None else photo.height * photo.width * photo.channels * BYTES.get(photo.dtype, 4)
