"""The colours of words, beside Qt's own highlighter on the same edits, and in turns where a text is long."""

import random

import pytest
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from jaxstudio.app.playground import highlighter
from jaxstudio.app.playground.highlighter import STATES, Highlighter
from jaxstudio.app.shared.colours import token_colour
from jaxstudio.ir.stages import Language
from jaxstudio.ir.text_view.tokens import tokens

LINES = [
    "def f(x):",
    "    return x + 1  # one",
    '"""doc',
    "text",
    '"""',
    "",
    "s = '''a",
    "b'''",
    "y = 3.0",
    "@jit",
]


class Reference(QSyntaxHighlighter):
    def highlightBlock(self, text):
        found, state = tokens(text, Language.PYTHON, STATES[max(self.previousBlockState(), 0)])
        for token in found:
            each = QTextCharFormat()
            each.setForeground(token_colour(token.kind))
            self.setFormat(token.start, token.end - token.start, each)
        self.setCurrentBlockState(STATES.index(state) if state in STATES else 0)


def document():
    made = QTextDocument()
    made.setDocumentLayout(QPlainTextDocumentLayout(made))
    return made


def colours(document):
    found, block = [], document.firstBlock()
    while block.isValid():
        row = [""] * len(block.text())
        for each in block.layout().formats():
            for at in range(each.start, min(each.start + each.length, len(row))):
                row[at] = each.format.foreground().color().name()
        found.append(row)
        block = block.next()
    return found


def edited(document, kind, start, end, text):
    cursor = QTextCursor(document)
    if kind == "undo":
        document.undo()
    else:
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)


@pytest.mark.parametrize("seconds", [1e9, 0.0])
def test_every_edit_leaves_the_colours_that_qt_would_give(qtbot, monkeypatch, seconds):
    monkeypatch.setattr(highlighter, "SECONDS", seconds)
    ours, theirs = document(), document()
    mine, reference = Highlighter(ours), Reference(theirs)
    chance = random.Random(7)
    for number in range(150):
        length = len(ours.toPlainText())
        start = chance.randint(0, length)
        end = min(start + chance.choice((0, 0, 1, 4, 30)), length)
        text = chance.choice(("", "\n", "x", '"""', "\n".join(chance.sample(LINES, 4)) + "\n"))
        edit = chance.choice(("edit", "edit", "edit", "undo")), start, end, text
        edited(ours, *edit)
        edited(theirs, *edit)
        if number % 3 == 0 or seconds:  # else the next edit comes before all is coloured
            qtbot.waitUntil(lambda: mine.settled)
            qtbot.wait(1)
            assert colours(ours) == colours(theirs), edit
    assert reference.document() is theirs


def test_a_long_text_is_coloured_in_turns(qtbot):
    long = document()
    mine = Highlighter(long)
    long.setPlainText("\n".join(LINES * 500))
    assert not mine.settled
    qtbot.waitUntil(lambda: mine.settled)
    assert colours(long)[-3:] == colours(long)[7:10]


def test_the_line_behind_a_removed_one_is_coloured_again():
    short = document()
    Highlighter(short)
    short.setPlainText('a = 1\n"""\nb = 2')
    assert len(set(colours(short)[2])) == 1  # all of it a string
    edited(short, "edit", 5, 9, "")
    assert len(set(colours(short)[1])) > 1


def test_an_empty_text_needs_no_colours(qtbot):
    short = document()
    mine = Highlighter(short)
    short.setPlainText("x = 1")
    short.setPlainText("")
    qtbot.waitUntil(lambda: mine.settled)


@pytest.mark.parametrize("rest", ["", '"""', '""" + """'])
def test_a_very_long_line_has_no_colours_and_leaves_those_of_the_line_below(monkeypatch, rest):
    for longest in (10, 10_000):
        monkeypatch.setattr(highlighter, "LONGEST", longest)
        mine = document()
        Highlighter(mine)
        mine.setPlainText(f"x = {'1 + ' * 700}1 + {rest}\nif a:")
        assert bool(mine.firstBlock().layout().formats()) is (longest > 10)
        assert len(set(colours(mine)[1])) == (1 if rest == '"""' else 2)
