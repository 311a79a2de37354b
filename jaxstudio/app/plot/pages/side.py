"""The panel on the right, one page at a time, and the sidebar whose buttons choose it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QStackedWidget, QToolButton, QWidget

from jaxstudio.app.plot.pages.page import Page
from jaxstudio.app.shared.buttons import paint_glyph
from jaxstudio.app.shared.docks import DockPanel
from jaxstudio.app.shared.layouts import down

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
        column = down(inside, spacing=0, margins=(0, 6, 0, 6))
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


USUAL_PX, LEAST_PX = 384, 250


class Side(QFrame):
    """Holds the pages; `makers` makes each by its name."""

    page_changed = Signal(str)

    def __init__(self, makers: dict[str, Callable[[QWidget], Page]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setMinimumWidth(LEAST_PX)
        self.makers = makers
        self.pages: dict[str, Page] = {}
        self.last = next(iter(makers))
        self.stack = QStackedWidget(self)
        down(self, self.stack, margins=(1, 0, 0, 0))
        self.holder: QWidget = self
        self.hide()

    def put_into(self, dock: DockPanel) -> None:
        """Put this panel into a dock, which is shown and hidden instead."""
        self.holder = dock
        self.show()
        dock.hide()
        dock.closed.connect(lambda: self.page_changed.emit(""))

    @property
    def open_page(self) -> str:
        """The name of the page in sight, or nothing."""
        return "" if self.holder.isHidden() else self.last

    def page(self, name: str) -> Page:
        """A page, made now if need be."""
        if name not in self.pages:
            self.pages[name] = self.makers[name](self.stack)
            self.stack.addWidget(self.pages[name])
        return self.pages[name]

    def toggle(self, name: str = "") -> None:
        """Open a page (the last one for an empty name), or close the panel if it is open already."""
        name = name or self.last
        if self.open_page == name:
            self.holder.hide()
        else:
            self.open(name)
        self.page_changed.emit(self.open_page)

    def open(self, name: str) -> None:
        """Bring a page to sight."""
        self.last = name
        self.stack.setCurrentWidget(self.page(name))
        self.holder.show()
        self.holder.raise_()
        self.page_changed.emit(name)
