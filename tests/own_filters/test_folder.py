"""A folder of one's own filters: what is hostile or wrong is named with its line, and the others work."""

import json

import numpy as np
import pytest

from jaxstudio.cli.main import main
from jaxstudio.errors import UsageError
from jaxstudio.own_filters.folder import FilterFile, filter_files, folder_digest, new_file, try_files
from jaxstudio.own_filters.loading import FilterError, load_file

OP = """
import jax.numpy as jnp
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

def compute(x, p):
    return {body}

op = Op(name="{name}", title="T", category="custom", doc="D.", source="S.", kind=Pointwise(compute),
    own_params=(Float(name="k", value=0.5, low=0.0, high=1.0, doc="K."),))
"""


def op_file(name="half", body='x * p["k"]'):
    return OP.format(name=name, body=body)


# What a file holds, and what is said of it: line and words.
def colour_file(name, body):
    text = op_file(name, body).replace("Pointwise", "Colour")
    return text.replace("compute(x, p)", "compute(r, g, b, p)")


def matrix_file(body):
    text = op_file("matrix_of_four", body).replace("Pointwise", "ColourMatrix")
    return text.replace("compute(x, p)", "compute(p)")


def whole_file(body):
    text = op_file("shorter", body).replace("Pointwise", "Whole")
    return text.replace("compute(x, p)", "compute(x, p, report)")


WRONG = {
    "exits": ("import sys\n\nsys.exit(3)\n", 3, "SystemExit: 3"),
    "interrupts": ("raise KeyboardInterrupt\n", 1, "KeyboardInterrupt"),
    "ends_the_process": ("import os\nos._exit(0)\n", 0, "its process ended with exit code 0"),
    "never_ends": ("while True:\n    pass\n", 0, "not done after"),
    "import_error": ("\nimport no_such_module\n", 2, "No module named 'no_such_module'"),
    "syntax_error": ("x = 1\ndef f(:\n", 2, "invalid syntax"),
    "nothing": ("x = 1\n", 0, "defines no filter"),
    "not_text": ("\0", 0, "null bytes"),
    "imports_one": ("from jaxstudio.ops.tone.curves import gamma\n", 0, "defines no filter"),
    "takes_a_name": (op_file("gamma"), 9, "gamma is the name of another filter"),
    "bad_name": (op_file("Half it"), 9, "expected a lower-case identifier"),
    "wrong_shape": (op_file("shape", "x[:3]"), 6, "compute returns the shape (3, 1), expected (6, 1)"),
    "complex": (op_file("complex_values", "x.astype(jnp.complex64)"), 6, "expected an array of real numbers"),
    "no_return": (op_file("returns_nothing", "None"), 6, "compute returns None, expected an array"),
    "one_colour": (colour_file("one", "r"), 6, "float32 of the shape (6, 1), expected three colours"),
    "two_colours": (colour_file("two", "r, g"), 6, "compute returns 2 values, expected three colours"),
    "matrix": (matrix_file("jnp.eye(4)"), 6, "of the shape (4, 4), expected an array (3, 3)"),
    "whole": (whole_file("x[:2]"), 6, "of the shape (2, 7, 3), expected an array of the picture's shape"),
    "sets": ("import jax\njax.config.update('jax_enable_x64', True)\n", 2, "it sets jax_enable_x64"),
    "fails_when_run": (op_file("fails", 'x * p["q"]'), 7, "KeyError: 'q'"),
    "python_if": (op_file("branches", "x if x > 0 else 1 - x"), 7, "truth value"),
    "ends_when_run": (op_file("ends", '__import__("os")._exit(0)'), 0, "its process ended with exit code 0"),
    "no_kind": (op_file("kindless").replace("Pointwise(compute)", "3"), 9, "AttributeError"),
    "no_doc": (op_file("undocumented").replace('doc="D."', 'doc=""'), 9, "a title and a doc"),
}  # fmt: skip


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    for name, (text, _, _) in WRONG.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "good.py").write_text(op_file("half"), encoding="utf-8")
    (folder / "same_name.py").write_text(op_file("half"), encoding="utf-8")
    (folder / "_helper.py").write_text("raise ValueError\n", encoding="utf-8")
    (folder / "notes.txt").write_text("no Python", encoding="utf-8")
    new_file(str(folder), "zz_template")
    return try_files(filter_files(str(folder)), seconds=5.0)


