"""Morphology against SciPy, with scikit-image's shapes."""

import numpy as np
import pytest
from pictures import encoded, random_photo
from scipy import ndimage
from skimage.morphology import diamond, disk

OPS = {
    "erosion": ndimage.grey_erosion,
    "dilation": ndimage.grey_dilation,
    "opening": ndimage.grey_opening,
    "closing": ndimage.grey_closing,
    "morphological_gradient": ndimage.morphological_gradient,
    "white_tophat": ndimage.white_tophat,
    "black_tophat": ndimage.black_tophat,
}


def footprint(shape, size):
    radius = size // 2
    return {"square": np.ones((size, size)), "disk": disk(radius), "diamond": diamond(radius)}[shape]


@pytest.mark.samples(8)
@pytest.mark.parametrize("size", [3, 5, 9])
@pytest.mark.parametrize("shape", ["square", "disk", "diamond"])
@pytest.mark.parametrize("name", OPS)
def test_is_scipys(filtered, name, shape, size):
    pixels = random_photo(31, 43, 3, "uint8")
    result = filtered(name, pixels, size=size, shape=shape)
    expected = np.stack(
        [OPS[name](encoded(pixels)[..., c], footprint=footprint(shape, size)) for c in range(3)], -1
    )
    np.testing.assert_allclose(result, expected, atol=2e-7)


@pytest.mark.parametrize("border", ["nearest", "mirror", "wrap", "constant"])
def test_every_border(filtered, border):
    pixels = random_photo(31, 43, 1, "uint8")
    result = filtered("dilation", pixels, "uint8", size=5, border=border, cval=1.0)
    expected = ndimage.grey_dilation(pixels[..., 0], (5, 5), mode=border, cval=255)
    np.testing.assert_array_equal(result[..., 0], expected)


def test_one_pixel_is_itself(filtered):
    pixels = random_photo(9, 13, dtype="uint16")
    for shape in ("square", "disk", "diamond"):
        np.testing.assert_array_equal(filtered("erosion", pixels, "uint16", size=1, shape=shape), pixels)
