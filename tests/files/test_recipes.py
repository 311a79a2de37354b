"""Recipes and presets in files: kept, found, renamed and removed; what comes with the studio reads."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
import skimage.data

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import RecipeError, SaveError, UsageError
from jaxstudio.files import recipes
from jaxstudio.files.recipes import load_recipe, save_recipe
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.kinds import Pointwise
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.params import Float
from jaxstudio.pipeline.recipe import Recipe

GAIN = Op(
    name="gain",
    title="Gain",
    category="tone",
    kind=Pointwise(lambda x, p: x * p["factor"]),
    doc="Brighter.",
    source="arithmetic",
    own_params=(Float(name="factor", doc="Factor.", value=1.0, low=0.0, high=8.0),),
)
GAINS = Catalogue([GAIN])


def test_a_byte_order_mark_is_no_obstacle(tmp_path):
    save_recipe(tmp_path / "r.json", Recipe())
    (tmp_path / "r.json").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "r.json").read_bytes())
    assert load_recipe(tmp_path / "r.json", GAINS) == Recipe()


HEAD = '{"format": "jaxstudio-recipe", "version": '
BAD = {
    "no JSON": (b"not json {", "not JSON"),
    "no UTF-8": (b'"\xff\xfe"', "not UTF-8"),
    "no object": (b"[1, 2]", "not a recipe"),
    "deep": (b"[" * 100_000, "not JSON"),
    "newer": (f'{HEAD}6, "steps": []}}'.encode(), "newer than this program reads"),
    "unknown op": (f'{HEAD}1, "steps": [{{"op": "gian"}}]}}'.encode(), "did you mean gain?"),
    "NaN": (f'{HEAD}1, "steps": [{{"op": "gain", "params": {{"factor": NaN}}}}]}}'.encode(), "factor = nan"),
    "empty": (b"", "not JSON"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_recipe(tmp_path, name):
    data, said = BAD[name]
    path = tmp_path / "r.json"
    path.write_bytes(data)
    with pytest.raises(RecipeError) as caught:
        load_recipe(path, GAINS)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_50_megabytes_are_refused_before_they_are_read(tmp_path):
    path = tmp_path / "r.json"
    with open(path, "wb") as file:
        file.truncate(50_000_000)
    tracemalloc.start()
    with pytest.raises(RecipeError, match="50 MB, expected a recipe of at most"):
        load_recipe(path, GAINS)
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most_bytes < 20_000_000  # a recipe may have 16 MB


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(RecipeError, match="no such file"):
        load_recipe(tmp_path / "r.json", GAINS)
    with pytest.raises(RecipeError, match="a folder"):
        load_recipe(tmp_path, GAINS)
    with pytest.raises(SaveError, match="a folder"):
        save_recipe(tmp_path, Recipe())


LOOK = Recipe(seed=5).added(CATALOGUE["gaussian_noise"]).added(CATALOGUE["median"], {"size": 5})


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_PRESETS_DIR", str(tmp_path / "own"))
    return tmp_path / "own"


def own_names(op=""):
    return [preset.name for preset in recipes.list_presets(op) if preset.own]


@pytest.fixture(scope="module")
def engine():
    return Engine()


@pytest.mark.samples(4)
@pytest.mark.parametrize("preset", recipes.list_presets(), ids=lambda preset: preset.name)
def test_a_shipped_preset_reads_and_changes_the_photo(preset, engine):
    assert not preset.own
    recipe = recipes.load_preset(preset, CATALOGUE)
    assert recipes.check_name(preset.name + " 2")  # its name is one that a file can have everywhere
    cat = np.ascontiguousarray(skimage.data.chelsea()[80:144, 120:184])
    result = engine.render(Source(cat), recipe)
    assert np.isfinite(result).all()
    assert np.abs(result - cat / np.float32(255)).mean() > 0.01
    assert result.std() > 0.02  # a picture is still to be seen


def test_what_is_saved_is_found_with_its_seed(own):
    saved = recipes.save_preset("  My look ", LOOK)
    assert (saved.name, saved.path, saved.own) == ("My look", own / "My look.json", True)
    assert recipes.find_preset("my-look") == saved
    assert recipes.load_preset(saved, CATALOGUE) == LOOK
    again = recipes.save_preset("my look", LOOK.with_seed(6))  # the same name in other letters
    assert own_names() == ["my look"]
    assert recipes.load_preset(again, CATALOGUE).seed == 6


def test_a_preset_of_one_filter_lies_apart(own):
    one = Recipe().added(CATALOGUE["median"], {"size": 7})
    saved = recipes.save_preset("Strong", one, "median")
    assert saved.path == own / "median" / "Strong.json"
    assert own_names() == []
    assert recipes.find_preset("median/strong") == saved
    assert saved in recipes.every_preset()
    recipes.save_preset("Film look", one, "median")  # a name is taken only among its like
    recipes.save_preset("Wrong", LOOK, "median")
    with pytest.raises(RecipeError, match=r"expected one step of median"):
        recipes.load_preset(recipes.find_preset("median/Wrong"), CATALOGUE)


def test_renaming_keeps_the_steps_and_never_replaces_another():
    one = recipes.save_preset("One", LOOK)
    recipes.save_preset("Two", LOOK)
    with pytest.raises(UsageError, match=r"'Two' exists already"):
        recipes.rename_preset(one, "two")
    renamed = recipes.rename_preset(one, "one")  # only the letters change
    renamed = recipes.rename_preset(renamed, "Three")
    assert own_names() == ["Three", "Two"]
    assert recipes.load_preset(renamed, CATALOGUE) == LOOK
    recipes.delete_preset(renamed)
    assert own_names() == ["Two"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "needs a name"),
        ("a/b", "'/' cannot stand"),
        ("../up", "'/' cannot stand"),
        ("a\nb", "cannot stand"),
        (".hidden", "begins nor ends with a point"),
        ("x" * 81, "81 characters: expected at most 80"),
        ("film look", "comes with the studio"),
    ],
)
def test_names_that_cannot_be(name, reason):
    with pytest.raises(UsageError, match=reason):
        recipes.save_preset(name, LOOK)


def test_nothing_to_keep():
    with pytest.raises(UsageError, match="no filters to keep"):
        recipes.save_preset("Empty", Recipe())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ('{"format": "jaxstudio-recipe", "version": 1, "steps": []}', "no steps"),
        ('{"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "sparkle"}]}', "step 1"),
    ],
)
def test_a_broken_file_is_one_line_and_the_others_are_there(own, text, reason):
    recipes.save_preset("Good", LOOK)
    (own / "Bad.json").write_text(text)
    assert own_names() == ["Bad", "Good"]
    with pytest.raises(RecipeError, match=reason) as caught:
        recipes.load_preset(recipes.find_preset("Bad"), CATALOGUE)
    assert str(caught.value).startswith(str(own / "Bad.json"))
    assert "\n" not in str(caught.value)
    assert recipes.load_preset(recipes.find_preset("Good"), CATALOGUE) == LOOK


def test_an_unknown_name_says_the_nearest():
    with pytest.raises(UsageError, match=r"did you mean 'Film look'\?"):
        recipes.find_preset("fim look")
    with pytest.raises(UsageError, match="`jaxstudio presets` lists them"):
        recipes.find_preset("../../etc/passwd")
