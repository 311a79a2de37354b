"""Medians against NumPy, at every radius and format."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels.rank_filters import median_of_square
from jaxstudio.kernels.stencil import flat_window


def median(image, radius):
    """Of the inner part of an image, by the kernel and by NumPy."""
    height, width = image.shape
    start = radius * width + radius
    count = (height - 2 * radius) * width - 2 * radius
    result = median_of_square(flat_window(jnp.asarray(image.reshape(-1)), start, width, 1, count), radius)
    side = 2 * radius + 1
    windows = np.lib.stride_tricks.sliding_window_view(image, (side, side)).reshape(
        height - 2 * radius, width - 2 * radius, -1
    )
    expected = np.sort(windows, -1)[..., side * side // 2]
    shown = np.pad(np.asarray(result), (0, 2 * radius)).reshape(-1, width)[:, : width - 2 * radius]
    assert result.dtype == image.dtype
    return shown, expected


@pytest.mark.samples(3)
@pytest.mark.parametrize("radius", range(8))
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_median_is_the_middle_of_the_sorted(dtype, radius):
    generator = np.random.default_rng(radius)
    if dtype == "float32":
        image = generator.normal(0, 3, (23, 29)).astype(dtype)
    else:
        image = generator.integers(0, np.iinfo(dtype).max, (23, 29), dtype, endpoint=True)
    np.testing.assert_array_equal(*median(image, radius))


@pytest.mark.parametrize("radius", [1, 2])
def test_a_sorting_network_is_right_for_noughts_and_ones(radius):
    """And so for any values: it only compares. Half of them ones is where it is hardest."""
    image = np.random.default_rng(radius).integers(0, 2, (400, 500), np.uint8)
    np.testing.assert_array_equal(*median(image, radius))


@pytest.mark.samples(1)
@pytest.mark.parametrize("radius", [1, 2, 3, 7])
def test_median_of_ends_of_the_range_and_ties(radius):
    generator = np.random.default_rng(radius)
    for values in (
        np.array([0, 255], np.uint8),
        np.array([0, 1, 65535], np.uint16),
        np.array([-np.inf, -3e38, -1, 0, 1, 3e38, np.inf], np.float32),
    ):
        np.testing.assert_array_equal(*median(generator.choice(values, (21, 25)), radius))
