"""Layouts, labels and buttons: side by side, below each other, in a row that wraps, one over another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.lazy_dataclass import dataclass

Policy = QSizePolicy.Policy
Margins = tuple[int, int, int, int]
NO_MARGINS = (0, 0, 0, 0)
Box = TypeVar("Box", bound=QBoxLayout)
# A widget or layout, alone or with its share of the free room; a gap in pixels; None: a gap that stretches.
Item = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None


def across(
    parent: QWidget | None, *items: Item, spacing: int | None = None, margins: Margins | None = NO_MARGINS
) -> QHBoxLayout:
    """Items side by side, in `parent` if there is one. None for `margins` or `spacing`: the style's own."""
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    return _filled(layout, items, spacing, margins)


def down(
    parent: QWidget | None, *items: Item, spacing: int | None = None, margins: Margins | None = NO_MARGINS
) -> QVBoxLayout:
    """Items below each other, as in `across`."""
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    return _filled(layout, items, spacing, margins)


def _filled(layout: Box, items: tuple[Item, ...], spacing: int | None, margins: Margins | None) -> Box:
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        if item is None:
            layout.addStretch(1)
        elif isinstance(item, int):
            layout.addSpacing(item)
        else:
            part, stretch = item if isinstance(item, tuple) else (item, 0)
            if isinstance(part, QWidget):
                layout.addWidget(part, stretch)
            else:
                layout.addLayout(part, stretch)
    return layout


def make_label(
    words: str = "", look: str = "", parent: QWidget | None = None, *, tip: str = "", wraps: bool = False
) -> QLabel:
    """A label with a look of the style sheet."""
    label = QLabel(words, parent)
    if look:
        label.setProperty("look", look)
    label.setToolTip(tip)
    label.setWordWrap(wraps)
    return label


def make_button(
    words: str, do: Callable[[], object] | None = None, parent: QWidget | None = None, *, tip: str = ""
) -> QPushButton:
    """A button that no Enter presses unless it has the focus."""
    button = QPushButton(words, parent)
    button.setAutoDefault(False)
    button.setToolTip(tip)
    if do is not None:
        button.clicked.connect(lambda: do())
    return button


def set_look(widget: QWidget, look: object, name: str = "look") -> None:
    """Set a property that the style sheet reads, and draw the widget anew where it has changed."""
    if widget.property(name) != look:
        widget.setProperty(name, look)
        widget.style().polish(widget)


def show_in_front(window: QWidget) -> None:
    """Show a window, or bring it before the others."""
    window.show()
    window.raise_()
    window.activateWindow()


@dataclass
class _Cell:
    """An item of the layout: its minimum, preferred and maximum width, and its stretch.

    Each is asked of Qt once: a window that is being laid out needs them a thousand times.
    """

    item: QLayoutItem
    minimum: int
    preferred: int
    maximum: int
    stretch: int
    height: int
    spacer: bool


