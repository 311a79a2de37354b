"""The history: changes in words, a click that goes there, what was undone, and comparing with a state."""

import fakes
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.ops import CATALOGUE

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def panel(window, qtbot):
    qtbot.waitUntil(lambda: window.image.document.frames > 0)
    QTest.keyClick(window, Qt.Key.Key_H, CONTROL | SHIFT)
    panel = window.image.panels.docks["history"].content
    assert panel.isVisible()
    return panel


def words(panel):
    texts = [panel.rows.item(row).text() for row in range(panel.rows.count())]
    return [text.partition("  ")[2] or text for text in texts]


def click(panel, row):
    middle = panel.rows.visualItemRect(panel.rows.item(row)).center()
    QTest.mouseClick(panel.rows.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def test_a_value_has_its_sign_and_no_name_that_the_filter_has(panel, window):
    document = window.image.document
    curve, exposure = (document.add_step(CATALOGUE[name]).key for name in ("curve", "exposure"))
    document.set_param(curve, "points", ((0.0, 0.0), (0.5, 0.6), (1.0, 1.0)))
    document.set_param(exposure, "stops", 0.5)
    assert words(panel)[:2] == ["Exposure: +0.5 EV", "Curve: 3 points"]


def test_changes_are_told_in_words_and_a_click_goes_there(panel, window):
    document = window.image.document
    key = document.add_step(fakes.brighten).key
    document.begin_gesture()
    for amount in (0.1, 0.2, 0.25):
        document.set_param(key, "amount", amount)
    document.end_gesture()
    blur = document.add_step(fakes.blur).key
    document.set_params(blur, {"sigma": 2.0, "size": 5})
    document.switch_step(key, False)
    document.move_step(blur, 0)
    document.remove_step(key)
    told = [
        "Removed: Brighten", "Moved: Soft blur", "Brighten: off", "Soft blur: radius 2 px, size 5 px",
        "Added: Soft blur",
        "Brighten: amount 0.25", "Added: Brighten", "Beginning",
    ]  # fmt: skip
    assert words(panel) == told
    newest = document.recipe
    click(panel, 5)
    assert [step.values["amount"] for step in document.recipe.steps] == [0.25]
    assert words(panel) == told
    assert panel.rows.currentRow() == 5
    assert [panel.rows.item(row).font().italic() for row in (4, 5, 6)] == [True, False, False]
    click(panel, 0)
    assert document.recipe is newest
    assert not panel.rows.item(4).font().italic()
    click(panel, 6)
    document.set_param(key, "amount", 0.5)
    assert words(panel) == ["Brighten: amount 0.5", *told[6:]]
    assert ":" in panel.rows.item(0).text().partition("  ")[0]  # with its time


def test_the_oldest_rows_go_with_the_history(panel, window, monkeypatch):
    monkeypatch.setattr("jaxstudio.pipeline.history.LIMIT", 4)
    document = window.image.document
    key = document.add_step(fakes.brighten).key
    for part in range(1, 9):
        document.set_param(key, "amount", part / 10)
    assert words(panel) == [f"Brighten: amount {part / 10:g}" for part in (8, 7, 6, 5, 4)]
    click(panel, 4)
    assert document.recipe.step(key).values["amount"] == 0.4


def test_a_state_can_be_compared_with(panel, window, qtbot, live):
    document = window.image.document
    key = document.add_step(fakes.brighten).key
    document.set_param(key, "amount", 0.5)
    panel.compare(panel._recipe_of(1))
    assert document.against.steps[0].values["amount"] == 0.0
    assert document.split == 0.5
    qtbot.waitUntil(lambda: live.views[-1].against.steps != ())


def test_snapshots_have_names_and_are_gone_to_and_compared_with(panel, window):
    document, named = window.image.document, panel.snapshots
    key = document.add_step(fakes.brighten).key
    for amount in (0.1, 0.2):
        document.set_param(key, "amount", amount)
        window.actions_by_name["snapshot"].trigger()
    assert named.names == ["Snapshot 1", "Snapshot 2"]
    for typed, shown in (("Soft", "Soft"), ("Snapshot 2", "Soft"), (" ", "Soft")):  # names differ
        named.item(0).setText(typed)
        assert [named.item(0).text(), *named.names] == [shown, "Soft", "Snapshot 2"]
    document.set_param(key, "amount", 0.5)
    middle = named.visualItemRect(named.item(0)).center()
    QTest.mouseClick(named.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert document.recipe.step(key).values["amount"] == 0.1
    document.undo()
    assert document.recipe.step(key).values["amount"] == 0.5
    named.compare_asked.emit(0)
    assert document.against == document.snapshots["Soft"]
    named.setCurrentRow(1)
    QTest.keyClick(named, Qt.Key.Key_Delete)
    assert named.names == ["Soft"]
    window.actions_by_name["snapshot"].trigger()
    assert named.names == ["Soft", "Snapshot 2"]
