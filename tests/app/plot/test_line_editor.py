"""The field of a line, without the tab around it."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jaxstudio.app.plot.lines.line_editor import LineEditor
from jaxstudio.functions.protocol.queries import TypesetQuestion


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


def test_the_formula_of_another_line_does_not_stay(bench, qtbot):
    """Neither of the sheet before, whose first line had the caret, nor of a line that has become a slider."""
    from jaxstudio.functions.service.typesetting import outlines

    controller, client = bench.controller, bench.controller.drawer.client
    key = controller.document.lines[0].key
    controller.set_text(key, "x^2/3")
    bench.lines.go_to(key)
    editor = bench.lines.rows[key].editor
    qtbot.waitUntil(lambda: any(isinstance(each.argument, TypesetQuestion) for each in client.questions))
    (asked,) = (each for each in client.questions if isinstance(each.argument, TypesetQuestion))
    asked.answer((outlines(r"\frac{x^2}{3}"),))
    qtbot.waitUntil(lambda: editor.formula is not None)
    QTest.keyClicks(editor, "+1")
    assert editor.formula is not None  # while one types
    editor.selectAll()
    QTest.keyClicks(editor, "a = 1")
    assert editor.formula is None
    controller.set_text(key, "x^2/3")
    assert editor.formula is not None
    controller.set_text(key, "sin(x)/x")
    assert editor.formula is None


def test_a_formula_stands_in_place_of_the_text_until_the_caret_comes(bench, qtbot):
    from jaxstudio.functions.service.typesetting import outlines

    bench.controller.set_text(bench.controller.document.lines[0].key, "x^2/3")
    bench.lines.go_to(bench.controller.add_line())
    client = bench.controller.drawer.client
    qtbot.waitUntil(lambda: any(isinstance(each.argument, TypesetQuestion) for each in client.questions))
    (asked,) = (each for each in client.questions if isinstance(each.argument, TypesetQuestion))
    assert asked.argument.texts == ("x^2/3",)
    editor = bench.lines.rows[bench.controller.document.lines[0].key].editor
    one_line = editor.height()
    as_text = editor.grab().toImage()
    asked.answer((outlines(r"\frac{x^2}{3}"),))
    qtbot.waitUntil(lambda: editor.height() > one_line)
    assert editor.grab().toImage() != as_text
    formula_alone = editor.height()
    editor.setFocus()
    qtbot.waitUntil(lambda: editor.height() > formula_alone)  # the text, and a tall formula below
    bench.toggle_typeset()
    qtbot.waitUntil(lambda: editor.height() == one_line)
    bench.lines.rows[bench.controller.document.lines[1].key].editor.setFocus()
    assert editor.grab().toImage() == as_text
