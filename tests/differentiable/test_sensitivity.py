"""Derivatives of pictures and of numbers: equal to central differences of the engine, none where it jumps."""

import numpy as np
import pytest
from skimage import data

from jaxstudio.differentiable.differences import derivative
from jaxstudio.differentiable.sensitivity import metric_gradient
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Luminosity, Mask, MaskPart
from jaxstudio.pipeline.param_refs import ParamRef, movable
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def photo():
    return (data.chelsea()[60:124, 100:200] / 255).astype(np.float32)


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.fixture(scope="module")
def recipe():
    recipe = Recipe()
    for name, values in (("gaussian_blur", {"sigma": 1.8}), ("gamma", {"gamma": 1.3}), ("saturation", {})):
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


def central_difference(recipe, photo, ref, measure, step=1e-2):
    """The derivative of a number of what the engine renders, by NumPy."""
    engine, ends = Engine(), []
    for sign in (1, -1):
        value = recipe.step(ref.step).values[ref.name] + sign * step
        moved = recipe.with_param(ref.step, ref.name, value)
        ends.append(measure(engine.render(Source(photo), moved, dtype="float32").astype(np.float64)))
    return (ends[0] - ends[1]) / (2 * step)


METRICS = {
    "mean": np.mean,
    "contrast": np.std,
    "sharpness": lambda x: np.sqrt(sum(np.mean(np.square(np.diff(x, axis=axis))) for axis in (0, 1))),
    "loss": lambda x: np.mean(np.square(x - 0.5)),
}


@pytest.mark.samples(2)
@pytest.mark.parametrize("name", METRICS)
def test_the_gradient_of_a_number_equals_central_differences(engine, photo, recipe, name):
    refs = [ref for ref in movable(recipe) if ref.name != "truncate"]
    target = np.full_like(photo, 0.5)
    found = metric_gradient(name, engine, Source(photo), recipe, refs, target=target)
    rendered = Engine().render(Source(photo), recipe, dtype="float32").astype(np.float64)
    assert found.value == pytest.approx(METRICS[name](rendered), rel=1e-4)
    wanted = [central_difference(recipe, photo, ref, METRICS[name]) for ref in refs]
    assert found.slopes == pytest.approx(wanted, rel=1e-3, abs=1e-5)


def test_a_mask_is_followed_and_opacity_left_out(engine, photo, recipe):
    masked = recipe.with_mask(Mask(1, (MaskPart(Luminosity(0.3, 0.6, 0.2)),))).masked(recipe.steps[1].key, 1)
    pixels = np.dstack([photo, np.full(photo.shape[:2], 0.5, np.float32)])
    refs = [ParamRef(1, "sigma"), ParamRef(2, "gamma")]
    found = metric_gradient("contrast", engine, Source(pixels), masked, refs)
    wanted = [central_difference(masked, photo, ref, np.std) for ref in refs]
    assert found.slopes == pytest.approx(wanted, rel=2e-3, abs=1e-5)


@pytest.mark.parametrize(("name", "parameter", "jumps"), [
    ("threshold", "value", True), ("brightness", "delta", False), ("gaussian_blur", "truncate", False),
])  # fmt: skip
def test_what_changes_in_jumps_has_no_derivative(engine, photo, name, parameter, jumps):
    recipe = Recipe().added(CATALOGUE[name])
    ref = ParamRef(recipe.steps[0].key, parameter)
    found = derivative(engine, Source(photo), recipe, ref)
    assert (found is None) is jumps
    if found is not None:
        wanted = central_difference(recipe, photo, ref, lambda x: x)
        np.testing.assert_allclose(found, wanted, atol=1e-3)
    slope = metric_gradient("mean", engine, Source(photo), recipe, [ref]).slopes[0]
    assert (slope is None) is jumps


def test_wrong_metrics_and_targets_are_refused(engine, photo, recipe):
    with pytest.raises(UsageError, match="expected one of mean"):
        metric_gradient("beauty", engine, Source(photo), recipe, movable(recipe))
    with pytest.raises(UsageError, match="a target of the result's size"):
        metric_gradient("loss", engine, Source(photo), recipe, movable(recipe), target=photo[:-1])
