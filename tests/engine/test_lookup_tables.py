"""Whether an 8-bit photo is looked up or computed is a matter of speed alone."""

import numpy as np
import pytest

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Pointwise
from jaxstudio.pipeline.recipe import Recipe

OPS = [op for op in CATALOGUE.values() if isinstance(op.kind, Pointwise)]


@pytest.mark.samples(2)
@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
@pytest.mark.parametrize("channels", [3, 4])
def test_bytes_become_what_their_values_as_floats_become(op, channels):
    levels = np.resize(np.arange(256, dtype=np.uint8), (32, 32, channels))
    engine, recipe = Engine(), Recipe().added(op)
    floats = levels * np.float32(1 / 255)
    expected = engine.render(Source(floats), recipe, dtype="uint8")
    np.testing.assert_array_equal(engine.render(Source(levels), recipe, dtype="uint8"), expected)
