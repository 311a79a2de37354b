"""Thumbnails of a session's photos, made in turn in the engine's process for those in sight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.image.engine_task import EngineTask
from jaxstudio.app.image.photos.collection import Entry, PhotoCollection
from jaxstudio.backend.protocol import OpenRequest, PhotoThumbnail, PhotoThumbnailRequest, pack_recipe

MOST = 600  # that are kept
REST_MS = 700  # a recipe that is being changed is drawn small once it rests


class PhotoThumbnails(QObject):
    """Emits `arrived(entry)` for each picture. One is made at a time, for what is in sight."""

    arrived = Signal(object)

    def __init__(self, photos: PhotoCollection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.photos = photos
        self._images: OrderedDict[int, QImage | None] = OrderedDict()
        self._outdated: set[int] = set()
        self._visible: list[Entry] = []
        self._task: EngineTask | None = None
        self._of: Entry | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._next)

    def image(self, entry: Entry) -> QImage | None:
        """The picture that there is, if an outdated one."""
        return self._images.get(entry.number)

    def refused(self, entry: Entry) -> bool:
        """Whether the photo could not be read."""
        return entry.number in self._images and self._images[entry.number] is None

    def outdate(self, entry: Entry) -> None:
        """Something else is to be seen now; what there is stays until then."""
        self._outdated.add(entry.number)
        self._rest.start()

    def want(self, entries: Sequence[Entry]) -> None:
        """Make the pictures of these; whatever else is waited for is not needed any more."""
        self._visible = list(entries)
        if self._task is not None and self._of not in self._visible:
            self._task.cancel()
        if not self._rest.isActive():
            self._next()

    def _lacks(self, entry: Entry) -> bool:
        return entry.number not in self._images or entry.number in self._outdated

    def _next(self) -> None:
        live = self.photos.document.live
        entry = next((each for each in self._visible if self._lacks(each)), None)
        if self._task is not None or live is None or entry is None:
            return
        self._outdated.discard(entry.number)
        if not entry.has_source and entry.opened is None:
            self._take(entry, None)
            self._next()
            return
        token = entry.opened.token if entry.opened is not None else 0
        photo = OpenRequest(
            token, path=entry.path, page=entry.page, sample=entry.sample, name=entry.name, kept=entry.pasted
        )
        request = PhotoThumbnailRequest(photo, pack_recipe(self.photos.recipe_of(entry)))
        task = EngineTask(lambda *calls: live.ask("thumbnail", request, *calls), "thumbnail", self)
        task.succeeded.connect(lambda thumbnail: self._take_picture(entry, thumbnail))
        task.failed.connect(lambda reason: self._take(entry, None))
        task.ended.connect(lambda: self._ended(task))
        self._task, self._of = task, entry
        task.start()

    def _take_picture(self, entry: Entry, thumbnail: PhotoThumbnail) -> None:
        self._take(entry, image_of(thumbnail.pixels).copy())

    def _take(self, entry: Entry, image: QImage | None) -> None:
        self._images[entry.number] = image
        self._images.move_to_end(entry.number)
        while len(self._images) > MOST:
            self._images.popitem(last=False)
        self.arrived.emit(entry)

    def _ended(self, task: EngineTask) -> None:
        self._task = self._of = None
        task.deleteLater()
        self._next()
