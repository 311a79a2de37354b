"""Strokes of a brush and their sources, moved on the canvas by hand and by keys."""

import fakes
import pytest
from hands import at, drag, move, press, release, settle
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.masks.editing import BRUSH
from jaxstudio.app.image.masks.panel import MaskPanel
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Brush, Mask, MaskPart, Stroke

CONTROL, Key = Qt.KeyboardModifier.ControlModifier, Qt.Key
DOT, LINE = Stroke(((0.25, 0.25),), 0.06), Stroke(((0.5, 0.6), (0.6, 0.6), (0.7, 0.6)), 0.04)
AWAY = {"fill": "heal", "source_x": 20.0, "source_y": 10.0}


@pytest.fixture
def tools(canvas):
    """Two strokes of a step that heals, none of them painted on."""
    document = canvas.document
    step = document.add_step(CATALOGUE["inpaint"])
    document.set_params(step.key, AWAY)
    settle(document)
    document.mask_editing.edit(step.key, BRUSH)
    document.mask_editing.set_mask(Mask(1, (MaskPart(Brush((DOT, LINE))),)))
    document.mask_editing.select(0)
    document.mask_editing.leave_tool()
    return canvas.mask_tools


def strokes(tools):
    return tools.document.recipe.masks[0].parts[0].shape.strokes


def test_a_stroke_and_its_source_are_dragged(tools):
    document = tools.document
    past = len(document.history.past)
    drag(tools, (0.65, 0.6), (0.7, 0.5))  # at the line, not at its handle
    assert tools.current == "stroke 1"
    assert strokes(tools)[1].points[0] == pytest.approx((0.55, 0.5), abs=0.01)
    assert strokes(tools) == (DOT, strokes(tools)[1])
    assert len(document.history.past) == past + 1
    drag(tools, (0.45, 0.35), (0.45, 0.75))  # where the dot's source is by the step's numbers
    assert tools.current == "source 0"
    assert strokes(tools)[0].points == DOT.points
    assert strokes(tools)[0].source == pytest.approx((0.2, 0.5), abs=0.01)
    assert strokes(tools)[1].source is None
    assert len(document.history.past) == past + 2
    document.set_params(document.recipe.steps[-1].key, {"source_x": -20.0})
    places = tools.handles()
    assert (
        places["source 0"] == at(tools, 0.45, 0.75)
        or abs(places["source 0"].x() - at(tools, 0.45, 0.75).x()) < 8
    )
    assert places["source 1"].x() < places["stroke 1"].x()
    drag(tools, (0.25, 0.25), (0.3, 0.3))
    assert strokes(tools)[0].source == pytest.approx((0.2, 0.5), abs=0.01)  # which goes with its stroke


def test_a_click_selects_and_delete_removes(tools):
    document = tools.document
    drag(tools, (0.25, 0.25), (0.25, 0.25))
    assert tools.current == "stroke 0"
    QTest.keyClick(tools, Key.Key_Delete)
    assert strokes(tools) == (LINE,)
    document.undo()
    assert strokes(tools) == (DOT, LINE)
    drag(tools, (0.8, 0.7), (0.8, 0.7))
    assert tools.current == "source 1"
    QTest.keyClick(tools, Key.Key_Delete)
    drag(tools, (0.25, 0.25), (0.25, 0.25))
    QTest.keyClick(tools, Key.Key_Delete)
    assert document.recipe.masks == ()


def test_keys_move_what_is_selected(tools):
    document = tools.document
    visited = []
    for _ in range(4):
        QTest.keyClick(tools, Key.Key_Tab)
        visited.append(tools.current)
        assert tools.accessibleDescription()
    assert visited == ["stroke 0", "source 0", "stroke 1", "source 1"]
    past = len(document.history.past)
    for _ in range(3):
        QTest.keyClick(tools, Key.Key_Down, CONTROL)
    assert len(document.history.past) == past + 1
    pixels = 30 / document.viewport.zoom * tools.devicePixelRatioF() / document.photo_size[0]
    assert strokes(tools)[1].source == pytest.approx((0.2, 0.1 + pixels), abs=1e-4)
    assert strokes(tools)[1].points == LINE.points
    QTest.keyClick(tools, Key.Key_Backtab)
    QTest.keyClick(tools, Key.Key_Right)
    assert strokes(tools)[1].points[0][0] > 0.5


