"""More noise against scikit-image's distributions and SciPy's, on a million values."""

import math
from io import BytesIO

import numpy as np
import pytest
import scipy.stats as stats
import skimage.data
import skimage.util
from pictures import random_photo
from PIL import Image

GRAY = np.full((1000, 1000, 1), 0.5, np.float32)
UNLIKELY = 1e-4


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
