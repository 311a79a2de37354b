"""The colours of words in the editor: those of the inspector's texts."""

from __future__ import annotations

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from jaxstudio.app.inspector.word_colours import token_colour
from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.tokens import PLAIN, TokenKind, tokens

STATES = (PLAIN, "'''", '"""')  # what a line of Python may begin in: a string that is still open


class Highlighter(QSyntaxHighlighter):
    """Colours the lines that changed, and those below as far as a string that spans lines reaches."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._formats: dict[TokenKind, QTextCharFormat] = {}
        self.take_theme()

    def take_theme(self) -> None:
        """Wear the colours of the present theme."""
        for kind in TokenKind:
            self._formats[kind] = QTextCharFormat()
            self._formats[kind].setForeground(token_colour(kind))
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        found, state = tokens(text, Language.PYTHON, STATES[max(self.previousBlockState(), 0)])
        for token in found:
            self.setFormat(token.start, token.end - token.start, self._formats[token.kind])
        self.setCurrentBlockState(STATES.index(state) if state in STATES else 0)
