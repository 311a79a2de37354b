"""How the plane looks in a theme: its colours, and how large a pixel of the window is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QPalette

from jaxstudio.app.plot.colours import curve_colour, is_dark, theme_palette


@dataclass(frozen=True)
class Look:
    """`scale`: pixels of the picture to one of the window. `fast`: for the screen rather than for a file;
    `quick`: while a hand moves, and there is much to paint; `rough`: and very much, so that curves are drawn
    without antialiasing.
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

    def curve(self, hue: int, order: int = 0) -> QColor:
        """The colour of a line's curve or derivative."""
        return curve_colour(hue, order, self.dark)


def look_of(
    font: QFont, scale: float = 1.0, *, fast: bool = True, quick: bool = False, rough: bool = False
) -> Look:
    """The look that goes with the theme."""
    palette, role = theme_palette(), QPalette.ColorRole
    dark = is_dark()
    sized = QFont(font)
    sized.setPointSizeF((font.pointSizeF() * 0.9 if font.pointSizeF() > 0 else 9.0) * scale)
    return Look(
        dark=dark,
        ground=palette.color(role.Base) if not dark else QColor("#17181c"),
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
    )
