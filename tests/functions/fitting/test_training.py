"""Descent on the mean square against NumPy by hand, closed forms and coordinate descent."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import minimize

from jaxstudio.errors import DataError, UsageError
from jaxstudio.functions.descent import Method
from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.table import Points
from jaxstudio.functions.fitting.training import train
from jaxstudio.functions.language import read_line

pytestmark = pytest.mark.usefixtures("standard_promotion")

RANDOM = np.random.default_rng(2)
X = np.linspace(-1, 1, 50)
POINTS = Points.of(X, 2 * X - 0.5 + 0.1 * RANDOM.normal(size=50))
LINE = Model.of(read_line("y ~ w x + b"))
# columns alike enough for a lasso to choose among them
FEATURES = RANDOM.normal(size=(4, 60)) + 0.7 * RANDOM.normal(size=60)
TARGET = FEATURES.T @ [1.5, 0.0, -0.8, 0.05] + 0.3 * RANDOM.normal(size=60)


def linear(u, v, w, x, p):
    return p["a"] * u + p["b"] * v + p["c"] * w + p["d"] * x


FOUR = Model(linear, ("a", "b", "c", "d"), ("u", "v", "w", "x"))


def test_each_step_is_the_textbooks():
    training = train(LINE, POINTS, {"w": 0, "b": 0}, method="gradient", rate=0.3)
    progress = training.advance(20)
    w = b = 0.0
    for loss, (kept_b, kept_w) in zip(progress.losses, progress.path, strict=True):
        wrong = w * X + b - POINTS.y
        assert (loss, kept_b, kept_w) == pytest.approx(((wrong**2).mean(), b, w), rel=1e-12)
        w, b = w - 0.3 * 2 * (wrong * X).mean(), b - 0.3 * 2 * wrong.mean()
    assert training.parameters["w"] == pytest.approx(w, rel=1e-12)
    assert (training.step, progress.first, progress.steps) == (20, 0, 20)
    assert training.names == ("b", "w")


@pytest.mark.samples(2)
@pytest.mark.parametrize("method", list(Method))
def test_every_method_comes_to_numpys_line(method):
    training = train(LINE, POINTS, method=method, rate=0.08)
    training.advance(1000)
    slope, intercept = np.polyfit(X, POINTS.y, 1)
    np.testing.assert_allclose(
        [training.parameters["w"], training.parameters["b"]], [slope, intercept], atol=1e-6
    )


def test_points_count_by_their_sigma():
    sigma = np.where(X < 0, 0.1, 5.0)
    points = Points.of(X, np.abs(X) + X, sigma)
    training = train(LINE, points, method="momentum", rate=0.1)
    training.advance(1000)
    expected = np.polyfit(X, points.y, 1, w=1 / sigma)
    np.testing.assert_allclose([training.parameters["w"], training.parameters["b"]], expected, atol=1e-6)


def test_ridge_is_the_closed_form():
    training = train(
        FOUR, Points.of(FEATURES, TARGET), method="momentum", rate=0.02, penalty="ridge", strength=0.3
    )
    training.advance(1000)
    closed = np.linalg.solve(FEATURES @ FEATURES.T / 60 + 0.3 * np.eye(4), FEATURES @ TARGET / 60)
    np.testing.assert_allclose([training.parameters[name] for name in "abcd"], closed, rtol=1e-9)
    loss = ((FEATURES.T @ closed - TARGET) ** 2).mean() + 0.3 * (closed**2).sum()
    assert training.loss() == pytest.approx(loss, rel=1e-12)


def coordinate_descent(features, target, strength, turns=500):
    """The least mean square plus strength·Σ|w|, one weight at a time (Friedman et al., 2007)."""
    weights = np.zeros(len(features))
    for _ in range(turns):
        for j, column in enumerate(features):
            rest = target - features.T @ weights + column * weights[j]
            slope = 2 * (column @ rest) / len(target)
            shrunk = np.sign(slope) * max(abs(slope) - strength, 0)
            weights[j] = shrunk / (2 * (column @ column) / len(target))
    return weights


@pytest.mark.samples(1)
@pytest.mark.parametrize("method", list(Method))
def test_the_lasso_is_coordinate_descents(method):
    """With every method, and the weights that it leaves out are exactly 0."""
    expected = coordinate_descent(FEATURES, TARGET, 0.4)
    assert (expected == 0).any()
    assert (expected != 0).any()
    training = train(
        FOUR, Points.of(FEATURES, TARGET), method=method, rate=0.01, penalty="lasso", strength=0.4
    )
    progress = training.advance(20_000)
    found = np.array([training.parameters[name] for name in "abcd"])
    np.testing.assert_allclose(found, expected, atol=1e-5)
    np.testing.assert_array_equal(found == 0, expected == 0)
    loss = ((FEATURES.T @ expected - TARGET) ** 2).mean() + 0.4 * np.abs(expected).sum()
    assert progress.losses[-1] == pytest.approx(loss, rel=1e-6)
    assert training.loss() == pytest.approx(loss, rel=1e-6)


def test_paused_and_resumed_it_takes_the_same_steps():
    whole, first, then = (train(LINE, POINTS, rate=0.01, batch=7, seed=4) for _ in range(3))
    losses = whole.advance(40).losses
    start_time = first.advance(13)
    then.resume(jax.tree.map(np.asarray, first.state))
    rest = then.advance(27)
    assert rest.first == 13
    np.testing.assert_array_equal(np.concatenate([start_time.losses, rest.losses]), losses)
    np.testing.assert_array_equal(then.parameters["w"], whole.parameters["w"])
    whole.advance(960)
    found = [whole.parameters["w"], whole.parameters["b"]]
    np.testing.assert_allclose(found, np.polyfit(X, POINTS.y, 1), atol=0.03)


def test_in_each_round_every_sample_is_seen_once():
    """At rate 1e-30 nothing moves, so that a batch's loss tells which samples were in it."""
    points = Points.of(np.zeros(12), np.sqrt(2.0 ** np.arange(12)))
    training = train(LINE, points, {"b": 0}, method="gradient", rate=1e-30, batch=3, seed=1)
    losses = (training.advance(12).losses * 3).round().astype(int).reshape(3, 4)
    for turn in losses:
        assert np.bitwise_or.reduce(turn) == 2**12 - 1
        assert turn.sum() == 2**12 - 1
    assert len({tuple(turn) for turn in losses.tolist()}) == 3


