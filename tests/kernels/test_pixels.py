"""Formats, alpha and channel mixing, value by value."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.kernels.pixels import (
    join_colours,
    look_up,
    look_up_words,
    mix_channels,
    pick_channels,
    pixel_by_pixel,
    premultiply,
    quantise,
    to_float,
    unpremultiply,
    word_tables,
)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_level_survives_the_way_to_floats_and_back(dtype):
    levels = np.arange(np.iinfo(dtype).max + 1, dtype=dtype)
    floats = to_float(jnp.asarray(levels))
    np.testing.assert_allclose(floats, levels / np.iinfo(dtype).max, rtol=1e-7)
    np.testing.assert_array_equal(quantise(floats, dtype), levels)


@pytest.mark.parametrize(("dtype", "top"), [(np.uint8, 255), (np.uint16, 65535)])
def test_quantise_rounds_half_to_even_and_clips(dtype, top):
    x = np.concatenate(
        [np.random.default_rng(0).uniform(-0.2, 1.2, 10_000), [-np.inf, np.inf, -0.0, 1.0, 2e9]]
    )
    x = x.astype(np.float32)
    expected = np.rint(np.clip(x, 0, 1) * np.float32(top))
    np.testing.assert_array_equal(quantise(jnp.asarray(x), dtype), expected)
    halves = (np.arange(20) + 0.5).astype(np.float32) / np.float32(256)
    scaled = halves * np.float32(top)
    np.testing.assert_array_equal(quantise(jnp.asarray(halves), dtype), np.rint(scaled))
    # exact ties, half to even: 127.5 of 255
    assert int(quantise(jnp.float32(0.5), np.uint8)) == 128
    assert int(quantise(jnp.float32(0.5), np.uint16)) == 32768
    assert int(quantise(jnp.float32(np.nan), dtype)) == 0


def test_floats_are_not_clipped():
    x = jnp.asarray(np.array([-3, 0.5, 7], np.float32))
    assert quantise(x, np.float32) is x


@pytest.mark.parametrize("channels", [2, 4])
def test_colours_come_back_after_weighing_by_alpha(channels):
    pixels = random_photo(20, 30, channels)
    pixels[3, :5, -1] = 0
    flat = jnp.asarray(pixels.reshape(-1))
    weighed = np.asarray(premultiply(flat, channels)).reshape(pixels.shape)
    np.testing.assert_array_equal(weighed[..., -1], pixels[..., -1])
    np.testing.assert_allclose(weighed[..., :-1], pixels[..., :-1] * pixels[..., -1:], rtol=1e-6)
    back = np.asarray(unpremultiply(premultiply(flat, channels), channels)).reshape(pixels.shape)
    expected = np.where(pixels[..., -1:] > 0, pixels, 0)
    np.testing.assert_allclose(back, expected, rtol=1e-6)


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
def test_channels_are_mixed_by_the_matrix(channels, dtype):
    matrix = np.random.default_rng(0).normal(size=(3, 3)).astype(np.float32)
    pixels = random_photo(1, 999, channels, dtype)[0]
    result = mix_channels(jnp.asarray(pixels), jnp.asarray(matrix), "float32")
    expected = pixels / np.float64(1 if dtype == "float32" else np.iinfo(dtype).max)
    expected[:, :3] = expected[:, :3] @ matrix.T.astype(np.float64)
    np.testing.assert_allclose(result, expected, atol=1e-6)


@pytest.mark.samples(2)
@pytest.mark.parametrize("order", [*itertools.permutations(range(3)), (0, 0, 0), (2, 1, 1)])
@pytest.mark.parametrize("channels", [3, 4])
def test_channels_are_picked_by_a_matrix_of_ones(order, channels):
    matrix = jnp.eye(3)[jnp.asarray(order)]
    pixels = random_photo(1, 999, channels, "uint8")[0]
    expected = pixels[:, [*order, 3][:channels]]
    for change in (mix_channels, pick_channels):
        np.testing.assert_array_equal(change(jnp.asarray(pixels), matrix, "uint8"), expected)


def test_a_colour_without_weight_does_not_spoil_the_others():
    pixels = jnp.asarray([[np.nan, 0.25, 0.5], [1.0, 0.75, np.nan]], jnp.float32)
    swapped = jnp.asarray([[0, 1, 0], [0, 0, 1], [1, 0, 0]], jnp.float32)
    expected = [[0.25, 0.5, np.nan], [0.75, np.nan, 1.0]]
    for change in (mix_channels, pick_channels):
        np.testing.assert_array_equal(change(pixels, swapped, "float32"), expected)


@pytest.mark.samples(2)
@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16"])
def test_a_flat_array_is_changed_pixel_by_pixel(apart, dtype):
    flat = random_photo(1, 6, 4, dtype).reshape(-1)
    flat[0] = np.array(np.nan if dtype == "float32" else 0, dtype)

    def turned(pixels):
        return join_colours((pixels[:, 2:3], pixels[:, 0:1], pixels[:, 1:2]), pixels)

    result = pixel_by_pixel(turned, jnp.asarray(flat), 4, apart)
    np.testing.assert_array_equal(result, flat.reshape(-1, 4)[:, [2, 0, 1, 3]].reshape(-1))


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_every_value_finds_the_entry_of_its_channel(channels):
    generator = np.random.default_rng(channels)
    table = generator.permuted(np.repeat(np.arange(256, dtype=np.uint8)[:, None], channels, axis=1), axis=0)
    # every byte at every place of a word, beside every other
    pixels = generator.integers(0, 256, (4096 * 3, channels), np.uint8)
    expected = table[pixels, np.arange(channels)]
    flat = jnp.asarray(table.reshape(-1))
    tables = jax.jit(word_tables, static_argnums=1)(flat, channels)
    found = jax.jit(look_up_words)(jnp.asarray(pixels.reshape(-1).view("<u4")), tables)
    assert found.dtype == tables.dtype == np.uint32
    floats = jax.jit(look_up, static_argnums=2)(pixels.reshape(-1), flat.astype(jnp.float32), channels)
    np.testing.assert_array_equal(np.asarray(floats).reshape(pixels.shape), expected)
    np.testing.assert_array_equal(np.asarray(found).view(np.uint8).reshape(pixels.shape), expected)
