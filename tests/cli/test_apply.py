"""`jaxstudio apply` as a person and a script meet it."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
import scipy.ndimage
import tifffile
from PIL import Image

from jaxstudio.batch import photo
from jaxstudio.batch.queue import BatchQueue
from jaxstudio.cli.batch import Terminated, ended_by_signals
from jaxstudio.errors import Cancelled
from jaxstudio.files.photo import load_photo, sample_photo
from jaxstudio.files.recipes import save_recipe
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_blur_equals_scipy(run, tmp_path):
    assert run("apply", "-s", "gaussian_blur sigma=2.5 border=mirror", "cat.png", "-o", "out.npy").code == 0
    pixels = load_photo("cat.png").pixels.astype(np.float64) / 255
    wanted = scipy.ndimage.gaussian_filter(pixels, (2.5, 2.5, 0), mode="mirror")
    result = np.load("out.npy")
    assert result.dtype == np.float32
    np.testing.assert_allclose(result, wanted, atol=2e-6)


def test_a_blur_in_linear_light(run, tmp_path):
    arguments = ("apply", "-s", "gaussian_blur sigma=2.5", "cat.png", "-o")
    assert run(*arguments, "linear.npy", "--working-space", "linear").code == 0
    x = load_photo("cat.png").pixels.astype(np.float64) / 255
    light = np.where(x > 0.04045, ((x + 0.055) / 1.055) ** 2.4, x / 12.92)
    light = scipy.ndimage.gaussian_filter(light, (2.5, 2.5, 0))
    wanted = np.where(light > 0.0031308, 1.055 * light ** (1 / 2.4) - 0.055, 12.92 * light)
    np.testing.assert_allclose(np.load("linear.npy"), wanted, atol=4e-6)
    save_recipe(
        "linear.json", Recipe(working_space="linear").added(CATALOGUE["gaussian_blur"], {"sigma": 2.5})
    )
    assert run("apply", "-r", "linear.json", "cat.png", "-o", "again.npy").code == 0
    np.testing.assert_array_equal(np.load("again.npy"), np.load("linear.npy"))


def test_colours_are_converted_to_srgb(run, tmp_path):
    imagecodecs = pytest.importorskip("imagecodecs")
    profile = bytes(imagecodecs.cms_profile("adobergb"))
    Image.new("RGB", (8, 8), (40, 200, 80)).save("wide.png", icc_profile=profile)
    assert run("apply", "--to-srgb", "wide.png", "-o", "srgb.png").code == 0
    assert run("apply", "wide.png", "-o", "kept.png").code == 0
    with Image.open("srgb.png") as image, Image.open("kept.png") as kept:
        assert image.getpixel((4, 4))[0] == 0, "sRGB has no such green"
        assert image.info["icc_profile"] != profile
        assert (kept.getpixel((4, 4)), kept.info["icc_profile"]) == ((40, 200, 80), profile)


def test_groups_of_metadata_are_dropped(run, tmp_path):
    exif = Image.Exif()
    exif[0x10F] = "Maker"
    exif.get_ifd(0x8825)[1] = "N"
    Image.new("RGB", (8, 8)).save("gps.jpg", exif=exif, comment="a remark")
    assert run("apply", "gps.jpg", "-o", "kept.jpg").code == 0
    assert run("apply", "--drop", "location,comments", "gps.jpg", "-o", "less.jpg").code == 0
    assert run("apply", "--drop", "all", "gps.jpg", "-o", "none.jpg").code == 0
    found = {}
    for name in ("kept", "less", "none"):
        with Image.open(f"{name}.jpg") as image:
            found[name] = (
                image.getexif().get(0x10F),
                dict(image.getexif().get_ifd(0x8825)),
                image.info.get("comment"),
            )
    assert found == {
        "kept": ("Maker", {1: "N"}, b"a remark"),
        "less": ("Maker", {}, None),
        "none": (None, {}, None),
    }
    refused = run("apply", "--drop", "faces", "gps.jpg", "-o", "x.jpg")
    assert refused.code == 2
    assert "--drop faces: expected location, exif" in refused.err


def test_recipe_first_then_steps_in_order(run, tmp_path):
    blur = Recipe().added(CATALOGUE["gaussian_blur"], {"sigma": 1.5})
    save_recipe("blur.json", blur)
    save_recipe("both.json", blur.added(CATALOGUE["sobel"]).added(CATALOGUE["gamma"], {"gamma": 2.0}))
    assert run("apply", "-r", "both.json", "cat.png", "-o", "a.npy").code == 0
    steps = ["-s", "sobel", "-s", "gamma gamma=2"]
    assert run("apply", *steps, "-r", "blur.json", "cat.png", "-o", "b.npy").code == 0
    np.testing.assert_array_equal(np.load("a.npy"), np.load("b.npy"))


def test_seed_changes_the_noise_and_nothing_else_does(run):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert run("apply", "-s", "gaussian_noise", "--seed", seed, "cat.png", "-o", f"{name}.npy").code == 0
    a, b, c = (np.load(f"{name}.npy") for name in "abc")
    np.testing.assert_array_equal(a, b)
    assert (a != c).mean() > 0.9


def test_noise_is_the_same_in_any_batch(run):
    """A photo's noise is a matter of the seed: not of the photos beside it, their order or their number."""
    ways = {
        "alone": (["cat.png"], 1),
        "first": (["cat.png", "other.png"], 1),
        "last": (["other.png", "cat.png"], 3),
    }
    save("other.png", sample_photo("cat").pixels[:90, :70])
    found = []
    for folder, (inputs, jobs) in ways.items():
        step = ("-s", "gaussian_noise", "-s", "salt_and_pepper", "--seed", 4)
        assert run("apply", *step, *inputs, "-o", f"{folder}-{{stem}}.npy", "--jobs", jobs).code == 0
        found.append(np.load(f"{folder}-cat.npy"))
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])


