"""Crop and straighten: no empty corners as scikit-image turns photos; proportions, a line, Enter, Escape."""

from dataclasses import replace

import fakes
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from skimage.transform import rotate

from jaxstudio.app.image.canvas.crop_geometry import FREE, ORIGINAL, Frame, levelling, ratio_of
from jaxstudio.app.image.canvas.crop_tool import ANGLE
from jaxstudio.app.image.canvas.handle_geometry import Box
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.catalogue import Catalogue

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PHOTOS = ((40, 60), (80, 30), (50, 50), (20, 150))
ANGLES = (-45.0, -30.0, -7.3, 0.4, 12.0, 44.9)


def covered(frame):
    """How much of each pixel of the picture is of the photo, from 0 to 1, as scikit-image turns it."""
    return rotate(np.ones(frame.photo), frame.angle, resize=True, order=1, preserve_range=True)


def test_boxes_have_no_empty_corners_and_are_hardly_smaller_than_they_could_be():
    wrong = []
    for photo in PHOTOS:
        for angle in ANGLES:
            frame = Frame(photo, angle)
            inside = covered(frame)
            if np.abs(np.subtract(inside.shape, frame.size)).max() > 1:
                wrong.append((photo, angle, "size", inside.shape, frame.size))
            for ratio in (None, 1.0, 1.5, 0.4):
                box = frame.largest(ratio)
                whole_box = Box(0, 0, *frame.size)
                boxes = (box, frame.shrunk(whole_box), frame.towards(box, whole_box))
                parts = [(each, inside[each.y0 : each.y1, each.x0 : each.x1].min()) for each in boxes]
                wrong += [(photo, angle, ratio, part) for part in parts if part[1] < 0.99]
                if ratio is not None and abs(box.width - ratio * box.height) > max(1.0, ratio):
                    wrong.append((photo, angle, ratio, "ratio", box))
            # the area is that of the best of all proportions
            tried = (frame.largest(ratio) for ratio in np.geomspace(0.1, 10, 60))
            best = max(box.width * box.height for box in tried)
            free = frame.largest(None)
            if free.width * free.height < 0.9 * best:
                wrong.append((photo, angle, "area", free, best))
    assert not wrong


def test_a_line_is_made_level_or_upright_whichever_is_nearer():
    for angle in (-44.0, -3.0, 0.0, 20.0, 44.0):
        for quarter in range(4):
            way = np.radians(angle + 90 * quarter)
            assert levelling(float(np.cos(way)), float(np.sin(way))) == pytest.approx(angle)


def test_proportions_are_read():
    found = {
        text: ratio_of(text) for text in ("3:2", "2.35", "4/3", "16x9", "1,5", "a", "1:0", "", "1:2:3", "-1")
    }
    expected = {"3:2": 1.5, "2.35": 2.35, "4/3": 4 / 3, "16x9": 16 / 9, "1,5": 1.5}
    assert {text: ratio for text, ratio in found.items() if ratio is not None} == pytest.approx(expected)


@pytest.fixture
def tool(window, qtbot):
    """The tool, begun; the fake engine knows crop and rotate, too."""
    document = window.image.document
    qtbot.waitUntil(lambda: document.frames > 0)
    catalogue = Catalogue([*fakes.CATALOGUE.values(), CATALOGUE["crop"], CATALOGUE["rotate"]])
    document.backend = replace(document.backend, catalogue=catalogue)
    window.image.canvas.setFocus()
    QTest.keyClick(window.image.canvas, Qt.Key.Key_C)
    assert window.image.panels.docks["crop"].isVisible()
    assert window.image.canvas.crop_tool.hasFocus()
    return window.image.canvas.crop_tool


def steps(tool):
    return [step.op.name for step in tool.document.recipe.steps]


def drag(tool, start, end, modifier=NONE):
    QTest.mousePress(tool, LEFT, modifier, start.toPoint())
    QTest.mouseMove(tool, ((start + end) / 2).toPoint())
    QTest.mouseMove(tool, end.toPoint())
    QTest.mouseRelease(tool, LEFT, modifier, end.toPoint())


