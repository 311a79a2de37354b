"""--ops DIR: filters of one's own, for every command that takes steps, recipes or filters to inspect."""

import json

import numpy as np
import pytest

from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

OP = """
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

def compute(x, p):
    return x * p["k"]

op = Op(name="mine", title="Mine", category="custom", doc="D.", source="S.", kind=Pointwise(compute),
    own_params=(Float(name="k", value=0.5, low=0.0, high=1.0, doc="K."),))
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text(OP, encoding="utf-8")
    (tmp_path / "mine.json").write_text(
        json.dumps({"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "mine", "params": {}}]})
    )


@pytest.mark.thorough
def test_match_finds_its_parameter(run, own, tmp_path):
    assert run("apply", "--ops", "own", "-r", "mine.json", "cat.png", "-o", "half.png").code == 0
    outcome = run("match", "--ops", "own", "-s", "mine k=0.9", "cat.png", "half.png", "--starts", 1, "--json")
    (step,) = json.loads(outcome.out)["steps"]
    assert step["params"]["k"] == pytest.approx(0.5, abs=0.01)


@pytest.mark.thorough
def test_augment_sweep_and_presets(run, own, tmp_path):
    words = ("--ops", "own", "-r", "mine.json", "cat.png")
    assert run("augment", *words, "-o", "many", "--variants", 1).code == 0
    (made,) = (tmp_path / "many").glob("*.png")
    assert abs(load_photo(made).pixels - load_photo(tmp_path / "cat.png").pixels * 0.5).max() <= 0.501
    assert run("sweep", *words, "--over", "k", "-o", "sheet.png").code == 0
    assert (tmp_path / "sheet.png").exists()


@pytest.mark.thorough
def test_ir_shows_it_with_its_own_source(run, own):
    outcome = run("ir", "--ops", "own", "op:mine", "--stage", "source")
    assert outcome.code == 0
    assert 'return x * p["k"]' in outcome.out
    assert "mul" in run("ir", "--ops", "own", "recipe:mine.json", "--stage", "jaxpr").out


@pytest.mark.thorough
def test_two_folders_and_one_given_twice(run, own, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "other.py").write_text(OP.replace('"mine"', '"other"'), encoding="utf-8")
    (tmp_path / "more" / "again.py").write_text(OP, encoding="utf-8")
    words = ("--ops", "own", "--ops", "more", "--ops", "own", "-s", "mine", "-s", "other", "cat.png")
    outcome = run("apply", *words, "-o", "out.png")
    assert outcome.code == 0
    assert outcome.line == "again.py, line 8: mine is the name of another filter: choose another one"


@pytest.mark.parametrize("command", ["apply", "augment", "sweep", "match", "export", "presets"])
def test_a_folder_that_is_none_is_one_line(run, command):
    words = {
        "apply": ("-s", "invert", "cat.png", "-o", "x.png"),
        "augment": ("-s", "invert", "cat.png", "-o", "x"),
        "sweep": ("cat.png", "-s", "gamma", "--over", "gamma", "-o", "x.png"),
        "match": ("cat.png", "cat.png", "-s", "gamma"),
        "export": ("-s", "invert", "-o", "x.py"),
        "presets": (),
    }[command]
    outcome = run(command, "--ops", "nowhere", *words)
    assert outcome.code == 2
    assert outcome.line == "nowhere: No such file or directory, expected a folder of Python files"


def test_an_error_fails_its_photo_alone_with_its_line(run, own, tmp_path):
    text = OP.replace('x * p["k"]', "x if len(x) != 30 else NOWHERE").replace("(x, p)", "(x, p, report)")
    (tmp_path / "own" / "mine.py").write_text(text.replace("Pointwise", "Whole"), encoding="utf-8")
    save(tmp_path / "low.png", np.zeros((30, 31, 3), np.uint8))
    outcome = run("apply", "--ops", "own", "-s", "mine", "cat.png", "low.png", "-o", "out/")
    assert outcome.code == 1
    assert outcome.line == "low.png: mine.py, line 6: NameError: name 'NOWHERE' is not defined"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["cat.png"]
