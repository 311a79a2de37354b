"""Light or dark, with motion or without, as the system or a setting says: colours, palette, style sheet."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from jaxstudio.lazy_dataclass import dataclass

SHEET = """
QToolTip {{ background: {card}; color: {text}; border: 1px solid {border}; padding: 4px 6px; }}

QMenuBar {{ background: {window}; border-bottom: 1px solid {border}; padding: 1px 4px; }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenu {{ background: {card}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 5px 28px 5px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
QMenu::item:disabled {{ color: {faint}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}

QLineEdit, QAbstractSpinBox, QComboBox {{
  background: {field}; color: {text}; border: 1px solid {border}; border-radius: 5px;
  padding: 3px 7px; min-height: 20px;
  selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit:hover, QComboBox:hover {{ border-color: {muted}; }}
QLineEdit:focus, QComboBox:focus, QComboBox:on {{ border: 2px solid {accent}; padding: 2px 6px; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {faint}; background: {window}; }}
QLineEdit[refused="true"] {{ border: 2px solid {danger}; padding: 2px 6px; }}
ChoiceBox {{ combobox-popup: 0; }}
ChoiceBox::drop-down {{ border: none; width: 18px; }}
ChoiceBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{
  background: {card}; border: 1px solid {border}; padding: 3px; outline: none;
  selection-background-color: {accent}; selection-color: {on_accent};
}}
QComboBox QAbstractItemView::item {{ min-height: 24px; padding: 0 6px; }}
QComboBox QAbstractItemView::item:disabled {{ color: {faint}; }}

QPushButton {{
  background: {card}; color: {text}; border: 1px solid {border}; border-radius: 5px;
  padding: 4px 12px; min-height: 20px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {border}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 3px 11px; }}
QPushButton:disabled {{ color: {faint}; }}

QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}

QToolButton {{ background: transparent; border: 2px solid transparent; border-radius: 6px; padding: 2px; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {border}; }}
QToolButton:checked {{ background: {hover}; }}
QToolButton:focus {{ border-color: {accent}; }}
QToolButton::menu-indicator {{ image: none; }}

QToolButton#tab {{ padding: 4px 14px; color: {muted}; font-weight: 600; border-radius: 7px; }}
QToolButton#tab:hover {{ color: {text}; }}
QToolButton#tab:checked {{ color: {on_accent}; background: {accent}; }}
QToolButton#tab:focus {{ border-color: {accent}; }}
QToolButton#tab:checked:focus {{ border-color: {text}; }}
QToolButton#page {{ padding: 3px 6px; color: {muted}; font-weight: 600; border-radius: 7px; }}
QToolButton#page:hover {{ color: {text}; }}
QToolButton#page:checked {{ color: {on_accent}; background: {accent}; }}
QToolButton#page:focus {{ border-color: {accent}; }}
QToolButton#page:checked:focus {{ border-color: {text}; }}
QToolButton#words {{ padding: 3px 10px; }}

QScrollArea, QScrollArea > QWidget > QWidget#list {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 1px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {faint}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: none; border: none; width: 0; height: 0;
}}

QMainWindow::separator {{ background: {border}; height: 3px; width: 3px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QHeaderView {{ background: {window}; border: none; }}
QHeaderView::section {{ background: {window}; color: {muted}; border: none;
  border-bottom: 1px solid {border}; padding: 3px 6px; }}
QTreeView#stages {{ border: none; border-radius: 0; background: {window}; }}

QSplitter::handle {{ background: {border}; }}
QSplitter::handle:hover, QSplitter::handle:focus {{ background: {accent}; }}

QTabWidget::pane {{ background: {card}; border: 1px solid {border}; border-radius: 6px; }}
QTabBar::tab {{ padding: 4px 12px; color: {muted}; border: 2px solid transparent; border-radius: 7px;
  margin-bottom: 4px; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ color: {on_accent}; background: {accent}; }}
QTabBar::tab:selected:focus {{ border-color: {text}; }}

QFrame#toolbar {{ background: {window}; border-bottom: 1px solid {border}; }}
QFrame#card {{ background: {card}; border: 1px solid {border}; border-radius: 8px; }}
QFrame#card:focus {{ border: 2px solid {accent}; }}
QFrame#card[held="true"] {{ border: 2px dashed {accent}; }}
QFrame#mask {{ background: transparent; border: none; border-top: 1px solid {border}; }}
QFrame#part {{ background: transparent; border: 2px solid transparent; border-radius: 5px; }}
QFrame#part[held="true"] {{ background: {hover}; }}
QFrame#part:focus {{ border: 2px solid {accent}; }}
QFrame#results {{ background: {card}; border: 1px solid {border}; border-radius: 8px; }}
QFrame#results QListView {{ background: transparent; border: none; outline: none; }}
QScrollArea#rail {{ background: {window}; border-left: 1px solid {border}; }}
QFrame#side {{ background: {window}; border-left: 1px solid {border}; }}
QWidget#lines, QWidget#page {{ background: {window}; }}
QFrame#row {{ background: {card}; border: none; border-bottom: 1px solid {border};
  border-left: 3px solid transparent; }}
QFrame#row[held="true"] {{ border-left: 3px solid {accent}; }}
QFrame#slider {{ background: {card}; border: none; border-bottom: 1px solid {border};
  border-left: 3px solid transparent; }}
