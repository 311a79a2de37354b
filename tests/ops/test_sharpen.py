"""Unsharp mask against skimage.filters, one channel at a time."""

import numpy as np
import pytest
import skimage.filters
from pictures import encoded, random_photo

from ops.per_channel import per_channel


@pytest.mark.samples(3)
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize(("radius", "amount"), [(1.0, 1.0), (2.3, 1.5), (0.0, 1.0), (5.0, -0.7), (1.0, 16.0)])
def test_unsharp_mask(filtered, dtype, radius, amount):
    pixels = random_photo(37, 53, dtype=dtype)
    result = filtered("unsharp_mask", pixels, radius=radius, amount=amount)
    expected = per_channel(
        lambda x: skimage.filters.unsharp_mask(x, radius, amount, preserve_range=True), encoded(pixels)
    )
    np.testing.assert_allclose(result, expected, atol=2e-6 * (1 + 2 * abs(amount)), rtol=0)


def test_wide_unsharp_mask(filtered):
    pixels = random_photo(37, 53)
    result = filtered("unsharp_mask", pixels, radius=32, amount=1)
    expected = per_channel(
        lambda x: skimage.filters.unsharp_mask(x, 32, 1, preserve_range=True), encoded(pixels)
    )
    np.testing.assert_allclose(result, expected, atol=6e-6, rtol=0)


def test_clipped_it_is_what_scikit_image_clips(filtered):
    pixels = random_photo(37, 53, 1)
    result = filtered("unsharp_mask", pixels, radius=2.0, amount=3.0)
    assert result.min() < 0
    assert result.max() > 1
    expected = skimage.filters.unsharp_mask(encoded(pixels)[..., 0], 2.0, 3.0)
    np.testing.assert_allclose(np.clip(result[..., 0], 0, 1), expected, atol=1e-5, rtol=0)


def test_alpha_stays(filtered):
    pixels = random_photo(20, 30, 4)
    result = filtered("unsharp_mask", pixels)
    np.testing.assert_array_equal(result[..., 3], pixels[..., 3])
    np.testing.assert_array_equal(result[..., :3], filtered("unsharp_mask", pixels[..., :3].copy()))
