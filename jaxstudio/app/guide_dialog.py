"""The guide: its pages, their figures computed in the engine's process, and each opened by a click."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from jaxstudio.app.shared.background_tasks import Question, ignore
from jaxstudio.app.shared.layouts import across, down, resize_on_screen
from jaxstudio.app.shared.text import html_table, of_catalogue, tr
from jaxstudio.backend.requests import FactsRequest
from jaxstudio.guide.pages import Page, pages, spelled

LIST_PX, MARGIN_PX, WIDTH, HEIGHT = 250, 16, 900, 560


class GuideDialog(QDialog):
    """The guide. It emits `open_asked(page)` when the program should open the subject of a page.

    Args:
        ask: has the engine compute a page's figures: as `EngineClient.call`, which calls back on another
            thread; None where there is no engine yet.
    """

    open_asked = Signal(object)

    def __init__(self, ask: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Guide"))
        resize_on_screen(self, WIDTH, HEIGHT)
        self._ask = ask
        self._question = Question(self)
        self.page: Page = pages()[0]
        self._figures: dict[int, tuple[str, bool]] = {}
        self._trouble = ""
        self.list = QTreeWidget(self)
        self.list.setHeaderHidden(True)
        self.list.setAccessibleName(tr("Pages"))
        self.list.setFixedWidth(LIST_PX)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(tr("Page"))
        self.text.document().setDocumentMargin(MARGIN_PX)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.open_button = QPushButton(tr("&Open in the Studio"), self)
        self.open_button.setDefault(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        columns = across(None, self.list, (self.text, 1))
        down(self, (columns, 1), buttons, margins=None)
        self._fill()
        self.list.currentItemChanged.connect(self._choose)
        self.open_button.clicked.connect(lambda: self.open_asked.emit(self.page))
        buttons.rejected.connect(self.reject)

    def _fill(self) -> None:
        self._items: dict[str, QTreeWidgetItem] = {}
        parts: dict[str, QTreeWidgetItem] = {}
        for number, page in enumerate(pages(), 1):
            if page.part not in parts:
                parts[page.part] = part = QTreeWidgetItem([of_catalogue(page.part)])
                part.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.list.addTopLevelItem(part)
            item = QTreeWidgetItem([f"{number}. {of_catalogue(page.title)}"])
            item.setData(0, Qt.ItemDataRole.UserRole, page.name)
            parts[page.part].addChild(item)
            self._items[page.name] = item
        self.list.expandAll()

    def show_page(self, name: str = "") -> None:
        """Show a page, the present one if none is named, and have its figures computed."""
        name = name or self.page.name
        self.list.setCurrentItem(self._items[name])
        self.show()
        self.raise_()
        self._compute()

    def step_aside(self, window: QRect) -> None:
        """Uncover the window: stand beside it where the screen has room, else close; the page is kept."""
        frame, screen = self.frameGeometry(), self.screen().availableGeometry()
        if not frame.intersects(window):
            return
        if screen.right() - window.right() >= frame.width():
            self.move(window.right() + 1, frame.top())
        elif window.left() - screen.left() >= frame.width():
            self.move(window.left() - frame.width(), frame.top())
        else:
            self.hide()

    def _choose(self, item: QTreeWidgetItem | None, before: QTreeWidgetItem | None) -> None:
        name = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        chosen = next((page for page in pages() if page.name == name), None)
        if chosen is not None:
            self.page = chosen
            self._question.drop()
            self._figures, self._trouble = {}, ""
            self._draw()
            if self.isVisible():
                self._compute()

    def _compute(self) -> None:
        if self._ask is not None and len(self._figures) < len(self.page.facts):
            request = FactsRequest(self.page.name)
            self._question.ask(
                self._ask, request, ignore, self._refuse, lambda done: self._take_figure(*done)
            )

    def _take_figure(self, count: int, figure: str, agrees: bool) -> None:
        self._figures[count - 1] = figure, agrees
        self._draw()

    def _refuse(self, reason: str) -> None:
        self._trouble = reason
        self._draw()

    def _draw(self) -> None:
        page = self.page
        rows = map(self._row, range(len(page.facts)))
        table = html_table(rows, ("", escape(tr("Stated")), escape(tr("Computed now"))), padding=4)
        trouble = f"<p>{escape(self._trouble)}</p>" if self._trouble else ""
        self.text.setHtml(
            f"<h2>{escape(of_catalogue(page.title))}</h2><p>{escape(of_catalogue(page.text))}</p>"
            f"{table}{trouble}"
        )

    def _row(self, number: int) -> tuple[str, str, str]:
        fact = self.page.facts[number]
        figure, agrees = self._figures.get(number, ("…", True))
        words = escape(figure) if agrees else f"<b>{escape(figure)}</b> ≠"
        return escape(of_catalogue(fact.label)), escape(spelled(fact.stated)), words

    def hideEvent(self, event: QHideEvent) -> None:
        self._question.drop()
        super().hideEvent(event)
