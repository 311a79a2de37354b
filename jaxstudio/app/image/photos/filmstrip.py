"""The filmstrip: thumbnails of the session's photos in sight, with stars, flags and a filter."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from jaxstudio.app.image.engine_bridge import EngineTask, image_of
from jaxstudio.app.image.photos.collection import Entry, PhotoCollection
from jaxstudio.app.image.thumbnail_list import paint_thumbnail
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.backend.protocol import OpenRequest, Pixels, pack_recipe
from jaxstudio.backend.requests import PhotoThumbnailRequest

MOST = 600  # that are kept
REST_MS = 700  # a recipe that is being changed is drawn small once it rests


class PhotoThumbnails(QObject):
    """The thumbnails of the filmstrip, made one at a time for the rows in sight. Emits `arrived(entry)`."""

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
        client = self.photos.document.engine_client
        entry = next((each for each in self._visible if self._lacks(each)), None)
        if self._task is not None or client is None or entry is None:
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

        def take(thumbnail: Pixels) -> None:
            self._take(entry, image_of(thumbnail).copy())

        task = EngineTask(lambda *calls: client.call(request, *calls), "thumbnail", self)
        task.ended.connect(self._ended)
        self._task, self._of = task, entry
        task.start(take, lambda _: self._take(entry, None))

    def _take(self, entry: Entry, image: QImage | None) -> None:
        self._images[entry.number] = image
        self._images.move_to_end(entry.number)
        while len(self._images) > MOST:
            self._images.popitem(last=False)
        self.arrived.emit(entry)

    def _ended(self) -> None:
        self._task = self._of = None
        self._next()


CELL_PX, PICTURE_PX, LINE_PX = 112, 66, 16
STRIP_PX = PICTURE_PX + 2 * LINE_PX + 14
SIDE_PX = 128
ENTRY = Qt.ItemDataRole.UserRole
STAR, PICKED, REJECTED = "★", "⚑", "✕"
MOST_SCALED = 100  # thumbnails in the size of the screen's pixels
SETTLED_MS = 60  # between scrolling and asking for what is to be seen
CONTEXT = ("copy_recipe", "paste_recipe", "", "pick", "reject", "unflag", "", "remove_photo")
Index = QModelIndex | QPersistentModelIndex


class Photos(QAbstractListModel):
    """The entries of the collection that the filter lets through."""

    def __init__(self, photos: PhotoCollection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.photos = photos
        self.least = 0  # stars
        self.flag: str | None = None
        self.key: Callable[[Entry], Any] | None = None  # by which they are sorted
        self.entries: list[Entry] = []
        self.rows: dict[int, int] = {}  # by the numbers of the entries
        self.fill()

    def fill(self) -> None:
        """List anew: rows come and go where the list differs, the others stay as they are."""
        listed = [
            entry
            for entry in self.photos.entries
            if entry.rating >= self.least and self.flag in (None, entry.flag)
        ]
        listed = listed if self.key is None else sorted(listed, key=self.key)
        if listed == self.entries:
            return
        before, pairs = len(self.entries), list(zip(self.entries, listed, strict=False))
        head = next((row for row, (old, new) in enumerate(pairs) if old is not new), len(pairs))
        ends = zip(reversed(self.entries[head:]), reversed(listed[head:]), strict=False)
        tail = next((row for row, (old, new) in enumerate(ends) if old is not new), None)
        tail = min(before, len(listed)) - head if tail is None else tail
        if before - tail > head:
            self.beginRemoveRows(QModelIndex(), head, before - tail - 1)
            self.entries = self.entries[:head] + self.entries[before - tail :]
            self._number()
            self.endRemoveRows()
        if len(listed) - tail > head:
            self.beginInsertRows(QModelIndex(), head, len(listed) - tail - 1)
            self.entries = listed
            self._number()
            self.endInsertRows()

    def _number(self) -> None:
        self.rows = {entry.number: row for row, entry in enumerate(self.entries)}

    def index_of(self, entry: Entry) -> QModelIndex:
        """Return the index of an entry; invalid if the entry is not listed."""
        row = self.rows.get(entry.number)
        return QModelIndex() if row is None else self.index(row)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.problem or entry.path or entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry)
        return None

    def _spoken(self, entry: Entry) -> str:
        flags = {"pick": self.tr("picked"), "reject": self.tr("rejected"), "": ""}
        stars = self.tr("{0} of 5 stars").format(entry.rating) if entry.rating else ""
        return ", ".join(part for part in (entry.title, stars, flags[entry.flag], entry.problem) if part)


class Cell(QStyledItemDelegate):
    """Paints a thumbnail above stars and flag, the file's name, and what `about` says of the photo."""

    def __init__(self, strip: Filmstrip, about: Callable[[Entry], str] = lambda entry: "") -> None:
        super().__init__(strip)
        self.strip, self.about = strip, about
        self.resize(QSize(CELL_PX, STRIP_PX - 8), PICTURE_PX)

    def resize(self, size: QSize, picture_px: int) -> None:
        """Cells have this size, the pictures in them this height."""
        self.size, self.picture_px = size, picture_px
        self._scaled: dict[int, tuple[int, float, QPixmap]] = {}  # by the numbers of the entries

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self.size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry | None = index.data(ENTRY)
        if entry is None:
            return
        rect: QRect = option.rect
        palette: QPalette = option.palette
        box = rect.adjusted(3, 2, -3, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        current = entry is self.strip.photos.current
        ink = palette.color(QPalette.ColorRole.Text)
        accent = palette.color(QPalette.ColorRole.Highlight)
        if selected or current:
            field = QColor(accent)
            field.setAlphaF(0.32 if selected else 0.12)
            painter.setBrush(field)
            painter.setPen(accent if current else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, 6, 6)
        picture = QRect(box.left() + 4, box.top() + 4, box.width() - 8, self.picture_px)
        if entry.flag == "reject":
            painter.setOpacity(0.4)
        self._paint_picture(painter, picture, entry, palette)
        painter.setOpacity(1.0)
        missing = bool(entry.problem) or self.strip.thumbnails.refused(entry)
        if missing:
            painter.setPen(palette.color(QPalette.ColorRole.BrightText))
            painter.drawText(picture, Qt.AlignmentFlag.AlignCenter, "!")
        marks = QRect(picture.left(), picture.bottom() + 2, picture.width(), LINE_PX)
        painter.setPen(ink)
        painter.drawText(
            marks, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, STAR * entry.rating
        )
        sign = {"pick": PICKED, "reject": REJECTED}.get(entry.flag, "")
        painter.drawText(marks, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, sign)
        line = QRect(marks.left(), marks.bottom(), marks.width(), LINE_PX)
        small = painter.font()
        small.setPointSizeF(small.pointSizeF() * 0.88)
        painter.setFont(small)
        painter.setPen(ink if current else palette.color(QPalette.ColorRole.PlaceholderText))
        words = QFontMetrics(small).elidedText(entry.title, Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
        if about := self.about(entry):
            line.translate(0, LINE_PX)
            words = QFontMetrics(small).elidedText(about, Qt.TextElideMode.ElideRight, line.width())
            painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()

    def _paint_picture(self, painter: QPainter, box: QRect, entry: Entry, palette: QPalette) -> None:
        """The thumbnail, which is scaled to the pixels of the screen once, not whenever it is painted."""
        image, ratio = self.strip.thumbnails.image(entry), self.strip.devicePixelRatioF()
        if image is None:
            paint_thumbnail(painter, box, image, palette)
            return
        kept = self._scaled.get(entry.number)
        if kept is None or kept[:2] != (image.cacheKey(), ratio):
            pixmap = QPixmap(box.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            into = QPainter(pixmap)
            paint_thumbnail(into, QRect(QPoint(), box.size()), image, palette)
            into.end()
            while len(self._scaled) >= MOST_SCALED:
                del self._scaled[next(iter(self._scaled))]
            kept = self._scaled[entry.number] = image.cacheKey(), ratio, pixmap
        painter.drawPixmap(box.topLeft(), kept[2])


class PhotoList(QListView):
    """A list of one row; only photos in sight are painted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters and digits are commands here, no search for a name."""
        if event.text() and event.text().isprintable() and event.text() != " ":
            event.ignore()
        else:
            super().keyPressEvent(event)


class Filmstrip(QFrame):
    """Goes to the photo that is clicked or reached by the arrow keys; several can be selected."""

    def __init__(
        self, photos: PhotoCollection, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.photos, self._actions = photos, actions
        self.thumbnails = PhotoThumbnails(photos, self)
        self.model = Photos(photos, self)
        self.list = PhotoList(self)
        self.list.setAccessibleName(self.tr("Photos of the session"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(Cell(self))
        self.list.setFixedHeight(STRIP_PX + 8)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        any_rating = [(self.tr("Any rating"), 0)]
        ratings = any_rating + [(STAR * least, least) for least in range(1, 6)]
        about = self.tr("Show photos with at least so many stars")
        self.stars = ChoiceBox(self, about, ratings, tip=about)
        flags = (
            (self.tr("Any flag"), None),
            (self.tr("Picked"), "pick"),
            (self.tr("Not flagged"), ""),
            (self.tr("Rejected"), "reject"),
        )
        about = self.tr("Show photos with this flag")
        self.flags = ChoiceBox(self, about, flags, tip=about)
        self.words = make_label("", "muted", self)
        self._lay_out()
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self.want_visible)
        self.also_visible: Callable[[], list[Entry]] = list  # entries in sight in another view of the list
        self._following = False
        self._marked_entry = photos.current  # that is marked as the one on the canvas
        self._connect()
        self.draw()

    def _lay_out(self) -> None:
        wide = max(SIDE_PX, self.stars.sizeHint().width(), self.flags.sizeHint().width())
        for widget in (self.stars, self.flags, self.words):
            widget.setFixedWidth(wide)
        side = down(None, self.stars, self.flags, self.words, None, spacing=4)
        across(self, (self.list, 1), side, spacing=8, margins=(8, 5, 10, 5))

    def _connect(self) -> None:
        photos = self.photos
        photos.changed.connect(self.draw)
        photos.current_changed.connect(self._follow)
        photos.marked.connect(self._paint)
        self.thumbnails.arrived.connect(self._paint)
        photos.outdated.connect(self._outdate)
        self.list.selectionModel().currentChanged.connect(self._go)
        self.list.customContextMenuRequested.connect(lambda at: self.show_menu(self.list, at))
        self.list.horizontalScrollBar().valueChanged.connect(lambda _: self._settled.start())
        self.stars.activated.connect(self._filter)
        self.flags.activated.connect(self._filter)

    # What there is

    @property
    def listed(self) -> list[Entry]:
        """The photos that the filter lets through."""
        return self.model.entries

    @property
    def selected(self) -> list[Entry]:
        """The selected photos in their order."""
        parts = self.list.selectionModel().selection()  # few, however many rows they hold
        ranges = [parts.at(place) for place in range(parts.size())]
        rows = {row for part in ranges for row in range(part.top(), part.bottom() + 1)}
        return [self.model.entries[row] for row in sorted(rows)]

    def select_all(self) -> None:
        self.list.selectAll()

    def visible_entries(self) -> list[Entry]:
        """Return the entries in sight and a few beside them."""
        if not self.isVisible():
            return []
        at, width = self.list.horizontalScrollBar().value(), self.list.viewport().width()
        first, last = at // CELL_PX - 1, (at + width) // CELL_PX + 2
        return self.model.entries[max(first, 0) : last]

    # Drawing

    def draw(self) -> None:
        """List what there is, with the current photo in sight."""
        selected = self.selected
        self.model.fill()
        for entry in selected:  # what was taken away and listed again
            index = self.model.index_of(entry)
            if index.isValid() and not self.list.selectionModel().isSelected(index):
                self.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
        count, listed = self.photos.count, len(self.model.entries)
        words = self.tr("Photos: {0}") if listed == count else self.tr("Photos: {1} of {0}")
        self.words.setText(words.format(count, listed))
        self._follow()

    def _filter(self) -> None:
        self.model.least, self.model.flag = self.stars.currentData(), self.flags.currentData()
        self.draw()

    def _follow(self) -> None:
        """The list's current item is the photo that is shown."""
        index = self.model.index_of(self.photos.current)
        if index.isValid():
            self._following = True
            command = QItemSelectionModel.SelectionFlag
            chosen = self.list.selectionModel()
            same = self._marked_entry is self.photos.current and chosen.hasSelection()
            keeps = same or chosen.isSelected(index)
            how = command.NoUpdate if keeps else command.ClearAndSelect
            chosen.setCurrentIndex(index, how)
            self.list.scrollTo(index)
            self._following = False
        for entry in (self._marked_entry, self.photos.current):
            self._paint(entry)
        self._marked_entry = self.photos.current
        self._settled.start()

    def _paint(self, entry: Entry) -> None:
        """Something of this photo looks otherwise now."""
        index = self.model.index_of(entry)
        if index.isValid():
            self.list.update(index)

    def _go(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY)
        if entry is not None and not self._following:
            self.photos.go(entry)

    def _outdate(self, entry: Entry) -> None:
        self.thumbnails.outdate(entry)
        self._settled.start()

    def want_visible(self) -> None:
        """Have the thumbnails made that are in sight, here or in another view of the list."""
        self.thumbnails.want(list(dict.fromkeys([*self.also_visible(), *self.visible_entries()])))

    def show_menu(self, view: QListView, at: QPoint) -> None:
        """Offer what can be done with the selected photos."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in CONTEXT:
            if name:
                menu.addAction(self._actions[name])
            else:
                menu.addSeparator()
        menu.popup(view.viewport().mapToGlobal(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.list.scrollTo(self.list.currentIndex(), QListView.ScrollHint.PositionAtCenter)
        self._settled.start()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._settled.start()

    def hideEvent(self, event: Any) -> None:
        super().hideEvent(event)
        self.want_visible()
