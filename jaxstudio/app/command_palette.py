"""The command palette: every command and filter, found by a part of its name or by another program's word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from jaxstudio.app.actions import commands, native_keys, plain
from jaxstudio.app.shared.layouts import down
from jaxstudio.app.shared.text import in_source_language, of_catalogue, tr
from jaxstudio.pipeline.catalogue import search_entry
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.search import SearchEntry, SearchIndex

WIDTH, HEIGHT, TOP = 560, 380, 48
SUGGESTED = 5
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def words_elsewhere() -> dict[str, str]:
    """Words by which people of other programs look for a command, separated by commas, by its name."""
    return {
        "save_as": tr("export, export image, save a copy, quality"),
        "export_session": tr("export selected, batch queue, batch processing"),
        "batch": tr("batch processing, process many files, queue"),
        "settings": tr("preferences, options"),
        "clear": tr("reset, start over, discard history"),
        "crop": tr("aspect ratio, horizon, level, straighten, trim"),
        "rotate_left": tr("turn, orientation"),
        "rotate_right": tr("turn, orientation"),
        "flip_horizontal": tr("mirror, orientation"),
        "flip_vertical": tr("mirror, orientation"),
        "resize": tr("scale image, image size, downscale"),
        "auto_white_balance": tr("gray world, auto color"),
        "auto_levels": tr("stretch contrast, normalize, auto tone"),
        "copy_recipe": tr("copy style, copy settings, sync settings"),
        "copy_steps": tr("copy parts, partial profile, sync settings"),
        "paste_recipe": tr("paste style, paste settings, sync settings"),
        "marks": tr("rating, stars, color labels, cull"),
        "pick": tr("flag, accept, cull"),
        "reject": tr("cull, unwanted"),
        "presets": tr("styles, looks, processing profiles"),
        "actual": tr("1 to 1, actual size"),
        "split": tr("compare, split view, side by side"),
        "compare": tr("difference, measure"),
        "snapshot": tr("compare, version, virtual copy"),
        "clipping": tr("overexposed, clipping warning, gamut check, zebra"),
        "histogram": tr("scopes, waveform, vectorscope"),
        "lighttable": tr("library, album, thumbnails, grid, contact sheet"),
        "history": tr("undo history, journal, earlier state"),
        "filmstrip": tr("thumbnails, photos"),
        "mask_edit": tr("parametric mask, drawn mask, local adjustment, selection"),
        "blending": tr("opacity, blend mode, layer mode"),
        "mask_ellipse": tr("radial filter, circle"),
        "mask_gradient": tr("graduated filter, graduated density"),
        "mask_brush": tr("paint, adjustment brush"),
        "mask_luminosity": tr("parametric mask, luminosity mask"),
        "mask_colour_range": tr("parametric mask, select by color"),
    }


@dataclass(frozen=True)
class MenuCommand:
    """A command that can be run now: `words` is its menu and its name, `keywords` what others call it.

    The action of a filter has the filter as its data.
    """

    words: str
    action: QAction
    english: str = ""
    keywords: tuple[str, ...] = ()

    def search_entry(self) -> SearchEntry:
        """A command is called as its menu says; its menu's name leads to it, too."""
        op = self.action.data()
        if isinstance(op, OpSpec):
            return search_entry(op, of_catalogue)
        menus = tuple(text.rpartition(": ")[0] for text in (self.words, self.english))
        names = tuple(text.rpartition(": ")[2] for text in (self.words, self.english))
        return SearchEntry(names, self.keywords, " ".join(menus))


def entries(actions: Mapping[str, QAction], filters: QMenu | None = None) -> Iterator[MenuCommand]:
    """Yield every visible and enabled command of the menus, submenus included, then those in `filters`."""
    with in_source_language():
        english = {command.name: f"{plain(command.menu)}: {plain(command.text)}" for command in commands()}
        english_words = words_elsewhere()
    shown_words = words_elsewhere()
    for command in commands():
        if command.text and command.name != "palette":
            both = f"{english_words.get(command.name, '')}, {shown_words.get(command.name, '')}"
            keywords = tuple(dict.fromkeys(word for word in both.split(", ") if word))
            found = _entries_of(plain(command.menu), actions[command.name], english[command.name])
            yield from (replace(each, keywords=keywords) if keywords else each for each in found)
    if filters is not None and filters.menuAction().isVisible():
        filters.aboutToShow.emit()
        for action in filters.actions():
            if action.menu() is not None:
                yield from _entries_of(plain(filters.title()), action, "")


def _entries_of(path: str, action: QAction, english: str) -> Iterator[MenuCommand]:
    if not (action.isVisible() and action.isEnabled()) or action.isSeparator():
        return
    name = f"{path}: {plain(action.text())}"
    menu = action.menu()
    if not isinstance(menu, QMenu):
        yield MenuCommand(name, action, english)
        return
    menu.aboutToShow.emit()  # those that are filled when they are opened
    for each in menu.actions():
        yield from _entries_of(name, each, english)


class CommandPalette(QDialog):
    """A search field over a list of commands; Enter runs the selected one."""

    def __init__(self, actions: Mapping[str, QAction], filters: QMenu, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._filters = filters
        self._entries: tuple[MenuCommand, ...] = ()
        self._index = SearchIndex(())
        self._actions = actions
        self.setAccessibleName(self.tr("Commands"))
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Type a command or a filter"))
        self.field.setAccessibleName(self.tr("Command"))
        self.field.textChanged.connect(self._show_matches)
        self.field.returnPressed.connect(self._run)
        self.field.installEventFilter(self)
        self.list = QTreeWidget(self)
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.itemClicked.connect(lambda *_: self._run())
        down(self, self.field, self.list, margins=(8, 8, 8, 8))

    def open_over(self, window: QWidget) -> None:
        """Show it near the window's top, with all commands that can be run at present."""
        self._entries = tuple(entries(self._actions, self._filters))
        self._index = SearchIndex(entry.search_entry() for entry in self._entries)
        self.field.clear()
        self._show_matches("")
        width, height = min(WIDTH, window.width() - 32), min(HEIGHT, window.height() - 2 * TOP)
        self.resize(width, height)
        corner = window.rect().topLeft()
        corner.setX(corner.x() + (window.width() - width) // 2)
        corner.setY(corner.y() + TOP)
        self.move(window.mapToGlobal(corner))
        self.show()
        self.field.setFocus()

    def listed_names(self) -> list[str]:
        """The names of the commands that are listed, the best match first."""
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [item.text(0) for item in items if item is not None]

    def _show_matches(self, typed: str) -> None:
        self.list.clear()
        items = []
        found = self._index.find(typed)
        for row in found or self._index.suggest(typed, SUGGESTED):
            entry = self._entries[row]
            ticked = "✓ " if entry.action.isCheckable() and entry.action.isChecked() else ""
            item = QTreeWidgetItem([ticked + entry.words, native_keys(entry.action)])
            item.setData(0, Qt.ItemDataRole.UserRole, row)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            items.append(item)
        self.list.addTopLevelItems(items)
        first = self.list.topLevelItem(0)
        if first is not None and found:  # what is only near is run when it was chosen
            self.list.setCurrentItem(first)

    def _run(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            action = self._entries[item.data(0, Qt.ItemDataRole.UserRole)].action
            self.close()  # first: a command may open a dialog
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that move the selection, while the field has the focus."""
        pressed = event if event.type() == QEvent.Type.KeyPress and watched is self.field else None
        if isinstance(pressed, QKeyEvent) and pressed.key() in MOVES:
            self.list.keyPressEvent(pressed)
            return True
        return super().eventFilter(watched, event)
