"""Colours the words of a program, some lines in each turn of the event loop.

With Qt's own highlighter each letter has all lines in sight painted again, and a file is coloured at once.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from jaxstudio.app.shared.colours import token_colour
from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.tokens import PLAIN, TRIPLE, Token, TokenKind, tokens

STATES = (PLAIN, "'''", '"""')  # what a line of Python may begin in: a string that is still open
SECONDS = 0.004  # of processor time in one turn
LONGEST = 2_000  # characters of a line that is coloured: this is done in one turn, and lays the line out anew


class Highlighter(QObject):
    """Colours the lines that changed, and those below as far as a string that spans lines reaches."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self._formats: dict[TokenKind, QTextCharFormat] = {}
        self._from, self._to = 0, -1  # the lines that are to be coloured, counted from 0
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._colour)
        document.contentsChange.connect(self._note)
        document.contentsChanged.connect(self._colour)
        self.take_theme()

    @property
    def settled(self) -> bool:
        """Whether all lines have their colours."""
        return self._from > self._to

    def take_theme(self) -> None:
        """Wear the colours of the present theme."""
        for kind in TokenKind:
            self._formats[kind] = QTextCharFormat()
            self._formats[kind].setForeground(token_colour(kind))
        self._from, self._to = 0, self._document.blockCount() - 1
        self._colour()

    def _note(self, place: int, removed: int, added: int) -> None:
        first = self._document.findBlock(place).blockNumber()
        last = max(self._document.findBlock(place + added).blockNumber(), first)
        if self.settled:
            self._from, self._to = first, last
        else:  # lines below may have moved
            self._from, self._to = min(self._from, first), self._document.blockCount() - 1
        self._rest.start()  # an empty text is told of after it has changed

    def _colour(self) -> None:
        """Colour as many lines as there is time for, from the first that changed on."""
        self._rest.stop()
        until = time.thread_time() + SECONDS
        block = self._document.findBlockByNumber(self._from)
        while self._from <= self._to and block.isValid():
            if self._colour_line(block):  # the line below begins otherwise now
                self._to = max(self._to, self._from + 1)
            self._from, block = self._from + 1, block.next()
            if time.thread_time() > until:
                break
        if not block.isValid():
            self._from, self._to = 0, -1
        elif not self.settled:
            self._rest.start()

    def _colour_line(self, block: QTextBlock) -> bool:
        """Colour a line; whether it ends in another state than before."""
        before = STATES[max(block.previous().userState(), 0)]
        found, state = _tokens(block.text(), before)
        ranges = []
        for token in found:
            each = QTextLayout.FormatRange()
            each.start, each.length = token.start, token.end - token.start
            each.format = self._formats[token.kind]
            ranges.append(each)
        layout = block.layout()
        if ranges or layout.formats():
            layout.setFormats(ranges)
            # Qt takes twice this length for what changed: a longer one reaches into the next line, and more
            # than one line that changed has all lines painted
            self._document.markContentsDirty(block.position(), 1)
        ends, old = STATES.index(state) if state in STATES else 0, block.userState()
        block.setUserState(ends)
        return ends != old  # a new line has none, and the line below began as another one ended


def _tokens(line: str, before: str) -> tuple[list[Token], str]:
    """The words of a line, none of a very long one, and the state for the next line."""
    if len(line) > LONGEST and not TRIPLE.search(line):
        return [], before
    found, state = tokens(line, Language.PYTHON, before)
    return found if len(line) <= LONGEST else [], state
