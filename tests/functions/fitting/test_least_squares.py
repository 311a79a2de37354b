"""Fits against NumPy's and SciPy's, closed forms, and honesty about those that fail."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import curve_fit
from scipy.stats import linregress

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.least_squares import Bounds, curve_error, fit, linear_parameters, projected
from jaxstudio.functions.fitting.model import Model, Residuals
from jaxstudio.functions.fitting.table import Points, read_table
from jaxstudio.functions.language import read_line

RANDOM = np.random.default_rng(5)
X = np.linspace(0.5, 6, 40)
SIGMA = RANDOM.uniform(0.05, 0.4, 40)
DECAY = Points.of(X, 3 * np.exp(-0.7 * X) + 0.5 + SIGMA * RANDOM.normal(size=40), SIGMA)


def typed(text):
    return Model.of(read_line(text))


@pytest.mark.parametrize("absolute", [False, True])
def test_weighted_decay_is_scipys(absolute):
    found = fit(typed("y ~ a exp(-k x) + c"), DECAY, {"a": 1, "k": 0.3}, absolute_sigma=absolute)
    values, covariance = curve_fit(
        lambda x, a, c, k: a * np.exp(-k * x) + c,
        DECAY.x,
        DECAY.y,
        (1, 1, 0.3),
        DECAY.sigma,
        absolute,
        xtol=1e-14,
        ftol=1e-14,
    )
    assert found.names == ("a", "c", "k")
    np.testing.assert_allclose(found.values, values, rtol=1e-6)
    np.testing.assert_allclose(found.covariance, covariance, rtol=1e-4)
    np.testing.assert_allclose(found.errors, np.sqrt(np.diag(covariance)), rtol=1e-4)
    np.testing.assert_allclose(
        found.correlation, covariance / np.outer(found.errors, found.errors), rtol=1e-4
    )
    assert found.converged
    a, c, k = found.values
    np.testing.assert_allclose(found.residuals, DECAY.y - a * np.exp(-k * X) - c, atol=1e-12)
    assert found.rss == pytest.approx(((found.residuals / SIGMA) ** 2).sum())
    np.testing.assert_array_equal(found.path[-1], found.values)
    assert found.path.shape == (found.iterations, 3)


def test_a_line_is_numpys():
    points = Points.of(X, 65 + 1.8 * X + RANDOM.normal(size=40))
    found = fit(typed("y ~ a x + b"), points)
    (slope, intercept), covariance = np.polyfit(X, points.y, 1, cov=True)
    np.testing.assert_allclose(found.values, [slope, intercept], rtol=1e-12)
    np.testing.assert_allclose(found.covariance, covariance, rtol=1e-10)
    assert found.r_squared == pytest.approx(np.corrcoef(X, points.y)[0, 1] ** 2, rel=1e-12)
    expected = np.sqrt(covariance[0, 0] * X**2 + 2 * covariance[0, 1] * X + covariance[1, 1])
    np.testing.assert_allclose(curve_error(typed("y ~ a x + b"), found, X), expected, rtol=1e-10)


def test_points_on_the_curve_are_fitted_to_the_last_digits():
    found = fit(typed("y ~ a sin(b x) + c"), Points.of(X, 2 * np.sin(1.3 * X) - 4), {"b": 1.2})
    np.testing.assert_allclose(found.values, [2, 1.3, -4], rtol=1e-12)
    assert found.converged
    assert found.r_squared == pytest.approx(1)


def test_as_many_points_as_parameters():
    found = fit(typed("y ~ a x + b"), Points.of([1, 2], [3, 5]))
    np.testing.assert_allclose(found.values, [2, 1], rtol=1e-12)
    assert found.converged
    assert found.degrees_of_freedom == 0
    assert np.isnan(found.errors).all()


def test_bounds_are_kept():
    found = fit(typed("y ~ a exp(-k x) + c"), DECAY, {"k": 0.3}, bounds={"c": (0.6, np.inf), "a": (0, 10)})
    values, _ = curve_fit(
        lambda x, a, k: a * np.exp(-k * x) + 0.6, DECAY.x, DECAY.y, (1, 0.3), DECAY.sigma, xtol=1e-14
    )
    assert found.parameters["c"] == pytest.approx(0.6, rel=1e-7)
    assert found.at_bounds == ("c",)
    assert found.converged
    np.testing.assert_allclose([found.parameters["a"], found.parameters["k"]], values, rtol=1e-5)
    assert np.isnan(found.errors[1])
    assert np.isfinite(found.errors[[0, 2]]).all()
    free = fit(typed("y ~ a exp(-k x) + c"), DECAY, {"k": 0.3}, bounds={"c": (0, 10)})
    assert free.at_bounds == ()
    np.testing.assert_allclose(
        free.values, fit(typed("y ~ a exp(-k x) + c"), DECAY, {"k": 0.3}).values, rtol=1e-7
    )


def test_a_parameter_may_be_held():
    found = fit(typed("y ~ a exp(-k x) + c"), DECAY, {"k": 0.3}, fixed={"c": 0.5})
    values, covariance = curve_fit(
        lambda x, a, k: a * np.exp(-k * x) + 0.5, DECAY.x, DECAY.y, (1, 0.3), DECAY.sigma, xtol=1e-14
    )
    assert found.names == ("a", "k")
    np.testing.assert_allclose(found.values, values, rtol=1e-6)
    np.testing.assert_allclose(found.covariance, covariance, rtol=1e-4)


def test_parameters_that_are_not_determined_are_not_claimed():
    found = fit(typed("y ~ a x + b x + c"), Points.of(X, 2 * X + RANDOM.normal(size=40)))
    assert not found.converged
    assert found.rank == 2
    assert "do not determine" in found.reason
    assert np.isnan(found.errors[:2]).all()
    assert np.isfinite(found.errors[2])


def test_what_runs_to_infinity_has_not_converged():
    """A line is a hyperbola whose a and b are infinite."""
    found = fit(typed("y ~ a x / (b + x)"), Points.of(X, 3 * X))
    assert not found.converged


def test_a_bad_start_is_tried_again():
    """exp(500·6) overflows where it starts; from a smaller one it goes."""
    points = Points.of(X, 3 * np.exp(0.4 * X))
    found = fit(typed("y ~ a exp(k x)"), points, {"k": 500})
    assert found.attempts > 1
    assert found.converged
    np.testing.assert_allclose(found.values, [3, 0.4], rtol=1e-10)


def test_linear_parameters_are_known_and_solved_for():
    model = typed("y ~ a sin(k x) + b exp(-q x) + c d x")
    points = Points.of(X, 2 * np.sin(3 * X) - 5 * np.exp(-X) + 7 * X)
    residuals = Residuals.of(model, model.parameters, points, {})
    start = np.array([1.0, 1, 1, 1, 3, 1])
    linear = linear_parameters(residuals, start, np.random.default_rng(0))
    named = [name for name, chosen in zip(model.parameters, linear, strict=True) if chosen]
    assert named == ["a", "b", "c"]  # and d, if c were not among them
    free = Bounds(np.full(6, -np.inf), np.full(6, np.inf))
    np.testing.assert_allclose(projected(residuals, start, linear, free), [2, -5, 7, 1, 3, 1], rtol=1e-9)


def test_steps_to_where_there_is_no_value_are_refused():
    points = Points.of(X, np.log(X + 0.45))
    found = fit(typed("y ~ ln(x + c)"), points, {"c": 30})
    assert found.converged
    assert found.values[0] == pytest.approx(0.45, rel=1e-10)


def test_exploring_finds_the_lowest_of_many_minima():
    points = Points.of(X, np.sin(7.3 * X) + 0.01 * RANDOM.normal(size=40))
    once = fit(typed("y ~ a sin(b x)"), points)
    assert once.converged
    assert once.rss < 0.1  # the first minimum explains nothing, so that others are looked for
    often = fit(typed("y ~ a sin(b x)"), points, explore=True)
    assert often.rss < 0.01
    assert abs(often.parameters["b"]) == pytest.approx(7.3, rel=1e-3)


def test_two_inputs():
    table = read_table(
        "u,v,w\n" + "\n".join(f"{u},{v},{2 * u - 3 * v + u * v}" for u in range(4) for v in range(5))
    )
    model = Model(lambda u, v, p: p["a"] * u + p["b"] * v + u * v, ("a", "b"), ("u", "v"), "w")
    found = fit(model, model.points(table))
    np.testing.assert_allclose(found.values, [2, -3], rtol=1e-12)


def test_other_points_of_similar_number_compile_nothing():
    traces = 0

    def f(x, p):
        nonlocal traces
        traces += 1
        return p["a"] * jnp.sin(x) + p["c"]

    model = Model(f, ("a", "c"))
    fit(model, Points.of(X, X))
    first = traces
    for count in (10, 25, 39):
        fit(model, Points.of(X[:count], X[:count] ** 2), {"a": count})
    assert traces == first


def test_float32_is_refused():
    with jax.enable_x64(False), pytest.raises(TypeError, match="float64"):
        fit(typed("y ~ a x"), DECAY)


def test_mistakes_are_named(subtests):
    for text, options, words in (
        ("y ~ a x", {"start": {"b": 1}}, "no parameter 'b'"),
        ("y ~ a x", {"fixed": {"a": 1}}, "no parameter that is free"),
        ("y ~ a x", {"bounds": {"k": (0, 1)}}, "'k'"),
        ("y ~ a x", {"bounds": {"a": (1, 0)}}, "bounds of a"),
        ("y ~ a ln(-x)", {}, "another start"),
        ("y ~ a x + b x1", {}, "inputs"),
        ("y ~ mlp(x; 4)", {}, "descent"),
        ("y ~ a x^2 + b x + c + d/x", {"points": Points.of([1, 2, 3], [1, 2, 3])}, "3 points"),
    ):
        with subtests.test(text=text), pytest.raises(DataError, match=words):
            fit(typed(text), **{"points": DECAY, **options})


def test_a_minimum_that_explains_little_is_left_or_said():
    """A sine from a wrong frequency ends in one of many minima; that none explains the points is told."""
    x = np.linspace(0, 10, 80)
    wave = fit(typed("y ~ a sin(b x + c)"), Points.of(x, 2 * np.sin(3 * x + 0.4)), {"a": 1, "b": 7.3, "c": 0})
    assert wave.r_squared > 0.99 or "other starting values" in wave.warning
    noise = fit(typed("y ~ a x + b"), Points.of(x, np.random.default_rng(2).normal(size=80)))
    assert noise.converged
    assert "less than half" in noise.warning


def test_a_fit_that_explains_nothing_is_warned_of(subtests):
    """The share of chance is that of the F test, for a line SciPy's p of the slope."""
    random = np.random.default_rng(5)
    x = np.linspace(0, 10, 12)
    for seed in range(20):
        with subtests.test(seed=seed):
            y = random.normal(size=12)
            chance = linregress(x, y).pvalue
            found = fit(typed("y ~ a x + b"), Points.of(x, y))
            assert (f"in {chance:.0%} of all cases" in found.warning) == (chance > 0.05)
            assert ("less than half" in found.warning) == (found.r_squared < 0.5)
            assert "other starting values" not in found.warning  # a line has one minimum
    assert not fit(typed("y ~ a x + b"), Points.of(x, 3 * x + y)).warning
    for text, given, words in (
        ("y ~ a x^2 + b x + c", ([1, 2, 3], [4, 1, 7]), "as many parameters"),
        ("y ~ a x", (x, 20 - x), "a constant explains"),
        ("y ~ a x + b", (x, 0 * x + 3), "do not vary"),
    ):
        assert words in fit(typed(text), Points.of(*given)).warning