@pytest.mark.samples(6)
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_its_line(trial, name):
    _, line, words = WRONG[name]
    trouble = next(each for each in trial.troubles if each.path.endswith(f"/{name}.py"))
    assert trouble.line == line
    assert words in trouble.reason
    assert str(trouble).startswith(f"{name}.py")
    assert "\n" not in str(trouble)


def test_the_others_can_be_used(trial):
    assert [file.path.rpartition("/")[2] for file in trial.files] == ["good.py", "zz_template.py"]
    assert [spec["name"] for spec in trial.specs] == ["half", "zz_template"]


def test_of_two_files_with_one_name_the_first_counts(trial):
    trouble = next(each for each in trial.troubles if each.path.endswith("/same_name.py"))
    assert "half is the name of another filter" in trouble.reason


def test_a_file_that_changed_since_it_was_allowed_is_not_run(tmp_path):
    path = tmp_path / "later.py"
    path.write_text("raise SystemExit\n")
    with pytest.raises(FilterError, match="it has changed since it was allowed"):
        load_file(str(path), {}, FilterFile(str(path), "0" * 64).digest)


def test_the_digest_of_a_folder_changes_with_its_files(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    first = folder_digest(str(tmp_path))
    assert first == folder_digest(str(tmp_path)) != ""
    path.write_text("x = 2\n")
    second = folder_digest(str(tmp_path))
    path.rename(tmp_path / "b.py")
    assert len({first, second, folder_digest(str(tmp_path))}) == 3
    assert folder_digest(str(tmp_path / "nowhere")) == ""


@pytest.mark.parametrize("name", ["", "Gamma", "two words", "1st", "../up", "größe"])
def test_a_template_needs_a_name_of_python(tmp_path, name):
    with pytest.raises(UsageError, match="lower-case identifier"):
        new_file(str(tmp_path), name)
    assert not list(tmp_path.iterdir())


def test_a_template_writes_over_nothing(tmp_path):
    path = new_file(str(tmp_path), "mine")
    with pytest.raises(UsageError, match="exists"):
        new_file(str(tmp_path), "mine")
    assert load_file(path, {})[0].name == "mine"


def test_apply_uses_a_folder(tmp_path, catalogue_restored, capsys):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "half.py").write_text(op_file(), encoding="utf-8")
    (tmp_path / "own" / "broken.py").write_text("def f(:\n", encoding="utf-8")
    pixels = np.linspace(0, 1, 4 * 5 * 3, dtype=np.float32).reshape(4, 5, 3)
    np.save(tmp_path / "in.npy", pixels)
    command = ["apply", "--ops", str(tmp_path / "own"), "-s", "half k=0.25", str(tmp_path / "in.npy")]
    assert main([*command, "-o", str(tmp_path / "out.npy")]) == 0
    assert "broken.py, line 1: invalid syntax" in capsys.readouterr().err
    np.testing.assert_allclose(np.load(tmp_path / "out.npy"), 0.25 * pixels, rtol=1e-6)


def test_a_recipe_that_needs_a_filter_that_is_not_there_names_it(tmp_path, capsys):
    recipe = tmp_path / "recipe.json"
    recipe.write_text(json.dumps({"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "zork"}]}))
    np.save(tmp_path / "in.npy", np.zeros((4, 5, 3), np.float32))
    arguments = ["apply", "-r", str(recipe), str(tmp_path / "in.npy"), "-o", str(tmp_path / "out.npy")]
    assert main(arguments) == 2
    said = capsys.readouterr().err.strip()
    assert "step 1: no op is called 'zork'" in said
    assert "\n" not in said


@pytest.mark.thorough
def test_ops_lists_a_folder(tmp_path, capsys):
    (tmp_path / "half.py").write_text(op_file(), encoding="utf-8")
    assert main(["ops", "--folder", str(tmp_path)]) == 0
    assert "half" in capsys.readouterr().out
    (tmp_path / "exits.py").write_text("raise SystemExit\n", encoding="utf-8")
    assert main(["ops", "--folder", str(tmp_path), "--json"]) == 1
    shown = capsys.readouterr()
    assert [op["name"] for op in json.loads(shown.out)["ops"]] == ["half"]
    assert shown.err.strip().endswith("exits.py, line 1: SystemExit")
    assert main(["ops", "--folder", str(tmp_path / "nowhere")]) == 2
