"""Masks drawn on the canvas through real events: shapes, strokes, polygons, handles, keys, undo."""

import fakes
import numpy as np
import pytest
from hands import at, drag, mouse, move, press, release, settle, turn_wheel
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from jaxstudio.app.image.canvas.handle_geometry import WHOLE
from jaxstudio.app.image.masks.editing import BRUSH, PICK
from jaxstudio.app.image.masks.geometry import FEATHER, ROTATE
from jaxstudio.backend.requests import MaskColourRequest
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
)

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
Key = Qt.Key


@pytest.fixture
def step(canvas):
    """A step of the document, described by the engine."""
    step = canvas.document.add_step(fakes.brighten)
    settle(canvas.document)
    return step


@pytest.fixture
def draw(canvas, step):
    """draw("ellipse"): the tools on the canvas, with this one chosen for the step's mask."""

    def draw(tool):
        canvas.document.mask_editing.edit(step.key, tool)
        assert canvas.mask_tools.isVisible()
        return canvas.mask_tools

    return draw


def drag_handle(tools, name, right, down, modifier=NONE):
    """Take a handle and move it so far, in fractions of the photo."""
    if name == WHOLE:
        shape = tools.editing.part.shape
        start = shape.x, shape.y
    else:
        place = tools.handles()[name]
        placement = tools.placement
        x, y = placement.from_widget((place.x(), place.y()))
        start = x / placement.units[0], y / placement.units[1]
    drag(tools, start, (start[0] + right, start[1] + down), modifier=modifier)


def part(document, place=-1):
    return document.recipe.masks[0].parts[place]


@pytest.mark.parametrize(("tool", "kind"), [("rectangle", Rectangle), ("ellipse", Ellipse)])
def test_a_box_is_dragged_out_and_is_one_undo(draw, step, canvas, live, qtbot, tool, kind):
    tools, document = draw(tool), canvas.document
    assert document.recipe.masks == ()
    views = len(live.views)
    drag(tools, (0.25, 0.25), (0.75, 0.5))
    shape = part(document).shape
    assert isinstance(shape, kind)
    assert (shape.x, shape.y) == pytest.approx((0.5, 0.375), abs=0.01)
    assert (shape.width, shape.height) == pytest.approx((0.75, 0.25), abs=0.01)  # of the shorter side
    assert document.recipe.step(step.key).mask == document.recipe.masks[0].key
    assert len(live.views) >= views + 4  # the picture follows each move
    assert [view.moving for view in live.views[views:]].count(True) >= 4
    qtbot.waitUntil(lambda: not live.views[-1].moving)
    assert tools.editing.tool == ""
    document.undo()
    assert document.recipe.masks == ()
    assert document.recipe.step(step.key).mask is None
    document.redo()
    assert part(document).shape == shape


def test_shift_draws_a_circle_and_alt_from_the_middle(draw, canvas):
    drag(draw("ellipse"), (0.5, 0.5), (0.6, 0.7), modifier=SHIFT | ALT)
    shape = part(canvas.document).shape
    assert (shape.x, shape.y, shape.width, shape.height) == pytest.approx((0.5, 0.5, 0.4, 0.4), abs=0.01)


def test_a_click_draws_no_shape(draw, canvas):
    tools = draw("rectangle")
    past = len(canvas.document.history.past)
    drag(tools, (0.5, 0.5), (0.5, 0.5))
    assert canvas.document.recipe.masks == ()
    assert len(canvas.document.history.past) == past
    assert tools.editing.tool == "rectangle"
    assert not canvas.document.in_gesture


def test_a_gradient_runs_as_it_is_dragged(draw, canvas):
    drag(draw("gradient"), (0.5, 0.2), (0.5, 0.8))
    shape = part(canvas.document).shape
    assert isinstance(shape, Gradient)
    assert (shape.x0, shape.y0, shape.x1, shape.y1) == pytest.approx((0.5, 0.2, 0.5, 0.8), abs=0.01)
    assert part(canvas.document).feather == 0


