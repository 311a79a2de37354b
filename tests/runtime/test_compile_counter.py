"""No slider compiles: once a recipe is warm, nothing a hand can do to it makes a new kernel."""

import logging

import jax
import numpy as np
import pytest
from pictures import random_photo

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.precompile import Precompiler
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Neighbourhood, Whole
from jaxstudio.pipeline.params import Bool, Choice, Expression, Float, Int, Matrix, Points, Steps, Text
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES


@pytest.fixture
def compiled():
    """The names of what JAX compiles during a test."""
    names = []

    class Listener(logging.Handler):
        def emit(self, record):
            line = record.getMessage()
            if line.startswith("Compiling "):
                names.append(line[:120])

    logger, listener = logging.getLogger("jax"), Listener()
    logger.addHandler(listener)
    logger.propagate = False
    jax.config.update("jax_log_compiles", True)
    yield names
    jax.config.update("jax_log_compiles", False)
    logger.removeHandler(listener)
    logger.propagate = True


def spread(param):
    """Values over the whole range of a parameter."""
    if isinstance(param, Float):
        return [None] * (param.linked is not None) + np.linspace(param.low, param.high, 6).tolist()
    if isinstance(param, Int):
        steps = (param.high - param.low) // param.step
        return [param.low + round(share * steps) * param.step for share in (0, 0.1, 0.35, 0.6, 1)]
    if isinstance(param, Choice):
        return list(param.choices)
    if isinstance(param, Bool):
        return [False, True]
    if isinstance(param, Steps):
        return [param.default]  # other filters are warmed when they are named
    if isinstance(param, Text):  # a Path, too
        return [param.default]
    if isinstance(param, Points):
        return [points for _, points in param.presets]
    if isinstance(param, Expression):
        return [param.default]  # another text is another kernel
    assert isinstance(param, Matrix)
    return [np.full((side, 1), 0.1).tolist() for side in (1, 3, 5, 9, param.largest)]


def warmed(engine, recipe, source):
    precompiler = Precompiler(engine.executor.kernels)
    try:
        precompiler.request(recipe, source)
        assert precompiler.wait(240), "the precompiler never finished"
    finally:
        precompiler.close()


def held_to_compile_nothing(compiled, what, count):
    assert COMPILES.awaited == count, f"{what} compiled {COMPILES.awaited - count} kernels: {compiled}"


# In the shorter run filters have so many radii, and what is wider is cut off; those with a matrix keep all,
# for one cannot be cut.
FEW = 3


def cut(monkeypatch, kind):
    """Leave a filter its narrowest kernels."""
    few, needed = kind.buckets[:FEW], kind.bucket
    monkeypatch.setitem(vars(kind), "buckets", few)
    monkeypatch.setitem(vars(kind), "bucket", lambda values: min(needed(values), few[-1]))


@pytest.fixture(params=["few radii", pytest.param("all radii", marks=pytest.mark.big)])
def radii(request, monkeypatch):
    if request.param == "few radii":
        for op in CATALOGUE.values():
            if isinstance(op.kind, Neighbourhood) and not any(isinstance(p, Matrix) for p in op.own_params):
                cut(monkeypatch, op.kind)
    return request.param


