"""The tab's state without widgets: intents, undo, requests, scenes."""

import numpy as np
import pytest

from jaxstudio.app.plot.controller import Spot
from jaxstudio.app.plot.plane.curve_geometry import LineDrawings
from jaxstudio.app.plot.plane.probe import height_at, nearest_spot
from jaxstudio.app.plot.plane.viewing import unit_px, usual
from jaxstudio.functions.document import Document, Motion
from jaxstudio.functions.protocol.queries import DescentAnswer
from jaxstudio.functions.protocol.requests import Phase, SheetLine
from jaxstudio.functions.protocol.scene import View


def texts(controller):
    return [line.text for line in controller.document.lines]


@pytest.fixture
def sheet(controller):
    """A controller with a line that has a slider."""
    controller.set_text(controller.document.lines[0].key, "f(x) = a x^2")
    controller.history_rests()
    return controller


def test_it_begins_with_one_empty_line(controller):
    assert texts(controller) == [""]
    assert not controller.history.can_undo


def test_typing_without_a_pause_is_one_undo(controller):
    key = controller.document.lines[0].key
    for text in ("x", "x^", "x^2"):
        controller.set_text(key, text)
    controller.undo()
    assert texts(controller) == [""]
    controller.redo()
    assert texts(controller) == ["x^2"]


def test_a_drag_is_one_undo_and_compiles_nothing_but_asks_each_time(sheet, client):
    before = len(client.requests)
    sheet.begin_gesture()
    for value in (1.5, 2.0, 2.5):
        sheet.set_slider("a", value)
    sheet.end_gesture()
    assert [request.sliders["a"] for request in client.requests[before : before + 3]] == [1.5, 2.0, 2.5]
    assert {request.lines for request in client.requests[before:]} == {client.requests[before].lines}
    sheet.undo()
    assert sheet.slider("a").value == 1.0


def test_undo_leaves_the_view_alone(sheet):
    sheet.zoom(2.0)
    seen = sheet.view
    sheet.undo()
    assert texts(sheet) == [""]
    assert sheet.view == seen
    sheet.redo()
    assert sheet.view == seen


def test_the_last_line_is_emptied_rather_than_removed(sheet):
    sheet.remove_line(sheet.document.lines[0].key)
    assert texts(sheet) == [""]


def test_a_slider_line_is_rewritten_by_its_slider(controller):
    key = controller.document.lines[0].key
    controller.set_text(key, "a = 3 [0, 10]")
    assert (controller.slider("a").low, controller.slider("a").high) == (0.0, 10.0)
    controller.set_slider("a", 4.5)
    assert texts(controller) == ["a = 4.5 [0, 10]"]
    controller.set_slider_range("a", high=20.0)
    assert texts(controller) == ["a = 4.5 [0, 20]"]


def test_a_value_beyond_the_range_widens_it(sheet):
    sheet.set_slider("a", 25.0)
    assert sheet.slider("a").high == 50.0
    sheet.set_slider_range("a", low=60.0)
    assert sheet.slider("a").low == -10.0


def test_the_request_says_all_there_is(sheet, client):
    request = client.requests[-1]
    assert [line.text for line in request.lines] == ["f(x) = a x^2"]
    assert dict(request.sliders) == {"a": 1.0}
    assert (request.view.width_px, request.view.height_px) == (800, 600)
    assert request.phase is Phase.COARSE
    assert request.lines[0].marks


def test_on_a_fine_screen_the_view_has_its_pixels(controller, client):
    controller.set_size(800, 600, 2.0)
    view = client.requests[-1].view
    assert (view.width_px, view.height_px) == (1600, 1200)


def test_scenes_come_on_the_own_thread_and_the_newest_stays(sheet, client, qtbot):
    qtbot.waitUntil(lambda: sheet.settled)
    client.held = True
    sheet.set_slider("a", 2.0)
    assert not sheet.settled
    assert sheet.waiting
    sheet.set_slider("a", 3.0)
    client.deliver()
    qtbot.waitUntil(lambda: sheet.settled)
    assert sheet.scene.number == len(client.requests)


def test_a_scene_of_other_lines_is_passed_over(sheet, client, qtbot):
    qtbot.waitUntil(lambda: sheet.settled)
    seen = sheet.scenes
    client.held = True
    sheet.set_slider("a", 2.0)
    request = client.requests[-1]
    sheet.add_line("x^2")
    client.waiting = [request]
    client.deliver()
    qtbot.wait(20)
    assert sheet.scenes == seen


def test_home_is_where_one_began(controller):
    home = controller.view
    controller.pan(100, 50)
    controller.zoom(3.0, (10, 10), "x")
    assert not controller.document.equal
    controller.show_home()
    assert controller.document.equal
    assert controller.view.x == pytest.approx(home.x)


def test_what_is_off_the_screen_is_brought_to_sight(controller):
    controller.bring_to_sight(100.0, 0.0)
    assert controller.view.x[0] < 100 < controller.view.x[1]
    before = controller.view
    controller.bring_to_sight(100.0, 0.5)
    assert controller.view == before


def test_the_subject_is_the_line_in_hand_or_the_first_curve(controller):
    controller.add_line("x^2 + y^2 = 1")
    curve = controller.add_line("x^2")
    other = controller.add_line("sin(x)")
    assert controller.subject().key == curve
    controller.hold(other)
    assert controller.subject().key == other
    controller.set_line(other, visible=False)
    assert controller.subject().key == curve


def test_several_lines_are_pasted_as_one_undo(controller):
    controller.add_lines(["x", "x^2", "x^3"], controller.document.lines[0].key)
    assert texts(controller) == ["", "x", "x^2", "x^3"]
    controller.undo()
    assert texts(controller) == [""]


