"""Unsharp mask against skimage.filters, one channel at a time."""

import numpy as np
import skimage.filters
from pictures import encoded, random_photo


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