@pytest.mark.samples(
    "few radii-gaussian_blur", "few radii-gamma", "few radii-rotate", "few radii-gaussian_noise"
)
@pytest.mark.parametrize("name", CATALOGUE)
def test_no_slider_of_a_warm_recipe_compiles(compiled, radii, name):
    op = CATALOGUE[name]
    engine = Engine(cache_bytes=0)
    source = Source(random_photo(40, 60, 3, "uint8"))
    recipe = Recipe().added(op)
    warmed(engine, recipe, source)
    engine.render(source, recipe, dtype="uint8")
    assert COMPILES.count > 0
    count = COMPILES.awaited
    compiled.clear()
    for param in op.params:
        for value in spread(param):
            moved = recipe.with_param(1, param.name, value)
            size = engine.size(moved, source.height, source.width)
            part = Rect(3, 4, 20, 31).clipped(*size)
            engine.render(source, moved, part if part.height > 0 < part.width else Rect.whole(*size), "uint8")
            held_to_compile_nothing(compiled, f"{name} {param.name} = {value}", count)
    if isinstance(op.kind, Whole):
        return  # what takes the whole picture at once may be compiled for its size
    engine.render(Source(random_photo(113, 27, 3, "uint8")), recipe, dtype="uint8")
    held_to_compile_nothing(compiled, f"{name} on a photo of another size", count)
    for level in (1, 2):
        engine.render(source, recipe, dtype="uint8", level=level)
        held_to_compile_nothing(compiled, f"{name} on a reduced photo", count)


@pytest.mark.thorough
def test_nothing_done_to_a_warm_stack_compiles(compiled):
    """Toggling, reordering, duplicating, noise anew, another photo, another zoom, the export's floats."""
    names = ("gaussian_noise", "box_blur", "saturation", "equalize_hist", "rotate", "sobel", "gamma")
    recipe = Recipe()
    for name in names:
        recipe = recipe.added(CATALOGUE[name])
    engine = Engine(cache_bytes=0)
    source = Source(random_photo(60, 80, 3, "uint8"))
    warmed(engine, recipe, source)
    count = COMPILES.awaited
    compiled.clear()
    changes = {"as it is": recipe, "another seed": recipe.with_seed(8), "doubled": recipe.duplicated(2)}
    for step in recipe.steps:
        changes[f"{step.op.name} off"] = recipe.switched(step.key, False)
        changes[f"{step.op.name} first"] = recipe.moved(step.key, 0)
        changes[f"{step.op.name} last"] = recipe.moved(step.key, 99)
        changes[f"{step.op.name} alone"] = Recipe((step,))
    for what, changed in changes.items():
        for dtype in ("uint8", "float32"):
            engine.render(source, changed, dtype=dtype)
            held_to_compile_nothing(compiled, f"{what} as {dtype}", count)
    engine.render(Source(random_photo(31, 203, 3, "uint8")), recipe, dtype="uint8")
    held_to_compile_nothing(compiled, "another photo", count)
    for level in (1, 2, 3):
        engine.render(source, recipe, Rect(0, 0, 5, 6), "uint8", level=level, approximate_statistics=True)
        held_to_compile_nothing(compiled, f"level {level}", count)


def test_buckets_rise_and_hold_every_radius():
    for op in CATALOGUE.values():
        if isinstance(op.kind, Neighbourhood):
            assert list(op.kind.buckets) == sorted(set(op.kind.buckets))
            for end in ("low", "high"):
                values = op.defaults()
                for param in op.own_params:
                    if isinstance(param, Float | Int):
                        values[param.name] = getattr(param, end)
                    if isinstance(param, Matrix):
                        values[param.name] = ((1.0,) * param.largest,) * param.largest
                needed = op.kind.bucket(op.resolve(values))
                assert op.kind.radius(op.resolve(values)) >= needed


def test_the_count_counts():
    before = COMPILES.count, COMPILES.seconds_here
    jax.jit(lambda x: x * 3.25 + before[0])(np.float32(2)).block_until_ready()
    assert COMPILES.count == before[0] + 1
    assert COMPILES.seconds_here > before[1]


def test_what_is_compiled_ahead_is_not_awaited():
    counts = COMPILES.count, COMPILES.awaited
    with COMPILES.ahead():
        jax.jit(lambda x: x * 4.25 + counts[0])(np.float32(2)).block_until_ready()
    assert (COMPILES.count, COMPILES.awaited) == (counts[0] + 1, counts[1])
    jax.jit(lambda x: x * 5.25 + counts[0])(np.float32(2)).block_until_ready()
    assert (COMPILES.count, COMPILES.awaited) == (counts[0] + 2, counts[1] + 1)
