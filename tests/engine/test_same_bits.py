"""Ways of computing that change no bit: chunk by chunk, in pieces, by a table of bytes, in used memory."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import CAPACITY, Rect, aligned_empty
from jaxstudio.engine.executor import Executor, JobStep
from jaxstudio.engine.plan import base, plan_of
from jaxstudio.engine.plan.pixelwise import PixelwisePlan
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Pointwise
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


PIXELS = np.random.default_rng(4).random((40, 50, 3)).astype(np.float32)


@pytest.mark.samples(8)
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


OPS = [op for op in CATALOGUE.values() if isinstance(op.kind, Pointwise)]


@pytest.mark.samples(1)
@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
@pytest.mark.parametrize("channels", [3, 4])
def test_bytes_become_what_their_values_as_floats_become(op, channels):
    levels = np.resize(np.arange(256, dtype=np.uint8), (32, 32, channels))
    engine, recipe = Engine(), Recipe().added(op)
    floats = levels * np.float32(1 / 255)
    expected = engine.render(Source(floats), recipe, dtype="uint8")
    np.testing.assert_array_equal(engine.render(Source(levels), recipe, dtype="uint8"), expected)


@pytest.mark.parametrize("shape", [(5, 7), (60, 83)])
@pytest.mark.parametrize("border", ["reflect", "wrap", "constant"])
@pytest.mark.parametrize(
    "before", [("rotate", {"angle": 17.0, "expand": True}), ("saturation", {"factor": 2.0})]
)
def test_a_turned_or_coloured_picture_is_blurred_as_its_image_is(before, shape, border, monkeypatch):
    """Pixels are written where the blur reads them; without that an image of them lies between."""
    name, values = before
    recipe = Recipe().added(CATALOGUE[name], values)
    recipe = recipe.added(CATALOGUE["gaussian_blur"], {"sigma": 3.0, "border": border})
    written, asked = JobStep.written_input, []

    def notes(step, rect):
        found = written(step, rect)
        asked.append(found is not None)
        return found

    def rendered(how):
        monkeypatch.setattr(JobStep, "written_input", how)
        return Engine(cache_bytes=0).render(Source(random_photo(*shape, dtype="uint8")), recipe)

    np.testing.assert_array_equal(rendered(notes), rendered(lambda step, rect: None))
    assert any(asked)
