"""What a card says of its step: cautions, and what was found in the photo."""

from jaxstudio.backend.recipes import NO_MASK, counted_part, describe_recipe
from jaxstudio.engine.buffers import Rect
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.lenses import LensProfile
from jaxstudio.pipeline.masks import Mask
from jaxstudio.pipeline.recipe import Recipe


def test_inpainting_asks_for_its_mask():
    recipe = Recipe().added(CATALOGUE["inpaint"])
    assert describe_recipe(recipe, (20, 30)).cautions == {1: NO_MASK}
    masked = Recipe().with_mask(Mask(1)).added(CATALOGUE["inpaint"], mask=1)
    assert not describe_recipe(masked, (20, 30)).cautions


def test_a_lens_that_is_known_is_a_note_and_one_that_is_not_a_caution():
    recipe = Recipe().added(CATALOGUE["lens_correction"])
    known = describe_recipe(recipe, (20, 30), lambda *_: LensProfile("50 mm", {"distortion_2": 0.1}))
    assert (known.notes, known.cautions) == ({1: "50 mm"}, {})
    unknown = describe_recipe(recipe, (20, 30), lambda *_: LensProfile("EXIF names no camera"))
    assert (unknown.notes, unknown.cautions) == ({}, {1: "EXIF names no camera"})


def test_of_a_crop_whose_handles_are_shown_what_it_leaves_is_counted():
    below = Recipe().added(CATALOGUE["exposure"], {"stops": 0.5})
    whole = below.added(CATALOGUE["crop"], {"left": 10.0, "bottom": 25.0})
    assert counted_part(whole, below, (40, 60)) == Rect(0, 6, 30, 60)
    assert counted_part(whole, whole, (40, 60)) is None
    assert counted_part(below.added(CATALOGUE["perspective"], {}), below, (40, 60)) is None
