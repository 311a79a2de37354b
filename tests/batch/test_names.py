"""Names of results: patterns, collisions, and what stands in their place."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from jaxstudio.batch.photo import size_of_result
from jaxstudio.batch.prepare import expand, plan, rename_existing
from jaxstudio.errors import UsageError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def targets(sources, out, **options):
    return [task.target.as_posix() for task in plan([Path(source) for source in sources], out, **options)]


def test_every_key_of_a_pattern(folder):
    (folder / "cats").mkdir()
    sizes = {Path("cats/tom.JPG"): (30, 40), Path("rex.png"): None}
    pattern = "{index:03}-{folder}-{stem}-{ext}-{width}x{height}{suffix}"
    assert targets(sizes, pattern, size_of=lambda _, path: sizes.get(path)) == [
        "001-cats-tom-JPG-40x30.JPG",
        "002--rex-png-0x0.png",
    ]


@pytest.mark.parametrize(
    "pattern", ["{stam}.png", "{stem.png", "{stem.__class__}.png", "{0}.png", "{index:s}"]
)
def test_a_wrong_pattern_names_every_key(pattern):
    with pytest.raises(UsageError, match=r"expected .*\{stem\}.*\{height\}"):
        plan([Path("a.png")], pattern)


def test_subfolders_below_a_root_are_kept():
    sources = ["/in/a.png", "/in/x/y/a.png", "/else/b.png"]
    kept = targets(sources, "out/{stem}.jpg", folders_exist=False, roots=[Path("/in"), Path("/in/x")])
    assert kept == ["out/a.jpg", "out/x/y/a.jpg", "out/b.jpg"]


def test_two_inputs_never_become_one_file(folder):
    for out in ("x.png", "{folder}x.png"):
        with pytest.raises(UsageError, match=r"a.png and b.png would both be written to x.png"):
            plan([Path("a.png"), Path("b.png")], out)


def test_an_input_is_written_over_by_its_own_name_alone(folder):
    Path("cats").mkdir()
    Path("cats/tom.png").write_text("mine")
    Path("link.png").symlink_to("cats/tom.png")
    Path("folder").symlink_to("cats")
    for source, out in (
        ("cats/tom.png", "link.png"),
        ("cats/tom.png", "folder/tom.png"),
        ("link.png", "cats/tom.png"),
    ):
        with pytest.raises(UsageError, match="leads to the input"):
            plan([Path(source)], out)
    assert targets(["cats/tom.png"], "./cats/../cats/tom.png") == ["cats/../cats/tom.png"]
    assert targets(["link.png"], "link.png") == ["link.png"]


def test_what_is_there_is_written_beside(folder):
    for name in ("a.png", "a-1.png", "c.png"):
        Path(name).touch()
    tasks = plan([Path(name) for name in ("1", "2", "3", "4")], "{stem}.png")
    named = [Path(name) for name in ("a.png", "a-2.png", "b.png", "c.png")]
    tasks = [type(task)(task.number, task.source, target) for task, target in zip(tasks, named, strict=True)]
    renamed = [task.target.name for task in rename_existing(tasks)]
    # a-2.png is the name of another result, and stays its own
    assert renamed == ["a-3.png", "a-2.png", "b.png", "c-1.png"]


def test_a_pattern_for_inputs_that_the_shell_left_alone(folder):
    for name in ("b.png", "a.png"):
        Path(name).touch()
    assert expand(["*.png", "none*.jpg"])[0] == [Path("a.png"), Path("b.png"), Path("none*.jpg")]


def test_the_size_of_a_result_is_that_of_the_upright_photo(folder):
    exif = Image.Exif()
    exif[274] = 6
    Image.fromarray(np.zeros((8, 20, 3), np.uint8)).save("turned.jpg", exif=exif)
    assert size_of_result(Recipe(), Path("turned.jpg")) == (20, 8)
    turned = Recipe().added(CATALOGUE["rotate_90"]) if "rotate_90" in CATALOGUE else None
    if turned is not None:
        assert size_of_result(turned, Path("turned.jpg")) == (8, 20)
    assert size_of_result(Recipe(), Path("none.jpg")) is None
