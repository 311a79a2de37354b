"""Pixelwise steps computed chunk by chunk in one run give what they give one image after the other."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.executor import Executor
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.pixelwise import PixelwisePlan
from jaxstudio.engine.render import Engine, memory_share
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PIXELWISE = [op for op in CATALOGUE.values() if issubclass(plan_of(op), PixelwisePlan)]
# what else works chunk by chunk, and what hands integers on as they are
BEFORE = ("gaussian_blur", "median", "sobel", "unsharp_mask", "local_contrast", "white_tophat", "rotate")


def random_recipe(seed):
    chance = np.random.default_rng(seed)
    recipe = Recipe(seed=seed)
    for place in range(int(chance.integers(3, 7))):
        if chance.random() < (0.5 if place == 0 else 0.25):
            op = CATALOGUE[BEFORE[chance.integers(len(BEFORE))]]
        else:
            op = PIXELWISE[chance.integers(len(PIXELWISE))]
        if op.name != "match_histogram":  # which wants a file
            recipe = recipe.added(op)
    return recipe


@pytest.mark.samples(1)
@pytest.mark.parametrize("seed", range(12))
def test_runs_give_what_single_steps_give(seed, monkeypatch):
    recipe = random_recipe(seed)
    channels, dtype = (1, 2, 3, 4)[seed % 4], ("uint8", "uint16", "float32")[seed % 3]
    source = Source(random_photo(431, 647, channels, dtype))
    rect = Rect(3, 5, 430, 641)
    engine = Engine(cache_bytes=0)
    runs = {wanted: engine.render(source, recipe, rect, dtype=wanted) for wanted in ("uint8", "float32")}
    monkeypatch.setattr(
        Executor, "run_that_ends", lambda self, job, k, rect, cancel: [self.step(job, k, cancel)]
    )
    for wanted, pixels in runs.items():
        np.testing.assert_array_equal(engine.render(source, recipe, rect, dtype=wanted), pixels)


def test_what_branches_read_is_computed_once(monkeypatch):
    recipe = Recipe().added(CATALOGUE["median"]).added(CATALOGUE["difference_of_gaussians"])
    engine, source = Engine(cache_bytes=0), Source(random_photo(90, 70, 3, "uint8"))
    computed = []
    run_that_ends = Executor.run_that_ends

    def watched(self, job, k, rect, cancel):
        steps = run_that_ends(self, job, k, rect, cancel)
        computed.extend(step.plan.op.name for step in steps)
        return steps

    monkeypatch.setattr(Executor, "run_that_ends", watched)
    engine.render(source, recipe, dtype="uint8")
    assert computed.count("median") == 1


def test_the_input_of_the_step_that_changes_is_kept():
    recipe = Recipe()
    for name in ("gaussian_blur", "gamma", "saturation", "sobel", "invert"):
        recipe = recipe.added(CATALOGUE[name])
    engine, source = Engine(), Source(random_photo(90, 70, 3, "uint8"))
    engine.render(source, recipe)
    for changed, name in ((3, "factor"), (1, "sigma"), (2, "gamma")):
        for value in (1.25, 1.5, 1.75):
            engine.render(source, recipe.with_param(changed, name, value))
        assert set(engine.step_ms) == set(range(changed, 6))


def test_the_bound_of_what_is_kept_is_a_share_of_the_memory():
    assert memory_share(None) == memory_share(8 << 30) == 512 << 20
    assert memory_share(2 << 30) == 128 << 20
    assert memory_share(64 << 30) == 1 << 30
