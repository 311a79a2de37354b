"""The field of a line, without the tab around it."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jaxstudio.app.plot.lines.line_editor import LineEditor


def test_a_line_that_wraps_while_it_is_typed_is_seen_whole(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    editor = LineEditor("line")
    layout = QVBoxLayout(around)
    layout.addWidget(editor)
    layout.addStretch(1)
    around.resize(260, 300)
    around.show()
    qtbot.waitExposed(around)
    for character in "y={x<-4: 1/(x+5), x>4: floor(x)}":
        QTest.keyClicks(editor, character)
        qtbot.wait(1)
    assert editor.document().firstBlock().layout().lineCount() > 1
    qtbot.waitUntil(lambda: editor.height() >= editor.sizeHint().height())
    assert editor.verticalScrollBar().value() == 0
    assert editor.contentOffset().y() >= 0
