"""Presets in the window: applied, added, entry, renamed, removed; a broken file says so in its place."""

import fakes
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.panels.presets_dialog import ENTRY_ROLE, PresetsDialog
from jaxstudio.files.recipes import SHIPPED, save_preset, save_recipe
from jaxstudio.pipeline.recipe import Recipe

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LIGHT = Recipe(seed=4).added(fakes.brighten, {"amount": 0.5}).added(fakes.turn)


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_PRESETS_DIR", str(tmp_path / "own"))
    monkeypatch.setattr("jaxstudio.files.recipes.SHIPPED", tmp_path / "shipped")  # of the stand-in's filters
    (tmp_path / "shipped").mkdir()
    return tmp_path / "own"


def names(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def operations(document):
    return [step.op.name for step in document.recipe.steps]


def opened(window, qtbot):
    QTest.keyClick(window, Qt.Key.Key_P, CONTROL | SHIFT)
    dialog = window.image.dialogs.presets
    qtbot.waitUntil(lambda: dialog.isVisible() and not dialog.store._jobs)
    return dialog


def turn_to(dialog, name):
    dialog.list.setCurrentItem(dialog.list.findItems(name, Qt.MatchFlag.MatchExactly)[0])


@pytest.fixture
def dialog(window, qtbot):
    save_preset("Light", LIGHT)
    return opened(window, qtbot)


def test_keys_and_the_mouse_replace_the_stack_or_add_to_it(dialog, document):
    document.add_step(fakes.blur)
    document.set_seed(9)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return, SHIFT)
    assert operations(document) == ["blur", "brighten", "turn"]
    assert document.recipe.seed == 9
    document.undo()
    assert operations(document) == ["blur"]
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert document.recipe == LIGHT
    document.undo()
    assert operations(document) == ["blur"]
    QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert operations(document) == ["blur", "brighten", "turn"]
    QTest.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    assert document.recipe == LIGHT


def test_the_present_stack_is_kept_under_a_name(dialog, document, qtbot):
    assert not dialog.save.isEnabled()
    document.add_step(fakes.blur)
    QTest.keyClicks(dialog.name, "Mine")
    with qtbot.waitSignal(dialog.store.changed):
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert names(dialog) == ["Light", "Mine"]
    assert dialog.name.text() == ""
    assert dialog.current.preset.name == "Mine"
    assert dialog.current.recipe == document.recipe
    QTest.keyClicks(dialog.name, "mine")
    assert dialog.save.text() == "Replace"


def test_a_name_that_cannot_be_is_said_and_nothing_is_written(dialog, document, qtbot, own):
    document.add_step(fakes.blur)
    dialog.name.setText("a/b")
    with qtbot.waitSignal(dialog.store.failed):
        QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert "cannot stand in a preset's name" in dialog.message.text()
    assert dialog.name.text() == "a/b"  # to be mended
    assert [path.name for path in own.iterdir()] == ["Light.json"]


def test_f2_renames_where_the_name_stands(dialog, qtbot, own):
    QTest.keyClick(dialog.list, Qt.Key.Key_F2)
    editor = dialog.list.indexWidget(dialog.list.currentIndex()) or dialog.focusWidget()
    editor.setText("Bright")
    with qtbot.waitSignal(dialog.store.changed):
        QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.store._jobs)
    assert names(dialog) == ["Bright"]
    assert [path.name for path in own.iterdir()] == ["Bright.json"]


def test_what_was_removed_can_be_put_back(dialog, qtbot, own):
    with qtbot.waitSignal(dialog.store.changed):
        QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert names(dialog) == []
    assert list(own.iterdir()) == []
    with qtbot.waitSignal(dialog.store.changed):
        QTest.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert names(dialog) == ["Light"]
    # what came after is in hand when one is removed
    for name in ("Mist", "Night"):
        save_preset(name, LIGHT)
    with qtbot.waitSignal(dialog.store.changed):
        dialog.store.load("Mist")
    with qtbot.waitSignal(dialog.store.changed):
        QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert dialog.current.preset.name == "Night"


def test_a_broken_file_says_so_and_the_others_work(dialog, document, qtbot, own):
    (own / "Bad.json").write_text("{")
    with qtbot.waitSignal(dialog.store.changed):
        dialog.store.load()
    assert names(dialog) == ["Bad", "Light"]
    turn_to(dialog, "Bad")
    assert dialog.current.recipe is None
    assert "Bad.json: not JSON" in dialog.list.currentItem().toolTip()
    message = dialog.list.itemDelegate().row(dialog.list.currentIndex())
    assert message.refused
    assert message.below.startswith("not JSON")
    assert not dialog.apply.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert operations(document) == []
    turn_to(dialog, "Light")
    assert dialog.apply.isEnabled()


def test_built_in_ones_can_be_neither_renamed_nor_removed(window, qtbot, tmp_path):
    save_recipe(tmp_path / "shipped" / "Given.json", LIGHT)
    dialog = opened(window, qtbot)
    assert names(dialog) == ["Given"]
    assert not dialog.rename.isEnabled()
    assert not dialog.remove.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert names(dialog) == ["Given"]


def test_the_presets_of_one_filter_set_its_values(window, document, qtbot):
    document.add_step(fakes.turn)
    step = document.add_step(fakes.brighten)
    save_preset("Strong", Recipe().added(fakes.brighten, {"amount": 1.5}), "brighten")
    save_preset("Light", LIGHT)  # of the stack: not offered here
    card = window.image.panel.stack.card(step.key)
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_P, CONTROL)
    (dialog,) = window.findChildren(PresetsDialog)
    qtbot.waitUntil(lambda: names(dialog) == ["Strong"])
    assert not dialog.add.isVisible()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert document.recipe.step(step.key).params["amount"] == 1.5
    assert operations(document) == ["turn", "brighten"]
    QTest.keyClicks(dialog.name, "Stronger")
    document.set_param(step.key, "amount", 1.75)
    with qtbot.waitSignal(dialog.store.changed):
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    entry = dialog.list.item(1).data(ENTRY_ROLE)
    assert [dict(each.params) for each in entry.recipe.steps] == [{"amount": 1.75}]
    document.remove_step(step.key)
    assert not dialog.isVisible()


def test_the_shipped_ones_are_where_they_are_looked_for():
    assert len(list(SHIPPED.glob("*.json"))) >= 12
