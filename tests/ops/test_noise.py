"""Noise against the distributions of scikit-image and SciPy, on a million values; coding against Pillow."""

import math
from io import BytesIO

import numpy as np
import pytest
import scipy.stats as stats
import skimage.data
import skimage.util
from pictures import random_photo
from PIL import Image

from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

GRAY = np.full((600, 1000, 1), 0.5, np.float32)
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
    noise, source = CATALOGUE["gaussian_noise"], Source(np.zeros((300, 400, 1), np.float32))
    recipe = Recipe().added(noise).added(noise)
    one = engine.render(source, recipe.removed(2))
    both = engine.render(source, recipe)
    assert abs(np.corrcoef(one.ravel(), (both - one).ravel())[0, 1]) < 0.015
    # a step keeps its noise when it moves
    np.testing.assert_allclose(engine.render(source, recipe.moved(1, 1)), both, atol=1e-6)


@pytest.mark.parametrize(("name", "level"), [("salt", 1.0), ("pepper", 0.0)])
def test_specks(filtered, name, level):
    result = filtered(name, GRAY, amount=0.1)
    theirs = skimage.util.random_noise(GRAY, name, rng=1, amount=0.1)
    assert set(np.unique(result)) == {0.5, level}
    table = [[(picture == value).sum() for value in (0.5, level)] for picture in (result, theirs)]
    assert stats.chi2_contingency(table).pvalue > UNLIKELY


def test_speckle_is_scikit_images(filtered):
    ours = filtered("speckle", GRAY, mean=0.1, var=0.02).ravel()
    theirs = skimage.util.random_noise(
        GRAY.astype(np.float64), "speckle", rng=1, clip=False, mean=0.1, var=0.02
    )
    assert stats.ks_2samp(ours, theirs.ravel()).pvalue > UNLIKELY


def test_uniform_noise_and_impulses_are_uniform(filtered):
    noise = filtered("uniform_noise", GRAY, low=-0.2, high=0.3).ravel().astype(np.float64) - 0.5
    assert stats.kstest(noise, "uniform", args=(-0.2, 0.5)).pvalue > UNLIKELY
    result = filtered("impulse", GRAY, amount=0.3).ravel()
    hit = result[result != 0.5].astype(np.float64)
    assert hit.size / GRAY.size == pytest.approx(0.3, abs=4 * math.sqrt(0.21 / GRAY.size))
    assert stats.kstest(hit, "uniform").pvalue > UNLIKELY


@pytest.mark.parametrize("mean", [0.3, 3.0, 11.9, 12.1, 40.0, 500.0])
def test_photons_are_poissons(filtered, mean):
    """Counts against SciPy's probabilities, tails taken together."""
    counts = np.rint(filtered("poisson_noise", GRAY, peak=2 * mean).ravel() * 2 * mean).astype(int)
    low, high = stats.poisson.ppf([1e-4, 1 - 1e-4], mean).astype(int)
    observed = np.bincount(np.clip(counts, low, high) - low, minlength=high - low + 1)
    chances = stats.poisson.pmf(np.arange(low, high + 1), mean)
    chances[0], chances[-1] = stats.poisson.cdf(low, mean), stats.poisson.sf(high - 1, mean)
    assert counts.mean() == pytest.approx(mean, abs=4.5 * math.sqrt(mean / counts.size))
    assert counts.var() == pytest.approx(mean, rel=0.01)
    # the normal with the right skewness is near, not equal: no probability is off by more than this
    assert np.abs(observed / counts.size - chances).max() < 0.0015


def test_photons_are_scikit_images(filtered):
    """Which takes the number of different values, rounded up to a power of two, for the peak."""
    ramp = np.linspace(0, 1, 256).repeat(4000).reshape(1000, 1024, 1).astype(np.float32)
    theirs = skimage.util.random_noise(ramp, "poisson", rng=1, clip=False)
    ours = filtered("poisson_noise", ramp, peak=256.0)
    for part in (np.s_[:20], np.s_[200:220], np.s_[-20:]):  # 5 tones each, from few photons to many
        a, b = (np.rint(picture[part].ravel() * 256).astype(int) for picture in (ours, theirs))
        cuts = np.unique(np.quantile(b, np.linspace(0.02, 0.98, 20)))
        table = [np.histogram(each, [-1, *cuts, 10**6])[0] for each in (a, b)]
        assert stats.chi2_contingency(np.array(table) + 1).pvalue > UNLIKELY