@pytest.mark.parametrize(
    ("suffix", "asked", "dtype"),
    [
        (".png", None, np.uint8),
        (".png", "16", np.uint16),
        (".tif", None, np.uint8),
        (".tif", "float32", np.float32),
        (".jpg", None, np.uint8),
        (".npy", None, np.float32),
    ],
)
def test_depth(run, suffix, asked, dtype):
    depth = ["--depth", asked] if asked else []
    assert run("apply", "-s", "gamma", *depth, "cat.png", "-o", f"out{suffix}").code == 0
    assert load_photo(f"out{suffix}").pixels.dtype == dtype


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        ("new/", ["new/a.png", "new/b.png"]),
        ("there", ["there/a.png", "there/b.png"]),
        ("{stem}-blur.png", ["a-blur.png", "b-blur.png"]),
        ("there/{index:02d}-{name}", ["there/01-a.png", "there/02-b.png"]),
        ("there/x{index}{suffix}", ["there/x1.png", "there/x2.png"]),
    ],
)
def test_many_inputs(run, tmp_path, out, expected):
    (tmp_path / "there").mkdir()
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes((tmp_path / "cat.png").read_bytes())
    before = files(tmp_path)
    assert run("apply", "-s", "gamma", "a.png", "b.png", "-o", out).code == 0
    assert sorted(set(files(tmp_path)) - set(before)) == expected