def test_divergence_ends_it_and_is_told():
    training = train(LINE, POINTS, method="gradient", rate=5)
    progress = training.advance(1000)
    assert progress.diverged
    assert progress.steps < 1000
    assert np.isfinite(progress.losses[:-1]).all()
    assert not np.isfinite(progress.losses[-1])
    assert training.advance(10).steps == 0


def test_gradients_of_single_samples():
    training = train(LINE, POINTS, {"w": 0.3, "b": 0.1})
    gradients = training.sample_gradients()
    wrong = 0.3 * X + 0.1 - POINTS.y
    np.testing.assert_allclose(gradients["w"], 2 * wrong * X, rtol=1e-12)
    np.testing.assert_allclose(gradients["b"], 2 * wrong, rtol=1e-12)


def test_knobs_compile_nothing():
    traces = 0

    def f(x, p):
        nonlocal traces
        traces += 1
        return p["a"] * jnp.tanh(p["k"] * x)

    training = train(Model(f, ("a", "k")), POINTS, penalty="ridge")
    training.advance(50)
    first = traces
    for turn in range(1, 5):
        training.rate, training.momentum, training.strength = 0.01 * turn, 0.2 * turn, 0.1 * turn
        training.advance(turn)
    other = train(Model(f, ("a", "k")), Points.of(X[:30], X[:30]), {"a": 3}, penalty="ridge", seed=9)
    other.advance(7)
    assert traces == first


@pytest.mark.thorough
def test_without_jit_the_steps_are_the_same():
    jitted, plain = (train(LINE, POINTS, method="gradient") for _ in range(2))
    expected = jitted.advance(3)
    found = plain.advance(3, jit=False)
    np.testing.assert_allclose(found.losses, expected.losses, rtol=1e-12)
    np.testing.assert_allclose(found.path, expected.path, rtol=1e-12)
    assert plain.advance(0, jit=False).steps == 0


def test_a_nonlinear_model_is_scipys():
    points = Points.of(X, 1.5 * np.tanh(2.5 * X) + 0.05 * RANDOM.normal(size=50))
    training = train(Model.of(read_line("y ~ a tanh(k x)")), points, method="momentum", rate=0.1)
    training.advance(1000)
    best = minimize(lambda v: ((v[0] * np.tanh(v[1] * X) - points.y) ** 2).mean(), [1, 1], tol=1e-12)
    np.testing.assert_allclose([training.parameters["a"], training.parameters["k"]], best.x, rtol=1e-5)


def test_mistakes_are_named(subtests):
    for wrong, words in (
        ({"method": "sgd"}, "sgd"),
        ({"penalty": "elastic"}, "elastic"),
        ({"rate": -1}, "rate"),
        ({"strength": -1}, "strength"),
        ({"batch": 51}, "batch is 51"),
        ({"penalised": ["q"]}, "no parameter q"),
        ({"start": {"q": 1}}, "no parameter 'q'"),
        ({"model": Model.of(read_line("y ~ x"))}, "no parameter"),
    ):
        with subtests.test(wrong=wrong), pytest.raises((UsageError, DataError), match=words):
            train(**{"model": LINE, "points": POINTS, **wrong})
