"""Whole images on an accelerator: here the CPU stands for it."""

from __future__ import annotations

from dataclasses import replace

import jax
import numpy as np
import pytest

from jaxstudio.engine import accelerator
from jaxstudio.engine.accelerator import AcceleratorExecutor
from jaxstudio.engine.buffers import BufferCache, Rect
from jaxstudio.engine.executor import Notices
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Ellipse, Luminosity, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.devices import find_device


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def engine(told: list[str]) -> Engine:
    kernels = Kernels(find_device("cpu:0"))
    executor = AcceleratorExecutor(kernels, BufferCache(64 << 20), Notices(told.append))
    return Engine(notice=told.append, executor=executor)


def photo(dtype: str = "uint8", channels: int = 3) -> Source:
    pixels = np.random.default_rng(0).integers(0, 256, (60, 90, channels), dtype=np.uint8)
    return Source(pixels if dtype == "uint8" else pixels.astype(np.float32) / 255)


def assert_equal_levels(found: np.ndarray, expected: np.ndarray, share: float = 0.02) -> None:
    """uint8 images that differ by rounding at most."""
    difference = np.abs(found.astype(int) - expected.astype(int))
    assert difference.max() <= 1
    assert np.mean(difference > 0) <= share


@pytest.mark.samples(12)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_op_is_what_the_plans_compute(engine, name):
    recipe = Recipe(seed=3).added(CATALOGUE[name])
    for source in (photo(), photo("float32", channels=4)):
        expected = Engine("cpu:0").render(source, recipe, dtype="uint8")
        assert_equal_levels(engine.render(source, recipe, dtype="uint8"), expected)


def stack() -> Recipe:
    recipe = Recipe(seed=1)
    for name in ("rotate", "exposure", "gaussian_blur", "contrast", "median", "gaussian_noise", "vignette"):
        recipe = recipe.added(CATALOGUE[name])
    return recipe


@pytest.mark.parametrize("level", [0, 1])
def test_a_stack_at_full_size_and_reduced(engine, level):
    expected = Engine("cpu:0").render(photo(), stack(), Rect(5, 7, 25, 40), "uint8", level=level)
    found = engine.render(photo(), stack(), Rect(5, 7, 25, 40), "uint8", level=level)
    assert_equal_levels(found, expected)


def test_masked_steps(engine):
    recipe = stack()
    parts = (MaskPart(Ellipse(0.5, 0.5, 0.6, 0.4)), MaskPart(Luminosity()))
    for number, part in enumerate(parts, 1):
        recipe = replace(recipe, masks=(*recipe.masks, Mask(number, (part,), opacity=0.7)))
    steps = [
        replace(step, mask={"exposure": 1, "gaussian_blur": 1, "contrast": 2}.get(step.op.name))
        for step in recipe.steps
    ]
    recipe = replace(recipe, steps=tuple(steps))
    expected = Engine("cpu:0").render(photo(), recipe, dtype="uint8")
    assert_equal_levels(engine.render(photo(), recipe, dtype="uint8"), expected)


def test_a_moved_slider_computes_its_step_and_those_after_it(engine):
    source, recipe = photo(), stack()
    key = recipe.steps[5].key
    for value in (0.01, 0.02, 0.03):
        engine.render(source, recipe.with_param(key, "var", value), dtype="uint8")
    assert set(engine.step_ms) == {step.key for step in recipe.steps[5:]}


def test_what_does_not_fit_is_computed_on_the_cpu(engine, told, monkeypatch):
    expected = Engine("cpu:0").render(photo(), stack(), dtype="uint8")

    def refuse(*arguments, **options):
        raise jax.errors.JaxRuntimeError("RESOURCE_EXHAUSTED: out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(accelerator, "compute_step", refuse)
        np.testing.assert_array_equal(engine.render(photo(), stack(), dtype="uint8"), expected)
    beyond = "cpu:0 has not enough memory for this: going on on the CPU"
    assert told == ["cpu:0 is out of memory: trying with less", beyond]
    # and larger photos are not tried again
    monkeypatch.setattr(accelerator, "compute_step", None)
    np.testing.assert_array_equal(engine.render(photo(), stack(), dtype="uint8"), expected)