class FlowLayout(QLayout):
    """Like `QHBoxLayout` while all minimum widths fit side by side; else the rest goes on in a new row.

    Its minimum width is that of its widest item, so that a bar of many buttons does not widen the window.
    """

    def __init__(
        self, parent: QWidget | None = None, *, spacing: int | None = None, margins: Margins = NO_MARGINS
    ) -> None:
        """Lay out the children of `parent`; spacing: None for the style's own."""
        super().__init__(parent)
        self.setContentsMargins(*margins)
        if spacing is not None:
            self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []
        self._stretches: list[int] = []
        self._coming = 0
        self._cached_cells: list[_Cell] | None = None
        self._cached_heights: dict[int, int] = {}

    def invalidate(self) -> None:
        """Measure the items anew: Qt calls it when one of them is changed, shown or hidden."""
        self._cached_cells, self._cached_heights = None, {}
        super().invalidate()

    # What is in it

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Append a widget; `stretch` is its share of the row's spare width."""
        self._coming = stretch
        self.addWidget(widget)
        self._coming = 0

    def add_space(self, width: int) -> None:
        """A gap, left out where a row begins or ends."""
        self.addItem(QSpacerItem(width, 0, Policy.Fixed, Policy.Minimum))

    def add_stretch(self) -> None:
        """A stretch: the widgets after it stand at the right."""
        self._coming = 1
        self.addItem(QSpacerItem(0, 0, Policy.Expanding, Policy.Minimum))
        self._coming = 0

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._stretches.append(self._coming)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        del self._stretches[index]
        return self._items.pop(index)

    # Sizes

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._cached_heights:
            self._cached_heights[width] = self._place(QRect(0, 0, width, 0), only_measure=True)
        return self._cached_heights[width]

    def sizeHint(self) -> QSize:
        """Return the size of all widgets in one row."""
        cells = self._cells()
        wide = sum(cell.preferred for cell in cells) + self._gaps(cells)
        return self._with_margins(wide, max((cell.height for cell in cells), default=0))

    def minimumSize(self) -> QSize:
        cells = self._cells()
        wide = max((cell.minimum for cell in cells if not cell.spacer), default=0)
        return self._with_margins(wide, max((cell.height for cell in cells), default=0))

    def _with_margins(self, width: int, height: int) -> QSize:
        margins = self.contentsMargins()
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, only_measure=False)

    # Rows

    def _cells(self) -> list[_Cell]:
        if self._cached_cells is None:
            self._cached_cells = self._measure()
        return self._cached_cells

    def _measure(self) -> list[_Cell]:
        cells = []
        for item, stretch in zip(self._items, self._stretches, strict=True):
            spacer = item.spacerItem() is not None
            if not spacer and item.isEmpty():
                continue  # a hidden widget
            minimum, wanted = item.minimumSize().width(), item.sizeHint()
            maximum = item.maximumSize().width()
            preferred = min(max(wanted.width(), minimum), maximum)
            cells.append(_Cell(item, minimum, preferred, maximum, stretch, wanted.height(), spacer))
        return cells

    def _gaps(self, cells: list[_Cell]) -> int:
        return self.spacing() * max(len([cell for cell in cells if not cell.spacer]) - 1, 0)

    def _rows(self, width: int) -> list[list[_Cell]]:
        rows: list[list[_Cell]] = [[]]
        gap, used, widgets = self.spacing(), 0, 0  # in the last row
        for cell in self._cells():
            if not cell.spacer and widgets and used + cell.minimum + gap * widgets > width:
                rows.append([])
                used = widgets = 0
            rows[-1].append(cell)
            used += cell.minimum
            widgets += not cell.spacer
        return rows

    def _widths(self, row: list[_Cell], width: int) -> list[int]:
        """Share the width: first the minimums, then the preferred widths, then the rest by stretch."""
        widths = [min(cell.minimum, width) for cell in row]
        room = width - sum(widths) - self._gaps(row)
        missing = [cell.preferred - used for cell, used in zip(row, widths, strict=True)]
        share = min(room / sum(missing), 1.0) if room > 0 and sum(missing) > 0 else 0.0
        widths = [used + int(lack * share) for used, lack in zip(widths, missing, strict=True)]
        for _ in row:  # until those that reach their maximum have given back what is left over
            room = width - sum(widths) - self._gaps(row)
            open_to = [k for k, cell in enumerate(row) if cell.stretch and widths[k] < cell.maximum]
            if room <= 0 or not open_to:
                break
            whole = sum(row[k].stretch for k in open_to)
            for k in open_to:
                widths[k] = min(widths[k] + max(room * row[k].stretch // whole, 1), row[k].maximum)
        return widths

    def _place(self, rect: QRect, *, only_measure: bool) -> int:
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        y = inner.y()
        for number, row in enumerate(self._rows(inner.width())):
            y += self.spacing() if number else 0
            height = max((cell.height for cell in row), default=0)
            if not only_measure:
                self._place_row(row, QRect(inner.x(), y, inner.width(), height))
            y += height
        return y - rect.y() + margins.bottom()

    def _place_row(self, row: list[_Cell], rect: QRect) -> None:
        x = rect.x()
        for cell, width in zip(row, self._widths(row, rect.width()), strict=True):
            high = min(cell.height, rect.height())
            widget = cell.item.widget()
            if widget is not None and widget.sizePolicy().verticalPolicy() in (
                Policy.Preferred,
                Policy.Expanding,
            ):
                high = rect.height()
            cell.item.setGeometry(QRect(x, rect.y() + (rect.height() - high) // 2, width, high))
            x += width + (0 if cell.spacer else self.spacing())


FRAME_PX = QSize(16, 56)  # what a window manager may put around a window


def resize_on_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window this size, or the screen's if that is smaller; at scale 2 the screen is half as large."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - FRAME_PX))


class Layers(QWidget):
    """`below` fills the place; `above` lies over the middle of its bottom, as high as its text needs."""

    MOST_PX, EDGE_PX = 640, 12

    def __init__(self, below: QWidget, above: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.below, self.above = below, above
        below.setParent(self)
        above.setParent(self)
        above.raise_()
        self.setMinimumSize(below.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def event(self, event: QEvent) -> bool:
        # Without a layout of its own a widget hears of its children's new sizes this way.
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def _place(self) -> None:
        self.below.setGeometry(self.rect())
        width = max(min(self.width() - 2 * self.EDGE_PX, self.MOST_PX), 1)
        layout = self.above.layout()
        if layout is not None:
            layout.activate()
        height = self.above.heightForWidth(width) if self.above.hasHeightForWidth() else -1
        height = height if height >= 0 else self.above.sizeHint().height()
        left, top = (self.width() - width) // 2, self.height() - height - self.EDGE_PX
        self.above.setGeometry(left, top, width, height)


LEAST_PX = 24


class OneLine(QLabel):
    """A label of plain text that ends with an ellipsis where it is cut; its tooltip has the whole.

    Texts among `whole` are never cut: their room is kept, so that they move nothing when they come.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        words: str = "",
        look: str = "muted",
        *,
        whole: Sequence[str] = (),
    ) -> None:
        super().__init__(words, parent)
        self._whole = whole
        self.setProperty("look", look)
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def _elided_text(self) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        kept = max((self.fontMetrics().horizontalAdvance(text) + 1 for text in self._whole), default=0)
        return QSize(max(min(hint.width(), LEAST_PX), kept), hint.height())

    def event(self, event: QEvent) -> bool:
        cut = event.type() == QEvent.Type.ToolTip and self._elided_text != self.text()
        if cut and not self.toolTip():
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.text(), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self.rect(), self.alignment(), self.palette(), self.isEnabled(), self._elided_text,
            self.foregroundRole(),
        )  # fmt: skip
