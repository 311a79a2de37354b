"""`sweep` and `augment`: many versions of photos."""

from __future__ import annotations

import json
import os
import threading

import numpy as np
import pytest
from PIL import Image

from jaxstudio.errors import Cancelled
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save
from jaxstudio.variants import generation


def test_a_sheet_of_one_parameter(run):
    assert (
        run(
            "sweep", "cat.png", "-s", "gaussian_blur", "--over", "sigma=0..4", "--count", 6, "-o", "s.png"
        ).code
        == 0
    )
    with Image.open("s.png") as image:
        assert image.size[0] > 3 * 80


def test_a_grid_has_the_second_parameter_across(run):
    words = ("--over", "1.sigma=1,2", "--over", "border=reflect,wrap,mirror", "--side", 40)
    assert run("sweep", "cat.png", "-s", "gaussian_blur", *words, "-o", "s.png").code == 0
    with Image.open("s.png") as image:
        assert image.size[0] == 3 * 48 + 8


def test_an_animation_there_and_back(run):
    words = ("--over", "delta", "--count", 4, "--back", "--side", 32, "-o", "a.gif")
    assert run("sweep", "cat.png", "-s", "brightness", *words).code == 0
    with Image.open("a.gif") as image:
        assert image.n_frames == 6


def test_seeds(run):
    assert run("sweep", "cat.png", "-s", "gaussian_noise", "--seeds", 3, "-o", "s.png").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--over", "size=1..3"), "--over size: expected one of 1.sigma, 1.sigma_y"),
        (("--over", "sigma=1..99"), "sigma"),
        (("--over", "border=1..3"), "a range is for numbers, expected some of reflect"),
        (("--over", "border=round"), "expected one of"),
        ((), "expected --over PARAMETER once or twice, or --seeds N"),
        (("--over", "sigma", "--fps", "0", "-o", "a.gif"), "--fps 0: expected 0.1 to 120"),
        (("--over", "sigma=8..0.5"), "expected two ends, the smaller one first, such as 0.5..8"),
        (("--over", "sigma=2..2"), "expected two ends"),
        (("--over", "sigma", "--count", "1000000000"), "1,000,000,000 pictures: expected 400 at most"),
        (("--seeds", "1000000000"), "1,000,000,000 pictures: expected 400 at most"),
        (("--seeds", "400", "--side", "1500"), "--side 1500: too large for 400 pictures, expected 1000"),
        (("--over", "sigma", "--side", "100000"), "--side 100000: expected a number from 16 to 2048"),
        (("--over", "sigma", "-s", "resize width=0 height=0"), "resize: no side has pixels"),
        (("--seeds", "3", "-o", "a.xyz"), "for an animation .gif, .webp, .mp4"),
        (("--seeds", "3", "-o", "cat.png"), "-o cat.png: is the input cat.png"),
    ],
)
def test_mistakes_are_one_line(run, words, said):
    outcome = run("sweep", "cat.png", "-s", "gaussian_blur", "-o", "s.png", *words)
    assert outcome.code == 2
    assert said in outcome.line


def test_a_parameter_of_several_steps(run):
    outcome = run("sweep", "cat.png", "-s", "median", "-s", "median", "--over", "size", "-o", "s.png")
    assert outcome.code == 2
    assert "several steps have it, expected one of 1.size" in outcome.line


STEPS = ("-s", "random_flip", "-s", "choose_one ops=[gaussian_noise var=0.01 | gamma gamma=0.5..2]")


@pytest.fixture
def photos(tmp_path):
    """Two classes of a photo each."""
    pixels = np.random.default_rng(0).integers(0, 255, (18, 27, 3), np.uint8)
    for name in ("cats/tom.png", "dogs/rex.tif"):
        (tmp_path / "in" / name).parent.mkdir(parents=True)
        save(tmp_path / "in" / name, pixels)
    return tmp_path / "in"


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def entries(folder):
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()[1:]]


