"""Walks against the textbook's recurrences, Optax driven by hand, and closed forms."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.descent import DIVERGED, STEPS, UNDEFINED, Method, walk, walk_on

pytestmark = pytest.mark.usefixtures("standard_promotion")


def bowl(x, y, p):
    return p["a"] * x**2 + 10 * (y - 1) ** 2


def rosenbrock(x, y, p):
    return (1 - x) ** 2 + 100 * (y - x**2) ** 2


def test_gradient_descent_on_a_parabola_has_a_closed_form():
    """Each step on x² multiplies x by 1 − 2·rate."""
    path = walk(lambda x, p: x**2, [3.0], rate=0.1, steps=50)
    expected = 3 * 0.8 ** np.arange(51)
    np.testing.assert_allclose(path.positions[:, 0], expected, rtol=1e-13)
    np.testing.assert_allclose(path.values, expected**2, rtol=1e-13)
    np.testing.assert_allclose(path.gradients[:, 0], 2 * expected, rtol=1e-13)
    assert path.end is STEPS
    assert path.steps == 50


def test_the_heavy_ball_is_polyaks():
    path = walk(bowl, [2.0, 3.0], "momentum", rate=0.02, momentum=0.7, steps=30, p={"a": 1.5})
    before = here = np.array([2.0, 3.0])
    for row in path.positions[1:]:
        slope = np.array([3 * here[0], 20 * (here[1] - 1)])
        before, here = here, here - 0.02 * slope + 0.7 * (here - before)
        np.testing.assert_allclose(row, here, rtol=1e-12)


def test_nesterov_looks_ahead():
    """Nesterov's y = x + μ·(x − x before), x = y − rate·f′(y), of which the walk shows y."""
    path = walk(lambda x, p: jnp.cosh(x), [2.0], "nesterov", rate=0.05, momentum=0.9, steps=40)
    x = y = 2.0
    for row in path.positions[1:]:
        before, x = x, y - 0.05 * np.sinh(y)
        y = x + 0.9 * (x - before)
        assert row[0] == pytest.approx(y, rel=1e-12)


def test_adam_is_optaxs():
    path = walk(rosenbrock, [-1.0, 1.0], "adam", rate=0.05, momentum=0.8, steps=30)
    rule = optax.adam(0.05, b1=0.8)
    here = jnp.array([-1.0, 1.0])
    memory = rule.init(here)
    slope = jax.jit(jax.grad(lambda v: rosenbrock(*v, {})))
    for row in path.positions:
        np.testing.assert_allclose(row, here, rtol=1e-12)
        change, memory = rule.update(slope(here), memory)
        here = here + change


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", list(Method))
def test_each_method_finds_the_floor(method):
    path = walk(bowl, [4.0, -2.0], method, rate=0.04, steps=2000, p={"a": 1.0})
    np.testing.assert_allclose(path.positions[-1], [0, 1], atol=1e-3)
    assert path.values.shape == (2001,)
    assert path.positions.shape == path.gradients.shape == (2001, 2)


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", list(Method))
def test_step_by_step_is_the_same_walk(method):
    whole = walk(rosenbrock, [-1.0, 1.0], method, rate=1e-4, steps=7)
    path = walk(rosenbrock, [-1.0, 1.0], method, rate=1e-4, steps=0)
    assert path.steps == 0
    for _ in range(7):
        path = path.then(walk_on(rosenbrock, path.state, method, rate=1e-4))
    np.testing.assert_array_equal(path.positions, whole.positions)
    np.testing.assert_array_equal(path.gradients, whole.gradients)


def test_a_walk_that_runs_away_says_so():
    path = walk(lambda x, p: x**2, [1.0], rate=1.5, steps=1000)
    assert path.end is DIVERGED
    np.testing.assert_allclose(path.positions[:, 0], (-2.0) ** np.arange(path.steps + 1))
    assert abs(path.positions[-1, 0]) <= 1e12
    assert walk_on(lambda x, p: x**2, path.state, rate=0.1, steps=5).steps == 0


def test_a_walk_stops_before_the_edge_of_the_domain():
    """Downhill on log x is the way to 0, and past it there is no value."""
    path = walk(lambda x, p: jnp.log(x), [1.0], rate=0.3, steps=100)
    assert path.end is UNDEFINED
    assert np.isfinite(path.values).all()
    np.testing.assert_allclose(path.positions[:3, 0], [1, 0.7, 0.7 - 0.3 / 0.7])


def test_a_start_without_a_value_is_a_path_of_one_row():
    path = walk(lambda x, p: jnp.log(x), [-1.0], steps=10)
    assert path.end is UNDEFINED
    assert path.steps == 0
    assert np.isnan(path.values[0])


def test_dragging_compiles_nothing():
    traces = 0

    def f(x, p):
        nonlocal traces
        traces += 1
        return p["a"] * x**4

    walk(f, [1.0], "momentum", rate=0.01, steps=60, p={"a": 1})
    first = traces
    for k in range(1, 6):
        walk(f, [1.0 + k], "momentum", rate=0.001 * k, momentum=0.1 * k, steps=10 * k, p={"a": k})
    assert traces == first


def test_wrong_numbers_are_named(subtests):
    for wrong, words in (
        ({"method": "newton"}, "newton"),
        ({"rate": 0}, "rate"),
        ({"rate": float("nan")}, "rate"),
        ({"momentum": 1}, "momentum"),
        ({"steps": -1}, "steps"),
        ({"steps": 10**6}, "steps"),
        ({"start": []}, "start"),
        ({"start": [float("inf")]}, "start"),
    ):
        with subtests.test(wrong=wrong), pytest.raises(UsageError, match=words):
            walk(**{"f": lambda x, p: x**2, "start": [1.0], **wrong})
