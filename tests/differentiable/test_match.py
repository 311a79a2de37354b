"""Parameters are found again from a picture made with them."""

import numpy as np
import pytest
from skimage import data

from jaxstudio.differentiable.match import match
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import Cancelled, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Ellipse, Mask, MaskPart
from jaxstudio.pipeline.param_refs import ParamRef, movable
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(scope="module")
def photo():
    return data.astronaut()[100:164, 160:256]


def stack(*steps):
    recipe = Recipe(seed=3)
    for name, values in steps:
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


def rendered(photo, recipe, dtype="float32"):
    return Engine().render(Source(photo), recipe, dtype=dtype)


STACKS = (
    ((("gamma", {"gamma": 1.7}),), (("gamma", {}),)),
    (
        (("gaussian_blur", {"sigma": 2.2}), ("saturation", {"factor": 1.6}), ("brightness", {"delta": -0.1})),
        (("gaussian_blur", {}), ("saturation", {}), ("brightness", {})),
    ),
    (
        (("rotate", {"angle": 4.0, "border": "nearest"}), ("contrast", {"factor": 1.5})),
        (("rotate", {"border": "nearest"}), ("contrast", {})),
    ),
)


@pytest.mark.samples(2)
@pytest.mark.parametrize(("truth", "start"), STACKS)
def test_parameters_are_found(photo, truth, start):
    wanted, recipe = stack(*truth), stack(*start)
    found = match(photo, rendered(photo, wanted), recipe)
    assert found.loss < 1e-4 * found.start_loss
    assert found.converged
    for step, (_, values) in zip(found.recipe.steps, truth, strict=True):
        for name, value in values.items():
            if isinstance(value, float):
                assert step.values[name] == pytest.approx(value, rel=2e-2)


@pytest.mark.thorough
def test_far_fewer_renders_than_without_derivatives(photo):
    from scipy.optimize import minimize

    truth, start = STACKS[1]
    wanted, recipe = stack(*truth), stack(*start)
    target = rendered(photo, wanted)
    found = match(photo, target, recipe)
    engine, source, refs = Engine(), Source(photo), movable(recipe)
    params = [recipe.step(ref.step).op.by_name[ref.name] for ref in refs]

    def loss(values):
        moved = recipe
        for ref, param, value in zip(refs, params, values, strict=True):
            moved = moved.with_param(ref.step, ref.name, float(np.clip(value, param.low, param.high)))
        return float(np.mean(np.square(engine.render(source, moved) - target)))

    begin = [recipe.step(ref.step).values[ref.name] for ref in refs]
    peer = minimize(loss, begin, method="Nelder-Mead", options={"fatol": 1e-12, "xatol": 1e-5, "maxfev": 400})
    assert found.loss <= peer.fun
    assert 4 * found.renders < peer.nfev


@pytest.mark.samples("histogram")
@pytest.mark.parametrize("loss", ["ssim", "histogram"])
def test_other_losses(photo, loss):
    recipe = stack(("gamma", {}))
    found = match(
        photo, rendered(photo, stack(("gamma", {"gamma": 1.5})), "uint8"), recipe, loss=loss, starts=1
    )
    assert found.loss < 0.02 * found.start_loss
    assert found.recipe.steps[0].values["gamma"] == pytest.approx(1.5, rel=0.03)


def test_steps_under_a_mask(photo):
    def masked(values):
        ellipse = MaskPart(Ellipse(0.5, 0.5, 0.35, 0.4), feather=0.1)
        recipe = stack(("gamma", {"gamma": values[0]})).with_mask(Mask(1, (ellipse,)))
        return recipe.added(CATALOGUE["brightness"], {"delta": values[1]}, mask=1)

    found = match(photo, rendered(photo, masked((1.5, 0.2))), masked((1.0, 0.0)))
    values = [step.values[name] for step, name in zip(found.recipe.steps, ("gamma", "delta"), strict=True)]
    assert values == pytest.approx([1.5, 0.2], rel=0.01)


def test_whole_numbers_and_choices(photo):
    wanted = stack(("posterize", {"bits": 5}), ("brightness", {"delta": 0.1}))
    recipe = stack(("posterize", {}), ("brightness", {}))
    moving = [ParamRef(1, "bits"), ParamRef(2, "delta")]
    found = match(photo, rendered(photo, wanted), recipe, moving)
    assert found.recipe.steps[0].values["bits"] == 5
    assert found.recipe.steps[1].values["delta"] == pytest.approx(0.1, abs=1e-3)


def test_hard_ranges_hold(photo):
    recipe = stack(("gaussian_blur", {"sigma": 0.5}))
    found = match(photo, photo, recipe)  # the best sigma is 0, the end of its range
    assert 0 <= found.recipe.steps[0].values["sigma"] < 0.3


def test_parameters_without_influence_are_named(photo):
    # a saturation changes nothing of a grey picture
    grey = np.repeat(photo[..., :1], 3, axis=2)
    recipe = stack(("brightness", {}), ("saturation", {}))
    found = match(grey, rendered(grey, stack(("brightness", {"delta": 0.2}))), recipe)
    assert [ref.step for ref in found.no_influence] == [2]


