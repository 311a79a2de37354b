"""The stack of cards: order by drag and by keyboard, switches, menus, what is kept."""

from __future__ import annotations

from dataclasses import replace

import fakes
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from jaxstudio.app.image.stack.drawn_line import in_short
from jaxstudio.backend.protocol import pack_steps, unpack_drawn
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.expand import expand
from jaxstudio.pipeline.recipe import Recipe, Step

LEFT = Qt.MouseButton.LeftButton
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def keys(window, qtbot):
    made = [window.image.document.add_step(op).key for op in (fakes.brighten, fakes.turn, fakes.convolve)]
    qtbot.waitUntil(lambda: len(window.image.panel.stack.cards) == 3)
    return made


def order(window):
    return [step.key for step in window.image.document.recipe.steps]


def card(window, key):
    return window.image.panel.stack.card(key)


def test_a_card_moves_by_keyboard_and_keeps_the_focus(window, keys):
    first = card(window, keys[0])
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert card(window, keys[1]).hasFocus()
    QTest.keyClick(card(window, keys[1]), Qt.Key.Key_Up)
    assert first.hasFocus()
    QTest.keyClick(first, Qt.Key.Key_Down, ALT)
    assert order(window) == [keys[1], keys[0], keys[2]]
    assert first.hasFocus()
    slider = first.form.rows["amount"].slider  # and from inside its form
    slider.setFocus()
    for _ in range(2):
        QTest.keyClick(slider, Qt.Key.Key_Down, ALT)
    assert order(window) == [keys[1], keys[2], keys[0]]
    assert slider.hasFocus()
    QTest.keyClick(first, Qt.Key.Key_Up, ALT)
    assert order(window) == [keys[1], keys[0], keys[2]]


def test_a_new_card_taller_than_the_list_is_shown_from_its_top(window, keys, qtbot):
    stack = window.image.panel.stack
    stack.setFixedHeight(120)
    added = card(window, window.image.document.add_step(fakes.blur).key)

    def top():
        return added.mapTo(stack.viewport(), QPoint()).y()

    assert added.sizeHint().height() > 120
    qtbot.waitUntil(lambda: 0 <= top() <= stack.column.spacing())


def drag_card(window, key, to_y, *, drop=True):
    moved = card(window, key)
    start = QPoint(80, 18)
    QTest.mousePress(moved, LEFT, pos=start)
    target = moved.mapFromGlobal(window.image.panel.stack.list.mapToGlobal(QPoint(80, to_y)))
    for at in (start + QPoint(0, 12), (start + target) / 2, target):
        QTest.mouseMove(moved, at)
    if drop:
        QTest.mouseRelease(moved, LEFT, pos=target)


def test_a_card_moves_by_drag(window, keys):
    last = card(window, keys[2]).geometry()
    drag_card(window, keys[0], last.bottom() - 2)
    assert order(window) == [keys[1], keys[2], keys[0]]
    QApplication.processEvents()
    drag_card(window, keys[0], 2)
    assert order(window) == keys
    window.image.document.undo()
    window.image.document.undo()
    assert order(window) == keys


def test_a_picture_of_the_card_follows_the_pointer_with_a_line_where_it_lands(window, keys):
    stack = window.image.panel.stack
    drag_card(window, keys[0], card(window, keys[1]).geometry().bottom() - 2, drop=False)
    held = stack._held
    assert held.isVisible()
    assert held.size() == card(window, keys[0]).size()
    before = held.y()
    QTest.mouseMove(card(window, keys[0]), QPoint(80, 60))
    assert held.y() < before
    QTest.mouseMove(card(window, keys[0]), QPoint(80, 90))
    assert held.y() == pytest.approx(
        card(window, keys[0]).mapTo(stack.viewport(), QPoint(0, 90 - 18)).y(), abs=1
    )
    assert stack.mark.isVisible()
    QTest.mouseRelease(card(window, keys[0]), LEFT, pos=QPoint(80, 90))
    assert stack._held is None


def test_escape_gives_a_drag_up(window, keys):
    card(window, keys[0]).setFocus()
    drag_card(window, keys[0], card(window, keys[2]).geometry().bottom(), drop=False)
    assert window.image.panel.stack.mark.isVisible()
    QTest.keyClick(card(window, keys[0]), Qt.Key.Key_Escape)
    assert not window.image.panel.stack.mark.isVisible()
    QTest.mouseRelease(card(window, keys[0]), LEFT)
    assert order(window) == keys


