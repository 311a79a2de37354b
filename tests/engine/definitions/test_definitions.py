"""Definitions: their numbers are those of the plans, their derivatives central differences of the engine."""

from functools import partial

import jax
import numpy as np
import pytest
from scipy import ndimage

from jaxstudio.engine.definitions import DEFINITIONS, compute_step, evaluate
from jaxstudio.engine.plan import PLANS
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import Combined, Composed
from jaxstudio.pipeline.params import BORDERS
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def photo():
    """(30, 44, 3) float32, smooth, within [0.1, 0.9]."""
    noise = np.random.default_rng(0).random((30, 44, 3))
    smooth = np.stack([ndimage.gaussian_filter(noise[..., channel], 2.5) for channel in range(3)], axis=-1)
    return (0.1 + 0.8 * (smooth - smooth.min()) / (smooth.max() - smooth.min())).astype(np.float32)


@pytest.fixture(scope="module")
def engine():
    return Engine()


# Guided filters on grids of cells, all terms of a formula, curves of few points or of many: longer.
LINES = {
    "gaussian_blur": 100, "elastic": 530, "defocus": 510, "channel_curve": 700, "clarity": 910, "dehaze": 700,
    "defringe": 700, "shadows_highlights": 690,
}  # fmt: skip


def test_the_definition_of_every_op_is_short(subtests):
    """And of every part that an op is made of, without the parts' own."""
    parts = (part for op in CATALOGUE.values() for part in getattr(op.kind, "ops", ()))
    every = {op.name: op for op in (*CATALOGUE.values(), *parts) if not op.kind.composed}
    for name, op in every.items():
        (step,) = Recipe().added(op).steps
        count = len(op.kind.branches(step.values)) if isinstance(op.kind, Combined) else 0
        others = {"key": np.zeros(2, np.uint32), "branches": [lambda image: image] * count}
        compute = partial(compute_step, op, dict(step.values), **others)
        with subtests.test(name):
            jaxpr = jax.make_jaxpr(compute)(np.zeros((8, 8, 3), np.float32))
            assert len(str(jaxpr).splitlines()) < LINES.get(name, 400)


# (filter, values, parameter, step): places where the function is smooth, so that a difference is a derivative
DERIVATIVES = (
    ("gamma", {"gamma": 1.3}, "gamma", 1e-2),
    ("gaussian_blur", {"sigma": 1.55, "sigma_y": 1.2}, "sigma", 5e-3),
    ("contrast", {"factor": 1.4}, "factor", 1e-2),
    ("saturation", {}, "factor", 1e-2),
    ("vignette", {}, "amount", 1e-2),
    ("gaussian_noise", {"var": 0.02}, "var", 1e-3),
)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("name", "values", "parameter", "step"), DERIVATIVES)
def test_derivatives_are_central_differences(engine, photo, name, values, parameter, step):
    """Of parameters that are read while pixels are computed: what JAX traces."""
    recipe = Recipe(seed=5).added(CATALOGUE["brightness"]).added(CATALOGUE[name], values)
    key = recipe.steps[1].key
    value = recipe.steps[1].values[parameter]

    def at(moved):
        return engine.render(Source(photo), recipe.with_param(key, parameter, moved)).astype(np.float64)

    expected = (at(value + step) - at(value - step)) / (2 * step)
    found = jax.jacfwd(lambda moved: evaluate(recipe, photo, {parameter: moved}))(np.float32(value))
    assert np.sqrt(np.mean(expected**2)) > 1e-4
    assert np.sqrt(np.mean((found - expected) ** 2)) < 2e-3 * np.sqrt(np.mean(expected**2))


def test_every_kind_has_a_definition_and_a_plan():
    # runs under a mask are refused, and what is composed consists of other steps
    assert set(DEFINITIONS) == set(PLANS) - {MaskedRun, Composed}


def test_values_of_a_pixel_have_one_place(engine, photo):
    # no op of test_every_op.ALWAYS asks where a value is
    recipe, small = Recipe(seed=5).added(CATALOGUE["plasma"]), photo[:9, :13]
    np.testing.assert_allclose(evaluate(recipe, small), engine.render(Source(small), recipe), atol=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("border", BORDERS)
def test_borders_of_pictures_smaller_than_the_kernel(engine, photo, border):
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0, "border": border, "cval": 0.3})
    small = photo[:3, :5]
    found = evaluate(recipe, small)
    np.testing.assert_allclose(found, engine.render(Source(small), recipe), atol=2e-6)
