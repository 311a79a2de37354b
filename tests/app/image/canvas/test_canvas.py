"""The canvas through real events, and what it paints."""

from __future__ import annotations

import fakes
import numpy as np
import pytest
from hands import turn_wheel
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from jaxstudio.backend.requests import GrayPointRequest
from jaxstudio.backend.viewport import HIGHEST, LOWEST, Viewport

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def grab(canvas) -> QImage:
    return canvas.grab().toImage()


def at_pixel(canvas, y, x) -> QPoint:
    """Where the middle of a pixel of the result is on the canvas."""
    top, left = canvas.document.viewport.to_canvas(canvas.document.canvas, y + 0.5, x + 0.5)
    return QPoint(round(left), round(top))


def colour(canvas, y, x) -> tuple[int, int, int]:
    return grab(canvas).pixelColor(at_pixel(canvas, y, x)).getRgb()[:3]


def test_while_a_gray_pixel_is_waited_for_keys_pick_and_cancel(canvas, live, monkeypatch):
    """The picture says what is waited for, Esc ends it, and Enter picks the pixel that the keys read."""
    document, asked = canvas.document, []
    key = document.add_step(fakes.brighten).key
    middle = QPoint(canvas.width() // 2, 22)
    bare = grab(canvas).copy(middle.x() - 60, 4, 120, 36)
    document.gray_point.wait(key)
    assert grab(canvas).copy(middle.x() - 60, 4, 120, 36) != bare
    assert canvas.hasFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert document.gray_point.key is None
    assert grab(canvas).copy(middle.x() - 60, 4, 120, 36) == bare
    monkeypatch.setattr(live, "call", lambda request, *calls: asked.append(request) or fakes.Ticket())
    document.gray_point.wait(key)
    QTest.keyClick(canvas, Qt.Key.Key_Right, SHIFT)
    y, x = document.probed_at
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert document.gray_point.computing  # the picture says so until the answer is there
    document.gray_point.wait(None)
    assert not document.gray_point.computing
    assert [(request.y, request.x) for request in asked if isinstance(request, GrayPointRequest)] == [(y, x)]


def test_a_picture_that_is_covered_reads_no_pixel(canvas):
    canvas.document.probe_at((3, 4))
    canvas.hide()
    assert canvas.document.probed_at is None


def test_pixels_are_painted_where_they_belong(canvas, pixels, qtbot):
    for y, x in ((0, 0), (39, 59), (12, 34)):
        assert colour(canvas, y, x) == tuple(pixels[y, x])
    # pixels stay crisp at any large zoom
    canvas.document.zoom_to(37.3)
    seen = grab(canvas)
    height, width = canvas.document.canvas
    known = {tuple(pixel) for pixel in pixels.reshape(-1, 3).tolist()}
    for x in range(0, width, 5):
        assert seen.pixelColor(x, height // 2).getRgb()[:3] in known


def test_the_wheel_zooms_to_the_cursor_two_fingers_pan_and_a_double_click_goes_to_100_percent(canvas):
    QTest.mouseDClick(canvas, LEFT, pos=at_pixel(canvas, 5, 5))
    assert canvas.document.viewport.zoom == 1.0
    QTest.mouseDClick(canvas, LEFT, pos=QPoint(100, 100))
    assert canvas.document.viewport.fitted
    at = at_pixel(canvas, 10, 20)
    turn_wheel(canvas, 8, at)
    assert canvas.document.viewport.zoom > 30
    y, x = canvas.document.viewport.to_image(canvas.document.canvas, at.y(), at.x())
    assert (int(y), int(x)) == (10, 20)
    canvas.document.zoom_to(40)
    before = canvas.document.viewport
    turn_wheel(canvas, 0, QPoint(50, 50), QPoint(0, 40))
    assert canvas.document.viewport.zoom == before.zoom
    assert canvas.document.viewport.y == pytest.approx(before.y - 1)


def test_dragging_pans_at_once(canvas, pixels):
    canvas.document.zoom_to(40)
    at = at_pixel(canvas, 20, 30)
    QTest.mousePress(canvas, LEFT, pos=at)
    QTest.mouseMove(canvas, at + QPoint(80, 40))
    QTest.mouseRelease(canvas, LEFT, pos=at + QPoint(80, 40))
    seen = grab(canvas).pixelColor(at + QPoint(80, 40)).getRgb()[:3]
    assert seen == tuple(pixels[20, 30])


def test_panning_shows_no_holes_before_the_next_frame(canvas, pixels):
    canvas.document.zoom_to(40)
    QApplication.processEvents()
    # No event is processed from here on, so no newer frame can arrive.
    canvas.document.pan(0, 400)
    y, x = canvas.document.viewport.to_image(canvas.document.canvas, 100, 5)
    assert grab(canvas).pixelColor(5, 100).getRgb()[:3] == tuple(pixels[int(y), int(x)])


def test_keys_pan_zoom_and_probe(canvas, qtbot):
    canvas.setFocus()
    canvas.document.zoom_to(40)
    x = canvas.document.viewport.x
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.document.viewport.x > x
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.document.viewport.zoom == 48
    QTest.keyClick(canvas, Qt.Key.Key_Down, SHIFT)
    y, x = canvas.document.probed_at
    QTest.keyClick(canvas, Qt.Key.Key_Right, SHIFT)
    assert canvas.document.probed_at == (y, x + 1)


def test_the_probe_leaves_with_the_pointer_and_that_of_the_keyboard_stays(canvas):
    canvas.setFocus()
    QTest.mouseMove(canvas, canvas.rect().center())
    assert canvas.document.probed_at is not None
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.document.probed_at is None
    QTest.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert canvas.document.probed_at is not None


def test_hovering_probes_and_the_status_bar_tells(canvas, window, pixels, qtbot):
    QTest.mouseMove(canvas, at_pixel(canvas, 7, 9))
    assert canvas.document.probed_at == (7, 9)
    red = f"{pixels[7, 9, 0] / 255:.3f}"
    qtbot.waitUntil(lambda: red in window.image.status.pixel.text())
    assert "x 9  y 7" in window.image.status.pixel.text()


def test_every_frame_is_painted_and_says_so(canvas, qtbot):
    painted = []
    canvas.painted.connect(painted.append)
    key = canvas.document.add_step(fakes.brighten).key
    for value in (0.1, 0.2, 0.3):
        canvas.document.set_param(key, "amount", value)
    qtbot.waitUntil(lambda: len(painted) >= 4)
    amounts = [picture.request.recipe.steps[0].params["amount"] for picture in painted[:4]]
    assert amounts == [0.0, 0.1, 0.2, 0.3]


def test_left_of_the_divider_is_before_and_right_of_it_after(canvas, pixels, qtbot):
    key = canvas.document.add_step(fakes.brighten).key
    canvas.document.set_param(key, "amount", 0.2)
    canvas.document.set_split(0.5)
    qtbot.waitUntil(lambda: colour(canvas, 20, 50) == tuple(pixels[20, 50] + 51))
    assert colour(canvas, 20, 10) == tuple(pixels[20, 10])


def test_the_divider_moves_by_mouse_and_by_keyboard(canvas, window):
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    divider = canvas.divider
    assert divider.isVisible()
    QTest.mousePress(divider, LEFT, pos=divider.rect().center())
    QTest.mouseMove(divider, divider.rect().center() + QPoint(100, 0))
    QTest.mouseRelease(divider, LEFT)
    assert canvas.document.split == pytest.approx(0.5 + 100 / canvas.width(), abs=0.01)
    divider.setFocus()
    before = canvas.document.split
    QTest.keyClick(divider, Qt.Key.Key_Left)
    assert canvas.document.split == pytest.approx(before - 0.02)
    QTest.keyClick(divider, Qt.Key.Key_Home)
    assert canvas.document.split == 0.0
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert not divider.isVisible()


def test_a_checkerboard_shows_through_alpha(canvas, qtbot):
    clear = np.zeros((40, 60, 4), np.uint8)
    frames = canvas.document.frames
    canvas.document.set_photo(fakes.Photo(clear))
    qtbot.waitUntil(lambda: canvas.document.frames > frames)
    rect = canvas.image_rect().toRect()
    seen = grab(canvas).copy(rect)
    colours = {seen.pixelColor(x, 3).getRgb()[:3] for x in range(0, 64)}
    assert len(colours) == 2


CANVAS, IMAGE = (400, 600), (2000, 3000)


@given(
    zoom=st.floats(0.5, 30),
    factor=st.floats(0.5, 2),
    at=st.tuples(st.floats(0, 400), st.floats(0, 600)),
    middle=st.tuples(st.floats(900, 1100), st.floats(1400, 1600)),
)
def test_zooming_leaves_the_point_under_the_cursor_where_it_is(zoom, factor, at, middle):
    before = Viewport(zoom, *middle, fitted=False)
    point = before.to_image(CANVAS, *at)
    after = before.at_zoom(CANVAS, IMAGE, zoom * factor, at)
    # The corner sits on a whole canvas pixel, so half a pixel may be lost.
    assert after.to_canvas(CANVAS, *point) == pytest.approx(at, abs=0.51)


def test_fit_shows_the_whole_picture_in_the_middle():
    view = Viewport().fit(CANVAS, IMAGE)
    assert view.zoom == 0.2
    assert view.origin(CANVAS) == (0, 0)
    assert view.visible(CANVAS, IMAGE) == (0, 0, 2000, 3000)


def test_fit_enlarges_small_pictures_by_whole_factors():
    assert Viewport().fit(CANVAS, (130, 130)).zoom == 3
    assert Viewport().fit(CANVAS, (20, 20)).zoom == min(CANVAS) // 20
    assert Viewport().fit(CANVAS, (1, 1)).zoom == HIGHEST


@pytest.mark.parametrize("image", [(1, 1), (1, 100_000), (7, 3)])
@pytest.mark.parametrize("canvas", [(1, 1), (1, 500), (400, 600)])
def test_something_is_always_visible(canvas, image):
    for zoom in (LOWEST, 0.5, 1.0, HIGHEST):
        y0, x0, y1, x1 = Viewport(zoom).at_zoom(canvas, image, zoom).visible(canvas, image)
        assert 0 <= y0 < y1 <= image[0]
        assert 0 <= x0 < x1 <= image[1]


def test_the_picture_cannot_be_lost_by_panning():
    view = Viewport(1.0, 1000, 1500, fitted=False).pan(IMAGE, 1e6, -1e6)
    assert (view.y, view.x) == (0, 3000)


def test_zoom_steps_go_up_and_down_the_same_stairs():
    view = Viewport(1.0)
    assert view.next_zoom(up=True) == 2.0
    assert Viewport(2.0).next_zoom(up=False) == 1.0
    assert Viewport(HIGHEST).next_zoom(up=True) == HIGHEST


def test_a_right_click_offers_what_fits(window, canvas):
    def offered():
        canvas.customContextMenuRequested.emit(QPoint(20, 20))
        menus = [menu for menu in canvas.findChildren(QMenu) if menu.isVisible()]
        names = [
            action.text().replace("&", "") for menu in menus for action in menu.actions() if action.text()
        ]
        for menu in menus:
            menu.close()
        return names

    assert {"Crop and Straighten", "Before and After", "Show Clipping", "Copy Result"} <= set(offered())
    key = canvas.document.add_step(fakes.brighten).key
    canvas.document.mask_editing.edit(key, "brush")
    assert offered() == []  # the brush erases with that button
