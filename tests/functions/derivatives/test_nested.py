"""Nested modes: their programs counted, and stopped before they are too large."""

import jax
import jax.numpy as jnp
import pytest

from jaxstudio.functions.derivatives import orders
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import (
    count_equations,
    derivative,
    forward_once,
    growth,
    reverse_once,
)
from jaxstudio.functions.derivatives.target import Subject

from .typed import typed

FACTORS = "sin(x) exp(x^2) cos(x^2 + 3)/(x^2 + 2)"


@pytest.mark.parametrize("method", [Method.REVERSE, Method.FORWARD])
def test_nested_modes_give_jaxs_own_derivatives(method):
    def f(x, p):
        return jnp.sin(x) * p["a"] * x**3

    expected = f
    for order in range(4):
        assert float(derivative(Subject(f), order, method)(1.3, {"a": 2.0})) == pytest.approx(
            float(expected(1.3, {"a": 2.0})), rel=1e-13
        )
        expected = jax.grad(expected)


def test_by_one_of_several_inputs():
    subject = typed("x^2 y^3", by="y")
    for method in (Method.REVERSE, Method.FORWARD):
        assert float(derivative(subject, 2, method)(3.0, 2.0, {})) == 9 * 12


@pytest.mark.parametrize("once", [reverse_once, forward_once])
def test_the_program_grows_by_a_factor_with_each_order(once):
    found = growth(typed(FACTORS), 4, once, (1.0, {}), seconds=60)
    assert not found.stopped
    factors = [b / a for a, b in zip(found.equations[1:], found.equations[2:], strict=False)]
    assert min(factors) > 2


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
