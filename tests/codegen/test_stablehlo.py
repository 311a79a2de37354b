"""Recipes as StableHLO: deserialised by JAX and called, the same bits as the engine."""

import numpy as np
import pytest
from jax import export

from codegen.test_script import photo
from jaxstudio.codegen.stablehlo import export_stablehlo
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

SIZE = (37, 53)
STACKS = (
    (("gaussian_blur", "saturation", "rotate"), "uint8", 3),
    (("unsharp_mask", "gamma", "swirl", "gaussian_noise"), "float32", 4),
    (("hue", "vignette", "zoom_blur"), "uint16", 3),
    (("median", "brightness", "resize"), "uint8", 1),
)


@pytest.mark.samples("gaussian_blur+saturation+rotate")
@pytest.mark.parametrize(
    ("names", "dtype", "channels"), STACKS, ids=["+".join(names) for names, *_ in STACKS]
)
def test_the_module_gives_the_same_bits(names, dtype, channels):
    recipe = Recipe(seed=4)
    for name in names:
        recipe = recipe.added(CATALOGUE[name])
    content = export_stablehlo(recipe, SIZE, channels, dtype).serialize()
    pixels = photo(dtype, channels, SIZE)
    found = np.asarray(export.deserialize(content).call(pixels))
    assert np.array_equal(found, Engine(cache_bytes=0).render(Source(pixels), recipe, dtype=dtype))


@pytest.mark.parametrize("name", ["equalize_hist", "jpeg"])
def test_what_is_computed_on_the_host_is_refused(name):
    with pytest.raises(UsageError, match=f"^{name} .*StableHLO holds what JAX computes"):
        export_stablehlo(Recipe().added(CATALOGUE[name]), SIZE)
