"""What intervals prove of curves and of critical points, and what they must not."""

import jax
import numpy as np
import pytest

from jaxstudio.functions.fields.bounds import PlaneBounds, open_cells
from jaxstudio.functions.fields.critical import critical_points, found_of
from jaxstudio.functions.fields.grid import grid_over
from jaxstudio.functions.fields.implicit import implicit
from jaxstudio.functions.interpreters import tree_to_jax
from jaxstudio.functions.language import read_line
from jaxstudio.functions.protocol.scene import Proof, View

VIEW = View((-4, 4), (-3, 3), 320, 240)
RANDOM = np.random.default_rng(1)


def both(text, **defaults):
    """The function of a line, and its bounds."""
    tree = read_line(text).tree
    return tree_to_jax(tree, ("x", "y"), defaults), PlaneBounds(tree, ("x", "y"), defaults)


def lines_and_proofs(text):
    f, bounds = both(text)
    found = implicit(f, VIEW, {}, bounds=bounds)
    return found, {line.proof for line in found.lines}


@pytest.mark.samples(3)
@pytest.mark.parametrize(
    ("text", "proven"),
    [
        ("x^2 + y^2 + 1 = 0", set()),  # nothing is proven to be there
        ("x^2 + y^2 = 4", {Proof.PROVEN}),
        ("x + 0y = 1", {Proof.PROVEN}),
        ("y + 2 + 0x = exp(x)", {Proof.PROVEN}),
        ("sqrt(x + y - 9) = 1", set()),
    ],
)
def test_plain_curves_are_proven_and_complete(text, proven):
    found, proofs = lines_and_proofs(text)
    assert found.complete
    assert proofs == proven


def test_a_node_is_not_proven_and_the_rest_is():
    found, proofs = lines_and_proofs("x^3 + y^3 = 3 x y")
    assert proofs == {Proof.PROVEN, Proof.SAMPLED}
    assert not found.complete
    lengths = dict.fromkeys(proofs, 0.0)
    for line in found.lines:
        lengths[line.proof] += np.hypot(*np.diff(line.points, axis=0).T).sum()
    assert lengths[Proof.SAMPLED] < 0.05 * lengths[Proof.PROVEN]
    unsure = np.concatenate([line.points for line in found.lines if line.proof is Proof.SAMPLED])
    assert np.hypot(*unsure.T).min() < 1e-9
    # stretches meet where the proof changes, so that nothing is missing
    ends = np.concatenate([line.points[[0, -1]] for line in found.lines])
    inner = ends[(np.abs(ends) < [3.9, 2.9]).all(1)]
    gaps = np.hypot(*(inner[:, None] - inner).T) + 9 * np.eye(len(inner))
    assert gaps.min(1).max() < 1e-12


@pytest.mark.samples(2)
@pytest.mark.parametrize("text", ["(x - y)^2 = 0", "y + 0y = sqrt(x)", "y + 0y = stop(x)"])
def test_what_is_not_proven_is_not_said_to_be(text):
    assert not lines_and_proofs(text)[0].complete


def test_a_spike_between_samples_is_not_proven_away():
    """It leaves a cell and comes back by the same edge, so narrow that no sample sees it."""
    found, proofs = lines_and_proofs("y = 0.02 + 0.06 exp(-((x - 1.01)/0.002)^2) + 0 y")
    assert not found.complete
    assert proofs == {Proof.PROVEN, Proof.SAMPLED}
    (gap,) = [line for line in found.lines if line.proof is Proof.SAMPLED]
    assert gap.points[:, 0].min() < 1.01 < gap.points[:, 0].max()


def test_intervals_clear_what_samples_could_not():
    """Between -1 and 1 the curve is too fast near 0; above and below there is nothing."""
    f, bounds = both("y = sin(1/x) + 0 y")
    sampled, certain = implicit(f, VIEW, {}), implicit(f, VIEW, {}, bounds=bounds)
    reach = [np.abs(found.unresolved.corners[:, [1, 3]]).max() for found in (sampled, certain)]
    assert reach[0] > 1.5
    assert reach[1] < 1.1


