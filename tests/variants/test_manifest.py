"""A manifest is written, read, and refused with the line that is wrong."""

import json

import pytest

from jaxstudio.errors import RecipeError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.variants.dataset import Entry, Header, drawn_steps, read_manifest, write_manifest

RECIPE = Recipe(seed=5).added(CATALOGUE["gamma"]).added(CATALOGUE["random_affine"])
HEADER = Header(RECIPE, "/photos", "16")
ENTRY = Entry("a/b-000.png", "a/b.jpg", "00ff", 77, 30, 40, drawn_steps(RECIPE, (30, 40)), "ff00")


@pytest.fixture
def path(tmp_path):
    write_manifest(tmp_path / "m.jsonl", HEADER, [ENTRY])
    return tmp_path / "m.jsonl"


def test_written_and_read_it_is_the_same(path):
    assert read_manifest(path, CATALOGUE) == (HEADER, [ENTRY])


def test_says_what_was_drawn_and_only_that():
    (step,) = ENTRY.drawn
    assert (step["op"], step["step"]) == ("affine", 2)
    assert -10 <= step["params"]["angle"] <= 10
    assert drawn_steps(RECIPE.with_seed(6), (30, 40)) != ENTRY.drawn


def test_half_a_line_counts_as_not_written(path):
    with open(path, "a") as file:
        file.write('{"file": "a/b-0')
    assert read_manifest(path, CATALOGUE) == (HEADER, [ENTRY])


def test_what_is_no_manifest(path, tmp_path):
    first, second = path.read_text().splitlines()
    for lines, said in (
        ([], "empty"),
        (["{}"], "not a manifest"),
        ([first.replace('"version": 1', '"version": 2', 1)], "version = 2"),
        ([first.replace('"gamma"', '"gama"')], "line 1: step 1: no op is called 'gama'"),
        ([first, "nonsense"], "line 2: not JSON"),
        ([first, "[]"], "line 2: expected an object"),
        ([first, second, second.replace("a/b.jpg", "../../b.jpg")], "line 3: source"),
        ([first, second.replace("a/b-000.png", "/etc/b.png")], "line 2: file"),
        ([first, second.replace('"seed": 77', '"seed": -1')], "line 2: seed"),
        ([first, json.dumps({"file": "x"})], "line 2: source = None"),
    ):
        path.write_text("".join(line + "\n" for line in lines))
        with pytest.raises(RecipeError) as caught:
            read_manifest(path, CATALOGUE)
        assert said in str(caught.value)
        assert str(caught.value).startswith(str(path))
        assert "\n" not in str(caught.value)
    with pytest.raises(RecipeError, match="no such file"):
        read_manifest(tmp_path / "none", CATALOGUE)
