"""Implicit curves: on the curve to rounding, whole where it is whole, and nowhere else."""

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree
from skimage.measure import find_contours

from jaxstudio.functions.fields.implicit import implicit
from jaxstudio.functions.protocol.scene import View
from jaxstudio.runtime.compile_counter import COMPILES

VIEW = View((-8, 8), (-6, 6), 640, 480)
PIXEL = 16 / 640


def vertices(found):
    return np.concatenate([line.points for line in found.lines])


def length(line):
    points = np.concatenate([line.points, line.points[:1]]) if line.closed else line.points
    return np.hypot(*np.diff(points, axis=0).T).sum()


def test_a_circle_is_one_closed_line_on_the_circle():
    found = implicit(lambda x, y, p: x * x + y * y - p["r"] ** 2, VIEW, {"r": 3.0})
    (line,) = found.lines
    assert line.closed
    assert not line.double
    np.testing.assert_allclose(np.hypot(*line.points.T), 3, rtol=1e-13)
    assert length(line) == pytest.approx(6 * np.pi, rel=1e-4)
    assert len(found.points) == len(found.unresolved) == len(found.solid) == 0


def test_the_same_lines_as_marching_squares_elsewhere():
    """Against scikit-image on a grid four times as fine."""

    def f(x, y, p):
        return jnp.sin(x * y / 2) + x / 3 - jnp.cos(y) / 2

    found = implicit(f, VIEW, {})
    x, y = np.linspace(*VIEW.x, 2561), np.linspace(*VIEW.y, 1921)
    grid = np.sin(np.outer(y, x) / 2) + x / 3 - np.cos(y)[:, None] / 2
    theirs = np.concatenate(find_contours(grid, 0.0)) * [y[1] - y[0], x[1] - x[0]]
    theirs = theirs[:, ::-1] + [VIEW.x[0], VIEW.y[0]]
    ours = np.concatenate([dense(line) for line in found.lines])
    ours = ours[(np.abs(ours) < [8, 6]).all(1)]
    assert farthest(theirs, ours) < PIXEL / 2
    assert farthest(ours, theirs) < PIXEL / 2


def dense(line):
    """Ten points on each segment."""
    points = np.concatenate([line.points, line.points[:1]]) if line.closed else line.points
    share = np.linspace(0, 1, 10)[:, None, None]
    return (points[:-1] * (1 - share) + points[1:] * share).reshape(-1, 2)


def farthest(points, others):
    return cKDTree(others).query(points)[0].max()


def test_poles_of_a_tangent_are_no_contours():
    found = implicit(lambda x, y, p: jnp.tan(x * y), VIEW, {})
    turns = vertices(found).prod(1) / np.pi
    np.testing.assert_allclose(turns, np.round(turns), atol=1e-11)
    assert np.unique(np.round(turns)).tolist() == list(range(-15, 16))


def test_branches_of_a_tangent_are_not_joined():
    found = implicit(lambda x, y, p: y - jnp.tan(x), VIEW, {})
    for line in found.lines:
        branch = np.round(line.points[:, 0] / np.pi)
        assert (branch == branch[0]).all()
        np.testing.assert_allclose(line.points[:, 1], np.tan(line.points[:, 0]), rtol=1e-9, atol=1e-12)
        assert np.abs(line.points[:, 1]).max() > 5.9


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "f",
    [
        lambda x, y, p: -(x * x) + 2 * x * y - y * y,
        lambda x, y, p: jnp.abs(x - y),
        lambda x, y, p: (x - y) ** 4,
        lambda x, y, p: jnp.sqrt(jnp.abs(x - y)),
    ],
    ids=["expanded", "absolute", "fourth power", "root"],
)
def test_double_lines(f):
    """The sign does not change anywhere."""
    found = implicit(f, VIEW, {})
    assert all(line.double for line in found.lines)
    points = vertices(found)
    np.testing.assert_allclose(points[:, 0], points[:, 1], atol=1e-4)
    assert sum(map(length, found.lines)) == pytest.approx(12 * np.sqrt(2), rel=0.02)
    assert not found.unresolved


