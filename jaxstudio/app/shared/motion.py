"""Reduced motion: whether anything in the window may move or fade by itself."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyle

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
