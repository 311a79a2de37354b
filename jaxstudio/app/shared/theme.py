"""Light or dark, with motion or without, as the system or a setting says: colours, palette, style sheet."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from jaxstudio.lazy_dataclass import dataclass

SHEET = Path(__file__).with_name("style.qss")


def style_sheet(theme: Theme) -> str:
    """The sheet in the colours of `theme`."""
    return re.sub(r"@(\w+)", lambda name: getattr(theme, name[1]), SHEET.read_text("utf-8"))


@dataclass(frozen=True)
class Theme:
    """The colours of a theme, named by their use."""

    window: str  # the panels
    card: str  # what lies on them
    field: str  # where one types
    border: str
    hover: str
    text: str
    muted: str
    faint: str  # disabled
    accent: str
    on_accent: str
    danger: str
    warning: str
    good: str
    canvas: str


LIGHT = Theme(
    window="#f4f4f6",
    card="#ffffff",
    field="#ffffff",
    border="#d5d6dc",
    hover="#e7e8ed",
    text="#1c1d22",
    muted="#5f626d",
    faint="#a3a6b0",
    accent="#3457d5",
    on_accent="#ffffff",
    danger="#b3261e",
    warning="#8a5a00",
    good="#1c7a45",
    canvas="#dcdde2",
)

DARK = Theme(
    window="#1f2024",
    card="#292a30",
    field="#1a1b1f",
    border="#3c3e47",
    hover="#363842",
    text="#ececf0",
    muted="#a6a9b5",
    faint="#6a6d78",
    accent="#7c9bff",
    on_accent="#10131c",
    danger="#ff8a80",
    warning="#f2c063",
    good="#74d39d",
    canvas="#131417",
)


def palette(theme: Theme) -> QPalette:
    """The theme in Qt's roles, from which painted widgets take their colours."""
    result = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.Base: theme.field,
        role.AlternateBase: theme.card,
        role.Button: theme.card,
        role.Mid: theme.border,
        role.Midlight: theme.hover,
        role.Dark: theme.canvas,
        role.WindowText: theme.text,
        role.Text: theme.text,
        role.ButtonText: theme.text,
        role.BrightText: theme.danger,
        role.PlaceholderText: theme.muted,
        role.Highlight: theme.accent,
        role.Accent: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.ToolTipBase: theme.card,
        role.ToolTipText: theme.text,
        role.Light: theme.card,
        role.Shadow: "#000000",
    }
    for which, colour in colours.items():
        result.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        result.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.faint))
    return result


CHOSEN = {"light": LIGHT, "dark": DARK}


def theme_for(scheme: Qt.ColorScheme) -> Theme:
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def apply_theme(theme: Theme) -> None:
    """Apply palette and style sheet of `theme` to the whole application."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setPalette(palette(theme))
    sheet = style_sheet(theme)
    # Qt styles every widget anew, even by the sheet that it has
    if app.styleSheet() != sheet:
        app.setStyleSheet(sheet)


class FollowSystem(QObject):
    """Applies the chosen theme, or the system's, now and whenever it changes."""

    def __init__(self, parent: QObject | None = None, chosen: str = "system") -> None:
        super().__init__(parent)
        self.chosen = chosen
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.follow)
        self.follow(hints.colorScheme())

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """The system's theme is this one now."""
        apply_theme(CHOSEN.get(self.chosen) or theme_for(scheme))

    def choose(self, name: str) -> None:
        """Choose "light" or "dark", or the system's theme by any other name."""
        self.chosen = name
        self.follow(QGuiApplication.styleHints().colorScheme())


_reduced = False  # the setting "reduced motion"


def reduce_motion(reduce: bool) -> None:
    """Take the setting: messages go rather than fade, animations wait for Play, panels jump."""
    global _reduced
    _reduced = reduce


def motion_is_reduced() -> bool:
    """Whether the setting or the desktop asks for it.

    Qt tells of the desktop: a style without animations (KDE), the effects of windows on Windows. Of the
    settings of GNOME and macOS it tells nothing.
    """
    style = QApplication.style()
    still = style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
    windows = sys.platform == "win32" and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    return _reduced or still or windows
