"""Heatmaps, contours, gradients and meshes of f(x, y), exact and from values on a coarse grid."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.functions.fields.grid import grid_over, pixel_centres
from jaxstudio.functions.fields.heatmap import (
    gradient_field,
    heatmap,
    marching_squares,
    robust_range,
    surface,
    vector_field,
)
from jaxstudio.functions.fields.implicit import contours, nice_levels
from jaxstudio.functions.protocol.scene import View
from jaxstudio.runtime.compile_counter import COMPILES

VIEW = View((-3, 3), (-2, 2), 240, 160)


def bumps(x, y, p):
    return p["a"] * jnp.sin(x) * jnp.cos(2 * y)


def test_heatmap_holds_the_value_at_every_pixel():
    found = heatmap(bumps, VIEW, {"a": 2.0})
    x, y = pixel_centres(VIEW).T
    np.testing.assert_allclose(found.values.ravel(), 2 * np.sin(x) * np.cos(2 * y), rtol=1e-12, atol=1e-15)
    assert found.finite.all()
    assert (found.low, found.high) == (found.values.min(), found.values.max())


def test_heatmap_says_where_nothing_is():
    found = heatmap(lambda x, y, p: jnp.log(x), VIEW, {})
    np.testing.assert_array_equal(found.finite, np.isfinite(found.values))
    assert found.finite[:, 120:].all()
    assert not found.finite[:, :120].any()
    found = heatmap(lambda x, y, p: 1 / (x * y), VIEW, {})  # a pole does not spoil the range
    assert -1e3 < found.low < 0 < found.high < 1e3
    assert np.abs(found.values).max() > 1e3


def test_a_range_is_never_empty(subtests):
    for heights in (np.full(7, np.nan), np.full(7, 3.0), np.zeros(3), np.array([])):
        with subtests.test(heights=heights):
            low, high = robust_range(heights)
            assert np.isfinite([low, high]).all()
            assert low < high


def test_levels_are_round_and_as_many_as_asked(subtests):
    for low, high in ((0, 1), (-7.3, 12.1), (1e-9, 3e-9), (-1e12, 5e12), (99.9, 100.1)):
        with subtests.test(low=low):
            levels = np.array(nice_levels(low, high, 10))
            assert 4 <= len(levels) <= 11
            assert ((levels > low) & (levels < high)).all()
            step = np.diff(levels)
            np.testing.assert_allclose(step, step[0], rtol=1e-3)
            mantissa = step[0] / 10.0 ** np.floor(np.log10(step[0]) + 1e-9)
            assert np.isclose(mantissa, [1, 2, 2.5, 5, 10], rtol=1e-3).any()
            assert nice_levels(0, 1)[2] == 0.3


def test_contours_lie_at_their_heights():
    found = contours(bumps, VIEW, {"a": 2.0})
    assert len(found) >= 7
    found = [*found, *contours(bumps, VIEW, {"a": 2.0}, [0.37])]
    assert found[-1].level == 0.37
    for contour in found:
        points = np.concatenate([line.points for line in contour.lines])
        x, y = points.T
        np.testing.assert_allclose(2 * np.sin(x) * np.cos(2 * y), contour.level, atol=1e-12)
        assert not contour.unresolved


def test_arrows_are_the_gradient():
    found = gradient_field(bumps, VIEW, {"a": 2.0})
    x, y = found.tails.T
    expected = np.stack([2 * np.cos(x) * np.cos(2 * y), -4 * np.sin(x) * np.sin(2 * y)], 1)
    np.testing.assert_allclose(found.vectors, expected, atol=1e-12)
    assert found.longest == np.hypot(*expected.T).max()
    only_right = gradient_field(lambda x, y, p: jnp.log(x), VIEW, {})
    assert 0 < len(only_right.tails) < len(found.tails)
    assert (only_right.tails[:, 0] > 0).all()


def test_arrows_of_a_vector_function():
    found = vector_field(lambda x, y, p: (-y, p["a"] * jnp.log(x)), VIEW, {"a": 2.0})
    x, y = found.tails.T
    assert (x > 0).all()
    np.testing.assert_allclose(found.vectors, np.stack([-y, 2 * np.log(x)], 1), rtol=1e-14)
    assert found.longest == np.hypot(*found.vectors.T).max()


def test_a_mesh_stands_on_the_function_and_is_lit_by_its_gradient():
    found = surface(bumps, VIEW, {"a": 2.0}, rows=41, columns=61)
    x, y, z = found.positions.T
    np.testing.assert_allclose(z, 2 * np.sin(x) * np.cos(2 * y), atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found.normals, axis=1), 1)
    assert (found.normals[:, 2] > 0).all()
    assert len(found.triangles) == 2 * 40 * 60
    corners = found.positions[found.triangles]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (flat[:, 2] > 0).all()
    # each triangle faces about as its corners say
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    assert (flat * found.normals[found.triangles].mean(1)).sum(1).min() > 0.9


@pytest.mark.parametrize(
    "f",
    [lambda x, y, p: 1 / (x - 0.01), lambda x, y, p: jnp.floor(x) + y, lambda x, y, p: jnp.sqrt(x)],
    ids=["pole", "jump", "rim"],
)
def test_no_triangle_spans_a_break(f):
    found = surface(f, VIEW, {}, rows=41, columns=61)
    z = found.positions[found.triangles][:, :, 2]
    assert np.isfinite(z).all()
    across = found.positions[found.triangles][:, :, 0]
    if f(jnp.float64(-1.0), jnp.float64(0.0), {}) < 0:
        assert not ((across.min(1) < 0) & (across.max(1) > 0.02) & (np.ptp(z, axis=1) > 0.5)).any()
    assert 0 < len(found.triangles) < 2 * 40 * 60


def test_a_slider_and_another_view_compile_nothing():
    other = View((-1, 1), (0, 3), 301, 99)

    def everything(view, a):
        heatmap(bumps, view, {"a": a})
        contours(bumps, view, {"a": a})
        gradient_field(bumps, view, {"a": a})
        surface(bumps, view, {"a": a})

    everything(VIEW, 1.0)
    before = COMPILES.awaited
    everything(other, 3)
    assert COMPILES.awaited == before


def test_a_constant_and_a_truth_value_have_heights_too():
    assert (heatmap(lambda x, y, p: 1, VIEW, {}).values == 1).all()
    inside = heatmap(lambda x, y, p: x < 0, VIEW, {}).values
    assert set(np.unique(inside)) == {0, 1}
    assert gradient_field(lambda x, y, p: x < 0, VIEW, {}).longest == 0


def test_very_steep_surfaces_have_normals_too():
    found = surface(lambda x, y, p: 1e300 * x - 1e300 * y, VIEW, {})
    np.testing.assert_allclose(found.normals[:, :2], np.tile([-1, 1] / np.sqrt(2), (len(found.normals), 1)))


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
