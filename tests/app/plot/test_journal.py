"""The sheet in work survives a crash, and is kept after a clean end."""

import pytest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.plot.files import SheetJournal


@pytest.fixture
def journal(controller, tmp_path):
    journal = SheetJournal(controller, tmp_path / "journal")
    journal._wait.setInterval(1)
    yield journal
    journal.close()


def worked(controller, journal, qtbot):
    with qtbot.waitSignal(journal.written):
        controller.set_text(controller.document.lines[0].key, "f(x) = a x^2")
    qtbot.waitUntil(lambda: not journal._wait.isActive() and journal._job is None)


def test_changes_are_on_disk_a_moment_later(controller, journal, qtbot):
    worked(controller, journal, qtbot)
    assert "a x^2" in journal.path.read_text()


def test_after_a_crash_the_sheet_comes_back_and_can_be_undone(controller, journal, qtbot):
    worked(controller, journal, qtbot)
    controller.history_rests()
    left = journal.path.with_name("functions-0-0.json")
    journal.path.rename(left)
    controller.clear()
    assert journal.left_by_a_crash() == left
    journal.restore(left)
    qtbot.waitUntil(lambda: controller.document.lines[0].text == "f(x) = a x^2")
    assert journal.left_by_a_crash() is None
    controller.undo()
    assert controller.document.lines[0].text == ""


def test_the_tab_offers_to_restore(bench, qtbot):
    bench.journal._wait.setInterval(1)
    worked(bench.controller, bench.journal, qtbot)
    bench.journal.path.rename(bench.journal.path.with_name("functions-0-0.json"))
    bench.controller.clear()
    bench._offer_to_restore()
    buttons = bench.messages.messages[-1].findChildren(QPushButton)
    next(button for button in buttons if button.text() == "Restore").click()
    qtbot.waitUntil(lambda: bench.controller.document.lines[0].text == "f(x) = a x^2")


def test_a_closed_sheet_is_restored_by_hand(controller, journal, qtbot):
    worked(controller, journal, qtbot)
    journal.close()
    assert "a x^2" in journal.last.read_text()


def test_an_empty_sheet_leaves_nothing(controller, journal):
    journal.close()
    assert journal.last is None