def test_a_stroke_is_one_undo_and_the_next_goes_on_the_same_brush(draw, canvas):
    tools, document = draw(BRUSH), canvas.document
    drag(tools, (0.2, 0.2), (0.6, 0.4))
    drag(tools, (0.3, 0.8), (0.7, 0.8), RIGHT)
    strokes = part(document).shape.strokes
    assert len(document.recipe.masks[0].parts) == 1
    assert [stroke.erase for stroke in strokes] == [False, True]
    assert strokes[0].points[0] == pytest.approx((0.2, 0.2), abs=0.01)
    assert strokes[0].points[-1] == pytest.approx((0.6, 0.4), abs=0.01)
    assert strokes[0].radius == tools.editing.brush.radius
    document.undo()
    assert len(part(document).shape.strokes) == 1
    document.undo()
    assert document.recipe.masks == ()
    assert tools.editing.tool == BRUSH  # and one can go on painting
    drag(tools, (0.2, 0.2), (0.6, 0.4))
    assert len(part(document).shape.strokes) == 1


def test_alt_erases_and_a_click_is_a_dot(draw, canvas):
    tools = draw(BRUSH)
    press(tools, 0.5, 0.5, modifier=ALT)
    release(tools, 0.5, 0.5, modifier=ALT)
    (stroke,) = part(canvas.document).shape.strokes
    assert stroke.erase
    assert len(stroke.points) == 1


@pytest.mark.thorough
def test_a_long_stroke_has_hundreds_of_points_not_thousands(draw, canvas):
    tools = draw(BRUSH)
    tools.editing.set_brush(tools.editing.brush.__class__(0.02, 0.5))
    angles = np.linspace(0, 12, 600)
    places = list(zip(0.5 + 0.3 * np.cos(angles * 1.3), 0.5 + 0.3 * np.sin(angles), strict=True))
    press(tools, *places[0])
    for place in places[1:]:
        move(tools, *place)
    release(tools, *places[-1])
    (stroke,) = part(canvas.document).shape.strokes
    assert 20 < len(stroke.points) < 500
    assert stroke.points[-1] == pytest.approx(places[-1], abs=0.01)


def test_brackets_and_the_wheel_change_the_brush(draw, canvas):
    tools = draw(BRUSH)
    editing = tools.editing
    radius, hardness = editing.brush.radius, editing.brush.hardness
    QTest.keyClicks(tools, "]")
    assert editing.brush.radius > radius
    QTest.keyClicks(tools, "[[")
    assert editing.brush.radius < radius
    QTest.keyClicks(tools, "}")
    assert editing.brush.hardness == pytest.approx(hardness + 0.1)
    zoom, radius = canvas.document.viewport.zoom, editing.brush.radius
    turn_wheel(tools, held=CONTROL)
    assert editing.brush.radius > radius
    turn_wheel(tools, -1, held=SHIFT)
    assert editing.brush.hardness == pytest.approx(hardness)
    assert canvas.document.viewport.zoom == zoom
    turn_wheel(tools)
    assert canvas.document.viewport.zoom > zoom


def test_a_polygon_is_clicked_and_closed_at_its_first_point(draw, canvas):
    tools, document = draw("polygon"), canvas.document
    past = len(document.history.past)
    corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    for place, corner in enumerate(corners):
        press(tools, *corner)
        release(tools, *corner)
        assert len(document.recipe.masks) == (place >= 2)  # live from the third on
    press(tools, *corners[0])
    release(tools, *corners[0])
    assert part(document).shape.points == tuple(pytest.approx(corner, abs=0.01) for corner in corners)
    assert not tools.drawing
    assert not document.in_gesture
    assert len(document.history.past) == past + 1
    document.undo()
    assert document.recipe.masks == ()


