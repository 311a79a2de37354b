"""Lists whose rows show a thumbnail computed by the engine, a title and a text."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPainterPath, QPalette
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import image_of
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.recipe import Recipe

if TYPE_CHECKING:
    from jaxstudio.backend.requests import FilterPreview

PREVIEWS = "filter_previews"  # the kind of job in the engine's process
MOST_LOSSES = 2  # ends of the engine's process in a row, after which no picture is asked for any more
THUMB_WIDTH = 64
ROUND = 4


class Thumbs(QObject):
    """Thumbnails of recipes applied to the document's photo, by key; emits `arrived(key)` for each."""

    arrived = Signal(object)

    def __init__(self, document: ImageDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.images: dict[Hashable, QImage | None] = {}
        self._of: tuple[object, ...] = ()
        self._question = Question(self)
        document.photo_changed.connect(self._clear)

    def _clear(self) -> None:
        self.stop()
        self._of, self.images = (), {}

    def want(self, stack: Recipe, items: Sequence[tuple[Hashable, Recipe]], *, whole: bool = False) -> None:
        """Ask for the pictures of `items` on what `stack` makes of the photo, the first one first.

        With `whole` they are the large results made small, else what happens to a small photo.
        """
        if self.document.engine_client is None or self.document.photo is None:
            return
        of = (tuple(step.identity() for step in stack.active), stack.seed, stack.working_space)
        if of != self._of:
            self._clear()
            self._of = of
        self._ask(stack, items, whole, losses=0)

    def _ask(self, stack: Recipe, items: Sequence[tuple[Hashable, Recipe]], whole: bool, losses: int) -> None:
        """Ask for missing pictures; `losses` counts failures in a row."""
        client, photo = self.document.engine_client, self.document.photo
        self.stop()
        left = [item for item in items if item[0] not in self.images]
        if not left or client is None or photo is None:
            return
        from jaxstudio.backend.requests import FilterPreviewsRequest

        recipes = tuple(pack_recipe(recipe) for _, recipe in left)
        request = FilterPreviewsRequest(photo.token, pack_recipe(stack), recipes, whole)
        came: list[Hashable] = []

        def take(picture: FilterPreview) -> None:
            key = left[picture.place][0]
            came.append(key)
            self.images[key] = None if picture.pixels is None else image_of(picture.pixels).copy()
            self.arrived.emit(key)

        def failed(reason: str) -> None:
            if len(came) < len(left):
                # the engine's process has ended: perhaps of this very picture, which is left out
                self.images[left[len(came)][0]] = None
                if came or losses < MOST_LOSSES:
                    self._ask(stack, items, whole, 0 if came else losses + 1)

        self._question.ask(client.call, request, failed=failed, on_event=take)

    def forget(self, key: Hashable) -> None:
        """The recipe under this key is another one now."""
        self.images.pop(key, None)

    def stop(self) -> None:
        """Stop asking for pictures; those that arrived are kept."""
        self._question.drop()

    def paint(self, painter: QPainter, box: QRect, key: Hashable, palette: QPalette) -> None:
        """Draw the picture of `key` into `box`, whole; a quiet field while there is none."""
        paint_thumbnail(painter, box, self.images.get(key), palette)


def paint_thumbnail(painter: QPainter, box: QRect, image: QImage | None, palette: QPalette) -> None:
    """Draw a picture into `box`, whole; a quiet field while there is none."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform, True)
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


ROW_PX, EDGE_PX = 54, 5
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """A row of pictures. `key` finds the picture; a `refused` row shows its error in red."""

    key: Hashable
    title: str
    right: str
    below: str
    refused: bool = False


class PictureRows(QStyledItemDelegate):
    """Paints what `row` says of an index; an index without a row is painted as usual."""

    def __init__(self, pictures: Thumbs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures = pictures

    def row(self, index: Index) -> Row | None:
        raise NotImplementedError

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height that the whole text below needs at the list's width."""
        row, view = self.row(index), self.parent()
        if row is None or not isinstance(view, QAbstractItemView):
            return QSize(100, ROW_PX)
        metrics = QFontMetrics(view.font())
        text = self.title_box(QRect(0, 0, view.viewport().width(), ROW_PX))
        high = metrics.boundingRect(QRect(0, 0, text.width(), 1000), WRAPPED, row.below).height()
        return QSize(100, max(ROW_PX, text.bottom() + 1 + high + EDGE_PX + 2))

    def title_box(self, rect: QRect) -> QRect:
        """Return the rectangle of the title of a row in `rect`."""
        inner = rect.adjusted(8, EDGE_PX, -12, -EDGE_PX)
        inner.setLeft(inner.left() + THUMB_WIDTH + 10)
        return QRect(inner.left(), inner.top(), inner.width(), ROW_PX // 2 - EDGE_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self.row(index)
        if row is None:
            super().paint(painter, option, index)
            return
        rect: QRect = option.rect
        palette: QPalette = option.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = palette.color(QPalette.ColorRole.Text)
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        # the danger colour of the theme is the one that a refused field wears
        below_ink = palette.color(QPalette.ColorRole.BrightText) if row.refused else faint
        if bool(option.state & QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(rect.adjusted(4, 1, -4, -1), 6, 6)
            ink = faint = below_ink = palette.color(QPalette.ColorRole.HighlightedText)
        title = self.title_box(rect)
        self.pictures.paint(
            painter,
            QRect(rect.left() + 8, rect.top() + EDGE_PX, THUMB_WIDTH, ROW_PX - 2 * EDGE_PX),
            row.key,
            palette,
        )
        small = painter.font()
        bold = painter.font()
        bold.setBold(True)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        metrics, elide = QFontMetrics(small), Qt.TextElideMode.ElideRight
        room = title.width() - metrics.horizontalAdvance(row.right) - 10
        painter.setPen(ink)
        painter.setFont(bold)
        painter.drawText(title, left | middle, QFontMetrics(bold).elidedText(row.title, elide, room))
        painter.setFont(small)
        painter.setPen(faint)
        painter.drawText(title, right | middle, row.right)
        below = QRect(
            title.left(), title.bottom() + 1, title.width(), rect.bottom() - EDGE_PX - title.bottom()
        )
        painter.setPen(below_ink)
        painter.drawText(below, WRAPPED, row.below)
        painter.restore()