def test_a_photo_is_turned_cropped_and_taken_or_left_as_it_was(tool, window):
    document, bar = window.image.document, window.image.panels.crop_bar
    before = document.recipe
    middle = tool._box_on_widget().center()
    handle = tool.handles()[ANGLE]
    arm = handle - middle
    turned = QPointF(
        arm.x() * np.cos(0.2) - arm.y() * np.sin(0.2), arm.x() * np.sin(0.2) + arm.y() * np.cos(0.2)
    )
    drag(tool, handle, middle + turned)
    assert steps(tool) == ["rotate", "crop"]
    assert tool.angle == pytest.approx(-np.degrees(0.2), abs=0.3)  # clockwise
    assert bar.angle.field.text() == f"{tool.angle:g} °"
    inside = covered(tool.frame)
    box = tool.box
    assert inside[box.y0 : box.y1, box.x0 : box.x1].min() > 0.98
    assert box.width / box.height == pytest.approx(1.5, abs=0.1)
    assert f"{box.width} × {box.height}" in bar.extent.text()
    document.undo()
    assert steps(tool) == ["crop"]
    document.redo()
    tool.setFocus()
    QTest.keyClick(tool, Qt.Key.Key_Return)
    assert not tool.isVisible()
    assert steps(tool) == ["rotate", "crop"]
    taken = document.recipe
    assert document.history.past[-1].steps == ()  # the tool with its drags is one change
    # begun again, changed and left: as it was
    window.actions_by_name["crop"].trigger()
    assert tool.isVisible()
    tool.set_angle(0.0)
    assert steps(tool) == ["crop"]
    tool.set_ratio("1:1")
    bar.angle.slider.setFocus()
    QTest.keyClick(bar.angle.slider, Qt.Key.Key_Escape)
    assert document.recipe == taken
    document.set_recipe(before.removed(before.steps[-1].key))
    window.actions_by_name["crop"].trigger()
    bar.angle.slider.setFocus()
    QTest.keyClick(bar.angle.slider, Qt.Key.Key_Return)
    assert document.recipe.steps == ()  # nothing was cut off


def test_a_drawn_line_is_levelled(tool, window):
    window.image.panels.crop_bar.line.click()
    middle = tool._box_on_widget().center()
    drag(tool, middle, middle + QPointF(200, 20))
    assert tool.angle == pytest.approx(np.degrees(np.arctan2(20, 200)), abs=0.01)
    assert not window.image.panels.crop_bar.line.isChecked()
    drag(tool, middle, middle + QPointF(20, 200), Qt.KeyboardModifier.ControlModifier)
    assert tool.angle == pytest.approx(0.0, abs=0.02)


def test_proportions_are_kept_and_give_back_what_they_took(tool, window):
    bar = window.image.panels.crop_bar
    shapes = {}
    for choice in ("1:1", "16:9", ORIGINAL, "1:1", FREE):
        bar.ratio.chosen.emit(choice)
        shapes[choice] = (tool.box.width, tool.box.height)
    assert shapes == {"1:1": (40, 40), "16:9": (60, 34), ORIGINAL: (60, 40), FREE: (40, 40)}
    bar.ratio.chosen.emit("3:2")
    bar.swap.click()
    assert (tool.box.width, tool.box.height) == (27, 40)
    drag(tool, tool.handles()["bottom right"], tool.handles()["bottom right"] - QPointF(0, 60))
    assert tool.box.width / tool.box.height == pytest.approx(2 / 3, abs=0.03)
    bar.ratio.setCurrentIndex(bar.ratio.findData("own"))
    bar.ratio.chosen.emit("own")
    QTest.keyClicks(bar.own, "2:1")
    QTest.keyClick(bar.own, Qt.Key.Key_Return)
    assert tool.ratio in (2.0, 0.5)
    assert tool.isVisible()
    bar.largest.click()
    assert 30 * 60 >= tool.box.width * tool.box.height >= 20 * 40


def test_keys_turn_by_a_tenth(tool):
    tool.choose(ANGLE)
    for _ in range(3):
        QTest.keyClick(tool, Qt.Key.Key_Right)
    assert tool.angle == pytest.approx(0.3)
    QTest.keyClick(tool, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert tool.angle == pytest.approx(-0.7)
    assert "-0.7" in tool.accessibleDescription().replace("\N{MINUS SIGN}", "-")
    tool.set_angle(0.0)
    assert tool.box == Box(0, 0, 40, 60)
    assert not tool.grab(QRect(QPoint(), tool.size())).isNull()
