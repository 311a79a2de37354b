"""Blocks of turned and bent pictures read the photo in place, one slab, or one each: the same pixels."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import LINE, Rect, aligned_empty, aligned_window
from jaxstudio.engine.plan import block_input
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SMALL = 1_300_000
STEPS = {
    "rotate": {"angle": 10.0, "border": "reflect"},
    "shear": {"horizontal": 20.0},
    "perspective": {"top_left_x": 10.0, "border": "wrap"},
    "swirl": {"strength": 3.0, "radius": 300.0},
    "elastic": {"alpha": 9.0, "border": "constant", "cval": 0.2},
}


@pytest.fixture
def little_memory(monkeypatch):
    """Photos are as large, beside slabs, as photos of some megapixels are: kernels take SMALL elements."""
    for name in ("engine.halo.CAPACITY", "engine.plan.block_input.CAPACITY", "engine.plan.base.ROOM"):
        monkeypatch.setattr(f"jaxstudio.{name}", SMALL)


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("name", "dtype"), [*((name, "uint8") for name in STEPS), ("rotate", "float32"), ("swirl", "uint16")]
)
def test_where_it_is_read_changes_no_bit(name, dtype, request, monkeypatch):
    source = Source(random_photo(700, 1200, 3, dtype))
    recipe = Recipe(seed=4).added(CATALOGUE[name], STEPS[name])
    expected = Engine(cache_bytes=0).render(source, recipe)
    request.getfixturevalue("little_memory")
    windows = []
    find = block_input.Raster.window

    def window(raster, rect):
        windows.append(find(raster, rect))
        return windows[-1]

    monkeypatch.setattr(block_input.Raster, "window", window)
    result = Engine(cache_bytes=0).render(source, recipe)
    np.testing.assert_array_equal(result, expected)
    part = Rect(131, 217, 520, 1101)
    cut = Engine(cache_bytes=0).render(source, recipe, part)
    np.testing.assert_array_equal(cut, expected[part.y0 : part.y1, part.x0 : part.x1])
    if name != "elastic":  # whose constant is no level of 8 bits
        in_place = [np.shares_memory(found[0], source.pixels) for found in windows if found is not None]
        assert any(in_place), "no block read the photo"


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_a_window_is_memory_that_jax_takes_as_it_is(dtype):
    flat = aligned_empty(5000, dtype)[3:]
    for first, stop in ((70, 90), (4000, 4990), (2000, 2900), (4100, flat.size)):
        window, begin = aligned_window(flat, first, stop, 1000) or (None, 0)
        if window is None:
            continue
        assert (window.size, window.ctypes.data % LINE) == (1000, 0)
        assert begin <= first
        assert stop <= begin + 1000
        assert np.shares_memory(window, flat)
    assert aligned_window(flat, 2000, 2900, 1000) is not None
    assert aligned_window(flat, 2000, 3100, 1000) is None, "longer than a window"
    assert aligned_window(flat, 0, 10, 1000) is None, "no multiple of a line before it"
