"""Random edits of stacks whose filters are compiled: no frame waits for a compilation."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES

SLIDERS = {
    "exposure": ("stops", -2.0, 2.0),
    "saturation": ("factor", 0.0, 2.0),
    "vignette": ("amount", -0.5, 0.5),
    "white_balance": ("temperature", -0.5, 0.5),
    "gamma": ("gamma", 0.5, 2.0),
    "gaussian_blur": ("sigma", 0.0, 3.0),
}
LONGEST = 5


def edited(recipe, chance, filters):
    """The recipe after one edit: a slider, a step off or on, another order, one more or one less."""
    steps = recipe.steps
    kind = chance.choice(["slider", "slider", "slider", "switch", "move", "add", "remove"])
    step = steps[chance.integers(len(steps))] if steps else None
    if step is None or (kind == "add" and len(steps) < LONGEST):
        return recipe.added(CATALOGUE[chance.choice(filters)])
    if kind == "switch":
        return recipe.switched(step.key, not step.enabled)
    if kind == "move":
        return recipe.moved(step.key, int(chance.integers(len(steps))))
    if kind == "remove":
        return recipe.removed(step.key)
    name, low, high = SLIDERS[step.op.name]
    return recipe.with_param(step.key, name, float(chance.uniform(low, high)))


def compiles_waited_for(edits, filters=tuple(SLIDERS)):
    """How many of so many edits' frames waited for a compilation, and how many kernels were fused ahead."""
    engine, source = Engine(), Source(random_photo(96, 128, 3, "uint8"))
    precompiler = Precompiler(engine.executor.kernels)
    try:
        for name in filters:
            precompiler.request(Recipe().added(CATALOGUE[name]), source)
            assert precompiler.wait(120)
        engine.render(source, Recipe(), dtype="uint8")
        chance, recipe = np.random.default_rng(5), Recipe()
        before, ahead = COMPILES.awaited, COMPILES.count - COMPILES.awaited
        for number in range(edits):
            recipe = edited(recipe, chance, filters)
            level = int(chance.integers(2))
            size = engine.size(recipe, 96 >> level, 128 >> level)
            engine.render(source, recipe, Rect.whole(*size), dtype="uint8", level=level)
            if number % 70 == 0:
                assert precompiler.wait(120)  # let some be fused, so that both ways are taken
        assert precompiler.wait(120)
        return COMPILES.awaited - before, COMPILES.count - COMPILES.awaited - ahead
    finally:
        precompiler.close()


def test_no_frame_waits_for_a_compilation():
    assert compiles_waited_for(20, ("exposure", "saturation", "vignette"))[0] == 0


@pytest.mark.thorough
def test_no_frame_waits_for_a_compilation_where_some_are_fused_meanwhile():
    awaited, fused = compiles_waited_for(200)
    assert awaited == 0
    assert fused > 2


@pytest.mark.big
def test_no_frame_waits_for_a_compilation_in_ten_thousand_edits():
    awaited, _ = compiles_waited_for(10_000)
    assert awaited == 0
