"""What is said at corners, jumps, poles, ends: where there is no derivative, NaN and not a number."""

import jax
import mpmath
import numpy as np
import pytest

from jaxstudio.errors import ExpressionError

from .typed import orders

NAN = float("nan")


CORNERS = (
    ("|x|", 0, [0, NAN, NAN, NAN]),
    ("|x|", -2, [2, -1, 0, 0]),
    ("|x^2|", 0, [0, 0, 2, 0]),
    ("|x^3|", 0, [0, 0, 0, NAN]),
    ("|x|^3", 1, [1, 3, 6, 6]),
    ("max(x, -x)", 0, [0, NAN, NAN, NAN]),
    ("max(x, x)", 3, [3, 1, 0, 0]),
    ("max(x^2, x^2 + x^4)", 0, [0, 0, 2, 0]),
    ("min(x, 2)", 2, [2, NAN, NAN, NAN]),
    ("min(x, 2)", 1, [1, 1, 0, 0]),
    ("relu(x)", 0, [0, NAN, NAN, NAN]),
    ("relu(x)", -2, [0, 0, 0, 0]),
    ("relu(x)", 2, [2, 1, 0, 0]),
    ("relu(x^2)", 0, [0, 0, 2, 0]),
    ("floor(x)", 2, [2, NAN, NAN, NAN]),
    ("floor(x)", 2.5, [2, 0, 0, 0]),
    ("ceil(x)", 2, [2, NAN, NAN, NAN]),
    ("trunc(x)", 0, [0, 0, 0, 0]),
    ("trunc(x)", 1, [1, NAN, NAN, NAN]),
    ("round(x)", 2, [2, 0, 0, 0]),
    ("round(x)", 2.5, [2, NAN, NAN, NAN]),
    ("sign(x)", 0, [0, NAN, NAN, NAN]),
    ("mod(x, 2)", 4, [0, NAN, NAN, NAN]),
    ("mod(x, 2)", 5, [1, 1, 0, 0]),
    ("x floor(3)", 1, [3, 3, 0, 0]),
    ("stop(x) x", 3, [9, 3, 0, 0]),
    ("x^0", -2, [1, 0, 0, 0]),
    ("log(x)^0", -2, [NAN, NAN, NAN, NAN]),
    ("d/dx ({x > 0: x^2})", 1, [2, 2, 0, 0]),
    ("d/dx ({x > 0: x^2})", -1, [NAN, NAN, NAN, NAN]),
    ("d/dx ({x > 0: pi})", -1, [NAN, NAN, NAN, NAN]),
    ("x + d^2/dx^2 ({x > 0: x} + x^3)", -1, [NAN, NAN, NAN, NAN]),
    ("d/dx (floor(log(x)))", -1, [NAN, NAN, NAN, NAN]),
    ("sqrt(x)", 0, [0, np.inf, -np.inf, np.inf]),
    ("x^3", 0, [0, 0, 0, 6]),
    ("x^a", 0, [0, 0, 2, 0]),
    ("(x + x^2)^a", 0, [0, 0, 2, 12]),
    ("x^2.5", 0, [0, 0, 0, np.inf]),
    ("x^(7/3)", 0, [0, 0, 0, np.inf]),
    ("(-2)^x", 1, [-2, NAN, NAN, NAN]),
    ("sinc(x)", 0, [1, 0, -(np.pi**2) / 3, 0]),
)


def test_at_a_point(subtests):
    for text, at, expected in CORNERS:
        with subtests.test(text, at=at):
            found = orders(text, at, 3, a=2.0)[:, 0]
            assert found == pytest.approx(np.array(expected), rel=1e-12, nan_ok=True)


def test_no_slope_where_there_is_no_value():
    """JAX itself says that log has one."""
    for text in ("log(x)", "log1p(x - 1)", "atanh(x - 1)", "acosh(x)", "sqrt(x)", "x^0.5", "x^x"):
        assert np.all(np.isnan(orders(text, -0.7, 3))), text
    assert float(jax.grad(jax.numpy.log)(-1.0)) == -1


def test_the_branch_not_taken_spoils_nothing():
    """jax #5698: through jnp.where a NaN of the other branch reaches the derivative; not here."""
    found = orders("{x > 0: sqrt(x), 0}", [-1.0, 0.0, 4.0], 2)
    assert found.T.tolist() == [[0, 0, 0], [0, 0, 0], [2, 0.25, -1 / 32]]

    def spoilt(x):
        return jax.numpy.where(x > 0, jax.numpy.sqrt(x), 0.0)

    assert np.isnan(jax.grad(spoilt)(0.0))


def test_no_value_where_no_case_holds():
    assert np.all(np.isnan(orders("x^2 {x > 0}", -1.0, 2)))
    assert orders("x^2 {x > 0}", 3.0, 2)[:, 0].tolist() == [9, 6, 2]


@pytest.mark.thorough
def test_a_pole_has_no_derivatives():
    assert not np.any(np.isfinite(orders("1/x", 0.0, 2)[1:]))
    assert not np.any(np.isfinite(orders("gamma(x)", -2.0, 2)[1:]))


def test_values_too_large_on_the_way_spoil_nothing(subtests):
    """JAX's own slope of 1/cosh is NaN there."""
    for text, at, slope in (
        ("x + 1e-3/cosh(1e5 (x - 1))", 1.4, 1),
        ("exp(-exp(x))", 8.0, 0),
        ("1/sinh(x)", 800.0, 0),
        ("tanh(x)", 800.0, 0),
        ("exp(x)", 800.0, NAN),
    ):
        with subtests.test(text):
            assert orders(text, at, 3)[1:, 0] == pytest.approx([slope, *[slope * 0] * 2], nan_ok=True)
    assert np.isnan(jax.grad(lambda x: 1 / jax.numpy.cosh(x))(800.0))


def test_an_argument_without_a_rule_is_refused():
    with pytest.raises(ExpressionError, match="keep it constant"):
        orders("polygamma(x, 2)", 3.0, 1)
    assert np.isfinite(orders("polygamma(2, x)", 3.0, 1)).all()


@pytest.mark.thorough
def test_a_binomial_that_is_zero_has_a_slope():
    """binomial(x, 3) is x (x - 1) (x - 2)/6, and 1/gamma crosses zero where gamma has its poles."""
    x = np.arange(-4.0, 7.0)
    polynomial = np.poly1d([1, -3, 2, 0]) / 6
    expected = [polynomial(x), *(polynomial.deriv(k)(x) for k in (1, 2, 3))]
    assert np.allclose(orders("binomial(x, 3)", x, 3), expected, rtol=1e-12, atol=1e-12)
    slopes = [
        mpmath.diff(lambda k: 2 * mpmath.rgamma(k + 1) * mpmath.rgamma(3 - k), place) for place in x.tolist()
    ]
    assert np.allclose(
        orders("binomial(2, x)", x, 1)[1], [float(slope) for slope in slopes], rtol=1e-12, atol=1e-12
    )
