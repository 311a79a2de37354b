"""Every word in the window can be translated: with a marking translator, no unmarked word is left."""

import re

import fakes
import pytest
from PySide6.QtCore import QSettings, Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QTreeWidget, QWidget

from jaxstudio.app.main_window import MainWindow

OPEN, CLOSE = "«", "»"
FREE = re.compile(r"^[\W\d_]*$|^cpu:\d|^CPU( \d)?$|^\d+ compiles$|^JAXStudio|^(sRGB|Display P3|Adobe RGB)$")


class Marking(QTranslator):
    def translate(self, context, text, disambiguation=None, n=-1):
        return f"{OPEN}{text}{CLOSE}"

    def isEmpty(self):
        return False


@pytest.fixture
def marked(qapp, document, tmp_path, qtbot):
    translator = Marking()
    qapp.installTranslator(translator)
    window = MainWindow(document, QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.show()
    assert window.image.panels.compare_bar is not None  # built when opened
    for op in fakes.CATALOGUE.values():
        document.add_step(op)
    document.set_split(0.5)
    yield window
    window.close()
    qapp.removeTranslator(translator)


def words_of(window):
    """Everything the window says, seen or read out, with who says it."""
    for widget in window.findChildren(QWidget):
        if widget.objectName().startswith("qt_") or widget.window() is not window:
            continue
        yield widget, widget.toolTip()
        yield widget, widget.accessibleName()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget, widget.text()
        if isinstance(widget, QLineEdit):
            yield widget, widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from ((widget, widget.itemText(index)) for index in range(widget.count()))
    for action in window.actions_by_name.values():
        yield action, action.text()


def test_every_word_goes_through_the_translator(marked, qtbot):
    qtbot.waitUntil(lambda: marked.image.document.frames > 0)
    bare = []
    for who, text in words_of(marked):
        if OPEN in text or FREE.match(text) or re.fullmatch(r"[\d.,-]+ (\w+|%)", text):
            continue
        bare.append((type(who).__name__, text))
    assert bare == []


def test_the_help_is_translated_too(marked):
    marked.show_help("blur")
    assert f"{OPEN}Soft blur{CLOSE}" in marked._help.page.toPlainText()
    topics = marked._help.findChild(QTreeWidget)
    assert topics.findItems(OPEN, Qt.MatchFlag.MatchContains)
