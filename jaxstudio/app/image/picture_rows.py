"""Rows of a list that show a small picture beside a title, a word at the right, and a text below."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jaxstudio.app.image import thumbs
from jaxstudio.app.image.thumbs import Thumbs

ROW_PX, EDGE_PX = 54, 5
WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
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
        """As high as all of the text below needs in the list's width."""
        row, view = self.row(index), self.parent()
        if row is None or not isinstance(view, QAbstractItemView):
            return QSize(100, ROW_PX)
        metrics = QFontMetrics(view.font())
        text = self.title_box(QRect(0, 0, view.viewport().width(), ROW_PX))
        high = metrics.boundingRect(QRect(0, 0, text.width(), 1000), WRAPPED, row.below).height()
        return QSize(100, max(ROW_PX, text.bottom() + 1 + high + EDGE_PX + 2))

    def title_box(self, rect: QRect) -> QRect:
        """Where the title of a row in `rect` stands."""
        inner = rect.adjusted(8, EDGE_PX, -12, -EDGE_PX)
        inner.setLeft(inner.left() + thumbs.WIDTH + 10)
        return QRect(inner.left(), inner.top(), inner.width(), ROW_PX // 2 - EDGE_PX)

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
            QRect(rect.left() + 8, rect.top() + EDGE_PX, thumbs.WIDTH, ROW_PX - 2 * EDGE_PX),
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
        below = QRect(
            title.left(), title.bottom() + 1, title.width(), rect.bottom() - EDGE_PX - title.bottom()
        )
        painter.setPen(below_ink)
        painter.drawText(below, WRAPPED, row.below)
        painter.restore()
