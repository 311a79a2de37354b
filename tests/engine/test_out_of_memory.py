"""Out of memory: a render goes on with empty caches, then in quarters, then on the CPU, and says so."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

RECIPE = Recipe().added(CATALOGUE["gaussian_blur"])
PIXELS = np.random.default_rng(0).integers(0, 256, (90, 120, 3), dtype=np.uint8)


def refuse_over(engine: Engine, pixels: int) -> None:
    """Let the engine's device refuse any step larger than so many pixels."""
    write = engine.executor.write

    def limited(job, k, rect, *rest):
        if k and rect.area > pixels:
            raise jax.errors.JaxRuntimeError("RESOURCE_EXHAUSTED: Out of memory allocating 1 bytes.")
        write(job, k, rect, *rest)

    engine.executor.write = limited


def test_smaller_tiles_are_tried_and_give_the_same_pixels():
    expected = Engine().render(Source(PIXELS), RECIPE)
    notices = []
    engine = Engine(notice=notices.append)
    refuse_over(engine, 45 * 60)
    np.testing.assert_array_equal(engine.render(Source(PIXELS), RECIPE), expected)
    assert notices == ["cpu:0 is out of memory: trying with less"] * 2


def test_the_cpu_takes_over_from_another_device():
    expected = Engine().render(Source(PIXELS), RECIPE)
    notices = []
    engine = Engine(notice=notices.append)
    refuse_over(engine, 0)

    class Gpu:
        platform = "gpu"

    engine.device, engine.device_name = Gpu(), "gpu:0"
    np.testing.assert_array_equal(engine.render(Source(PIXELS), RECIPE), expected)
    assert notices[-1] == "gpu:0 has not enough memory for this: going on on the CPU"


def test_when_nothing_helps_one_line_says_so():
    engine = Engine()
    refuse_over(engine, 0)
    with pytest.raises(ComputeError, match="out of memory"):
        engine.render(Source(PIXELS), RECIPE)


def test_other_errors_are_not_hidden():
    engine = Engine()

    def broken(*_):
        raise jax.errors.JaxRuntimeError("INTERNAL: something else")

    engine.executor.image = broken
    with pytest.raises(jax.errors.JaxRuntimeError, match="INTERNAL"):
        engine.render(Source(PIXELS), RECIPE)
