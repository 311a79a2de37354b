"""The mask of a step on its card: the button, the panel below, its parts, values and commands."""

import itertools

import fakes
import numpy as np
import pytest
from hands import enter
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jaxstudio.app.image.masks.editing import BRUSH, TOOLS, BrushSettings
from jaxstudio.app.image.masks.menu import fill_steps, why_not
from jaxstudio.app.image.masks.overlay import COLOURS, MaskOverlay
from jaxstudio.app.image.masks.panel import PairRow
from jaxstudio.app.image.stack.stack import Stack
from jaxstudio.app.shared.theme import LIGHT, apply_theme
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import MaskAnswer
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import (
    Brush,
    ColourRange,
    Ellipse,
    Gradient,
    Luminosity,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
    Stroke,
)

LEFT = Qt.MouseButton.LeftButton
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
Key = Qt.Key
ELLIPSE, BOX = MaskPart(Ellipse(0.5, 0.5, 0.5, 0.4), 0.05), MaskPart(Rectangle(0.5, 0.5, 0.5, 0.4))


@pytest.fixture
def stack(document, qtbot):
    """The cards of the steps without the window around them."""
    apply_theme(LIGHT)
    stack = Stack(document)
    qtbot.addWidget(stack)
    stack.resize(372, 700)
    stack.show()
    stack.activateWindow()
    qtbot.waitUntil(lambda: stack.isActiveWindow() and document.frames > 0)
    return stack


@pytest.fixture
def step(document, stack):
    return document.add_step(fakes.brighten)


@pytest.fixture
def panel(document, stack, step):
    """panel(part, …): the panel of a step that is masked by these parts."""

    def panel(*parts, tool=""):
        if parts:
            document.change_masks(document.recipe.with_mask(Mask(1, parts)).masked(step.key, 1))
        document.mask_editing.edit(step.key, tool)
        found = stack.card(step.key).mask_panel
        found.build_all()
        QApplication.processEvents()
        return found

    return panel


def parts(document):
    return document.recipe.masks[0].parts


def entry(menu, words):
    return next(action for action in menu.actions() if words in action.text())


def test_the_card_has_a_button_with_the_masks(document, stack, step):
    card = stack.card(step.key)
    assert not card.mask_button.isChecked()
    assert "Limit Brighten" in card.mask_button.accessibleName()
    menu = card.mask_button.menu_of_step()
    words = [action.text() for action in menu.actions()]
    assert len([text for text in words if text.startswith("New mask")]) == len(TOOLS)
    assert entry(menu, "No mask").isChecked()
    entry(menu, "New mask: Ellipse").trigger()
    editing = document.mask_editing
    assert (editing.step_key, editing.tool, editing.mask) == (step.key, "ellipse", None)
    assert document.recipe.masks == ()
    assert card.mask_panel is not None


def test_a_masked_card_says_so(document, stack, step):
    card = stack.card(step.key)
    assert not card.mask_line.isVisible()
    document.change_masks(document.recipe.with_mask(Mask(1, (BOX,), name="Sky")).masked(step.key, 1))
    assert card.mask_button.isChecked()
    assert "Sky" in card.mask_button.toolTip()
    assert card.mask_line.isVisible()
    assert "Sky" in card.mask_line.text()
    assert "masked" in card.accessibleName()
    document.undo()
    assert not card.mask_line.isVisible()
    assert "masked" not in card.accessibleName()


def test_another_step_takes_the_mask_and_they_are_one_run(document, stack, step):
    document.change_masks(document.recipe.with_mask(Mask(1, (BOX,), name="Sky")).masked(step.key, 1))
    other = document.add_step(fakes.blur)
    menu = stack.card(other.key).mask_button.menu_of_step()
    entry(menu, "Sky").trigger()
    assert document.recipe.step(other.key).mask == 1
    assert "2 steps, blended once" in stack.card(step.key).mask_line.text()
    third = document.add_step(fakes.convolve, position=1)
    assert "2 runs" in stack.card(step.key).mask_line.text()
    document.remove_step(third.key)
    menu = stack.card(other.key).mask_button.menu_of_step()
    assert entry(menu, "Sky").isChecked()
    entry(menu, "No mask").trigger()
    assert document.recipe.step(other.key).mask is None
    assert len(document.recipe.masks) == 1  # the other step has it
    entry(stack.card(step.key).mask_button.menu_of_step(), "No mask").trigger()
    assert document.recipe.masks == ()


