"""Derivatives of the preview: equal to central differences of the engine and of plain functions."""

import numpy as np
import pytest
from skimage import data

from jaxstudio.differentiable.differences import derivative
from jaxstudio.differentiable.pixel_derivatives import PreviewDifferentiator
from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.executor import Executor
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Ellipse, Luminosity, Mask, MaskPart
from jaxstudio.pipeline.param_refs import ParamRef
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.fixture
def differentiator(engine):
    return PreviewDifferentiator(engine)


@pytest.fixture(scope="module")
def source():
    return Source(np.ascontiguousarray(data.chelsea()[40:140, 60:220]))


def stack(*names, **values):
    """A recipe, and its first step's parameter that values name (the last of them) or that comes first."""
    recipe = Recipe(seed=3)
    for number, name in enumerate(names):
        recipe = recipe.added(CATALOGUE[name], values if number == 0 else {})
    return recipe


def floats(source):
    return source.pixels.astype(np.float32) / 255


def strongest(slopes):
    at = np.argmax(np.abs(slopes), axis=2)[..., np.newaxis]
    return np.take_along_axis(slopes, at, axis=2)[..., 0]


def central_difference(engine, source, recipe, ref, step, level=0):
    """By NumPy, of two renders by the engine."""
    value = recipe.step(ref.step).values[ref.name]
    ends = [
        engine.render(source, recipe.with_param(ref.step, ref.name, value + sign * step), level=level)
        for sign in (1, -1)
    ]
    return strongest((ends[0].astype(np.float64) - ends[1]) / (2 * step))


def plain_difference(source, recipe, ref, step):
    """The derivative of the plain function of the whole picture, without the engine, by NumPy.

    It is central, or of three values to one side where `step` is a pair (side, size).
    """
    value = recipe.step(ref.step).values[ref.name]

    def at(moved):
        pixels = evaluate(recipe.with_param(ref.step, ref.name, moved), floats(source))
        return np.asarray(pixels, np.float64)

    if isinstance(step, tuple):
        side, size = step
        here, there, far = (at(value + side * number * size) for number in range(3))
        return strongest((4 * there - 3 * here - far) / (2 * side * size))
    return strongest((at(value + step) - at(value - step)) / (2 * step))


def near(found, expected, within=1e-3):
    """Within a thousandth of the largest, in root mean square; where two channels tie, of either sign."""
    scale = np.abs(expected).max()
    assert scale > 1e-4
    assert np.sqrt(np.mean(np.square(np.abs(found) - np.abs(expected)))) < within * scale
    assert np.mean(found * expected < 0) < 0.01


# (steps, the first one's values, its parameter, a step of a central difference)
POINTWISE = (
    (("gamma",), {"gamma": 1.4}, "gamma", 2e-3),
    (("brightness", "gamma", "saturation"), {"delta": 0.1}, "delta", 2e-3),
    (("vignette", "sepia"), {}, "amount", 2e-3),
    (("saturation",), {"factor": 1.3}, "factor", 5e-3),
    (("contrast",), {"factor": 1.3}, "factor", 5e-3),
    (("levels",), {"black": 0.08}, "black", 1e-3),
)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("names", "values", "name", "step"), POINTWISE)
def test_forward_mode_equals_central_differences(engine, differentiator, source, names, values, name, step):
    recipe = stack(*names, **values)
    ref = ParamRef(recipe.steps[0].key, name)
    found = differentiator.derivatives(source, recipe, ref)
    assert not found.by_differences
    assert not found.jumps
    near(found.slopes, central_difference(engine, source, recipe, ref, step))
    rendered = engine.render(source, recipe)
    np.testing.assert_allclose(found.brightness / 255, rendered.clip(0, 1).mean(axis=2), atol=1.01 / 255)


DIFFERENCES = (
    (("gaussian_blur", "gamma"), {"sigma": 2.2}, "sigma"),
    (("unsharp_mask",), {"amount": 0.8}, "amount"),
    (("gamma", "gaussian_blur"), {"gamma": 1.3}, "gamma"),
    (("translate",), {"right": 0.35, "border": "nearest"}, "right"),
    (("guided",), {"eps": 0.02}, "eps"),
)


@pytest.mark.samples(1)
@pytest.mark.parametrize(("names", "values", "name"), DIFFERENCES)
def test_differences_equal_those_of_the_plain_function(differentiator, source, names, values, name):
    recipe = stack(*names, **values)
    ref = ParamRef(recipe.steps[0].key, name)
    found = differentiator.derivatives(source, recipe, ref)
    assert found.by_differences
    assert not found.jumps
    near(found.slopes, plain_difference(source, recipe, ref, 2e-3))


@pytest.mark.parametrize("shape", [Ellipse(0.5, 0.5, 0.6, 0.7), Luminosity(0.3, 0.6, 0.2)])
def test_a_mask_is_followed_also_where_pixels_decide_it(engine, differentiator, source, shape):
    """The step before the run changes what the mask is made of."""
    recipe = stack("brightness", "gaussian_blur", delta=0.05).with_mask(Mask(1, (MaskPart(shape),)))
    recipe = recipe.masked(recipe.steps[1].key, 1)
    for ref, step in (
        (ParamRef(recipe.steps[0].key, "delta"), 1e-3),
        (ParamRef(recipe.steps[1].key, "sigma"), 5e-3),
    ):
        found = differentiator.derivatives(source, recipe, ref)
        assert found.by_differences
        near(found.slopes, central_difference(engine, source, recipe, ref, step), within=3e-3)


