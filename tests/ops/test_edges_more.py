"""Edges and ridges, detail and denoising against scikit-image and SciPy."""

import numpy as np
import pytest
import skimage.color
import skimage.feature
import skimage.filters as filters
import skimage.restoration as restoration
from pictures import encoded, random_photo
from scipy import ndimage, signal

PAIRS = {"scharr": filters.scharr, "prewitt": filters.prewitt, "farid": filters.farid}
INNER = np.s_[3:-3, 3:-3]


def by_channel(function, pixels, **options):
    return np.stack([function(encoded(pixels)[..., c], **options) for c in range(pixels.shape[2])], -1)


@pytest.mark.samples(2)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
@pytest.mark.parametrize("name", PAIRS)
def test_gradients_are_scikit_images(filtered, name, dtype):
    pixels = random_photo(37, 53, dtype=dtype)
    for axis, function in (
        ("magnitude", PAIRS[name]),
        ("horizontal", getattr(filters, f"{name}_h")),
        ("vertical", getattr(filters, f"{name}_v")),
    ):
        result, expected = filtered(name, pixels, axis=axis), by_channel(function, pixels)
        np.testing.assert_allclose(result[INNER], expected[INNER], atol=2e-6, err_msg=axis)


def test_roberts_and_laplace_are_scikit_images(filtered):
    pixels = random_photo(37, 53, dtype="uint8")
    for name, function in (("roberts", filters.roberts), ("laplace", filters.laplace)):
        np.testing.assert_allclose(
            filtered(name, pixels)[INNER], by_channel(function, pixels)[INNER], atol=2e-6, err_msg=name
        )


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.6), (0.5, 4.0), (0.0, 2.0)])
def test_difference_of_gaussians_is_scikit_images(filtered, low, high):
    pixels = random_photo(37, 53)
    expected = filters.difference_of_gaussians(pixels.astype(np.float64), low, high, channel_axis=-1)
    np.testing.assert_allclose(
        filtered("difference_of_gaussians", pixels, low=low, high=high), expected, atol=2e-6
    )


def test_lines_are_scikit_images(filtered):
    y, x = np.mgrid[:60, :80]
    pixels = (((x - 30) ** 2 + (y - 30) ** 2 < 400) * 0.7 + 0.1).astype(np.float32)[..., None].repeat(3, 2)
    gray = skimage.color.rgb2gray(pixels)
    expected = skimage.feature.canny(gray, 2.0, 0.1, 0.2)
    result = filtered("canny", pixels, sigma=2.0)
    np.testing.assert_array_equal(result[..., 0], expected)


@pytest.mark.samples(1)
@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("name", ["frangi", "sato"])
def test_ridges_are_scikit_images_but_at_the_border(filtered, name, dark):
    # its border is made twice: on flat ground it is nowhere the strongest, and nothing is left to differ
    pixels = np.full((130, 140, 3), 0.5, np.float32)
    pixels[50:-50, 50:-50] = random_photo(30, 40)
    widths = {"sigmas": np.linspace(1, 4, 4), "black_ridges": dark}
    expected = by_channel(getattr(filters, name), pixels, **widths)
    result = filtered(name, pixels, dark=dark)
    np.testing.assert_allclose(result, expected / expected.max(), atol=2e-6)


@pytest.mark.samples("sato")
@pytest.mark.parametrize("name", ["frangi", "sato"])
def test_a_flat_picture_has_no_ridges(filtered, name):
    """As in scikit-image: what rounding leaves of its curvature is not brought to 1; one faint line is."""
    for shape, level in (((1, 1), 0.7), ((1, 7), 0.123), ((20, 30), 0.9876)):
        for thin in (0.5, 1.0, 10.0):
            flat = np.full((*shape, 3), level, np.float32)
            assert np.abs(filtered(name, flat, thin=thin, thick=4.0)).max() < 1e-5, (shape, thin)
    line = np.full((20, 30, 1), 0x8000, np.uint16)
    line[9:11] -= 1  # one level of 65,536 darker
    result = filtered(name, line)
    assert result[9:11].min() > 0.5
    assert result[2:5].max() < 0.1


def test_detail_is_what_a_blur_takes_away(filtered):
    pixels = random_photo(37, 53)
    blurred = ndimage.gaussian_filter(pixels.astype(np.float64), (4, 4, 0))
    np.testing.assert_allclose(filtered("high_pass", pixels, sigma=4.0), pixels - blurred + 0.5, atol=2e-6)
    expected = pixels + 0.8 * 4 * pixels * (1 - pixels) * (pixels - blurred)
    np.testing.assert_allclose(filtered("local_contrast", pixels, sigma=4.0, amount=0.8), expected, atol=3e-6)
    sure = np.abs(pixels - blurred + 0.05) > 1e-5
    result = filtered("local_threshold", pixels, sigma=4.0, offset=0.05)
    np.testing.assert_array_equal(result[sure], (pixels > blurred - 0.05)[sure])


def test_total_variation_is_scikit_images(filtered):
    pixels = random_photo(37, 53, 1)
    expected = restoration.denoise_tv_chambolle(
        pixels[..., 0].astype(np.float64), 0.2, eps=0.0, max_num_iter=30
    )
    result = filtered("tv_chambolle", pixels, weight=0.2, iterations=30)
    np.testing.assert_allclose(result[..., 0], expected, atol=2e-4)


@pytest.mark.parametrize("size", [3, 7])
def test_wiener_is_scipys(filtered, size):
    pixels = random_photo(37, 53, 1)
    expected = signal.wiener(pixels[..., 0].astype(np.float64), size, noise=0.02)
    result = filtered("wiener", pixels, size=size, noise=0.02)
    edge = np.s_[size:-size, size:-size]  # SciPy's border is zero
    np.testing.assert_allclose(result[..., 0][edge], expected[edge], atol=5e-6)


@pytest.mark.parametrize("cval", [0.0, 0.4, -3.0, 16.0])
def test_wiener_beyond_a_constant_edge(filtered, cval):
    """Its formula on the picture with its margin, cut out again."""
    pixels = random_photo(9, 14, 3)
    wide = np.pad(pixels.astype(np.float64), ((3, 3), (3, 3), (0, 0)), constant_values=cval)
    mean, square = (ndimage.uniform_filter(x, (5, 5, 1)) for x in (wide, wide * wide))
    variance = square - mean * mean
    kept = np.maximum(variance - 0.02, 0) / np.maximum(variance, 0.02)
    expected = (mean + kept * (wide - mean))[3:-3, 3:-3]
    result = filtered("wiener", pixels, size=5, noise=0.02, border="constant", cval=cval)
    np.testing.assert_allclose(result, expected, atol=1e-5 * max(1, abs(cval)))


@pytest.mark.parametrize(
    ("name", "values"), [("wiener", {"size": 5}), ("guided", {"radius": 3, "eps": 1e-4})]
)
def test_flat_beyond_the_edge_and_within_stays_flat(filtered, name, values):
    for cval in (0.3, 1.0, 5.0):
        pixels = np.full((7, 9, 1), cval, np.float32)
        result = filtered(name, pixels, **values, border="constant", cval=cval)
        np.testing.assert_allclose(result, cval, rtol=2e-6)


def test_non_local_means_is_scikit_images(filtered):
    pixels = random_photo(30, 40)
    expected = restoration.denoise_nl_means(
        pixels, patch_size=3, patch_distance=4, h=0.2, fast_mode=True, channel_axis=-1
    )
    np.testing.assert_array_equal(
        filtered("nl_means", pixels, patch_size=3, patch_distance=4, h=0.2), expected
    )
