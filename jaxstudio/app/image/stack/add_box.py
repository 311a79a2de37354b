"""Add a filter: a search field over the catalogue, its results with thumbnails, and a menu by category."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QMenu, QWidget

from jaxstudio.app.image.canvas.handle_geometry import PAINTED_FIRST, PLACED_FIRST
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.editing import BRUSH
from jaxstudio.app.image.thumbnail_list import Index, PictureRows, Row, Thumbs
from jaxstudio.app.shared.layouts import down
from jaxstudio.app.shared.text import in_words, of_catalogue, of_value
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe import Recipe, Step

SHOWN_ROWS = 9
OFTEN_USED = ("exposure", "contrast", "saturation", "crop", "gaussian_blur", "unsharp_mask")
OP_ROLE = Qt.ItemDataRole.UserRole
PARAMS_ROLE = Qt.ItemDataRole.UserRole + 1  # values that the typed words give to the filter


class SearchField(QLineEdit):
    """The search field; arrow keys move through the list while the cursor stays in the field."""

    entered = Signal()
    left = Signal()
    arrow = Signal(int)
    chosen = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        step = {key.Key_Down: 1, key.Key_Up: -1, key.Key_PageDown: 8, key.Key_PageUp: -8}.get(
            key(event.key())
        )
        if step:
            self.arrow.emit(step)
        elif event.key() in (key.Key_Return, key.Key_Enter):
            self.chosen.emit()
        elif event.key() == key.Key_Escape:
            self.clear()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ResultDelegate(PictureRows):
    """A filter's effect, and beside it its title and category above its description."""

    def row(self, index: Index) -> Row | None:
        op: OpSpec | None = index.data(OP_ROLE)
        if op is None:
            return None
        title = of_catalogue(op.title)
        params = index.data(PARAMS_ROLE)
        for param in op.params:
            if param.name in params:
                title += f": {in_words(param.name)} {of_value(param, params[param.name])}"
        return Row(_picture_key(op, params), title, in_words(op.category), of_catalogue(op.doc))


def _picture_key(op: OpSpec, params: Mapping[str, float | str]) -> Hashable:
    return op.name, *params.items()


