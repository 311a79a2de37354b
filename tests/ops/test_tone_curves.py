"""Tone curves and thresholds against scikit-image, Pillow and NumPy."""

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

DTYPES = ["float32", "uint8", "uint16"]


@pytest.mark.samples(1)
@pytest.mark.parametrize("dtype", DTYPES)
def test_curves_are_scikit_images(filtered, dtype):
    pixels = random_photo(37, 53, dtype=dtype)
    x = encoded(pixels)
    for name, values, expected in (
        ("log", {"gain": 0.8}, skimage.exposure.adjust_log(x, 0.8)),
        ("log", {"inverse": True}, skimage.exposure.adjust_log(x, inv=True)),
        ("sigmoid", {"cutoff": 0.4, "gain": 7.0}, skimage.exposure.adjust_sigmoid(x, 0.4, 7.0)),
        ("sigmoid", {"inverse": True}, skimage.exposure.adjust_sigmoid(x, inv=True)),
        ("invert", {}, skimage.util.invert(x)),
        ("exposure", {"stops": -1.5}, x * 2**-1.5),
        ("brightness", {"delta": 0.25}, x + 0.25),
        ("contrast", {"factor": 1.7, "about": "half"}, (x - 0.5) * 1.7 + 0.5),
        ("contrast", {"factor": 1.7}, (x - x.mean()) * 1.7 + x.mean()),
        ("rescale_intensity", {}, skimage.exposure.rescale_intensity(x, out_range=(0, 1))),
    ):
        result = filtered(name, pixels, **values)
        np.testing.assert_allclose(result, expected, atol=1e-5, rtol=0, err_msg=name)


def test_levels(filtered):
    pixels = random_photo(37, 53)
    result = filtered("levels", pixels, black=0.2, white=0.8, gamma=2.0, out_black=0.1, out_white=0.7)
    expected = 0.1 + 0.6 * np.clip((encoded(pixels) - 0.2) / 0.6, 0, 1) ** 0.5
    np.testing.assert_allclose(result, expected, atol=1e-5)
    np.testing.assert_array_equal(filtered("levels", pixels, black=0.5, white=0.5), pixels > 0.5)


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


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", DTYPES)
def test_percentiles_are_numpys(filtered, dtype):
    pixels = random_photo(61, 83, 1, dtype)
    x = encoded(pixels)
    low, high = np.percentile(x, (7.0, 88.5))
    expected = skimage.exposure.rescale_intensity(x, in_range=(low, high), out_range=(0, 1))
    result = filtered("rescale_intensity", pixels, low=7.0, high=88.5)
    np.testing.assert_allclose(result, expected, atol=1e-5)


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


def test_nothing_that_is_no_number_counts(filtered):
    pixels = random_photo(20, 20, 1)
    spoilt = pixels.copy()
    spoilt[0, 0], spoilt[1, 1] = np.nan, np.inf
    sound = np.isfinite(spoilt)
    for name, values in (
        ("contrast", {"factor": 2.0}),
        ("rescale_intensity", {}),
        ("threshold", {"method": "otsu"}),
    ):
        difference = filtered(name, spoilt, **values) - filtered(name, pixels, **values)
        assert np.mean(np.abs(difference[sound]) > 0.02) < 0.02, name


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
