"""The help: pages that the tabs write, and the shortcuts, written from the commands themselves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app import actions as commands
from jaxstudio.app.shared.tab import HasTopics, Topic

SHORTCUTS = "\0shortcuts"
MARGIN_PX = 16
NAME_ROLE = Qt.ItemDataRole.UserRole


class Help(QDialog):
    """Topics on the left, the page on the right; stays open beside the work."""

    def __init__(
        self, tabs: Sequence[HasTopics], actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.tabs, self.actions_by_name = tabs, actions
        self._pages: dict[str, Topic] = {}
        self.setWindowTitle(self.tr("Help"))
        self.resize(860, 600)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.topics = QTreeWidget(self)
        self.topics.setHeaderHidden(True)
        self.topics.setAccessibleName(self.tr("Topics"))
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setOpenExternalLinks(True)
        self.page.document().setDocumentMargin(MARGIN_PX)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(self.search)
        column.addWidget(self.topics)
        right = QWidget(self)
        beside = QVBoxLayout(right)
        beside.setContentsMargins(8, 0, 0, 0)
        beside.addWidget(self.page)
        splitter = QSplitter(self)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setSizes([250, 610])
        splitter.setHandleWidth(1)
        whole = QHBoxLayout(self)
        whole.addWidget(splitter)
        self.search.textChanged.connect(self._fill)
        self.topics.currentItemChanged.connect(lambda item, _: self._show(item))
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.topics.currentItem() is None:
            self.show_topic(SHORTCUTS)

    def show_topic(self, name: str) -> None:
        """Turn to the page called `name`."""
        self.search.clear()
        self._fill()
        for item in self.topics.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            if item.data(0, NAME_ROLE) == name:
                self.topics.setCurrentItem(item)

    def _fill(self) -> None:
        self.topics.clear()
        self._pages = {}
        search = self.search.text()
        self._add(self.topics, Topic(SHORTCUTS, "", self.tr("Shortcuts"), self._shortcuts))
        groups: dict[str, QTreeWidgetItem] = {}
        for tab in self.tabs:
            for topic in tab.topics(search):
                if topic.group and topic.group not in groups:
                    groups[topic.group] = QTreeWidgetItem(self.topics, [topic.group])
                    groups[topic.group].setFlags(Qt.ItemFlag.ItemIsEnabled)
                self._add(groups.get(topic.group, self.topics), topic)
        self.topics.expandAll()

    def _add(self, parent: QTreeWidget | QTreeWidgetItem, topic: Topic) -> None:
        item = QTreeWidgetItem(parent, [topic.title])
        item.setData(0, NAME_ROLE, topic.name)
        self._pages[topic.name] = topic

    def _show(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, NAME_ROLE) if item is not None else None
        if name is not None:
            self.page.setHtml(self._pages[name].html())

    def _shortcuts(self) -> str:
        """The commands by menu, then the keys of what has the focus, each group under its name."""
        groups = commands.shortcut_groups(self.actions_by_name)
        tables = "".join(
            f"<h3>{escape(name)}</h3><table cellpadding='3'>{''.join(map(_row, rows))}</table>"
            for name, rows in groups.items()
        )
        return f"<h2>{self.tr('Shortcuts')}</h2>{tables}"


def _row(row: tuple[str, str]) -> str:
    keys, what = (escape(each) for each in row)
    return f"<tr><td width='130'><b>{keys}</b></td><td>{what}</td></tr>"
