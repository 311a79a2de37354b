"""What the README and the pages of docs/ promise is what happens."""

import re
import shlex
import types
from pathlib import Path

import numpy as np
import pytest

from jaxstudio.cli.gui import QT_LIBRARIES, X11_LIBRARIES
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.photo import load_photo, sample_photo
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe

ROOT = Path(__file__).resolve().parents[2]
README, *PAGES = (
    path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
)


def blocks(language, *texts):
    return [
        block
        for text in texts or (README, *PAGES)
        for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]


LINES = [line for block in blocks("sh") for line in block.splitlines()]
EXAMPLES = list(dict.fromkeys(line for line in LINES if line.startswith("jaxstudio ")))


def test_ci_runs_the_very_command_for_the_tests():
    (command,) = [line for block in blocks("sh", README) for line in block.splitlines() if "pytest" in line]
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").strip().splitlines()[-1]
    assert last == command


def test_the_system_libraries_are_those_the_program_names():
    for name in QT_LIBRARIES + X11_LIBRARIES:
        assert any(re.search(rf"[ `]{re.escape(name)}[ `]", page) for page in PAGES), name
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f"packages=({' '.join(QT_LIBRARIES)})" in script


@pytest.mark.samples(6)
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_runs(run, tmp_path, example):
    small = sample_photo("coffee").pixels[:48, :64]
    (tmp_path / "holiday").mkdir()
    for name in ("photo.jpg", "holiday/a.jpg", "holiday/b.jpg"):
        save(tmp_path / name, small)
    save(tmp_path / "deep.tif", small, "16")
    save_recipe(tmp_path / "look.json", Recipe().added(CATALOGUE["gamma"], {"gamma": 0.8}))
    if example.split()[1] in ("match", "learn"):
        assert run("apply", "-s", "gaussian_blur sigma=1", "photo.jpg", "-o", "soft.png").code == 0
    if example.startswith("jaxstudio compare"):
        save(tmp_path / "restored.png", small)
    (tmp_path / "train" / "cats").mkdir(parents=True)
    save(tmp_path / "train" / "cats" / "1.jpg", small)
    if "augmented/manifest.jsonl" in example:
        assert run("augment", "-s", "random_flip", "train/", "-o", "augmented/", "--variants", "2").code == 0
    if "my_filters" in example:
        (tmp_path / "my_filters").mkdir()
        (tmp_path / "my_filters" / "fade.py").write_text(blocks("python")[0], encoding="utf-8")
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    words = shlex.split(example, comments=True)[1:]
    outcome = run(*words)
    # where presets are kept is said beside the list of them
    assert (outcome.code, outcome.err if words[0] != "presets" else "") == (0, "")
    written = {path for path in tmp_path.rglob("*") if path.is_file()} - before
    if words[0] == "apply":
        assert len(written) == (2 if "holiday/*.jpg" in words else 1)
        for path in written:
            assert load_photo(path).pixels.shape == small.shape
    else:
        assert outcome.out or written


def test_the_programs_in_the_pages_have_the_functions_that_they_inspect():
    programs = [code for code in blocks("python") if code.startswith("# inspect:")]
    assert programs
    for code in programs:
        module = types.ModuleType("program")
        exec(compile(code, "playground.md", "exec"), module.__dict__)
        for name in re.findall(r"# inspect: (\w+)\(", code):
            assert callable(getattr(module, name))


FILTERS = [code for code in dict.fromkeys(blocks("python")) if not code.startswith("# inspect:")]


@pytest.mark.parametrize("code", FILTERS, ids=lambda code: code.split(":")[0][3:])
def test_the_filters_in_the_pages_work(code):
    module = types.ModuleType("fade")
    exec(compile(code, "README.md", "exec"), module.__dict__)
    (op,) = [value for value in vars(module).values() if isinstance(value, Op)]
    pixels = sample_photo("cat").pixels[:32, :32]
    result = Engine().render(Source(pixels), Recipe().added(op, {"amount": 0.25}), dtype="uint8")
    np.testing.assert_allclose(result, (0.25 + 0.75 * (pixels / 255)) * 255, atol=0.5 + 1e-4)