QPlainTextEdit#line {{ background: transparent; color: {text}; border: none;
  selection-background-color: {accent}; selection-color: {on_accent}; }}
QPlainTextEdit#steps, QPlainTextEdit#expression {{
  background: {field}; color: {text}; border: 1px solid {border}; border-radius: 5px;
  padding: 2px; selection-background-color: {accent}; selection-color: {on_accent}; }}
QPlainTextEdit#steps:focus, QPlainTextEdit#expression:focus {{ border: 2px solid {accent}; padding: 1px; }}
QFrame#slider QLineEdit#end {{ background: transparent; border: 1px solid transparent; color: {muted};
  padding: 1px 3px; }}
QFrame#slider QLineEdit#end:hover {{ border: 1px solid {border}; }}
QFrame#slider QLineEdit#end:focus {{ border: 2px solid {accent}; padding: 0px 2px; color: {text}; }}
QFrame#slider QLineEdit#end[refused="true"] {{ border: 2px solid {danger}; padding: 0px 2px; }}
QLabel#name {{ font-style: italic; font-weight: 600; }}
QLabel#value {{ color: {muted}; padding: 4px 4px; }}
QPushButton#fix, QPushButton#small, QComboBox#small {{ padding: 1px 8px; min-height: 18px; }}
QPushButton#fix:focus, QPushButton#small:focus,
QComboBox#small:focus, QComboBox#small:on {{ padding: 0px 7px; }}
QPushButton#narrow {{ padding: 3px 9px; }}
QPushButton#narrow:focus {{ padding: 2px 8px; }}
QPushButton:checked {{ background: {hover}; border-color: {accent}; }}
QPushButton#flat {{ background: transparent; border: 2px solid transparent; color: {muted}; text-align: left;
  padding: 8px 12px; }}
QPushButton#flat:hover {{ color: {text}; background: {hover}; }}
QPushButton#flat:focus {{ border: 2px solid {accent}; }}
QFrame#welcome {{ background: {window}; border: 1px dashed {muted}; border-radius: 12px; }}
QFrame#status {{ background: {window}; border-top: 1px solid {border}; }}

QFrame#message {{ background: {card}; border: 1px solid {border}; border-radius: 6px; }}
QFrame#message[kind="error"] {{ border-left: 4px solid {danger}; }}
QFrame#message[kind="info"] {{ border-left: 4px solid {accent}; }}
QFrame#message[kind="done"] {{ border-left: 4px solid {good}; }}
QFrame#message[kind="work"] {{ border-left: 4px solid {accent}; }}
QProgressBar {{
  background: {hover}; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}

QLabel[look="title"] {{ font-weight: 600; }}
QLabel[look="heading"] {{ font-weight: 600; font-size: 15px; }}
QLabel[look="muted"] {{ color: {muted}; }}
QLabel[look="refused"] {{ color: {danger}; }}
QLabel[look="exact"] {{ color: {good}; font-weight: 600; }}
QLabel[look="approximate"] {{ color: {warning}; font-weight: 600; }}

QTableView {{ background: {field}; border: 1px solid {border}; border-radius: 5px; gridline-color: {border};
  selection-background-color: {accent}; selection-color: {on_accent}; }}
QTableView:focus {{ border: 2px solid {accent}; }}
QTableView QLineEdit {{ border-radius: 0; padding: 0 2px; min-height: 0; }}
QTextBrowser, QTreeView {{ background: {card}; border: 1px solid {border}; border-radius: 6px;
  selection-background-color: {accent}; selection-color: {on_accent}; }}
QTextBrowser:focus, QTreeView:focus {{ border: 2px solid {accent}; }}
QTreeView::item {{ min-height: 24px; }}
"""


def style_sheet(theme: Theme) -> str:
    """The sheet in the colours of `theme`."""
    return SHEET.format_map(vars(theme))


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
    """Applies the system's light or dark theme, now and whenever it changes, or the one that was selected."""

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
        """Wear "light" or "dark" from now on, or what the system has for any other name."""
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
