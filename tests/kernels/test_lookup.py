"""Tables looked up a word at a time, against NumPy's indexing."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxstudio.kernels.pixels import look_up_words, word_tables


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_every_byte_finds_its_entry_and_alpha_stays(channels):
    generator = np.random.default_rng(channels)
    table = generator.permutation(256).astype(np.uint8)
    # every byte at every place of a word, beside every other
    pixels = generator.integers(0, 256, (4096, channels), np.uint8)
    expected = table[pixels]
    if channels in (2, 4):
        expected[:, -1] = pixels[:, -1]
    tables = jax.jit(word_tables, static_argnums=1)(jnp.asarray(table), channels)
    found = jax.jit(look_up_words)(jnp.asarray(pixels.reshape(-1).view("<u4")), tables)
    assert found.dtype == tables.dtype == np.uint32
    np.testing.assert_array_equal(np.asarray(found).view(np.uint8).reshape(pixels.shape), expected)