def test_a_click_on_a_card_moves_nothing(window, keys):
    before = window.image.document.recipe
    QTest.mouseClick(card(window, keys[1]), LEFT, pos=QPoint(60, 15))
    assert window.image.document.recipe is before


def test_keys_switch_duplicate_reset_fold_and_remove(window, keys):
    first = card(window, keys[0])
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    assert not window.image.document.recipe.step(keys[0]).enabled
    assert not first.switch.isChecked()
    QTest.mouseClick(first.switch, LEFT, pos=first.switch.rect().center())
    assert window.image.document.recipe.step(keys[0]).enabled
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_D, CONTROL)
    assert len(order(window)) == 4
    window.image.document.set_param(keys[0], "amount", 0.5)
    QTest.keyClick(first, Qt.Key.Key_R, CONTROL)
    assert window.image.document.recipe.step(keys[0]).params["amount"] == 0.0
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert not first.form.isVisible()
    QTest.keyClick(first, Qt.Key.Key_Delete)
    assert keys[0] not in order(window)
    middle = card(window, keys[1])
    middle.setFocus()
    QTest.keyClick(middle, Qt.Key.Key_Delete)
    assert card(window, keys[2]).hasFocus()


def test_without_cards_the_picture_has_the_focus(window, whole_window, keys):
    """Not the next control, whose value an arrow key would change."""
    card(window, keys[1]).setFocus()
    window.image.document.set_recipe(Recipe())
    assert window.image.canvas.hasFocus()


def test_cards_live_on_while_others_come_and_go(window, keys):
    before = card(window, keys[1])
    window.image.document.add_step(fakes.blur, 0)
    window.image.document.remove_step(keys[0])
    window.image.document.undo()
    assert card(window, keys[1]) is before


def test_every_step_shows_its_milliseconds(window, keys, qtbot):
    qtbot.waitUntil(lambda: card(window, keys[0]).ms.text() == "1.2 ms")
    window.image.document.switch_step(keys[0], False)
    assert card(window, keys[0]).ms.text() == ""


def test_the_menu_does_what_the_keys_do(window, keys):
    menu = card(window, keys[0])._menu()
    by_text = {action.text(): action for action in menu.actions()}
    by_text["Move down"].trigger()
    assert order(window)[:2] == [keys[1], keys[0]]
    by_text["Duplicate"].trigger()
    assert len(order(window)) == 4
    by_text["Remove"].trigger()
    assert keys[0] not in order(window)


def test_tab_walks_the_cards_from_top_to_bottom(window, keys):
    window.image.document.move_step(keys[2], 0)
    seen = []
    first = card(window, keys[2])
    first.setFocus()
    widget: QWidget = first
    for _ in range(60):
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        owner = next((key for key in keys if card(window, key).isAncestorOf(widget)), None)
        if owner is not None and owner not in seen:
            seen.append(owner)
    assert seen == [keys[2], keys[0], keys[1]]


def many(count):
    recipe = Recipe()
    for number in range(count):
        recipe = recipe.added((fakes.brighten, fakes.turn, fakes.convolve)[number % 3])
    return recipe


def test_cards_are_built_in_turns_of_the_event_loop_and_shown_whole(window, qtbot):
    stack, recipe, turns = window.image.panel.stack, many(6), []
    window.image.document.set_recipe(recipe)
    assert stack.cards == {}
    stack._build.timeout.connect(lambda: turns.append(len(stack.cards)))
    qtbot.waitUntil(lambda: len(stack.cards) == 6)
    assert {1, 2, 3, 4, 5} <= set(turns)  # never two in one turn
    for step in recipe.steps:
        shown = card(window, step.key)
        assert shown.isVisible()
        assert list(shown.form.rows) == [param.name for param in step.op.params]
    QApplication.processEvents()
    tops = [card(window, step.key).y() for step in recipe.steps]
    assert tops == sorted(set(tops))
    assert not stack._build.isActive()


