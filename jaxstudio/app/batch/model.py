"""The table of a batch: a row for each photo, for tens of thousands of them."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jaxstudio.app.shared.text import tr
from jaxstudio.backend.batch_protocol import BatchRows, BatchUpdate
from jaxstudio.batch.queue import State

PHOTO, RESULT, STATE, DETAILS = range(4)
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT = QModelIndex()


class BatchModel(QAbstractTableModel):
    """The rows of a batch. Changes come in groups: each group is one `dataChanged`, and Qt repaints once.

    `only_failed` shows those alone.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headers = (tr("Photo"), tr("Result"), tr("State"), tr("Details"))
        self.words = {
            State.WAITING.value: tr("Waiting"),
            State.RUNNING.value: tr("Running"),
            State.DONE.value: tr("Done"),
            State.SKIPPED.value: tr("There before"),
            State.FAILED.value: tr("Failed"),
        }
        self.sources: list[str] = []
        self.targets: list[str] = []
        self.states: list[str] = []
        self._shares: dict[int, float] = {}
        self._messages: dict[int, str] = {}
        self._visible: list[int] | None = None  # numbers of the rows that are shown; None is all

    def clear(self) -> None:
        """No rows."""
        self.beginResetModel()
        self.sources, self.targets, self.states = [], [], []
        self._shares, self._messages = {}, {}
        self._visible = None if self._visible is None else []
        self.endResetModel()

    def add_rows(self, rows: BatchRows) -> None:
        """Rows behind the last, or other targets of rows that are there."""
        known = len(self.sources)
        if rows.first < known:
            self.targets[rows.first : rows.first + len(rows.targets)] = rows.targets
            self._tell_changed(rows.first, rows.first + len(rows.targets) - 1)
            return
        if self._visible is None:
            self.beginInsertRows(QModelIndex(), known, known + len(rows.sources) - 1)
        self.sources += rows.sources
        self.targets += rows.targets
        self.states += [State.WAITING.value] * len(rows.sources)
        if self._visible is None:
            self.endInsertRows()

    def update_rows(self, update: BatchUpdate) -> None:
        """Update the rows' states."""
        failed_before = set(self._messages) if self._visible is not None else set()
        for number, state, share, message in zip(
            update.numbers, update.states, update.shares, update.messages, strict=True
        ):
            self.states[number] = state
            _keep(self._shares, number, share if state == State.RUNNING.value else 0.0)
            _keep(self._messages, number, message)
        if self._visible is not None and set(self._messages) != failed_before:
            self.show_failed(True)
        elif update.numbers:
            self._tell_changed(min(update.numbers), max(update.numbers))

    def show_failed(self, only: bool) -> None:
        """Show the rows of files that failed alone, or all."""
        self.beginResetModel()
        self._visible = sorted(self._messages) if only else None
        self.endResetModel()

    def _tell_changed(self, first: int, last: int) -> None:
        if self._visible is not None:
            first, last = 0, len(self._visible) - 1
        if first <= last:
            self.dataChanged.emit(self.index(first, RESULT), self.index(last, DETAILS))

    def number(self, row: int) -> int:
        """The number of the photo in a row."""
        return row if self._visible is None else self._visible[row]

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        if parent.isValid():
            return 0
        return len(self.sources) if self._visible is None else len(self._visible)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.headers)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if role != Role.DisplayRole:
            return None
        return self.headers[section] if orientation == Qt.Orientation.Horizontal else section + 1

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        number, column = self.number(index.row()), index.column()
        if column in (PHOTO, RESULT):
            path = (self.sources if column == PHOTO else self.targets)[number]
            return path if role == Role.ToolTipRole else os.path.basename(path)
        if column == STATE:
            return self.words[self.states[number]]
        message = self._messages.get(number, "")
        if role == Role.DisplayRole:
            message = message.removeprefix(f"{self.sources[number]}: ")
        if not message and self.states[number] == State.RUNNING.value:
            return tr("{0} %").format(round(100 * self._shares.get(number, 0.0)))
        return message


def _keep(values: dict[int, Any], number: int, value: Any) -> None:
    """Store only texts that are not empty: most rows have none."""
    if value:
        values[number] = value
    else:
        values.pop(number, None)
