"""Recipes survive a file; a file that is no recipe is refused in one line, quickly."""

import tracemalloc

import pytest

from jaxstudio.errors import RecipeError, SaveError
from jaxstudio.files.recipes import load_recipe, save_recipe
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
CATALOGUE = Catalogue([GAIN])


def test_there_and_back(tmp_path):
    recipe = Recipe(seed=5).added(GAIN, {"factor": 2.5}).added(GAIN)
    save_recipe(tmp_path / "r.json", recipe)
    assert load_recipe(tmp_path / "r.json", CATALOGUE) == recipe


def test_a_byte_order_mark_is_no_obstacle(tmp_path):
    save_recipe(tmp_path / "r.json", Recipe())
    (tmp_path / "r.json").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "r.json").read_bytes())
    assert load_recipe(tmp_path / "r.json", CATALOGUE) == Recipe()


HEAD = '{"format": "jaxstudio-recipe", "version": '
BAD = {
    "no JSON": (b"not json {", "not JSON"),
    "no UTF-8": (b'"\xff\xfe"', "not UTF-8"),
    "no object": (b"[1, 2]", "not a recipe"),
    "deep": (b"[" * 100_000, "not JSON"),
    "newer": (f'{HEAD}4, "steps": []}}'.encode(), "newer than this program reads"),
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
        load_recipe(path, CATALOGUE)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_50_megabytes_are_refused_before_they_are_read(tmp_path):
    path = tmp_path / "r.json"
    with open(path, "wb") as file:
        file.truncate(50_000_000)
    tracemalloc.start()
    with pytest.raises(RecipeError, match="50 MB, expected a recipe of at most"):
        load_recipe(path, CATALOGUE)
    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most_bytes < 20_000_000  # a recipe may have 16 MB


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(RecipeError, match="no such file"):
        load_recipe(tmp_path / "r.json", CATALOGUE)
    with pytest.raises(RecipeError, match="a folder"):
        load_recipe(tmp_path, CATALOGUE)
    with pytest.raises(SaveError, match="a folder"):
        save_recipe(tmp_path, Recipe())
