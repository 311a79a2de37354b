"""Numbers in narrow cells: written with as many digits as there is room for, instead of cut off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

MARGIN_PX = 8


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """The number in `text` with the most digits that fit, at least two; no whole digit is rounded away."""
    if fits(text):
        return text
    number = float(text)
    for digits in (5, 4, 3, 2):
        shorter = f"{number:.{digits}g}"
        if abs(number) >= 1 and float(shorter).is_integer() and float(shorter) != number:
            break
        if fits(shorter):
            return shorter
    return text


class ShortNumbers(QStyledItemDelegate):
    """Draws a cell's number in the room there is; what is edited has all its digits."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        room = option.rect.width() - MARGIN_PX
        metrics = option.fontMetrics
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        try:
            option.text = shortened(text, lambda words: metrics.horizontalAdvance(words) <= room)
        except ValueError:  # not a number: about to be refused
            option.text = text
