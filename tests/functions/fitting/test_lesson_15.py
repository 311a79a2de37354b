"""Lesson 15: a line, and a line with a cosine, through 1,000 noisy points."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.functions.fitting.least_squares import fit
from jaxstudio.functions.fitting.model import Model
from jaxstudio.functions.fitting.samples import generate
from jaxstudio.functions.fitting.training import train
from jaxstudio.functions.language import read_line

LINE = Model.of(read_line("y ~ w x + b"))
WAVE = Model.of(read_line("y ~ b + w x + a cos(x)"))


@pytest.fixture
def points():
    return generate(lambda x, p: 65 + 1.8 * x + 40 * jnp.cos(x), 0, 10 * np.pi, 1000, noise=10, seed=15)


def closed_form(points, strength=0.0):
    """[w, b] of the least mean square, with strength·w² added."""
    design = np.stack([points.x, np.ones(1000)])
    return np.linalg.solve(design @ design.T / 1000 + np.diag([strength, 0]), design @ points.y / 1000)


def trained(model, points, steps, **options):
    training = train(
        model, points, dict.fromkeys(model.parameters, 0.0), method="gradient", rate=2.4e-3, **options
    )
    progress = training.advance(steps)
    return training, progress


def test_gradient_descent_comes_to_the_least_squares(points):
    training, progress = trained(LINE, points, 17_000)
    expected = np.linalg.lstsq(np.stack([points.x, np.ones(1000)], 1), points.y)[0]
    np.testing.assert_allclose([training.parameters["w"], training.parameters["b"]], expected, rtol=1e-3)
    assert (np.diff(progress.losses) <= 1e-9).all()
    assert progress.path.shape == (17_000, 2)
    mean = {name: column.mean() for name, column in training.sample_gradients().items()}
    slope = expected - closed_form(points)
    np.testing.assert_allclose(slope, 0, atol=1e-9)
    assert abs(mean["w"]) < 0.1
    assert abs(mean["b"]) < 0.1


@pytest.mark.thorough
def test_ridge_and_lasso_on_the_slope(points):
    training, _ = trained(LINE, points, 17_000, penalty="ridge", strength=20, penalised=["w"])
    np.testing.assert_allclose(
        [training.parameters["w"], training.parameters["b"]], closed_form(points, 20), rtol=1e-3
    )
    training, _ = trained(LINE, points, 17_000, penalty="lasso", strength=50, penalised=["w"])
    # where w is not 0, the condition is that of a line through points moved by half the strength
    spread = points.x.var()
    slope = (np.mean((points.x - points.x.mean()) * points.y) - 25) / spread
    assert training.parameters["w"] == pytest.approx(slope, rel=1e-3)
    training, _ = trained(LINE, points, 17_000, penalty="lasso", strength=1000, penalised=["w"])
    assert training.parameters["w"] == 0
    assert training.parameters["b"] == pytest.approx(points.y.mean(), rel=1e-6)


def test_the_model_with_the_cosine_finds_what_was_put_in(points):
    found = fit(WAVE, points)
    assert found.names == ("a", "b", "w")
    assert found.converged
    assert (np.abs(found.values - [40, 65, 1.8]) < 3 * found.errors).all()
    assert found.residual_std == pytest.approx(10, rel=0.05)
    training, _ = trained(WAVE, points, 17_000)
    np.testing.assert_allclose([training.parameters[name] for name in found.names], found.values, rtol=1e-3)
