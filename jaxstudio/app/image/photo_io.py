"""Photos and recipes in and out, each in a thread of its own; the document changes when all went well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Picture, from_image, picture_from_photo, to_image
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.errors import PhotoError

DTYPES = {"8": "uint8", "16": "uint16", "float32": "float32"}


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
        self.jobs: list[BackgroundTask] = []
        self._writing: list[BackgroundTask] = []
        self.save_path = ""
        self._opening: BackgroundTask | None = None
        self._reading: BackgroundTask | None = None

    def _run(
        self, work: Callable[[BackgroundTask], Any], title: str, then: Callable[[Any], object]
    ) -> BackgroundTask:
        job = BackgroundTask(work, title, self)
        job.succeeded.connect(then)
        job.failed.connect(self.failed)
        job.ended.connect(lambda: self._forget(job))
        self.jobs.append(job)
        self.started.emit(job)
        return job.start()

    def _forget(self, job: BackgroundTask) -> None:
        self.jobs.remove(job)
        job.deleteLater()

    # In

    @property
    def opening(self) -> bool:
        """Whether a photo is on its way."""
        return self._opening is not None

    def open(self, path: str) -> None:
        """Load a photo; the newest request wins."""

        def work(job: BackgroundTask) -> Any:
            from jaxstudio.files.photo import load_photo

            photo = load_photo(path)
            return photo, picture_from_photo(photo.pixels)

        self._open(work, self.tr("Opening {0}").format(Path(path).name), path)

    def open_sample(self, name: str = "cat") -> None:
        def work(job: BackgroundTask) -> Any:
            from jaxstudio.files.photo import sample_photo

            photo = sample_photo(name)
            return photo, picture_from_photo(photo.pixels)

        self._open(work, self.tr("Opening the sample"), "")

    def open_image(self, image: QImage) -> None:
        """A picture from the clipboard or from another program."""

        def work(job: BackgroundTask) -> Any:
            return photo_from_image(image)

        self._open(work, self.tr("Pasting"), "")

    def open_png(self, encoded: QByteArray) -> None:
        """What `copy` puts on the clipboard."""

        def work(job: BackgroundTask) -> Any:
            return photo_from_png(bytes(encoded.data()))

        self._open(work, self.tr("Pasting"), "")

    def _open(self, work: Callable[[BackgroundTask], Any], title: str, path: str) -> None:
        if self._opening is not None:
            self._opening.cancel()

        def then(loaded: Any) -> None:
            if self._opening is job:
                self.save_path = ""
                self.document.set_photo(*loaded)
                self.opened.emit(path)

        job = self._run(work, title, then)
        job.ended.connect(lambda: self._end_opening(job))
        self._opening = job
        self.opening_changed.emit()

    def _end_opening(self, job: BackgroundTask) -> None:
        if self._opening is job:
            self._opening = None
            self.opening_changed.emit()

    def open_mime(self, mime: QMimeData) -> bool:
        """What was dropped or pasted: a file, a recipe or a picture."""
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
            self.failed.emit(self.tr("The clipboard holds no picture and no photo's file"))

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

        job = self._run(work, self.tr("Opening {0}").format(Path(path).name), then)
        self._reading = job

    # Out

    def _write(
        self, work: Callable[[BackgroundTask], Any], title: str, then: Callable[[Any], object]
    ) -> None:
        job = self._run(work, title, then)
        self._writing.append(job)
        job.ended.connect(lambda: self._writing.remove(job))

    def writing(self) -> list[BackgroundTask]:
        """The files that are being written."""
        return list(self._writing)

    def save_recipe(self, path: str) -> None:
        recipe = self.document.recipe

        def work(job: BackgroundTask) -> None:
            from jaxstudio.files.recipes import save_recipe

            save_recipe(path, recipe)

        self._write(work, self.tr("Saving the recipe"), lambda _: self._saved(path))

    def save(self, path: str, depth: str | None = None) -> None:
        """Render the whole result in bounded memory and write it; `depth` follows the photo by default."""
        document = self.document
        if document.backend is None or document.source is None:
            self.failed.emit(self.tr("Nothing to save yet"))
            return
        source, recipe, photo = document.source, document.recipe, document.photo
        make_engine, device = document.backend.make_engine, document.backend.live.device_name

        def work(job: BackgroundTask) -> int:
            from jaxstudio.files.save import computed_depth, default_depth, save

            to = depth or default_depth(path, photo.depth)
            engine = make_engine(device)
            shape = (*engine.size(recipe, source.height, source.width), source.channels)
            dtype = DTYPES[computed_depth(to, photo)]
            bands = engine.bands(source, recipe, dtype, progress=job.report, cancel=job.cancelled)
            return save(path, bands, to, photo, shape=shape)

        def then(changed: int) -> None:
            self.save_path = path
            self.saved.emit(path)
            self._saved(path, changed)

        self._write(work, self.tr("Saving {0}").format(Path(path).name), then)

    def copy(self) -> None:
        """Put the whole result on the clipboard, as PNG."""
        document = self.document
        if document.backend is None or document.source is None:
            self.failed.emit(self.tr("Nothing to copy yet"))
            return
        source, recipe = document.source, document.recipe
        make_engine, device = document.backend.make_engine, document.backend.live.device_name

        floats = document.photo.pixels.dtype.kind == "f"

        def work(job: BackgroundTask) -> tuple[QByteArray, int]:
            from jaxstudio.files.quantise import count_unsound, to_depth

            engine = make_engine(device)
            dtype = "float32" if floats else "uint8"
            pixels = engine.render(source, recipe, dtype=dtype, progress=job.report, cancel=job.cancelled)
            changed = count_unsound(pixels)
            pixels = to_depth(pixels, "8")
            encoded = QByteArray()
            buffer = QBuffer(encoded)
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            # Encoded here, in the thread: another program may ask for it at any time.
            to_image(pixels).save(buffer, "PNG", 90)  # type: ignore[call-overload]
            buffer.close()
            return encoded, changed

        def then(result: tuple[QByteArray, int]) -> None:
            encoded, changed = result
            mime = QMimeData()
            mime.setData("image/png", encoded)
            QGuiApplication.clipboard().setMimeData(mime)
            self.done.emit(self.tr("Copied"))
            self._say_changed(changed)

        self._run(work, self.tr("Copying"), then)

    def _saved(self, path: str, changed: int = 0) -> None:
        self.done.emit(self.tr("Saved {0}").format(path))
        self._say_changed(changed)

    def _say_changed(self, changed: int) -> None:
        """Say what integers could not hold."""
        if changed:
            words = self.tr("Pixels that were not numbers: {0}. NaN became 0, infinity the end of the range")
            self.document.noticed.emit(words.format(f"{changed:,}"))

    def close(self) -> None:
        """Stop all work and wait for it; half-written files are removed by the writer."""
        for job in self.jobs:
            job.cancel()
        for job in self.jobs:
            job.wait()


def photo_from_image(image: QImage) -> tuple[Any, Picture]:
    """A photo without a file, and its first look."""
    from jaxstudio.files.photo import Photo

    if image.isNull():
        raise PhotoError(_unreadable())
    name = QCoreApplication.translate("PhotoIO", "Pasted picture")
    photo = Photo(pixels=from_image(image), name=name)
    return photo, picture_from_photo(photo.pixels)


def photo_from_png(encoded: bytes) -> tuple[Any, Picture]:
    """A photo without a file from a PNG, as a file of it would be read; Qt's libpng would write to stderr."""
    from tempfile import TemporaryDirectory

    from jaxstudio.files.photo import load_photo

    with TemporaryDirectory(prefix="jaxstudio-") as folder:
        path = Path(folder, "pasted.png")
        path.write_bytes(encoded)
        try:
            photo = load_photo(path)
        except PhotoError:
            raise PhotoError(_unreadable()) from None
    photo = replace(photo, path=None, name=QCoreApplication.translate("PhotoIO", "Pasted picture"))
    return photo, picture_from_photo(photo.pixels)


def _unreadable() -> str:
    return QCoreApplication.translate("PhotoIO", "The clipboard's picture cannot be read")