def test_two_lines_inside_one_cell():
    """0.002 apart, an eighth of a pixel."""
    found = implicit(lambda x, y, p: (x - 1) ** 2 - 1e-6, VIEW, {})
    assert len(found.lines) == 2
    at = sorted(line.points[0, 0] for line in found.lines)
    assert at == pytest.approx([0.999, 1.001], abs=1e-12)
    for line in found.lines:
        np.testing.assert_allclose(line.points[:, 0], line.points[0, 0], atol=1e-12)


def test_a_jump_smaller_than_a_cell_is_not_bridged():
    found = implicit(lambda x, y, p: y - 0.02 * jnp.sign(x - 0.001), VIEW, {})
    assert len(found.lines) == 2
    for line in found.lines:
        np.testing.assert_allclose(line.points[:, 1], line.points[0, 1], atol=1e-12)
    assert max(line.points[0, 1] for line in found.lines) == pytest.approx(0.02)


def test_the_rim_of_a_domain():
    """√(9 - x² - y²) is zero on the circle and has no value beyond."""
    found = implicit(lambda x, y, p: jnp.sqrt(9 - x * x - y * y), VIEW, {})
    np.testing.assert_allclose(np.hypot(*vertices(found).T), 3, rtol=1e-12)
    assert sum(map(length, found.lines)) == pytest.approx(6 * np.pi, rel=1e-2)


def test_a_limit_on_the_rim_is_no_value():
    found = implicit(lambda x, y, p: x * jnp.log(x), VIEW, {})
    np.testing.assert_allclose(vertices(found)[:, 0], 1, rtol=1e-12)


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "f",
    [
        lambda x, y, p: (x - 1) ** 2 + (y - 0.5) ** 2,
        lambda x, y, p: jnp.abs(x - 1) + jnp.abs(y - 0.5),
        lambda x, y, p: -((x - 1) ** 4) - (y - 0.5) ** 4,
        lambda x, y, p: (x - 1) ** 2 + (y - 0.5) ** 2 - 1e-6,
    ],
    ids=["cone", "corner", "flat", "oval of a 25th pixel"],
)
def test_an_isolated_point(f):
    found = implicit(f, VIEW, {})
    assert not found.lines
    np.testing.assert_allclose(found.points, [[1, 0.5]], atol=1e-3)


def test_a_lattice_of_isolated_points():
    found = implicit(lambda x, y, p: jnp.sin(x) ** 2 + jnp.sin(y) ** 2, VIEW, {})
    expected = [(i * np.pi, j * np.pi) for i in range(-2, 3) for j in range(-1, 2)]
    np.testing.assert_allclose(sorted(found.points.tolist()), sorted(expected), atol=1e-7)


def test_a_node_is_met_by_four_arms():
    """Bernoulli's lemniscate."""
    found = implicit(lambda x, y, p: (x * x + y * y) ** 2 - p["a"] * (x * x - y * y), VIEW, {"a": 16.0})
    assert len(found.lines) == 2
    for line in found.lines:
        np.testing.assert_allclose(line.points[[0, -1]], 0, atol=1e-9)
    x, y = vertices(found).T
    np.testing.assert_allclose((x * x + y * y) ** 2, 16 * (x * x - y * y), atol=1e-10)
    # its length is 2 ϖ times its half width, with the lemniscate constant ϖ
    assert sum(map(length, found.lines)) == pytest.approx(2 * 2.622057554292119 * 4, rel=1e-4)


def test_arms_of_a_narrow_hyperbola_keep_to_themselves():
    """All four cross one cell: the saddle's height decides who belongs to whom."""

    def f(x, y, p):
        return x * y - p["level"]

    for level in (1e-5, -1e-5):
        found = implicit(f, VIEW, {"level": level})
        assert len(found.lines) == 2
        for line in found.lines:
            assert (np.sign(line.points) == np.sign(line.points[0])).all()


def test_a_cusp_is_followed_to_its_tip():
    found = implicit(lambda x, y, p: y * y - x**3, VIEW, {})
    (line,) = found.lines
    assert np.hypot(*line.points.T).min() < PIXEL / 20
    assert line.points[:, 0].min() > -1e-9


def test_steps_end_where_they_jump():
    found = implicit(lambda x, y, p: y - jnp.floor(x), VIEW, {})
    starts = {}
    for line in found.lines:
        x, y = line.points[np.argsort(line.points[:, 0])].T
        np.testing.assert_allclose(y, y[0], atol=1e-12)
        starts[round(y[0])] = x[0], x[-1]
    assert not found.unresolved
    for step in range(-5, 6):
        np.testing.assert_allclose(starts[step], (step, step + 1), atol=PIXEL / 1000)


