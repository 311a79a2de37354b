"""The colours of words in code, and of the lines behind them, in both themes."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QColor, QPalette

from jaxstudio.app.shared.colours import faded, is_dark, oklch, theme_palette
from jaxstudio.ir.text_view.tokens import TokenKind

# Hues of OKLCH in degrees.
HUES = {
    TokenKind.KEYWORD: 305.0,
    TokenKind.OPERATION: 262.0,
    TokenKind.FUNCTION: 240.0,
    TokenKind.TYPE: 190.0,
    TokenKind.NUMBER: 60.0,
    TokenKind.STRING: 145.0,
    TokenKind.LABEL: 20.0,
    TokenKind.REGISTER: 200.0,
    TokenKind.ATTRIBUTE: 340.0,
}
QUIET = (TokenKind.COMMENT, TokenKind.LOCATION)


def token_colour(word: TokenKind | None) -> QColor:
    """The colour of a kind of word, or of what lies between words, in the present theme."""
    if word in QUIET:
        return theme_palette().color(QPalette.ColorRole.PlaceholderText)
    if word in HUES:
        return _hued(HUES[word], is_dark())
    return theme_palette().color(QPalette.ColorRole.Text)


@cache
def _hued(hue: float, dark: bool) -> QColor:
    return oklch(0.8 if dark else 0.48, 0.11, hue)


@cache
def link_colour(number: int, dark: bool) -> QColor:
    """Return a hue by its number; neighbours are a golden angle apart."""
    return oklch(0.72 if dark else 0.66, 0.13, (number * 137.508 + 30.0) % 360)


def tint_colour(tint: int) -> QColor:
    """The ground of a line that was added, removed or left out."""
    if tint == 2:
        return faded(theme_palette().color(QPalette.ColorRole.PlaceholderText), 0.12)
    return faded(_hued(145.0 if tint > 0 else 25.0, is_dark()), 0.22)


def accent(alpha: float) -> QColor:
    """The theme's accent, seen through."""
    return faded(theme_palette().color(QPalette.ColorRole.Highlight), alpha)
