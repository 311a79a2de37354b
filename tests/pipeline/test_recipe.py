"""Recipes as values: changing one returns another and leaves the first as it was."""

import dataclasses

import pytest

from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import MAX_SEED, Recipe

BLUR, MEDIAN, GAMMA = (CATALOGUE[name] for name in ("gaussian_blur", "median", "gamma"))


@pytest.fixture
def recipe():
    return Recipe().added(BLUR, {"sigma": 2}).added(MEDIAN).added(GAMMA)


def names(recipe):
    return [step.op.name for step in recipe.steps]


def test_a_new_step_has_every_parameter_spelled_out(recipe):
    assert dict(recipe.steps[0].params) == {**BLUR.defaults(), "sigma": 2.0}
    assert [step.key for step in recipe.steps] == [1, 2, 3]


def test_nothing_changes_in_place(recipe):
    before = recipe.steps
    recipe.with_param(1, "sigma", 9).removed(2).moved(3, 0).switched(1, False).with_seed(4)
    assert recipe.steps is before
    assert recipe.step(1).params["sigma"] == 2
    with pytest.raises(TypeError):
        recipe.steps[0].params["sigma"] = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        recipe.seed = 3


def test_a_step_holds_its_own_copy_of_the_values():
    values = {"sigma": 2.0}
    recipe = Recipe().added(BLUR, values)
    values["sigma"] = 7.0
    assert recipe.steps[0].params["sigma"] == 2.0


def test_adding_in_the_middle(recipe):
    assert names(recipe.added(GAMMA, position=1)) == ["gaussian_blur", "gamma", "median", "gamma"]


@pytest.mark.parametrize(
    ("key", "position", "expected"),
    [
        (1, 2, ["median", "gamma", "gaussian_blur"]),
        (3, 0, ["gamma", "gaussian_blur", "median"]),
        (2, 1, ["gaussian_blur", "median", "gamma"]),
        (1, 99, ["median", "gamma", "gaussian_blur"]),
        (3, -5, ["gamma", "gaussian_blur", "median"]),
    ],
)
def test_moving(recipe, key, position, expected):
    moved = recipe.moved(key, position)
    assert names(moved) == expected
    assert moved.step(key) == recipe.step(key)


def test_keys_stay_with_their_steps_and_are_not_used_again(recipe):
    doubled = recipe.duplicated(1)
    assert [step.key for step in doubled.steps] == [1, 4, 2, 3]
    assert doubled.step(4).params == doubled.step(1).params
    assert [step.key for step in doubled.removed(2).added(BLUR).steps] == [1, 4, 3, 5]


def test_reset_brings_the_defaults_and_keeps_the_rest(recipe):
    reset = recipe.switched(1, False).reset(1)
    assert dict(reset.step(1).params) == BLUR.defaults()
    assert not reset.step(1).enabled
    assert reset.step(1).key == 1


def test_steps_switched_off_are_not_active(recipe):
    assert [step.key for step in recipe.switched(2, False).active] == [1, 3]


def test_a_wrong_value_is_refused_and_names_the_op(recipe):
    with pytest.raises(ParameterError, match=r"gaussian_blur: sigma = 65: expected a number from 0 to 64 px"):
        recipe.with_param(1, "sigma", 65)
    with pytest.raises(KeyError):
        recipe.step(9)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.5, "1", None, True])
def test_a_seed_that_is_none(seed):
    with pytest.raises(UsageError, match=r"seed = .*expected a whole number from 0 to 2147483647"):
        Recipe(seed=seed)


def test_a_linked_parameter_follows_until_it_has_a_value_of_its_own(recipe):
    assert recipe.step(1).values["sigma_y"] == 2
    assert recipe.with_param(1, "sigma", 5).step(1).values["sigma_y"] == 5
    own = recipe.with_param(1, "sigma_y", 3)
    assert own.step(1).values["sigma_y"] == 3
    assert own.with_param(1, "sigma_y", None) == recipe


def test_identity_is_what_decides_the_pixels(recipe):
    step = recipe.step(1)
    assert hash(step.identity())
    linked = recipe.with_param(1, "sigma_y", 2.0).step(1)
    assert linked.identity() == step.identity()
    assert recipe.with_param(1, "sigma", 2.5).step(1).identity() != step.identity()
    assert recipe.duplicated(1).steps[1].identity() != step.identity()


def test_equal_recipes_are_equal(recipe):
    again = Recipe().added(BLUR, {"sigma": 2}).added(MEDIAN).added(GAMMA)
    assert again == recipe
    assert again.with_param(3, "gamma", 2) != recipe


def test_recipes_join_under_new_keys(recipe):
    other = Recipe(seed=8).added(BLUR, key=7).switched(7, False)
    both = recipe.with_seed(3).joined(other)
    assert [step.key for step in both.steps] == [1, 2, 3, 4]
    assert [step.enabled for step in both.steps] == [True, True, True, False]
    assert both.seed == 3


def test_renewed_steps_keep_the_values_that_their_ops_still_have():
    def op(*params):
        return OpSpec(name="mine", title="M", category="c", doc="D.", source="S.", own_params=params)

    def number(name, high=1.0):
        return Float(name=name, value=0.5, low=0.0, high=high, doc="D.")

    recipe = Recipe().added(op(number("a"), number("b")), {"a": 0.25, "b": 1.0}).added(op(number("gone")))
    catalogue = {"mine": op(number("a"), number("b", high=0.75), number("c"))}
    first, second = recipe.renewed(catalogue).steps
    assert dict(first.params) == {"a": 0.25, "b": 0.5, "c": 0.5}  # 1 is not allowed any more
    assert dict(second.params) == {"a": 0.5, "b": 0.5, "c": 0.5}
    assert recipe.renewed({}) is recipe
