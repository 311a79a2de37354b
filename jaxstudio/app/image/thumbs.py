"""Small pictures beside names: asked of the engine's worker, kept while photo and stack stay the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPalette

from jaxstudio.app.image import picture
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.background_tasks import emit
from jaxstudio.pipeline.recipe import Recipe

WIDTH, HEIGHT = 64, 44
ROUND = 4


class Thumbs(QObject):
    """What some recipes make of the session's photo, by key; says `arrived(key)` for each new picture."""

    arrived = Signal(object)
    _came = Signal(int, object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.images: dict[Hashable, QImage | None] = {}
        self._of: tuple[object, ...] = ()
        self._turn = 0
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        session.photo_changed.connect(self._clear)

    def _clear(self) -> None:
        self._of, self._turn, self.images = (), self._turn + 1, {}

    def want(self, stack: Recipe, items: Sequence[tuple[Hashable, Recipe]], *, whole: bool = False) -> None:
        """Ask for the pictures of `items` on what `stack` makes of the photo, the first one first.

        With `whole` they are the large results made small, else what happens to a small photo.
        """
        backend, source = self.session.backend, self.session.source
        if backend is None or backend.thumbnails is None or source is None:
            return
        of = (tuple(step.identity() for step in stack.active), stack.seed)
        if of != self._of:
            self._clear()
            self._of = of
        left = tuple(item for item in items if item[0] not in self.images)
        turn = self._turn

        def on_made(key: Hashable, pixels: Any) -> None:
            # on the worker's thread: the window never converts
            emit(self, self._came, turn, key, None if pixels is None else picture.to_image(pixels))

        backend.thumbnails.want(self, backend.make_gallery(source, stack, left, on_made, whole))

    def forget(self, key: Hashable) -> None:
        """The recipe under this key is another one now."""
        self.images.pop(key, None)

    def stop(self) -> None:
        """Nobody looks any more; what is there is kept."""
        if self.session.backend is not None and self.session.backend.thumbnails is not None:
            self.session.backend.thumbnails.want(self, None)

    def _take(self, turn: int, key: Hashable, image: QImage | None) -> None:
        if turn == self._turn:
            self.images[key] = image
            self.arrived.emit(key)

    def paint(self, painter: QPainter, box: QRect, key: Hashable, palette: QPalette) -> None:
        """Draw the picture of `key` into `box`, whole; a quiet field while there is none."""
        image = self.images.get(key)
        painter.save()
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform, True
        )
        if image is None:
            field = QColor(palette.color(QPalette.ColorRole.Text))
            field.setAlphaF(0.08)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(field)
            painter.drawRoundedRect(box, ROUND, ROUND)
        else:
            size = image.size().scaled(QSize(box.width(), box.height()), Qt.AspectRatioMode.KeepAspectRatio)
            target = QRect(box.topLeft(), size)
            target.moveCenter(box.center())
            path = QPainterPath()
            path.addRoundedRect(QRectF(target), ROUND, ROUND)
            painter.setClipPath(path)
            painter.drawImage(target, image)
        painter.restore()
