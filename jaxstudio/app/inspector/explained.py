"""What went wrong, above the page: one line, for errors of one's own code the words, the line, the mend."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from jaxstudio.ir.explain import Explanation


class Explained(QFrame):
    """`line_asked(path, line)` when the person wants to see where."""

    line_asked = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = self._label()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.more = self._label()
        self.more.setTextFormat(Qt.TextFormat.RichText)
        self.more.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.more.linkActivated.connect(lambda _: self._go())
        self.said: Explanation | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(3)
        column.addWidget(self.title)
        column.addWidget(self.more)
        self.hide()

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def text(self) -> str:
        return self.title.text()

    def say(self, text: str, said: Explanation | None = None, *, wrong: bool = True) -> None:
        """Show one line, with its explanation below; nothing hides it all."""
        self.said = said
        self.title.setProperty("look", "refused" if wrong else "muted")
        self.title.style().unpolish(self.title)
        self.title.style().polish(self.title)
        self.title.setText(text)
        self.title.setAccessibleName(text)
        self.more.setText(self._html(said) if said is not None else "")
        self.more.setVisible(bool(self.more.text()))
        self.setVisible(bool(text))

    def _html(self, said: Explanation) -> str:
        parts = []
        if said.line:
            where = self.tr("{0}, line {1}").format(Path(said.path).name, said.line)
            code = _marked(said)
            parts.append(f'<a href="line">{escape(where)}</a>&nbsp;&nbsp;<code>{code}</code>')
        if said.words:
            parts.append(escape(said.words))
        if said.mend:
            parts.append(f"<b>{escape(self.tr('Suggestion'))}:</b> {escape(said.mend)}")
        return "<br>".join(parts)

    def _go(self) -> None:
        if self.said is not None and self.said.line:
            self.line_asked.emit(self.said.path, self.said.line)


def _marked(said: Explanation) -> str:
    """The line with the part at fault underlined; the columns are those before it was stripped."""
    if not 0 <= said.column < said.end_column:
        return escape(said.code)
    try:
        full = Path(said.path).read_text(encoding="utf-8").split("\n")[said.line - 1]
    except (OSError, UnicodeDecodeError, IndexError):  # gone or written anew meanwhile
        return escape(said.code)
    if full.strip() != said.code:
        return escape(said.code)
    before, at, after = (
        full[: said.column].lstrip(), full[said.column : said.end_column], full[said.end_column :].rstrip()
    )  # fmt: skip
    return f"{escape(before)}<u>{escape(at)}</u>{escape(after)}"
