"""Noise against scikit-image's distributions, tested on a million values."""

import math

import numpy as np
import pytest
import scipy.stats as stats
import skimage.util

GRAY = np.full((1000, 1000, 1), 0.5, np.float32)
# A true hypothesis falls below this once in ten thousand seeds; the seeds here are fixed.
UNLIKELY = 1e-4


@pytest.mark.parametrize(("mean", "var"), [(0.0, 0.01), (0.2, 0.05)])
def test_gaussian_noise_is_normal(filtered, mean, var):
    noise = filtered("gaussian_noise", GRAY, mean=mean, var=var).astype(np.float64).ravel() - 0.5
    assert noise.mean() == pytest.approx(mean, abs=4 * math.sqrt(var / noise.size))
    assert noise.var() == pytest.approx(var, rel=4 * math.sqrt(2 / noise.size))
    assert abs(stats.skew(noise)) < 4 * math.sqrt(6 / noise.size)
    assert abs(stats.kurtosis(noise)) < 4 * math.sqrt(24 / noise.size)
    assert stats.kstest(noise, stats.norm(mean, math.sqrt(var)).cdf).pvalue > UNLIKELY


def test_gaussian_noise_is_drawn_as_scikit_image_does(filtered):
    ours = filtered("gaussian_noise", GRAY, mean=0.1, var=0.02).ravel()
    theirs = skimage.util.random_noise(
        GRAY.astype(np.float64), "gaussian", rng=1, clip=False, mean=0.1, var=0.02
    )
    assert stats.ks_2samp(ours, theirs.ravel()).pvalue > UNLIKELY


@pytest.mark.parametrize(("amount", "salt"), [(0.05, 0.5), (0.3, 0.2), (1.0, 1.0), (0.0, 0.5)])
def test_salt_and_pepper_shares(filtered, amount, salt):
    result = filtered("salt_and_pepper", GRAY, amount=amount, salt_vs_pepper=salt)
    assert set(np.unique(result)) <= {0.0, 0.5, 1.0}

    def share(p):
        return pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / GRAY.size))

    assert (result == 1).mean() == share(amount * salt)
    assert (result == 0).mean() == share(amount * (1 - salt))
    theirs = skimage.util.random_noise(GRAY, "s&p", rng=1, amount=amount, salt_vs_pepper=salt)
    table = [[(picture == level).sum() + 1 for level in (0, 0.5, 1)] for picture in (result, theirs)]
    assert stats.chi2_contingency(table).pvalue > UNLIKELY


EVERY_NOISE = {
    "gaussian_noise": {},
    "salt_and_pepper": {},
    "salt": {},
    "pepper": {},
    "impulse": {"amount": 0.3},
    "speckle": {},
    "uniform_noise": {},
    "poisson_noise": {"peak": 30.0},
    "film_grain": {"size": 1.0, "colour": True},
}


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", EVERY_NOISE)
def test_neighbours_channels_steps_and_seeds_are_independent(filtered, name):
    pixels = np.full((300, 400, 3), 0.5, np.float32)
    noise = filtered(name, pixels, **EVERY_NOISE[name]).astype(np.float64)
    other = filtered(name, pixels, seed=1, **EVERY_NOISE[name]).astype(np.float64)
    limit = 4.5 / math.sqrt(300 * 400)

    def correlation(one, another):
        return abs(np.corrcoef(one.ravel(), another.ravel())[0, 1])

    assert correlation(noise[1:], noise[:-1]) < limit
    assert correlation(noise[:, 1:], noise[:, :-1]) < limit
    assert correlation(noise[..., 0], noise[..., 1]) < limit
    assert correlation(noise[..., 1], noise[..., 2]) < limit
    assert correlation(noise, other) < limit
    for far in (1, 2):  # a colour here, another there: counters that overlap would make them the same
        for one, another in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
            assert correlation(noise[:, far:, one], noise[:, :-far, another]) < limit
            assert correlation(noise[far:, :, one], noise[:-far, :, another]) < limit


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [1, 4])
@pytest.mark.parametrize("name", EVERY_NOISE)
def test_noise_is_a_matter_of_its_place(filtered, name, channels):
    """Of a larger picture, whose rows lie elsewhere in memory, the same corner has the same noise."""
    small, large = (np.full((*size, channels), 0.25, np.float32) for size in ((20, 30), (50, 81)))
    one, other = (filtered(name, pixels, seed=3, **EVERY_NOISE[name]) for pixels in (small, large))
    np.testing.assert_array_equal(one, other[:20, :30])
    assert one.std() > 0


@pytest.mark.parametrize("name", ["gaussian_noise", "salt_and_pepper"])
def test_noise_stays_when_the_picture_changes(filtered, name):
    """It depends on seed, step and place alone: not on what is there, nor on how large the picture is."""
    small, large = np.zeros((20, 30, 3), np.float32), np.full((50, 80, 3), 0.25, np.float32)
    one, other = filtered(name, small), filtered(name, large)
    if name == "gaussian_noise":
        np.testing.assert_allclose(one, other[:20, :30] - 0.25, atol=1e-6)
    else:
        np.testing.assert_array_equal(one == 1, other[:20, :30] == 1)


def test_noise_of_two_steps_differs(engine):
    from jaxstudio.engine.source import Source
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    noise, source = CATALOGUE["gaussian_noise"], Source(np.zeros((300, 400, 1), np.float32))
    recipe = Recipe().added(noise).added(noise)
    one = engine.render(source, recipe.removed(2))
    both = engine.render(source, recipe)
    assert abs(np.corrcoef(one.ravel(), (both - one).ravel())[0, 1]) < 0.015
    # a step keeps its noise when it moves
    np.testing.assert_allclose(engine.render(source, recipe.moved(1, 1)), both, atol=1e-6)
