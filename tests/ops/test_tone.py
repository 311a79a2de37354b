"""Tones and thresholds against scikit-image, Pillow and NumPy, beyond what test_references.py compares."""

import math

import numpy as np
import pytest
import scipy.spatial
import skimage.data
import skimage.exposure
import skimage.filters
import skimage.util
from pictures import encoded, random_photo
from PIL import Image, ImageEnhance, ImageOps


@pytest.mark.parametrize("bits", range(1, 9))
def test_posterize_is_pillows(filtered, bits):
    pixels = random_photo(37, 53, dtype="uint8")
    expected = np.asarray(ImageOps.posterize(Image.fromarray(pixels), bits))
    np.testing.assert_array_equal(filtered("posterize", pixels, "uint8", bits=bits), expected)


@pytest.mark.parametrize("threshold", [0, 100, 128, 255])
def test_solarize_is_pillows(filtered, threshold):
    pixels = random_photo(37, 53, dtype="uint8")
    expected = np.asarray(ImageOps.solarize(Image.fromarray(pixels), threshold))
    # half a level below, so that no rounding decides
    result = filtered("solarize", pixels, "uint8", threshold=(threshold - 0.5) / 255)
    np.testing.assert_array_equal(result, expected)


def test_contrast_is_pillows_on_gray(filtered):
    pixels = random_photo(37, 53, 1, "uint8")
    expected = np.asarray(ImageEnhance.Contrast(Image.fromarray(pixels[..., 0])).enhance(1.6))
    result = filtered("contrast", pixels, "uint8", factor=1.6)[..., 0]
    # Pillow rounds the mean to a whole level
    assert np.abs(result.astype(int) - expected).max() <= 1


@pytest.mark.parametrize("picture", ["camera", "coins", "page"])
def test_limits_are_found_as_by_scikit_image(filtered, picture):
    gray = getattr(skimage.data, picture)()[..., None]
    for method, find in (("otsu", skimage.filters.threshold_otsu), ("li", skimage.filters.threshold_li)):
        result = filtered("threshold", gray, "uint8", method=method)
        expected = (gray > find(gray)) * 255
        # Li's iteration may stop on either side of one level
        assert np.mean(result != expected) <= (0.02 if method == "li" else 0.0), method


@pytest.mark.parametrize("shape", [(37, 53), (1, 9), (8, 1), (1, 1)], ids=str)
@pytest.mark.parametrize("amount", [0.7, -1.5, 1.0])
def test_the_corners_are_darkened_and_the_middle_is_not(filtered, shape, amount):
    """SciPy's distances from the centre: at the corners 1; a single row or column is its own middle."""
    pixels = random_photo(*shape)
    sides = [np.linspace(-1, 1, size) if size > 1 else np.array([0.0]) for size in shape]
    places = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 2)
    r = scipy.spatial.distance.cdist(places, [[0, 0]]).reshape(*shape, 1) / math.sqrt(2)
    np.testing.assert_allclose(
        filtered("vignette", pixels, amount=amount), pixels * (1 - amount * r**2), atol=1e-6
    )


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_a_limit_that_is_a_level_of_the_picture(filtered, dtype):
    """Level k is not above k/255, whatever the rounding of either: NumPy compares the exact quotients."""
    level = np.arange(256).reshape(16, 16, 1)
    pixels = {"uint8": level.astype(np.uint8), "uint16": (level * 257).astype(np.uint16)}.get(
        dtype, (level / 255).astype(np.float32)
    )
    for k in range(0, 256, 3):
        expected = (level / 255 > k / 255).astype(np.float32)
        np.testing.assert_array_equal(filtered("threshold", pixels, value=k / 255), expected, str(k))
        result = filtered("levels", pixels, black=k / 255, white=k / 255)
        np.testing.assert_array_equal(result, expected, str(k))


@pytest.mark.samples(2)
@pytest.mark.parametrize("sigma", [0.5, 2.0, 20.0, 64.0])
def test_flat_paper_is_not_lighter_than_itself(filtered, sigma):
    for level in (7, 84, 129, 254):
        result = filtered("local_threshold", np.full((9, 14, 3), level, np.uint8), sigma=sigma)
        np.testing.assert_array_equal(result, 0, f"{level}")


def test_gamma_of_a_negative_value_is_that_of_black(filtered):
    pixels = np.array([[[-1.0], [0.0], [4.0]]], np.float32)
    np.testing.assert_allclose(filtered("gamma", pixels, gamma=0.5)[0, :, 0], [0, 0, 2], rtol=1e-6)


@pytest.mark.samples(4)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize("channels", [1, 3])
def test_equalize_hist(filtered, dtype, channels):
    pixels = random_photo(50, 60, channels, dtype)
    pixels[10:40, 10:40] //= 2 if dtype != "float32" else 1
    if dtype == "float32":
        pixels **= 3
    result = filtered("equalize_hist", pixels)
    values = encoded(pixels)
    expected = skimage.exposure.equalize_hist(values.reshape(50, -1)).reshape(values.shape)
    # a value on the edge between two bins of the histogram may be counted on either side
    np.testing.assert_allclose(result, expected, atol=1e-5 + 2 / values.size, rtol=0)


def test_equalize_hist_leaves_alpha_alone_and_out(filtered):
    pixels = random_photo(50, 60, 4, "uint8")
    result = filtered("equalize_hist", pixels)
    np.testing.assert_array_equal(result[..., :3], filtered("equalize_hist", pixels[..., :3].copy()))
    np.testing.assert_allclose(result[..., 3], encoded(pixels)[..., 3], atol=1e-7)


@pytest.mark.parametrize("value", [0.0, 0.4, 1.0])
def test_equalize_hist_of_one_tone(filtered, value):
    result = filtered("equalize_hist", np.full((8, 9, 3), value, np.float32))
    assert np.isfinite(result).all()
    assert np.ptp(result) == 0


def test_equalize_hist_of_tones_too_close_to_tell_apart(filtered):
    """A spread so small that the processor takes it for 0 is none."""
    result = filtered("equalize_hist", random_photo(9, 12) * np.float32(1e-40))
    assert np.isfinite(result).all()


def test_equalize_hist_with_values_that_are_none(filtered):
    """NaN and infinity are left out of the count and spoil no other pixel."""
    pixels = random_photo(20, 20, 1)
    spoilt = pixels.copy()
    spoilt[0, 0], spoilt[1, 1] = np.nan, np.inf
    result = filtered("equalize_hist", spoilt)
    sound = np.isfinite(spoilt)
    assert np.isfinite(result[sound]).all()
    assert np.abs(result - filtered("equalize_hist", pixels))[sound].max() < 0.02
