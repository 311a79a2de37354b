"""Random bits against JAX's own generator, and the transforms of them against SciPy."""

import jax
import jax.extend.random
import jax.numpy as jnp
import numpy as np
import pytest
import scipy.ndimage
import scipy.special
import scipy.stats as stats

from jaxstudio.kernels.random_fields import (
    CELLS,
    inverse_erf,
    normal,
    place,
    plasma_map,
    sample_plasma,
    threefry,
    uniform,
)
from jaxstudio.ops.noise.additive import add_gaussian_noise

# Known answers of the paper's reference implementation (Random123, kat_vectors: threefry2x32, 20 rounds).
KNOWN = [
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
    ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
]


def words(*values):
    return [jnp.asarray(np.uint32(value)) for value in values]


@pytest.mark.parametrize(("key", "counter", "expected"), KNOWN)
def test_known_answers(key, counter, expected):
    assert tuple(int(word) for word in threefry(tuple(words(*key)), *words(*counter))) == expected


def test_threefry_is_jaxs():
    generator = np.random.default_rng(0)
    counters = generator.integers(0, 2**32, (2, 1000), np.uint32)
    key = generator.integers(0, 2**32, 2, np.uint32)
    theirs = jax.extend.random.threefry_2x32(jnp.asarray(key), jnp.asarray(counters.reshape(-1)))
    ours = threefry(tuple(words(*key)), jnp.asarray(counters[0]), jnp.asarray(counters[1]))
    np.testing.assert_array_equal(np.concatenate(ours), theirs)


ALL_23_BITS = np.arange(2**23, dtype=np.uint32) << 9


def test_uniform_is_every_multiple_of_an_eighth_millionth():
    values = np.asarray(uniform(jnp.asarray(ALL_23_BITS)))
    np.testing.assert_array_equal(values, np.arange(2**23, dtype=np.float64) / 2**23)


def test_normal_is_the_inverse_of_the_distribution():
    """Over every one of the 2²³ inputs: finite, odd, rising, and SciPy's quantiles."""
    values = np.asarray(normal(jnp.asarray(ALL_23_BITS))).astype(np.float64)
    assert np.isfinite(values).all()
    np.testing.assert_allclose(values, -values[::-1], rtol=2e-6)
    assert (np.diff(values[::64]) > 0).all()
    share = (np.arange(2**23) + 0.5) / 2**23
    expected = stats.norm.ppf(share[::1009])
    np.testing.assert_allclose(values[::1009], expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(values[[0, 1, -1]], stats.norm.ppf(share[[0, 1, -1]]), rtol=1e-4)


@pytest.mark.parametrize("pitch", [1, 2, 3, 7, 1000, 4096, 65535, 2_999_997])
def test_place_is_division_with_rest(pitch):
    for start in (0, 1, pitch - 1, 3_000_000):
        row, element = place(jnp.int32(start), jnp.int32(pitch), 100_000)
        expected = np.divmod(np.arange(start, start + 100_000), pitch)
        np.testing.assert_array_equal(row, expected[0])
        np.testing.assert_array_equal(element, expected[1])


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
    rows, columns = jnp.indices((height, width)).astype(np.float32)
    read = sample_plasma(jnp.asarray(field), rows, columns, np.float32(height), np.float32(width))
    places = (np.indices((height, width)) + 0.5) * CELLS / max(height, width)
    wanted = scipy.ndimage.map_coordinates(field.astype(float), places, order=1)
    np.testing.assert_allclose(read, wanted, atol=3e-5)


def test_noise_has_one_order_of_its_products_in_every_version_of_xla():
    """(√2 · deviation) is formed first; the product with the field goes into the sum rounded or not (FMA)."""
    bits = jnp.arange(0, 2**32, 2**16, dtype=jnp.uint32)
    x, p = np.full(bits.shape, 0.3, np.float32), {"mean": np.float32(0), "var": np.float32(0.01)}
    made = np.asarray(jax.jit(lambda x, bits, p: add_gaussian_noise(x, (bits, bits), p))(x, bits, p))
    u = (bits >> np.uint32(9)).astype(jnp.float32) * np.float32(2.0**-22) + np.float32(2.0**-23 - 1.0)
    unit = np.asarray(jax.jit(inverse_erf)(u))
    scale = np.float32(np.sqrt(2)) * np.sqrt(p["var"])
    fused = (x.astype(np.float64) + np.float64(scale) * unit).astype(np.float32)
    assert (made == x + scale * unit).all() or (made == fused).all()


def test_inverse_of_the_error_function_is_scipys():
    """Between ±1 as near as the bits of a normal number come to them."""
    u = (np.arange(1, 2**24, 2) * 2.0**-23 - 1.0).astype(np.float32)
    np.testing.assert_allclose(jax.jit(inverse_erf)(u), scipy.special.erfinv(u.astype(float)), rtol=4e-7)
