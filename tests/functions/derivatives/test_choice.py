"""Which way is taken, and why."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import choose, derivative, derivative_orders
from jaxstudio.functions.derivatives.target import Subject

from .typed import typed


@pytest.mark.parametrize(
    ("text", "order", "method"),
    [
        ("x^2 sin(x)", 0, Method.VALUE),
        ("x^2 sin(x)", 1, Method.FORWARD),
        ("x^2 sin(x)", 2, Method.TAYLOR),
        ("log(x)", 1, Method.TAYLOR),
        ("|x|", 1, Method.TAYLOR),
        ("f(x) + 1", 1, Method.TAYLOR),
        ("d^5/dx^5 sin(x)", 0, Method.TAYLOR),
        ("zeta(2, x)", 3, Method.TAYLOR),
        ("gammainc(x, 2)", 1, Method.TAYLOR),
    ],
)
def test_for_what_is_typed(text, order, method):
    found = choose(typed(text, "f(x) = floor(x)"), order)
    assert found.method is method
    assert found.reason
    assert "\n" not in found.reason


def test_for_a_callable():
    subject = Subject(lambda x, p: jnp.sin(x) * x)
    assert choose(subject, 1).method is Method.FORWARD
    assert choose(subject, 3).method is Method.JET
    unknown_to_jet = choose(Subject(lambda x, p: jnp.tan(x)), 3)
    assert unknown_to_jet.method is Method.FORWARD
    assert "no rule for tan" in unknown_to_jet.reason


@pytest.mark.thorough
def test_jet_gives_the_same_as_power_series():
    def f(x, p):
        return jnp.sin(x) * jnp.exp(p["a"] * x)

    found = derivative_orders(Subject(f), 6, Method.JET)(0.7, {"a": 2.0})
    expected = derivative_orders(typed("sin(x) exp(a x)"), 6, Method.TAYLOR)(0.7, {"a": 2.0})
    assert np.allclose(found, expected, rtol=1e-12)


@pytest.mark.samples(3)
@pytest.mark.parametrize("method", Method)
def test_every_way_gives_one_order_or_all(method):
    subject = typed("x^5 + a")
    highest = 0 if method is Method.VALUE else 2
    found = derivative_orders(subject, highest, method)(2.0, {"a": 1.0})
    assert np.allclose(found, [33, 80, 160][: highest + 1], rtol=1e-6)
    assert float(derivative(subject, highest, method)(2.0, {"a": 1.0})) == pytest.approx(float(found[-1]))


def test_what_cannot_be_done_is_refused():
    with pytest.raises(UsageError, match="from 0 to 12"):
        derivative_orders(typed("x"), 13, Method.TAYLOR)
    with pytest.raises(UsageError, match="order 0 only"):
        derivative(typed("x"), 1, Method.VALUE)
    with pytest.raises(UsageError, match="needs a typed expression"):
        derivative(Subject(lambda x, p: x), 1, Method.TAYLOR)
    with pytest.raises(UsageError, match="true or false"):
        typed("x > 2")
    with pytest.raises(UsageError, match="no variable"):
        typed("x^2", by="y")
