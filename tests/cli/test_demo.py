"""`jaxstudio demo` shows something on every machine."""

import os
import sys
from pathlib import Path

import pytest

from jaxstudio.cli import gui
from jaxstudio.files.photo import load_photo


@pytest.fixture
def without_display(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    # Set here, so that what the command sets is undone after the test.
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("QT_LOGGING_RULES", "")


@pytest.fixture
def pictures_by_the_app(monkeypatch):
    """Stands in for the window's own pictures, which are tested with the window."""
    import types

    stand_in = types.ModuleType("jaxstudio.app.screenshots")

    def write_pictures(folder):
        (folder / "window.png").write_bytes(b"")
        return [folder / "window.png"]

    stand_in.write_pictures = write_pictures
    monkeypatch.setitem(sys.modules, "jaxstudio.app.screenshots", stand_in)


@pytest.fixture
def without_qt(monkeypatch):
    """The import of the app fails as it does where libEGL is missing."""

    class Missing:
        def find_spec(self, name, path=None, target=None):
            if name == "jaxstudio.app.screenshots":
                raise ImportError("libEGL.so.1: cannot open shared object file")

    monkeypatch.delitem(sys.modules, "jaxstudio.app.screenshots", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])


def test_pictures_without_a_display(run, tmp_path, without_display, pictures_by_the_app):
    outcome = run("demo")
    assert outcome.code == 0
    assert outcome.out == f"{tmp_path / 'jaxstudio-demo' / 'window.png'}\n"
    assert f"1 pictures are in {tmp_path / 'jaxstudio-demo'}" in outcome.line
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


def test_out_means_pictures_even_with_a_display(run, tmp_path, monkeypatch, pictures_by_the_app):
    monkeypatch.setattr(gui, "cannot_start", lambda: pytest.fail("the display was tried"))
    monkeypatch.setenv("QT_QPA_PLATFORM", "")
    monkeypatch.setenv("QT_LOGGING_RULES", "")
    outcome = run("demo", "--out", "some/where")
    assert outcome.code == 0
    assert Path(outcome.out.strip()) == tmp_path / "some" / "where" / "window.png"


def test_pictures_without_qt(run, tmp_path, without_display, without_qt):
    outcome = run("demo", "--out", "out")
    assert outcome.code == 0
    paths = outcome.out.split()
    assert len(paths) == len(gui.DEMO_STEPS)
    for path in paths:
        picture = load_photo(path).pixels
        half = picture.shape[1] // 2
        assert (picture[:, :half] != picture[:, half:]).mean() > 0.2, f"{path}: nothing happened to the photo"
    complaint, summary = outcome.err.splitlines()
    assert "libEGL.so.1" in complaint
    assert "apt-get install libegl1" in complaint
    assert str(tmp_path / "out") in summary


def test_a_folder_that_cannot_be_written_to(run, tmp_path, without_display, pictures_by_the_app):
    (tmp_path / "file").write_text("")
    outcome = run("demo", "--out", "file")
    assert outcome.code == 1
    assert "--out file" in outcome.line


def test_another_place_where_the_default_cannot_be(run, tmp_path, without_display, pictures_by_the_app):
    (tmp_path / "jaxstudio-demo").write_text("a file in the way")
    outcome = run("demo")
    assert outcome.code == 0
    assert Path(outcome.out.strip()).name == "window.png"
    assert not Path(outcome.out.strip()).is_relative_to(tmp_path)


def test_a_display_opens_the_window(run, monkeypatch):
    app = pytest.importorskip("jaxstudio.app.main")
    asked = {}

    def opened(photo, *, demo, **others):
        asked.update(demo=demo)
        return 0

    monkeypatch.setattr(app, "run", opened)
    monkeypatch.setattr(gui, "cannot_start", lambda: None)
    monkeypatch.setattr(gui, "no_display", lambda: None)
    assert run("demo").code == 0
    assert asked == {"demo": True}


@pytest.mark.skipif(sys.platform != "linux", reason="displays of X11")
def test_a_display_that_is_not_there_is_noticed(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    reason = gui.cannot_start()
    assert reason is not None
    assert "\n" not in reason
