"""Differences: their coefficients, their steps, and how the error depends on the step."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import central, derivative, good_step, step_errors
from jaxstudio.functions.derivatives.target import Subject

from .typed import typed


@pytest.mark.samples(2)
@pytest.mark.parametrize("order", range(1, 9))
def test_a_power_is_differenced_exactly(order):
    """The n-th central difference of xⁿ is n!, that of a lower power 0."""
    found = float(central(typed(f"x^{order} + x^{order - 1}"), order, 0.25)(0.0, {}))
    assert found == pytest.approx(np.prod(np.arange(1.0, order + 1)), rel=1e-9)


def test_an_exponential_is_multiplied_by_what_theory_says():
    """(2 sinh(h/2)/h)ⁿ."""
    for order in range(1, 6):
        found = float(central(typed("exp(x)"), order, 0.5)(0.0, {}))
        assert found == pytest.approx((2 * np.sinh(0.25) / 0.5) ** order, rel=1e-12)


@pytest.mark.parametrize(("order", "off"), [(1, 1e-9), (2, 1e-7), (3, 1e-5), (4, 1e-4)])
def test_the_usual_step_is_good(order, off):
    expected = [np.sin, np.cos, lambda x: -np.sin(x), lambda x: -np.cos(x), np.sin][order](0.7)
    found = float(derivative(typed("sin(x)"), order, Method.FINITE)(0.7, {}))
    assert found == pytest.approx(expected, rel=off)


def test_a_step_is_a_power_of_two_of_the_points_own_size():
    for order in (1, 2, 5):
        step = float(good_step(jnp.asarray(1000.0), order))
        assert np.log2(step) == np.round(np.log2(step))
        assert 0.5 < step / (1000 * 2.0 ** (-52 / (order + 2))) < 2
    assert float(good_step(jnp.asarray(0.1, jnp.float32), 1)) > float(good_step(jnp.asarray(0.1), 1))


def test_error_against_step_truncation_then_round_off():
    """Off by h/2 f'' ahead and h²/6 f''' centrally while the step is large; by eps f/h once it is small."""
    f, f2, f3 = jnp.exp, np.e, np.e
    steps = np.logspace(-1, -13, 60)
    found = step_errors(f, 1.0, steps)
    large = steps > 1e-3
    assert found.forward_error[large] == pytest.approx(steps[large] / 2 * f2, rel=0.1)
    assert found.central_error[large] == pytest.approx(steps[large] ** 2 / 6 * f3, rel=0.05)
    assert 1e-9 < found.best_forward < 1e-6
    assert 1e-6 < found.best_central < 1e-4
    tiny = steps < 1e-11
    assert np.max(found.forward_error[tiny] * steps[tiny]) < 4 * np.finfo(float).eps * np.e
    assert np.median(found.forward_error[tiny]) > 100 * np.min(found.forward_error)


def test_a_callable_needs_no_tree():
    subject = Subject(lambda x, p: x**3 * p["a"])
    assert float(derivative(subject, 2, Method.FINITE, step=0.5)(2.0, {"a": 5.0})) == 60
