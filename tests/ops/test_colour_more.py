"""More colour: hue, gray, matrices and maps against scikit-image, Matplotlib and NumPy."""

import numpy as np
import pytest
import skimage.color
from matplotlib import colormaps
from pictures import encoded, random_photo

DTYPES = ["float32", "uint8", "uint16"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("delta", [-0.8, -0.1, 0.0, 0.37])
def test_hue_is_scikit_images(filtered, dtype, delta):
    pixels = random_photo(37, 53, dtype=dtype)
    pixels[0] = pixels[0, :, :1]  # gray
    pixels[1] = 0
    hsv = skimage.color.rgb2hsv(encoded(pixels))
    hsv[..., 0] = (hsv[..., 0] + delta) % 1
    np.testing.assert_allclose(filtered("hue", pixels, delta=delta), skimage.color.hsv2rgb(hsv), atol=1e-5)


@pytest.mark.parametrize("dtype", DTYPES)
def test_gray_is_scikit_images(filtered, dtype):
    pixels = random_photo(37, 53, dtype=dtype)
    result = filtered("grayscale", pixels)
    np.testing.assert_allclose(
        result, skimage.color.rgb2gray(encoded(pixels))[..., None].repeat(3, 2), atol=1e-6
    )
    luma = encoded(pixels) @ [0.299, 0.587, 0.114]
    np.testing.assert_allclose(filtered("grayscale", pixels, weights="rec601")[..., 1], luma, atol=1e-6)


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


def test_mixing_is_a_matrix(filtered):
    pixels, matrix = random_photo(37, 53), np.random.default_rng(1).uniform(-2, 2, (3, 3))
    names = ("red", "green", "blue")
    values = {f"{to}_from_{by}": matrix[i, j] for i, to in enumerate(names) for j, by in enumerate(names)}
    np.testing.assert_allclose(filtered("channel_mixer", pixels, **values), pixels @ matrix.T, atol=2e-6)
    brown = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
    np.testing.assert_allclose(filtered("sepia", pixels), pixels @ brown.T, atol=2e-6)
    np.testing.assert_array_equal(filtered("sepia", pixels, amount=0.0), pixels)


@pytest.mark.parametrize("name", ["viridis", "turbo", "gray"])
def test_maps_are_matplotlibs(filtered, name):
    gray = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    expected = colormaps[name](np.arange(256))[None, :, :3]
    np.testing.assert_allclose(filtered("colormap", gray, map=name), expected, atol=2e-4)


def test_the_gray_world_is_gray(filtered):
    pixels = random_photo(37, 53) * np.array([1.0, 0.6, 0.3], np.float32)
    means = filtered("white_balance", pixels, gray_world=True).mean(axis=(0, 1), dtype=np.float64)
    np.testing.assert_allclose(means, pixels.mean(dtype=np.float64), rtol=1e-5)
    warm = filtered("white_balance", pixels, temperature=0.5)
    np.testing.assert_allclose(warm, pixels * (2.0 ** np.array([0.5, 0, -0.5])), atol=1e-6)
    tinted = filtered("white_balance", pixels, tint=0.5)
    np.testing.assert_allclose(tinted, pixels * (2.0 ** np.array([0.25, -0.5, 0.25])), atol=1e-6)


def test_vibrance_moves_pale_colours_more(filtered):
    pale, strong = np.float32([[[0.5, 0.45, 0.4]]]), np.float32([[[0.9, 0.45, 0.1]]])

    def growth(pixels):
        after = filtered("vibrance", pixels, amount=1.0)
        return np.ptp(after) / np.ptp(pixels)

    assert growth(pale) == pytest.approx(1.9, abs=1e-5)  # 1 + (1 − 0.1)
    assert growth(strong) == pytest.approx(1.2, abs=1e-5)
    np.testing.assert_allclose(filtered("vibrance", strong, amount=0.0), strong, atol=1e-6)