def test_at_an_end_of_the_range_it_is_a_difference_to_one_side(differentiator, source):
    amount = CATALOGUE["unsharp_mask"].by_name["amount"]
    for end, side in ((amount.low, 1), (amount.high, -1)):
        recipe = stack("unsharp_mask", "gamma", amount=end)
        ref = ParamRef(recipe.steps[0].key, "amount")
        found = differentiator.derivatives(source, recipe, ref)
        near(found.slopes, plain_difference(source, recipe, ref, (side, 3e-3)))


def test_a_part_on_a_reduced_photo(engine, differentiator, source):
    for name, values, parameter in (("gamma", {}, "gamma"), ("gaussian_blur", {"sigma": 4.0}, "sigma")):
        recipe = stack(name, **values)
        ref = ParamRef(recipe.steps[0].key, parameter)
        whole = differentiator.derivatives(source, recipe, ref, level=1)
        part = differentiator.derivatives(source, recipe, ref, Rect(10, 20, 40, 70), level=1)
        assert part.slopes.shape == (30, 50)
        scale = np.abs(whole.slopes).max()
        np.testing.assert_allclose(part.slopes, whole.slopes[10:40, 20:70], atol=1e-3 * scale)
        near(whole.slopes, central_difference(engine, source, recipe, ref, 0.01, level=1))


@pytest.mark.parametrize(("names", "values", "name", "jumps"), [
    (("threshold",), {"value": 0.4}, "value", True),
    (("threshold", "gaussian_blur"), {"value": 0.4}, "value", True),
    (("gaussian_blur", "threshold"), {}, "sigma", True), (("crop",), {}, "left", True),
    (("rotate",), {"angle": 12.0}, "angle", False), (("brightness", "gaussian_blur"), {}, "delta", False),
    (("gaussian_blur",), {}, "cval", False),
])  # fmt: skip
def test_what_changes_in_jumps_has_no_derivative(differentiator, source, names, values, name, jumps):
    recipe = stack(*names, **values)
    found = differentiator.derivatives(source, recipe, ParamRef(recipe.steps[0].key, name))
    assert found.jumps is jumps
    if jumps or name == "cval":
        assert found.most == 0


def test_the_verdict_on_jumps_is_that_of_this_value_alone(engine, differentiator, source):
    """The map does not remember a verdict, and the gradient of a number has the same one."""
    for value, jumps in ((0.4, True), (0.99, False), (0.4, True)):  # no pixel is as bright as 0.94
        recipe = stack("threshold", value=value)
        ref = ParamRef(recipe.steps[0].key, "value")
        assert differentiator.derivatives(source, recipe, ref).jumps is jumps
        assert (derivative(engine, source, recipe, ref) is None) is jumps


def test_at_a_value_that_leaves_the_picture_as_it_is(engine, differentiator, source):
    for name, parameter in (("saturation", "factor"), ("contrast", "factor"), ("gamma", "gamma")):
        recipe = stack(name, **{parameter: 1.0})
        ref = ParamRef(recipe.steps[0].key, parameter)
        found = differentiator.derivatives(source, recipe, ref)
        assert not found.jumps
        near(found.slopes, central_difference(engine, source, recipe, ref, 2e-3), within=2e-3)


def count_results(monkeypatch):
    """How often the last image of a job is computed from now on."""
    seen, image = [], Executor.image

    def counted(self, job, k, rect, *more, **named):
        if k == len(job.steps):
            seen.append(k)
        return image(self, job, k, rect, *more, **named)

    monkeypatch.setattr(Executor, "image", counted)
    return seen


def test_it_takes_two_renders_and_none_where_pixels_are_differentiated(differentiator, source, monkeypatch):
    blur, gamma = stack("gaussian_blur"), stack("gamma", "saturation")
    refs = [ParamRef(recipe.steps[0].key, name) for recipe, name in ((blur, "sigma"), (gamma, "gamma"))]
    for recipe, ref in zip((blur, gamma), refs, strict=True):
        differentiator.derivatives(source, recipe, ref)  # finds whether it jumps
        seen = count_results(monkeypatch)
        moved = recipe.with_param(ref.step, ref.name, recipe.steps[0].values[ref.name] + 0.1)
        differentiator.derivatives(source, moved, ref)
        assert len(seen) == (2 if recipe is blur else 0)
        monkeypatch.undo()


@pytest.mark.samples(2)
@pytest.mark.parametrize("channels", [1, 2, 4])
def test_gray_pictures_and_opacity(engine, differentiator, channels):
    pixels = np.random.default_rng(1).integers(60, 200, (40, 60, channels), np.uint8)
    source = Source(pixels)
    for name, parameter in (("gamma", "gamma"), ("gaussian_blur", "sigma")):
        recipe = stack(name)
        ref = ParamRef(recipe.steps[0].key, parameter)
        found = differentiator.derivatives(source, recipe, ref)
        colours = channels - (channels in (2, 4))
        ends = [
            engine.render(
                source, recipe.with_param(ref.step, ref.name, recipe.steps[0].values[parameter] + step)
            )
            for step in (2e-3, -2e-3)
        ]
        near(found.slopes, strongest((ends[0] - ends[1])[..., :colours] / 4e-3), within=2e-3)


def test_what_is_no_real_number_and_a_question_that_is_given_up(differentiator, source):
    recipe = stack("box_blur")
    with pytest.raises(UsageError, match="no real-valued parameter 'size'"):
        differentiator.derivatives(source, recipe, ParamRef(recipe.steps[0].key, "size"))
    recipe = stack("gaussian_blur")
    with pytest.raises(Cancelled):
        differentiator.derivatives(
            source, recipe, ParamRef(recipe.steps[0].key, "sigma"), cancel=lambda: True
        )