def test_a_line_goes_to_the_end_of_its_domain():
    found = implicit(lambda x, y, p: y - jnp.sqrt(x), VIEW, {})
    (line,) = found.lines
    assert np.hypot(*line.points.T).min() < PIXEL / 20
    np.testing.assert_allclose(line.points[:, 1], np.sqrt(line.points[:, 0]), atol=1e-8)


def test_what_cannot_be_followed_is_said():
    found = implicit(lambda x, y, p: y - jnp.sin(1 / x), VIEW, {})
    boxes = found.unresolved.corners
    assert len(boxes)
    assert (np.abs(boxes[:, [0, 2]]) < 0.1).all()
    assert (boxes[:, 0] < boxes[:, 2]).all()
    assert (boxes[:, 1] < boxes[:, 3]).all()
    x, y = vertices(found).T
    np.testing.assert_allclose(y, np.sin(1 / x), atol=1e-9)
    assert np.diff(np.sort(x[x > 0.15])).max() < 5 * PIXEL


def test_noise_is_left_undrawn():
    found = implicit(lambda x, y, p: jnp.sin(1e4 * x * y), VIEW, {})
    covered = np.prod(found.unresolved.corners[:, 2:] - found.unresolved.corners[:, :2], axis=1).sum()
    assert covered > 0.9 * 16 * 12


def test_an_area_that_solves_the_equation():
    found = implicit(lambda x, y, p: jnp.maximum(x - 1, 0.0), VIEW, {})
    low, high = found.solid.corners[:, :2].min(0), found.solid.corners[:, 2:].max(0)
    assert low[0] < -7.9
    assert high[0] == pytest.approx(1, abs=4 * PIXEL)


def test_nothing_to_see():
    """Also where values only come close to zero."""
    for f in (
        lambda x, y, p: x * x + y * y + 1,
        lambda x, y, p: jnp.log(-1 - x * x),
        lambda x, y, p: (x - y) ** 2 + 1e-9,
    ):
        found = implicit(f, VIEW, {})
        assert found.lines == ()
        assert len(found.points) == 0


@given(st.tuples(*[st.floats(-2, 2)] * 6))
@settings(max_examples=12)
def test_any_conic_is_met_where_it_is(coefficients):
    """Where a conic changes its sign between pixels a vertex is near, and every vertex is on it."""
    found = implicit(conic, VIEW, dict(zip("abcdeg", coefficients, strict=True)))
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-8, 8, 321), np.linspace(-6, 6, 241)))
    heights = conic(x, y, dict(zip("abcdeg", coefficients, strict=True))).reshape(241, 321)
    row, column = np.nonzero((heights[:, 1:] < 0) != (heights[:, :-1] < 0))
    scale = np.abs(coefficients).max() * 100 + 1e-300
    if found.lines:
        points = vertices(found)
        assert np.abs(conic(*points.T, dict(zip("abcdeg", coefficients, strict=True)))).max() < 1e-13 * scale
    if len(row) and not len(found.unresolved) and np.abs(heights).max() > 1e-6:
        at = np.stack([-8 + (column + 0.5) * 0.05, -6 + row * 0.05], 1)
        assert farthest(at, np.concatenate([found.points, *map(dense, found.lines)])) < 0.1


def conic(x, y, p):
    return p["a"] * x * x + p["b"] * x * y + p["c"] * y * y + p["d"] * x + p["e"] * y + p["g"]


def test_a_slider_and_another_view_compile_nothing():
    def f(x, y, p):
        return jnp.sin(p["a"] * x * y) - jnp.cos(y / p["b"])

    implicit(f, VIEW, {"a": 1.0, "b": 2.0})
    before = COMPILES.awaited
    for a in (2, np.float64(0.2)):
        implicit(f, VIEW, {"a": a, "b": -1})
    implicit(f, View((-1, 3), (0, 1), 333, 111), {"a": 1.0, "b": 2.0})
    assert COMPILES.awaited == before


def test_at_once_there_are_the_lines():
    quick = implicit(lambda x, y, p: x * x + y * y - 4, VIEW, {}, refined=False)
    (line,) = quick.lines
    np.testing.assert_allclose(np.hypot(*line.points.T), 2, rtol=1e-13)
