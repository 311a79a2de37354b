"""Handles on the canvas through real events: mouse, keys, undo, and what is refused."""

import fakes
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jaxstudio.app.image.canvas.handle_geometry import WHOLE, Box
from jaxstudio.ops import CATALOGUE

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
CROP, PERSPECTIVE = CATALOGUE["crop"], CATALOGUE["perspective"]


def handle_key(canvas, op):
    """The step, with its handles shown."""
    step = canvas.document.add_step(op)
    canvas.document.handle(step.key)
    return step.key


def drag(handles, name, down, right, modifier=NONE):
    """Take a handle and move it by so many pixels of the picture, in three moves."""
    places = handles.handles()
    at = (places["top left"] + places["bottom right"]) / 2 if name == WHOLE else places[name]
    zoom = handles.document.viewport.zoom / handles.devicePixelRatioF()
    QTest.mousePress(handles, LEFT, modifier, at.toPoint())
    for part in (0.3, 0.7, 1.0):
        send_move(handles, at + QPointF(right, down) * zoom * part, modifier)
    QTest.mouseRelease(handles, LEFT, modifier, (at + QPointF(right, down) * zoom).toPoint())


def send_move(widget, at, modifier):
    """A move with a key held, which QTest does not know."""
    event = QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), LEFT, LEFT, modifier)
    QApplication.sendEvent(widget, event)


def test_the_button_on_the_card_shows_the_handles(window, canvas):
    key = canvas.document.add_step(CROP).key
    button = window.image.panel.stack.card(key).handles
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)
    assert canvas.handles.isVisible()
    assert canvas.handles.hasFocus()
    assert button.isChecked()
    QTest.keyClick(canvas.handles, Qt.Key.Key_Return)
    assert not canvas.handles.isVisible()
    assert not button.isChecked()
    assert not window.image.panel.stack.card(canvas.document.add_step(fakes.brighten).key).handles.isVisible()


def test_the_picture_beneath_is_the_steps_input(canvas, qtbot):
    key = handle_key(canvas, CROP)
    canvas.document.set_param(key, "left", 50.0)
    assert canvas.document.result_size == (40, 60)
    qtbot.waitUntil(lambda: canvas.document.picture.rect == (0, 0, 40, 60))
    canvas.document.handle(None)
    qtbot.waitUntil(lambda: canvas.document.picture.rect == (0, 0, 40, 30))
    assert canvas.document.result_size == (40, 30)


def test_a_drag_resizes_the_crop_and_is_one_undo(canvas):
    key = handle_key(canvas, CROP)
    drag(canvas.handles, "bottom right", -10, -15)
    assert canvas.handles.box == Box(0, 0, 30, 45)
    assert canvas.document.recipe.step(key).params["right"] == 25.0
    drag(canvas.handles, WHOLE, 5, 7)
    assert canvas.handles.box == Box(5, 7, 35, 52)
    canvas.document.undo()
    assert canvas.handles.box == Box(0, 0, 30, 45)
    canvas.document.undo()
    assert canvas.handles.box == Box(0, 0, 40, 60)


def test_shift_keeps_the_proportions(canvas):
    handle_key(canvas, CROP)
    drag(canvas.handles, "bottom right", -10, 0)
    drag(canvas.handles, "bottom right", -20, 0)
    assert canvas.handles.box == Box(0, 0, 10, 60)
    canvas.document.undo()
    drag(canvas.handles, "top left", 15, 30, SHIFT)
    box = canvas.handles.box
    assert (box.height, box.width) == (15, 30)


def test_a_crop_stays_inside_whatever_the_hand_does(canvas):
    handle_key(canvas, CROP)
    drag(canvas.handles, "top left", 500, 500)
    assert canvas.handles.box == Box(39, 59, 40, 60)


def test_keys_choose_and_move_handles(canvas):
    key = handle_key(canvas, CROP)
    handles = canvas.handles
    QTest.keyClick(handles, Qt.Key.Key_Tab)
    assert handles.current == "top left"
    QTest.keyClick(handles, Qt.Key.Key_Right, CONTROL)
    QTest.keyClick(handles, Qt.Key.Key_Down)
    assert handles.box == Box(1, 10, 40, 60)
    QTest.keyClick(handles, Qt.Key.Key_Backtab)
    assert handles.current == WHOLE
    QTest.keyClick(handles, Qt.Key.Key_Up)
    assert handles.box == Box(0, 10, 39, 60)
    canvas.document.undo()
    assert canvas.document.recipe.step(key).params == CROP.defaults()
    assert "Tab" in handles.accessibleDescription()


def test_escape_leaves_without_cropping_and_enter_crops(canvas):
    document = canvas.document
    key = handle_key(canvas, CROP)
    drag(canvas.handles, "right", 0, -10)
    drag(canvas.handles, "left", 0, 5)
    QTest.keyClick(canvas.handles, Qt.Key.Key_Escape)
    assert document.handle_key is None
    assert document.recipe.step(key).params == CROP.defaults()
    document.handle(key)
    drag(canvas.handles, "right", 0, -10)
    cropped = document.recipe.step(key).params
    QTest.keyClick(canvas.handles, Qt.Key.Key_Return)
    assert document.handle_key is None
    assert document.recipe.step(key).params == cropped != CROP.defaults()
    document.handle(key)
    drag(canvas.handles, "right", 0, -5)
    QTest.keyClick(canvas.handles, Qt.Key.Key_Escape)
    assert document.recipe.step(key).params == cropped


