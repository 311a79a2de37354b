"""The commands that list: filters, presets, the pages of the guide."""

from __future__ import annotations

import json
import shlex

import numpy as np
import pytest
from PIL import Image

from jaxstudio.cli.main import main
from jaxstudio.cli.recipe_options import added_step
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.recipes import find_preset, load_preset, save_preset
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json

OP_MEMBERS = {"name", "title", "category", "kind", "doc", "source", "params"}
PARAM_MEMBERS = {"name", "type", "default", "min", "max", "unit", "choices", "doc"}
TYPES = {"float", "int", "bool", "choice", "matrix", "steps", "points", "path", "text", "expression"}


def test_the_catalogue_as_json(run):
    outcome = run("ops", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    for op in document["ops"]:
        assert op.keys() >= OP_MEMBERS
        for param in op["params"]:
            assert param.keys() >= PARAM_MEMBERS
            assert param["type"] in TYPES
    assert [op["name"] for op in document["ops"]] == list(CATALOGUE)
    blur = next(op for op in document["ops"] if op["name"] == "gaussian_blur")
    sigma = next(param for param in blur["params"] if param["name"] == "sigma")
    assert (sigma["type"], sigma["default"], sigma["min"], sigma["max"], sigma["unit"]) == (
        "float",
        1,
        0,
        64,
        "px",
    )
    border = next(param for param in blur["params"] if param["name"] == "border")
    assert border["choices"] == ["reflect", "nearest", "mirror", "wrap", "constant"]


def test_the_list_names_every_op(run):
    outcome = run("ops")
    assert outcome.code == 0
    listed = [line.split()[0] for line in outcome.out.splitlines() if line.startswith("  ")]
    assert listed == list(CATALOGUE)
    assert max(map(len, outcome.out.splitlines())) <= 110


def test_words_find_ops(run):
    found = run("ops", "black", "and", "white").out
    listed = [line.split()[0] for line in found.splitlines() if line.startswith("  ")]
    assert "black_and_white" in listed
    assert set(listed) < set(CATALOGUE)
    assert run("ops", "zzzz").code == 2


def test_every_page_is_complete_and_its_example_is_the_default(run):
    for name, op in CATALOGUE.items():
        page = run("ops", name).out
        words = " ".join(page.split())
        for text in (op.title, op.doc, op.use, op.formula, op.source, op.notes, *(p.name for p in op.params)):
            assert " ".join(text.split()) in words, name
        command = shlex.split(next(line for line in page.splitlines() if line.startswith("Example: ")))
        assert added_step(Recipe(), command[command.index("-s") + 1], CATALOGUE) == Recipe().added(op)


def test_devices_as_json(run):
    outcome = run("devices", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    for device in document["devices"]:
        assert device.keys() >= {"name", "platform", "kind", "memory_bytes", "default"}
    assert all(each["platform"] and each["reason"] for each in document["unavailable"])
    assert "cpu:0" in [device["name"] for device in document["devices"]]
    assert [device["default"] for device in document["devices"]].count(True) == 1


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_PRESETS_DIR", str(tmp_path / "own"))
    return tmp_path / "own"


def test_the_listing_names_shipped_and_own_ones(capsys):
    save_preset("Mine", Recipe().added(CATALOGUE["median"]))
    assert main(["presets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  Film look") and "film_grain" in line for line in lines)
    assert any(line.split() == ["*", "Mine", "median"] for line in lines)
    assert main(["presets", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["presets"]}
    assert rows["Mine"]["own"]
    assert not rows["Pencil sketch"]["own"]


def test_one_preset_is_printed_as_a_recipe(capsys):
    assert main(["presets", "pencil-sketch"]) == 0
    recipe = from_json(capsys.readouterr().out, CATALOGUE)
    assert recipe == load_preset(find_preset("Pencil sketch"), CATALOGUE)


def test_a_broken_file_is_said_and_the_others_are_listed(own, capsys):
    own.mkdir()
    (own / "Bad.json").write_text("{")
    assert main(["presets"]) == 1
    said = capsys.readouterr()
    assert "Film look" in said.out
    assert sum("Bad.json: not JSON" in line for line in said.err.splitlines()) == 1


def test_apply_does_what_the_engine_does(tmp_path):
    photo = np.random.default_rng(1).integers(0, 256, (20, 30, 3), dtype=np.uint8)
    Image.fromarray(photo).save(tmp_path / "in.png")
    save_preset("Grain", Recipe(seed=9).added(CATALOGUE["gaussian_noise"]))
    save_preset("Large", Recipe().added(CATALOGUE["median"], {"size": 5}), "median")
    words = ["apply", "--preset", "grain", "--preset", "median/large", "-s", "gamma gamma=2"]
    assert main([*words, str(tmp_path / "in.png"), "-o", str(tmp_path / "out.npy")]) == 0
    recipe = Recipe(seed=9).added(CATALOGUE["gaussian_noise"]).added(CATALOGUE["median"], {"size": 5})
    expected = Engine().render(Source(photo), recipe.added(CATALOGUE["gamma"], {"gamma": 2}))
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), expected)


def test_a_name_that_is_none_is_refused_before_anything_is_computed(tmp_path, capsys):
    Image.fromarray(np.zeros((4, 4, 3), np.uint8)).save(tmp_path / "in.png")
    code = main(["apply", "--preset", "Film lok", str(tmp_path / "in.png"), "-o", str(tmp_path / "o.png")])
    assert code == 2
    assert "did you mean 'Film look'?" in capsys.readouterr().err


def test_values_that_do_not_do_what_they_say_are_said_and_the_photo_is_written(tmp_path, capsys):
    Image.fromarray(np.zeros((4, 4, 3), np.uint8)).save(tmp_path / "in.png")
    step = "convolve kernel=[[1,-1,0]] normalize=true"
    assert main(["apply", "-s", step, str(tmp_path / "in.png"), "-o", str(tmp_path / "o.png")]) == 0
    assert "convolve: The weights sum to 0" in capsys.readouterr().err
    assert (tmp_path / "o.png").exists()


def test_a_page_with_its_figures(run):
    outcome = run("guide", "trace")
    assert outcome.code == 0
    assert "Tangents with respect to x₁: 2, 0.27347" in outcome.out
    facts = json.loads(run("guide", "trace", "--json").out)["facts"]
    assert all(fact["agrees"] for fact in facts)


def test_an_unknown_page(run):
    outcome = run("guide", "nine")
    assert outcome.code == 2
    assert "the guide has no page 'nine'" in outcome.line
