"""Shortcuts: taken where they apply, the same result, compiled beforehand."""

from dataclasses import replace

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES

BELL = np.exp(-(np.linspace(-2, 2, 7) ** 2))
ROUND = np.outer(BELL, BELL) / BELL.sum() ** 2


def changed(kernel, y=0, x=0, by=0.1):
    other = np.array(kernel)
    other[y, x] += by
    return other


def recipe_of(kernel, **values):
    return Recipe().added(CATALOGUE["convolve"], {"kernel": np.asarray(kernel).tolist(), **values})


def ways(kernel, **values):
    job = Job(Source(random_photo(9, 9, dtype="uint8")), recipe_of(kernel, **values))
    return [step.op.name for step in job.steps]


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (ROUND, "convolve_in_two_passes"),
        (np.ones((5, 1)), "convolve_in_two_passes"),
        (changed(ROUND), "convolve"),
        (np.ones((3, 3)), "convolve"),  # too small to be worth it
        (np.zeros((5, 5)), "convolve"),
    ],
)
def test_which_way_is_taken(kernel, name):
    assert ways(kernel) == [name]


def test_what_one_sees_is_the_filter_of_the_catalogue():
    assert "convolve_in_two_passes" not in CATALOGUE
    recipe = recipe_of(ROUND)
    engine = Engine()
    engine.render(Source(random_photo(9, 9, dtype="uint8")), recipe)
    assert recipe.steps[0].op is CATALOGUE["convolve"]
    assert list(engine.step_ms) == [recipe.steps[0].key]


def test_a_region_is_the_same_crop_of_the_whole():
    source, engine = Source(random_photo(60, 70, dtype="uint8")), Engine(cache_bytes=0)
    whole = engine.render(source, recipe_of(ROUND))
    rect = Rect(13, 17, 51, 66)
    np.testing.assert_array_equal(engine.render(source, recipe_of(ROUND), rect), whole[13:51, 17:66])


def up_to_5():
    """Convolve without the large kernels, which take long to compile."""
    convolve = CATALOGUE["convolve"]
    two_passes = convolve.kind.shortcut.op
    small = replace(two_passes, kind=replace(two_passes.kind, buckets=(0, 1, 2)))
    shortcut = replace(convolve.kind.shortcut, op=small)
    return replace(convolve, kind=replace(convolve.kind, buckets=(0, 1, 2), shortcut=shortcut))


def test_typing_into_the_grid_compiles_nothing():
    engine, source, op = Engine(), Source(random_photo(40, 50, dtype="uint8")), up_to_5()
    engine.render(source, Recipe(), dtype="uint8", level=1)
    precompiler = Precompiler(engine.executor.kernels)
    precompiler.request(Recipe().added(op), source)
    assert precompiler.wait(120)
    precompiler.close()
    before = COMPILES.awaited
    small = ROUND[1:-1, 1:-1]
    for kernel in (small, changed(small), np.ones((5, 3)), np.ones((1, 1)), np.eye(3), small):
        recipe = Recipe().added(op, {"kernel": kernel.tolist(), "normalize": True})
        for level in (0, 1):
            engine.render(source, recipe, dtype="uint8", level=level)
        engine.render(source, recipe.added(op, {"kernel": small.tolist()}), dtype="uint8")
    assert COMPILES.awaited == before
