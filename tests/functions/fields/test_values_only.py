"""Curves through a coarse grid by marching squares, against curves known in closed form."""

import numpy as np

from jaxstudio.functions.fields.grid import grid_over
from jaxstudio.functions.fields.heatmap import marching_squares
from jaxstudio.functions.protocol.scene import View

GRID = grid_over(View((-2.0, 2.0), (-2.0, 2.0), 80, 80), 1.0)
X, Y = np.meshgrid(GRID.x, GRID.y)


def test_a_circle_is_one_closed_line_near_it():
    (line,) = marching_squares(GRID, X**2 + Y**2, 1.0)
    assert line.closed
    np.testing.assert_allclose(np.hypot(*line.points.T), 1, atol=GRID.dx**2)
    turned = np.sort(np.arctan2(line.points[:, 1], line.points[:, 0]))
    assert np.diff(turned).max() < 2 * GRID.dx


def test_a_pole_is_no_line_but_a_zero_beside_it_is():
    with np.errstate(divide="ignore"):
        assert marching_squares(GRID, 1 / X, 0.0) == ()
        (line,) = marching_squares(GRID, np.tan(X), 0.0)
    np.testing.assert_allclose(line.points[:, 0], 0, atol=1e-3)


def test_where_there_is_no_value_there_is_no_line():
    heights = np.where(X > 0, Y, np.nan)
    (line,) = marching_squares(GRID, heights, 0.0)
    assert line.points[:, 0].min() > 0


def test_two_corners_that_are_cut_off_stay_apart():
    """x y = c is a hyperbola of two branches on either side of its saddle."""
    for level in (0.0007, -0.0007):
        lines = marching_squares(GRID, X * Y, level)
        assert len(lines) == 2
        for line in lines:
            assert len(set(np.sign(line.points[:, 0]))) == 1
            assert len(set(np.sign(line.points[:, 1]))) == 1
