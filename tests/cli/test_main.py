"""The first word, the exit codes, and what must not be loaded."""

import contextlib
import importlib.metadata
import os
import subprocess
import sys

import jax
import pytest

import jaxstudio
from jaxstudio.cli import gui
from jaxstudio.cli.main import main


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk of Linux")
@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ({"stdout": "/dev/full"}, 1, "jaxstudio: cannot write to stdout: No space left on device\n"),
        ({"stderr": "/dev/full"}, 2, ""),
    ],
)
def test_a_full_disk_behind_the_output(tmp_path, streams, code, said):
    with contextlib.ExitStack() as stack:
        files = {name: stack.enter_context(open(path, "w")) for name, path in streams.items()}
        words = ["presets", "Film look"] if "stdout" in streams else ["ops", "nope"]
        done = subprocess.run(
            [sys.executable, "-m", "jaxstudio", *words],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **files},
            text=True,
            cwd=tmp_path,
            timeout=120,
        )
    assert done.returncode == code
    assert (done.stderr or "") == said


@pytest.mark.skipif(sys.platform == "win32", reason="streams closed by a shell")
def test_closed_streams(tmp_path):
    command = f"'{sys.executable}' -m jaxstudio devices <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], cwd=tmp_path, timeout=120).returncode == 0


def test_the_module_is_the_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "jaxstudio", "--version"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"jaxstudio {jaxstudio.__version__}")


def test_the_script_is_installed():
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="jaxstudio")
    assert script.load() is main


def test_version(run):
    """The program's first; those of the devices come with --verbose, since they need JAX."""
    outcome = run("--version")
    first, second = outcome.out.splitlines()
    assert (outcome.code, first, outcome.err) == (0, f"jaxstudio {jaxstudio.__version__}", "")
    assert second.startswith(f"JAX {jax.__version__}, jaxlib ")
    whole = run("--version", "--verbose")
    assert whole.out.startswith(outcome.out)
    assert "cpu:0" in whole.out
    assert run("--version", "--loud").line == "--version --loud: expected nothing more, or --verbose"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["aply"], "'aply': did you mean apply?"),
        (["device"], "did you mean devices?"),
        (
            ["photo.jpg"],
            "no command and no file is called 'photo.jpg', expected a photo or one of demo, apply",
        ),
        (["--bogus"], "--bogus"),
        (["ops", "--bogus"], "--bogus"),
        (["devices", "cpu"], "cpu"),
        (["demo", "--out"], "--out"),
        (["cat.png", "other.png"], "other.png"),
        (["cat.png", "-r", "missing.json"], "missing.json: no such file"),
    ],
)
def test_wrong_words(run, argv, said):
    outcome = run(*argv)
    assert outcome.code == 2
    assert said in outcome.line


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    command = f'"{sys.executable}" -m jaxstudio ops --json | head -c 10'
    if sys.platform == "win32":
        pytest.skip("pipes of POSIX")
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="displays of X11 and Wayland")
def test_a_window_without_a_display_is_one_line(run, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    outcome = run("cat.png")
    assert outcome.code == 1
    assert "no display" in outcome.line
    assert "jaxstudio apply" in outcome.line


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of X11")
def test_a_window_without_the_libraries_of_x11_is_one_line(run, monkeypatch):
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(gui, "X11_SONAMES", ("no-such-library.so.0",))
    outcome = run("cat.png")
    assert outcome.code == 1
    assert "libno-such-library.so.0 is missing" in outcome.line
    assert "libxcb-cursor0" in outcome.line


OPENED = ("sheet", "session", "several")


def test_several_files_are_photos(run, tmp_path):
    (tmp_path / "r.json").write_text("{}")
    outcome = run("cat.png", "r.json")
    assert outcome.code == 2
    assert outcome.line == "r.json: expected photos alone where several files are opened"


@pytest.mark.samples(3)
@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], {"photo": None, "recipe_path": None, "device": None, "demo": False}),
        (["cat.png"], {"photo": "cat.png", "recipe_path": None, "device": None, "demo": False}),
        (
            ["s.jaxstudio"],
            {"photo": None, "recipe_path": None, "device": None, "demo": False, "session": "s.jaxstudio"},
        ),
        (["r.json"], {"photo": None, "recipe_path": "r.json", "device": None, "demo": False}),
        (
            ["cat.png", "-r", "r.json", "--device", "cpu:0"],
            {"photo": "cat.png", "recipe_path": "r.json", "device": "cpu:0", "demo": False},
        ),
        (
            ["cat.png", "cat.png"],
            {"photo": None, "recipe_path": None, "device": None, "demo": False, "several": ["cat.png"] * 2},
        ),
        (["."], {"photo": None, "recipe_path": None, "device": None, "demo": False, "several": ["."]}),
    ],
)
def test_the_window_gets_what_was_asked_for(run, tmp_path, monkeypatch, argv, expected):
    app = pytest.importorskip("jaxstudio.app.main")
    for name in ("r.json", "s.jaxstudio"):
        (tmp_path / name).write_text("{}")
    asked = {}

    def opened(photo, *, engine, **others):
        others = {name: value for name, value in others.items() if value or name not in OPENED}
        asked.update(photo=photo, **others)
        return 0

    monkeypatch.setattr(app, "run", opened)
    monkeypatch.setitem(os.environ, "QT_QPA_PLATFORM", "offscreen")
    assert run(*argv).code == 0
    assert asked == expected


def test_qt_libraries_missing_is_one_line(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "jaxstudio.app.main", None)  # makes the import fail
    monkeypatch.setitem(os.environ, "QT_QPA_PLATFORM", "offscreen")
    with pytest.raises(ImportError):
        run("cat.png")  # a missing module of our own is a bug and keeps its traceback


def test_qt_that_cannot_be_loaded(monkeypatch):
    from jaxstudio.cli.gui import qt_missing

    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    line = str(qt_missing(error))
    assert "libEGL.so.1" in line
    assert "libegl1" in line
    assert "\n" not in line
