"""What one's own code printed: its end, as plain text."""

from __future__ import annotations

import re

from PySide6.QtGui import QFontDatabase, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

MOST_LINES, MOST_LETTERS = 1_000, 1_000
MOST_PX = 132
# colours and cursor movements of a terminal, and what else no window can show
ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?|[\x00-\x08\x0b-\x1f\x7f]"
)
OVERWRITTEN = re.compile(r"^[^\n]*\r(?!\n)", re.MULTILINE)  # as a progress bar does
LEFT_OUT = "…\n"


def as_shown(text: str) -> str:
    """The last lines of it, none of them longer than a window takes, without what only a terminal heeds."""
    lines = ESCAPES.sub("", OVERWRITTEN.sub("", text.replace("\r\n", "\n"))).split("\n")
    if not lines[-1]:
        lines.pop()
    kept = [line if len(line) <= MOST_LETTERS else line[:MOST_LETTERS] + "…" for line in lines[-MOST_LINES:]]
    return (LEFT_OUT if len(lines) > MOST_LINES else "") + "\n".join(kept)


class Printed(QPlainTextEdit):
    """Stays at the end while more comes, unless somebody scrolled away from it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setAccessibleName(self.tr("What the code printed"))
        self._said = ""

    @property
    def lines(self) -> int:
        return self.blockCount() if self._said else 0

    def say(self, text: str) -> None:
        """Show this."""
        if text == self._said:
            return
        self._said = text
        bar = self.verticalScrollBar()
        last = bar.value() == bar.maximum()
        held = bar.value()
        self.setPlainText(as_shown(text))
        wanted = self.fontMetrics().lineSpacing() * (self.blockCount() + 1) + 2 * round(self.frameWidth() + 4)
        self.setFixedHeight(min(wanted, MOST_PX))
        bar.setValue(bar.maximum() if last else held)
