"""Looking at the plane: pixels and units, moving, zooming, ticks."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.app.plot.plane import viewing
from jaxstudio.app.plot.plane.axes import label, ticks
from jaxstudio.functions.protocol.scene import View

VIEW = View((-4.0, 4.0), (-3.0, 3.0), 800, 600)
PIXELS = st.floats(-2000, 2000)


@given(PIXELS, PIXELS)
def test_pixels_and_plane_are_inverse(x, y):
    across, along = viewing.to_pixels(VIEW, *viewing.to_plane(VIEW, x, y))
    assert across == pytest.approx(x, abs=1e-9)
    assert along == pytest.approx(y, abs=1e-9)


def test_the_top_left_is_the_smallest_x_and_the_largest_y():
    assert viewing.to_plane(VIEW, 0, 0) == (-4.0, 3.0)
    assert viewing.to_plane(VIEW, 800, 600) == (4.0, -3.0)


@given(PIXELS, PIXELS, st.floats(0.1, 10))
def test_what_lies_under_the_cursor_stays_there_while_zooming(x, y, factor):
    before = viewing.to_plane(VIEW, x, y)
    after = viewing.to_plane(viewing.zoomed(VIEW, factor, (x, y)), x, y)
    assert after == pytest.approx(before, abs=1e-9)


def test_one_axis_alone_can_be_zoomed():
    wide = viewing.zoomed(VIEW, 2.0, (400, 300), "x")
    assert wide.x == (-2.0, 2.0)
    assert wide.y == VIEW.y


def test_panning_follows_the_hand():
    moved = viewing.panned(VIEW, 100, 50)
    assert viewing.to_pixels(moved, 0.0, 0.0) == pytest.approx((500, 350))


def test_nobody_zooms_to_where_float64_has_no_pixels_left():
    view = View((1.0, 1.0 + 1e-12), (1.0, 1.0 + 1e-12), 800, 600)
    assert viewing.zoomed(view, 100.0, (400, 300)) == view
    far = View((0.0, 1e289), (0.0, 1e289), 800, 600)
    assert viewing.zoomed(far, 1e-3, (400, 300)) == far


def test_equal_scales_stay_equal_when_the_window_changes():
    view = viewing.resized(viewing.with_equal_scales(VIEW), 1000, 300, equal=True)
    across, along = viewing.unit_px(view)
    assert across == pytest.approx(along)
    assert viewing.unit_px(VIEW)[0] == pytest.approx(across)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.floats(100, 3000))
def test_labelled_ticks_are_a_readable_way_apart(low, span, length):
    made = ticks((low, low + span), length, 90)
    apart = made.step * length / span
    assert 80 < apart < 250
    assert all(low - 1e-6 * span <= tick <= low + span * (1 + 1e-6) for tick in made.major)
    assert len(made.minor) < 6 * (length / 80 + 3)


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (0.0, 1.0, "0"),
        (-2.0, 1.0, "−2"),
        (0.30000000000000004, 0.1, "0.3"),
        (1e6, 5e5, "1.0×10⁶"),
        (-2.5e-7, 5e-8, "−2.5×10⁻⁷"),
        (1500.0, 500.0, "1500"),
    ],
)
def test_ticks_are_written_with_the_decimals_they_need(value, step, text):
    assert label(value, step) == text


def test_labels_of_a_deep_zoom_differ_from_each_other():
    made = ticks((1.0, 1.0 + 1e-9), 800, 90)
    texts = [label(value, made.step) for value in made.major]
    assert len(set(texts)) == len(texts) > 3
    assert all(math.isfinite(float(text)) for text in texts)
