"""Photos in and out through the engine, recipes in threads; files being written, files that steps read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QFileSystemWatcher, QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Ask, EngineTask, from_image, picture_from_look
from jaxstudio.app.image.recipe_editor import PhotoWork
from jaxstudio.app.shared.background_tasks import BackgroundTask, Tasks
from jaxstudio.app.shared.messages import Message, MessageBar
from jaxstudio.app.shared.text import of_number
from jaxstudio.backend.early import EarlyPhoto
from jaxstudio.backend.protocol import Opened, OpenRequest, PhotoInfo, pack_recipe
from jaxstudio.backend.requests import Copied, CopyRequest, ProgramRequest, SaveRequest
from jaxstudio.errors import PhotoError
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.params import file_stamp

Show = Callable[[Opened], object]
Refuse = Callable[[str], object]  # called with why a photo cannot be opened, in one line


def show_look(document: ImageDocument, opened: Opened, work: PhotoWork | None = None) -> None:
    """Show a small picture of a photo that is on its way, or a better one in its place."""
    look = picture_from_look(opened.look, thumbnail=opened.thumbnail)
    if document.photo is None or document.photo.token != opened.photo.token:
        document.set_photo(opened.photo, look, work)
    elif document.picture is None or document.picture.frame is None:
        document.picture = look
        document.picture_arrived.emit(look)


@dataclass(frozen=True)
class SaveOptions:
    """The options of a saved result; the fields are those of `SaveRequest`."""

    depth: str = ""
    quality: int = 0
    drop: tuple[str, ...] = ()
    store: tuple[str, ...] = ()
    longest: int = 0
    to_srgb: bool = False


AS_THE_PHOTO = SaveOptions()


class PhotoIO(QObject):
    """Emits `started(job)` for each task, `opened(path)`, `done(text)` and `failed(text)`."""

    started = Signal(object)
    opening_changed = Signal()
    opened = Signal(str)
    recipe_opened = Signal(str)
    saved = Signal(str)
    done = Signal(str)
    failed = Signal(str)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.jobs = Tasks()
        self._writing: list[BackgroundTask] = []
        self.save_path = ""
        self._written: dict[str, SaveOptions] = {}  # by path
        self.pasted_folder: Path | None = None  # where PNGs of pasted pictures are kept for the session
        # quality (0 follows the photo) and the groups of metadata that are dropped
        self._opening: EngineTask | None = None
        self._reading: BackgroundTask | None = None
        # shows a photo that was opened; of several photos, theirs decides what becomes of the one before
        self.show: Callable[[Opened], object] = self.replace_photo

    def replace_photo(self, opened: Opened) -> None:
        """Work on this photo instead of the present one."""
        self.document.set_photo(opened.photo, picture_from_look(opened.look))

    def _start(
        self, job: BackgroundTask, then: Callable[[Any], object], refuse: Refuse | None = None
    ) -> None:
        self.started.emit(job)
        self.jobs.start(job, then, refuse or self.failed.emit)

    # In

    @property
    def opening(self) -> bool:
        """Whether a photo is on its way."""
        return self._opening is not None

    def open(self, path: str, page: int = 1) -> None:
        """Load a photo, of several pictures in its file the one with this number; the newest request wins."""
        title = self.tr("Opening {0}").format(Path(path).name)
        self._open(lambda: {"path": path, "page": page, "first_look": True}, title, path)

    def open_early(self, photo: EarlyPhoto) -> None:
        """Wait for a photo that is already being opened."""
        title = self.tr("Opening {0}").format(Path(photo.path).name)
        self._await(photo.token, lambda *calls: photo.take(*calls), title, photo.path)

    def open_page(self, page: int) -> None:
        """Another picture of the photo's file; without effect where there is none of that number."""
        photo = self.document.photo
        if photo is not None and photo.path is not None and 1 <= page <= photo.pages and page != photo.page:
            self.open(photo.path, page)

    def open_sample(self, name: str = "cat") -> None:
        self._open(lambda: {"sample": name}, self.tr("Opening the sample"))

    def open_image(self, image: QImage) -> None:
        """A picture from the clipboard or from another program."""
        name, unreadable = self.tr("Pasted picture"), self.tr("The clipboard's picture cannot be read")

        def what() -> dict[str, Any]:
            if image.isNull():
                raise PhotoError(unreadable)
            return {"pixels": from_image(image), "name": name, "kept": self._file_for_pasted()}

        self._open(what, self.tr("Pasting"))

    def open_png(self, encoded: QByteArray) -> None:
        """Open the PNG that `copy` put on the clipboard; Qt's own reader would write to standard error."""
        name = self.tr("Pasted picture")

        def what() -> dict[str, Any]:
            return {"png": bytes(encoded.data()), "name": name, "kept": self._file_for_pasted()}

        self._open(what, self.tr("Pasting"))

    def _file_for_pasted(self) -> str:
        """A new file for a pasted picture; "" where there is no folder for it."""
        folder = self.pasted_folder
        if folder is None:
            return ""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:  # the autosave says so
            return ""
        return str(folder / f"pasted-{os.urandom(6).hex()}.png")

    def pasted_file(self, photo: PhotoInfo) -> str:
        """The file that keeps a pasted picture for the session; "" for others."""
        client = self.document.engine_client
        if client is None or photo.path is not None or photo.sample:
            return ""
        request = client.opened_from(photo.token)
        kept = "" if request is None else request.kept
        return kept if kept and Path(kept).parent == self.pasted_folder else ""

    def open_as(
        self,
        token: int,
        what: Mapping[str, Any],
        title: str,
        show: Show,
        refuse: Refuse,
        look: Show = lambda opened: None,
    ) -> None:
        """Open a file's photo or a sample under this token, for one who shows it or says why not.

        `look` is called before with the thumbnail in the file, and with a JPEG decoded at a reduced size.
        """
        client = self.document.engine_client
        if client is not None:
            request = OpenRequest(token, **what)
            self._await(
                token,
                lambda *calls: client.open(request, *calls),
                title,
                path="",
                show=show,
                refuse=refuse,
                take_look=lambda _, opened: look(opened),
            )

    def stop_opening(self) -> None:
        """Stop opening photos."""
        if self._opening is not None:
            self._opening.cancel()
            self._end_opening(self._opening)

    def _open(self, what: Callable[[], dict[str, Any]], title: str, path: str = "") -> None:
        """Open what `what` tells, in a thread, about a request."""
        client = self.document.engine_client
        if client is not None:
            token = client.new_token()
            self._await(token, lambda *calls: client.open(OpenRequest(token, **what()), *calls), title, path)

    def _take_look(self, job: EngineTask, opened: Opened) -> None:
        """Show a reduced picture of a photo on its way while the canvas is empty."""
        document, look = self.document, opened.photo
        if document.photo is None:
            show_look(document, opened)
            shown = document.photo
            job.ended.connect(lambda: document.set_photo(None) if document.photo is shown else None)
        elif document.photo.token == look.token:
            show_look(document, opened)

    def _await(
        self,
        token: int,
        ask: Ask,
        title: str,
        path: str,
        show: Show | None = None,
        refuse: Refuse | None = None,
        take_look: Callable[[EngineTask, Opened], object] | None = None,
    ) -> None:
        """Show the photo of the request `ask` when it arrives, and earlier a reduced picture if one comes."""
        client = self.document.engine_client
        assert client is not None
        if self._opening is not None:
            self._opening.cancel()

        def then(opened: Opened) -> None:
            if self._opening is job:
                self.save_path = ""
                (show or self.show)(opened)
                self.opened.emit(path)
            else:
                client.forget(token)

        look = take_look or self._take_look
        job = EngineTask(ask, title, self)
        job.ended.connect(lambda: self._end_opening(job))
        job.reported.connect(lambda opened: look(job, opened) if self._opening is job else None)
        self._opening = job
        self._start(job, then, refuse)
        self.opening_changed.emit()

    def _end_opening(self, job: EngineTask) -> None:
        if self._opening is job:
            self._opening = None
            self.opening_changed.emit()

    def open_mime(self, mime: QMimeData) -> bool:
        """Open a dropped or pasted file, recipe or picture; return whether there was one."""
        if mime.hasUrls():
            files = [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
            if files:
                self.open_any(files[0])
                return True
        if mime.hasFormat("image/png"):
            self.open_png(mime.data("image/png"))
            return True
        if mime.hasImage():
            image = mime.imageData()
            if isinstance(image, QImage) and not image.isNull():
                self.open_image(image)
                return True
        text = mime.text().strip() if mime.hasText() else ""
        if text and "\n" not in text and Path(text).is_file():
            self.open_any(text)
            return True
        return False

    def paste(self) -> None:
        if not self.open_mime(QGuiApplication.clipboard().mimeData()):
            self.document.noticed.emit(self.tr("The clipboard holds no picture and no photo's file"))

    def open_any(self, path: str) -> None:
        """Open a recipe or a photo, by the suffix of its name."""
        if path.lower().endswith(".json"):
            self.open_recipe(path)
        else:
            self.open(path)

    def open_recipe(self, path: str) -> None:
        """Put the file's steps in place of the present ones (one undo); the newest request wins."""
        backend = self.document.backend
        if backend is None:
            wait = self.tr("{0}: the filters are still loading, try again in a moment")
            self.failed.emit(wait.format(path))
            return
        catalogue = backend.catalogue

        def work(job: BackgroundTask) -> Any:
            from jaxstudio.files.recipes import load_recipe

            return load_recipe(path, catalogue)

        def then(recipe: Any) -> None:
            if self._reading is job:
                self.document.set_recipe(recipe)
                self.recipe_opened.emit(path)

        self._reading = job = BackgroundTask(work, self.tr("Opening {0}").format(Path(path).name), self)
        self._start(job, then)

    # Out

    def _write(self, job: BackgroundTask, then: Callable[[Any], object]) -> None:
        job.ended.connect(lambda: self._writing.remove(job))
        self._writing.append(job)
        self._start(job, then)

    def writing(self) -> list[BackgroundTask]:
        """The files that are being written."""
        return list(self._writing)

    def save_recipe(self, path: str) -> None:
        """Write the recipe: as JSON, or by the ending of its name as a Python script, StableHLO, a 3D LUT."""
        recipe = self.document.recipe
        if path.lower().endswith((".py", ".stablehlo", ".mlir", ".cube")):
            self._save_program(path)
            return

        def work(job: BackgroundTask) -> None:
            from jaxstudio.files.recipes import save_recipe

            save_recipe(path, recipe)

        job = BackgroundTask(work, self.tr("Saving the recipe"), self)
        self._write(job, lambda _: self._saved(path))

    def _save_program(self, path: str) -> None:
        """Have the engine write the recipe as a program for pictures such as the photo."""
        photo, client = self.document.photo, self.document.engine_client
        if photo is None or client is None:
            self.document.noticed.emit(self.tr("Nothing to save yet"))
            return
        request = ProgramRequest(photo.token, pack_recipe(self.document.recipe), path)
        queue = f"save {client.next_number()}"
        job = EngineTask(
            lambda *calls: client.call(request, *calls, queue=queue),
            self.tr("Saving the recipe"),
            self,
        )
        self._write(job, lambda _: self._saved(path))

    def save(self, path: str, options: SaveOptions = AS_THE_PHOTO) -> None:
        """Render the whole result in bounded memory and write it."""
        document, client = self.document, self.document.engine_client
        if document.backend is None or document.photo is None or client is None:
            self.document.noticed.emit(self.tr("Nothing to save yet"))
            return
        self._written[path] = options
        request = self.save_request(path, options)

        def then(changed: int) -> None:
            self.save_path = path
            self.saved.emit(path)
            self._saved(path, changed)

        title = self.tr("Saving {0}").format(Path(path).name)
        self._write(EngineTask(lambda *calls: client.call(request, *calls), title, self), then)

    def save_request(self, path: str, options: SaveOptions) -> SaveRequest:
        """The request to write the present result."""
        assert self.document.photo is not None
        token, recipe = self.document.photo.token, pack_recipe(self.document.recipe)
        return SaveRequest(token, recipe, path, **vars(options))

    def save_again(self) -> None:
        """Write the result where it was written before, and as it was."""
        self.save(self.save_path, self._written.get(self.save_path, AS_THE_PHOTO))

    def copy(self) -> None:
        """Put the whole result on the clipboard, as PNG."""
        document, client = self.document, self.document.engine_client
        if document.backend is None or document.photo is None or client is None:
            self.document.noticed.emit(self.tr("Nothing to copy yet"))
            return
        request = CopyRequest(document.photo.token, pack_recipe(document.recipe))

        def then(copied: Copied) -> None:
            mime = QMimeData()
            # encoded already: another program may ask for it at any time
            mime.setData("image/png", QByteArray(copied.png.tobytes()))
            QGuiApplication.clipboard().setMimeData(mime)
            self.done.emit(self.tr("Copied"))
            self._say_changed(copied.changed)

        self._start(EngineTask(lambda *calls: client.call(request, *calls), self.tr("Copying"), self), then)

    def _saved(self, path: str, changed: int = 0) -> None:
        self.done.emit(self.tr("Saved {0}").format(path))
        self._say_changed(changed)

    def _say_changed(self, changed: int) -> None:
        """Say what integers could not hold."""
        if changed:
            words = self.tr("Pixels that were not numbers: {0}. NaN became 0, infinity the end of the range")
            self.document.noticed.emit(words.format(of_number(changed, ",")))

    def close(self) -> None:
        """Stop all work and wait for it; half-written files are removed by the writer."""
        self.jobs.close()


class LastFiles(QObject):
    """Says so, offers to close all the same, and closes once the last file is written.

    If one fails, or the message is dismissed, the window stays.
    """

    def __init__(self, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.messages = messages
        self._message: Message | None = None
        self._jobs: list[BackgroundTask] = []

    def wait_for(self, jobs: Sequence[BackgroundTask], close: Callable[..., object]) -> bool:
        """Whether there is anything to wait for; then `close()` is called later, or `close(now=True)`."""
        if jobs and self._message is None:
            words = self.tr("A file is still being written: the window closes once it is done.")
            self._message = self.messages.info(words)
            self._message.add_button(self.tr("Stop and Close"), lambda: close(now=True))
            self._message.gone.connect(self._stay)
        for job in jobs:
            if job not in self._jobs:
                self._jobs.append(job)
                job.succeeded.connect(partial(self._written, job, close))
                job.failed.connect(lambda _: self._give_up())
        return bool(jobs)

    def _written(self, job: BackgroundTask, close: Callable[..., object], *_: object) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
            if not self._jobs:
                QTimer.singleShot(0, self, close)  # after all others have heard of it

    def _give_up(self) -> None:
        if self._message is not None:
            self._message.go()

    def _stay(self) -> None:
        self._message = None
        self._jobs = []


SETTLED_MS = 200  # programs write a file in several goes, or another in its place


class ReferenceFiles(QObject):
    """Asks for a frame whenever a file that an active step reads is changed, replaced, made or removed."""

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._stamps: dict[str, tuple[int, ...]] = {}
        self._watcher: QFileSystemWatcher | None = None  # made for the first file: it takes a thread
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._check)
        document.recipe_changed.connect(self.watch)

    def watch(self) -> None:
        """Watch the files of the present steps, and the folders in which they may appear again."""
        paths = [path for step in self.document.recipe.active for path in step.files]
        if set(paths) == set(self._stamps):
            return
        self._stamps = {path: file_stamp(path) for path in paths}
        if paths and self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.fileChanged.connect(self._settled.start)
            self._watcher.directoryChanged.connect(self._settled.start)
        self._watch_again()

    def _watch_again(self) -> None:
        """A file that was replaced is watched no more: it is added again."""
        if self._watcher is None:
            return
        present = {path for path in self._stamps if Path(path).is_file()}
        folders = {str(Path(path).absolute().parent) for path in self._stamps}
        to_watch = present | {folder for folder in folders if Path(folder).is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - to_watch:
            self._watcher.removePaths(sorted(watched - to_watch))
        if to_watch - watched:
            self._watcher.addPaths(sorted(to_watch - watched))

    def _check(self) -> None:
        stamps = {path: file_stamp(path) for path in self._stamps}
        self._watch_again()
        if stamps != self._stamps:
            self._stamps = stamps
            self.document.request()
