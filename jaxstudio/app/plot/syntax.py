"""Colours for typed mathematics: functions, variables, sliders and numbers tell themselves apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtGui import QColor, QFont, QPalette, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from jaxstudio.app.plot.colours import is_dark, oklch, theme_palette
from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language import FUNCTIONS
from jaxstudio.functions.language.binding_forms import FORMS
from jaxstudio.functions.language.catalogue import ALIASES
from jaxstudio.functions.language.synonyms import PI, expansion_of, function_of
from jaxstudio.functions.language.tokens import CONSTANTS, KEYWORDS, Kind, Token, is_variable, tokenize

HUES = {"function": 262.0, "variable": 190.0, "slider": 330.0, "number": 60.0}


def parts(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, what it is) of each piece of a line; nothing where it cannot be read."""
    if text.lstrip().startswith("#"):
        yield 0, len(text), "note"
        return
    tokens = _tokens(text)
    for token, following in pairwise((*tokens, *tokens[-1:])):
        if token.kind in (Kind.NUMBER, Kind.FRACTION, Kind.RAISED):
            yield token.start, token.end, "number"
        elif token.kind is Kind.NAME:
            called = following.text in ("(", "[") and not following.spaced
            yield token.start, token.end, _name(token.text, called)
        elif token.kind is Kind.SIGN:
            yield token.start, token.end, "sign"


def _tokens(text: str) -> tuple[Token, ...]:
    """The tokens before the first character without a meaning."""
    try:
        return tokenize(text)
    except ExpressionError as error:
        return tokenize(text[: error.start]) if error.start < len(text) else ()


def _name(name: str, called: bool) -> str:
    foreign = called and (function_of(name) or expansion_of(name) is not None)
    if name in FUNCTIONS or name in ALIASES or name in FORMS or foreign:
        return "function"
    if name in CONSTANTS or name in KEYWORDS or name in PI:
        return "number"
    return "variable" if is_variable(name) else "slider"


class Highlighter(QSyntaxHighlighter):
    """Colours a line, and underlines the columns of its error."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._error: tuple[int, int] | None = None
        self._formats: dict[str, QTextCharFormat] = {}
        self._wave = QTextCharFormat()
        self.wear()

    def wear(self) -> None:
        """Take the theme's colours."""
        palette, dark = theme_palette(), is_dark()
        colours = {what: oklch(0.78 if dark else 0.5, 0.12, hue) for what, hue in HUES.items()}
        muted = palette.color(QPalette.ColorRole.PlaceholderText)
        colours |= {"note": muted, "sign": palette.color(QPalette.ColorRole.Text)}
        self._formats = {what: _format(colour) for what, colour in colours.items()}
        self._formats["variable"].setFontItalic(True)
        self._formats["slider"].setFontItalic(True)
        self._wave = QTextCharFormat()
        self._wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        self._wave.setUnderlineColor(palette.color(QPalette.ColorRole.BrightText))
        self.rehighlight()

    def show_error(self, columns: tuple[int, int] | None) -> None:
        """Underline these columns, or none."""
        if columns != self._error:
            self._error = columns
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        for start, end, what in parts(text):
            self.setFormat(start, end - start, self._formats[what])
        if self._error is not None:
            start, end = self._error
            for column in range(max(start, 0), min(max(end, start + 1), len(text))):
                wavy = QTextCharFormat(self.format(column))
                wavy.setUnderlineStyle(self._wave.underlineStyle())
                wavy.setUnderlineColor(self._wave.underlineColor())
                self.setFormat(column, 1, wavy)


def _format(colour: QColor) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(colour)
    made.setFontWeight(QFont.Weight.Normal)
    return made
