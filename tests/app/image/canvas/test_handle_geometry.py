"""Rectangles and corners in pixels and percent: what a hand chooses is what the op does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxstudio.app.image.canvas.handle_geometry import (
    CORNERS,
    EDGES,
    Box,
    corner_places,
    corner_values,
    crop_values,
    steps_below,
    whole,
)
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

CROP, PERSPECTIVE = CATALOGUE["crop"], CATALOGUE["perspective"]
SIZE = (40, 60)
BOX = Box(10, 20, 30, 50)


@given(st.data())
def test_the_op_cuts_out_the_very_box(data):
    size = data.draw(st.tuples(*[st.integers(1, 9000)] * 2))
    y0, x0 = (data.draw(st.integers(0, length - 1)) for length in size)
    y1, x1 = data.draw(st.integers(y0 + 1, size[0])), data.draw(st.integers(x0 + 1, size[1]))
    values = CROP.check(crop_values(Box(y0, x0, y1, x1), size))
    assert CROP.kind.size(values, size) == (y1 - y0, x1 - x0)
    assert CROP.kind.matrix(values, size)[:, 2].tolist() == [x0, y0]


def test_percents_have_no_needless_digits():
    assert crop_values(Box(10, 15, 40, 60), SIZE) == {"left": 25, "top": 25, "right": 0, "bottom": 0}


@pytest.mark.parametrize("handle", EDGES)
def test_a_handle_moves_its_own_edges(handle):
    translate = BOX.resize(handle, 3, -4, SIZE)
    changed = [new - old for new, old in zip(vars(translate).values(), vars(BOX).values(), strict=True)]
    assert changed == [part * way for part, way in zip(EDGES[handle], (3, -4, 3, -4), strict=True)]
    y, x = BOX.places()[handle]
    assert translate.places()[handle] == (
        y + 3 * ("top" in handle or "bottom" in handle),
        x - 4 * ("left" in handle or "right" in handle),
    )


@given(
    st.sampled_from([*EDGES]), st.floats(-200, 200), st.floats(-200, 200), st.sampled_from([None, 1.5, 0.7])
)
def test_a_box_never_leaves_the_picture(handle, down, right, ratio):
    for box in (
        BOX.resize(handle, down, right, SIZE, ratio=ratio),
        BOX.translate(down, right, SIZE),
    ):
        assert 0 <= box.y0 < box.y1 <= SIZE[0]
        assert 0 <= box.x0 < box.x1 <= SIZE[1]


def test_shift_keeps_the_proportions():
    wider = BOX.resize("bottom right", 2, 9, (400, 600), ratio=1.5)
    assert (wider.height, wider.width) == (26, 39)
    assert (wider.y0, wider.x0) == (BOX.y0, BOX.x0)
    smaller = BOX.resize("top left", 10, 15, SIZE, ratio=1.5)
    assert (smaller.height, smaller.width) == (10, 15)
    assert (smaller.y1, smaller.x1) == (BOX.y1, BOX.x1)


def test_a_moved_box_keeps_its_size():
    assert BOX.translate(-99, 99, SIZE) == Box(0, 30, 20, 60)
    assert whole(SIZE) == Box(0, 0, 40, 60)


@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_goes_where_the_hand_puts_it(name):
    values = {**PERSPECTIVE.defaults(), **corner_values(name, (11.7, 23.4), SIZE)}
    assert corner_places(values, SIZE)[name] == pytest.approx((11.7, 23.4), abs=0.001)
    back = PERSPECTIVE.kind.prepare(values, SIZE)["back"]
    x, y, depth = back @ np.array([23.4, 11.7, 1.0])
    corner = (
        {"top": 0.0, "bottom": 39.0}[name.split("_")[0]],
        {"left": 0.0, "right": 59.0}[name.split("_")[1]],
    )
    assert (y / depth, x / depth) == pytest.approx(corner, abs=0.002)


def test_a_corner_stays_within_its_hard_range():
    values = corner_values("top_left", (1e6, -1e6), SIZE)
    assert values == {"top_left_x": -400.0, "top_left_y": 400.0}


@pytest.mark.parametrize("name", ["choose_one", "sometimes"])
def test_a_list_that_may_turn_the_picture_is_taken_from_above_the_handles(name):
    param = {"choose_one": "ops", "sometimes": "op"}[name]
    recipe = Recipe().added(CATALOGUE["crop"])
    for text in ("rotate angle=5..20", "gamma gamma=2"):
        recipe = recipe.added(CATALOGUE[name], {param: text})
    assert steps_below(recipe, recipe.steps[0].key).steps == recipe.steps[2:]


def test_what_moves_pixels_is_taken_from_above_the_handles():
    recipe = Recipe()
    for name in ("gamma", "rotate_90", "crop", "box_blur", "rotate", "resize", "random_gamma"):
        recipe = recipe.added(CATALOGUE[name])
    names = [step.op.name for step in steps_below(recipe, recipe.steps[2].key).steps]
    assert names == ["gamma", "rotate_90", "box_blur", "random_gamma"]
    turned = Recipe(seed=7).added(PERSPECTIVE).added(CATALOGUE["crop"])
    assert [step.op.name for step in steps_below(turned, turned.steps[0].key).steps] == ["perspective"]
    assert steps_below(turned, turned.steps[0].key).seed == 7
    assert steps_below(turned, 99) is turned
