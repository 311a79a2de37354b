"""Nested modes are stopped in time, differences have their coefficients and steps, and a method is chosen."""

from __future__ import annotations

import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.derivatives import orders
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import (
    central,
    choose,
    count_equations,
    derivative,
    derivative_orders,
    forward_once,
    good_step,
    growth,
    reverse_once,
    step_errors,
)
from jaxstudio.functions.derivatives.target import Subject

from .typed import typed

FACTORS = "sin(x) exp(x^2) cos(x^2 + 3)/(x^2 + 2)"


def test_nested_modes_give_jaxs_own_derivatives():
    def f(x, p):
        return jnp.sin(x) * p["a"] * x**3

    expected = f
    for order in range(4):
        value = float(jax.jit(expected)(1.3, {"a": 2.0}))
        for method in (Method.REVERSE, Method.FORWARD):
            found = jax.jit(derivative(Subject(f), order, method))(1.3, {"a": 2.0})
            assert float(found) == pytest.approx(value, rel=1e-13)
        expected = jax.grad(expected)


def test_by_one_of_several_inputs():
    subject = typed("x^2 y^3", by="y")
    for method in (Method.REVERSE, Method.FORWARD):
        assert float(derivative(subject, 2, method)(3.0, 2.0, {})) == 9 * 12


def test_the_program_grows_by_a_factor_with_each_order():
    for once in (reverse_once, forward_once):
        found = growth(typed(FACTORS), 3, once, (1.0, {}), seconds=60)
        assert not found.stopped
        assert min(b / a for a, b in itertools.pairwise(found.equations[1:])) > 2


def test_too_large_an_order_is_not_even_traced(monkeypatch):
    traced = []
    monkeypatch.setattr(
        orders, "count_equations", lambda program: traced.append(program) or 10 ** len(traced)
    )
    found = growth(typed(FACTORS), 8, reverse_once, (1.0, {}), limit=1500, seconds=60)
    assert found.equations == (10, 100, 1000)
    assert found.stopped == "stopped: about 10,000 equations, at most 1,500"


def test_tracing_is_stopped_when_it_takes_too_long():
    found = growth(typed(FACTORS), 8, reverse_once, (1.0, {}), seconds=0)
    assert len(found.equations) == 1
    assert found.stopped.startswith("stopped after 0 s")


def test_equations_of_loops_and_calls_are_counted_once():
    def looped(x):
        return jax.lax.fori_loop(0, 9, lambda _, y: y * x + 1.0, x)

    alone = count_equations(jax.make_jaxpr(lambda x: x * x + 1.0)(1.0))
    assert alone == 2
    assert count_equations(jax.make_jaxpr(jax.jit(lambda x: x * x + 1.0))(1.0)) == 2
    assert count_equations(jax.make_jaxpr(looped)(1.0)) >= alone + 1


def test_central_differences_are_what_theory_says():
    """The n-th of xⁿ is n!, that of a lower power 0; exp is multiplied by (2 sinh(h/2)/h)ⁿ."""
    for order in (1, 2, 5, 8):
        found = float(central(typed(f"x^{order} + x^{order - 1}"), order, 0.25)(0.0, {}))
        assert found == pytest.approx(math.factorial(order), rel=1e-9)
    for order in (1, 4):
        found = float(central(typed("exp(x)"), order, 0.5)(0.0, {}))
        assert found == pytest.approx((2 * np.sinh(0.25) / 0.5) ** order, rel=1e-12)


def test_the_usual_step_is_good():
    for order, off, expected in ((1, 1e-9, np.cos(0.7)), (2, 1e-7, -np.sin(0.7)), (4, 1e-4, np.sin(0.7))):
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


def test_for_what_is_typed(subtests):
    for text, order, method in (
        ("x^2 sin(x)", 0, Method.VALUE),
        ("x^2 sin(x)", 1, Method.FORWARD),
        ("x^2 sin(x)", 2, Method.TAYLOR),
        ("log(x)", 1, Method.TAYLOR),
        ("|x|", 1, Method.TAYLOR),
        ("f(x) + 1", 1, Method.TAYLOR),
        ("d^5/dx^5 sin(x)", 0, Method.TAYLOR),
        ("zeta(2, x)", 3, Method.TAYLOR),
        ("gammainc(x, 2)", 1, Method.TAYLOR),
    ):
        with subtests.test(text, order=order):
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


def test_every_way_gives_one_order_or_all(subtests):
    subject = typed("x^5 + a")
    for method in Method:
        with subtests.test(str(method)):
            highest = 0 if method is Method.VALUE else 2
            found = derivative_orders(subject, highest, method)(2.0, {"a": 1.0})
            assert np.allclose(found, [33, 80, 160][: highest + 1], rtol=1e-6)
            one = float(derivative(subject, highest, method)(2.0, {"a": 1.0}))
            assert one == pytest.approx(float(found[-1]))


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