def test_what_cannot_be_matched_is_refused(photo):
    recipe = stack(("gamma", {}))
    with pytest.raises(UsageError, match="96 × 64 with 3 channels of the photo, but the target is 48 × 64"):
        match(photo, photo[:, :48], recipe)
    with pytest.raises(UsageError, match="could move"):
        match(photo, photo, recipe, [ParamRef(1, "sigma")])
    with pytest.raises(UsageError, match="expected one of mse"):
        match(photo, photo, recipe, loss="l7")
    with pytest.raises(UsageError, match="no parameter may move"):
        match(photo, photo, stack(("invert", {})))


def test_pictures_that_have_no_loss_are_refused(photo):
    recipe, bad = stack(("gamma", {})), photo.astype(np.float32) / 255
    bad[3, 4] = np.nan
    with pytest.raises(UsageError, match="the target holds values that are not finite"):
        match(photo, bad, recipe)
    with pytest.raises(UsageError, match="the photo holds values that are not finite"):
        match(bad, photo, recipe)
    with pytest.raises(UsageError, match="SSIM needs at least 7 × 7 pixels"):
        match(photo[:6], photo[:6], recipe, loss="ssim")


@pytest.mark.samples(1)
@pytest.mark.parametrize(
    ("loss", "name", "values"),
    [
        ("mse", "rotate", {"angle": 9.0, "expand": True}),
        ("histogram", "crop", {"left": 10.1, "bottom": 7.3}),
    ],
)
def test_results_whose_size_depends_on_the_parameters(loss, name, values):
    odd = data.astronaut()[:300, :301]  # reduced, its result and the reduced target differ by a pixel
    target = rendered(odd, stack((name, values), ("gamma", {"gamma": 1.4})))
    recipe = stack((name, values), ("gamma", {}))
    found = match(odd, target, recipe, loss=loss, starts=2, iterations=8)
    assert found.loss < 0.1 * found.start_loss


@pytest.mark.thorough
def test_a_narrow_picture_is_not_reduced_to_nothing():
    narrow = np.tile(data.astronaut()[100:140], (1, 4, 1))[:, :1700]
    target = rendered(narrow, stack(("gamma", {"gamma": 1.6})))
    found = match(narrow, target, stack(("gamma", {})), loss="ssim", starts=1, iterations=10)
    assert found.recipe.steps[0].values["gamma"] == pytest.approx(1.6, rel=0.05)


def test_cancelled(photo):
    with pytest.raises(Cancelled):
        match(
            photo,
            rendered(photo, stack(("gamma", {"gamma": 2.0}))),
            stack(("gamma", {})),
            cancel=lambda: True,
        )


def test_a_search_that_is_stopped_returns_the_best_so_far(photo):
    seen = []
    target = rendered(photo, stack(("gaussian_blur", {"sigma": 2.0}), ("gamma", {"gamma": 2.0})))
    found = match(
        photo,
        target,
        stack(("gaussian_blur", {}), ("gamma", {})),
        report=seen.append,
        stop=lambda: len(seen) >= 2,
    )
    assert found.stopped
    assert not found.converged
    assert len(seen) == 2
    assert found.loss < found.start_loss
    assert "stopped" in found.message


def test_parameters_that_stand_in_for_each_other_are_named(photo):
    # black and brightness both shift all values
    recipe = stack(("brightness", {}), ("saturation", {}), ("brightness", {}))
    found = match(photo, rendered(photo, stack(("brightness", {"delta": 0.2}))), recipe)
    assert [{ref.step for ref in group} for group in found.flat] == [{1, 3}]
    assert found.no_influence == ()


def test_what_a_reduced_photo_does_not_show_is_found_on_the_photo():
    board = (np.indices((200, 200)).sum(0)[..., None] % 2 * [200, 150, 100]).astype(np.uint8)  # reduced: even
    target = rendered(board, stack(("gaussian_blur", {"sigma": 0.6})))
    found = match(board, target, stack(("gaussian_blur", {"sigma": 0.45})), [ParamRef(1, "sigma")])
    assert found.recipe.steps[0].values["sigma"] == pytest.approx(0.6, rel=0.02)
    assert found.no_influence == ()


def test_a_large_photo_is_searched_on_a_reduced_one_if_that_is_asked_for(photo):
    target = rendered(photo, stack(("gamma", {"gamma": 1.6})))
    found = match(photo, target, stack(("gamma", {})), most_pixels=2000)
    assert found.level == 1
    assert found.recipe.steps[0].values["gamma"] == pytest.approx(1.6, rel=0.05)


def test_a_target_of_whole_numbers_is_cut_off_as_the_result_is(photo):
    # half of the values lie beyond 1, which the file cannot hold
    target = rendered(photo, stack(("exposure", {"stops": 1.5}), ("gamma", {"gamma": 1.4})), "uint8")
    moving = [ParamRef(1, "stops"), ParamRef(2, "gamma")]
    found = match(photo, target, stack(("exposure", {}), ("gamma", {})), moving)
    values = [step.values[name] for step, name in zip(found.recipe.steps, ("stops", "gamma"), strict=True)]
    assert values == pytest.approx([1.5, 1.4], rel=0.02)
    assert found.loss < 2e-5


def test_what_has_no_influence_stays_as_it_was(photo):
    recipe = stack(("gaussian_blur", {"truncate": 5.0}), ("gamma", {}))
    found = match(photo, rendered(photo, stack(("gaussian_blur", {"sigma": 2.5}), ("gamma", {}))), recipe)
    assert ParamRef(1, "truncate") in found.no_influence
    assert found.recipe.steps[0].values["truncate"] == 5.0
