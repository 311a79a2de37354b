"""The side panel without the window around it, which takes five times as long to build."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jaxstudio.app.image.stack.stack import Panel
from jaxstudio.app.shared.theme import LIGHT, apply_theme


@pytest.fixture
def window(request, qtbot, document, tmp_path):
    """The shown panel, where the window has it, beside a canvas that only takes the focus.

    A test that needs more of the window asks for `whole_window` too, and gets that one.
    """
    if "whole_window" in request.fixturenames:
        return request.getfixturevalue("whole_window")
    apply_theme(LIGHT)
    window = QWidget()
    panel, canvas = Panel(document), QWidget()
    canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.image = SimpleNamespace(document=document, panel=panel, canvas=canvas)
    window.settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    row = QHBoxLayout(window)
    row.addWidget(canvas, 1)
    row.addWidget(panel)
    panel.setFixedWidth(372)
    qtbot.addWidget(window)
    window.resize(700, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window
