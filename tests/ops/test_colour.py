"""Colour against skimage.color and Pillow."""

import numpy as np
import pytest
import skimage.color
from pictures import encoded, random_photo
from PIL import Image, ImageEnhance

FACTORS = [0, 0.3, 1, 1.7, 8, -1]


def scaled_chroma(rgb, factor):
    yuv = skimage.color.rgb2yuv(rgb)
    yuv[..., 1:] *= factor
    return skimage.color.yuv2rgb(yuv)


@pytest.mark.samples(4)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize("factor", FACTORS)
def test_saturation_scales_chroma(filtered, dtype, factor):
    pixels = random_photo(37, 53, dtype=dtype)
    result = filtered("saturation", pixels, factor=factor)
    expected = scaled_chroma(encoded(pixels), factor)
    np.testing.assert_allclose(result, expected, atol=1e-5 * max(1, abs(factor)), rtol=0)


@pytest.mark.parametrize("factor", [0, 0.3, 1, 1.7, 3])
def test_saturation_as_pillow_within_a_level(filtered, factor):
    pixels = random_photo(37, 53, dtype="uint8")
    result = filtered("saturation", pixels, "uint8", factor=factor)
    expected = np.asarray(ImageEnhance.Color(Image.fromarray(pixels)).enhance(factor))
    # Pillow rounds the gray to a whole level first, and cuts the result off
    allowed = 1 + round(abs(1 - factor) / 2)
    assert np.abs(result.astype(int) - expected).max() <= allowed


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_saturation_leaves_gray_and_alpha(filtered, dtype):
    for channels in (1, 2):
        pixels = random_photo(37, 53, channels, dtype)
        result = filtered("saturation", pixels, dtype, factor=3)
        np.testing.assert_array_equal(result, pixels)
    pixels = random_photo(37, 53, 4, dtype)
    result = filtered("saturation", pixels, dtype, factor=3)
    np.testing.assert_array_equal(result[..., 3], pixels[..., 3])
    without = filtered("saturation", pixels[..., :3].copy(), dtype, factor=3)
    np.testing.assert_array_equal(result[..., :3], without)
