"""The help: the pages of docs/, the shortcuts, all functions of the language, and a page for each filter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import PurePosixPath

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QImage,
    QShowEvent,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from jaxstudio.app import actions as commands
from jaxstudio.app import manual
from jaxstudio.app.image.canvas.handle_geometry import HANDLED
from jaxstudio.app.shared.layouts import across, down, resize_on_screen
from jaxstudio.app.shared.text import html_table, in_words, of_catalogue, of_number, of_value, tr
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.functions.language.catalogue import LIST_FUNCTIONS
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Choice, Expression, Float, Int, Param, Steps
from jaxstudio.pipeline.pixel_program import NEIGHBOURS, VARIABLES
from jaxstudio.pipeline.search import holds_all

SHORTCUTS, ALL_FUNCTIONS = "shortcuts", "reference/functions.md"
MARGIN_PX, CELL_PX = 16, 4
NAME_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Topic:
    """An entry of the list; `show` writes its page."""

    name: str
    title: str
    show: Callable[[], None]


class Help(QDialog):
    """Topics on the left, the page on the right; stays open beside the work.

    A topic is a page of docs/ (`image.md`), a section of one (`image.md#presets`), or a filter's name.
    """

    recipe_asked = Signal(str)  # a file that a page links

    def __init__(
        self,
        catalogue: Callable[[], Catalogue | None],
        actions: dict[str, QAction],
        language: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.catalogue, self.actions_by_name, self.language = catalogue, actions, language
        self._listed: Catalogue | None = None
        self._pages: dict[str, Callable[[], None]] = {}
        self.setWindowTitle(self.tr("Help"))
        resize_on_screen(self, 940, 680)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.topics = QTreeWidget(self)
        self.topics.setHeaderHidden(True)
        self.topics.setAccessibleName(self.tr("Topics"))
        self.page = Page(self)
        self.page.setAccessibleName(self.tr("Page"))
        left = QWidget(self)
        down(left, self.search, self.topics, margins=(0, 0, 8, 0))
        right = QWidget(self)
        down(right, self.page, margins=(8, 0, 0, 0))
        splitter = QSplitter(self)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setSizes([270, 670])
        splitter.setHandleWidth(1)
        across(self, splitter, margins=None)
        self.search.textChanged.connect(self._fill)
        self.topics.currentItemChanged.connect(lambda item, _: self._show(item))
        self.page.anchorClicked.connect(self._follow)
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.topics.currentItem() is None:
            self.show_topic(manual.INDEX)

    def show_topic(self, name: str) -> None:
        """Turn to the page, the section or the filter called `name`."""
        if self.search.text():
            self.search.clear()  # fills the list
        elif self.catalogue() is not self._listed:
            self._fill()  # filters were loaded since
        for item in self.topics.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            if item.data(0, NAME_ROLE) == name:
                self.topics.setCurrentItem(item)
                return

    def _fill(self) -> None:
        self.topics.clear()
        self._pages = {}
        search = self.search.text()
        for name in manual.page_names():
            self._add_page(name, search)
        self._add_written(SHORTCUTS, self.tr("Shortcuts"), self._shortcuts, self.topics, search)
        self._add_written(ALL_FUNCTIONS, self.tr("All functions"), functions_page, self.topics, search)
        groups: dict[str, QTreeWidgetItem] = {}
        self._listed = catalogue = self.catalogue()
        found = catalogue.search(search, of_catalogue) if catalogue is not None else []
        filters = QTreeWidgetItem(self.topics, [self.tr("Filters")])
        filters.setHidden(not found)
        for op in found:
            if op.category not in groups:
                groups[op.category] = QTreeWidgetItem(filters, [in_words(op.category)])
                groups[op.category].setFlags(Qt.ItemFlag.ItemIsEnabled)
            self._add(
                groups[op.category], Topic(op.name, of_catalogue(op.title), partial(self._show_filter, op))
            )
        if search:
            self.topics.expandAll()

    def _add_page(self, name: str, search: str) -> None:
        """Add a page with its sections below it; a search keeps the sections that hold every word."""
        sections = manual.read_page(name, self.language)
        english = manual.read_page(name, "en")

        def holds(place: int) -> bool:
            return any(
                holds_all(f"{each.title} {each.text}", search) for each in (sections[place], english[place])
            )

        below = [place for place in range(1, len(sections)) if holds(place)]
        if search and not below and not holds(0):
            return
        text = "\n".join(each.text for each in sections)

        def topic(section: manual.Section, place: int) -> Topic:
            return Topic(section.name, section.title, lambda: self.page.show_markdown(name, text, place))

        item = self._add(self.topics, topic(sections[0], 0))
        for place in below:
            self._add(item, topic(sections[place], place))

    def _add_written(
        self, name: str, title: str, written: Callable[[], str], parent: QTreeWidget, search: str
    ) -> None:
        if not search or holds_all(f"{title} {written()}", search):
            self._add(parent, Topic(name, title, lambda: self.page.setHtml(written())))

    def _add(self, parent: QTreeWidget | QTreeWidgetItem, topic: Topic) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent, [topic.title])
        item.setData(0, NAME_ROLE, topic.name)
        self._pages[topic.name] = topic.show
        return item

    def _show(self, item: QTreeWidgetItem | None) -> None:
        name = item.data(0, NAME_ROLE) if item is not None else None
        if name is not None:
            self._pages[name]()

    def _follow(self, link: QUrl) -> None:
        """Turn to a page that another one names, or open an address outside."""
        if link.scheme():
            QDesktopServices.openUrl(link)
            return
        name = str(PurePosixPath(self.page.name).parent / link.path()) if link.path() else self.page.name
        if name.endswith(".json"):
            self.recipe_asked.emit(str(manual.FOLDER / name))
            return
        if name in manual.GENERATED and name != ALL_FUNCTIONS:  # the list has a page for each filter
            self.search.setFocus()
            return
        sections = manual.read_page(name, self.language)
        anchors = [manual.anchor(each.title) for each in sections]
        place = anchors.index(link.fragment()) if link.fragment() in anchors else 0
        if name in self._pages:
            self.show_topic(sections[place].name if name != ALL_FUNCTIONS else name)
        else:
            self.page.show_markdown(name, "\n".join(each.text for each in sections), place)

    def _show_filter(self, op: OpSpec) -> None:
        self.page.setHtml(filter_page(op))

    def _shortcuts(self) -> str:
        """The commands by menu, then the keys of what has the focus, each group under its name."""
        groups = commands.shortcut_groups(self.actions_by_name)
        tables = "".join(
            f"<h3>{escape(name)}</h3><table cellpadding='3'>{''.join(map(_shortcut_row, rows))}</table>"
            for name, rows in groups.items()
        )
        return f"<h2>{self.tr('Shortcuts')}</h2>{tables}"


def _shortcut_row(row: commands.Shortcut) -> str:
    return f"<tr><td width='130'><b>{escape(row.keys)}</b></td><td>{escape(row.what)}</td></tr>"


class Page(QTextBrowser):
    """Shows Markdown with its pictures as wide as the page, and HTML."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = ""  # of the page that is shown, as links in it are relative to it
        self.setOpenLinks(False)
        self.document().setDocumentMargin(MARGIN_PX)

    def show_markdown(self, name: str, text: str, section: int) -> None:
        """Show the page `name`, from its `section`-th heading of the first two levels."""
        if name != self.name or self.document().isEmpty():
            self.document().setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
            self._lay_out_tables()
        self.name = name
        block = self.document().begin()
        headings = -1
        while block.isValid():
            headings += block.blockFormat().headingLevel() in (1, 2)
            if headings == section:
                break
            block = block.next()
        top = self.document().documentLayout().blockBoundingRect(block).top() if section else 0
        self.verticalScrollBar().setValue(round(top))

    def setHtml(self, text: str) -> None:
        self.name = ""
        super().setHtml(text)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value or name.scheme():
            return super().loadResource(kind, name)
        image = QImage(str(manual.FOLDER / PurePosixPath(self.name).parent / name.path()))
        width = self.viewport().width() - 2 * MARGIN_PX - self.verticalScrollBar().width()
        return (
            image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            if image.width() > width
            else image
        )

    def _lay_out_tables(self) -> None:
        """Give tables made from Markdown the padding that tables made from HTML have."""
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                layout = frame.format()
                layout.setCellPadding(CELL_PX)
                layout.setCellSpacing(0)
                layout.setBorder(0)
                layout.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
                frame.setFormat(layout)


