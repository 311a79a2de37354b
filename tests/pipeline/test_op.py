"""A catalogue of specs: plain values, enough for recipes and forms in a process that never loads JAX."""

import json
import pickle
import subprocess
import sys

import pytest

from jaxstudio.errors import ParameterError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import Op, OpSpec, implementation
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json, to_json

# What a window without an engine does: argument 1 is a file of specs, 2 of a recipe; writes the recipe again.
WITHOUT_JAX = """
import json, pickle, sys
from pathlib import Path

from jaxstudio.errors import ParameterError
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.history import History
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.recipe_text import as_python
from jaxstudio.pipeline.recipe_text import from_json, to_json
from jaxstudio.pipeline.step_text import read_step

data = Path(sys.argv[1]).read_bytes()
specs = pickle.loads(data) if data[:1] != b"[" else [OpSpec.from_json(each) for each in json.loads(data)]
catalogue = Catalogue.from_specs(specs)
text = Path(sys.argv[2]).read_text(encoding="utf-8")
recipe = from_json(text, catalogue)
assert to_json(recipe) == text
assert from_json(to_json(recipe), catalogue) == recipe
for values in ({"sigma": -1}, {"radius": 2}):
    try:
        catalogue["gaussian_blur"].check(values)
    except ParameterError:
        continue
    raise AssertionError(values)
op, params = read_step("choose_one ops=[rotate angle=3 | invert]", catalogue)
assert op.may_move(op.check(params)) and not op.may_move({"ops": "invert"})
assert [op.name for op in catalogue.search("gausian")]
assert "gaussian_blur" in as_python(recipe)
history = History(recipe)
history.record(recipe.with_param(recipe.steps[0].key, "sigma", 3.0))
assert history.undo() == recipe
loaded = {"jax", "jaxlib", "numpy", "scipy", "skimage", "PySide6", "jaxstudio.ops"} & sys.modules.keys()
assert not loaded, loaded
print(to_json(recipe), end="")
"""


@pytest.fixture
def recipe():
    recipe = Recipe(seed=7)
    for name, values in (
        ("gaussian_blur", {"sigma": 2.5, "border": "wrap"}),
        ("convolve", {"kernel": [[0, -1, 0], [-1, 5, -1], [0, -1, 0]]}),
        ("choose_one", {"ops": "gamma gamma=0.5..2 | median size=5"}),
        ("curve", {}),
        ("match_histogram", {}),
    ):
        recipe = recipe.added(CATALOGUE[name], values)
    return recipe


@pytest.mark.parametrize("form", ["pickle", "json"])
def test_recipes_are_read_and_checked_where_jax_is_not_loaded(form, recipe, tmp_path):
    specs = CATALOGUE.specs()
    written = (
        pickle.dumps(specs) if form == "pickle" else json.dumps([each.to_json() for each in specs]).encode()
    )
    (tmp_path / "specs").write_bytes(written)
    (tmp_path / "recipe.json").write_text(to_json(recipe), encoding="utf-8")
    command = [sys.executable, "-c", WITHOUT_JAX, str(tmp_path / "specs"), str(tmp_path / "recipe.json")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert from_json(run.stdout, CATALOGUE) == recipe


@pytest.mark.parametrize("op", CATALOGUE.values(), ids=lambda op: op.name)
def test_a_spec_says_what_its_op_does(op):
    spec = op.spec
    assert type(spec) is OpSpec
    assert (
        spec == pickle.loads(pickle.dumps(spec)) == OpSpec.from_json(json.loads(json.dumps(spec.to_json())))
    )
    assert (spec.params, spec.defaults(), spec.kind_name) == (op.params, op.defaults(), op.kind.name)
    assert spec.moves == op.moves == op.kind.moves


def test_a_catalogue_of_specs_has_the_same_ops_in_the_same_order():
    catalogue = Catalogue.from_specs(CATALOGUE.specs())
    assert list(catalogue) == list(CATALOGUE)
    assert [op.name for op in catalogue.search("blur")] == [op.name for op in CATALOGUE.search("blur")]
    assert catalogue.specs() == CATALOGUE.specs()


def test_a_step_of_a_spec_cannot_be_computed(recipe):
    steps = from_json(to_json(recipe), Catalogue.from_specs(CATALOGUE.specs())).steps
    with pytest.raises(TypeError, match="gaussian_blur is a specification"):
        _ = steps[0].implementation
    assert isinstance(implementation(recipe.steps[0].op), Op)


def test_a_list_of_steps_is_read_by_the_catalogue_that_holds_it():
    few = Catalogue([CATALOGUE["choose_one"], CATALOGUE["invert"]])
    assert few["choose_one"].check({"ops": "invert"}) == {"ops": "invert"}
    with pytest.raises(ParameterError, match="no op is called 'median'"):
        few["choose_one"].check({"ops": "median"})
