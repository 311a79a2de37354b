"""Looking at the plane: pixels and units, moving, zooming, ticks."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.app.plot.plane import viewing
from jaxstudio.app.plot.plane.ticks import label, log_ticks, pi_ticks, ticks
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


LOG = View((1e-3, 1e4), (0.5, 80.0), 800, 600, "xy")


@given(PIXELS, PIXELS)
def test_pixels_of_logarithmic_axes_are_powers(x, y):
    across, along = viewing.to_plane(LOG, x, y)
    assert across == pytest.approx(1e-3 * 10 ** (7 * x / 800))
    assert viewing.to_pixels(LOG, across, along) == pytest.approx((x, y), abs=1e-6)


def test_logarithmic_axes_are_moved_and_magnified_in_powers():
    moved = viewing.panned(LOG, 800 / 7, 0)
    assert moved.x == pytest.approx((1e-4, 1e3))
    near = viewing.zoomed(LOG, 2.0, (400, 300), "x")
    assert near.x == pytest.approx((1e-3 * 10**1.75, 1e4 / 10**1.75))
    assert near.y == LOG.y
    left, down = viewing.to_pixels(LOG, 0.0, -1.0)
    assert left < -10_000
    assert down > 10_000


@given(st.floats(-30, 20), st.floats(1.2, 40), st.floats(300, 3000))
def test_powers_of_ten_are_labelled_where_matplotlib_has_them(low, span, length):
    from matplotlib.ticker import LogLocator

    ends = (10.0**low, 10.0 ** (low + span))
    made = log_ticks(ends, length, 90)
    theirs = LogLocator(numticks=1000).tick_values(*ends)
    theirs = [tick for tick in theirs if ends[0] * (1 - 1e-9) <= tick <= ends[1] * (1 + 1e-9)]
    powers = [tick for tick in (*made.major, *made.minor) if math.log10(tick) == round(math.log10(tick))]
    assert sorted(powers) == pytest.approx(theirs, rel=1e-9)
    assert len(made.major) == len(made.labels)
    places = [math.log10(tick) / span * length for tick in made.major]
    assert all(b - a > 25 for a, b in itertools.pairwise(places))


def test_labels_of_logarithmic_axes_and_of_pi():
    assert log_ticks((0.01, 1e6), 800, 90).labels == (
        "0.01",
        "0.1",
        "1",
        "10",
        "100",
        "1000",
        "10000",
        "100000",
        "10⁶",
    )
    assert log_ticks((1.0, 100.0), 900, 90).labels == ("1", "2", "5", "10", "20", "50", "100")
    assert pi_ticks((-4.0, 4.0), 800, 90).labels == ("−π", "−2π/3", "−π/3", "0", "π/3", "2π/3", "π")
    made = pi_ticks((0.0, 100.0), 800, 90)
    assert made.labels[:3] == ("0", "5π", "10π")
    assert made.major[1] == 5 * math.pi
