"""Taps against SciPy's, and the sums that apply them against NumPy."""

import jax.numpy as jnp
import numpy as np
import pytest
import scipy.ndimage as ndimage

from jaxstudio.kernels.fir import (
    box_columns,
    box_mean,
    correlate,
    gaussian_half_taps,
    gaussian_radius,
    symmetric_sum,
    weighted_sum,
)
from jaxstudio.kernels.stencil import flat_window

RANDOM = np.random.default_rng(0)


@pytest.mark.samples(2)
@pytest.mark.parametrize("sigma", [0, 1e-9, 0.1, 0.3, 1, 2.3, 15.9])
@pytest.mark.parametrize("spare", [0, 1, 100])
def test_gaussian_taps_whatever_the_bucket(sigma, spare):
    radius = gaussian_radius(sigma, 4.0)
    spike = np.zeros(2 * radius + 1)
    spike[radius] = 1
    expected = ndimage.gaussian_filter1d(spike, max(sigma, 1e-15), radius=radius, mode="constant")
    half = np.asarray(gaussian_half_taps(jnp.float32(sigma), jnp.float32(4), radius + spare))
    np.testing.assert_allclose(half[: radius + 1], expected[radius:], atol=1e-7)
    assert not half[radius + 1 :].any()


@pytest.mark.samples(1)
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 64, 65])
def test_the_mean_of_a_box_whatever_the_bucket(size, dtype):
    radius, (height, width) = 32, (70, 80)
    image = RANDOM.random((height, width)).astype(np.float32)
    top = 1 if dtype == "float32" else np.iinfo(dtype).max
    image = (image * top).astype(dtype)
    flat, pitch = jnp.asarray(image.reshape(-1)), jnp.int32(width)
    count = (height - 2 * radius) * width
    columns = box_columns(flat_window(flat, radius * width, pitch, 1, count), jnp.float32(size), radius)
    middle = count - 2 * radius
    mean = box_mean(flat_window(columns, radius, 0, 1, middle), jnp.float32(size), radius)
    expected = ndimage.uniform_filter(image / np.float64(top), size)[radius : height - radius]
    rows = np.pad(mean, radius).reshape(-1, width)[:, radius : width - radius]
    np.testing.assert_allclose(rows, expected[:, radius : width - radius], rtol=1e-6)


@pytest.mark.samples(2)
@pytest.mark.parametrize("radius", [0, 1, 5, 64, 128, 256])
@pytest.mark.parametrize("axis", [0, 1])
def test_symmetric_sum_unrolled_and_in_blocks(radius, axis):
    half = RANDOM.random(radius + 1).astype(np.float32)
    signal = RANDOM.random(50 + 2 * radius).astype(np.float32)
    window = flat_window(jnp.asarray(signal), radius, 1 if axis == 0 else 0, 1, 50)
    expected = np.convolve(signal.astype(np.float64), np.concatenate([half[:0:-1], half]), "valid")
    result = symmetric_sum(window, jnp.asarray(half), radius, axis)
    np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_sums_read_the_right_neighbours():
    """On a 7 × 9 picture of 2 channels, from inside a larger flat memory."""
    image = RANDOM.random((7, 9, 2)).astype(np.float32)
    flat, pitch = jnp.asarray(image.reshape(-1)), 18
    start, count = 2 * pitch + 2 * 2, 3 * pitch - 8
    window = flat_window(flat, start, jnp.int32(pitch), 2, count)
    np.testing.assert_array_equal(window(-1, 2), image.reshape(-1)[start - pitch + 4 :][:count])
    matrix = RANDOM.normal(size=(5, 5)).astype(np.float32)
    expected = np.stack([ndimage.correlate(image[..., c].astype(np.float64), matrix) for c in range(2)], -1)
    result = correlate(window, jnp.asarray(matrix))
    inside = expected[2:5, 2:7].reshape(3, -1)
    np.testing.assert_allclose(np.pad(result, (0, 8)).reshape(3, pitch)[:, :10], inside, atol=1e-5)
    taps = RANDOM.normal(size=5).astype(np.float32)
    for axis in (0, 1):
        expected = ndimage.correlate1d(image.astype(np.float64), taps, axis=axis)[2:5, 2:7].reshape(3, -1)
        result = weighted_sum(window, jnp.asarray(taps), axis)
        np.testing.assert_allclose(np.pad(result, (0, 8)).reshape(3, pitch)[:, :10], expected, atol=1e-6)


@pytest.mark.parametrize(("dtype", "unit"), [(np.uint8, 1 / 255), (np.uint16, 1 / 65535), (np.float32, 1)])
def test_integers_are_seen_as_encoded_values(dtype, unit):
    values = np.arange(10).astype(dtype)
    window = flat_window(jnp.asarray(values), 0, 0, 1, 10)
    assert window(0, 0).dtype == jnp.float32
    np.testing.assert_allclose(window(0, 0), values * unit, rtol=1e-6)
    np.testing.assert_array_equal(window.stored(0, 0), values)
    np.testing.assert_allclose(weighted_sum(window, jnp.ones(1), 1), values * unit, rtol=1e-6)
