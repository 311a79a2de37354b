"""Sums and products of infinitely many terms: proven digits, divergence, and what is drawn of them."""

import time

import jax
import numpy as np
import pytest
from flint import arb
from mpmath import mp

from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.interpreters import evaluate, tree_to_jax
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import NOWHERE, digits
from jaxstudio.functions.language import Sheet

# closed forms, from tables of series
KNOWN = {
    "sum(1/n^2, n, 1, inf)": lambda: mp.zeta(2),
    "sum(1/n^1.01, n, 1, ∞)": lambda: mp.zeta(mp.mpf("1.01")),
    "sum(log(n)/n^2, n, 1, ∞)": lambda: -mp.zeta(2, derivative=1),
    "sum((-1)^n/n, n, 1, ∞)": lambda: -mp.log(2),
    "sum((-1)^(n + 1)/(2n - 1), n, 1, ∞)": lambda: mp.pi / 4,
    "sum((-1)^n/sqrt(n), n, 1, ∞)": lambda: -mp.altzeta(0.5),
    "sum(1/n!, n, 0, ∞)": lambda: mp.e,
    "sum(3^n/n!, n, 0, ∞)": lambda: mp.exp(3),
    "sum(1/2^n, n, 0, ∞)": lambda: mp.mpf(2),
    "sum(0.99^n, n, 0, ∞)": lambda: mp.mpf(100),
    "sum(1/(n^2 + 1), n, -∞, ∞)": lambda: mp.pi * mp.coth(mp.pi),
    "sum(exp(-n^2), n, -∞, ∞)": lambda: mp.jtheta(3, 0, mp.exp(-1)),
    "sum(1/n^2, n, -∞, -1)": lambda: mp.zeta(2),
    "prod(1 + 1/n^2, n, 1, ∞)": lambda: mp.sinh(mp.pi) / mp.pi,
    "prod(1 - 1/n^2, n, 2, ∞)": lambda: mp.mpf(1) / 2,
    "prod(1 - (-1)^n/n, n, 2, ∞)": lambda: mp.mpf(1) / 2,
    "prod(1 - 1/n, n, 2, ∞)": lambda: mp.mpf(0),
}
DIVERGENT = (
    "sum(1/n, n, 1, ∞)", "sum(2^n, n, 0, ∞)", "sum((-1)^n, n, 0, ∞)", "sum(n, n, 1, ∞)",
    "prod(1 + 1/n, n, 1, ∞)", "sum(1/sqrt(n) + (-1)^n, n, 1, ∞)", "sum(1/log(n), n, 2, ∞)",
    "prod(2, n, 1, ∞)",
)  # fmt: skip
UNPROVEN = ("sum(sin(n)/n, n, 1, ∞)", "sum(1/(n^3 sin(n)^2), n, 1, ∞)")


def in_balls(text):
    algebra = BallAlgebra(time.thread_time() + 20)
    with digits(30):
        value = evaluate(Sheet.read([text]).lines[0].tree, algebra, {}, 0)
    return value, algebra.diverging


def test_values_are_proven(subtests):
    for text, closed in KNOWN.items():
        value, diverging = in_balls(text)
        with subtests.test(text), mp.workdps(40):
            exact = mp.nstr(closed(), 35)
            assert diverging is None
            with digits(40):
                ball = arb(value)
                assert ball.overlaps(arb(exact, 1e-33))
                assert ball.rad() < (1e-6 if "0.99" in text else 1e-13)


def test_divergence_is_proven_and_nothing_else(subtests):
    for text in (*DIVERGENT, *UNPROVEN):
        value, diverging = in_balls(text)
        with subtests.test(text):
            assert (value is NOWHERE) == (diverging is not None) == (text in DIVERGENT)
            assert value is NOWHERE or not value.is_finite()


def test_what_is_drawn_is_close_or_nothing(subtests):
    for text, closed in KNOWN.items():
        found = float(tree_to_jax(Sheet.read([text]).lines[0].tree, ("x",), {})(0.0, {}))
        with subtests.test(text):
            assert np.isnan(found) or found == pytest.approx(float(closed()), abs=2e-4)
    for text in DIVERGENT:
        with subtests.test(text):
            assert np.isnan(tree_to_jax(Sheet.read([text]).lines[0].tree, ("x",), {})(0.0, {}))


def test_curves_and_their_derivatives():
    xs = np.linspace(-3, 3, 7) + 0.05
    for text, exact in (
        ("sum(x^n/n!, n, 0, ∞)", [np.exp(xs)] * 3),
        ("sum(sin(n x)/n^3, n, 1, ∞)", None),
        ("x prod(1 - (x/(n pi))^2, n, 1, ∞)", [np.sin(xs), np.cos(xs), -np.sin(xs)]),
    ):
        sheet = Sheet.read([text])
        orders = taylor(Subject.of_line(sheet.lines[0], sheet), 2)
        found = np.asarray(jax.jit(jax.vmap(orders, (0, None), out_axes=1))(xs, {}))
        if exact is None:  # the second derivative is -Σ sin(n x)/n
            exact = [*found[:2], -np.sign(xs) * (np.pi - np.abs(xs)) / 2]
        exact = np.where(np.isnan(found), np.nan, np.stack(exact))  # what does not settle is not drawn
        np.testing.assert_allclose(found, exact, rtol=1e-5, atol=2e-5)
        assert np.isnan(found).sum() < 3


def test_an_infinite_bound_that_is_none_is_refused():
    for text in ("sum(n, n, ∞, 1)", "sum(n, n, 1, -∞)", "sum(n, n, ∞, ∞)"):
        assert "counts upwards" in str(Sheet.read([text]).lines[0].error)
    assert Sheet.read(["inf = 3", "sum(n, n, 1, inf)"]).lines[1].error is None