def test_while_one_paints_a_source_is_at_hand(tools):
    """Its handle is taken; elsewhere one paints, and the next stroke's source is as far away."""
    tools.editing.select(0)
    assert tools.editing.tool == BRUSH
    assert set(tools.handles()) == {"source 0", "source 1"}
    drag(tools, (0.8, 0.7), (0.8, 0.9))
    assert tools.editing.tool == BRUSH
    assert len(strokes(tools)) == 2
    assert strokes(tools)[1].source == pytest.approx((0.2, 0.3), abs=0.01)
    drag(tools, (0.25, 0.25), (0.3, 0.3))
    assert len(strokes(tools)) == 3
    assert strokes(tools)[2].source == strokes(tools)[1].source
    drag(tools, (0.55, 0.6), (0.55, 0.7), modifier=CONTROL)
    assert tools.editing.tool == ""
    assert len(strokes(tools)) == 3
    assert strokes(tools)[1].points[0] == pytest.approx((0.5, 0.7), abs=0.01)


def test_strokes_of_other_filters_have_no_source(tools):
    document = tools.document
    key = document.recipe.steps[-1].key
    for values, count in (({"fill": "smooth"}, 2), ({"fill": "clone"}, 4)):
        document.set_params(key, values)
        assert len(tools.handles()) == count
        with_sources = tools.words
    assert tools.words == with_sources
    step = document.add_step(fakes.brighten)
    settle(document)
    document.mask_editing.limit(step.key, 1)
    document.mask_editing.edit(step.key)
    document.mask_editing.leave_tool()
    assert set(tools.handles()) == {"stroke 0", "stroke 1"}
    assert tools.words != with_sources
    drag(tools, (0.25, 0.25), (0.35, 0.25))
    assert strokes(tools)[0].points[0] == pytest.approx((0.35, 0.25), abs=0.01)


def test_sources_lie_where_the_engine_reads_them(tools):
    """The step's own numbers count in what it is applied to: a quarter turn before it turns their way."""
    document = tools.document
    document.add_step(CATALOGUE["rotate_90"])
    document.move_step(document.recipe.steps[-1].key, 0)
    settle(document)
    places = tools.handles()
    way = places["source 0"] - places["stroke 0"]
    height, width = document.description.step(document.recipe.steps[-1].key).before
    zoom = document.viewport.zoom / tools.devicePixelRatioF()
    assert (way.x(), way.y()) == pytest.approx((0.2 * width * zoom, 0.1 * height * zoom), abs=1.0)


def test_sources_are_painted(tools):
    """Halfway between a stroke and its source runs their line; without a source nothing is there."""
    document, key = tools.document, tools.document.recipe.steps[-1].key
    for tool in ("", BRUSH):
        pictures = []
        for values in ({"fill": "smooth"}, {"fill": "heal"}):
            document.set_params(key, values)
            tools.editing.select(0)
            if not tool:
                tools.editing.leave_tool()
            tools.move_pointer(at(tools, 0.9, 0.1))
            around = [
                at(tools, 0.35, 0.3).toPoint() + QPoint(x, y) for x in range(-8, 9) for y in range(-8, 9)
            ]
            picture = tools.grab().toImage()
            pictures.append([picture.pixel(place) for place in around])
        assert len(set(pictures[0])) == 1
        assert len(set(pictures[1])) > 3


def test_the_panel_lets_go_of_the_brush(tools, qtbot):
    panel = MaskPanel(tools.document)
    qtbot.addWidget(panel)
    panel.build_all()
    panel.show()
    tools.editing.select(0)
    assert not panel.arrow.isChecked()
    QTest.mouseClick(panel.arrow, Qt.MouseButton.LeftButton)
    assert panel.arrow.isChecked()
    assert tools.editing.tool == ""


def test_undo_in_the_middle_of_a_drag(tools):
    document = tools.document
    press(tools, 0.25, 0.25)
    move(tools, 0.3, 0.3)
    QTest.keySequence(tools, "Ctrl+Z")
    assert strokes(tools) == (DOT, LINE)
    release(tools, 0.3, 0.3)
    assert document.recipe.masks[0].parts[0].shape == Brush((DOT, LINE))
