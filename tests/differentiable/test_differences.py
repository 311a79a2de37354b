"""Derivatives by differences of renders are those of the plain function; corrected ones fit what was seen."""

import numpy as np
import pytest
from skimage import data

from jaxstudio.differentiable.differences import Jacobian, Pictures, changes_in_jumps
from jaxstudio.differentiable.identifiability import slider_ranges
from jaxstudio.differentiable.match import colours
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.param_refs import movable
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def pictures():
    photo = colours(data.astronaut()[100:150, 160:230])
    return Pictures(Engine(), Source(photo), photo, 0)


def stack():
    recipe = Recipe(seed=3)
    for name, values in (
        ("gamma", {"gamma": 1.3}),
        ("gaussian_blur", {"sigma": 1.6}),
        ("contrast", {"factor": 1.2}),
    ):
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


def jacobian(pictures, recipe, refs):
    return Jacobian.at(pictures.result, recipe, refs, pictures.result(recipe))


def test_equal_to_central_differences_of_the_plain_function(pictures):
    recipe = stack()
    refs = [ref for ref in movable(recipe) if ref.name != "truncate"]  # it changes the picture in jumps
    found = jacobian(pictures, recipe, refs).slopes
    for ours, ref, reach in zip(found, refs, slider_ranges(recipe, refs), strict=True):
        value = recipe.step(ref.step).values[ref.name]
        ends = [
            np.asarray(evaluate(recipe.with_param(ref.step, ref.name, value + step), pictures.photo.pixels))
            for step in (-5e-3, 5e-3)
        ]
        expected = reach * (ends[1].astype(np.float64) - ends[0]).reshape(-1) / 1e-2
        assert np.linalg.norm(ours - expected) < 0.01 * np.linalg.norm(expected)


def test_a_difference_does_not_leave_the_hard_range(pictures):
    op = CATALOGUE["gamma"]
    recipe = Recipe().added(op, {"gamma": op.by_name["gamma"].high})
    refs = [ref for ref in movable(recipe) if ref.name == "gamma"]
    inside = recipe.with_param(refs[0].step, "gamma", op.by_name["gamma"].high - 0.02)
    at_end, near = (jacobian(pictures, each, refs).slopes for each in (recipe, inside))
    np.testing.assert_allclose(at_end, near, atol=0.01 * np.abs(near).max())


def test_products_are_those_of_the_derivatives(pictures):
    recipe = stack()
    found = jacobian(pictures, recipe, movable(recipe))
    slopes = found.slopes.astype(np.float64)
    np.testing.assert_allclose(found.matrix, slopes @ slopes.T / slopes.shape[1], rtol=1e-6, atol=1e-12)
    residual = pictures.target - pictures.result(recipe)
    np.testing.assert_allclose(
        found.along(residual), slopes @ residual.reshape(-1) / slopes.shape[1], rtol=1e-3, atol=1e-7
    )


def test_corrected_derivatives_explain_the_step(pictures):
    recipe = stack()
    refs = movable(recipe)
    found = jacobian(pictures, recipe, refs)
    step = np.zeros(len(refs))
    step[0] = 0.05
    (ref, reach) = refs[0], slider_ranges(recipe, refs)[0]
    moved = recipe.with_param(ref.step, ref.name, recipe.step(ref.step).values[ref.name] + 0.05 * reach)
    change = pictures.result(moved) - pictures.result(recipe)
    found.update(step, change)
    np.testing.assert_allclose(step @ found.slopes, change.reshape(-1), atol=1e-5)
    slopes = found.slopes.astype(np.float64)
    np.testing.assert_allclose(found.matrix, slopes @ slopes.T / slopes.shape[1], rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("shape", [(52, 64), (51, 63)])
def test_derivatives_of_a_larger_photo_are_those_of_the_reduced_one_enlarged(shape):
    # of four equal pixels each is as their mean
    photo = colours(data.astronaut()[:26, :32]).repeat(2, axis=0).repeat(2, axis=1)[: shape[0], : shape[1]]
    source = Source(photo)
    large, small = (Pictures(Engine(), source, source.level(level).pixels, level) for level in (0, 1))
    recipe = (
        Recipe().added(CATALOGUE["gamma"], {"gamma": 1.3}).added(CATALOGUE["saturation"], {"factor": 1.2})
    )
    exact = jacobian(large, recipe, movable(recipe))
    found = jacobian(small, recipe, movable(recipe)).enlarged(small, large)
    assert found.estimated
    assert not exact.estimated
    np.testing.assert_allclose(found.slopes, exact.slopes, atol=2e-3)
    wider = Pictures(Engine(), source, np.pad(large.target, ((0, 0), (0, 2), (0, 0))), 0)
    assert jacobian(small, recipe, movable(recipe)).enlarged(small, wider) is None  # its sizes differ


def test_of_large_results_only_some_rows_are_kept(pictures, monkeypatch):
    recipe = stack()
    refs = movable(recipe)
    whole = jacobian(pictures, recipe, refs)
    monkeypatch.setattr("jaxstudio.differentiable.differences.MOST_VALUES", whole.slopes.size // 3)
    some = jacobian(pictures, recipe, refs)
    assert some.stride == 3
    rows = whole.slopes.reshape(len(refs), *pictures.target.shape)[:, ::3]
    np.testing.assert_array_equal(some.slopes, rows.reshape(len(refs), -1))


def test_jumps_are_told_from_steep_slopes_by_a_longer_step():
    """A picture of one steep pixel: a jump of 1 within the step, or a ramp that is as steep."""
    picture, step = np.full((64, 64), 0.5), 1e-3

    def slopes(change_of_pixel):
        changed = picture.copy()
        changed[5, 7] = change_of_pixel
        return changed

    def never():
        raise AssertionError("slopes that are not 0 need no renders farther apart")

    jump = slopes(1 / (2 * step)), step, lambda: slopes(1 / (16 * step)), never
    ramp = slopes(100.0), step, lambda: slopes(100.0), never
    assert changes_in_jumps(*jump)
    assert not changes_in_jumps(*ramp)


def test_without_slopes_it_jumps_where_values_farther_apart_differ():
    flat = np.zeros((64, 64))
    for change, jumps in ((0.0, False), (0.5, True)):
        found = changes_in_jumps(flat, 1e-3, lambda: flat, lambda change=change: flat + change)
        assert found is jumps
