"""Masks as values of a recipe: what is written is read again, and what is wrong is named with its part."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skimage.measure import approximate_polygon

from jaxstudio.backend.protocol import pack_recipe, unpack_recipe
from jaxstudio.errors import RecipeError, UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.masks import (
    COMBINATIONS,
    NAMES,
    NUMBERS,
    SHAPES,
    WITH_FEATHER,
    Brush,
    Ellipse,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
    Stroke,
    simplified,
)
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import FORMAT, as_python, from_json, to_json

BLUR, MEDIAN, GAMMA = (CATALOGUE[name] for name in ("gaussian_blur", "median", "gamma"))
ROUND = Mask(1, (MaskPart(Ellipse(0.5, 0.5, 0.4, 0.2)),))
PLACES = st.tuples(st.floats(-1, 2), st.floats(-1, 2))
STROKES = st.builds(
    Stroke, st.lists(PLACES, min_size=1, max_size=5), st.floats(0, 1), st.floats(0, 1), st.booleans()
)
FLOATS = {name: st.floats(each.low, each.high) for name, each in NUMBERS.items()}
SHAPE_VALUES = st.one_of(
    st.builds(Polygon, st.lists(PLACES, min_size=3, max_size=6)),
    st.builds(Brush, st.lists(STROKES, max_size=3)),
    *(
        st.builds(
            kind,
            **{name: st.floats(NUMBERS[name].low, NUMBERS[name].high) for name in kind.__dataclass_fields__},
        )
        for name, kind in SHAPES.items()
        if name not in ("polygon", "brush", "luminosity")
    ),
    st.builds(
        lambda ends, softness: SHAPES["luminosity"](*sorted(ends), softness),
        st.tuples(st.floats(0, 1), st.floats(0, 1)),
        st.floats(0, 1),
    ),
)


@st.composite
def parts(draw):
    shape = draw(SHAPE_VALUES)
    feather = draw(st.floats(0, 1)) if isinstance(shape, WITH_FEATHER) else 0.0
    combine, opacity = draw(st.sampled_from(COMBINATIONS)), draw(st.floats(0, 1))
    return MaskPart(shape, feather, draw(st.booleans()), combine, opacity, draw(st.booleans()))


MASKS = st.builds(Mask, st.just(4), st.lists(parts(), max_size=4), st.booleans(), st.text(max_size=9))


def masked_recipe(mask=ROUND):
    return Recipe().with_mask(mask).added(BLUR, mask=mask.key).added(MEDIAN).added(GAMMA, mask=mask.key)


@given(MASKS)
def test_a_mask_survives_json_and_the_way_to_the_engine(mask):
    recipe = masked_recipe(mask)
    text = to_json(recipe)
    assert from_json(text, CATALOGUE) == recipe
    assert unpack_recipe(pack_recipe(recipe), CATALOGUE) == recipe


def test_a_recipe_without_masks_is_written_as_before():
    assert '"version": 1' in to_json(Recipe().added(BLUR))
    assert "mask" not in to_json(Recipe().added(BLUR))
    assert json.loads(to_json(masked_recipe()))["version"] == 3
    assert json.loads(to_json(masked_recipe()))["masks"] == [
        {"key": 1, "parts": [{"ellipse": {"x": 0.5, "y": 0.5, "width": 0.4, "height": 0.2, "angle": 0.0}}]}
    ]


def test_changes_of_masks_return_another_recipe():
    recipe = masked_recipe()
    moved = recipe.with_mask(Mask(1, (MaskPart(Rectangle(0, 0, 1, 1)),)))
    assert recipe.mask(1) == ROUND
    assert moved.mask(1) != ROUND
    assert moved.steps == recipe.steps
    assert moved.identities() != recipe.identities()
    assert [step.key for step in recipe.steps_of_mask(1)] == [1, 3]
    assert recipe.new_mask_key() == 2
    assert [step.mask for step in recipe.without_mask(1).steps] == [None] * 3
    assert recipe.without_mask(1).masks == ()
    assert recipe.masked(2, 1).step(2).mask == 1
    assert recipe.masked(1, None).step(1).mask is None
    for change in (lambda: recipe.masked(2, 9), lambda: recipe.mask(9)):
        with pytest.raises(KeyError):
            change()
    with pytest.raises(UsageError, match="no mask of this key"):
        recipe.added(BLUR, mask=9)
    with pytest.raises(UsageError, match="mask 1: the key is used twice"):
        Recipe(masks=(ROUND, ROUND))


def test_a_mask_stays_with_copies_and_when_its_steps_go():
    recipe = masked_recipe()
    assert recipe.duplicated(1).steps[1].mask == 1
    assert recipe.reset(1).step(1).mask == 1
    bare = recipe.removed(1).removed(3)
    assert bare.masks == (ROUND,)
    assert bare.without_unused_masks().masks == ()
    assert recipe.without_unused_masks() == recipe


def test_recipes_join_with_their_masks_under_new_keys():
    other = Recipe().with_mask(Mask(1, (), name="other")).added(GAMMA, mask=1)
    joined = masked_recipe().joined(other)
    assert [mask.key for mask in joined.masks] == [1, 2]
    assert joined.mask(2).name == "other"
    assert [step.mask for step in joined.steps] == [1, None, 1, 2]


def test_a_stroke_in_one_gesture_is_one_undo():
    history = History(masked_recipe())
    for number in range(2, 9):
        points = tuple((0.1 * at, 0.2) for at in range(number))
        brush = Mask(2, (MaskPart(Brush((Stroke(points, 0.05),))),))
        history.record(history.present.with_mask(brush), "stroke")
    assert len(history.present.mask(2).parts[0].shape.strokes[0].points) == 8
    assert history.undo() == masked_recipe()
    assert history.redo().masks[1].key == 2


def test_the_script_of_a_masked_recipe_builds_the_same():
    shape = Polygon(((0, 0), (1, 0), (0, 1)))
    recipe = masked_recipe().with_mask(Mask(2, (MaskPart(shape, combine="intersect"),), True, "a 'name'"))
    text = as_python(recipe)
    names: dict = {}
    begin, end = text.index("from jaxstudio.pipeline.masks"), text.index("(\n    Script(")
    exec(text[begin:end], names)
    assert tuple(names["masks"]) == recipe.masks
    assert ".gaussian_blur(" in text
    assert "mask=1)" in text


def test_strokes_keep_their_sources():
    strokes = Stroke(((0.5, 0.5),), 0.1, source=(0.2, -0.1)), Stroke(((0.2, 0.5),), 0.1)
    recipe = Recipe(masks=(Mask(1, (MaskPart(Brush(strokes), enabled=False),)),))
    text = to_json(recipe)
    assert from_json(text, CATALOGUE) == recipe
    assert json.loads(text)["version"] == 5
    assert [
        "source" in stroke for stroke in json.loads(text)["masks"][0]["parts"][0]["brush"]["strokes"]
    ] == [
        True,
        False,
    ]


def document(masks=(), step=None, version=3):
    steps = [{"op": "median", **(step or {})}]
    return json.dumps({"format": FORMAT, "version": version, "masks": list(masks), "steps": steps})


def of_part(**part):
    return document([{"key": 1, "parts": [{"ellipse": {"x": 0, "y": 0, "width": 1, "height": 1}}, part]}])


BOX = {"x": 0, "y": 0, "width": 1, "height": 1}
WRONG = {
    "masks in an old version": (document(version=2), "recipe: 'masks' is not known"),
    "no list": (document().replace('"masks": []', '"masks": 3'), "masks: expected a list"),
    "too many": (document([{"key": 1, "parts": []}] * 101), "101 masks: expected at most 100"),
    "no key": (document([{"parts": []}]), "masks: number 1: 'key' is missing"),
    "key": (document([{"key": 0, "parts": []}]), "masks: number 1: mask: key = 0: expected a whole"),
    "twice": (document([{"key": 1, "parts": []}] * 2), "mask 1: the key is used twice"),
    "no part": (document([{"key": 1, "parts": [3]}]), "masks: number 1: part 1: expected an object"),
    "no shape": (of_part(feather=1), "number 1: part 2: expected one shape of rectangle, ellipse"),
    "two shapes": (of_part(rectangle=BOX, ellipse=BOX), "part 2: expected one shape"),
    "unknown shape": (of_part(circle={}), "part 2: 'circle' is not known"),
    "unknown member": (of_part(ellipse={**BOX, "size": 1}), "part 2: ellipse: 'size' is not known"),
    "missing": (of_part(ellipse={"x": 0}), "part 2: ellipse: 'height' is missing"),
    "range": (
        of_part(ellipse={**BOX, "width": -1}),
        "part 2: ellipse: width = -1: expected a number from 0 to",
    ),
    "NaN": (of_part(rectangle={**BOX, "x": float("nan")}), "part 2: rectangle: x = nan: expected a number"),
    "huge": (of_part(rectangle={**BOX, "x": 10**300}), "part 2: rectangle: x = 1000"),
    "two points": (of_part(polygon={"points": [[0, 0], [1, 1]]}), "polygon: points: expected 3 to 10,000"),
    "point": (of_part(polygon={"points": [[0, 0], [1], [2, 2]]}), "polygon: point 2: expected [x, y]"),
    "feather": (of_part(gradient={"x0": 0, "y0": 0, "x1": 1, "y1": 0}, feather=1), "feather = 1: expected 0"),
    "combine": (of_part(rectangle=BOX, combine="xor"), "combine = 'xor': expected add, subtract, intersect"),
    "inverted": (of_part(rectangle=BOX, inverted=1), "rectangle: inverted = 1: expected true or false"),
    "order": (of_part(luminosity={"low": 0.5, "high": 0.2}), "expected low ≤ high"),
    "strokes": (of_part(brush={"strokes": {}}), "part 2: brush: strokes: expected a list"),
    "stroke": (
        of_part(brush={"strokes": [{"points": [[0, 0]], "radius": "1"}]}),
        "part 2: brush: stroke 1: stroke: radius = '1': expected a number",
    ),
    "source": (
        of_part(brush={"strokes": [{"points": [[0, 0]], "radius": 1, "source": 3}]}),
        "brush: stroke 1: stroke: source = 3: expected [x, y]",
    ),
    "source in an old version": (
        of_part(brush={"strokes": [{"points": [[0, 0]], "radius": 1, "source": [0, 0.1]}]}),
        "masks: sources of strokes: expected version 5",
    ),
    "step": (document(step={"mask": 1}), "step 1: mask = 1: expected the key of one of the masks"),
    "step's word": (document([{"key": 1, "parts": []}], {"mask": True}), "step 1: mask = true: expected"),
}


@pytest.mark.parametrize(("text", "line"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_one_line(text, line):
    with pytest.raises(RecipeError) as caught:
        from_json(text, CATALOGUE)
    said = str(caught.value)
    assert line in said
    assert "\n" not in said
    assert len(said) < 400


def test_every_shape_has_a_name():
    assert {NAMES[kind] for kind in NAMES} == set(SHAPES)


@pytest.mark.parametrize("tolerance", [0.0005, 0.003, 0.02])
def test_a_line_is_simplified_as_by_scikit_image(tolerance):
    turns = np.linspace(0, 20, 400)
    line = np.stack([turns * np.cos(turns), turns * np.sin(1.3 * turns)], 1) / 20
    expected = approximate_polygon(line, tolerance)
    assert len(expected) < 300
    np.testing.assert_array_equal(simplified(line.tolist(), tolerance), expected)
