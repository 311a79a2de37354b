"""The help, written from the catalogue and the commands themselves."""

from __future__ import annotations

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
from jaxstudio.app.session import Session
from jaxstudio.app.text import in_words, of_catalogue, of_number, of_value
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Choice, Float, Int, Param

SHORTCUTS = "\0shortcuts"
NAME_ROLE = Qt.ItemDataRole.UserRole


class Help(QDialog):
    """Topics on the left, the page on the right; stays open beside the work."""

    def __init__(self, session: Session, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.actions_by_name = session, actions
        self.setWindowTitle(self.tr("Help"))
        self.resize(860, 600)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search the filters"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.topics = QTreeWidget(self)
        self.topics.setHeaderHidden(True)
        self.topics.setAccessibleName(self.tr("Topics"))
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setOpenExternalLinks(True)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self.topics)
        splitter = QSplitter(self)
        splitter.addWidget(left)
        splitter.addWidget(self.page)
        splitter.setSizes([250, 610])
        whole = QHBoxLayout(self)
        whole.addWidget(splitter)
        self.search.textChanged.connect(self._fill)
        self.topics.currentItemChanged.connect(lambda item, _: self._show(item))
        session.backend_changed.connect(self._fill)
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.topics.currentItem() is None:
            self.show_topic(SHORTCUTS)

    def show_topic(self, name: str) -> None:
        """Turn to the page of an op, or of the shortcuts."""
        self.search.clear()
        for item in self.topics.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            if item.data(0, NAME_ROLE) == name:
                self.topics.setCurrentItem(item)

    def _fill(self) -> None:
        self.topics.clear()
        shortcuts = QTreeWidgetItem(self.topics, [self.tr("Shortcuts")])
        shortcuts.setData(0, NAME_ROLE, SHORTCUTS)
        if self.session.backend is None:
            return
        categories: dict[str, QTreeWidgetItem] = {}
        found = {op.name for op in self.session.backend.catalogue.search(self.search.text())}
        for op in self.session.backend.catalogue.values():
            if op.name not in found:
                continue
            if op.category not in categories:
                categories[op.category] = QTreeWidgetItem(self.topics, [in_words(op.category)])
                categories[op.category].setFlags(Qt.ItemFlag.ItemIsEnabled)
            item = QTreeWidgetItem(categories[op.category], [of_catalogue(op.title)])
            item.setData(0, NAME_ROLE, op.name)
        self.topics.expandAll()

    def _show(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, NAME_ROLE) if item is not None else None
        if name == SHORTCUTS:
            self.page.setHtml(self._shortcuts())
        elif name is not None and self.session.backend is not None:
            self.page.setHtml(self._op(self.session.backend.catalogue[name]))

    def _shortcuts(self) -> str:
        rows = [
            (commands.native_keys(action), action.text().replace("&", "").rstrip("…"))
            for action in self.actions_by_name.values()
            if not action.shortcut().isEmpty()
        ]
        rows += commands.in_hand()
        cells = "".join(
            f"<tr><td><b>{escape(keys)}</b></td><td>{escape(what)}</td></tr>" for keys, what in rows
        )
        return f"<h2>{self.tr('Shortcuts')}</h2><table cellpadding='4'>{cells}</table>"

    def _op(self, op: Op) -> str:
        parts = [f"<h2>{escape(of_catalogue(op.title))}</h2>", f"<p>{escape(of_catalogue(op.doc))}</p>"]
        for title, text in (
            (self.tr("When to use it"), op.use),
            (self.tr("Source"), op.source),
            (self.tr("Differences"), op.notes),
        ):
            if text:
                parts.append(f"<p><b>{title}.</b> {escape(of_catalogue(text))}</p>")
        parts.append(f"<p><b>{self.tr('In recipes')}.</b> <code>{escape(op.name)}</code></p>")
        if op.params:
            head = (self.tr("Parameter"), self.tr("Range"), self.tr("Default"), self.tr("What it does"))
            parts.append(f"<h3>{self.tr('Parameters')}</h3><table cellpadding='5' width='100%'>")
            parts.append("<tr>" + "".join(f"<th align='left'>{each}</th>" for each in head) + "</tr>")
            for param in op.params:
                cells = (
                    f"{in_words(param.name)}<br><code>{param.name}</code>",
                    escape(self._range(param)),
                    escape(of_value(param, param.default)),
                    escape(of_catalogue(param.doc)),
                )
                parts.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
            parts.append("</table>")
        return "".join(parts)

    def _range(self, param: Param) -> str:
        if isinstance(param, Float | Int):
            text = f"{of_number(param.low)} – {of_number(param.high)} {param.unit}".strip()
            if param.slider != (param.low, param.high):
                ends = " – ".join(of_number(end) for end in param.slider)
                text += self.tr(" (slider: {0})").format(ends)
            return text
        if isinstance(param, Choice):
            return ", ".join(param.choices)
        return ""
