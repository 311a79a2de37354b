"""What lies in a slab beside the picture, or in it from before, never shows in a result."""

from __future__ import annotations

import numpy as np
import pytest

from jaxstudio.engine.buffers import CAPACITY, aligned_empty
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PIXELS = np.random.default_rng(4).random((40, 50, 3)).astype(np.float32)


@pytest.mark.samples(15)
@pytest.mark.parametrize("name", list(CATALOGUE))
def test_nan_left_in_a_slab_does_not_leak(engine, name):
    recipe = Recipe().added(CATALOGUE[name])
    poisoned = Engine(cache_bytes=0)
    poisoned.executor.kernels = engine.executor.kernels
    memory = aligned_empty(CAPACITY, np.float32)
    memory[:] = np.nan
    poisoned.executor.workspace.slabs._free[np.dtype(np.float32)] = [memory]
    np.testing.assert_array_equal(
        poisoned.render(Source(PIXELS), recipe), engine.render(Source(PIXELS), recipe)
    )


def test_a_nan_stays_in_its_own_pixel_when_channels_are_mixed(engine):
    pixels = PIXELS.copy()
    pixels[3, 4, 1] = np.nan
    result = engine.render(Source(pixels), Recipe().added(CATALOGUE["saturation"], {"factor": 1.5}))
    assert np.argwhere(np.isnan(result)).tolist() == [[3, 4, 0], [3, 4, 1], [3, 4, 2]]
