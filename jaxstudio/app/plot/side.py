"""The panel on the right: one page at a time beside the rail; pages are made when first opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from jaxstudio.app.plot.pages.page import Page

USUAL_PX, LEAST_PX = 384, 250


class Side(QFrame):
    """Holds the pages; `makers` makes each by its name."""

    shown = Signal(str)

    def __init__(self, makers: dict[str, Callable[[QWidget], Page]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setMinimumWidth(LEAST_PX)
        self.makers = makers
        self.pages: dict[str, Page] = {}
        self.last = next(iter(makers))
        self.stack = QStackedWidget(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.addWidget(self.stack)
        self.hide()

    @property
    def open_page(self) -> str:
        """The name of the page in sight, or nothing."""
        return "" if self.isHidden() else self.last

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
            self.hide()
        else:
            self.open(name)
        self.shown.emit(self.open_page)

    def open(self, name: str) -> None:
        """Bring a page to sight."""
        self.last = name
        self.stack.setCurrentWidget(self.page(name))
        self.show()
        self.shown.emit(name)
