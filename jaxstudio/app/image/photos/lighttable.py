"""The lighttable: all photos of the session in a grid, with date and camera, sorted, over the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from jaxstudio.app.image.engine_bridge import EngineTask
from jaxstudio.app.image.photos.collection import Entry
from jaxstudio.app.image.photos.filmstrip import LINE_PX, SETTLED_MS, Cell, PhotoList
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.slider import Slider
from jaxstudio.backend.requests import PhotoFacts, PhotoFactsRequest

if TYPE_CHECKING:
    from jaxstudio.app.image.photos.filmstrip import Filmstrip

LEAST_PX, USUAL_PX, MOST_PX = 110, 180, 340  # of a cell's width
WIDTH_KEY, ORDER_KEY = "lighttable/width", "lighttable/order"
AT_ONCE = 64  # files whose facts are asked for in one request
ADDED, NAME, DATE, RATING = "added", "name", "date", "rating"
SLIDER_PX = 140


def sort_key(order: str, entry: Entry) -> Any:
    """The key by which photos are sorted; photos without a date stand at the end."""
    return {
        NAME: (entry.title.casefold(),),
        DATE: (not entry.date, entry.date, entry.title.casefold()),
        RATING: (-entry.rating,),
    }.get(order, ())


class Facts(QObject):
    """Asks for the date and the camera of each photo, some files at a time; emits `arrived`."""

    arrived = Signal()

    def __init__(self, strip: Filmstrip) -> None:
        super().__init__(strip)
        self.photos = strip.photos
        self._known: set[int] = set()  # numbers of entries
        self._task: EngineTask | None = None

    def want(self) -> None:
        """Ask for the facts of photos that have none yet."""
        client = self.photos.document.engine_client
        lacking = [each for each in self.photos.entries if each.path and each.number not in self._known]
        if not lacking or client is None or self._task is not None:
            return
        asked = lacking[:AT_ONCE]
        self._known.update(entry.number for entry in asked)
        request = PhotoFactsRequest(tuple(entry.path for entry in asked))

        def take(facts: tuple[PhotoFacts, ...]) -> None:
            for entry, each in zip(asked, facts, strict=True):
                entry.date, entry.camera = each.date, each.camera
            self.arrived.emit()

        self._task = EngineTask(lambda *calls: client.call(request, *calls), "facts", self)
        self._task.ended.connect(self._ended)
        self._task.start(take, lambda _: None)

    def _ended(self) -> None:
        self._task = None
        self.want()


class Lighttable(QFrame):
    """The filmstrip's photos in a grid; Enter or a double click shows one on the canvas, Esc closes.

    It shares the strip's list, filter and selection, so that commands on photos work in both alike.
    """

    closed = Signal()

    def __init__(self, strip: Filmstrip, settings: QSettings, over: QWidget) -> None:
        super().__init__(over)
        self.over = over
        self.setObjectName("status")
        self.setAutoFillBackground(True)
        self.strip, self.settings = strip, settings
        self.list = PhotoList(self)
        self.list.setAccessibleName(self.tr("Photos of the session"))
        self.list.setWrapping(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setModel(strip.model)
        self.list.setSelectionModel(strip.list.selectionModel())
        self.cell = Cell(strip, self._about)
        self.list.setItemDelegate(self.cell)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(lambda at: strip.show_menu(self.list, at))
        orders = (
            (self.tr("As added"), ADDED),
            (self.tr("By name"), NAME),
            (self.tr("By date"), DATE),
            (self.tr("By rating"), RATING),
        )
        self.order = ChoiceBox(self, self.tr("Order of the photos"), orders)
        self.order.show_value(str(settings.value(ORDER_KEY, ADDED)))
        self.order.chosen.connect(self._sort)
        self.size_slider = Slider(LEAST_PX, MOST_PX, 10, whole=True, parent=self)
        self.size_slider.setAccessibleName(self.tr("Size of the thumbnails"))
        self.size_slider.setFixedWidth(SLIDER_PX)
        self.size_slider.sent.connect(self._resize_cells)
        self.size_slider.reset_asked.connect(lambda: self._resize_cells(USUAL_PX))
        words = make_label(self.tr("Enter shows a photo, Esc goes back"), "muted", self)
        size = make_label(self.tr("Size"), "muted", self)
        bar = across(None, self.order, (words, 1), size, self.size_slider, spacing=10)
        down(self, bar, (self.list, 1), spacing=8, margins=(12, 8, 12, 0))
        self.facts = Facts(strip)
        self.facts.arrived.connect(self._sort)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._want_visible)
        strip.also_visible = self.visible_entries
        self.list.verticalScrollBar().valueChanged.connect(lambda _: self._settled.start())
        self.list.doubleClicked.connect(lambda _: self.closed.emit())
        strip.thumbnails.arrived.connect(self._paint)
        strip.photos.marked.connect(self._paint)
        strip.photos.changed.connect(self._changed)
        over.installEventFilter(self)
        self._resize_cells(int(str(settings.value(WIDTH_KEY, USUAL_PX))))
        self._sort()

    # What there is

    def visible_entries(self) -> list[Entry]:
        """The photos in sight, and a row more at both ends."""
        if not self.isVisible():
            return []
        size = self.cell.size
        columns = max(self.list.viewport().width() // size.width(), 1)
        at, height = self.list.verticalScrollBar().value(), self.list.viewport().height()
        first, last = at // size.height() - 1, (at + height) // size.height() + 2
        return self.strip.model.entries[max(first, 0) * columns : last * columns]

    def _about(self, entry: Entry) -> str:
        """The line below a photo's name."""
        date = entry.date.replace(":", "-", 2)[:16]
        return "  ".join(part for part in (date, entry.camera) if part)

    def _want_visible(self) -> None:
        if self.isVisible():
            self.strip.want_visible()
            self.facts.want()

    def _changed(self) -> None:
        self._settled.start()

    def _paint(self, entry: Entry) -> None:
        index = self.strip.model.index_of(entry)
        if index.isValid():
            self.list.update(index)

    # What is chosen

    def _sort(self, *_: object) -> None:
        order = self.order.currentData()
        self.settings.setValue(ORDER_KEY, order)
        self.strip.model.key = None if order == ADDED else lambda entry: sort_key(order, entry)
        self.strip.draw()
        self.list.viewport().update()

    def _resize_cells(self, width: float) -> None:
        width = int(min(max(width, LEAST_PX), MOST_PX))
        self.size_slider.show_value(width, USUAL_PX)
        self.settings.setValue(WIDTH_KEY, width)
        picture = round((width - 14) * 0.72)
        self.cell.resize(QSize(width, picture + 3 * LINE_PX + 14), picture)
        self.list.setGridSize(self.cell.size)  # the list asks for the sizes anew
        self.list.scrollTo(self.list.currentIndex())
        self._settled.start()

    # Over the canvas

    def open_over(self) -> None:
        """Cover the canvas."""
        self.setGeometry(self.over.rect())
        self.show()
        self.raise_()
        self.list.setFocus()
        self.list.scrollTo(self.list.currentIndex(), QListView.ScrollHint.PositionAtCenter)
        self._settled.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self.over.rect())
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settled.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.closed.emit()
        else:
            super().keyPressEvent(event)
