"""Colours against Pillow, Matplotlib and NumPy, beyond what test_references.py compares."""

import numpy as np
import pytest
from matplotlib import colormaps
from pictures import random_photo
from PIL import Image, ImageEnhance


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


def test_channels_change_places(filtered):
    pixels = random_photo(37, 53, dtype="uint8")
    for order in ("rgb", "rbg", "grb", "gbr", "brg", "bgr"):
        expected = pixels[..., ["rgb".index(name) for name in order]]
        np.testing.assert_array_equal(filtered("channel_shuffle", pixels, "uint8", order=order), expected)
    for number, name in enumerate(("red", "green", "blue")):
        expected = pixels.copy()
        expected[..., number] = 51
        np.testing.assert_array_equal(
            filtered("channel_drop", pixels, "uint8", channel=name, fill=0.2), expected
        )


@pytest.mark.parametrize("name", ["viridis", "turbo", "gray"])
def test_maps_are_matplotlibs(filtered, name):
    gray = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    expected = colormaps[name](np.arange(256))[None, :, :3]
    np.testing.assert_allclose(filtered("colormap", gray, map=name), expected, atol=2e-4)


def test_the_gray_world_is_gray(filtered):
    pixels = random_photo(37, 53) * np.array([1.0, 0.6, 0.3], np.float32)
    means = filtered("white_balance", pixels, gray_world=True).mean(axis=(0, 1), dtype=np.float64)
    np.testing.assert_allclose(means, pixels.mean(dtype=np.float64), rtol=1e-5)


def test_vibrance_moves_pale_colours_more(filtered):
    pale, strong = np.float32([[[0.5, 0.45, 0.4]]]), np.float32([[[0.9, 0.45, 0.1]]])

    def growth(pixels):
        after = filtered("vibrance", pixels, amount=1.0)
        return np.ptp(after) / np.ptp(pixels)

    assert growth(pale) == pytest.approx(1.9, abs=1e-5)  # 1 + (1 − 0.1)
    assert growth(strong) == pytest.approx(1.2, abs=1e-5)
    np.testing.assert_allclose(filtered("vibrance", strong, amount=0.0), strong, atol=1e-6)