@pytest.mark.samples(2)
@pytest.mark.parametrize("text", ["sin(x y) = y / 2", "x^4 = y^2 + x y", "|x| + |y| = 2", "tan(x) + 0y = y"])
def test_no_zero_lies_in_a_cell_that_is_ruled_out(text):
    f, bounds = both(text)
    grid = grid_over(VIEW, 3)
    cells = open_cells(bounds, {}, grid)
    for line in implicit(f, VIEW, {}).lines:
        column = np.clip(np.searchsorted(grid.x, line.points[:, 0]) - 1, 0, cells.shape[1] - 1)
        row = np.clip(np.searchsorted(grid.y, line.points[:, 1]) - 1, 0, cells.shape[0] - 1)
        # a vertex is on the border of two cells
        around = [cells[np.clip(row + i, 0, None) % cells.shape[0], (column + j) % cells.shape[1]]
                  for i in (-1, 0, 1) for j in (-1, 0, 1)]  # fmt: skip
        assert np.any(around, axis=0).all()
    assert cells.mean() < 0.2


def test_sliders_are_part_of_the_proof():
    f, bounds = both("x^2 + y^2 = r^2", r=1.0)
    for radius in (0.5, 2.5):
        found = implicit(f, VIEW, {"r": radius}, bounds=bounds)
        assert found.complete
        np.testing.assert_allclose(np.hypot(*found.lines[0].points.T), radius, rtol=1e-13)


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("(x^2 + y - 11)^2 + (x + y^2 - 7)^2", 8),
        ("sin(x) sin(y)", 12),
        ("x + y", 0),
        ("x y exp(-x^2 - y^2)", 5),
    ],
)
def test_all_critical_points_are_found(text, count):
    f, bounds = both(text)
    found = critical_points(f, View((-4, 3.5), (-3.5, 4), 375, 375), {}, bounds=bounds)
    assert found.complete
    assert all(group.complete for group in found_of(found))
    if count:
        assert len(found.points) >= count


@pytest.mark.samples(2)
@pytest.mark.parametrize(
    "text", ["x^4 + y^4", "|x| + |y|", "(x - y)^2", "x^3 - 3 x y^2", "sin(1/(x^2 + y^2))"]
)
def test_degenerate_points_are_not_said_to_be_all(text):
    f, bounds = both(text)
    assert not critical_points(f, VIEW, {}, bounds=bounds).complete


def test_a_second_point_next_to_a_known_one_is_not_overlooked():
    """The Hessian's bounds are regular around each of two points 0.02 apart, but in no box with both."""
    _, bounds = both("x^3/3 - 0.0001 x + y^2")
    one = np.array([[-0.019, -1, -0.001, 1]])
    assert bounds.one_flat_point(one, {}).all()
    assert not bounds.one_flat_point(np.array([[-0.02, -1, 0.02, 1]]), {}).any()


@pytest.mark.samples(2)
@pytest.mark.parametrize("text", ["sin(x y) + x/3", "exp(-x^2) y - 1/(4 + x)", "x^3 y^2 - y^5"])
def test_bounds_hold_at_random_points(text):
    """Where a slope is said not to vanish, none of many samples has another sign."""
    f, bounds = both(text)
    low = RANDOM.uniform(-3, 3, (50, 2))
    size = RANDOM.uniform(0.01, 0.5, (50, 1))
    boxes = np.concatenate([low, low + size], 1)
    known = bounds.slopes(boxes, {})
    inside = low[:, None] + size[:, None] * RANDOM.random((50, 40, 2))
    slope = jax.jit(jax.vmap(jax.vmap(lambda at: jax.grad(lambda at: f(at[0], at[1], {}))(at))))(inside)
    value = jax.jit(jax.vmap(jax.vmap(lambda at: f(at[0], at[1], {}))))(inside)
    numbers = [np.asarray(value), *np.moveaxis(np.asarray(slope), -1, 0)]
    for not_zero, each in zip((known.no_zero, known.steep_x, known.steep_y), numbers, strict=True):
        one_sign = (each > 0).all(1) | (each < 0).all(1)
        assert one_sign[not_zero].all()
        assert not_zero.any()