def functions_page() -> str:
    """Every function of the language, as HTML."""
    rows = (
        (f"<code>{escape(one.usage)}</code>", escape(", ".join(one.aliases)), escape(of_catalogue(one.doc)))
        for one in (*FUNCTIONS.values(), *dict.fromkeys(LIST_FUNCTIONS.values()))
    )
    head = (tr("Written"), tr("Also"), tr("What it is"))
    variables = ((f"<code>{name}</code>", escape(of_catalogue(doc))) for name, doc in VARIABLES.items())
    neighbours = ", ".join(f"<code>{name}(dx, dy)</code>" for name in NEIGHBOURS)
    return (
        f"<h2>{tr('All functions')}</h2>"
        f"<p>{tr('Multiplication needs no sign: 7x sin(x). Powers are ^ or ². Angles are in radians.')}</p>"
        f"{html_table(rows, head, padding=4)}"
        f"<h3>{tr('In the filter Expression')}</h3>{html_table(variables, padding=4)}"
        f"<p>{tr('Neighbours, dx columns to the right and dy rows down:')} {neighbours}</p>"
    )


def filter_page(op: OpSpec) -> str:
    """Return the page of one op as HTML."""
    parts = [f"<h2>{escape(of_catalogue(op.title))}</h2>", f"<p>{escape(of_catalogue(op.doc))}</p>"]
    for title, text in (
        (tr("When to use it"), op.use),
        (tr("Formula"), op.formula),
        (tr("Source"), op.source),
        (tr("Differences"), op.notes),
        (tr("Preview of a reduced photo"), op.preview_note),
    ):
        if text:
            parts.append(f"<p><b>{title}.</b> {escape(of_catalogue(text))}</p>")
    if op.name in HANDLED:
        words = tr("Ctrl+T shows handles on the picture: drag them, or Tab to one and move it by arrow keys.")
        parts.append(f"<p><b>{tr('Handles')}.</b> {words}</p>")
    parts.append(f"<p><b>{tr('In recipes')}.</b> <code>{escape(op.name)}</code></p>")
    if op.params:
        head = (tr("Parameter"), tr("Range"), tr("Default"), tr("What it does"))
        parts.append(f"<h3>{tr('Parameters')}</h3>{html_table(map(_row, op.params), head, padding=5)}")
    return "".join(parts)


def _row(param: Param) -> tuple[str, ...]:
    return (
        f"{in_words(param.name)}<br><code>{param.name}</code>",
        escape(_range(param)),
        escape(of_value(param, param.default)),
        escape(of_catalogue(param.doc)),
    )


def _range(param: Param) -> str:
    if isinstance(param, Float | Int):
        text = f"{of_number(param.low)} – {of_number(param.high)} {param.unit}".strip()
        if param.slider != (param.low, param.high):
            ends = " – ".join(of_number(end) for end in param.slider)
            text += tr(" (slider: {0})").format(ends)
        return text
    if isinstance(param, Choice):
        return ", ".join(param.choices)
    return param.expected() if isinstance(param, Steps | Expression) else ""