class AddBox(QWidget):
    """The search field; its results lie over the widget `over` while it is in use."""

    added = Signal(int)  # the key of the new step

    def __init__(self, document: ImageDocument, over: QWidget) -> None:
        super().__init__(over)
        self.document = document
        self._over = over
        self._alone: dict[Hashable, Recipe] = {}  # each filter as the only step
        self.field = SearchField(self)
        self.field.setClearButtonEnabled(True)
        self.field.setAcceptDrops(False)  # a file that is dropped here is meant for the window
        self.field.setAccessibleName(self.tr("Add a filter"))
        self.field.setAccessibleDescription(self.tr("Type to search, arrow keys to choose, Enter to add"))
        down(self, self.field)
        self.setFocusProxy(self.field)
        self.results = QFrame(over)
        self.results.setObjectName("results")
        self.list = QListWidget(self.results)
        self.list.setAccessibleName(self.tr("Filters found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pictures = Thumbs(document, self)
        self.pictures.arrived.connect(lambda _: self.list.viewport().update())
        self.list.setItemDelegate(ResultDelegate(self.pictures, self.list))
        self.list.setMouseTracking(True)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)  # the texts wrap anew
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        down(self.results, self.list, margins=(4, 4, 4, 4))
        self.results.hide()
        over.installEventFilter(self)
        self.field.entered.connect(self.search)
        self.field.left.connect(self._close)
        self.field.textEdited.connect(self.search)
        self.field.textChanged.connect(self._cleared)
        self.field.arrow.connect(self._step)
        self.field.chosen.connect(self._add)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(self._add)
        self.list.verticalScrollBar().valueChanged.connect(self._request_pictures)
        document.photo_changed.connect(self._request_pictures)
        document.recipe_changed.connect(self._request_pictures)
        document.backend_changed.connect(self._catalogue_changed)
        self._catalogue_changed()

    def _catalogue_changed(self) -> None:
        ready = self.document.backend is not None
        self.field.setEnabled(ready)
        words = self.tr("Add a filter…  (Ctrl+K)") if ready else self.tr("Loading the filters…")
        self.field.setPlaceholderText(words)

    def search(self) -> None:
        """List what matches the field's words."""
        if self.document.backend is None:
            return
        self.list.clear()
        catalogue, text = self.document.backend.catalogue, self.field.text()
        found = catalogue.search_with_values(text, of_catalogue)
        if not found:
            self._say_nothing_found(catalogue.suggest(text, of_catalogue))
        for each in found:
            self._list(each.op, each.params)
        self.list.setCurrentRow(0)
        self._place()
        self.results.show()
        self.results.raise_()
        self._request_pictures()

    def _list(self, op: OpSpec, params: Mapping[str, float | str]) -> None:
        item = QListWidgetItem()
        item.setData(OP_ROLE, op)
        item.setData(PARAMS_ROLE, params)
        words = f"{of_catalogue(op.title)}, {in_words(op.category)}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        item.setToolTip(of_catalogue(op.doc))
        self.list.addItem(item)

    def _say_nothing_found(self, near: Sequence[OpSpec]) -> None:
        """Lines that cannot be chosen, and what may have been meant."""
        assert self.document.backend is not None
        catalogue = self.document.backend.catalogue
        words = self.tr("No filter matches. Perhaps:") if near else self.tr("No filter matches. Often used:")
        self._say(words)
        for op in near or [catalogue[name] for name in OFTEN_USED if name in catalogue]:
            self._list(op, {})
        self._say(self.tr("Commands are found by Ctrl+Shift+A"))

    def _say(self, words: str) -> None:
        item = QListWidgetItem(words)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    @property
    def complete(self) -> bool:
        """Whether every listed filter has its thumbnail, or the reason that it has none."""
        specs = [self.list.item(row).data(OP_ROLE) for row in range(self.list.count())]
        return len(self.pictures.images) >= sum(spec is not None for spec in specs) > 0

    def _request_pictures(self) -> None:
        """Ask for pictures of the listed filters' effects, those in sight first."""
        if not self.results.isVisible():
            return
        rows = range(self.list.count())
        items = [self.list.item(row) for row in rows]
        listed = [(op, item.data(PARAMS_ROLE)) for item in items if (op := item.data(OP_ROLE)) is not None]
        first = max(self.list.indexAt(QPoint(4, 4)).row(), 0)
        wanted = []
        for op, params in listed[first:] + listed[:first][::-1]:
            key = _picture_key(op, params)
            if key not in self._alone:
                self._alone[key] = Recipe().added(op, params)
            wanted.append((key, self._alone[key]))
        self.pictures.want(self.document.recipe, wanted)

    def _close(self) -> None:
        self.results.hide()
        self.pictures.stop()

    def _cleared(self, text: str) -> None:
        # The clear button is no edit to Qt.
        if not text and self.results.isVisible():
            self.search()

    def _place(self) -> None:
        over = self._over
        top = self.mapTo(over, self.rect().bottomLeft()).y() + 4
        rows = range(min(self.list.count(), SHOWN_ROWS))
        height = sum(self.list.sizeHintForRow(row) for row in rows) + 12
        self.results.setGeometry(
            self.x(), top, over.width() - 2 * self.x(), min(height, over.height() - top - 8)
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.results.isVisible():
            self._place()
        return False

    def _step(self, by: int) -> None:
        if not self.results.isVisible():
            self.search()
            return
        self.list.setCurrentRow(min(max(self.list.currentRow() + by, 0), self.list.count() - 1))

    def _add(self) -> None:
        item = self.list.currentItem()
        op = item.data(OP_ROLE) if item is not None and self.results.isVisible() else None
        if op is None:
            return
        self._close()
        step = self.document.add_step(op, params=item.data(PARAMS_ROLE))
        self.field.clear()
        self.added.emit(step.key)
        _begin_on_the_picture(self.document, step)


def fill_filters(menu: QMenu, document: ImageDocument) -> None:
    """Append a menu for each category to `menu`, in place of the old ones."""
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            menu.removeAction(action)
            below.deleteLater()
    if document.backend is None:
        return
    for category, filters in groupby(document.backend.catalogue.values(), lambda op: op.category):
        below = menu.addMenu(in_words(category))
        below.setToolTipsVisible(True)
        for op in filters:
            action = below.addAction(of_catalogue(op.title).replace("&", "&&"))
            action.setToolTip(of_catalogue(op.doc))
            action.setData(op)
            action.triggered.connect(partial(_add, document, op))


def _add(document: ImageDocument, op: OpSpec, _: bool = False) -> None:
    _begin_on_the_picture(document, document.add_step(op))


def _begin_on_the_picture(document: ImageDocument, step: Step) -> None:
    """Show the handles of a new step that is to be placed; for one that is to be painted take its brush."""
    if step.op.name in PLACED_FIRST:
        document.handle(step.key)
    elif step.op.name in PAINTED_FIRST:
        document.mask_editing.edit(step.key, BRUSH)
