"""The fractal map: within its range, as rough as asked, the same wherever a tile begins."""

import jax.numpy as jnp
import numpy as np
import pytest
import scipy.ndimage

from jaxstudio.kernels.random_fields import CELLS, plasma_map, sampled


@pytest.mark.parametrize("roughness", [0.0, 0.3, 1.0])
def test_spans_zero_to_one_and_is_of_its_seed(roughness):
    field = plasma_map(3, roughness)
    assert field.shape == (CELLS + 1, CELLS + 1)
    assert (field.min(), field.max()) == (0.0, 1.0)
    assert not np.array_equal(field, plasma_map(4, roughness))


def test_chance_alone_is_even_noise():
    """Roughness 1 is nothing but the numbers drawn."""
    field = plasma_map(2**32 - 1, 1.0)
    counts, _ = np.histogram(field, bins=10)
    assert counts.min() > 0.9 * field.size / 10
    assert abs(np.corrcoef(field[:-1].ravel(), field[1:].ravel())[0, 1]) < 0.02


def test_without_chance_the_points_between_are_means():
    """By hand on nine points: the middle is drawn like the corners, those between are not."""
    field = plasma_map(7, 0.0, cells=4).astype(float)
    assert field[1, 1] == pytest.approx(field[:3:2, :3:2].mean(), abs=1e-6)
    assert field[2, 1] == pytest.approx((field[2, 0] + field[2, 2] + field[1, 1] + field[3, 1]) / 4, abs=1e-6)
    assert field[0, 1] == pytest.approx((field[0, 0] + field[0, 2] + field[1, 1]) / 3, abs=1e-6)


def test_rougher_is_rougher():
    steps = [np.abs(np.diff(plasma_map(5, roughness), axis=0)).mean() for roughness in (0.2, 0.5, 0.8)]
    assert steps[0] < steps[1] < steps[2]


def test_reads_between_its_points_as_scipy_does():
    field = plasma_map(9, 0.6)
    height, width = 37, 101
    rows, columns = np.indices((height, width)).astype(np.float32)
    read = sampled(jnp.asarray(field), rows, columns, np.float32(height), np.float32(width))
    places = (np.indices((height, width)) + 0.5) * CELLS / max(height, width)
    wanted = scipy.ndimage.map_coordinates(field.astype(float), places, order=1)
    np.testing.assert_allclose(read, wanted, atol=3e-5)