def test_several_steps_are_limited_together(document, stack, step, panel):
    other = document.add_step(fakes.blur)
    panel(BOX)
    from PySide6.QtWidgets import QMenu

    menu = QMenu()
    fill_steps(menu, document)
    assert [action.isChecked() for action in menu.actions()] == [True, False]
    menu.actions()[1].trigger()
    assert document.recipe.step(other.key).mask == 1
    menu = QMenu()
    fill_steps(menu, document)
    menu.actions()[0].trigger()
    assert document.recipe.step(step.key).mask is None
    assert document.recipe.step(other.key).mask == 1


def test_a_step_that_changes_the_size_cannot_be_masked(document, stack, qtbot):
    turned = document.add_step(fakes.turn)
    qtbot.waitUntil(lambda: why_not(document, turned) != "")
    menu = stack.card(turned.key).mask_button.menu_of_step()
    assert not entry(menu, "New mask: Ellipse").isEnabled()
    assert entry(menu, "size")


def test_a_new_mask_leaves_the_shared_one_to_the_others(document, stack, step, panel):
    other = document.add_step(fakes.blur)
    panel(BOX)
    document.mask_editing.limit(other.key, 1)
    document.mask_editing.edit_new(other.key, "ellipse")
    assert document.mask_editing.mask is None
    assert document.recipe.step(other.key).mask == 1  # until something is drawn
    document.mask_editing.add_part(ELLIPSE.shape)
    assert document.recipe.step(step.key).mask == 1
    assert document.recipe.step(other.key).mask == 2
    document.undo()
    assert document.recipe.step(other.key).mask == 1


