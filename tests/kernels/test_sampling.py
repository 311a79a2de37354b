"""Sampling by exact places: blocks against float64, compiled and operation by operation."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.kernels import sampling
from jaxstudio.kernels.sampling import FRACTION, column_places, row_places, split_places

TURN = np.array([[0.8, -0.6, 11.3], [0.6, 0.8, -4.2]])


def test_places_are_split_exactly():
    places = np.array([0.0, 0.5, -0.25, 3.75, -7.0, 1234.0 + 2.0**-31, 5 - 2.0**-40, -(2.0**-40)])
    whole, fraction = split_places(places)
    assert (fraction >= 0).all()
    np.testing.assert_allclose(whole + fraction / FRACTION, places, atol=2.0**-32, rtol=0)
    # what rounds up to a whole is a whole
    assert (whole[6], fraction[6]) == (5, 0)
    assert (whole[7], fraction[7]) == (0, 0)


def test_a_place_does_not_depend_on_its_block():
    columns, rows = column_places(TURN, 0, 100), row_places(TURN, 0, 90)
    np.testing.assert_array_equal(column_places(TURN, 37, 61), columns[:, 37:61])
    np.testing.assert_array_equal(row_places(TURN, 5, 6), rows[:, 5:6])


def block(pixels, matrix, dtype, monkeypatch, compiled=True):
    """A block of 16 × 24 output pixels."""
    monkeypatch.setattr(sampling, "BLOCK_ROWS", 16)
    monkeypatch.setattr(sampling, "BLOCK_COLUMNS", 24)
    height, width, channels = pixels.shape
    memory = np.concatenate([pixels.reshape(-1), np.zeros(8, pixels.dtype)])
    scalars = np.array([width * channels, 0, width - 2, height - 2, 16], np.int32)
    work = partial(sampling.bilinear, channels=channels, dtype=dtype)
    work = jax.jit(work) if compiled else work
    result = work(
        jnp.asarray(memory),
        jnp.asarray(column_places(matrix, 0, 24)),
        jnp.asarray(row_places(matrix, 0, 16)),
        jnp.asarray(scalars),
    )
    return np.asarray(result).reshape(16, 24, channels)


def expected_block(pixels, matrix):
    """Bilinear in float64."""
    y, x = np.mgrid[:16, :24]
    cx = matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]
    cy = matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]
    x0 = np.clip(np.floor(cx).astype(int), 0, pixels.shape[1] - 2)
    y0 = np.clip(np.floor(cy).astype(int), 0, pixels.shape[0] - 2)
    fx, fy = (cx - np.floor(cx))[..., None], (cy - np.floor(cy))[..., None]
    values = pixels.astype(np.float64)
    above = values[y0, x0] * (1 - fx) + values[y0, x0 + 1] * fx
    below = values[y0 + 1, x0] * (1 - fx) + values[y0 + 1, x0 + 1] * fx
    return above * (1 - fy) + below * fy


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_bilinear(monkeypatch, dtype, channels):
    pixels = random_photo(30, 40, channels, dtype)
    top = 1.0 if dtype == "float32" else np.iinfo(dtype).max
    expected = expected_block(pixels, TURN)
    result = block(pixels, TURN, "float32", monkeypatch)
    np.testing.assert_allclose(result, expected / top, atol=1e-6, rtol=0)
    if dtype == "uint8":
        levels = block(pixels, TURN, "uint8", monkeypatch)
        assert np.abs(levels - expected).max() <= 0.5 + 1e-4


@pytest.mark.samples(1)
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_compiled_equals_operation_by_operation(monkeypatch, dtype, channels):
    pixels = random_photo(30, 40, channels, dtype)
    with jax.disable_jit():
        slow = block(pixels, TURN, "float32", monkeypatch, compiled=False)
    np.testing.assert_allclose(block(pixels, TURN, "float32", monkeypatch), slow, atol=1e-6, rtol=0)
