"""The measures beside scikit-image's, on every kind of picture."""

import math

import numpy as np
import pytest
from pictures import encoded, random_photo
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.metrics import mean_squared_error, peak_signal_noise_ratio, structural_similarity

from jaxstudio.engine import metrics
from jaxstudio.engine.metrics import check_alike, measure_pixels, measure_recipes
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

BLUR = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 1.5})


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Several blocks even in a small picture."""
    monkeypatch.setattr(metrics, "BLOCK", 32)


def pair(channels=3, dtype="uint8", shape=(45, 71)):
    one = random_photo(*shape, channels, dtype)
    other = (0.7 * one + 0.3 * random_photo(*shape, channels, dtype, seed=1)).astype(one.dtype)
    return one, other


@pytest.mark.samples(5)
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_measures_are_scikit_images(channels, dtype):
    one, other = pair(channels, dtype)
    found = measure_pixels(one, other)
    colours = channels - (channels in (2, 4))
    a, b = encoded(one)[..., :colours], encoded(other)[..., :colours]
    assert found.mse == pytest.approx(mean_squared_error(a, b), rel=1e-5)
    assert found.psnr == pytest.approx(peak_signal_noise_ratio(a, b, data_range=1.0), abs=1e-4)
    ssim = structural_similarity(a, b, data_range=1.0, channel_axis=2)
    assert found.ssim == pytest.approx(ssim, abs=1e-5)
    assert found.delta == pytest.approx(np.abs(a - b).max(), abs=1e-6)
    rgb = [np.broadcast_to(x, (*x.shape[:2], 3)) for x in (a, b)]
    apart = deltaE_ciede2000(*map(rgb2lab, rgb))
    assert found.delta_e == pytest.approx(apart.mean(), rel=1e-4)
    assert found.delta_e_most == pytest.approx(apart.max(), rel=1e-3)
    assert found.left_out == 0


def test_smooth_pictures_keep_their_digits():
    """Where nearly nothing varies, variances are differences of almost equal numbers."""
    ramp = np.linspace(0.9, 0.95, 64 * 80, dtype=np.float32).reshape(64, 80, 1)
    other = ramp + np.float32(0.002) * random_photo(64, 80, 1)
    expected = structural_similarity(ramp[..., 0].astype(float), other[..., 0].astype(float), data_range=1.0)
    assert measure_pixels(ramp, other).ssim == pytest.approx(expected, abs=1e-4)


def test_the_same_picture_is_the_same():
    one, _ = pair()
    found = measure_pixels(one, one.copy())
    assert found.identical
    assert math.isinf(found.psnr)
    assert (found.mse, found.delta_e) == (0.0, 0.0)
    assert found.ssim == pytest.approx(1.0, abs=1e-6)


def test_what_is_no_number_is_left_out():
    one, other = pair(3, "float32")
    spoilt = other.copy()
    spoilt[10, 12, 1], spoilt[40, 60, 0], spoilt[40, 61, 2] = np.nan, np.inf, -np.inf
    found = measure_pixels(one, spoilt)
    sound = np.isfinite(spoilt).all(axis=2)
    assert found.left_out == 3
    assert found.mse == pytest.approx(((one - other)[sound].astype(float) ** 2).mean(), rel=1e-5)
    assert found.ssim == pytest.approx(measure_pixels(one, other).ssim, abs=0.01)


def test_of_nothing_but_nan_nothing_is_said():
    one = np.full((9, 9, 1), np.nan, np.float32)
    found = measure_pixels(one, one)
    assert found.left_out == 81
    assert found.mse is found.psnr is found.ssim is found.delta is found.delta_e is None


def test_a_picture_smaller_than_the_window_has_no_ssim():
    one, other = pair(shape=(6, 40))
    assert measure_pixels(one, other).ssim is None


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [((4, 5, 3), (5, 4, 3), "sizes differ: 5 × 4 and 4 × 5"), ((4, 5, 1), (4, 5, 4), "gray")],
)
def test_unlike_pictures_are_refused_in_words(one, other, words):
    with pytest.raises(UsageError, match=words):
        check_alike(one, other)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_recipes_are_compared_as_they_would_be_saved(engine, dtype):
    source = Source(random_photo(45, 71, 3, dtype))
    expected = measure_pixels(engine.render(source, BLUR, dtype=dtype), source.pixels)
    assert measure_recipes(engine, source, BLUR, Recipe()) == expected
    assert measure_recipes(engine, source, BLUR, BLUR).identical


def test_a_reduced_comparison_is_near(engine):
    y, x = np.mgrid[0:90, 0:120]
    source = Source(np.stack([y * 2, x * 2, y + x], axis=-1).astype(np.uint8))
    gamma = Recipe().added(CATALOGUE["gamma"], {"gamma": 1.5})
    exact, near = (measure_recipes(engine, source, gamma, Recipe(), level=level) for level in (0, 1))
    assert near.psnr == pytest.approx(exact.psnr, abs=0.2)
    assert near != exact


def test_measuring_can_be_called_off(engine):
    with pytest.raises(Cancelled):
        measure_recipes(engine, Source(random_photo(45, 71)), BLUR, Recipe(), cancel=lambda: True)