@pytest.mark.parametrize("end", [Key.Key_Return, "double click"])
def test_enter_or_a_double_click_closes_a_polygon(draw, canvas, end):
    tools = draw("polygon")
    for corner in ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8)):
        press(tools, *corner)
        release(tools, *corner)
    if end == "double click":
        mouse(tools, QEvent.Type.MouseButtonDblClick, at(tools, 0.5, 0.8))
    else:
        QTest.keyClick(tools, end)
    assert not tools.drawing
    assert len(part(canvas.document).shape.points) == 3
    assert tools.editing.tool == ""


def test_escape_takes_a_polygon_back(draw, canvas):
    tools, document = draw("polygon"), canvas.document
    past = len(document.history.past)
    for corner in ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8), (0.4, 0.7)):
        press(tools, *corner)
        release(tools, *corner)
    QTest.keyClick(tools, Key.Key_Escape)
    assert document.recipe.masks == ()
    assert not tools.drawing
    assert not document.in_gesture
    assert len(document.history.past) == past
    assert tools.editing.tool == "polygon"


def test_undo_takes_back_a_point_then_the_polygon(draw, canvas):
    tools, document = draw("polygon"), canvas.document
    for corner in ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8), (0.4, 0.7)):
        press(tools, *corner)
        release(tools, *corner)
    undo = QKeySequence(QKeySequence.StandardKey.Undo)[0]
    QTest.keyClick(tools, undo.key(), undo.keyboardModifiers())
    assert len(part(document).shape.points) == 3
    QTest.keyClick(tools, undo.key(), undo.keyboardModifiers())
    assert document.recipe.masks == ()
    assert document.recipe.steps != ()


def test_handles_move_resize_rotate_and_feather(draw, canvas):
    tools, document = draw("rectangle"), canvas.document
    drag(tools, (0.3, 0.3), (0.7, 0.7))
    before = part(document)
    drag_handle(tools, WHOLE, 0.1, 0.0)
    assert part(document).shape.x == pytest.approx(0.6, abs=0.01)
    drag_handle(tools, "right", 0.1, 0.3)
    assert part(document).shape.width == pytest.approx(before.shape.width + 0.15, abs=0.01)
    assert part(document).shape.height == before.shape.height
    drag_handle(tools, FEATHER, 0.1, 0.0)
    assert part(document).feather == pytest.approx(before.feather + 0.3, abs=0.02)
    drag_handle(tools, ROTATE, -0.3, 0.0, SHIFT)
    assert part(document).shape.angle % 15 == 0
    assert part(document).shape.angle > 0
    for _ in range(4):
        document.undo()
    assert part(document) == before


def test_a_polygons_points_are_dragged_added_and_removed(draw, canvas):
    tools, document = draw("polygon"), canvas.document
    for corner in ((0.2, 0.2), (0.8, 0.2), (0.5, 0.8)):
        press(tools, *corner)
        release(tools, *corner)
    QTest.keyClick(tools, Key.Key_Return)
    drag_handle(tools, "point 2", 0.1, 0.1)
    assert part(document).shape.points[2] == pytest.approx((0.6, 0.9), abs=0.01)
    mouse(tools, QEvent.Type.MouseButtonDblClick, at(tools, 0.4, 0.2))
    assert part(document).shape.points[1] == pytest.approx((0.4, 0.2), abs=0.01)
    assert tools.current == "point 1"
    QTest.keyClick(tools, Key.Key_Delete)
    assert len(part(document).shape.points) == 3
    QTest.keyClick(tools, Key.Key_Delete)
    assert len(part(document).shape.points) == 3  # a polygon has three
    QTest.keyClick(tools, Key.Key_Insert)
    assert len(part(document).shape.points) == 4


