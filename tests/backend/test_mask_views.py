"""Masks as the engine's process answers them: what is drawn over the canvas is what is computed."""

import numpy as np
import pytest
from desk import Work

from jaxstudio.backend import mask_views
from jaxstudio.backend.protocol import pack_recipe
from jaxstudio.backend.requests import MaskColourRequest, MaskRequest
from jaxstudio.backend.state import OpenPhoto
from jaxstudio.backend.viewport import Viewport
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import Photo
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import ColourRange, Ellipse, Luminosity, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe

TOKEN = 7
ROUND = Mask(1, (MaskPart(Ellipse(0.4, 0.5, 0.6, 0.3, 30), feather=0.1),))


@pytest.fixture
def source(engine_state, blocks):
    """An engine's process with one photo open."""
    source = Source(blocks)
    engine_state.put_photo(TOKEN, OpenPhoto(Photo(blocks), source))
    return source


def asked(recipe, mask=1, zoom=1.0, size=(240, 360), **more):
    viewport = Viewport(zoom, size[0] / 2, size[1] / 2, fitted=False)
    canvas = (round(size[0] * zoom), round(size[1] * zoom))
    return mask_views.mask_values(
        MaskRequest(TOKEN, pack_recipe(recipe), mask, viewport, canvas, **more), Work()
    )


@pytest.mark.parametrize(
    "shape", [ROUND.parts[0], MaskPart(Luminosity(0.3, 0.6, 0.2))], ids=["place", "pixels"]
)
def test_the_values_are_those_that_blend_the_result(source, shape):
    """Black, inverted within the mask, is the mask itself."""
    recipe = Recipe().with_mask(Mask(1, (shape,)))
    black = np.zeros((240, 360, 3), np.uint8)
    recipe = recipe.added(CATALOGUE["invert"], mask=1)
    answer = asked(recipe)
    assert (answer.corners, answer.level) == ((0, 0, 240, 360), 0)
    if isinstance(shape.shape, Luminosity):
        # m = (result − input) / (1 − 2·input), where that is well determined
        before = source.pixels / 255.0
        after = Engine().render(source, recipe)
        found = (after - before) / (1 - 2 * before)
        sure = np.abs(1 - 2 * before) > 0.2
        assert np.abs(found - answer.values[..., None] / 255)[sure].max() < 0.6 / 255
        return
    blended = Engine().render(Source(black), recipe, dtype="uint8")
    np.testing.assert_array_equal(answer.values, blended[..., 0])


def test_a_mask_follows_the_photo_through_what_comes_after(source):
    """Cropped and turned behind the run, the values are those of the whole, cropped and turned."""
    recipe = Recipe().with_mask(ROUND).added(CATALOGUE["invert"], mask=1)
    whole = asked(recipe).values
    turned = recipe.added(CATALOGUE["rotate_90"])
    found = asked(turned, size=(360, 240))
    np.testing.assert_array_equal(found.values, np.rot90(whole))
    cropped = recipe.added(CATALOGUE["crop"], {"top": 25.0, "left": 10.0})
    np.testing.assert_array_equal(asked(cropped, size=(180, 324)).values, whole[60:, 36:])


def test_pixels_are_those_of_the_runs_input_wherever_they_are_shown(source):
    bright = Recipe().with_mask(Mask(1, (MaskPart(Luminosity(0.5, 1.0, 0.0)),)))
    recipe = bright.added(CATALOGUE["invert"]).added(CATALOGUE["gamma"], mask=1)
    whole = asked(recipe).values
    luma = (255 - source.pixels.astype(float)) @ [0.299, 0.587, 0.114] / 255
    clear = np.abs(luma - 0.5) > 1e-3
    np.testing.assert_array_equal(whole[clear] == 255, (luma >= 0.5)[clear])
    turned = asked(recipe.added(CATALOGUE["rotate_90"]), size=(360, 240))
    np.testing.assert_array_equal(turned.values, np.rot90(whole))


def test_a_reduced_view_has_a_value_for_each_of_its_pixels(source):
    recipe = Recipe().with_mask(ROUND).added(CATALOGUE["invert"], mask=1)
    answer = asked(recipe, zoom=0.25)
    assert (answer.level, answer.corners, answer.values.shape) == (2, (0, 0, 240, 360), (60, 90))
    exact = asked(recipe).values.reshape(60, 4, 90, 4).mean((1, 3))
    assert np.abs(exact - answer.values).max() <= 3


def test_a_mask_that_no_step_names_lies_on_the_result(source):
    recipe = Recipe().with_mask(ROUND)
    named = recipe.added(CATALOGUE["invert"], mask=1)
    np.testing.assert_array_equal(asked(recipe).values, asked(named).values)
    with pytest.raises(UsageError, match="mask = 9: the recipe has no mask of this key"):
        asked(recipe, mask=9)


def test_a_colour_is_picked_from_the_runs_input(source):
    mask = Mask(1, (MaskPart(ColourRange(0, 0, 0)),))
    recipe = Recipe().with_mask(mask).added(CATALOGUE["rotate_90"]).added(CATALOGUE["invert"])
    recipe = recipe.added(CATALOGUE["gamma"], {"gamma": 3.0}, mask=1).added(CATALOGUE["rotate_90"])
    request = MaskColourRequest(TOKEN, pack_recipe(recipe), 1, 36.0, 60.0)
    found = mask_views.mask_colour(request, Work())
    np.testing.assert_allclose(found, 1 - source.pixels[::-1, ::-1][36, 60] / 255, atol=1e-6)