def test_a_folder_keeps_its_subfolders(run, tmp_path):
    for name in ("trip/a.png", "trip/day 2/b.png", "trip/.hidden/c.png", "trip/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((tmp_path / "cat.png").read_bytes())
    (tmp_path / "cat.png").unlink()
    results = ["trip/out/a-1.png", "trip/out/day 2/b-2.png"]
    for existing in ("overwrite", "rename"):  # the second time its results are no inputs
        before = files(tmp_path)
        arguments = ["trip", "-o", "trip/out/{stem}-{index}.png", "--existing", existing, "--no-resume"]
        assert run("apply", "-s", "gamma", *arguments).code == 0
        new = sorted(set(files(tmp_path)) - set(before))
        assert len(new) == 2
        assert new == results or existing == "rename"
    assert run("apply", "-s", "gamma", "trip", "-o", "web/").code == 0
    assert "web/day 2/b.png" in files(tmp_path)


def test_options_and_inputs_in_any_order(run, tmp_path):
    (tmp_path / "other.png").write_bytes((tmp_path / "cat.png").read_bytes())
    assert run("apply", "cat.png", "-s", "gamma", "-o", "out/", "other.png", "-s", "sobel").code == 0
    assert files(tmp_path / "out") == ["cat.png", "other.png"]


@pytest.mark.skipif(sys.platform != "linux", reason="file names that are not text exist on Linux")
def test_a_file_name_that_is_not_text(run, tmp_path):
    name = os.fsdecode(b"caf\xe9.png")
    (tmp_path / name).write_bytes((tmp_path / "cat.png").read_bytes())
    assert run("apply", "-s", "gamma", name, "-o", "out/").code == 0
    assert (tmp_path / "out" / name).exists()
    assert "no such file" in run("apply", "-s", "gamma", os.fsdecode(b"th\xe9.png"), "-o", "out/").line


def test_a_name_that_begins_with_a_minus(run, tmp_path):
    (tmp_path / "-cat.png").write_bytes((tmp_path / "cat.png").read_bytes())
    assert run("apply", "cat.png", "-o", "made/", "--", "-cat.png").code == 0
    assert files(tmp_path / "made") == ["-cat.png", "cat.png"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
@pytest.mark.parametrize("reference", [False, True])
def test_a_pipe_is_not_waited_for(run, tmp_path, reference):
    os.mkfifo(tmp_path / "pipe")
    words = ["-s", "match_histogram reference=pipe", "cat.png"] if reference else ["pipe"]
    outcome = run("apply", *words, "-o", "out.png")
    assert outcome.code == 1
    assert "a pipe, expected a photo" in outcome.line
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_failed_input_does_not_stop_the_others(run, tmp_path, jobs):
    (tmp_path / "bad.png").write_text("no picture")
    inputs = ["missing.png", "cat.png", "bad.png"]
    (tmp_path / "out").mkdir()
    outcome = run("apply", "-s", "gamma", *inputs, "-o", "out/{index}.png", "--jobs", jobs)
    assert outcome.code == 1
    assert files(tmp_path / "out") == ["2.png"]
    assert len(outcome.err.splitlines()) == 2
    assert "missing.png: no such file" in outcome.err
    assert "bad.png: not a photo" in outcome.err


def test_a_large_photo_is_streamed_and_the_same(run, monkeypatch):
    assert run("apply", "-s", "gaussian_blur", "-s", "rotate angle=10", "cat.png", "-o", "a.png").code == 0
    monkeypatch.setattr(photo, "LARGE", 1)
    assert run("apply", "-s", "gaussian_blur", "-s", "rotate angle=10", "cat.png", "-o", "b.png").code == 0
    np.testing.assert_array_equal(load_photo("a.png").pixels, load_photo("b.png").pixels)


def test_a_large_photo_whose_header_does_not_tell_is_streamed_too(run, monkeypatch):
    monkeypatch.setattr(photo, "LARGE", 1)
    monkeypatch.setattr(photo, "photo_size", lambda path: None)
    monkeypatch.setattr("jaxstudio.engine.render.Engine.render", lambda *a, **k: pytest.fail("not streamed"))
    monkeypatch.setattr(
        "jaxstudio.engine.render.Engine.bands", lambda *a, **k: iter([(0, np.zeros((64, 80, 3), np.uint8))])
    )
    assert run("apply", "-s", "gamma", "cat.png", "-o", "b.png").code == 0
    assert load_photo("b.png").pixels.max() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux")
@pytest.mark.parametrize(
    ("suffix", "depth", "height"),
    [
        ("tif", "float32", 5_000),
        pytest.param("png", "16", 7_000, marks=pytest.mark.big),
        pytest.param("tif", "float32", 7_000, marks=pytest.mark.big),
    ],
)
def test_a_large_export_is_streamed(tmp_path, suffix, depth, height):
    """70 megapixels of 16 bits are 420 MB, mapped; the result of up to 840 MB is never whole in memory."""
    width = 10_000
    rows = np.arange(width * 3, dtype=np.uint16).reshape(1, width, 3)
    bands = ((top, rows + np.uint16(top)) for top in range(height))
    save(tmp_path / "in.tif", bands, "16", shape=(height, width, 3))
    # not ru_maxrss, which a child inherits from the process that starts it
    script = (
        "import sys\nfrom jaxstudio.cli.main import main\ncode = main(['apply', *sys.argv[1:]])\n"
        "print(*(line for line in open('/proc/self/status') if line.startswith('VmHWM')))\nsys.exit(code)"
    )
    argv = ["-s", "gaussian_blur sigma=1.5", "in.tif", "--depth", depth, "-o", f"out.{suffix}"]
    done = subprocess.run([sys.executable, "-c", script, *argv], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[1]) < 1_000_000 * height / 7_000  # kilobytes


def test_an_input_named_as_the_output_is_replaced(run):
    before = load_photo("cat.png").pixels
    assert run("apply", "-s", "flip_horizontal", "cat.png", "-o", "cat.png").code == 0
    np.testing.assert_array_equal(load_photo("cat.png").pixels, before[:, ::-1])


WRONG = {
    "no output": (["cat.png"], "-o/--out"),
    "no input": (["-o", "out.png"], "IN"),
    "unknown option": (["cat.png", "-o", "out.png", "--bogus"], "--bogus"),
    "abbreviated option": (["cat.png", "-o", "out.png", "--dev", "cpu:0"], "--dev"),
    "depth": (["cat.png", "-o", "out.png", "--depth", "12"], "'8', '16', 'float32'"),
    "depth of the format": (["cat.png", "-o", "out.jpg", "--depth", "16"], "JPEG does not hold depth 16"),
    "jobs": (["cat.png", "-o", "out.png", "--jobs", "0"], "whole number from 1"),
    "seed": (["cat.png", "-o", "out.png", "--seed", "-1"], "seed = -1"),
    "suffix": (["cat.png", "-o", "out.xyz"], "expected one of .png"),
    "no such input": (["missing", "-o", "out/"], "missing: no such file or folder"),
    "a folder without photos": (["empty", "-o", "out/"], "empty: no photo in this folder"),
    "device": (["cat.png", "-o", "out.png", "--device", "quantum:0"], "cpu:0"),
    "no such folder": (["cat.png", "-o", "no/such/out.png"], "there is no folder"),
    "unknown field": (["cat.png", "-o", "{stam}.png"], "{stam} is not known, expected {stem}"),
    "bad braces": (["cat.png", "-o", "{stem.png"], "expected {stem}"),
    "attribute": (["cat.png", "-o", "{stem.__class__}.png"], "is not known"),
    "two to one file": (["cat.png", "other.png", "-o", "out.png"], "cat.png and other.png would both"),
    "two to one name": (["cat.png", "sub/cat.png", "-o", "new/"], "cat.png and sub/cat.png would both"),
    "no name": (["", "-o", "out.png"], "IN: an empty name"),
    "no output's name": (["cat.png", "-o", ""], "-o: an empty name"),
    "no recipe's name": (["cat.png", "-r", "", "-o", "out.png"], "expected a recipe"),
    "too long a name": (["cat.png", "-o", "{stem}" + 300 * "x" + ".png"], "expected a file name"),
    "too wide a field": (["cat.png", "-o", "{index:9999d}.png"], "expected a file name"),
    "over an input": (["cat.png", "-o", "."], "over the input cat.png"),
    "no recipe": (["cat.png", "-r", "missing.json", "-o", "out.png"], "missing.json: no such file"),
    "recipe is no JSON": (["cat.png", "-r", "text.json", "-o", "out.png"], "text.json: not JSON"),
    "newer recipe": (["cat.png", "-r", "newer.json", "-o", "out.png"], "newer than this program"),
    "50 MB recipe": (["cat.png", "-r", "large.json", "-o", "out.png"], "50 MB"),
    "photo as recipe": (["cat.png", "-r", "cat.png", "-o", "out.png"], "cat.png: not UTF-8"),
    "unknown op": (["cat.png", "-s", "gausian_blur", "-o", "out.png"], "did you mean gaussian_blur?"),
    "nan": (
        ["cat.png", "-s", "gaussian_blur sigma=nan", "-o", "out.png"],
        "sigma = 'nan': expected a number",
    ),
    "NaN": (["cat.png", "-s", "gaussian_blur sigma=NaN", "-o", "out.png"], "sigma = nan: expected a number"),
    "infinite": (["cat.png", "-s", "gaussian_blur sigma=1e999", "-o", "out.png"], "sigma = inf"),
    "out of range": (["cat.png", "-s", "gaussian_blur sigma=-1", "-o", "out.png"], "from 0 to 64"),
    "unknown parameter": (["cat.png", "-s", "gaussian_blur size=1", "-o", "out.png"], "it has sigma"),
    "no value": (["cat.png", "-s", "gaussian_blur sigma", "-o", "out.png"], "expected name=value"),
    "twice": (["cat.png", "-s", "gamma gamma=1 gamma=2", "-o", "out.png"], "given twice"),
    "bracket": (["cat.png", "-s", "convolve kernel=[[1]", "-o", "out.png"], "brackets do not match"),
    "choice": (["cat.png", "-s", "gaussian_blur border=warp", "-o", "out.png"], "one of reflect, nearest"),
    "empty step": (["cat.png", "-s", " ", "-o", "out.png"], "empty step"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_line_and_nothing_is_written(run, tmp_path, name):
    (tmp_path / "sub").mkdir()
    (tmp_path / "empty").mkdir()
    for copy in ("other.png", "sub/cat.png"):
        (tmp_path / copy).write_bytes((tmp_path / "cat.png").read_bytes())
    (tmp_path / "text.json").write_text("no recipe")
    (tmp_path / "newer.json").write_text(
        json.dumps({"format": "jaxstudio-recipe", "version": 99, "steps": []})
    )
    with open(tmp_path / "large.json", "wb") as file:
        file.truncate(50_000_000)
    before = files(tmp_path)
    arguments, said = WRONG[name]
    outcome = run("apply", *arguments)
    assert outcome.code == 2
    assert said in outcome.line
    assert outcome.out == ""
    assert files(tmp_path) == before


def test_another_input_is_not_overwritten_by_a_pattern(run, tmp_path):
    (tmp_path / "1.png").write_bytes((tmp_path / "cat.png").read_bytes())
    outcome = run("apply", "-s", "gamma", "cat.png", "1.png", "-o", "{index}.png")
    assert outcome.code == 2
    assert "cat.png would be written over the input 1.png" in outcome.line


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_link_to_an_input_is_the_input(run, tmp_path):
    (tmp_path / "out").mkdir()
    os.link(tmp_path / "cat.png", tmp_path / "out" / "cat.png")
    outcome = run("apply", "-s", "gamma", "cat.png", "-o", "out")
    assert outcome.code == 2
    assert "over the input" in outcome.line


def test_a_file_name_of_two_lines_is_told_in_one(run):
    assert "a\\nb.png: no such file" in run("apply", "-s", "gamma", "a\nb.png", "-o", "out.png").line


def test_a_photo_too_large_for_the_memory_is_one_line(run, monkeypatch):
    def full(*args, **options):
        raise MemoryError

    monkeypatch.setattr("jaxstudio.engine.render.Engine.render", full)
    outcome = run("apply", "-s", "gamma", "cat.png", "-o", "out.png")
    assert (outcome.code, outcome.line) == (1, "cat.png: too large for the memory of this machine")


@pytest.fixture
def ctrl_c():
    """Signals as in a terminal: what nohup or a shell's background starts is deaf to some of them."""
    as_in_a_terminal = {
        "SIGINT": signal.default_int_handler,
        "SIGTERM": signal.SIG_DFL,
        "SIGHUP": signal.SIG_DFL,
    }
    numbers = {
        getattr(signal, name): handler for name, handler in as_in_a_terminal.items() if hasattr(signal, name)
    }
    before = {number: signal.signal(number, handler) for number, handler in numbers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_leaves_nothing_behind(run, tmp_path, monkeypatch, name, code):
    """The signal arrives while a worker computes; the engine is told to stop and the command says so.

    It comes to the worker's thread, so that it does not end the main thread's waiting.
    """
    told = threading.Event()

    def compute(engine, source, recipe, rect=None, dtype="float32", *, progress, cancel):
        signal.pthread_kill(threading.get_ident(), getattr(signal, name))
        while not cancel():
            threading.Event().wait(0.01)
        told.set()
        raise Cancelled("stopped")

    monkeypatch.setattr("jaxstudio.engine.render.Engine.render", compute)
    outcome = run("apply", "-s", "gamma", "cat.png", "-o", "out.png")
    assert (outcome.code, outcome.line) == (code, "interrupted")
    assert told.wait(30)
    assert files(tmp_path) == ["cat.png"]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_within_a_finalizer_is_not_lost(name):
    """Python drops what is raised there, also by the handler of a signal that happens to come."""

    class Finalized:
        def __del__(self):
            os.kill(os.getpid(), getattr(signal, name))

    queue = BatchQueue([])
    with pytest.raises(Terminated) as ended, ended_by_signals(queue.interrupt):  # noqa: PT012
        Finalized()
        assert queue.cancelled
        raise Cancelled("interrupted")
    assert ended.value.code == 128 + getattr(signal, name)


def test_a_jpeg_keeps_its_quality_unless_one_is_asked_for(run, tmp_path):
    cat = Image.open(tmp_path / "cat.png")
    cat.save(tmp_path / "in.jpg", quality=40, subsampling="4:2:0")
    tables = {}
    for name, words in (("same", ()), ("asked", ("--quality", 90))):
        assert run("apply", "-s", "invert", "in.jpg", "-o", f"{name}.jpg", *words).code == 0
        tables[name] = Image.open(tmp_path / f"{name}.jpg").quantization
    assert tables["same"] == Image.open(tmp_path / "in.jpg").quantization
    cat.save(tmp_path / "at_90.jpg", quality=90)
    assert tables["asked"] == Image.open(tmp_path / "at_90.jpg").quantization
    refused = run("apply", "-s", "invert", "in.jpg", "-o", "out.png", "--quality", 90)
    assert (refused.code, refused.line) == (2, "--quality 90: expected a JPEG, AVIF or HEIC after -o")
    for wrong in ("0", "101", "best", "7.5"):
        refused = run("apply", "-s", "invert", "in.jpg", "-o", "out.jpg", "--quality", wrong)
        assert refused.code == 2
        assert "expected a whole number from 1 to 100" in refused.err


def test_a_page_of_several_is_chosen(run, tmp_path):
    pages = [np.full((8, 9, 3), value, np.uint8) for value in (10, 20, 30)]
    with tifffile.TiffWriter(tmp_path / "in.tif") as tiff:
        for page in pages:
            tiff.write(page, photometric="rgb", metadata=None)
    assert run("apply", "--page", "2", "in.tif", "-o", "out.png").code == 0
    np.testing.assert_array_equal(load_photo(tmp_path / "out.png").pixels, pages[1])
    refused = run("apply", "--page", "4", "in.tif", "-o", "no.png")
    assert (refused.code, refused.line) == (1, "in.tif: there is no page 4, expected 1 to 3")
    assert not (tmp_path / "no.png").exists()


def test_what_the_format_cannot_hold_is_said_once(run, tmp_path):
    for name in ("a.tif", "b.tif"):
        save(tmp_path / name, np.full((8, 9, 3), 1000, np.uint16))
    outcome = run("apply", "a.tif", "b.tif", "-o", "{stem}.jpg", "--jobs", "1")
    assert outcome.code == 0
    assert outcome.err.count("JPEG holds 8 bits, the photo has 16 bits: PNG, TIFF, PNM hold them") == 1
    assert run("apply", "a.tif", "-o", "c.jpg", "--depth", "8").err == ""


def test_mistakes_that_passed_in_silence(run):
    """Each is one line and makes nothing; the photo without a step is written and said to be only that."""
    refused = {
        ("--log", "none/log.jsonl"): "none/log.jsonl: there is no folder none",
        ("--jobs", "100000"): "'100000': expected a whole number from 1 to 256",
        ("-s", "resize width=0 height=0"): "-s: resize: no side has pixels",
        ("-s", "resize width=0"): "-s: resize: no side has pixels",
        ("--scheduler", "foo"): "--scheduler foo: expected the address of a Dask scheduler",
        ("--scheduler", "tcp://here:99999"): "expected the address of a Dask scheduler",
    }
    for words, said in refused.items():
        outcome = run("apply", "-s", "gamma", "cat.png", "-o", "out.png", *words)
        assert (outcome.code, said in outcome.line) == (2, True), outcome
        assert sorted(os.listdir()) == ["cat.png"]
    Path("empty.json").write_text(to_json(Recipe()))
    outcome = run("apply", "cat.png", "-r", "empty.json", "-o", "out.png")
    said = "empty.json: no step is active: the photos are only written anew"
    assert (outcome.code, outcome.line) == (0, said)
    outcome = run("augment", "cat.png", "-r", "empty.json", "-o", "many")
    assert (outcome.code, "no step is active" in outcome.line) == (2, True)
    for words in (("augment", "cat.png", "-s", "gamma", "--sheet", "cat.png"),
                  ("learn", "cat.png", "out.png", "-o", "out.png"),
                  ("match", "cat.png", "out.png", "-s", "gamma", "-o", "cat.png"),
                  ("export", "empty.json", "-s", "gamma", "-o", "empty.json")):  # fmt: skip
        outcome = run(*words)
        assert (outcome.code, "is the input" in outcome.line) == (2, True), outcome
