"""Bounds of derivatives over boxes: no value and no slope of a chord lies outside."""

import jax
import numpy as np
import pytest

from jaxstudio.functions.derivatives.taylor import enclose_orders, taylor

from .typed import typed

TEXTS = (
    "x^4 + 12x + 1/x", "sin(x) exp(x^2/9) cos(x^2 + 3)/(x^2 + 2)", "x^x", "gamma(x)", "|x|^(1/3)",
    "|x| + |x^3|", "integral(sin(t x), t, 0, x)", "sum(sin(n x)/n, n, 1, 5)", "max(x, 1/x)",
    "{x > 2: x^2, exp(x)}", "d/dx(sin(x) x^2)", "mod(x, 2)", "floor(x) + x", "x^2.5", "a^x x^a",
    "relu(x - 3)", "sinc(x)", "log(x)/sqrt(x)", "tan(x)", "(x - 2)^(2/3)", "tanh(x) + sigmoid(x)", "i0e(x)",
    "digamma(x)", "asin(x/4)", "min(x^2, 1)", "x^-3", "round(x) sin(x)",
)  # fmt: skip
ORDER = 2
rng = np.random.default_rng(0)
LOW = rng.uniform(-4, 5, 100)
WIDTH = 10 ** rng.uniform(-4, 0.5, 100)
HIGH = LOW + WIDTH
INSIDE = np.clip(LOW[:, None] + WIDTH[:, None] * np.linspace(0, 1, 17), LOW[:, None], HIGH[:, None])


def bounds_and_values(text):
    subject, p = typed(text), {"a": 1.7}
    values = jax.vmap(taylor(subject, ORDER), (0, None), 1)(INSIDE.ravel(), p)
    return enclose_orders(subject, ORDER)(LOW, HIGH, p), np.asarray(values).reshape(ORDER + 1, *INSIDE.shape)


@pytest.mark.samples(3)
@pytest.mark.parametrize("text", TEXTS)
def test_no_value_and_no_chord_is_outside(text):
    bounds, values = bounds_and_values(text)
    for k, (bound, value) in enumerate(zip(bounds, values, strict=True)):
        low, high = bound.low[:, None], bound.high[:, None]
        finite = np.isfinite(value)
        assert not np.any(finite & bound.empty[:, None]), k
        room = 1e-9 * (np.abs(value) + 1)  # JAX's own rounding
        assert not np.any(finite & ((value < low - room) | (value > high + room))), k
        assert not np.any(np.isnan(value) & bound.defined[:, None]), k
        if k:
            distance = np.diff(INSIDE)
            with np.errstate(invalid="ignore"):
                slopes = np.diff(values[k - 1]) / distance
            far = np.isfinite(slopes) & (distance > 1e-7) & bound.defined[:, None]
            room = 1e-5 * (np.abs(slopes) + 1)
            assert not np.any(far & ((slopes < low - room) | (slopes > high + room))), k


def test_narrow_boxes_have_narrow_bounds():
    """Not wider than three times the values, where nothing is undefined."""
    for text in ("x^4 + 12x", "x^7", "sin(x) exp(x/3)", "atan(x)", "tanh(x)"):
        bounds, values = bounds_and_values(text)
        narrow = WIDTH < 0.01
        for bound, value in zip(bounds, values, strict=True):
            width, spread = bound.high - bound.low, np.ptp(value, axis=1)
            assert np.median(width[narrow] / spread[narrow]) < 3


def test_nothing_is_known_of_a_slope_over_a_jump_or_of_a_bend_over_a_corner():
    low, high = np.array([-1.0, 0.5]), np.array([1.0, 0.7])
    value, slope, bend = enclose_orders(typed("|x|"), 2)(low, high, {})
    assert value.continuous.all()
    assert slope.low.tolist() == [-1, 1]
    assert slope.high.tolist() == [1, 1]
    assert bend.high.tolist() == pytest.approx([np.inf, 0], abs=1e-300)
    value, slope, _ = enclose_orders(typed("floor(x)"), 2)(low, high, {})
    assert value.continuous.tolist() == [False, True]
    assert slope.high.tolist() == pytest.approx([np.inf, 0], abs=1e-300)


def test_a_stopped_gradient_says_nothing_of_slopes():
    _, slope = enclose_orders(typed("stop(x) x"), 1)(np.array([1.0]), np.array([2.0]), {})
    assert slope.low[0] == -np.inf
    assert slope.high[0] == np.inf


def test_a_derivative_is_empty_where_what_is_differentiated_is():
    (bound,) = enclose_orders(typed("d/dx ({x > 0: x^2})"), 0)(
        np.array([-2.0, 1.0]), np.array([-1.0, 2.0]), {}
    )
    assert bound.empty.tolist() == [True, False]
    assert bound.defined.tolist() == [False, True]


@pytest.mark.timeout(60)
def test_bounds_far_from_the_domain_take_no_longer(subtests):
    """SciPy's zeta(3, q) adds up a term for every whole number from q to 9."""
    for text in ("lgamma(-1e15 x)", "digamma(x)", "zeta(3, 1e9 x)"):
        with subtests.test(text=text):
            low = np.array([-1e15, -5.0, 1.0])
            found = enclose_orders(typed(text), 2)(low, low + 0.5, {})
            assert all(bounds.low.shape == (3,) for bounds in found)
