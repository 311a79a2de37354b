"""Lesson 16 and the network's own laws: how it begins, computes, is scaled and drawn."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.errors import UsageError
from jaxstudio.functions.fitting.least_squares import fit
from jaxstudio.functions.fitting.model import Model, dense, initial, unscaled
from jaxstudio.functions.fitting.table import Points
from jaxstudio.functions.fitting.training import train
from jaxstudio.functions.language import read_line

pytestmark = pytest.mark.usefixtures("standard_promotion")

X = np.linspace(-1, 1, 128)


def curve(model, training):
    return np.asarray(jax.vmap(lambda x: model.f(x, training.parameters))(X))


@pytest.mark.thorough
def test_lesson_16():
    """1-128-128-1 with relu on 128 points of x²: loss under 0.02 after 1,000 steps; it is far under."""
    model = Model.of(read_line("y ~ mlp(x; 128, 128)"))
    training = train(model, Points.of(X, X**2), rate=0.003)
    progress = training.advance(1000)
    assert progress.losses[0] > 0.02
    assert training.loss() < 0.001
    assert np.mean((curve(model, training) - X**2) ** 2) == pytest.approx(training.loss(), rel=1e-6)
    assert [weights.shape for weights, _ in training.parameters["mlp_4"]] == [(1, 128), (128, 128), (128, 1)]


def test_far_from_the_origin_it_learns_as_well():
    x, y = 7 * X + 1000, 500 * np.sin(3 * X) - 9000
    model = Model.of_network((16, 16), activation="tanh")
    training = train(model, Points.of(x, y), rate=0.02)
    training.advance(400)
    found = np.asarray(jax.vmap(lambda at: model.f(at, training.parameters))(x))
    assert np.std(found - y) < 0.03 * np.std(y)
    assert training.loss() == pytest.approx(np.mean((found - y) ** 2), rel=1e-3)


@pytest.mark.thorough
def test_a_network_within_a_formula():
    model = Model.of(read_line("y ~ a x + mlp(x; 16)"))
    training = train(model, Points.of(X, 3 * X + np.abs(X)), rate=0.01)
    progress = training.advance(1000)
    assert training.loss() < 1e-3
    assert progress.path.shape == (1000, 1)
    assert np.mean((curve(model, training) - 3 * X - np.abs(X)) ** 2) < 1e-3


def test_it_computes_what_numpy_computes():
    layers = initial(3, (2, 5, 4, 1), "tanh")
    inputs = np.array([0.3, -0.8])
    values = inputs
    for weights, biases in layers[:-1]:
        values = np.tanh(values @ np.asarray(weights) + np.asarray(biases))
    expected = values @ np.asarray(layers[-1][0]) + np.asarray(layers[-1][1])
    np.testing.assert_allclose(dense(layers, jnp.asarray(inputs), "tanh"), expected, rtol=1e-12)


def test_it_begins_as_he_and_lecun_say(subtests):
    for activation, gain in (("relu", 2), ("tanh", 1)):
        with subtests.test(activation=activation):
            layers = initial(0, (300, 400, 500, 1), activation)
            for (weights, biases), rows, factor in zip(layers, (300, 400, 500), (gain, gain, 1), strict=True):
                assert np.var(weights) == pytest.approx(factor / rows, rel=0.15)
                assert np.mean(weights) == pytest.approx(0, abs=4 * np.sqrt(factor / rows / weights.size))
                assert biases.shape == weights.shape[1:]
            np.testing.assert_array_equal(initial(0, (1, 3, 1))[0][0], initial(0, (1, 3, 1))[0][0])
            assert not np.array_equal(initial(1, (1, 3, 1))[0][0], initial(0, (1, 3, 1))[0][0])


def test_scaling_is_undone_exactly():
    layers = initial(3, (2, 6, 1))
    middle, spread = np.array([3.0, -4.0]), np.array([2.0, 0.1])
    inputs = np.array([2.5, -4.05])
    scaled = dense(layers, jnp.asarray((inputs - middle) / spread))
    found = dense(unscaled(layers, middle, spread, 7.0, 5.0), jnp.asarray(inputs))
    np.testing.assert_allclose(found, 7 + 5 * scaled, rtol=1e-12)


def test_the_seed_draws_the_weights():
    model = Model.of_network((8,))
    losses = [train(model, Points.of(X, X**2), seed=seed).loss() for seed in (0, 0, 1)]
    assert losses[0] == losses[1] != losses[2]


def test_ridge_counts_weights_not_biases():
    model = Model.of_network((8,))
    points = Points.of(X, X**2)
    plain, ridge = (
        train(model, points, penalty=kind, strength=0.5, seed=2).loss() for kind in ("none", "ridge")
    )
    weights = train(model, points, seed=2).weights["mlp"]
    assert ridge - plain == pytest.approx(0.5 * sum(float((w**2).sum()) for w, _ in weights), rel=1e-9)


def test_an_unknown_activation_is_named():
    with pytest.raises(UsageError, match="'sine'"):
        train(Model.of_network((8,), activation="sine"), Points.of(X, X))
    with pytest.raises(UsageError, match="descent"):
        fit(Model.of_network((8,)), Points.of(X, X))
