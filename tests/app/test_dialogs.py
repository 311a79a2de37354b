"""Every window that a command opens: the keyboard is in it, and Escape closes it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

OPENED = (
    "batch", "guide", "help", "log", "own_filters", "palette", "presets", "settings", "shortcuts", "sweep",
    "variants",
)  # fmt: skip


def opened_over(window) -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not window]


@pytest.mark.samples(3)
@pytest.mark.parametrize("name", OPENED)
def test_escape_closes_it(window, live, qtbot, name):
    before = opened_over(window)
    window.actions_by_name[name].setEnabled(True)
    window.actions_by_name[name].trigger()
    (dialog,) = [each for each in opened_over(window) if each not in before]
    assert dialog.windowTitle() or dialog.accessibleName()
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None)
    assert dialog.focusWidget().isEnabled()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Escape)
    assert not dialog.isVisible()
