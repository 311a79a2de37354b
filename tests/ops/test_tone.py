"""Tone curves against skimage.exposure."""

import numpy as np
import pytest
import skimage.exposure
from pictures import encoded, random_photo


@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize(
    ("gamma", "gain"), [(1, 1), (2.2, 1), (0.45, 1), (1, 0.5), (0, 1), (0.1, 3), (10, 10)]
)
def test_gamma(filtered, dtype, gamma, gain):
    pixels = random_photo(37, 53, dtype=dtype)
    pixels[0, 0] = 0
    result = filtered("gamma", pixels, gamma=gamma, gain=gain)
    expected = skimage.exposure.adjust_gamma(encoded(pixels), gamma, gain)
    np.testing.assert_allclose(result, expected, atol=1e-5 * max(1, gain), rtol=0)


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
