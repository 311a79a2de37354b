"""Noise of a reduced photo is that of the mean of the pixels one stands for: SciPy's distributions."""

import math

import numpy as np
import pytest
import scipy.stats as stats

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SIDE = 800
UNLIKELY = 1e-4  # a true hypothesis falls below this once in ten thousand seeds; the seeds here are fixed


@pytest.fixture(scope="module")
def reduced():
    """Values of a gray photo's noise at a level, and their number of pixels: float64, flat."""
    engine = Engine()

    def render(name, level, gray=0.5, dtype="float32", **values):
        source = Source(np.full((SIDE, SIDE, 1), gray, np.float32))
        recipe = Recipe().added(CATALOGUE[name], values)
        pixels = engine.render(source, recipe, dtype=dtype, level=level).astype(np.float64).ravel()
        return (pixels / 255 if dtype == "uint8" else pixels), 4**level

    return render


def assert_moments(values, mean, variance):
    """Mean and variance within what chance allows, the latter within the 2 % of a quadrature."""
    assert values.mean() == pytest.approx(mean, abs=4.5 * math.sqrt(variance / values.size) + 1e-4)
    assert values.var() == pytest.approx(variance, rel=0.04 + 6 / math.sqrt(values.size))


@pytest.mark.parametrize("level", [1, 2])
def test_gaussian_noise(reduced, level):
    values, count = reduced("gaussian_noise", level, mean=0.1, var=0.02)
    assert_moments(values, 0.6, 0.02 / count)
    scaled = (values - values.mean()) / values.std()
    assert stats.kstest(scaled, stats.norm.cdf).pvalue > UNLIKELY


@pytest.mark.parametrize("level", [1, 3])
def test_speckle(reduced, level):
    values, count = reduced("speckle", level, gray=0.6, mean=0.05, var=0.04)
    assert_moments(values, 0.63, 0.36 * 0.04 / count)


@pytest.mark.parametrize("level", [1, 2])
def test_uniform_noise(reduced, level):
    values, count = reduced("uniform_noise", level, low=-0.2, high=0.4)
    assert_moments(values, 0.6, 0.36 / 12 / count)


@pytest.mark.parametrize("peak", [2.0, 30.0, 1000.0])
@pytest.mark.parametrize("level", [1, 2])
def test_poisson_noise_is_the_count_of_all_photons(reduced, level, peak):
    values, count = reduced("poisson_noise", level, gray=0.4, peak=peak)
    photons = values * peak * count
    assert np.abs(photons - np.rint(photons)).max() < 0.02
    assert_moments(values, 0.4, 0.4 / peak / count)
    if 0.4 * peak * count < 12:
        expected = stats.poisson(0.4 * peak * count)
        places = np.arange(expected.ppf(1e-3), expected.ppf(1 - 1e-3))
        found = np.array([(np.rint(photons) == place).sum() for place in places])
        chances = expected.pmf(places)
        assert stats.chisquare(found, chances / chances.sum() * found.sum()).pvalue > UNLIKELY


@pytest.mark.samples(4)
@pytest.mark.parametrize(("name", "colour"), [("salt", 1.0), ("pepper", 0.0)])
@pytest.mark.parametrize("amount", [0.002, 0.05, 0.7])
@pytest.mark.parametrize("level", [1, 2, 4])
def test_specks_are_binomial(reduced, name, colour, amount, level):
    values, count = reduced(name, level, gray=0.25, amount=amount)
    hits = (values - 0.25) / (colour - 0.25) * count
    assert np.abs(hits - np.rint(hits)).max() < 1e-2
    binomial = stats.binom(count, amount)
    assert hits.mean() == pytest.approx(binomial.mean(), abs=4.5 * binomial.std() / math.sqrt(hits.size))
    assert hits.var() == pytest.approx(binomial.var(), rel=0.02 + 12 / math.sqrt(hits.size))
    if level < 3:  # inverted term by term: the distribution itself
        places = np.arange(count + 1)
        chances = binomial.pmf(places) * hits.size
        found = np.array([(np.rint(hits) == place).sum() for place in places])
        often = chances > 8
        assert (
            stats.chisquare(
                np.append(found[often], found[~often].sum() + 1e-3),
                np.append(chances[often], chances[~often].sum() + 1e-3),
            ).pvalue
            > UNLIKELY
        )


@pytest.mark.parametrize("level", [1, 2])
def test_salt_and_pepper_is_trinomial(reduced, level):
    values, count = reduced("salt_and_pepper", level, gray=0.5, amount=0.2, salt_vs_pepper=0.3)
    one = np.array([0.8 * 0.5 + 0.06, 0.8 * 0.25 + 0.06])  # E y and E y² of one pixel
    assert_moments(values, one[0], (one[1] - one[0] ** 2) / count)


@pytest.mark.parametrize("amount", [0.05, 0.6])
@pytest.mark.parametrize("level", [1, 2])
def test_random_valued_impulses(reduced, level, amount):
    values, count = reduced("impulse", level, gray=0.2, amount=amount)
    first = (1 - amount) * 0.2 + amount / 2
    second = (1 - amount) * 0.04 + amount / 3
    assert_moments(values, first, (second - first**2) / count)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("name", "values", "draw"), [
    ("gaussian_noise", {"var": 0.04}, lambda rng, x, n: x + rng.normal(0, 0.2, n)),
    ("speckle", {"var": 0.2}, lambda rng, x, n: x * (1 + rng.normal(0, math.sqrt(0.2), n))),
    ("uniform_noise", {"low": -0.5, "high": 0.3}, lambda rng, x, n: x + rng.uniform(-0.5, 0.3, n)),
    ("poisson_noise", {"peak": 1.5}, lambda rng, x, n: rng.poisson(x * 1.5, n) / 1.5),
    ("poisson_noise", {"peak": 40.0}, lambda rng, x, n: rng.poisson(x * 40, n) / 40),
], ids=lambda each: each if isinstance(each, str) else "")  # fmt: skip
@pytest.mark.parametrize("gray", [0.05, 0.9])
def test_the_mean_is_of_clipped_pixels(reduced, name, values, draw, gray):
    """As 8-bit files have them: each pixel is clipped before they are averaged."""
    drawn = draw(np.random.default_rng(3), gray, 1_000_000).clip(0, 1)
    ours, count = reduced(name, 2, gray=gray, dtype="uint8", **values)
    assert ours.mean() == pytest.approx(drawn.mean(), abs=0.004)
    assert ours.std() * math.sqrt(count) == pytest.approx(drawn.std(), rel=0.08)


@pytest.mark.parametrize("size", [1.0, 1.5, 3.0, 8.0])
def test_film_grain_is_weakened_by_its_correlation(reduced, size):
    """Its standard deviation is that of the full grain averaged over 4 × 4 pixels."""
    full, _ = reduced("film_grain", 0, amount=0.2, size=size)
    averaged = full.reshape(SIDE // 4, 4, SIDE // 4, 4).mean((1, 3))
    ours, _ = reduced("film_grain", 2, amount=0.2, size=size)
    assert ours.std() == pytest.approx(averaged.std(), rel=0.05)
    assert ours.mean() == pytest.approx(averaged.mean(), abs=0.01)
