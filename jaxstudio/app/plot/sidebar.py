"""The sidebar at the right edge: a button with a glyph and a word for each page; it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from jaxstudio.app.shared.buttons import paint_glyph

WIDE_PX, NARROW_PX, HIGH_PX, GLYPH_PX = 82, 72, 58, 22


class RailButton(QToolButton):
    """A glyph above a word."""

    def __init__(self, glyph: str, word: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.glyph = glyph
        self.setText(word)
        self.setToolTip(about)
        self.setAccessibleName(word)
        self.setAccessibleDescription(about)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(WIDE_PX, HIGH_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW_PX, HIGH_PX)  # beside a scroll bar

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        box = QRectF(self.rect()).adjusted(4, 3, -4, -3)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(role.Midlight))
            painter.drawRoundedRect(box, 7, 7)
        ink = palette.color(role.Highlight if self.isChecked() else role.ButtonText)
        x = (self.width() - GLYPH_PX) / 2
        paint_glyph(painter, self.glyph, QRectF(x, 8, GLYPH_PX, GLYPH_PX), ink)
        painter.setPen(ink)
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.82)
        painter.setFont(font)
        painter.drawText(self.rect().adjusted(0, 31, 0, -6), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(role.Highlight), 2))
            painter.drawRoundedRect(box, 7, 7)


class Rail(QScrollArea):
    """`chosen(name)` is said when a page is asked for, or the open one is to be closed."""

    chosen = Signal(str)

    def __init__(self, pages: list[tuple[str, str, str, str]], parent: QWidget | None = None) -> None:
        """`pages`: (name, glyph, word, about) of each."""
        super().__init__(parent)
        self.setObjectName("rail")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(self)
        inside.setObjectName("list")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(0)
        self.buttons: dict[str, RailButton] = {}
        for name, glyph, word, about in pages:
            button = RailButton(glyph, word, about, inside)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            column.addWidget(button)
            self.buttons[name] = button
        column.addStretch(1)
        self.setWidget(inside)
        self.setFixedWidth(WIDE_PX + 1)

    def show_page(self, name: str) -> None:
        """Mark the page that is open; none for an empty name."""
        for each, button in self.buttons.items():
            button.setChecked(each == name)
            if each == name:
                self.ensureWidgetVisible(button, 0, 0)