def test_a_card_that_is_not_built_yet_is_built_when_it_is_asked_for(window, qtbot):
    document, stack, recipe = window.image.document, window.image.panel.stack, many(5)
    document.set_recipe(recipe)
    key = recipe.steps[3].key
    document.set_param(key, "amount", 0.25)
    row = card(window, key).form.rows["amount"]
    assert row.field.text() == "0.25"
    assert card(window, key).accessibleName().startswith("Step 4 of 5")
    qtbot.waitUntil(lambda: len(stack.cards) == 5)
    assert card(window, key).form.rows["amount"] is row
    names = [card(window, step.key).accessibleName()[:11] for step in recipe.steps]
    assert names == [f"Step {place} of 5" for place in range(1, 6)]


def test_the_stack_may_change_while_its_cards_are_built(window, qtbot):
    document, stack, recipe = window.image.document, window.image.panel.stack, many(6)
    document.set_recipe(recipe)
    for key in (recipe.steps[0].key, recipe.steps[4].key):  # the first one's card is begun
        stack._build_cards()
        document.remove_step(key)
    document.move_step(recipe.steps[1].key, 3)
    stack.go_to(recipe.steps[5].key)
    document.set_param(recipe.steps[3].key, "amount", -0.25)
    qtbot.waitUntil(lambda: len(stack.cards) == 4)
    assert sorted(name[0] for name in stack.cards) == sorted(order(window))
    QApplication.processEvents()
    tops = [card(window, key).y() for key in order(window)]
    assert tops == sorted(set(tops))
    assert card(window, recipe.steps[5].key).hasFocus()
    field = card(window, recipe.steps[3].key).form.rows["amount"].field
    assert float(field.text().replace("\N{MINUS SIGN}", "-")) == -0.25
    document.clear_steps()
    assert stack.cards == {}
    document.undo()
    document.undo()
    document.clear_steps()
    qtbot.waitUntil(lambda: not stack._build.isActive())
    assert stack.cards == {}


@pytest.fixture(autouse=True)
def real_filters(document):
    document.backend = replace(document.backend, catalogue=CATALOGUE)


def line(window, key):
    return window.image.panel.stack.card(key).drawn


def test_says_what_the_seed_draws(window, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["choose_one"]).key
    document.set_param(key, "ops", "invert | gamma gamma=2 | gaussian_blur sigma=0.5..3")
    said = set()
    for seed in range(30):
        document.set_seed(seed)
        (part,) = expand(document.recipe, document.photo_size).active
        text = f"Drawn: {in_short(part)}"
        qtbot.waitUntil(lambda text=text: line(window, key).text() == text)
        assert f"seed {seed} " in line(window, key).toolTip()
        said.add(in_short(part))
    assert {"Invert", "Gamma (gamma 2)"} < said
    assert any(
        text.startswith("Gaussian blur (radius ") and text.endswith("\N{NO-BREAK SPACE}px)") for text in said
    )


def test_is_said_anew_for_another_photo(window, pixels, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["random_affine"]).key
    qtbot.waitUntil(lambda: bool(line(window, key).text()))
    before = line(window, key).text()
    document.set_photo(fakes.Photo(pixels[:10, :20].copy()))
    # shifts are shares of the picture's sides
    qtbot.waitUntil(lambda: line(window, key).text() not in ("", before))


def test_says_that_nothing_was_drawn_and_is_silent_where_chance_has_no_part(window, qtbot):
    document = window.image.document
    key = document.add_step(CATALOGUE["sometimes"]).key
    document.set_param(key, "p", 0.0)
    qtbot.waitUntil(lambda: line(window, key).text() == "Drawn: nothing")
    assert line(window, key).isVisible()
    document.switch_step(key, False)
    qtbot.waitUntil(lambda: not line(window, key).isVisible())
    other = document.add_step(fakes.brighten).key
    assert not line(window, other).isVisible()


def test_corners_and_seeds_are_left_out():
    (polygon,) = CATALOGUE["shadow"].kind.ops
    drawn = Step(polygon, polygon.check({"x1": 0.3, "y5": 0.4, "darkness": 0.25}), 1)
    (crossed,) = unpack_drawn(pack_steps([drawn]), CATALOGUE)  # which does not list the part
    for each in (drawn, crossed):
        assert in_short(each) == "Shaded polygon (darkness 0.25)"


def test_the_eyedropper_of_a_removed_card_is_gone(window, keys, qtbot):
    document, gone = window.image.document, card(window, keys[0]).gray
    document.remove_step(keys[0])
    qtbot.waitUntil(lambda: not isValid(gone))
    document.gray_point.wait(keys[1])
    assert [card(window, key).gray.isChecked() for key in keys[1:]] == [True, False]
