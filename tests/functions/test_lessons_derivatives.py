"""The numbers of lessons 9 to 13: derivatives of one input and of several, in every way."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import sympy

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
# text, where, its derivatives by hand
BY_HAND = (
    (FOUR_WAYS, 11.0, [14773.09090909091, 5335.99173553719, 12 * 121 + 2 / 1331]),
    (SWELLING, 2.0, [None, 9282.839228483188]),
    ("exp(-x)", 1.0, [np.exp(-1), -np.exp(-1), np.exp(-1)]),
    ("x^2", 3.0, [9, 6, 2]),
    (WAVES, 2.0, [32 + 14 * np.sin(2), 24 + 7 * np.sin(2) + 14 * np.cos(2)]),
)


def test_every_exact_way_gives_what_is_computed_by_hand(subtests):
    for text, x, expected in BY_HAND:
        exact = exact_derivatives(typed(text), [x], {}, len(expected) - 1)
        for method in EXACT:
            with subtests.test(text, method=str(method)):
                found = np.asarray(derivative_orders(typed(text), len(expected) - 1, method)(x, {}))
                assert found == pytest.approx([float(value) for value in exact], rel=1e-14)
                assert found[1:] == pytest.approx(expected[1:], rel=1e-14)


def test_the_formula_and_how_it_swells():
    x = sympy.Symbol("x", real=True)
    assert sympy.expand(formulas(typed(FOUR_WAYS), 1).expressions[1] - (4 * x**3 + 12 - 1 / x**2)) == 0
    value, slope, bend = expression_swell(typed(SWELLING), (0, 1, 2))
    tree = formulas(typed(SWELLING), 0).expressions[0]
    assert value.formula == sum(1 for _ in sympy.preorder_traversal(tree))
    assert slope.formula > 4 * value.formula
    assert slope.reverse < slope.formula / 2
    assert bend.formula > 2 * slope.formula
    assert bend.taylor < bend.reverse < bend.formula


def test_differences_and_float32():
    """Truncation on one side, round-off on the other."""
    steps = np.append(np.logspace(0, -14, 57), 1e-6)
    found = step_errors(lambda x: typed(FOUR_WAYS).call(x, {}), 11.0, steps, exact=5335.99173553719)
    assert str(found.forward[-1]).startswith("5335.99245")
    assert found.forward_error[-1] == pytest.approx(0.5e-6 * 1452.0015, rel=0.05)
    assert found.central_error[-1] < 1e-5
    left, right = found.forward_error[steps < 1e-12], found.forward_error[:-1][steps[:-1] > 1e-3]
    assert np.all(np.diff(right) < 0)
    assert np.max(left) > 1e3 * np.min(found.forward_error)
    assert 1e-9 < found.best_forward < 1e-5
    assert np.min(found.central_error) < np.min(found.forward_error)
    for method in (Method.REVERSE, Method.FORWARD, Method.TAYLOR):
        assert str(derivative(typed(FOUR_WAYS), 1, method)(jnp.float32(11), {})) == "5335.9917"


def test_on_many_points_with_vmap():
    x = np.linspace(-10, 10, 500)
    by_hand = {
        WAVES: [x**3 + 12 * x + 7 * x * np.sin(x), 3 * x**2 + 12 + 7 * np.sin(x) + 7 * x * np.cos(x)],
        "2 sin(x) cos(x)": [np.sin(2 * x), 2 * np.cos(2 * x)],
    }
    for text, expected in by_hand.items():
        for method in (Method.TAYLOR, Method.FORWARD):
            found = jax.jit(jax.vmap(derivative_orders(typed(text), 1, method), (0, None), 1))(x, {})
            assert np.allclose(found, expected, rtol=1e-12, atol=1e-11), (text, method)
    f = typed("x^2").call
    with pytest.raises(TypeError, match="scalar-output"):
        jax.grad(f)(jnp.arange(3.0), {})
    assert jax.vmap(jax.grad(f), (0, None))(jnp.arange(3.0), {}).tolist() == [0, 2, 4]


def test_flat_points_relu_and_order_12():
    """x³ - 3x has a maximum at -1, a minimum at 1; x³ is flat at 0 without either."""
    f = jax.vmap(derivative_orders(typed("x^3 - 3x"), 2, Method.TAYLOR), (0, None))
    assert f(jnp.array([-1.0, 1.0]), {})[:, 1:].tolist() == [[0, -6], [0, 6]]
    assert derivative_orders(typed("x^3"), 3, Method.TAYLOR)(0.0, {}).tolist() == [0, 0, 0, 6]
    for method in (Method.TAYLOR, Method.FORWARD, Method.REVERSE):
        slope = jax.vmap(derivative(typed("relu(x)"), 1, method), (0, None))
        assert slope(jnp.array([-2.0, 2.0]), {}).tolist() == [0, 1]
    found = np.asarray(derivative_orders(typed("sin(2x)"), HIGHEST, Method.TAYLOR)(0.3, {}))
    assert found[12] == pytest.approx(2**12 * np.sin(0.6), rel=1e-13)


def test_several_inputs():
    text = "(|x0 - y0|^p + |x1 - y1|^p + |x2 - y2|^p)^(1/p)"
    at = {"x0": 1.0, "x1": 1.0, "x2": 1.0, "y0": 2.0, "y1": 2.0, "y2": 2.0}
    found = at_point(text, at, {"p": 1.0}, orders=[0, 1])
    assert found.line.variables == ("x0", "x1", "x2", "y0", "y1", "y2")
    assert found.values == (3, pytest.approx([-1, -1, -1, 1, 1, 1], rel=1e-14))
    assert at_point("x^2 + stop(y^2)", {"x": 1.0, "y": 1.0}, {}, orders=[0, 1]).values == (2, [2, 0])
    place = {"x0": 3.0, "x1": 4.0, "x2": 5.0}
    for method in (None, Method.FORWARD, Method.REVERSE):
        found = at_point("[x0^2 + x1^2 - x1 x2, x0^2 - x1^2 + 3 x0 x2]", place, {}, method=method)
        assert found.values == ([5, 38], [[6, 3, -4], [21, -8, 9]])
        found = at_point("x0^2 - x1^2 + 3 x0 x2", place, {}, method=method)
        assert found.values == (38, [21, -8, 9], [[2, 0, 3], [0, -2, 0], [3, 0, 0]])