def test_a_folder_in_and_a_folder_out(run, photos, tmp_path):
    outcome = run("augment", *STEPS, "in", "-o", "out", "--variants", 3, "--jobs", 2)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    made = contents(tmp_path / "out")
    assert list(made) == [
        *(f"cats/tom-{n:03}.png" for n in range(3)), *(f"dogs/rex-{n:03}.png" for n in range(3)),
        "manifest.jsonl",
    ]  # fmt: skip
    found = entries(tmp_path / "out")
    assert [entry["file"] for entry in found] == list(made)[:-1]
    assert len({entry["seed"] for entry in found}) == 6
    # a file is what `apply` makes with its seed
    assert run("apply", *STEPS, "--seed", found[4]["seed"], "in/dogs/rex.tif", "-o", "one.png").code == 0
    one = load_photo("one.png").pixels
    np.testing.assert_array_equal(one, load_photo(tmp_path / "out" / found[4]["file"]).pixels)


def test_the_manifest_alone_makes_the_same_again(run, photos, tmp_path):
    assert run("augment", *STEPS, "in", "-o", "out", "--variants", 2).code == 0
    assert run("augment", "--from-manifest", "out/manifest.jsonl", "-o", "again").code == 0
    assert contents(tmp_path / "again") == contents(tmp_path / "out")
    photos.rename(tmp_path / "moved")
    outcome = run("augment", "--from-manifest", "out/manifest.jsonl", "-o", "lost")
    assert outcome.code == 1
    assert "tom.png: no" in outcome.err or "tom.png: cannot be read" in outcome.err
    assert run("augment", "--from-manifest", "out/manifest.jsonl", "moved", "-o", "found").code == 0
    found = contents(tmp_path / "found")
    assert {**found, "manifest.jsonl": b""} == {**contents(tmp_path / "out"), "manifest.jsonl": b""}


def test_another_photo_is_not_taken_for_the_one_that_was(run, photos):
    assert run("augment", *STEPS, "in", "-o", "out", "--variants", 1).code == 0
    save(photos / "cats" / "tom.png", np.zeros((18, 27, 3), np.uint8))
    outcome = run("augment", "--from-manifest", "out/manifest.jsonl", "-o", "again")
    assert outcome.code == 1
    assert "tom.png: is not the photo that the manifest was made with" in outcome.line


