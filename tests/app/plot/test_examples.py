"""Every example can be read, opened, saved, and says what it shows."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication

from jaxstudio.app.plot.examples import examples
from jaxstudio.functions.document_files import from_json, to_json
from jaxstudio.functions.language import Sheet
from jaxstudio.functions.lists import number, numbers
from jaxstudio.functions.protocol.queries import ScriptQuestion

EVERY = examples()


def test_their_names_differ():
    assert len({example.name for example in EVERY}) == len(EVERY) > 12


@pytest.mark.parametrize("example", EVERY, ids=lambda example: example.name)
def test_an_example_is_a_sheet_without_mistakes(example):
    sheet = Sheet.read([line.text for line in example.document.lines])
    assert [line.error for line in sheet.lines if line.error is not None] == []
    assert from_json(to_json(example.document)).lines == example.document.lines
    assert example.title
    assert example.about


def test_solutions_of_examples_begin_in_sight():
    """A view with equal scales shows less of y than it says, as a window is not as high as wide."""
    seen = 0
    for example in EVERY:
        document = example.document
        (left, right), (low, high) = document.x, document.y
        if document.equal:
            low, high = ((low + high) / 2 + side * 0.3 * (right - left) for side in (-1, 1))
        sheet = Sheet.read([line.text for line in document.lines])
        systems = {line.system for line in sheet.lines if line.system is not None}
        for system in (each for each in systems if not each.planar):
            for initial in system.initials:
                if not initial.state.endswith("'"):
                    assert left <= number(initial.at, {}) <= right, example.name
                    assert all(low <= value <= high for value in numbers(initial.value, {})), example.name
                    seen += 1
    assert seen >= 3


def test_an_example_opens_with_its_page(bench, subtests):
    for example in EVERY:
        with subtests.test(example.name):
            bench.open_example(example)
            assert bench.side.open_page == example.page
            assert bench.controller.document.lines == example.document.lines
            assert (bench.controller.pinned is not None) is (example.pinned is not None)
            bench.controller.undo()
            assert [line.text for line in bench.controller.document.lines] == [""]


def test_of_two_examples_the_newer_is_told_about_and_nothing_lies_below_it(bench, qtbot):
    bench.open_example(EVERY[0])
    bench.open_example(EVERY[3])
    assert [message.text.text() for message in bench.messages.messages] == [EVERY[3].about]

    def place(widget):
        return QRect(widget.mapTo(bench, QPoint(0, 0)), widget.size())

    qtbot.waitUntil(lambda: bench.messages.isVisible() and bench.messages.height() > 0)
    assert not place(bench.messages).intersects(place(bench.plane.buttons))
    bench.messages.messages[0].go()
    bench.open_example(EVERY[0])
    assert [message.text.text() for message in bench.messages.messages] == [EVERY[0].about]


def test_the_sheet_is_copied_as_a_script(bench, qtbot):
    client = bench.controller.drawer.client
    bench.controller.set_text(bench.controller.document.lines[0].key, "x^2")
    bench.copy_python()
    question = client.questions[-1]
    assert isinstance(question.argument, ScriptQuestion)
    assert question.argument.lines[0].text == "x^2"
    question.answer("import jax")
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "import jax")
