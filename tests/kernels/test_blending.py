"""Blend modes against Pillow and the W3C's formulas, through the engine, plain form, script and JSON."""

import json

import numpy as np
import pytest
from codegen.test_script import namespace_of
from pictures import random_photo
from PIL import Image, ImageChops

from jaxstudio.cli.main import main
from jaxstudio.codegen.script import recipe_script
from jaxstudio.engine.definitions import evaluate
from jaxstudio.engine.source import Source
from jaxstudio.errors import RecipeError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import BLENDS, Ellipse, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json
from jaxstudio.script import Script

PIXELS = random_photo(40, 56, dtype="uint8")
WEIGHTS = np.array([0.3, 0.59, 0.11])


def blended(mode, opacity=1.0, parts=(), op="gaussian_blur"):
    mask = Mask(1, parts, inverted=not parts, opacity=opacity, blend=mode)
    return Recipe(masks=(mask,)).added(CATALOGUE[op], mask=1)


def set_lum(colour, light):
    """SetLum and ClipColor of one pixel, as the W3C writes them."""
    colour = colour + (light - colour @ WEIGHTS)
    light, low, high = colour @ WEIGHTS, colour.min(), colour.max()
    if low < 0:
        colour = light + (colour - light) * light / (light - low)
    if high > 1:
        colour = light + (colour - light) * (1 - light) / (high - light)
    return colour


def expected(mode, before, after):
    """Bytes to floats, at full opacity."""
    pair = [Image.fromarray(np.rint(x * 255).astype(np.uint8)) for x in (before, after)]
    by_pillow = {"multiply": ImageChops.multiply, "screen": ImageChops.screen, "overlay": ImageChops.overlay}
    if mode in by_pillow:
        return np.asarray(by_pillow[mode](*pair)) / 255
    if mode == "soft_light":
        root = np.where(before <= 0.25, ((16 * before - 12) * before + 4) * before, np.sqrt(before))
        dark = before - (1 - 2 * after) * before * (1 - before)
        return np.where(after <= 0.5, dark, before + (2 * after - 1) * (root - before))
    if mode == "normal":
        return after
    pairs = zip(before.reshape(-1, 3), after.reshape(-1, 3), strict=True)
    found = [set_lum(b, s @ WEIGHTS) if mode == "luminosity" else set_lum(s, b @ WEIGHTS) for b, s in pairs]
    return np.reshape(found, before.shape)


def test_modes_are_those_of_pillow_and_the_w3c(engine):
    before = PIXELS / 255
    after = engine.render(Source(PIXELS), Recipe().added(CATALOGUE["gaussian_blur"]), dtype="uint8") / 255
    wrong = []
    for mode in BLENDS:
        full = expected(mode, before, after)
        for opacity in (1.0, 0.4):
            found = engine.render(Source(PIXELS), blended(mode, opacity))
            apart = np.abs(found - (before + opacity * (full - before))).max()
            if apart > 2.1 / 255:  # Pillow cuts off to whole levels, and the blur is of bytes here
                wrong.append((mode, opacity, apart))
    assert not wrong


def test_gray_alpha_and_parts_of_a_picture(engine):
    for channels in (1, 2, 4):
        pixels = random_photo(30, 34, channels=channels, dtype="uint8")
        for mode in BLENDS:
            found = engine.render(Source(pixels), blended(mode, 0.5))
            assert np.isfinite(found).all()
            assert found.shape == pixels.shape
    inside = MaskPart(Ellipse(0.5, 0.5, 0.4, 0.4))
    found = engine.render(Source(PIXELS), blended("multiply", 0.5, (inside,)), dtype="uint8")
    whole = engine.render(Source(PIXELS), blended("multiply", 0.5), dtype="uint8")
    assert (found[0] == PIXELS[0]).all()
    assert (found[20, 28] == whole[20, 28]).all()


@pytest.mark.parametrize("mode", ["normal", "soft_light", "luminosity"])
def test_plain_form_and_script_are_the_engines(engine, mode):
    recipe = blended(mode, 0.3).added(CATALOGUE["invert"])
    result = engine.render(Source(PIXELS), recipe)
    np.testing.assert_allclose(np.asarray(evaluate(recipe, PIXELS)), result, atol=2e-5)
    names = namespace_of(recipe_script(recipe, PIXELS.shape[:2]).text)
    expected_bytes = engine.render(Source(PIXELS), recipe, dtype="uint8")
    np.testing.assert_array_equal(np.asarray(names["apply"](PIXELS)), expected_bytes)


def test_a_recipe_keeps_them():
    recipe = blended("soft_light", 0.25)
    text = to_json(recipe)
    assert json.loads(text)["version"] == 5
    assert from_json(text, CATALOGUE) == recipe
    assert json.loads(to_json(blended("normal")))["version"] == 3
    for wrong in (
        text.replace('"version": 5', '"version": 4'),
        text.replace("soft_light", "softer"),
        text.replace("0.25", "2"),
    ):
        with pytest.raises(RecipeError):
            from_json(wrong, CATALOGUE)


def test_a_step_is_blended_in_a_command_and_in_a_script(engine, tmp_path):
    Image.fromarray(PIXELS).save(tmp_path / "in.png")
    words = ["apply", "-s", "gaussian_blur sigma=2 opacity=0.5 blend=multiply", str(tmp_path / "in.png")]
    assert main([*words, "-o", str(tmp_path / "out.png")]) == 0
    recipe = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 2}).blended(1, 0.5, "multiply")
    result = engine.render(Source(PIXELS), recipe, dtype="uint8")
    np.testing.assert_array_equal(np.asarray(Image.open(tmp_path / "out.png")), result)
    script = Script(PIXELS).gaussian_blur(sigma=2, opacity=0.5, blend="multiply")
    np.testing.assert_array_equal(script.render("uint8"), result)
    assert main([*words[:2], "invert blend=softer", words[3], "-o", str(tmp_path / "no.png")]) == 2


def test_steps_keep_their_own_blending():
    recipe = Recipe().added(CATALOGUE["invert"]).blended(1, 0.5)
    twice = recipe.duplicated(1)
    assert [twice.mask_of(step).opacity for step in twice.steps] == [0.5, 0.5]
    assert len({step.mask for step in twice.steps}) == 2
    assert twice.removed(2) == recipe
    assert recipe.blended(1) == Recipe().added(CATALOGUE["invert"])
