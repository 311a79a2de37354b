"""Scripts: an exported recipe, run as a program, writes the bytes that the engine renders."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from jaxstudio.cli.main import main
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ParameterError, UsageError
from jaxstudio.files.photo import load_photo, sample_photo
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.masks import Ellipse, Luminosity, Mask, MaskPart
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import as_python
from jaxstudio.script import Script


def test_an_exported_script_reproduces_the_engine(tmp_path, monkeypatch):
    recipe = Recipe(seed=11)
    for name in ("gaussian_noise", "median", "gaussian_noise", "convolve", "rotate"):
        recipe = recipe.added(CATALOGUE[name])
    # the first step goes: the keys that seed the noise are no longer the steps' places
    recipe = recipe.removed(1).with_param(5, "angle", 12.5).moved(3, 0)
    photo = sample_photo("cat")
    save(tmp_path / "in.png", photo.pixels)
    script = tmp_path / "script.py"
    script.write_text(as_python(recipe), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["script.py", str(tmp_path / "in.png"), str(tmp_path / "out.png")])
    runpy.run_path(str(script), run_name="__main__")
    expected = Engine().render(Source(photo.pixels), recipe, dtype="uint8")
    np.testing.assert_array_equal(load_photo(tmp_path / "out.png").pixels, expected)


def test_a_script_with_masks_is_the_recipe_with_masks(tmp_path, monkeypatch):
    """By the script that is exported, and by `apply -r`: the bytes that the engine renders."""
    parts = (MaskPart(Ellipse(0.5, 0.5, 0.6, 0.6), 0.1), MaskPart(Luminosity(0.2, 0.9), combine="intersect"))
    recipe = Recipe().with_mask(Mask(3, parts, name="face"))
    for name in ("gaussian_blur", "invert"):
        recipe = recipe.added(CATALOGUE[name], mask=3)
    photo = sample_photo("cat")
    save(tmp_path / "in.png", photo.pixels)
    (tmp_path / "script.py").write_text(as_python(recipe), encoding="utf-8")
    save_recipe(tmp_path / "recipe.json", recipe)
    paths = [str(tmp_path / name) for name in ("in.png", "out.png", "applied.png", "recipe.json")]
    monkeypatch.setattr("sys.argv", ["script.py", *paths[:2]])
    runpy.run_path(str(tmp_path / "script.py"), run_name="__main__")
    assert main(["apply", "-r", paths[3], paths[0], "-o", paths[2]]) == 0
    expected = Engine().render(Source(photo.pixels), recipe, dtype="uint8")
    assert 0.05 < (expected == photo.pixels).all(-1).mean() < 0.95
    for path in paths[1:3]:
        np.testing.assert_array_equal(load_photo(path).pixels, expected)
    with pytest.raises(UsageError, match="mask = 4: the recipe has no mask of this key"):
        Script(photo.pixels, masks=recipe.masks).median(mask=4)


def test_a_switched_off_step_is_left_out():
    recipe = Recipe().added(CATALOGUE["median"]).added(CATALOGUE["sobel"]).switched(1, False)
    text = as_python(recipe)
    assert "median" not in text
    assert ".sobel(axis='magnitude', border='reflect', cval=0.0, key=2)" in text


def test_every_op_is_a_method():
    script = Script(np.zeros((4, 5, 3), np.uint8))
    for name in CATALOGUE:
        assert name in dir(script)
        assert getattr(script, name)().recipe.steps[0].op.name == name
    with pytest.raises(AttributeError, match="gaussian_blurr"):
        script.gaussian_blurr  # noqa: B018


def test_wrong_values_are_named():
    script = Script(np.zeros((4, 5), np.float32))
    with pytest.raises(ParameterError, match="sigma = 99"):
        script.gaussian_blur(sigma=99)
    with pytest.raises(UsageError, match="key = 1"):
        script.sobel().sobel(key=1)


def test_the_sessions_of_the_documents_are_what_happens(tmp_path, monkeypatch):
    root = Path(__file__).parents[1]
    pages = [(root / name).read_text(encoding="utf-8") for name in ("README.md", "docs/python.md")]
    session = "".join(re.findall(r"^```pycon\n(.*?)^```", "".join(pages), re.MULTILINE | re.DOTALL))
    save(tmp_path / "photo.jpg", sample_photo("cat").pixels)
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0
    assert load_photo(tmp_path / "out.png").pixels.shape == (300, 451, 3)
    assert (tmp_path / "selu.html").stat().st_size > 10_000


def test_a_script_begins_with_a_recipe_and_opens_its_photo_once(monkeypatch):
    recipe = Recipe(seed=3).added(CATALOGUE["gaussian_noise"])
    pixels = np.zeros((4, 5, 3), np.uint8)
    script = Script(pixels, recipe=recipe)
    assert script.recipe == recipe
    monkeypatch.setattr("jaxstudio.script.Source", None)  # a step more opens nothing
    assert script.invert().recipe == recipe.added(CATALOGUE["invert"])
    assert script.recipe == recipe
