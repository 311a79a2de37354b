"""Polylines for the painter: nothing that is seen is lost."""

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from jaxstudio.app.plot.plane.curve_geometry import LegendEntry, Scenery
from jaxstudio.app.plot.plane.paint_curves import (
    beside,
    clamped,
    draw_polyline,
    draw_roughly,
    passes,
    polygon,
    roughly,
    sideways,
)
from jaxstudio.app.plot.plane.picture import paint_bar, paint_legend, paint_wheel
from jaxstudio.app.shared.colours import plot_style
from jaxstudio.functions.curves.thinning import needed_of_each
from jaxstudio.functions.document import Axes
from jaxstudio.functions.protocol.scene import Heatmap, View


def curve(function, count=2000, width=900):
    x = np.linspace(0, width, count)
    return np.stack([x, function(x)], axis=1)


def test_the_legend_leaves_room_for_the_label_of_the_axis(qapp):
    tops = []
    for label in ("", "U in V"):
        image = QImage(400, 300, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        entries = (LegendEntry("sin(x)", 0, 0),)
        view = View((-5.0, 5.0), (-5.0, 5.0), 400, 300)
        paint_legend(
            painter, Scenery(legend=entries, axes=Axes(y_label=label)), view, plot_style(QFont(), 1.0)
        )
        painter.end()
        tops.append(next(row for row in range(300) if image.pixelColor(40, row).alpha()))
    assert tops[1] > tops[0] + 9


def test_the_scale_of_colours_stands_at_the_top_below_the_legend(qapp):
    """Messages lie over the bottom of the plane."""
    style, view, filled = plot_style(QFont(), 1.0), View((-5.0, 5.0), (-5.0, 5.0), 400, 600), []
    heatmap = Heatmap(np.zeros((2, 2)), np.zeros((2, 2)), -1.0, 1.0)
    for paint in (paint_legend, paint_wheel, paint_bar):
        image = QImage(400, 600, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        if paint is paint_legend:
            top = paint_legend(painter, Scenery(legend=(LegendEntry("sin(x)", 0, 0),)), view, style)
        else:
            paint(painter, *(() if paint is paint_wheel else (heatmap,)), top, style)
        painter.end()
        filled.append([row for row in range(600) if image.pixelColor(30, row).alpha()])
    legend, wheel, bar = filled
    assert max(legend) < min(wheel) == min(bar)
    assert max(*wheel, *bar) < 300


@pytest.mark.parametrize(
    "function",
    [
        lambda x: 300 + 200 * np.sin(x / 40),
        lambda x: 300 + x / 7,
        lambda x: np.abs(x - 411.3) * 2,
        lambda x: np.abs(x - 411.3) * 0.2,
        lambda x: np.abs(x - 411.3) * 0.01,
        lambda x: 300 + 250 * np.exp(-((x - 450) ** 2) / 50),
        lambda x: np.where(x > 300, 100.0, 400.0),
    ],
)
def test_thinning_moves_the_curve_by_less_than_can_be_seen(function):
    points = curve(function)
    kept = points[needed_of_each(*points.T, (0,))]
    again = np.interp(points[:, 0], kept[:, 0], kept[:, 1])
    step = np.abs(np.gradient(points[:, 1], points[:, 0]))
    assert np.max(np.abs(again - points[:, 1]) / np.hypot(1, step)) < 0.25
    assert len(kept) < len(points) / 2


def test_a_straight_line_needs_few_points_and_keeps_its_ends():
    points = curve(lambda x: 3 * x + 1)
    kept = points[needed_of_each(*points.T, (0,))]
    assert len(kept) < 10
    assert (kept[[0, -1]] == points[[0, -1]]).all()


def test_polylines_one_behind_the_other_are_thinned_as_each_by_itself():
    lines = [curve(np.sqrt), curve(lambda x: 300 + 40 * np.sin(x / 9)), curve(np.cos, 9), curve(np.cbrt, 3)]
    starts = np.cumsum([0, *map(len, lines)])
    keep = needed_of_each(*np.concatenate(lines).T, starts[:-1])
    for line, low, high in zip(lines, starts[:-1], starts[1:], strict=True):
        assert keep[low]
        assert keep[high - 1]
        alone, together = needed_of_each(*line.T, (0,)), keep[low:high]
        assert abs(int(alone.sum()) - int(together.sum())) <= 3
        again = np.interp(line[:, 0], line[together, 0], line[together, 1])
        step = np.gradient(line[:, 1], line[:, 0])
        assert np.max(np.abs(again - line[:, 1]) / np.hypot(1, step)) < 0.25


def test_sideways_is_square_to_each_polyline_and_knows_where_one_ends():
    level = np.array([[0.0, 5.0], [3.0, 5.0], [9.0, 5.0]])
    upright = np.array([[100.0, 0.0], [100.0, 4.0]])
    dot = np.array([[7.0, 7.0]])
    normals = sideways(np.concatenate([level, upright, dot]), [0, 3, 5])
    np.testing.assert_allclose(normals[:3], [[0, 1]] * 3, atol=1e-9)
    np.testing.assert_allclose(normals[3:5], [[-1, 0]] * 2, atol=1e-9)
    assert (normals[5] == 0).all()


def test_clamping_keeps_the_slope_of_what_is_in_sight():
    points = np.array([[0.0, 0.0], [1.0, 1e9], [2.0, 0.0]])
    near = clamped(points, 1, -100.0, 400.0)
    assert near[:, 1].max() == 400.0
    crossing = near[np.isclose(near[:, 1], 400.0)]
    assert crossing[0, 0] == pytest.approx(400 / 1e9)
    assert crossing[-1, 0] == pytest.approx(2 - 400 / 1e9)


def test_what_is_in_sight_is_not_touched():
    points = curve(lambda x: 100 + 0 * x)
    assert clamped(points, 1, -10.0, 700.0) is points


def test_a_polygon_holds_the_numbers_of_its_array():
    points = curve(lambda x: x**2, count=50)
    made = polygon(points)
    assert [(point.x(), point.y()) for point in made] == [tuple(row) for row in points]
    assert polygon(points[:0]).isEmpty()


def test_lines_side_by_side_leave_no_gap():
    for width in (1.0, 1.3, 2.3, 5.0):
        offsets = passes(width)
        assert offsets[0] == -offsets[-1]
        assert offsets[-1] - offsets[0] == pytest.approx(width - 1, abs=0.25)
        assert all(b - a <= 0.6 + 1e-9 for a, b in itertools.pairwise(offsets))


def painted(draw):
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(200, 300, 4)[..., :3].copy()
    return 255.0 - pixels.astype(float).mean(axis=2)


def test_the_fast_way_paints_what_the_slow_way_paints(qapp):
    points = curve(lambda x: 100 + 60 * np.sin(x / 20), count=400, width=300)
    pen = QPen(QColor("black"), 2.3)

    def slowly(painter):
        painter.setPen(pen)
        painter.drawPolyline(polygon(points))

    def fast_way(painter):
        draw_polyline(painter, points, sideways(points), pen.color(), 2.3)

    fast, slow = painted(fast_way), painted(slowly)
    assert fast.sum() == pytest.approx(slow.sum(), rel=0.12)
    assert np.abs(fast - slow).mean() < 4


@pytest.mark.parametrize("slope", [0.0, 0.2, 0.7, 1.0, 1.6, 5.0])
@pytest.mark.parametrize("width", [1.0, 2.0, 4.0])
def test_the_rough_way_leaves_no_gap_and_is_as_dark(qapp, slope, width):
    steep = slope > 1
    along = np.linspace(20, 180, 60)
    across = 100 + (along - 100) / slope if steep else 100 + (along - 100) * slope
    points = np.stack([across, along] if steep else [along, across], axis=1)
    black = QColor("black")

    def draw(painter):
        with roughly(painter):
            draw_roughly(painter, points, beside(sideways(points)), black, width)

    rough = painted(draw)
    fine = painted(lambda painter: draw_polyline(painter, points, sideways(points), black, width))
    dark = rough[25:175] > 200 if steep else rough.T[25:175] > 200
    assert (dark.sum(axis=1) == width).all()
    # as wide where it is level or steep, and thinner by no more than a diagonal makes it
    assert 0.65 < rough.sum() / fine.sum() < 1.12


def test_the_rough_way_goes_on_finely_afterwards(qapp):
    def draw(painter):
        with roughly(painter):
            assert not painter.testRenderHint(QPainter.RenderHint.Antialiasing)
        assert painter.testRenderHint(QPainter.RenderHint.Antialiasing)

    painted(draw)
