"""Adding a filter: a search box over the catalogue, with what was found in a list below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.session import Session
from jaxstudio.app.text import in_words, of_catalogue
from jaxstudio.pipeline.op import Op

ROW_PX, SHOWN_ROWS = 48, 9
OP_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class SearchField(QLineEdit):
    """Where one types; arrow keys go to the list while the cursor stays here."""

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


class ResultDelegate(QStyledItemDelegate):
    """A filter's title and category above the first words of its description."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        op: Op | None = index.data(OP_ROLE)
        if op is None:
            super().paint(painter, option, index)
            return
        rect: QRect = option.rect.adjusted(4, 1, -4, -1)
        palette: QPalette = option.palette
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = palette.color(QPalette.ColorRole.Text)
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(rect, 6, 6)
            ink = faint = palette.color(QPalette.ColorRole.HighlightedText)
        inner = rect.adjusted(8, 4, -8, -4)
        small = painter.font()
        bold = painter.font()
        bold.setBold(True)
        title = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        below = title.translated(0, inner.height() // 2)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        category = in_words(op.category)
        metrics = QFontMetrics(small)
        room = title.width() - metrics.horizontalAdvance(category) - 10
        painter.setPen(ink)
        painter.setFont(bold)
        text = QFontMetrics(bold).elidedText(of_catalogue(op.title), Qt.TextElideMode.ElideRight, room)
        painter.drawText(title, left, text)
        painter.setFont(small)
        painter.setPen(faint)
        painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, category)
        doc = metrics.elidedText(of_catalogue(op.doc), Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, left, doc)
        painter.restore()


class AddBox(QWidget):
    """The search field; its results lie over the widget `over` while it is in use."""

    added = Signal(int)  # the key of the new step

    def __init__(self, session: Session, over: QWidget) -> None:
        super().__init__(over)
        self.session = session
        self._over = over
        self.field = SearchField(self)
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(self.tr("Add a filter"))
        self.field.setAccessibleDescription(self.tr("Type to search, arrow keys to choose, Enter to add"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.field)
        self.setFocusProxy(self.field)
        self.results = QFrame(over)
        self.results.setObjectName("results")
        self.list = QListWidget(self.results)
        self.list.setAccessibleName(self.tr("Filters found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(ResultDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QVBoxLayout(self.results)
        inside.setContentsMargins(4, 4, 4, 4)
        inside.addWidget(self.list)
        self.results.hide()
        over.installEventFilter(self)
        self.field.entered.connect(self.search)
        self.field.left.connect(self.results.hide)
        self.field.textEdited.connect(self.search)
        self.field.textChanged.connect(self._cleared)
        self.field.arrow.connect(self._step)
        self.field.chosen.connect(self._add)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(self._add)
        session.backend_changed.connect(self._catalogue_changed)
        self._catalogue_changed()

    def _catalogue_changed(self) -> None:
        ready = self.session.backend is not None
        self.field.setEnabled(ready)
        words = self.tr("Add a filter…  (Ctrl+K)") if ready else self.tr("Loading the filters…")
        self.field.setPlaceholderText(words)

    def search(self) -> None:
        """List what matches the field's words."""
        if self.session.backend is None:
            return
        self.list.clear()
        for op in self.session.backend.catalogue.search(self.field.text()):
            item = QListWidgetItem()
            item.setData(OP_ROLE, op)
            words = f"{of_catalogue(op.title)}, {in_words(op.category)}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setToolTip(of_catalogue(op.doc))
            self.list.addItem(item)
        if not self.list.count():
            item = QListWidgetItem(self.tr("No filter matches"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._place()
        self.results.show()
        self.results.raise_()

    def _cleared(self, text: str) -> None:
        # The clear button is no edit to Qt.
        if not text and self.results.isVisible():
            self.search()

    def _place(self) -> None:
        over = self._over
        top = self.mapTo(over, self.rect().bottomLeft()).y() + 4
        height = min(self.list.count(), SHOWN_ROWS) * ROW_PX + 12
        self.results.setGeometry(self.x(), top, self.width(), min(height, over.height() - top - 8))

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
        step = self.session.add_step(op)
        self.results.hide()
        self.field.clear()
        self.added.emit(step.key)
