"""One cache of compiled kernels for the whole run, strict arithmetic on arrays, one engine."""

import os
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("JAXSTUDIO_CACHE_DIR", str(ROOT / ".pytest_cache" / "jaxstudio"))
# an op that mixes formats by accident fails here
os.environ.setdefault("JAX_NUMPY_DTYPE_PROMOTION", "strict")

hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def engine():
    """An engine that keeps no pixels: every render computes."""
    from jaxstudio.engine.render import Engine

    return Engine(cache_bytes=0)


@pytest.fixture
def small_tiles(monkeypatch):
    """small_tiles(5000): from now on a tile has about so many elements."""

    def small_tiles(elements):
        monkeypatch.setattr("jaxstudio.engine.tiles.TILE", elements)
        monkeypatch.setattr("jaxstudio.engine.tiles.SMALLEST", 1)

    yield small_tiles
    monkeypatch.undo()


@pytest.fixture(scope="session")
def filtered(engine):
    """filtered("median", pixels, size=5): the result of one op."""
    from jaxstudio.engine.source import Source
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    def filtered(name, pixels, dtype="float32", *, seed=0, **values):
        recipe = Recipe(seed=seed).added(CATALOGUE[name], values)
        return engine.render(Source(pixels), recipe, dtype=dtype)

    return filtered
