"""The theme of the whole application is put on once."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel

from jaxstudio.app.shared.theme import DARK, LIGHT, apply_theme


class StyleChanges(QObject):
    """Counts how often a widget is styled anew."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.StyleChange
        return False


@pytest.fixture
def label(qtbot):
    apply_theme(LIGHT)
    label = QLabel("text")
    qtbot.addWidget(label)
    label.show()
    yield label
    apply_theme(LIGHT)


def test_a_theme_that_is_shown_already_styles_no_widget_anew(label):
    changes = StyleChanges()
    label.installEventFilter(changes)
    apply_theme(LIGHT)
    assert changes.count == 0
    apply_theme(DARK)
    assert changes.count > 0
    assert label.palette().windowText().color().name() == DARK.text
    assert QApplication.instance().styleSheet()
