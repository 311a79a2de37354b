"""Sweeps as pictures: a contact sheet with its values, a player, and the job that computes and saves them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QStyle, QWidget

from jaxstudio.app.image.panels.pictures import EngineJobs, PictureSheet
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import SheetFileRequest, SheetRequest
from jaxstudio.variants.axes import SweptRecipe

LINE_PX, EDGE_PX = 18, 12
LEAST_PX, SMALL_PX, LARGEST_PX = 48, 80, 400


class SweepSheet(PictureSheet):
    """A contact sheet with a fixed number of columns; its pictures grow and shrink with it.

    All rows are in sight unless that would make the pictures very small.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        name = self.tr("Contact sheet, each picture with its values")
        super().__init__(name, self.tr("A click or Enter takes the values"), parent)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._columns, self._lines, self._count, self._shape = 1, 1, 0, QSize(1, 1)

    def begin(self, labels: Sequence[Sequence[str]], columns: int, shape: QSize) -> None:
        """Empty places for pictures of about this shape, each with its lines of words."""
        self._columns, self._shape = max(columns, 1), shape
        self._lines = max((len(each) for each in labels), default=1)
        self._count = len(labels)
        self.clear()
        self._fit()
        for words in labels:
            self.add_empty("\n".join(words), ", ".join(words)).setToolTip(", ".join(words))

    def picture_side(self) -> int:
        """The longer side of the pictures, in pixels of the screen."""
        size = self.iconSize()
        return round(max(size.width(), size.height()) * self.devicePixelRatioF())

    def _fit(self) -> None:
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        room = self.maximumViewportSize().width() - bar - 2
        cell = max(room // self._columns, LEAST_PX)
        words = self._lines * LINE_PX + EDGE_PX
        # all rows are seen at once where their pictures are not too small for that
        rows = -(-max(self._count, 1) // self._columns)
        height = self.maximumViewportSize().height() // rows - words
        height = min(height, LARGEST_PX) if height >= SMALL_PX else LARGEST_PX
        width = min(cell - EDGE_PX, LARGEST_PX)
        shape = self._shape.scaled(QSize(width, height), Qt.AspectRatioMode.KeepAspectRatio)
        self.setIconSize(QSize(max(shape.width(), 1), max(shape.height(), 1)))
        self.setGridSize(QSize(cell, shape.height() + words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)


LEAST = QSize(320, 200)
LABEL_PX = 26


class AnimationView(QWidget):
    """Shows the picture of one value, with its words below; `play` goes on to the next ones by itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(LEAST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Animation"))
        self.back = False
        self.place = 0
        self._labels: tuple[str, ...] = ()
        self._images: list[QImage | None] = []
        self._forward = True
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.step)
        self.set_rate(12.0)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def set_rate(self, frames_per_second: float) -> None:
        """Show so many pictures a second."""
        self._timer.setInterval(max(1, round(1000 / frames_per_second)))

    def set_labels(self, labels: Sequence[str]) -> None:
        """Begin anew with pictures that are still to come."""
        self._labels, self._images = tuple(labels), [None] * len(labels)
        self.place, self._forward = 0, True
        self._show_place()

    def set_picture(self, place: int, image: QImage) -> None:
        """The picture at this place is there."""
        self._images[place] = image
        if place == self.place:
            self.update()

    def play(self, on: bool) -> None:
        """Go on from picture to picture, or rest."""
        if on:
            self._timer.start()
        else:
            self._timer.stop()

    def step(self) -> None:
        """Turn to the next picture that is there; at the end back to the first, or the way it came."""
        there = sum(image is not None for image in self._images)  # they come in their order
        if there < 2:
            return
        if self.back and not 0 <= self.place + (1 if self._forward else -1) < there:
            self._forward = not self._forward
        if not self.back:
            self._forward = True
        self.place = (self.place + (1 if self._forward else -1)) % there
        self._show_place()

    def _show_place(self) -> None:
        words = self._labels[self.place] if self._labels else ""
        self.setAccessibleDescription(words)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows turn to the picture before or after."""
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is None or not 0 <= self.place + by < len(self._labels):
            super().keyPressEvent(event)
            return
        self.place += by
        self._show_place()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, role = self.palette(), QPalette.ColorRole
        painter.fillRect(self.rect(), palette.color(role.Dark))
        room = self.rect().adjusted(0, 0, 0, -LABEL_PX)
        image = self._images[self.place] if self._images else None
        if image is not None:
            ratio = self.devicePixelRatioF()
            size = (image.size() / ratio).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
            target = QRect(room.topLeft(), size.boundedTo(image.size()))
            target.moveCenter(room.center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(target, image)
        below = QRect(0, room.bottom(), self.width(), LABEL_PX)
        painter.setPen(palette.color(role.WindowText))
        if self._labels:
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._labels[self.place])
        if self.hasFocus():
            painter.setPen(palette.color(role.Highlight))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class SweepWork(EngineJobs):
    """The recipes of a sweep, as pictures and as files."""

    def _sweep(self, swept: Sequence[SweptRecipe], side: int) -> SheetRequest:
        return self.sheet((pack_recipe(each.recipe) for each in swept), side)

    def make_pictures(self, swept: Sequence[SweptRecipe], side: int) -> None:
        """Make a picture of at most side × side pixels for each recipe."""
        self.preview(self._sweep(swept, side), self.tr("Sweep"))

    def save_sheet(self, path: str, swept: Sequence[SweptRecipe], side: int, columns: int) -> None:
        """Write a contact sheet of these recipes."""
        labels = tuple(each.label for each in swept)
        self._save(SheetFileRequest(self._sweep(swept, side), path, labels, columns))

    def save_animation(
        self, path: str, swept: Sequence[SweptRecipe], side: int, rate: float, back: bool
    ) -> None:
        """Write these recipes' results one after the other, `rate` in a second."""
        labels = tuple(each.label for each in swept)
        self._save(SheetFileRequest(self._sweep(swept, side), path, labels, 0, True, rate, back))
