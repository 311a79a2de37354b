"""Zoom, pan and fit as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.backend.viewport import HIGHEST, LOWEST, Viewport

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
