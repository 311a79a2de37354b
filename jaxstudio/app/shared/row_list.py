"""A list of rows that are dragged to other places: scrolled at its ends, with a mark where a row would go."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

EDGE_PX = 36  # dragging this close to the end of the list scrolls it
EDGE_STEP_PX = 12


class RowList(QScrollArea):
    """The rows stand in `column`, whose margins and spacing are the list's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list = QWidget(self)
        self.list.setObjectName("list")
        self.list.setMinimumWidth(1)  # never wider than what is seen of it: nothing scrolls sideways
        self.column = QVBoxLayout(self.list)
        self.setWidget(self.list)
        self.mark = QFrame(self.list)
        self.mark.setObjectName("mark")
        self.mark.setAutoFillBackground(True)
        self.mark.setBackgroundRole(self.palette().ColorRole.Highlight)
        self.mark.hide()

    def show_row(self, row: QWidget) -> None:
        """Scroll to a whole row; of one that is taller than the list, to its top."""
        self.ensureWidgetVisible(row, 0, self.column.spacing())
        self.ensureVisible(0, row.mapTo(self.list, QPoint()).y(), 0, self.column.spacing())

    def mark_place(self, global_y: int, others: Sequence[QWidget]) -> int:
        """Before which of the `others` a row that is held at `global_y` would go; their number is the end."""
        at = self.viewport().mapFromGlobal(QPoint(0, global_y)).y()
        bar = self.verticalScrollBar()
        if at < EDGE_PX:
            bar.setValue(bar.value() - EDGE_STEP_PX)
        elif at > self.viewport().height() - EDGE_PX:
            bar.setValue(bar.value() + EDGE_STEP_PX)
        y = self.list.mapFromGlobal(QPoint(0, global_y)).y()
        place = sum(y > row.geometry().center().y() for row in others)
        if others:
            between = self.column.spacing() // 2
            after = place == len(others)
            line = (
                others[-1].geometry().bottom() + between
                if after
                else others[place].geometry().top() - between
            )
            margins = self.column.contentsMargins()
            width = self.list.width() - margins.left() - margins.right()
            self.mark.setGeometry(margins.left(), line - 1, width, 3)
            self.mark.raise_()
        self.mark.setVisible(bool(others))
        return place


class DraggedRow(QFrame):
    """A row that the mouse takes to another place: `dragged(global y)`, then `dropped` or `drag_cancelled`.

    `clicked`: it was pressed and let go where it was.
    """

    dragged = Signal(int)
    dropped = Signal()
    drag_cancelled = Signal()
    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed_at: QPoint | None = None
        self.dragging = False

    @property
    def taken_at(self) -> int:
        """Return how far the pointer is below the top of the row."""
        return 0 if self._pressed_at is None else self._pressed_at.y()

    def cancel_drag(self) -> None:
        self._let_go()
        self.drag_cancelled.emit()

    def show_dragging(self, dragging: bool) -> None:
        """Show that the row is held, or no longer."""
        self.setCursor(Qt.CursorShape.ClosedHandCursor if dragging else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            return
        far = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if not self.dragging and far >= QApplication.startDragDistance():
            self.dragging = True
            self.show_dragging(True)
        if self.dragging:
            self.dragged.emit(event.globalPosition().toPoint().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging = self.dragging
        self._let_go()
        (self.dropped if dragging else self.clicked).emit()

    def _let_go(self) -> None:
        self._pressed_at = None
        if self.dragging:
            self.dragging = False
            self.show_dragging(False)


def chain_tabs(widgets: Iterable[QWidget]) -> None:
    """Let Tab go from each widget to the next; a panel that floats is a window with an order of its own."""
    for before, after in itertools.pairwise(widgets):
        if before.window() is after.window():
            QWidget.setTabOrder(before, after)


def focusables(row: QWidget) -> list[QWidget]:
    """The controls of a widget in the order of Tab: as its layouts place them, not as they were made."""
    window = row.window()  # the lists of combo boxes are windows of their own
    placed = dict.fromkeys(_placed(row))
    rest = [widget for widget in row.findChildren(QWidget) if widget not in placed]
    return [
        widget
        for widget in (*placed, *rest)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.window() is window
    ]


def _placed(widget: QWidget) -> Iterator[QWidget]:
    """Yield the widgets inside a widget in the order of its layouts, those of a scroll area included."""
    layout = widget.layout()
    if isinstance(widget, QScrollArea):
        inner = [widget.widget()]
    elif isinstance(widget, QSplitter):
        inner = [widget.widget(place) for place in range(widget.count())]
    else:
        inner = []
    for each in inner:
        if each is not None:
            yield each
            yield from _placed(each)
    if layout is not None and not inner:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield widget
            yield from _placed(widget)
        elif inner is not None:
            yield from _in_layout(inner)