def test_parts_are_listed_combined_inverted_switched_and_removed(document, panel):
    shown = panel(ELLIPSE, BOX, ELLIPSE)
    assert [row.title.text() for row in shown.parts] == ["Ellipse 1", "Rectangle", "Ellipse 2"]
    assert shown.parts[2].property("held")
    QTest.mouseClick(shown.parts[1], LEFT, pos=QPoint(60, shown.parts[1].height() // 2))
    assert document.mask_editing.place == 1
    shown.parts[1].box.activated.emit(1)
    assert parts(document)[1].combine == "subtract"
    QTest.mouseClick(shown.parts[1].invert, LEFT)
    assert parts(document)[1].inverted
    QTest.mouseClick(shown.parts[1].switch, LEFT)
    assert not parts(document)[1].enabled
    for _ in range(3):
        document.undo()
    assert parts(document) == (ELLIPSE, BOX, ELLIPSE)
    QTest.mouseClick(shown.parts[0].remove, LEFT)
    assert parts(document) == (BOX, ELLIPSE)
    assert document.mask_editing.part == BOX


def test_keys_on_a_part(document, panel):
    shown = panel(ELLIPSE, BOX)
    shown.parts[0].setFocus()
    QTest.keyClick(shown.parts[0], Key.Key_Down)
    assert shown.parts[1].hasFocus()
    QTest.keyClick(shown.parts[1], Key.Key_Up, ALT)
    assert parts(document) == (BOX, ELLIPSE)
    assert shown.parts[0].hasFocus()
    QTest.keyClick(shown.parts[0], Key.Key_Space)
    assert not parts(document)[0].enabled
    QTest.keyClick(shown.parts[0], Key.Key_Delete)
    assert parts(document) == (ELLIPSE,)
    QTest.keyClick(shown.parts[0], Key.Key_Delete)
    assert document.recipe.masks == ()
    assert document.mask_editing.step_key is None


def test_values_are_sent_by_slider_and_field(document, panel):
    shown = panel(ELLIPSE)
    assert shown.values["feather"].field.text() == "5 %"
    slider = shown.values["feather"].slider
    past = len(document.history.past)
    QTest.mousePress(slider, LEFT, pos=QPoint(20, slider.height() // 2))
    for x in (40, 60, 80):
        QTest.mouseMove(slider, QPoint(x, slider.height() // 2))
    QTest.mouseRelease(slider, LEFT, pos=QPoint(80, slider.height() // 2))
    assert len(document.history.past) == past + 1
    assert parts(document)[0].feather > 0.1
    field = shown.values["opacity"].field
    enter(field, "40")
    assert parts(document)[0].opacity == 0.4
    enter(field, "140")
    assert field.property("refused")
    assert parts(document)[0].opacity == 0.4


@pytest.mark.parametrize(
    ("part", "rows"),
    [
        (ELLIPSE, {"centre", "size", "angle", "feather", "opacity"}),
        (MaskPart(Gradient(0, 0, 1, 1)), {"start", "end", "opacity"}),
        (MaskPart(Polygon(((0, 0), (1, 0), (0, 1)))), {"centre", "feather", "opacity"}),
        (MaskPart(Brush((Stroke(((0.5, 0.5),), 0.1),))), {"radius", "hardness", "feather", "opacity"}),
        (MaskPart(Luminosity()), {"low", "high", "softness", "opacity"}),
        (MaskPart(ColourRange(0.5, 0.5, 0.5)), {"tolerance", "softness", "opacity"}),
    ],
)
def test_a_part_has_the_rows_that_mean_something(document, panel, part, rows):
    shown = panel(part)
    assert {name for name, row in shown.values.items() if row.isVisible()} == rows
    assert shown.colour_line.isVisible() == isinstance(part.shape, ColourRange)
    assert shown.erase_line.isVisible() == isinstance(part.shape, Brush)
    for row in shown.values.values():
        if isinstance(row, PairRow):
            assert all(field.toolTip() and field.accessibleName() for field in row.fields)
        else:
            assert row.slider.accessibleName()
            assert row.field.toolTip()


def test_places_sizes_and_angles_are_typed_and_stepped(document, panel):
    shown = panel(ELLIPSE)
    (x, y), (width, height) = shown.values["centre"].fields, shown.values["size"].fields
    angle = shown.values["angle"].field
    assert [each.text() for each in (x, y, width, height, angle)] == ["50 %", "50 %", "50 %", "40 %", "0 °"]
    for field, text in ((x, "12.5"), (y, "-10"), (width, "25"), (height, "120"), (angle, "-30")):
        past = len(document.history.past)
        enter(field, text)
        assert len(document.history.past) == past + 1
    assert parts(document)[0].shape == Ellipse(0.125, -0.1, 0.25, 1.2, -30.0)
    past = len(document.history.past)
    y.setFocus()
    for _ in range(3):
        QTest.keyClick(y, Key.Key_Up)
    assert parts(document)[0].shape.y == pytest.approx(-0.07)
    assert len(document.history.past) == past + 1  # steps in quick succession are one undo
    enter(width, "-5")
    assert width.property("refused")
    assert not height.property("refused")
    assert parts(document)[0].shape.width == 0.25


def test_a_polygon_and_a_gradient_are_placed_by_numbers(document, panel):
    shown = panel(MaskPart(Polygon(((0.1, 0.2), (0.5, 0.2), (0.1, 0.8)))))
    assert [field.text() for field in shown.values["centre"].fields] == ["30 %", "50 %"]
    shown.values["centre"].fields[0].sent.emit(0.6, False)
    assert parts(document)[0].shape.points == ((0.4, 0.2), (0.8, 0.2), (0.4, 0.8))
    document.mask_editing.set_parts([MaskPart(Gradient(0.1, 0.2, 0.3, 0.4))])
    shown.build_all()
    shown.values["end"].fields[1].sent.emit(0.9, False)
    assert parts(document)[0].shape == Gradient(0.1, 0.2, 0.3, 0.9)
    shown.values["start"].fields[0].sent.emit(0.11, True)
    assert parts(document)[0].shape == Gradient(0.11, 0.2, 0.3, 0.9)


def test_one_end_of_a_range_pushes_the_other(document, panel):
    shown = panel(MaskPart(Luminosity(0.2, 0.4)))
    shown.values["low"].slider.sent.emit(60.0, True)
    assert (parts(document)[0].shape.low, parts(document)[0].shape.high) == (0.6, 0.6)
    shown.values["high"].slider.sent.emit(10.0, True)
    assert (parts(document)[0].shape.low, parts(document)[0].shape.high) == (0.1, 0.1)
    shown.values["softness"].slider.sent.emit(30.0, True)
    assert parts(document)[0].shape.softness == 0.3


def test_the_brush_is_set_here_too(document, panel):
    shown = panel(tool=BRUSH)
    assert shown.hint.isVisible()
    shown.values["radius"].slider.sent.emit(20.0, False)
    assert document.mask_editing.brush.radius == 0.2
    QTest.mouseClick(shown.erase, LEFT)
    assert document.mask_editing.brush.erase
    document.mask_editing.set_brush(BrushSettings(9.0, -3.0))
    assert document.mask_editing.brush == BrushSettings(1.0, 0.0)
    assert shown.values["radius"].field.text() == "100 %"
    assert document.recipe.masks == ()


def test_tools_are_chosen_here_and_left_again(document, panel):
    shown = panel(ELLIPSE)
    QTest.mouseClick(shown.tools["rectangle"], LEFT)
    assert document.mask_editing.tool == "rectangle"
    assert shown.tools["rectangle"].isChecked()
    QTest.mouseClick(shown.tools["rectangle"], LEFT)
    assert document.mask_editing.tool == ""
    assert not shown.tools["rectangle"].isChecked()
    assert document.mask_editing.part == ELLIPSE
    QTest.mouseClick(shown.tools["luminosity"], LEFT)
    assert isinstance(parts(document)[1].shape, Luminosity)


def test_name_and_inversion_of_the_mask(document, panel):
    shown = panel(ELLIPSE)
    assert shown.name.text() == "Mask 1"
    enter(shown.name, "Sky & sea")
    assert document.recipe.masks[0].name == "Sky & sea"
    QTest.mouseClick(shown.invert, LEFT)
    assert document.recipe.masks[0].inverted
    assert shown.invert.isChecked()


def test_the_panel_goes_with_the_mask(document, stack, step, panel):
    panel(ELLIPSE)
    document.change_masks(document.recipe.without_mask(1))
    assert stack.card(step.key).mask_panel is None
    panel(ELLIPSE)
    document.mask_editing.edit(None)
    assert stack.card(step.key).mask_panel is None
    assert stack.card(step.key).mask_line.isVisible()
    panel()
    document.remove_step(step.key)
    QApplication.processEvents()
    assert document.mask_editing.step_key is None


def test_tab_goes_through_the_panel(document, stack, step, panel, qtbot):
    shown = panel(ELLIPSE, BOX)
    document.add_step(fakes.blur)
    visited, at = [], stack.card(step.key)
    for _ in range(80):
        at = at.nextInFocusChain()
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.isVisible():
            visited.append(at)
    places = [visited.index(each) for each in (shown.name, shown.tools["brush"], *shown.parts, shown.steps)]
    assert places == sorted(places)


# The overlay


def answering(live, monkeypatch, values, corners):
    """Let the fake engine answer questions for masks."""
    asked = []

    def call(request, on_answer, on_error, on_event=None):
        asked.append(request)
        on_answer(MaskAnswer(values, corners, 0))
        return fakes.Ticket()

    monkeypatch.setattr(live, "call", call)
    return asked


def test_the_overlay_is_the_engines_mask_in_a_colour(document, live, panel, monkeypatch, qtbot):
    values = np.zeros((40, 60), np.uint8)
    values[:, 30:] = 255
    values[:, :10] = 128
    asked = answering(live, monkeypatch, values, (0, 0, 40, 60))
    overlay = MaskOverlay(document, document)
    panel(ELLIPSE)
    assert asked == []
    document.mask_editing.show_overlay(True)
    qtbot.waitUntil(lambda: overlay.picture is not None)
    assert asked[-1].mask == 1
    assert asked[-1].recipe.masks == pack_recipe(document.recipe).masks
    image = overlay.picture.image
    assert image.pixelColor(45, 20).alpha() > 150
    assert image.pixelColor(20, 20).alpha() == 0
    assert 70 < image.pixelColor(5, 20).alpha() < 100
    full = image.pixelColor(45, 20)
    wanted = QColor(COLOURS[0])
    assert abs(full.red() - wanted.red()) < 4
    assert abs(full.blue() - wanted.blue()) < 4
    count = len(asked)
    document.mask_editing.invert()
    qtbot.waitUntil(lambda: len(asked) > count and asked[-1].recipe.masks[0]["inverted"])
    document.mask_editing.set_colour(1)
    qtbot.waitUntil(lambda: overlay.picture.image.pixelColor(45, 20).blue() > 150)
    document.mask_editing.show_overlay(False)
    assert overlay.picture is None


def test_colours_of_the_overlay_differ_for_all_eyes():
    """Even in gray each is apart from its neighbour in the list."""
    grays = [0.299 * each.red() + 0.587 * each.green() + 0.114 * each.blue() for each in map(QColor, COLOURS)]
    assert all(abs(one - other) > 20 for one, other in itertools.pairwise(grays))


# Commands


def test_commands_reach_the_focused_step(window, document, qtbot):
    qtbot.waitUntil(lambda: document.frames > 0)
    actions = window.actions_by_name
    actions["mask_brush"].trigger()
    assert "add a filter first" in window.image.messages.messages[-1].text.text()
    first = document.add_step(fakes.brighten)
    document.add_step(fakes.blur)
    stack = window.image.panel.stack
    qtbot.waitUntil(lambda: len(stack.cards) == 2)
    stack.card(first.key).setFocus()
    actions["mask_brush"].trigger()
    assert (document.mask_editing.step_key, document.mask_editing.tool) == (first.key, BRUSH)
    assert window.image.canvas.mask_tools.isVisible()
    assert actions["mask_edit"].isChecked()
    assert not actions["mask_invert"].isEnabled()
    document.mask_editing.add_part(ELLIPSE.shape)
    assert actions["mask_invert"].isEnabled()
    actions["mask_invert"].trigger()
    assert document.recipe.masks[0].inverted
    QTest.keyClick(window.image.canvas.mask_tools, Key.Key_O)
    assert document.mask_editing.overlay
    assert actions["mask_overlay"].isChecked()
    actions["mask_colour"].trigger()
    assert document.mask_editing.colour == 1
    assert window.settings.value("mask_colour", 0, type=int) == 1
    actions["mask_edit"].trigger()
    assert document.mask_editing.step_key is None
    actions["mask_edit"].trigger()
    assert document.mask_editing.step_key == first.key
    actions["mask_remove"].trigger()
    assert document.recipe.masks == ()
    assert document.recipe.step(first.key).mask is None


def test_the_key_of_the_overlay_can_be_typed_in_fields(window, document, qtbot):
    qtbot.waitUntil(lambda: document.frames > 0)
    field = window.image.panel.add_box.field
    field.setFocus()
    QTest.keyClicks(field, "oO")
    assert field.text() == "oO"
    assert not document.mask_editing.overlay


def test_a_recipe_of_masked_filters_is_what_its_file_says(document, step, panel):
    from jaxstudio.pipeline.recipe_text import from_json, to_json

    panel(ELLIPSE, BOX)
    assert from_json(to_json(document.recipe), {**fakes.CATALOGUE, **CATALOGUE}) == document.recipe
