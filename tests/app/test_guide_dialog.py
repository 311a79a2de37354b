"""The guide in the window: figures come one by one, and every page opens what it is about."""

import pytest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.guide_dialog import GuideDialog
from jaxstudio.errors import ComputeError
from jaxstudio.guide.pages import page, pages


class Asked:
    """What the dialog asks, and how the test answers."""

    def __init__(self):
        self.name, self.cancelled = "", 0

    def __call__(self, request, on_answer, on_error, on_progress):
        self.name = request.page
        self.answer, self.error, self.progress = on_answer, on_error, on_progress
        return self

    def cancel(self):
        self.cancelled += 1


@pytest.fixture
def asked():
    return Asked()


@pytest.fixture
def guide(asked, qtbot):
    dialog = GuideDialog(asked)
    qtbot.addWidget(dialog)
    dialog.show_page("denoise")
    return dialog


def test_figures_come_one_by_one(guide, asked, qtbot):
    assert asked.name == "denoise"
    assert "Box kernel, every weight" in guide.text.toPlainText()
    asked.progress((2, "0.0400000001", True))
    qtbot.waitUntil(lambda: "0.0400000001" in guide.text.toPlainText())
    asked.progress((3, "7", False))
    qtbot.waitUntil(lambda: "7 ≠" in guide.text.toPlainText())
    # all pages are listed
    titles = [
        part.child(row).text(0)
        for top in range(guide.list.topLevelItemCount())
        for part in [guide.list.topLevelItem(top)]
        for row in range(part.childCount())
    ]
    assert titles == [f"{number}. {each.title}" for number, each in enumerate(pages(), 1)]
    # what cannot be computed is said
    asked.error(ComputeError("the engine has ended"))
    qtbot.waitUntil(lambda: "the engine has ended" in guide.text.toPlainText())


def test_another_page_ends_the_question(guide, asked, qtbot):
    before = asked.progress
    guide.show_page("trace")
    assert asked.name == "trace"
    assert asked.cancelled
    before((1, "from the page before", True))
    qtbot.wait(20)
    assert "from the page before" not in guide.text.toPlainText()


def test_a_page_of_functions_is_opened(window):
    window.open_guide_page(page("four-ways"))
    assert window.tab is window.functions
    assert window.functions.bench.controller.document.lines[0].text == "x^4 + 12x + 1/x"
    # a page of images is opened
    names = {step.split()[0] for each in pages() for step in each.opens.steps}
    opened = []
    window.image.open_steps = lambda sample, steps: opened.append((sample, steps))
    window.open_guide_page(page("filters"))
    assert window.tab is window.image
    assert opened == [("cat", page("filters").opens.steps)]
    assert "convolve" in names


def test_a_sheet_that_was_written_is_replaced_only_when_that_is_confirmed(window):
    window.show_tab(window.tabs.index(window.functions))
    bench = window.functions.build()
    bench.controller.set_text(bench.controller.document.lines[0].key, "my own x")
    window.open_guide_page(page("four-ways"))
    assert [line.text for line in bench.controller.document.lines] == ["my own x"]
    question = bench.messages.messages[-1]
    assert "place of this sheet" in question.text.text()
    question.findChildren(QPushButton)[0].click()
    assert bench.controller.document.lines[0].text == "x^4 + 12x + 1/x"
    window.open_guide_page(page("precision"))
    assert bench.controller.document.lines[0].text != "x^4 + 12x + 1/x"  # an example is nobody's own
    bench.controller.undo()
    bench.controller.undo()
    assert [line.text for line in bench.controller.document.lines] == ["my own x"]


def test_the_guide_does_not_cover_what_it_opens(window, qtbot):
    window.do_guide()
    guide = window._guide
    assert guide is not None
    assert guide.isVisible()
    guide.list.setCurrentItem(guide._items["four-ways"])
    guide.move(window.geometry().center())
    guide.open_button.click()
    assert guide.isHidden() or not guide.frameGeometry().intersects(window.frameGeometry())
    window.do_guide()
    assert guide.isVisible()
    assert guide.page.name == "four-ways"