def test_fine_grain_is_normal(filtered):
    grain = filtered("film_grain", GRAY, amount=0.1, size=1.0).ravel().astype(np.float64) - 0.5
    assert stats.kstest(grain, stats.norm(0, 0.1).cdf).pvalue > UNLIKELY


def test_grain_has_the_deviation_and_size_asked_for(filtered):
    for size in (1.0, 3.0):
        grain = (filtered("film_grain", GRAY, amount=0.1, size=size) - 0.5)[..., 0].astype(np.float64)
        assert grain.std() == pytest.approx(0.1, rel=0.01)
        neighbours = np.corrcoef(grain[:, 1:].ravel(), grain[:, :-1].ravel())[0, 1]
        assert neighbours == pytest.approx(0.0, abs=0.01) if size == 1 else neighbours > 0.6
    for tone in (0.0, 1.0):
        np.testing.assert_array_equal(filtered("film_grain", np.full_like(GRAY[:9], tone)), tone)
    colours = filtered("film_grain", np.full((50, 60, 3), 0.5, np.float32), colour=False)
    np.testing.assert_array_equal(colours[..., 0], colours[..., 2])


def test_levels_are_rounded_to(filtered):
    pixels = random_photo(37, 53)
    np.testing.assert_allclose(filtered("quantization", pixels, levels=5), np.rint(pixels * 4) / 4, atol=1e-7)


@pytest.mark.parametrize("channels", [1, 3])
def test_jpeg_is_pillows(filtered, channels):
    pixels = random_photo(37, 53, channels, "uint8")
    memory = BytesIO()
    Image.fromarray(pixels.squeeze()).save(memory, "JPEG", quality=30)
    expected = np.asarray(Image.open(memory)).reshape(pixels.shape)
    np.testing.assert_array_equal(filtered("jpeg", pixels, "uint8", quality=30), expected)


@pytest.mark.parametrize("subsampling", [True, False])
@pytest.mark.parametrize("channels", [1, 3])
def test_tiles_of_a_jpeg_fit_together(filtered, channels, subsampling, monkeypatch):
    """Several tiles each way, and a rest that is no whole block: still Pillow's one file, bit for bit."""
    monkeypatch.setattr("jaxstudio.ops.noise.coding.SIDE", 32)
    pixels = np.ascontiguousarray(skimage.data.astronaut()[:300, 100:153, :channels])
    memory = BytesIO()
    extra = {} if channels == 1 else {"subsampling": 2 if subsampling else 0}
    Image.fromarray(pixels.squeeze()).save(memory, "JPEG", quality=20, **extra)
    expected = np.asarray(Image.open(memory)).reshape(pixels.shape)
    result = filtered("jpeg", pixels, "uint8", quality=20, subsampling=subsampling)
    np.testing.assert_array_equal(result, expected)


def test_a_jpeg_of_levels_and_of_the_same_floats_is_the_same(filtered):
    levels = np.random.default_rng(3).integers(0, 256, (150, 90, 4)).astype(np.uint8)
    floats = levels * np.float32(1 / 255)
    np.testing.assert_array_equal(filtered("jpeg", levels, "uint8"), filtered("jpeg", floats, "uint8"))
    np.testing.assert_array_equal(filtered("jpeg", levels, "float32"), filtered("jpeg", floats, "float32"))


def test_a_picture_wider_than_any_jpeg_is_computed_all_the_same(filtered):
    pixels = np.zeros((1, 65501, 1), np.uint8)
    np.testing.assert_array_equal(filtered("jpeg", pixels, "uint8"), pixels)
