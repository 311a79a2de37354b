"""Light and dark: a few named colours, the palette made of them, and following the system's choice."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from jaxstudio.app.shared.style_sheet import style_sheet


@dataclass(frozen=True)
class Theme:
    """Colours by what they are for."""

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
    made = QPalette()
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
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.faint))
    return made


CHOSEN = {"light": LIGHT, "dark": DARK}


def theme_for(scheme: Qt.ColorScheme) -> Theme:
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def wear(theme: Theme) -> None:
    """Dress the whole application in `theme`."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setPalette(palette(theme))
    app.setStyleSheet(style_sheet(theme))


class FollowSystem(QObject):
    """Wears the system's light or dark theme, now and whenever it changes, or the one that was chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        QApplication.setStyle("Fusion")
        self.chosen = "system"
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.follow)
        self.follow(hints.colorScheme())

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """The system's theme is this one now."""
        wear(CHOSEN.get(self.chosen) or theme_for(scheme))

    def choose(self, name: str) -> None:
        """Wear "light" or "dark" from now on, or what the system has for any other name."""
        self.chosen = name
        self.follow(QGuiApplication.styleHints().colorScheme())