def test_keys_alone_draw_shape_and_move(draw, canvas):
    tools, document = draw("ellipse"), canvas.document
    QTest.keyClick(tools, Key.Key_Return)
    before = part(document).shape
    assert (before.x, before.y) == pytest.approx((0.5, 0.5), abs=0.02)
    QTest.keyClick(tools, Key.Key_Right, CONTROL)
    QTest.keyClick(tools, Key.Key_Right)
    zoom = document.viewport.zoom / tools.devicePixelRatioF()
    assert part(document).shape.x - before.x == pytest.approx(11 / zoom / 60, abs=1e-4)
    past = len(document.history.past)
    QTest.keyClick(tools, Key.Key_Left, SHIFT)
    QTest.keyClick(tools, Key.Key_Left)
    assert part(document).shape.x == pytest.approx(before.x, abs=1e-4)
    assert len(document.history.past) == past  # with those before it one undo
    names = set()
    for _ in range(10):
        QTest.keyClick(tools, Key.Key_Tab)
        names.add(tools.current)
        assert tools.accessibleDescription()
    assert {ROTATE, FEATHER, "top left"} <= names
    while tools.current != FEATHER:
        QTest.keyClick(tools, Key.Key_Backtab)
    feather = part(document).feather
    QTest.keyClick(tools, Key.Key_Right, CONTROL)
    assert part(document).feather > feather
    QTest.keyClick(tools, Key.Key_Delete)
    assert document.recipe.masks == ()
    document.undo()
    assert isinstance(part(document).shape, Ellipse)


def test_keys_alone_paint(draw, canvas):
    tools = draw(BRUSH)
    QTest.keyClick(tools, Key.Key_Right)
    QTest.keyClick(tools, Key.Key_Return)
    QTest.keyClick(tools, Key.Key_Down, CONTROL)
    QTest.keyClick(tools, Key.Key_Return)
    first, second = part(canvas.document).shape.strokes
    assert second.points[0][1] > first.points[0][1]
    assert second.points[0][0] == first.points[0][0]


def test_enter_ends_and_escape_goes_step_by_step(draw, canvas):
    tools = draw("rectangle")
    drag(tools, (0.3, 0.3), (0.7, 0.7))
    tools.editing.use_tool("ellipse")
    QTest.keyClick(tools, Key.Key_Escape)
    assert tools.editing.tool == ""
    assert tools.isVisible()
    QTest.keyClick(tools, Key.Key_Escape)
    assert not tools.isVisible()
    assert canvas.hasFocus()


def test_the_middle_button_and_space_pan(draw, canvas):
    tools = draw(BRUSH)
    canvas.document.zoom_to(16)
    before = canvas.document.viewport.x
    start = QPoint(200, 200)
    QTest.mousePress(tools, Qt.MouseButton.MiddleButton, pos=start)
    QTest.mouseMove(canvas, start + QPoint(32, 0))
    QTest.mouseRelease(canvas, Qt.MouseButton.MiddleButton, pos=start + QPoint(32, 0))
    assert canvas.document.viewport.x == pytest.approx(before - 2)
    QTest.keyPress(tools, Key.Key_Space)
    QTest.mousePress(tools, LEFT, pos=start)
    QTest.mouseMove(canvas, start + QPoint(32, 0))
    QTest.mouseRelease(canvas, LEFT, pos=start + QPoint(32, 0))
    QTest.keyRelease(tools, Key.Key_Space)
    assert canvas.document.viewport.x == pytest.approx(before - 4)
    assert canvas.document.recipe.masks == ()


def test_outlines_follow_a_crop_before_and_a_rotation_after(canvas, qtbot):
    document = canvas.document
    document.add_step(CATALOGUE["crop"])
    document.set_param(1, "left", 50.0)
    step = document.add_step(fakes.brighten)
    document.add_step(CATALOGUE["rotate_90"])
    document.mask_editing.edit(step.key, "rectangle")
    settle(document)
    qtbot.waitUntil(lambda: document.result_size == (30, 40))
    tools = canvas.mask_tools
    drag(tools, (0.6, 0.3), (0.9, 0.6))
    shape = part(document).shape
    assert (shape.x, shape.y) == pytest.approx((0.75, 0.45), abs=0.01)
    # a quarter of a turn counter-clockwise: the photo's right edge is on top
    top_right = tools.handles()["top right"]
    others = [place for name, place in tools.handles().items() if name in ("top left", "bottom right")]
    assert all(top_right.y() <= other.y() + 1 and top_right.x() <= other.x() + 1 for other in others)


