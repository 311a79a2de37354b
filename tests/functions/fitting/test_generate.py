"""Generated points against their recipe in NumPy, and their noise against its statistics."""

import jax.numpy as jnp
import numpy as np
import pytest
from scipy import stats

from jaxstudio.errors import DataError
from jaxstudio.functions.fitting.samples import generate


def wave(x, p):
    return p["a"] * jnp.cos(x)


def test_without_noise_the_points_lie_on_the_curve():
    points = generate(wave, 0, 10 * np.pi, 1000, p={"a": 40})
    np.testing.assert_allclose(points.x, np.linspace(0, 10 * np.pi, 1000), rtol=1e-14)
    np.testing.assert_allclose(points.y, 40 * np.cos(points.x), atol=1e-12)


def test_the_noise_is_normal():
    points = generate(wave, 0, 1, 1000, noise=10, seed=3, p={"a": 0})
    assert stats.kstest(points.y / 10, "norm").pvalue > 0.01
    drawn = generate(wave, 2, 5, 1000, p={"a": 0}, evenly=False).x
    assert stats.kstest(drawn, "uniform", (2, 3)).pvalue > 0.01


def test_a_seed_repeats_and_a_longer_series_begins_alike():
    def noise(count, seed):
        return generate(wave, 0, 0, count, noise=1, seed=seed, p={"a": 0}, evenly=False).y

    np.testing.assert_array_equal(noise(50, 7), noise(50, 7))
    np.testing.assert_array_equal(noise(50, 7), noise(1000, 7)[:50])
    assert not np.isclose(noise(50, 7), noise(50, 8)).any()


def test_where_there_is_no_value_there_is_no_point():
    points = generate(lambda x, p: jnp.log(x), -1, 1, 11)
    assert (len(points), points.skipped) == (5, 6)


def test_dragging_compiles_nothing():
    traces = 0

    def f(x, p):
        nonlocal traces
        traces += 1
        return p["a"] * x

    for k in range(1, 5):
        generate(f, -k, k, 500 + k, noise=k, seed=k, p={"a": k})
    assert traces == 1


def test_wrong_numbers_are_named(subtests):
    for name, value in (("count", 0), ("low", 2), ("high", np.inf), ("noise", -1)):
        word = name if name in ("count", "noise") else "range"
        with subtests.test(name=name), pytest.raises(DataError, match=word):
            generate(**{"f": wave, "low": 0, "high": 1, "count": 5, "p": {"a": 1}, name: value})
