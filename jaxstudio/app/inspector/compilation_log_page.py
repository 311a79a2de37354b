"""The page of compilations since the start: what each was for, and its cause."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView, QWidget

from jaxstudio.app.inspector.pane import RIGHT
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.layouts import across, down, make_label
from jaxstudio.app.shared.text import of_catalogue, of_time, tr
from jaxstudio.ir.compilation_log import (
    COMPILATION_LOG,
    INSPECTED,
    MOST_ENTRIES,
    UNUSED,
    Change,
    Entry,
    advice_for,
)

LOOK_MS = 500
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class Entries(QAbstractTableModel):
    """The newest compilation on top."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.heads = (
            self.tr("When"),
            self.tr("Function"),
            self.tr("Arguments"),
            self.tr("Trace"),
            self.tr("Lower"),
            self.tr("Compile"),
            self.tr("Cache"),
            self.tr("Why"),
        )

    def look(self) -> None:
        """Show the compilations since the last call."""
        new = COMPILATION_LOG.entries(self.entries[0].number if self.entries else 0)
        if new:
            self.beginInsertRows(QModelIndex(), 0, len(new) - 1)
            self.entries[:0] = reversed(new)
            self.endInsertRows()
        if len(self.entries) > MOST_ENTRIES:
            self.beginRemoveRows(QModelIndex(), MOST_ENTRIES, len(self.entries) - 1)
            del self.entries[MOST_ENTRIES:]
            self.endRemoveRows()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return len(self.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return self.heads[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Role.TextAlignmentRole and index.column() in (3, 4, 5):
            return RIGHT
        if role == Role.ToolTipRole and index.column() in (1, 2, 7):
            more = {7: list(map(_of_change, entry.changes)), 1: [entry.place, entry.thread]}.get(
                index.column(), []
            )
            return "\n".join([_cell(entry, index.column()), *filter(None, more)])
        return _cell(entry, index.column()) if role == Role.DisplayRole else None


def _cell(entry: Entry, column: int) -> str:
    if column == 0:
        return datetime.datetime.fromtimestamp(entry.when).strftime("%H:%M:%S")
    if column in (3, 4, 5):
        seconds = (entry.trace, entry.lower, entry.compile)[column - 3]
        return of_time(seconds) if seconds else ""
    return {1: entry.title, 2: ", ".join(entry.arguments), 6: of_catalogue(entry.cache), 7: _why(entry)}[
        column
    ]


PLACE = re.compile(r"(sharding of )?argument (\d+)")


def _why(entry: Entry) -> str:
    """The cause in the language of the window, then the changes where the cause lists them."""
    changes = "; ".join(map(str, entry.changes))
    if not changes or not entry.why.endswith(changes):
        whole = of_catalogue(entry.why)
        return whole if whole != entry.why else "; ".join(map(of_catalogue, entry.why.split("; ")))
    causes = filter(None, entry.why.removesuffix(changes).split("; "))
    return "; ".join([*map(of_catalogue, causes), *map(_of_change, entry.changes)])


def _of_change(change: Change) -> str:
    where, before, now = change.parts
    return f"{_of_place(where)}: {of_catalogue(before)} → {of_catalogue(now)}"


def _of_place(where: str) -> str:
    name, comma, unused = where.rpartition(", ")
    if comma and unused == UNUSED:
        return tr("{0}, not used by the program").format(_of_place(name))
    place = PLACE.fullmatch(where)
    if place is None:
        return of_catalogue(where)
    return (tr("sharding of argument {0}") if place[1] else tr("argument {0}")).format(place[2])


class CompilationLogPage(QWidget):
    """Polls for new entries while it is visible; tells what to do about the selected one."""

    compare_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = QTableView(self)
        self.table.setAccessibleName(self.tr("Compilations"))
        self.model = Entries(self)
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in enumerate((72, 150, 250, 76, 76, 76, 60, 320)):
            self.table.setColumnWidth(column, max(width, header.sectionSizeHint(column)))
        # the cause is seen in a narrow window, too
        header.moveSection(7, 2)
        header.moveSection(3, 7)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.advice = make_label("", parent=self, wraps=True)
        self.advice.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        about = self.tr("Pin the compilation that was shown before this one, and compare the two")
        self.compare = small_button(self.tr("Compare with the One Before"), self, about)
        self.compare.clicked.connect(lambda _: self.compare_asked.emit())
        self.there_is_one_before: Callable[[], bool] = lambda: False
        self._below = QFrame(self)
        self._below.setObjectName("toolbar")
        across(self._below, (self.advice, 1), self.compare, spacing=8, margins=(8, 4, 8, 4))
        self._below.hide()
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._advise(now.row()))
        down(self, (self.table, 1), self._below, spacing=0)
        self._poll_timer = QTimer(self, interval=LOOK_MS)
        self._poll_timer.timeout.connect(self.model.look)

    def _advise(self, row: int) -> None:
        """Give advice about an entry, and offer to compare the inspected compilation."""
        entry = self.model.entries[row] if 0 <= row < len(self.model.entries) else None
        self._below.setVisible(entry is not None)
        if entry is None:
            return
        advice = of_catalogue(advice_for(entry))
        self.advice.setText(f"{_why(entry)}\n{advice[:1].upper()}{advice[1:]}".strip())
        self.compare.setVisible(entry.why.startswith(INSPECTED) and self.there_is_one_before())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.look()
        self._poll_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._poll_timer.stop()