@pytest.mark.parametrize("zoom", [0.5, 3.0, 11.0])
def test_the_shape_is_where_the_hand_was_at_every_zoom(draw, canvas, zoom):
    tools = draw("rectangle")
    canvas.document.zoom_to(zoom)
    drag(tools, (0.4, 0.4), (0.6, 0.55))
    shape = part(canvas.document).shape
    assert (shape.x, shape.y) == pytest.approx((0.5, 0.475), abs=1e-4)


# What must not go wrong


def test_the_recipe_changes_in_the_middle_of_a_stroke(draw, canvas):
    tools, document = draw(BRUSH), canvas.document
    press(tools, 0.2, 0.2)
    move(tools, 0.4, 0.4)
    document.undo()
    assert not tools.drawing
    assert not document.in_gesture
    move(tools, 0.6, 0.6)
    release(tools, 0.6, 0.6)
    assert document.recipe.masks == ()
    drag(tools, (0.2, 0.2), (0.6, 0.4))
    assert len(part(document).shape.strokes) == 1


def test_ctrl_z_in_the_middle_of_a_stroke_takes_it_back(draw, canvas):
    tools, document = draw(BRUSH), canvas.document
    drag(tools, (0.1, 0.1), (0.2, 0.1))
    press(tools, 0.2, 0.2)
    move(tools, 0.4, 0.4)
    QTest.keyClick(tools, Key.Key_Z, CONTROL)
    assert len(part(document).shape.strokes) == 1
    release(tools, 0.6, 0.6)
    assert len(part(document).shape.strokes) == 1
    assert not document.in_gesture


def test_the_step_goes_while_it_is_drawn_on(draw, canvas, step):
    tools, document = draw("ellipse"), canvas.document
    press(tools, 0.2, 0.2)
    move(tools, 0.4, 0.4)
    document.remove_step(step.key)
    assert not tools.isVisible()
    assert not document.in_gesture
    assert document.mask_editing.step_key is None
    move(tools, 0.6, 0.6)
    release(tools, 0.6, 0.6)
    assert document.recipe.steps == ()


def test_another_photo_comes_while_it_is_drawn_on(draw, canvas, pixels, qtbot):
    tools, document = draw(BRUSH), canvas.document
    press(tools, 0.2, 0.2)
    move(tools, 0.4, 0.4)
    document.set_photo(fakes.Photo(np.ascontiguousarray(pixels[:20])))
    assert not tools.drawing
    assert not tools.isVisible()
    assert not document.in_gesture
    qtbot.waitUntil(lambda: document.description.photo_size == (20, 60))
    draw(BRUSH)
    drag(tools, (0.2, 0.2), (0.6, 0.4))
    assert len(document.recipe.masks[0].parts) == 2


def test_another_tab_comes_while_it_is_drawn_on(window, document, qtbot):
    qtbot.waitUntil(lambda: document.frames > 0)
    step = document.add_step(fakes.brighten)
    settle(document)
    document.mask_editing.edit(step.key, BRUSH)
    tools = window.image.canvas.mask_tools
    press(tools, 0.2, 0.2)
    move(tools, 0.4, 0.4)
    window.show_tab(1)
    assert not tools.drawing
    assert not document.in_gesture
    assert not window.menus["&Mask"].menuAction().isVisible()
    window.show_tab(0)
    assert window.menus["&Mask"].menuAction().isVisible()
    drag(tools, (0.2, 0.2), (0.6, 0.4))
    assert len(part(document).shape.strokes) == 2


def test_zooming_while_a_handle_is_dragged(draw, canvas):
    tools = draw("rectangle")
    press(tools, 0.2, 0.2)
    move(tools, 0.3, 0.3)
    turn_wheel(tools, 2)
    move(tools, 0.6, 0.7)
    release(tools, 0.6, 0.7)
    shape = part(canvas.document).shape
    assert (shape.x, shape.y) == pytest.approx((0.4, 0.45), abs=0.01)