def test_goes_on_where_it_was(run, photos, tmp_path):
    assert run("augment", *STEPS, "in", "-o", "whole", "--variants", 3).code == 0
    assert run("augment", *STEPS, "in", "-o", "out", "--variants", 2).code == 0
    (tmp_path / "out" / "cats" / "tom-001.png").unlink()
    kept = tmp_path / "out" / "dogs" / "rex-000.png"
    before = kept.stat().st_mtime_ns
    assert run("augment", *STEPS, "in", "-o", "out", "--variants", 3).code == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")
    assert kept.stat().st_mtime_ns == before
    outcome = run("augment", "-s", "random_invert", "in", "-o", "out")
    assert outcome.code == 2
    assert "is of another recipe" in outcome.line
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_cancel_leaves_whole_files_and_a_manifest_of_them(run, photos, tmp_path, monkeypatch):
    stop, write = threading.Event(), generation.VariantsWork._write

    def once(self, target, *rest):
        if stop.is_set():
            raise Cancelled("cancelled")
        stop.set()
        return write(self, target, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(generation.VariantsWork, "_write", once)
        outcome = run("augment", *STEPS, "in", "-o", "out", "--variants", 2, "--jobs", 1)
    assert outcome.code == 130
    assert list(contents(tmp_path / "out")) == ["cats/tom-000.png", "manifest.jsonl"]
    assert [entry["file"] for entry in entries(tmp_path / "out")] == ["cats/tom-000.png"]
    assert run("augment", *STEPS, "in", "-o", "out", "--variants", 2).code == 0
    assert run("augment", *STEPS, "in", "-o", "whole", "--variants", 2).code == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_a_photo_that_fails_does_not_stop_the_others(run, photos, tmp_path):
    (photos / "cats" / "bad.png").write_text("no picture")
    outcome = run("augment", *STEPS, "in", "-o", "out", "--variants", 2)
    assert outcome.code == 1
    assert "bad.png: not a photo" in outcome.line
    assert len(entries(tmp_path / "out")) == 4


def test_what_integers_cannot_hold_is_said(run, tmp_path):
    pixels = np.full((6, 8, 3), 0.5, np.float32)
    pixels[2, 3] = np.nan
    save(tmp_path / "deep.tif", pixels)
    words = ("augment", "-s", "random_flip", "deep.tif", "-o", "out", "--variants", 1, "--format", "png")
    outcome = run(*words, "--depth", "8")
    assert outcome.code == 0
    assert "1 pixel was not a number: NaN is written as 0" in outcome.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_is_not_waited_for(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.png")
    outcome = run("augment", "pipe.png", "-o", "made", "-s", "random_flip")
    assert outcome.code == 1
    assert "a pipe, expected a photo" in outcome.line


def test_a_contact_sheet(run, photos):
    options = ("--sheet", "sheet.png", "--cell", 32)
    assert run("augment", *STEPS, "in", "--variants", 3, *options).code == 0
    # pictures 18 high in cells 32 wide, a gap of 8 around each, 18 for its seed
    assert load_photo("sheet.png").pixels.shape == (2 * (18 + 18 + 8) + 8, 3 * (32 + 8) + 8, 3)
    assert run("augment", *STEPS, "in", "--variants", 3, *options, "--columns", 6).code == 0
    assert load_photo("sheet.png").pixels.shape[1] == 6 * (32 + 8) + 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*STEPS, "in"), "expected -o DIR for files, --sheet FILE"),
        (("in", "-o", "out"), "expected steps"),
        ((*STEPS, "-o", "out"), "expected photos or folders of them"),
        ((*STEPS, "none", "-o", "out"), "none: no such file or folder"),
        ((*STEPS, "in", "-o", "in/out"), "lies in the folder of the photos"),
        ((*STEPS, "in", "-o", "out", "--variants", "0"), "expected a whole number from 1"),
        ((*STEPS, "in", "-o", "out", "--format", "xyz"), "no format is known for '.xyz'"),
        ((*STEPS, "in", "-o", "out", "--format", "jpg", "--depth", "16"), "does not hold depth 16"),
        ((*STEPS, "in", "--sheet", "no/where.png"), "there is no folder no"),
        ((*STEPS, "in", "--sheet", "a.npy"), "does not hold depth 8"),
        ((*STEPS, "in", "--sheet", "a.png", "--cell", "4"), "--cell 4: expected a number from 16"),
        ((*STEPS, "in", "--sheet", "a.png", "--variants", "500"), "1000 variants, expected at most 400"),
        ((*STEPS, "--seed", "-3", "in", "-o", "out"), "seed = -3"),
        (("-s", "choose_one ops=gama", "in", "-o", "out"), "did you mean gamma?"),
        (("--from-manifest", "none.jsonl", "-o", "out"), "none.jsonl: no such file"),
        (("--from-manifest", "cat.png", "-o", "out"), "not UTF-8 text"),
        (("--from-manifest", "m", *STEPS, "-o", "out"), "expected no -s"),
        (("--from-manifest", "m", "--seed", "0", "-o", "out"), "expected no --seed"),
        (("--from-manifest", "m", "--variants", "3", "-o", "out"), "expected no --variants"),
        (("--from-manifest", "m", "a", "b", "-o", "out"), "the one folder"),
        ((*STEPS, "in", "--variants", "999999999", "-o", "out"), "at most 100,000"),
        ((*STEPS, "in", "-o", "cat.png"), "cat.png"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(run, photos, tmp_path, words, said):
    outcome = run("augment", *words)
    assert outcome.code == 2
    assert said in outcome.line
    assert not (tmp_path / "out").exists()
