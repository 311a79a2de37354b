"""Colours of curves, of the plane and of words in code, in the light and the dark theme: a hue per line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette

from jaxstudio.ir.text_view.tokens import TokenKind

# Lightness and hue in OKLCH of red, blue, green, purple, orange, teal, pink, olive. The lightness tells apart
# what looks alike to people who see no difference of red and green (tests/app/plot/test_colours.py).
LIGHT_HUES = (
    (0.60, 17.0), (0.40, 250.0), (0.66, 131.0), (0.54, 291.0),
    (0.56, 62.0), (0.44, 209.0), (0.67, 5.0), (0.40, 112.0),
)  # fmt: skip
DARK_HUES = (
    (0.70, 17.0), (0.79, 238.0), (0.86, 166.0), (0.58, 294.0),
    (0.73, 65.0), (0.92, 191.0), (0.72, 348.0), (0.92, 104.0),
)  # fmt: skip
TURN = -60.0  # from one derivative to the next
LIGHT_CHROMA, DARK_CHROMA = 0.18, 0.15
# From OKLab to cone responses, and from their cubes to linear sRGB (Ottosson 2020).
TO_CONES = (
    (1, 0.3963377774, 0.2158037573),
    (1, -0.1055613458, -0.0638541728),
    (1, -0.0894841775, -1.2914855480),
)
TO_RGB = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def theme_palette() -> QPalette:
    """The theme's own palette: a widget's may be changed by the style sheet around it."""
    return QGuiApplication.palette()


def is_dark() -> bool:
    """Whether the theme is a dark one."""
    return theme_palette().color(QPalette.ColorRole.Window).lightness() < 128


@cache
def curve_colour(hue: int, order: int, dark: bool, least: float = 0.0) -> QColor:
    """The colour of a line's curve and of its derivatives; its lightness in OKLCH is at least `least`."""
    hues, chroma = (DARK_HUES, DARK_CHROMA) if dark else (LIGHT_HUES, LIGHT_CHROMA)
    lightness, degrees = hues[hue % len(hues)]
    return oklch(max(lightness, least), chroma, degrees + order * TURN)


def oklch(lightness: float, chroma: float, hue: float) -> QColor:
    """A colour of OKLCH, hue in degrees, with as much of the chroma as sRGB can show."""
    while chroma > 0:
        channels = _linear(lightness, chroma, math.radians(hue))
        if all(-1e-4 <= channel <= 1.0001 for channel in channels):
            break
        chroma -= 0.005
    return QColor.fromRgbF(*(_encoded(min(max(channel, 0.0), 1.0)) for channel in channels))


def _linear(lightness: float, chroma: float, hue: float) -> list[float]:
    lab = (lightness, chroma * math.cos(hue), chroma * math.sin(hue))
    cones = [sum(a * b for a, b in zip(row, lab, strict=True)) ** 3 for row in TO_CONES]
    return [sum(a * b for a, b in zip(row, cones, strict=True)) for row in TO_RGB]


def _encoded(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055


def faded(colour: QColor, alpha: float) -> QColor:
    """The colour with another opacity."""
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


@dataclass(frozen=True)
class PlotStyle:
    """`scale`: pixels of the picture to one of the window. `fast`: for the screen rather than for a file;
    `quick`: while a hand moves, and there is much to paint; `rough`: and very much, so that curves are drawn
    without antialiasing. `clear`: on no ground.
    """

    dark: bool
    ground: QColor
    fine: QColor
    grid: QColor
    axis: QColor
    text: QColor
    muted: QColor
    accent: QColor
    font: QFont
    scale: float = 1.0
    fast: bool = True
    quick: bool = False
    rough: bool = False
    clear: bool = False

    def curve(self, hue: int, order: int = 0) -> QColor:
        """The colour of a line's curve or derivative."""
        return curve_colour(hue, order, self.dark)


def plot_style(
    font: QFont,
    scale: float = 1.0,
    *,
    fast: bool = True,
    quick: bool = False,
    rough: bool = False,
    dark: bool | None = None,
    clear: bool = False,
) -> PlotStyle:
    """The plot's style for the theme, or for `dark`."""
    palette, role = theme_palette(), QPalette.ColorRole
    dark = is_dark() if dark is None else dark
    sized = QFont(font)
    sized.setPointSizeF((font.pointSizeF() * 0.9 if font.pointSizeF() > 0 else 9.0) * scale)
    return PlotStyle(
        dark=dark,
        ground=QColor("#17181c" if dark else "#ffffff"),
        fine=QColor("#25272d" if dark else "#f0f1f4"),
        grid=QColor("#353841" if dark else "#dcdee5"),
        axis=QColor("#868b99" if dark else "#6b6f7a"),
        text=QColor("#b9bdc9" if dark else "#4a4d57"),
        muted=palette.color(role.PlaceholderText),
        accent=palette.color(role.Highlight),
        font=sized,
        scale=scale,
        fast=fast,
        quick=quick or rough,
        rough=rough,
        clear=clear,
    )


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
    """The colour of a kind of token, or of the text between tokens, in the present theme."""
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
