"""Blurs against scipy.ndimage."""

import numpy as np
import pytest
import scipy.ndimage as ndimage
from pictures import encoded, random_photo

from jaxstudio.pipeline.params import BORDERS
from ops.per_channel import per_channel

LINEAR = 2e-6
PHOTOS = {
    "rgb float": random_photo(37, 53),
    "rgb bytes": random_photo(37, 53, dtype="uint8"),
    "gray words": random_photo(29, 41, 1, "uint16"),
}
photos = pytest.mark.parametrize("pixels", PHOTOS.values(), ids=PHOTOS)
borders = pytest.mark.parametrize("border", BORDERS)


def gaussian(pixels, sigma, sigma_y=None, **options):
    sigmas = (sigma if sigma_y is None else sigma_y, sigma)
    return per_channel(lambda x: ndimage.gaussian_filter(x, sigmas, **options), encoded(pixels))


@borders
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 3), (5, 7)])
def test_gaussian_wider_than_the_picture(filtered, shape, border):
    pixels = random_photo(*shape)
    result = filtered("gaussian_blur", pixels, sigma=2.3, border=border, cval=-0.5)
    expected = gaussian(pixels, 2.3, mode=border, cval=-0.5)
    np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0)


def test_gaussian_radius_is_rounded_as_scipy_does(filtered):
    """Where truncate·sigma ends in .5 the radius goes up by one."""
    pixels = np.zeros((1, 41, 1), np.float32)
    pixels[0, 20] = 1
    for sigma in (0.624, 0.625, 0.626, 1.124, 1.125, 2.375):
        result = filtered("gaussian_blur", pixels, sigma=sigma, sigma_y=0, border="constant")
        expected = gaussian(pixels, sigma, 0.0, mode="constant")
        np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0, err_msg=f"sigma {sigma}")


@borders
@pytest.mark.parametrize("size", [4, 5])
def test_box_beyond_the_edge(filtered, border, size):
    for shape in ((1, 1), (2, 3), (37, 53)):
        pixels = random_photo(*shape, dtype="uint8")
        result = filtered("box_blur", pixels, size=size, border=border, cval=0.3)
        expected = per_channel(
            lambda x: ndimage.uniform_filter(x, size, mode=border, cval=0.3), encoded(pixels)
        )
        np.testing.assert_allclose(result, expected, atol=LINEAR, rtol=0)


@pytest.mark.samples(2)
@photos
@pytest.mark.parametrize("size", [1, 3, 5, 7, 9, 15])
def test_median_picks_the_very_value(filtered, pixels, size):
    expected = per_channel(lambda x: ndimage.median_filter(x, size), pixels)
    result = filtered("median", pixels, pixels.dtype.name, size=size)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.samples(2)
@pytest.mark.parametrize("size", [3, 5, 7])
def test_median_of_many_equal_values_and_both_zeros(filtered, size):
    generator = np.random.default_rng(0)
    pixels = generator.choice(np.array([-3, -0.0, 0.0, 0.5, 0.5, 7], np.float32), (31, 33, 1))
    expected = per_channel(lambda x: ndimage.median_filter(x, size), pixels)
    np.testing.assert_array_equal(filtered("median", pixels, size=size), expected)


@pytest.mark.samples(15)
@borders
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("size", [3, 7])
def test_median_beyond_the_edge(filtered, border, dtype, size):
    for shape in ((1, 1), (2, 3), (19, 23)):
        pixels = random_photo(*shape, dtype=dtype)
        result = filtered("median", pixels, size=size, border=border, cval=0.2)
        expected = per_channel(
            lambda x: ndimage.median_filter(x, size, mode=border, cval=np.float32(0.2)),
            encoded(pixels).astype(np.float32),
        )
        np.testing.assert_allclose(result, expected, atol=1e-7, rtol=0)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("name", "values"), [("gaussian_blur", {"sigma": 2.3}), ("box_blur", {"size": 5})])
@pytest.mark.parametrize("channels", [2, 4])
def test_colours_are_weighed_by_their_alpha(filtered, name, values, channels):
    pixels = random_photo(21, 34, channels)
    pixels[3:9, 4:20, -1] = 0
    result = filtered(name, pixels, **values)

    def blurred(x):
        if name == "box_blur":
            return ndimage.uniform_filter(x.astype(np.float64), values["size"])
        return ndimage.gaussian_filter(x.astype(np.float64), values["sigma"])

    alpha = blurred(pixels[..., -1])
    np.testing.assert_allclose(result[..., -1], alpha, atol=LINEAR, rtol=0)
    for channel in range(channels - 1):
        weighed = blurred(pixels[..., channel] * pixels[..., -1])
        expected = np.where(alpha > 1e-9, weighed / np.maximum(alpha, 1e-9), 0)
        np.testing.assert_allclose(result[..., channel], expected, atol=1e-4)
