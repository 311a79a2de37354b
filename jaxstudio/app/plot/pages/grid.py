"""A table to be read: rows of texts, chosen row said, Ctrl+C copies them for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

ROW_PX = 25
MOST_PX = 340


class Grid(QTableWidget):
    """`went(row)` is said when a row is chosen by hand or by keys."""

    went = Signal(int)

    def __init__(self, name: str, headings: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.itemSelectionChanged.connect(self._chosen)
        self._filling = False
        small = QFont(self.font())
        small.setPointSizeF(small.pointSizeF() * 0.92)
        self.setFont(small)
        self.headings: list[str] = []
        self.show_headings(headings)
        self.show_rows(())

    def show_headings(self, headings: Sequence[str]) -> None:
        self.headings = list(headings)
        self.setColumnCount(len(headings))
        self.setHorizontalHeaderLabels(list(headings))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    def show_rows(
        self, rows: Sequence[Sequence[str]], bold: Sequence[int] = (), most_px: int = MOST_PX
    ) -> None:
        """Write these rows; the table is as high as they need, up to `most_px`."""
        self._filling = True
        kept = self.currentRow()
        self.clearSpans()
        self.setRowCount(len(rows))
        strong = QFont(self.font())
        strong.setBold(True)
        for place, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                if place in bold:
                    item.setFont(strong)
                self.setItem(place, column, item)
            if place in bold and len(texts) > 1 and not any(texts[1:]):
                self.setSpan(place, 0, 1, len(texts))
        if 0 <= kept < len(rows):
            self.setCurrentCell(kept, 0)
        else:
            self.clearSelection()
            self.setCurrentCell(-1, -1)
        self._filling = False
        self.setVisible(bool(rows))
        high = len(rows) * ROW_PX + self.horizontalHeader().sizeHint().height() + 6
        self.setFixedHeight(min(high, most_px))

    def _chosen(self) -> None:
        if not self._filling and self.selectedItems():
            self.went.emit(self.currentRow())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.as_text())
        else:
            super().keyPressEvent(event)

    def as_text(self) -> str:
        """The chosen rows, or all, with tabs between the columns."""
        rows = sorted({item.row() for item in self.selectedItems()}) or list(range(self.rowCount()))
        lines = ["\t".join(self.headings)]
        for row in rows:
            items = [self.item(row, column) for column in range(self.columnCount())]
            lines.append("\t".join(item.text() if item is not None else "" for item in items))
        return "\n".join(lines)
