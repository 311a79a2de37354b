"""Derivatives as formulas of SymPy, computed by JAX."""

import jax
import numpy as np
import pytest
import sympy

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.derivatives.compare import expression_swell
from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import derivative, derivative_orders
from jaxstudio.functions.derivatives.symbolic import formulas, shared_size
from jaxstudio.functions.derivatives.target import Subject

from .typed import orders, typed

TEXTS = (
    "x^4 + 12x + 1/x", "sin(x^2) exp(-x)/(1 + x)", "{x > 1: x^2, log(x)}", "sqrt(x) + x^2.5 + x^(1/3)",
    "a^x + x^a", "sum(x^n/n, n, 1, 5)", "prod(x + n, n, 1, 4)", "integral(exp(-t^2), t, 0, x)",
    "|x - 3| + max(x, 2)", "gamma(x) + erf(x)", "x - floor(x)", "tan(x) atan(x) + sinh(x)", "(cos(x), x^3)",
)  # fmt: skip


@pytest.mark.samples(2)
@pytest.mark.parametrize("text", TEXTS)
def test_formulas_give_what_power_series_give(text):
    found = derivative_orders(typed(text), 3, Method.SYMBOLIC)(0.7, {"a": 1.7})
    expected = orders(text, 0.7, 3, a=1.7)[:, 0]
    assert np.asarray(found) == pytest.approx(expected, rel=1e-11)


def test_the_formula_is_sympys():
    x = sympy.Symbol("x", real=True)
    assert formulas(typed("x sin(x)"), 2).expressions[2] == sympy.diff(x * sympy.sin(x), x, 2)


def test_one_order_alone():
    found = jax.jit(derivative(typed("x^5"), 3, Method.SYMBOLIC))(2.0, {})
    assert float(found) == 240


def test_too_large_a_formula_is_stopped():
    found = formulas(typed("tan(exp(sin(x)^2) x)"), 12, nodes=500)
    assert 1 < len(found.expressions) < 8
    assert found.stopped.startswith(f"stopped: order {len(found.expressions) - 1} has ")
    assert formulas(typed("x^2"), 5, seconds=-1).stopped == "stopped after -1 s at order 0"


def test_what_sympy_does_not_know_is_refused(subtests):
    for text in ("x stop(x)", "zeta(x, 2)"):
        with subtests.test(text=text), pytest.raises(ExpressionError):
            derivative_orders(typed(text), 1, Method.SYMBOLIC)(2.5, {})


def test_a_callable_has_no_formula():
    with pytest.raises(ExpressionError, match="only what was typed"):
        derivative(Subject(lambda x, p: x), 1, Method.SYMBOLIC)


def test_what_is_written_again_is_counted_once():
    x = sympy.Symbol("x")
    assert shared_size(sympy.sin(x) + sympy.sin(x) ** 2) == len({"x", "sin", "2", "square", "sum"})


def test_formulas_swell_while_series_grow_slowly():
    found = expression_swell(typed("sin(x) exp(x^2) cos(x^2 + 3)/(x^2 + 2)"), range(5))
    sizes = [row.formula for row in found]
    assert sizes == sorted(sizes)
    assert sizes[4] > 30 * sizes[0]
    assert found[4].taylor < sizes[4] / 4
    assert all(row.shared < row.formula for row in found[1:])
    assert found[3].reverse > 5 * found[1].reverse
    assert "sin" in found[1].text
