"""Sobel against skimage.filters."""

import numpy as np
import pytest
import skimage.filters
from pictures import encoded, random_photo

from ops.per_channel import per_channel

REFERENCES = {
    "magnitude": skimage.filters.sobel,
    "horizontal": skimage.filters.sobel_h,
    "vertical": skimage.filters.sobel_v,
}


@pytest.mark.parametrize("axis", REFERENCES)
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
def test_sobel(filtered, axis, dtype):
    pixels = random_photo(37, 53, dtype=dtype)
    expected = per_channel(REFERENCES[axis], encoded(pixels))
    np.testing.assert_allclose(filtered("sobel", pixels, axis=axis), expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize("mode", ["reflect", "nearest", "mirror", "wrap", "constant"])
def test_sobel_beyond_the_edge(filtered, mode):
    pixels = random_photo(19, 23)
    expected = per_channel(lambda x: skimage.filters.sobel(x, mode=mode, cval=0.3), encoded(pixels))
    np.testing.assert_allclose(filtered("sobel", pixels, border=mode, cval=0.3), expected, atol=2e-6, rtol=0)


def test_directions_by_their_names(filtered):
    """A step from dark to bright, read downwards and from left to right, is positive."""
    down = np.zeros((6, 6, 1), np.float32)
    down[3:] = 1
    assert filtered("sobel", down, axis="horizontal")[2, 3] == 1
    assert not filtered("sobel", down, axis="vertical").any()
    assert filtered("sobel", down.transpose(1, 0, 2).copy(), axis="vertical")[3, 2] == 1
