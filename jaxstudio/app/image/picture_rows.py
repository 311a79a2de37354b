"""Rows of a list that show a small picture beside a title, a word at the right, and a line below."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jaxstudio.app.image import thumbs
from jaxstudio.app.image.thumbs import Thumbs

ROW_PX = 54
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """`key` finds the picture; a `refused` row says below, in red, what is wrong with it."""

    key: Hashable
    title: str
    right: str
    below: str
    refused: bool = False


class PictureRows(QStyledItemDelegate):
    """Paints what `row` says of an index; an index without a row is painted as usual."""

    def __init__(self, pictures: Thumbs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures = pictures

    def row(self, index: Index) -> Row | None:
        raise NotImplementedError

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW_PX)

    def title_box(self, rect: QRect) -> QRect:
        """Where the title of a row in `rect` stands."""
        inner = rect.adjusted(8, 5, -12, -5)
        inner.setLeft(inner.left() + thumbs.WIDTH + 10)
        return QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self.row(index)
        if row is None:
            super().paint(painter, option, index)
            return
        rect: QRect = option.rect
        palette: QPalette = option.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = palette.color(QPalette.ColorRole.Text)
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        # the danger colour of the theme is the one that a refused field wears
        below_ink = palette.color(QPalette.ColorRole.BrightText) if row.refused else faint
        if bool(option.state & QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(rect.adjusted(4, 1, -4, -1), 6, 6)
            ink = faint = below_ink = palette.color(QPalette.ColorRole.HighlightedText)
        title = self.title_box(rect)
        self.pictures.paint(
            painter,
            QRect(rect.left() + 8, rect.top() + 5, thumbs.WIDTH, rect.height() - 10),
            row.key,
            palette,
        )
        small = painter.font()
        bold = painter.font()
        bold.setBold(True)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        metrics, elide = QFontMetrics(small), Qt.TextElideMode.ElideRight
        room = title.width() - metrics.horizontalAdvance(row.right) - 10
        painter.setPen(ink)
        painter.setFont(bold)
        painter.drawText(title, left | middle, QFontMetrics(bold).elidedText(row.title, elide, room))
        painter.setFont(small)
        painter.setPen(faint)
        painter.drawText(title, right | middle, row.right)
        below = title.translated(0, title.height())
        painter.setPen(below_ink)
        painter.drawText(below, left | middle, metrics.elidedText(row.below, elide, below.width()))
        painter.restore()
