"""Recipes as text: what is written is read again, and what is wrong is named with its step."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.errors import RecipeError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.params import Bool, Choice, Expression, Float, Int, Matrix, Points, Steps, Text
from jaxstudio.pipeline.recipe import MAX_SEED, WORKING_SPACES, Recipe
from jaxstudio.pipeline.recipe_text import (
    FORMAT,
    MAX_CHARACTERS,
    MAX_STEPS,
    VERSION,
    from_json,
    to_json,
)

ALL = Recipe()
for every in CATALOGUE.values():
    ALL = ALL.added(every)


def read(text):
    return from_json(text, CATALOGUE)


def document(*steps, **members):
    return json.dumps({"format": FORMAT, "version": VERSION, "steps": list(steps), **members})


def values_of(param):
    """Every value a parameter may have."""
    if isinstance(param, Float):
        numbers = st.floats(param.low, param.high)
        return st.none() | numbers if param.linked else numbers
    if isinstance(param, Int):
        return st.integers(0, (param.high - param.low) // param.step).map(
            lambda n, low=param.low, step=param.step: low + n * step
        )
    if isinstance(param, Choice):
        return st.sampled_from(param.choices)
    if isinstance(param, Bool):
        return st.booleans()
    if isinstance(param, Steps):
        one = st.sampled_from(
            ["invert", "gamma gamma=2", "sometimes op=[sobel]", "gaussian_blur sigma=0.5..3"]
        )
        return st.lists(one, min_size=1, max_size=param.most).map(" | ".join)
    if isinstance(param, Expression):
        # without the slider of the default text: its value is drawn, too
        return st.sampled_from(
            ["amount = 1 [0, 3]; amount v", "amount = 2\n# ω\nr = amount at(1, 0)", param.value]
        )
    if isinstance(param, Text):  # a Path, too
        return st.text(st.characters(min_codepoint=32, exclude_categories=("Cs",)), max_size=40)
    if isinstance(param, Points):
        places = st.lists(st.integers(0, 500), min_size=2, max_size=param.largest, unique=True).map(sorted)
        return places.flatmap(
            lambda xs: st.tuples(*(st.tuples(st.just(x / 500), st.floats(0, 1)) for x in xs)).map(
                lambda points: [list(point) for point in points]
            )
        )
    assert isinstance(param, Matrix)
    sides = st.sampled_from(range(1, param.largest + 1, 2))
    number = st.floats(-param.limit, param.limit)
    return st.tuples(sides, sides).flatmap(
        lambda size: st.lists(
            st.lists(number, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        )
    )


@st.composite
def recipes(draw):
    space = draw(st.sampled_from(WORKING_SPACES))
    recipe = Recipe(seed=draw(st.integers(0, MAX_SEED)), working_space=space)
    for name in draw(st.lists(st.sampled_from(list(CATALOGUE)), max_size=4)):
        op = CATALOGUE[name]
        recipe = recipe.added(op, {param.name: draw(values_of(param)) for param in op.params})
    for step in recipe.steps:
        recipe = recipe.switched(step.key, draw(st.booleans()))
        recipe = recipe.moved(step.key, draw(st.integers(0, 4)))
    return recipe


@given(recipe=recipes())
def test_what_is_written_is_read_again(recipe):
    text = to_json(recipe)
    assert read(text) == recipe


def test_the_whole_catalogue_is_read_again():
    for recipe in (Recipe(), ALL):
        text = to_json(recipe)
        assert read(text) == recipe
        assert text.endswith("}\n")


def test_a_recipe_of_encoded_values_is_read_by_older_programs():
    assert json.loads(to_json(Recipe()))["version"] == 1
    assert "working_space" not in json.loads(to_json(Recipe()))
    linear = json.loads(to_json(Recipe(working_space="linear")))
    assert (linear["version"], linear["working_space"]) == (2, "linear")
    for wrong in ({"version": 1, "working_space": "linear"}, {"version": 2, "working_space": "log"}):
        text = json.dumps({"format": FORMAT, "steps": [], **wrong})
        with pytest.raises(RecipeError, match="working_space"):
            read(text)


def test_a_recipe_of_earlier_versions_keeps_its_meaning():
    """Before version 4 exposure multiplied encoded values; a recipe without such steps is as it was."""
    old = '{"format": "jaxstudio-recipe", "version": %d, "steps": [{"op": "%s"}]%s}'
    listed = old.replace('"%s"', '"choose_one", "params": {"ops": "invert | exposure stops=1"}').replace(
        "%s", ""
    )
    for version in (1, 2, 3):
        for text in (old % (version, "exposure", ""), old % (version, "resize", ""), listed % version):
            recipe = read(text)
            assert recipe.working_space == "encoded", text
            assert json.loads(to_json(recipe))["version"] == 1
            assert read(to_json(recipe)) == recipe
        assert read(old % (version, "gamma", "")).working_space == "auto"
    linear = read(old % (2, "exposure", ', "working_space": "linear"'))
    assert (linear.working_space, json.loads(to_json(linear))["version"]) == ("linear", 2)
    new = json.loads(to_json(Recipe().added(CATALOGUE["exposure"])))
    assert (new["version"], new["working_space"]) == (4, "auto")
    with pytest.raises(RecipeError, match="working_space"):
        read(old % (3, "exposure", ', "working_space": "auto"'))


def test_a_step_stands_on_a_line():
    lines = to_json(ALL).splitlines()
    for op in CATALOGUE.values():
        assert len([line for line in lines if f'"op": "{op.name}"' in line]) == 1


def test_what_is_left_out_has_its_default():
    recipe = read(document({"op": "median"}, {"op": "gamma", "params": {"gamma": 2}}))
    assert recipe == Recipe().added(CATALOGUE["median"]).added(CATALOGUE["gamma"], {"gamma": 2})


def test_a_step_added_to_the_greatest_key_is_read_again():
    recipe = read(document({"op": "median", "key": 2**31 - 1})).added(CATALOGUE["gamma"])
    assert read(to_json(recipe)) == recipe


def test_whole_numbers_may_be_written_as_floats():
    text = document({"op": "median", "key": 3.0}, seed=2.0)
    recipe = read(text)
    assert (recipe.seed, recipe.steps[0].key) == (2, 3)


MEDIAN = {"op": "median"}
WRONG = {
    "not JSON": ("{", "not JSON"),
    "empty": ("", "not JSON"),
    "nested deeply": ("[" * 100_000 + "]" * 100_000, "not JSON"),
    "too long": (" " * (MAX_CHARACTERS + 1), "expected at most 4,000,000"),
    "a list": ("[]", 'expected "format": "jaxstudio-recipe"'),
    "another program's": ('{"format": "other"}', 'expected "format": "jaxstudio-recipe"'),
    "newer": (document(version=6), "recipe version 6 is newer than this program reads"),
    "version 0": (document(version=0), "version = 0: expected 1"),
    "version true": (document(version=True), "version = True: expected 1"),
    "version word": (document(version="1"), "version = '1': expected 1"),
    "no steps": (json.dumps({"format": FORMAT, "version": 1}), "recipe: 'steps' is missing"),
    "steps no list": (document(steps={}), "steps: expected a list"),
    "too many steps": (document(*[MEDIAN] * (MAX_STEPS + 1)), "501 steps: expected at most 500"),
    "unknown member": (document(author="me"), "recipe: 'author' is not known"),
    "seed": (document(seed=-1), "seed = -1: expected a whole number"),
    "seed float": (document(seed=1.5), "seed = 1.5: expected a whole number"),
    "key too large": (document({"op": "gamma", "key": 2**31}), "a whole number from 1 to 2147483647"),
    "key list": (document({"op": "median", "key": [1]}), "key = [1]: expected a whole number"),
    "step no object": (document(MEDIAN, 3), "step 2: expected an object, not int"),
    "op missing": (document(MEDIAN, {}), "step 2: 'op' is missing"),
    "op no word": (document({"op": 3}), "step 1: op: expected a name"),
    "unknown op": (document(MEDIAN, {"op": "gausian_blur"}), "step 2: no op is called 'gausian_blur'"),
    "suggestion": (document({"op": "medain"}), "did you mean median?"),
    "no suggestion": (document({"op": "zzzzz"}), "`jaxstudio ops` lists them"),
    "step's member": (document({"op": "median", "size": 3}), "step 1: 'size' is not known"),
    "out of range": (
        document(MEDIAN, {"op": "gaussian_blur", "params": {"sigma": 65}}),
        "step 2: gaussian_blur: sigma = 65: expected a number from 0 to 64 px",
    ),
    "even median": (document({"op": "median", "params": {"size": 4}}), "step 1: median: size = 4: expected"),
    "NaN": (document({"op": "gamma", "params": {"gamma": float("nan")}}), "step 1: gamma: gamma = nan"),
    "huge number": (document({"op": "gamma", "params": {"gamma": 10**400}}), "step 1: gamma: gamma = 1000"),
    "wrong type": (document({"op": "gamma", "params": {"gamma": "2"}}), "gamma = '2': expected a number"),
    "unknown parameter": (document({"op": "gamma", "params": {"gama": 2}}), "gamma has no parameter 'gama'"),
    "params no object": (document({"op": "gamma", "params": [1]}), "step 1: params: expected an object"),
    "enabled": (document({"op": "gamma", "enabled": 1}), "step 1: enabled = 1: expected true or false"),
    "key 0": (document({"op": "gamma", "key": 0}), "step 1: key = 0: expected a whole number from 1"),
    "key word": (document({"op": "gamma", "key": "1"}), "step 1: key = '1'"),
    "same key": (document({"op": "gamma"}, {"op": "median", "key": 1}), "step 2: key 1 is used twice"),
    "implied key": (document({"op": "gamma", "key": 2}, MEDIAN), "step 2: key 2 is used twice"),
    "ragged kernel": (document({"op": "convolve", "params": {"kernel": [[1], [2, 3]]}}), "kernel = "),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_one_line(text, line):
    with pytest.raises(RecipeError) as caught:
        read(text)
    said = str(caught.value)
    assert line in said
    assert "\n" not in said
    assert len(said) < 400


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"jaxstudio-recipe","version":1,"steps":[],"steps":[{"op":"median"}]}',
        '{"format":"jaxstudio-recipe","version":1,"steps":[{"op":"gamma","params":{"gamma":2,"gamma":3}}]}',
    ],
)
def test_a_member_given_twice_is_refused(text):
    """Which one was meant is anyone's guess, and programs differ."""
    with pytest.raises(RecipeError, match="given twice"):
        read(text)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["op", "params", "key", "steps"]), inner),
    max_leaves=8,
)


@given(ANY_JSON)
def test_any_json_is_read_or_refused_as_a_recipe(value):
    """Nothing that a file contains is a bug of ours."""
    step = {"op": "gamma", "params": value}
    for text in (json.dumps(value), document(value), document(steps=value), document(step)):
        try:
            recipe = read(text)
        except RecipeError as error:
            said = str(error)
        else:
            said = to_json(recipe).splitlines()[0]
        assert len(said.splitlines()) == 1, said