def test_a_click_beside_the_handles_pans_the_picture(canvas):
    handle_key(canvas, CROP)
    drag(canvas.handles, "right", 0, -30)
    canvas.document.zoom_to(8)
    at = canvas.handles.to_widget(20, 50).toPoint()
    before = canvas.document.viewport.x
    QTest.mousePress(canvas.handles, LEFT, pos=at)
    QTest.mouseMove(canvas.handles, at + QPoint(40, 0))
    QTest.mouseRelease(canvas.handles, LEFT, pos=at + QPoint(40, 0))
    assert canvas.document.viewport.x == pytest.approx(before - 5)


def test_escape_takes_a_drag_back(canvas):
    handle_key(canvas, CROP)
    point = canvas.handles.handles()["right"].toPoint()
    QTest.mousePress(canvas.handles, LEFT, pos=point)
    QTest.mouseMove(canvas.handles, point - QPoint(60, 0))
    assert canvas.handles.box != Box(0, 0, 40, 60)
    QTest.keyClick(canvas.handles, Qt.Key.Key_Escape)
    assert canvas.handles.box == Box(0, 0, 40, 60)
    assert canvas.handles.isVisible()


def test_typed_values_that_leave_nothing_are_said_over_the_picture(canvas):
    key = handle_key(canvas, CROP)
    canvas.document.set_params(key, {"left": 60.0, "right": 50.0})
    canvas.handles.grab()
    assert "leave nothing" in canvas.handles.refused
    canvas.document.set_param(key, "right", 0.0)
    canvas.handles.grab()
    assert canvas.handles.refused == ""


def test_the_corners_of_a_perspective_are_dragged(canvas):
    key = handle_key(canvas, PERSPECTIVE)
    drag(canvas.handles, "top_left", 4, 6)
    params = canvas.document.recipe.step(key).params
    assert params["top_left_x"] == pytest.approx(100 * 6 / 59, abs=0.6)
    assert params["top_left_y"] == pytest.approx(100 * 4 / 39, abs=0.6)
    canvas.document.undo()
    assert canvas.document.recipe.step(key).params == PERSPECTIVE.defaults()


def test_three_corners_on_a_line_are_refused_in_words_and_the_picture_stays(canvas):
    key = handle_key(canvas, PERSPECTIVE)
    frames = canvas.document.frames
    canvas.handles._send({"top_left_x": 50.0, "top_left_y": 50.0})
    assert "lie on a line" in canvas.handles.refused
    assert canvas.document.recipe.step(key).params == PERSPECTIVE.defaults()
    canvas.handles.grab()
    QApplication.processEvents()
    assert canvas.document.frames <= frames + 2
    canvas.handles._send({"top_left_x": 10.0})
    assert canvas.handles.refused == ""


def test_a_step_that_goes_takes_its_handles_along(canvas):
    key = handle_key(canvas, CROP)
    canvas.document.switch_step(key, False)
    assert not canvas.handles.isVisible()
    assert canvas.hasFocus()
    assert canvas.document.handle_key is None
    canvas.document.switch_step(key, True)
    canvas.document.handle(key)
    canvas.document.remove_step(key)
    assert not canvas.handles.isVisible()


def test_the_handles_of_one_filter_leave_those_of_another_alone(canvas):
    names = ("crop", "perspective", "spot_removal", "red_eye")
    keys = {name: canvas.document.add_step(CATALOGUE[name]).key for name in names}
    for name in (*names, *names[::-1]):
        canvas.document.handle(keys[name])
        assert canvas.document.handle_key == keys[name]
        layers = [canvas.crop_tool, canvas.perspective, canvas.spot, canvas.eye]
        assert [layer.op_name for layer in layers if layer.isVisible()] == [name]
        before = canvas.document.recipe.step(keys[name]).params
        drag(canvas.handles, next(iter(canvas.handles.handles())), 3, 3)
        assert canvas.document.handle_key == keys[name]
        assert canvas.document.recipe.step(keys[name]).params != before
    canvas.document.remove_step(keys["crop"])
    assert canvas.document.handle_key is None


def test_the_command_finds_the_step(window, canvas):
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    assert "add one first" in window.image.messages.messages[-1].text.text()
    canvas.document.add_step(CROP)
    second = canvas.document.add_step(PERSPECTIVE)
    window.image.panel.stack.card(second.key).setFocus()
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    assert canvas.document.handle_key == second.key
    assert window.actions_by_name["handles"].isChecked()
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    assert canvas.document.handle_key is None


def test_a_spot_takes_its_source_along_and_the_source_moves_alone(canvas):
    key = handle_key(canvas, CATALOGUE["spot_removal"])

    def params():
        return canvas.document.recipe.step(key).values

    before = params()
    drag(canvas.handles, "spot", -4, 6)
    moved = params()
    assert moved["x"] == pytest.approx(before["x"] + 100 * 6 / 59, abs=0.01)
    assert moved["y"] == pytest.approx(before["y"] - 100 * 4 / 39, abs=0.01)
    assert (moved["source_x"], moved["source_y"]) == (before["source_x"], before["source_y"])
    drag(canvas.handles, "source", 10, 0)
    assert params()["source_y"] == pytest.approx(25.0, abs=0.01)
    assert params()["x"] == moved["x"]
    canvas.document.undo()
    assert params() == moved
    QTest.keyClick(canvas.handles, Qt.Key.Key_Escape)
    assert params() == before


def test_a_red_eye_has_a_spot_and_an_edge(canvas):
    key = handle_key(canvas, CATALOGUE["red_eye"])
    assert set(canvas.handles.handles()) == {"spot", "edge"}
    before = canvas.document.recipe.step(key).values["radius"]
    drag(canvas.handles, "edge", 0, 4)
    assert canvas.document.recipe.step(key).values["radius"] == pytest.approx(before + 100 * 4 / 40, abs=0.01)
