"""Whole-picture evaluation: equal to the engine, and its derivatives to central differences of the engine."""

import numpy as np
import pytest
from pictures import lively
from scipy import ndimage

from jaxstudio.differentiable.duals import Direct, Forward
from jaxstudio.differentiable.evaluation import EVALUATORS, evaluate
from jaxstudio.differentiable.sensitivity import sensitivity
from jaxstudio.engine.plan import PLANS
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.kinds import PixelStencil
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.params import BORDERS
from jaxstudio.pipeline.recipe import Recipe

# One of each kind, of several passes, of parts; what a library computes is slow to differentiate.
SOME = (
    *("gamma", "saturation", "vibrance", "vignette", "gaussian_noise", "contrast", "gaussian_blur", "rotate"),
    *("lens", "zoom_blur", "tv_chambolle", "nl_means", "guided", "random_rotate"),
)
# Its places are quotients that must be exact, which takes the float64 of the engine.
INEXACT = ("grid_shuffle",)


@pytest.fixture(scope="module")
def photo():
    """(30, 44, 3) float32, smooth, within [0.1, 0.9]."""
    noise = np.random.default_rng(0).random((30, 44, 3))
    smooth = np.stack([ndimage.gaussian_filter(noise[..., channel], 2.5) for channel in range(3)], axis=-1)
    return (0.1 + 0.8 * (smooth - smooth.min()) / (smooth.max() - smooth.min())).astype(np.float32)


@pytest.fixture(scope="module")
def engine():
    return Engine()


def agrees(engine, photo, name):
    recipe = Recipe(seed=5).added(CATALOGUE[name], lively(CATALOGUE[name]))
    expected = engine.render(Source(photo), recipe)
    np.testing.assert_allclose(evaluate(Direct(), recipe, photo).primal, expected, atol=3e-5)


@pytest.mark.samples(4)
@pytest.mark.parametrize("name", SOME)
def test_equals_the_engine(engine, photo, name):
    agrees(engine, photo, name)


@pytest.mark.big
@pytest.mark.parametrize("name", [name for name in CATALOGUE if name not in (*SOME, *INEXACT)])
def test_every_op_equals_the_engine(engine, photo, name):
    agrees(engine, photo, name)


@pytest.mark.samples(1)
@pytest.mark.parametrize("name", ["zoom_blur", "swirl", "polar", "gaussian_blur", "vignette"])
def test_pictures_of_two_sizes_in_turn(engine, photo, name):
    """What is compiled for one size must not be taken for another."""
    step = Recipe(seed=5).added(CATALOGUE[name], lively(CATALOGUE[name]))
    for picture in (photo, photo[:20, :31], photo):
        found = evaluate(Forward(0), step, picture).primal
        np.testing.assert_allclose(found, engine.render(Source(picture), step), atol=3e-5)


# (filter, values, parameter, step): places where the function is smooth, so that a difference is a derivative
DERIVATIVES = (
    ("gamma", {"gamma": 1.3}, "gamma", 1e-2),
    ("gaussian_blur", {"sigma": 1.55}, "sigma", 5e-3),  # sigma_y is linked to it
    ("contrast", {"factor": 1.4}, "factor", 1e-2),
    ("saturation", {}, "factor", 1e-2),
    ("unsharp_mask", {"amount": 0.7}, "amount", 1e-2),
    ("vignette", {}, "amount", 1e-2),
    ("gaussian_noise", {"var": 0.02}, "var", 1e-3),
    ("zoom_blur", {"steps": 3}, "factor", 1e-3),
    ("guided", {"eps": 0.02}, "eps", 1e-3),
    ("translate", {"right": 0.35, "border": "nearest"}, "right", 1e-2),
)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("name", "values", "parameter", "step"), DERIVATIVES)
def test_derivatives_are_central_differences(engine, photo, name, values, parameter, step):
    recipe = Recipe(seed=5).added(CATALOGUE["brightness"]).added(CATALOGUE[name], values)
    key = recipe.steps[1].key
    value = recipe.steps[1].values[parameter]

    def at(moved):
        return engine.render(Source(photo), recipe.with_param(key, parameter, moved)).astype(np.float64)

    expected = (at(value + step) - at(value - step)) / (2 * step)
    found = sensitivity(recipe, photo, [ParamRef(key, parameter)])[0]
    assert np.sqrt(np.mean(expected**2)) > 1e-4
    assert np.sqrt(np.mean((found - expected) ** 2)) < 2e-3 * np.sqrt(np.mean(expected**2))


def test_an_earlier_step_changes_what_a_statistic_finds(engine, photo):
    """The mean that contrast keeps moves with the brightness before it."""
    recipe = Recipe().added(CATALOGUE["brightness"]).added(CATALOGUE["contrast"], {"factor": 2.0})
    parameter = next(iter(CATALOGUE["brightness"].by_name))
    found = sensitivity(recipe, photo, [ParamRef(recipe.steps[0].key, parameter)])[0]
    np.testing.assert_allclose(found, 1.0, atol=1e-3)  # 2·(1 − mean of 1) + mean of 1


def test_lengths_keep_their_unit_on_a_reduced_photo(photo):
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 4.0})
    halved = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0})
    ref = ParamRef(recipe.steps[0].key, "sigma")
    found, plain = sensitivity(recipe, photo, [ref], level=1), sensitivity(halved, photo, [ref])
    np.testing.assert_allclose(found, plain / 2, atol=1e-6)


def test_only_real_numbers_of_active_steps(photo):
    recipe = Recipe().added(CATALOGUE["box_blur"])
    with pytest.raises(UsageError, match="no real-valued parameter 'size'"):
        sensitivity(recipe, photo, [ParamRef(recipe.steps[0].key, "size")])


def test_every_kind_of_op_can_be_evaluated():
    # runs under a mask are refused; a stencil by pixel is the engine's form of a Stencil, no filter's kind
    assert set(EVALUATORS) == set(PLANS) - {MaskedRun, PixelStencil}


@pytest.mark.samples(1)
@pytest.mark.parametrize("border", BORDERS)
def test_borders_of_pictures_smaller_than_the_kernel(engine, photo, border):
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2.0, "border": border, "cval": 0.3})
    small = photo[:3, :5]
    found = evaluate(Direct(), recipe, small).primal
    np.testing.assert_allclose(found, engine.render(Source(small), recipe), atol=2e-6)


def test_directions_may_come_in_any_order(photo):
    recipe = Recipe()
    for name in ("gamma", "gaussian_blur", "saturation"):
        recipe = recipe.added(CATALOGUE[name])
    refs = [
        ParamRef(step.key, name)
        for step, name in zip(recipe.steps, ("gamma", "sigma", "factor"), strict=True)
    ]
    forwards = sensitivity(recipe, photo, refs)
    backwards = sensitivity(recipe, photo, refs[::-1])
    assert forwards.shape[0] == 3
    assert np.array_equal(forwards, backwards[::-1])
