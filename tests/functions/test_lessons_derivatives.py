"""The numbers of lessons 9 to 13: derivatives of one input and of several, in every way."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import sympy
from mpmath import mp

from functions.by_mpmath import exact_derivatives
from jaxstudio.functions.derivatives.compare import expression_swell
from jaxstudio.functions.derivatives.methods import HIGHEST, Method
from jaxstudio.functions.derivatives.orders import derivative, derivative_orders, step_errors
from jaxstudio.functions.derivatives.point import at_point
from jaxstudio.functions.derivatives.symbolic import formulas

from .derivatives.typed import typed

FOUR_WAYS = "x^4 + 12x + 1/x"
SWELLING = "(2x+7)(17x^2-3x)(x^2-1/x)(x^3+21x)/(17x-5/x^2)"
WAVES = "x^3 + 12x + 7x sin(x)"
EXACT = (Method.REVERSE, Method.FORWARD, Method.TAYLOR, Method.JET, Method.SYMBOLIC)


# 9. Four ways to a derivative


def test_by_hand():
    with mp.workdps(30):
        by_hand = 4 * mp.mpf(11) ** 3 + 12 - 1 / mp.mpf(11) ** 2
    assert float(by_hand) == 5335.99173553719
    assert float(exact_derivatives(typed(FOUR_WAYS), [11.0], {}, 1)[1]) == 5335.99173553719


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", EXACT)
def test_every_exact_way_gives_it(method):
    found = np.asarray(derivative_orders(typed(FOUR_WAYS), 3, method)(11.0, {}))
    assert found[0] == pytest.approx(14773.09090909091, rel=1e-15)
    assert found[1] == pytest.approx(5335.99173553719, rel=1e-15)
    assert found[2] == pytest.approx(1452.0015, abs=1e-4)
    assert found[3] == pytest.approx(263.9996, abs=1e-4)


def test_the_formula():
    x = sympy.Symbol("x", real=True)
    assert sympy.expand(formulas(typed(FOUR_WAYS), 1).expressions[1] - (4 * x**3 + 12 - 1 / x**2)) == 0


def test_a_difference_with_step_1e_minus_6():
    found = step_errors(lambda x: typed(FOUR_WAYS).call(x, {}), 11.0, np.array([1e-6]))
    assert str(found.forward[0]).startswith("5335.99245")
    assert found.forward_error[0] == pytest.approx(0.5e-6 * 1452.0015, rel=0.05)
    assert found.central_error[0] < 1e-5


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", [Method.REVERSE, Method.FORWARD, Method.TAYLOR])
def test_automatic_in_float32(method):
    slope = derivative(typed(FOUR_WAYS), 1, method)(jnp.float32(11), {})
    assert slope.dtype == jnp.float32
    assert str(slope) == "5335.9917"


def test_error_against_step():
    """Truncation on one side, round-off on the other."""
    steps = np.logspace(0, -14, 57)
    found = step_errors(lambda x: typed(FOUR_WAYS).call(x, {}), 11.0, steps, exact=5335.99173553719)
    left, right = found.forward_error[steps < 1e-12], found.forward_error[steps > 1e-3]
    assert np.all(np.diff(right) < 0)
    assert np.max(left) > 1e3 * np.min(found.forward_error)
    assert 1e-9 < found.best_forward < 1e-5
    assert np.min(found.central_error) < np.min(found.forward_error)


# 10. Expression swell


@pytest.mark.parametrize("method", EXACT)
def test_the_derivative_at_2(method):
    found = float(derivative(typed(SWELLING), 1, method)(2.0, {}))
    assert found == pytest.approx(9282.839228483188, rel=1e-14)
    assert found == pytest.approx(float(exact_derivatives(typed(SWELLING), [2.0], {}, 1)[1]), rel=1e-14)


def test_the_formula_beside_the_program():
    value, slope, bend = expression_swell(typed(SWELLING), (0, 1, 2))
    assert value.formula == sum(
        1 for _ in sympy.preorder_traversal(formulas(typed(SWELLING), 0).expressions[0])
    )
    assert slope.formula > 4 * value.formula
    assert slope.reverse < slope.formula / 2
    assert bend.formula > 2 * slope.formula
    assert bend.taylor < bend.reverse < bend.formula


# 11. Higher orders


@pytest.mark.parametrize("method", [Method.TAYLOR, Method.FORWARD])
def test_three_derivatives_on_500_points(method):
    xs = jnp.linspace(-10, 10, 500)
    found = jax.jit(jax.vmap(derivative_orders(typed(WAVES), 3, method), (0, None), 1))(xs, {})
    f = typed(WAVES).call
    nested = [f, jax.grad(f), jax.grad(jax.grad(f)), jax.grad(jax.grad(jax.grad(f)))]
    expected = np.stack([jax.jit(jax.vmap(g, (0, None)))(xs, {}) for g in nested])
    x = np.asarray(xs)
    by_hand = 3 * x**2 + 12 + 7 * np.sin(x) + 7 * x * np.cos(x)
    assert found.shape == (4, 500)
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-11)
    assert np.allclose(found[1], by_hand, rtol=1e-12, atol=1e-11)


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", [Method.TAYLOR, Method.FORWARD, Method.REVERSE])
def test_relu(method):
    slope = jax.vmap(derivative(typed("relu(x)"), 1, method), (0, None))
    assert slope(jnp.array([-2.0, 2.0]), {}).tolist() == [0, 1]
    assert typed("relu(x)").call(-2.0, {}) == 0
    assert typed("relu(x)").call(2.0, {}) == 2


@pytest.mark.parametrize("method", EXACT)
def test_a_falling_exponential_and_a_square(method):
    found = np.asarray(derivative_orders(typed("exp(-x)"), 2, method)(1.0, {}))
    assert found == pytest.approx([np.exp(-1), -np.exp(-1), np.exp(-1)], rel=1e-14)
    assert [f"{value:.5f}" for value in found] == ["0.36788", "-0.36788", "0.36788"]
    assert np.asarray(derivative_orders(typed("x^2"), 2, method)(3.0, {}))[1:] == pytest.approx(
        [6, 2], rel=1e-14
    )


def test_a_product_of_waves_on_101_points():
    xs = jnp.linspace(0, 10, 101)
    found = jax.vmap(derivative_orders(typed("2 sin(x) cos(x)"), 2, Method.TAYLOR), (0, None), 1)(xs, {})
    x = np.asarray(xs)
    assert np.allclose(found, [np.sin(2 * x), 2 * np.cos(2 * x), -4 * np.sin(2 * x)], atol=1e-13)


def test_grad_refuses_an_array_and_vmap_of_grad_does_not():
    f = typed("x^2").call
    with pytest.raises(TypeError, match="scalar-output"):
        jax.grad(f)(jnp.arange(3.0), {})
    assert jax.vmap(jax.grad(f), (0, None))(jnp.arange(3.0), {}).tolist() == [0, 2, 4]


def test_order_12():
    found = np.asarray(derivative_orders(typed("sin(2x)"), HIGHEST, Method.TAYLOR)(0.3, {}))
    assert found[12] == pytest.approx(2**12 * np.sin(0.6), rel=1e-13)


# 12. Minima, maxima, saddles, by the first derivatives; the tangent


def test_kinds_of_flat_points():
    """x³ - 3x has a maximum at -1, a minimum at 1; x³ is flat at 0 without either."""
    f = jax.vmap(derivative_orders(typed("x^3 - 3x"), 3, Method.TAYLOR), (0, None))
    assert f(jnp.array([-1.0, 1.0]), {})[:, 1:3].tolist() == [[0, -6], [0, 6]]
    assert derivative_orders(typed("x^3"), 3, Method.TAYLOR)(0.0, {}).tolist() == [0, 0, 0, 6]


def test_a_tangent():
    value, slope = np.asarray(derivative_orders(typed(WAVES), 1, Method.TAYLOR)(2.0, {}))
    assert value == pytest.approx(8 + 24 + 14 * np.sin(2))
    assert slope == pytest.approx(12 + 12 + 7 * np.sin(2) + 14 * np.cos(2))


# 13. Several inputs

JACOBIAN = "[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3 x0 x2]"
PLACE = {"x0": 3.0, "x1": 4.0, "x2": 5.0}


def test_a_distance():
    text = "(|x0 - y0|^p + |x1 - y1|^p + |x2 - y2|^p)^(1/p)"
    at = {"x0": 1.0, "x1": 1.0, "x2": 1.0, "y0": 2.0, "y1": 2.0, "y2": 2.0}
    found = at_point(text, at, {"p": 1.0}, orders=[0, 1])
    assert found.line.variables == ("x0", "x1", "x2", "y0", "y1", "y2")
    assert found.values == (3, pytest.approx([-1, -1, -1, 1, 1, 1], rel=1e-14))


def test_a_stopped_gradient():
    assert at_point("x^2 + stop(y^2)", {"x": 1.0, "y": 1.0}, {}, orders=[0, 1]).values == (2, [2, 0])


@pytest.mark.parametrize("method", [None, Method.FORWARD, Method.REVERSE])
def test_a_jacobian(method):
    found = at_point(JACOBIAN, PLACE, {}, method=method)
    assert found.values == ([5, 38], [[6, 3, -4], [21, -8, 9]])
    assert (np.array(found.values[1]) @ np.ones(3)).tolist() == [5, 22]
    assert (np.array(found.values[1]) @ [0, 1, 0]).tolist() == [3, -8]


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", [None, Method.FORWARD, Method.REVERSE])
def test_a_hessian(method):
    found = at_point("x0^2 - x1^2 + 3 x0 x2", PLACE, {}, method=method)
    assert found.values == (38, [21, -8, 9], [[2, 0, 3], [0, -2, 0], [3, 0, 0]])
    x0, x1, x2 = sympy.symbols("x0 x1 x2")
    expected = sympy.hessian(x0**2 - x1**2 + 3 * x0 * x2, (x0, x1, x2))
    assert found.values[2] == np.array(expected, float).tolist()