@pytest.mark.parametrize(
    ("motion", "seconds", "expected"),
    [
        (Motion.BOUNCE, 2.0, 5.0),
        (Motion.BOUNCE, 6.0, 5.0),
        (Motion.LOOP, 6.0, -5.0),
        (Motion.ONCE, 6.0, 10.0),
    ],
)
def test_a_slider_in_motion(sheet, motion, seconds, expected):
    sheet.set_slider("a", 0.0)
    sheet.set_slider_range("a", motion=motion)
    sheet.history_rests()
    sheet.drawn_number = 10**9  # no picture is waited for
    animation = sheet.animation
    animation.play("a", True)
    animation.timer.stop()
    animation.tick(animation._last + seconds)
    assert sheet.slider("a").value == pytest.approx(expected)
    assert animation.moves("a") is (motion is not Motion.ONCE)
    animation.stop()
    sheet.undo()
    assert sheet.slider("a").value == 0.0


def test_an_animation_waits_for_the_picture(sheet, client, qtbot):
    qtbot.waitUntil(lambda: not sheet.waiting)
    client.held = True
    sheet.set_slider("a", 0.5)
    sheet.animation.play("a", True)
    sheet.animation.timer.stop()
    sheet.animation.tick(sheet.animation._last + 1.0)
    assert sheet.slider("a").value == 0.5
    sheet.animation.stop()


def test_the_nearest_curve_is_found(sheet, qtbot):
    from jaxstudio.app.plot.plane.curve_geometry import LineDrawings
    from jaxstudio.app.plot.plane.viewing import to_pixels

    qtbot.waitUntil(lambda: sheet.settled)
    drawings = LineDrawings()
    drawings.take(sheet.scene, sheet.document)
    arts = drawings.scenery(sheet.document, None).arts
    x, y = to_pixels(sheet.view, 2.0, 4.0)
    spot = nearest_spot(arts, sheet.view, x + 3, y, 14.0)
    assert spot.key == sheet.document.lines[0].key
    assert spot.x == pytest.approx(2.0, abs=0.1)
    assert nearest_spot(arts, sheet.view, x + 60, y, 14.0) is None
    assert height_at(arts, Spot(spot.key, 0, 2.0)) == pytest.approx(4.0, abs=0.01)


def test_a_wrong_line_keeps_its_last_picture(sheet, qtbot):
    qtbot.waitUntil(lambda: sheet.settled)
    drawings = LineDrawings()
    drawings.take(sheet.scene, sheet.document)
    key = sheet.document.lines[0].key
    good = drawings.arts[key]
    assert good.polylines
    sheet.set_text(key, "f(x) = a x^")
    qtbot.waitUntil(lambda: sheet.settled)
    drawings.take(sheet.scene, sheet.document)
    assert drawings.arts[key] is good
    assert [art.opacity for art in drawings.scenery(sheet.document, None).arts] == [1.0]
    assert drawings.fade()
    (art,) = drawings.scenery(sheet.document, None).arts
    assert art.polylines is good.polylines
    assert art.opacity < 0.5
    sheet.set_text(key, "f(x) = a x^3")
    qtbot.waitUntil(lambda: sheet.settled)
    drawings.take(sheet.scene, sheet.document)
    assert [art.opacity for art in drawings.scenery(sheet.document, None).arts] == [1.0]


def test_of_another_sheet_nothing_stays(sheet, qtbot):
    drawings = LineDrawings()
    sheet.sheet_changed.connect(drawings.forget)
    qtbot.waitUntil(lambda: sheet.settled)
    drawings.take(sheet.scene, sheet.document)
    assert drawings.scenery(sheet.document, None).arts
    other = Document().adding(SheetLine("x^"))
    sheet.set_document(other)
    qtbot.waitUntil(lambda: sheet.settled)
    drawings.take(sheet.scene, other)
    assert not any(art.polylines for art in drawings.scenery(other, None).arts)


def test_nothing_stays_when_all_lines_are_removed(sheet, qtbot):
    qtbot.waitUntil(lambda: sheet.settled)
    sheet.set_view(View((-3.0, 1.0), (40.0, 41.0), *sheet.size), equal=False)
    answer = DescentAnswer(np.zeros((3, 1)), np.array([2.0, 1.0, 0.5]), np.zeros((3, 1)), "it stands")
    sheet.descent.take(sheet.document.lines[0].key, answer)
    sheet.pin(Spot(sheet.document.lines[0].key, 0, 1.0))
    sheet.shade(sheet.document.lines[0].key, 0.0, 1.0)
    sheet.clear()
    assert texts(sheet) == [""]
    assert (sheet.descent.answer, sheet.pinned, sheet.shaded) == (None, None, None)
    assert sheet.document.equal
    across, along = unit_px(sheet.view)
    assert across == pytest.approx(along)
    assert sheet.view == usual(*sheet.size)
    sheet.undo()
    assert texts(sheet) == ["f(x) = a x^2"]


def test_closing_ends_the_children(sheet, client):
    sheet.close()
    assert client.closed


def test_an_axis_that_becomes_logarithmic_shows_what_is_above_0(controller, client):
    controller.set_axes(log="x")
    assert controller.view.x == (0.01, 10.0)
    assert controller.view.log == "x"
    assert client.requests[-1].view.log == "x"
    controller.pan(100, 0)
    controller.show_home()
    assert controller.view.x == (0.01, 10.0)
    controller.set_axes(log="xy")
    assert controller.view.y[0] > 0
    controller.set_equal(True)
    assert unit_px(controller.view)[0] == pytest.approx(unit_px(controller.view)[1])
    controller.undo()
    assert controller.view.log == "xy"
