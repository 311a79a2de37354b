"""Edges and ridges against scikit-image, beyond test_references.py; adaptive filters at the edge."""

import numpy as np
import pytest
import skimage.color
import skimage.feature
import skimage.filters as filters
from pictures import encoded, random_photo
from scipy import ndimage

from ops.per_channel import per_channel


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
    expected = per_channel(lambda x: getattr(filters, name)(x, **widths), encoded(pixels))
    result = filtered(name, pixels, dark=dark)
    np.testing.assert_allclose(result, expected / expected.max(), atol=2e-6)


@pytest.mark.samples("sato")
@pytest.mark.parametrize("name", ["frangi", "sato"])
def test_a_flat_picture_has_no_ridges(filtered, name):
    """As in scikit-image: what rounding leaves of its curvature is not brought to 1; one faint line is."""
    for shape, level in (((1, 7), 0.123), ((20, 30), 0.9876)):
        for thin in (0.5, 4.0):
            flat = np.full((*shape, 3), level, np.float32)
            assert np.abs(filtered(name, flat, thin=thin, thick=4.0)).max() < 1e-5, (shape, thin)
    line = np.full((20, 30, 1), 0x8000, np.uint16)
    line[9:11] -= 1  # one level of 65,536 darker
    result = filtered(name, line)
    assert result[9:11].min() > 0.5
    assert result[2:5].max() < 0.1


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


def test_what_is_lighter_than_its_surroundings_is_white(filtered):
    pixels = random_photo(37, 53)
    blurred = ndimage.gaussian_filter(pixels.astype(np.float64), (4, 4, 0))
    sure = np.abs(pixels - blurred + 0.05) > 1e-5
    result = filtered("local_threshold", pixels, sigma=4.0, offset=0.05)
    np.testing.assert_array_equal(result[sure], (pixels > blurred - 0.05)[sure])


def test_directions_by_their_names(filtered):
    """A step from dark to bright, read downwards and from left to right, is positive."""
    down = np.zeros((6, 6, 1), np.float32)
    down[3:] = 1
    assert filtered("sobel", down, axis="horizontal")[2, 3] == 1
    assert not filtered("sobel", down, axis="vertical").any()
    assert filtered("sobel", down.transpose(1, 0, 2).copy(), axis="vertical")[3, 2] == 1