@pytest.mark.parametrize(
    ("shape", "tool"),
    [((1, 1, 3), BRUSH), ((1, 200, 4), "ellipse"), ((30, 40, 1), "gradient"), ((30, 40, 2), BRUSH)],
)
def test_photos_of_all_kinds(draw, canvas, qtbot, shape, tool):
    document = canvas.document
    document.set_photo(fakes.Photo(np.zeros(shape, np.uint8)))
    qtbot.waitUntil(lambda: document.description.photo_size == shape[:2])
    tools = draw(tool)
    drag(tools, (0.1, 0.1), (0.9, 0.8))
    assert len(document.recipe.masks) == 1
    tools.grab()
    canvas.grab()


def test_a_switched_off_step_is_drawn_on_too(draw, canvas, step):
    canvas.document.switch_step(step.key, False)
    drag(draw("ellipse"), (0.2, 0.2), (0.8, 0.8))
    assert len(canvas.document.recipe.masks) == 1


def test_handles_of_a_crop_and_a_mask_exclude_each_other(draw, canvas):
    tools, document = draw("ellipse"), canvas.document
    crop = document.add_step(CATALOGUE["crop"])
    document.handle(crop.key)
    assert not tools.isVisible()
    assert document.mask_editing.step_key is None
    draw("ellipse")
    assert document.handle_key is None
    assert not canvas.handles.isVisible()


def test_a_picked_colour_is_that_beneath_the_steps(draw, canvas, live, qtbot, monkeypatch):
    tools, document = draw("colour_range"), canvas.document
    assert tools.editing.tool == PICK
    assert isinstance(part(document).shape, ColourRange)
    asked = []

    def call(request, on_answer, on_error, on_event=None):
        asked.append(request)
        on_answer((0.25, 0.5, 0.75))
        return fakes.Ticket()

    monkeypatch.setattr(live, "call", call)
    press(tools, 0.51, 0.26)
    release(tools, 0.51, 0.26)
    qtbot.waitUntil(lambda: part(document).shape.red == 0.25)
    (request,) = asked
    assert isinstance(request, MaskColourRequest)
    assert (request.y, request.x) == (10, 30)
    assert (request.mask, request.step) == (1, document.recipe.steps[0].key)
    assert (part(document).shape.green, part(document).shape.blue) == (0.5, 0.75)


def test_a_range_is_there_at_once(draw, canvas):
    draw("luminosity")
    assert isinstance(part(canvas.document).shape, Luminosity)


def test_everything_is_painted(draw, canvas):
    tools, document = draw("ellipse"), canvas.document
    parts = (
        MaskPart(Ellipse(0.5, 0.5, 0.5, 0.3, 30.0), 0.1),
        MaskPart(Rectangle(0.5, 0.5, 0.0, 0.0)),
        MaskPart(Polygon(((0.1, 0.1), (0.1, 0.1), (0.1, 0.1)))),
        MaskPart(Gradient(0.5, 0.5, 0.5, 0.5)),
        MaskPart(Brush()),
        MaskPart(Luminosity()),
        MaskPart(ColourRange(0.5, 0.5, 0.5)),
    )
    tools.editing.set_mask(Mask(1, parts))
    for place in range(len(parts)):
        tools.editing.select(place)
        before = tools.grab().toImage()
        assert not before.isNull()
        for name in tools.handles():
            drag_handle(tools, name, 0.05, 0.02) if name != WHOLE else None
    assert len(document.recipe.masks[0].parts) == len(parts)


def test_the_divider_lies_above_the_tools(draw, canvas):
    tools = draw("ellipse")
    canvas.document.set_split(0.5)
    assert canvas.childAt(canvas.width() // 2, 200) is canvas.divider
    assert canvas.childAt(100, 200) is tools
