"""Completions of the typed name, each with a line of help, in a list below the caret."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from jaxstudio.app.plot.lines.line_editor import LineEditor
from jaxstudio.app.shared.layouts import down
from jaxstudio.app.shared.text import of_catalogue, tr
from jaxstudio.functions.language import FUNCTIONS, Line
from jaxstudio.functions.language.catalogue import ALIASES, LIST_FUNCTIONS

ROW_PX, SHOWN, WIDE_PX = 26, 7, 330
LETTERS = 2  # from so many on a list is offered
ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Offer:
    """A completion: `name` is inserted, `usage` and `about` are shown."""

    name: str
    usage: str
    about: str
    called: bool = True


FORMS = (
    Offer("sum", "sum(…, n, 1, 20)", "the sum over whole numbers"),
    Offer("prod", "prod(…, n, 1, 5)", "the product over whole numbers"),
    Offer("integral", "integral(…, a, b)", "the area from a to b"),
    Offer("limit", "limit(…, x, 0)", "the limit at a place, from both sides"),
    Offer("solve", "solve(x^2 = 2)", "the real solutions of an equation"),
    Offer("taylor", "taylor(…, x = 0, 5)", "the Taylor polynomial at a place"),
    Offer("factor", "factor(…)", "the formula as a product"),
    Offer("expand", "expand(…)", "the formula as a sum"),
    Offer("simplify", "simplify(…)", "the formula in its simplest form"),
    Offer("color", "color(…)", "a function of z, as colours"),
    Offer("where", "where(condition, a, b)", "a where the condition holds, else b"),
    Offer("mlp", "mlp(x; 128, 128)", "a small network, to be fitted"),
)
CONSTANTS = (
    Offer("pi", "pi", "3.14159…", called=False),
    Offer("tau", "tau", "2 pi", called=False),
    Offer("theta", "theta", "the angle of a polar curve", called=False),
)


def offers(prefix: str, lines: tuple[Line, ...]) -> list[Offer]:
    """Return the names that complete `prefix`: the sheet's functions first, then the catalogue's."""
    own = [
        Offer(line.name, f"{line.name}({', '.join(line.parameters)})", line.text)
        for line in lines
        if line.name and line.parameters is not None
    ]
    known = [Offer(name, entry.usage, entry.doc) for name, entry in FUNCTIONS.items()]
    known += [
        Offer(alias, FUNCTIONS[name].usage.replace(name, alias, 1), FUNCTIONS[name].doc)
        for alias, name in ALIASES.items()
    ]
    known += [
        Offer(name, entry.usage.replace(entry.name, name, 1), entry.doc)
        for name, entry in LIST_FUNCTIONS.items()
        if name not in FUNCTIONS and name not in ALIASES
    ]
    everything = [*own, *FORMS, *CONSTANTS, *sorted(known, key=lambda offer: (len(offer.name), offer.name))]
    found = [offer for offer in everything if offer.name.startswith(prefix)]
    return found if all(offer.name != prefix for offer in found) else []


class OfferDelegate(QStyledItemDelegate):
    """A row of the completion: how a function is written, and a short explanation."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offer: Offer = index.data(ROLE)
        rect = option.rect.adjusted(2, 0, -2, 0)
        palette, role = option.palette, QPalette.ColorRole
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink, faint = palette.color(role.Text), palette.color(role.PlaceholderText)
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(role.Highlight))
            painter.drawRoundedRect(rect, 5, 5)
            ink = faint = palette.color(role.HighlightedText)
        inner = rect.adjusted(8, 0, -6, 0)
        bold = painter.font()
        bold.setBold(True)
        painter.setPen(ink)
        painter.setFont(bold)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, left, offer.usage)
        used = painter.fontMetrics().horizontalAdvance(offer.usage) + 12
        bold.setBold(False)
        painter.setFont(bold)
        painter.setPen(faint)
        rest = inner.adjusted(used, 0, 0, 0)
        about = painter.fontMetrics().elidedText(
            of_catalogue(offer.about), Qt.TextElideMode.ElideRight, rest.width()
        )
        painter.drawText(rest, left, about)
        painter.restore()


class Completion(QFrame):
    """The list; it lies over `over` and serves whichever editor has the caret."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("results")
        self.over = over
        self.editor: LineEditor | None = None
        self._walked = False
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(OfferDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Names that fit"))
        down(self, self.list, margins=(4, 4, 4, 4))
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.list.itemClicked.connect(lambda _: self.accept())
        self.hide()

    def serve(self, editor: LineEditor) -> None:
        """Offer names to this editor, too."""
        editor.installEventFilter(self)
        editor.focused.connect(lambda on: None if on else self.hide())

    def offer(self, editor: LineEditor, lines: tuple[Line, ...]) -> None:
        """Show what fits the name before the caret, or nothing."""
        self.show_offers(editor, offers(editor.word()[1], lines))

    def show_offers(self, editor: LineEditor, fitting: list[Offer]) -> None:
        """Show these below the caret, if enough of a name was typed there."""
        if not fitting or len(editor.word()[1]) < LETTERS or not editor.hasFocus():
            self.hide()
            return
        self.editor, self._walked = editor, False
        self.list.clear()
        for each in fitting:
            item = QListWidgetItem()
            item.setData(ROLE, each)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.usage}: {of_catalogue(each.about)}")
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._place(editor)
        self.show()
        self.raise_()

    def _place(self, editor: LineEditor) -> None:
        height = min(self.list.count(), SHOWN) * ROW_PX + 12
        caret = editor.cursorRect()
        below = editor.viewport().mapTo(self.over, caret.bottomLeft())
        left = min(max(below.x() - 20, 4), max(self.over.width() - WIDE_PX - 4, 4))
        top = below.y() + 4
        if top + height > self.over.height():
            top = max(editor.viewport().mapTo(self.over, caret.topLeft()).y() - height - 4, 0)
        self.setGeometry(left, top, min(WIDE_PX, self.over.width() - 8), height)

    def accept(self) -> None:
        """Write the chosen name, with parentheses to be filled."""
        item, editor = self.list.currentItem(), self.editor
        self.hide()
        if item is None or editor is None:
            return
        offer: Offer = item.data(ROLE)
        start, prefix = editor.word()
        end = start + len(prefix)
        follows = editor.text[end : end + 1]
        call = offer.called and follows != "("
        editor.replace(start, end, offer.name + ("()" if call else ""))
        if call:
            editor.put_caret(editor.textCursor().position() - 1)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not self.isVisible() or watched is not self.editor:
            return False
        assert isinstance(event, QKeyEvent)
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
        if step:
            self._walked = True
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
            return True
        if key == Qt.Key.Key_Tab or (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._walked):
            self.accept()
            return True
        if key == Qt.Key.Key_Escape:
            self.hide()
            return True
        return False
