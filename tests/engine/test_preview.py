"""The preview of a reduced photo beside the exact picture reduced: every filter alone, and stacks of them."""

import random

import numpy as np
import pytest
import skimage.data
from pictures import lively

from jaxstudio.engine.source import Source, halved
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Global
from jaxstudio.pipeline.params import Float, Int
from jaxstudio.pipeline.preview_notes import GRAINS
from jaxstudio.pipeline.recipe import Recipe

LEVEL = 2
MEAN, DEVIATION, NEAR = 0.01, 0.15, 0.05
GRAINY = [op for op in CATALOGUE.values() if op.preview_note == GRAINS]
FAITHFUL = [op for op in CATALOGUE.values() if not op.preview_note]
NOTED = [op for op in CATALOGUE.values() if op.preview_note and op.preview_note != GRAINS]


def named(ops):
    return pytest.mark.parametrize("op", ops, ids=lambda op: op.name)


@pytest.fixture(scope="module")
def photo():
    return Source(skimage.data.coffee())


@pytest.fixture(scope="module")
def odd_photo():
    """Sharper, and its sides are no multiples of what it is reduced by."""
    return Source(np.ascontiguousarray(skimage.data.astronaut()[:411, :497]))


def pictures(engine, photo, recipe):
    """The preview and the exact picture reduced, float64 in [0, 1]; cut to the smaller size."""
    preview = engine.render(photo, recipe, dtype="uint8", level=LEVEL)
    exact = halved(engine.render(photo, recipe, dtype="uint8"), LEVEL)
    # of a crop whose sides are no multiple of 2^LEVEL the last pixels stand for fewer
    height, width = np.minimum(preview.shape, exact.shape)[:2]
    assert max(abs(a - b) for a, b in zip(preview.shape, exact.shape, strict=True)) <= 1
    return preview[:height, :width] / 255, exact[:height, :width] / 255


def faults(preview, exact, grainy=False):
    """What is not alike; of independent grains single pixels are not compared."""
    found = []
    if abs(preview.mean() - exact.mean()) > MEAN:
        found.append(f"mean {preview.mean():.3f}, exact {exact.mean():.3f}")
    if abs(preview.std() - exact.std()) > DEVIATION * exact.std() + 1e-3:
        found.append(f"deviation {preview.std():.3f}, exact {exact.std():.3f}")
    far = np.quantile(np.abs(preview - exact), 0.95)
    if not grainy and far > NEAR:
        found.append(f"5 % of the pixels are {far:.3f} off")
    return found


def detail(picture):
    """Standard deviation of what differs from the four neighbours: noise above all."""
    middle, around = picture[1:-1, 1:-1], picture[:-2, 1:-1] + picture[2:, 1:-1]
    return (middle - (around + picture[1:-1, :-2] + picture[1:-1, 2:]) / 4).std()


# The difference of neighbours, which on a reduced photo lie closer than its pixels.
FINE_FORMULA = {"text": "0.5 + 8 (v - at(1, 0))"}


def values_of(op):
    return (op.defaults(), lively(op))


def smallest(op):
    """Numbers a step above the least."""
    steps = {
        param.name: param.low + param.step
        for param in op.own_params
        if isinstance(param, Int) and param.default is not None
    }
    return {**op.defaults(), **steps}


@pytest.mark.samples(2)
@named(FAITHFUL)
def test_the_preview_is_the_exact_picture_reduced(engine, photo, op):
    for values in values_of(op):
        assert not faults(*pictures(engine, photo, Recipe().added(op, values)))


@pytest.mark.samples(2)
@named(GRAINY)
def test_noise_is_as_strong_as_in_the_exact_picture(engine, photo, op):
    for values in values_of(op):
        preview, exact = pictures(engine, photo, Recipe().added(op, values))
        assert not faults(preview, exact, grainy=True)
        assert detail(preview) == pytest.approx(detail(exact), rel=DEVIATION)


@pytest.mark.samples(2)
@named(NOTED)
def test_a_note_is_there_only_where_the_preview_differs(engine, photo, odd_photo, op):
    """A filter whose preview is faithful with any values needs no note."""
    typed = [FINE_FORMULA] if op.name == "expression" else []
    recipes = [Recipe().added(op, values) for values in (*values_of(op), smallest(op), *typed)]
    assert any(
        faults(*pictures(engine, source, recipe)) for source in (photo, odd_photo) for recipe in recipes
    )


def needs_statistic(op):
    kinds = [op.kind, *(part.kind for part in getattr(op.kind, "ops", ()))]
    return any(isinstance(kind, Global) for kind in kinds)


def drawn_stack(number):
    """Three to five filters that are faithful or noise, with values drawn around their defaults."""
    chance = random.Random(number)
    recipe = Recipe(seed=number)
    ops = chance.sample([*FAITHFUL, *GRAINY], chance.randint(3, 5))
    # as their note says, what counts tones is to come before noise
    for op in sorted(ops, key=lambda op: not needs_statistic(op)):
        values = op.defaults()
        for param in op.own_params:
            if isinstance(param, Float | Int) and param.default is not None and chance.random() < 0.5:
                low, high = param.slider
                value = param.default + chance.uniform(-0.15, 0.15) * (high - low)
                value = min(max(value, param.low), param.high)
                if isinstance(param, Int):
                    value = param.low + round((value - param.low) / param.step) * param.step
                values[param.name] = value
        recipe = recipe.added(op, values)
    return recipe


def stack_faults(engine, photo, recipe):
    grainy = any(step.op in GRAINY for step in recipe.steps)
    return faults(*pictures(engine, photo, recipe), grainy)


@pytest.mark.samples(1)
@pytest.mark.parametrize("number", range(10))
def test_stacks_are_faithful(engine, photo, number):
    recipe = drawn_stack(number)
    found = stack_faults(engine, photo, recipe)
    assert not found, [(step.op.name, step.values) for step in recipe.steps]


@pytest.mark.big
def test_fifty_more_stacks_are_faithful(engine, photo):
    """All without noise; of those in which a filter that clips comes after noise, one in ten may differ."""
    stacks = [drawn_stack(number) for number in range(10, 60)]
    noisy = [recipe for recipe in stacks if any(step.op in GRAINY for step in recipe.steps)]
    different = [recipe for recipe in stacks if stack_faults(engine, photo, recipe)]
    assert all(recipe in noisy for recipe in different)
    assert len(different) <= len(noisy) / 10
