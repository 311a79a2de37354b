"""Pixelwise steps in one loop give the bits that each gives by itself; nothing waits for their kernel."""

import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import BufferCache, Rect
from jaxstudio.engine.executor import Executor, Notices
from jaxstudio.engine.job import substitute
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.pixelwise import PixelwisePlan
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.params import Bool, Choice, Float, Int
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES
from jaxstudio.runtime.devices import find_device

PIXELWISE = [
    op
    for op in CATALOGUE.values()
    if issubclass(plan_of(op), PixelwisePlan) and op.name not in ("match_histogram", "film_grain")
]
LIGHT = ["exposure", "contrast", "saturation", "vignette", "white_balance", "invert", "vibrance", "sepia"]


def drawn(chance, param):
    """A value within a slider's range."""
    if isinstance(param, Float | Int):
        low = param.low if param.slider_low is None else param.slider_low
        high = param.high if param.slider_high is None else param.slider_high
        if isinstance(param, Float):
            return float(chance.uniform(low, high))
        return int(low + param.step * chance.integers(0, (high - low) // param.step + 1))
    if isinstance(param, Bool):
        return bool(chance.integers(2))
    return str(chance.choice(param.choices)) if isinstance(param, Choice) else None


def random_stack(chance, ops, count):
    recipe = Recipe(seed=int(chance.integers(1000)))
    for op in chance.choice(ops, count):
        values = {param.name: drawn(chance, param) for param in op.own_params}
        recipe = recipe.added(op, {name: value for name, value in values.items() if value is not None})
    return recipe


def engine_with_listener():
    kernels = Kernels(find_device("cpu"))
    wanted = []
    kernels.listen(lambda: wanted.append(1))
    return Engine(executor=Executor(kernels, BufferCache(0), Notices(lambda line: None))), kernels, wanted


def fused_and_single(recipe, source, rect, dtype):
    """The result by single kernels, by the fused ones, and how many of those there were."""
    engine, kernels, _ = engine_with_listener()
    single = engine.render(source, recipe, rect, dtype=dtype)
    count = 0
    while kernels.compile_wanted():
        count += 1
    return single, engine.render(source, recipe, rect, dtype=dtype), count


def assert_same_bits(one, other):
    both_nan = np.isnan(one.astype(np.float32)) & np.isnan(other.astype(np.float32))
    np.testing.assert_array_equal(np.where(both_nan, 0, one), np.where(both_nan, 0, other))
    assert one.dtype == other.dtype


def check_stack(seed):
    chance = np.random.default_rng(seed)
    recipe = random_stack(chance, PIXELWISE, int(chance.integers(3, 7)))
    channels, given = (3, 4, 1, 2)[seed % 4], ("uint8", "float32", "uint16")[seed % 3]
    pixels = random_photo(211, 307, channels, given)
    if given == "float32":
        pixels = pixels * 1.5 - 0.25
    wanted = ("uint8", "float32", "uint16")[seed // 3 % 3]
    single, fused, count = fused_and_single(recipe, Source(pixels), Rect(3, 5, 200, 301), wanted)
    assert_same_bits(fused, single)
    return count


def test_random_stacks_have_the_same_bits():
    assert sum(map(check_stack, range(2))) > 0


@pytest.mark.big
def test_many_random_stacks_have_the_same_bits():
    assert sum(map(check_stack, range(2, 400))) > 200


@pytest.mark.samples(1)
@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("given", ["uint8", "float32"])
def test_light_steps_are_one_kernel(channels, given):
    recipe = Recipe(working_space="encoded")
    for name in LIGHT:
        recipe = recipe.added(CATALOGUE[name])
    recipe = recipe.with_param(1, "stops", 0.3).with_param(3, "factor", 1.4).with_param(7, "amount", 0.7)
    source = Source(random_photo(211, 307, channels, given))
    single, fused, count = fused_and_single(recipe, source, None, "uint8")
    assert count == 1
    assert_same_bits(fused, single)


EXPRESSIONS = (
    "1 - v",
    "v (1 - 0.4 ((x/width - 0.5)^2 + (y/height - 0.5)^2))",
    "k = 0.4 [0, 1]; r = k g + b r - 1/(b + 1); b = {v > 0.5: r g, 0.2}",
    "(0.3 r + 0.3 v, x/w luma, min(r, g, b))",
)


@pytest.mark.samples(1)
@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("channels", [1, 4])
def test_expressions_without_neighbours_are_fused(text, channels):
    recipe = Recipe()
    for name in ("exposure", "expression", "invert"):
        recipe = recipe.added(CATALOGUE[name], {"text": text} if name == "expression" else {})
    recipe = recipe.with_param(1, "stops", 0.3)
    for given, rect in (("uint8", Rect(3, 5, 200, 301)), ("float32", None)):
        source = Source(random_photo(211, 307, channels, given))
        single, fused, count = fused_and_single(recipe, source, rect, "uint8")
        assert count == 1
        assert_same_bits(fused, single)


@pytest.mark.parametrize("text", ["at(1, 0)", "v alpha"])
def test_expressions_that_read_neighbours_or_the_opacity_are_not(text):
    step = Recipe().added(CATALOGUE["expression"], {"text": text}).steps[0]
    assert substitute(step) is step


def test_a_run_rides_on_the_step_before():
    recipe = Recipe()
    for name in ("gaussian_blur", *LIGHT[:3]):
        recipe = recipe.added(CATALOGUE[name])
    source = Source(random_photo(211, 307, 3, "uint8"))
    single, fused, count = fused_and_single(recipe, source, None, "uint8")
    assert count == 1
    assert_same_bits(fused, single)


def test_a_fused_kernel_is_wanted_and_not_waited_for():
    engine, kernels, wanted = engine_with_listener()
    recipe = Recipe(working_space="encoded").added(CATALOGUE["exposure"]).added(CATALOGUE["invert"])
    source = Source(random_photo(40, 50, 3, "uint8"))
    engine.render(source, recipe, dtype="uint8")
    before = COMPILES.count
    engine.render(source, recipe.with_param(1, "stops", 1.0), dtype="uint8")
    assert COMPILES.count == before
    assert len(wanted) == 2
    assert kernels.compile_wanted()
    assert not kernels.compile_wanted()
    engine.render(source, recipe, dtype="uint8")
    assert len(wanted) == 2
