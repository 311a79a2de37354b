"""Steps whose reach outgrows a slab are computed in pieces, to the same bits."""

from __future__ import annotations

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.executor import Executor
from jaxstudio.engine.plan import base
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


def test_pieces_change_nothing(monkeypatch):
    pixels = np.random.default_rng(3).integers(0, 256, (400, 500, 3), dtype=np.uint8)
    recipe = Recipe(seed=5).added(CATALOGUE["gaussian_noise"])
    for _ in range(3):
        recipe = recipe.added(CATALOGUE["gaussian_blur"], {"sigma": 12.0})
    rect = Rect(190, 240, 200, 260)
    expected = Engine().render(Source(pixels), recipe, rect)
    pieces = []
    by_halves = Executor.image_by_halves
    monkeypatch.setattr(Executor, "image_by_halves", lambda self, *a: pieces.append(a) or by_halves(self, *a))
    monkeypatch.setattr(base, "ROOM", 150_000)
    np.testing.assert_array_equal(Engine().render(Source(pixels), recipe, rect), expected)
    assert pieces, "the reach no longer outgrows the slab: make the test's slab smaller"
