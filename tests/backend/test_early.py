"""The engine and the first photo, asked for before there is a window."""

import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from desk import Heard
from PIL import Image

from jaxstudio.backend import service, state
from jaxstudio.backend.early import EarlyEngine, Kept
from jaxstudio.backend.protocol import EngineStarted, Opened, PreviewJob
from jaxstudio.errors import PhotoError
from jaxstudio.processes import spawn
from jaxstudio.processes.tree import is_alive


def test_the_engine_is_started_before_qt_is_imported(tmp_path):
    script = """
import sys
from jaxstudio.backend import early
from jaxstudio.cli import gui

class Noted(early.EarlyEngine):
    def __init__(self, *arguments):
        print("PySide6" in sys.modules)
        super().__init__(*arguments)

early.EarlyEngine = Noted
load_window = gui.load_window

def load():
    load_window()
    print("PySide6" in sys.modules)
    return lambda photo, engine, **others: print(engine.photo.path == photo) or 0

gui.load_window = load
gui.no_display = gui.no_x11 = lambda: None
gui.open_window(sys.argv[1], None, None)
"""
    command = [sys.executable, "-c", script, str(tmp_path / "p.png")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["False", "True", "True"], done.stderr


def test_the_engines_interpreter_is_started_before_its_client_is_imported(monkeypatch):
    monkeypatch.setattr(spawn, "_ahead", [])
    spawn.spawn_ahead()
    process = spawn._ahead[0].process
    engine, heard = EarlyEngine(), Heard()
    try:
        engine.connect(heard)
        heard.wait(EngineStarted)
        assert engine.client.pid == process.pid
        assert not spawn._ahead
    finally:
        engine.client.close()
    assert process.wait(10) is not None


def test_an_interpreter_that_no_child_was_given_ends_with_its_parent():
    script = "from jaxstudio.processes import spawn; spawn.spawn_ahead(); print(spawn._ahead[0].process.pid)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    process, until = int(done.stdout), time.monotonic() + 30
    while is_alive(process) and time.monotonic() < until:
        time.sleep(0.02)
    assert not is_alive(process)


def test_values_are_kept_in_order_until_somebody_takes_them():
    kept, heard = Kept(), []
    kept(1)
    kept(2)
    kept.pass_to(heard.append)
    kept(3)
    assert heard == [1, 2, 3]


@pytest.mark.samples(1)
@pytest.mark.parametrize("good", [True, False])
def test_the_first_photo_is_opened_for_whoever_asks_later(tmp_path, good):
    path = tmp_path / "p.png"
    if good:
        Image.fromarray(np.zeros((30, 40, 3), np.uint8)).save(path)
    else:
        path.write_bytes(b"no picture")
    engine, heard = EarlyEngine("", str(path)), Heard()
    try:
        engine.photo.take(heard, heard, heard)
        if good:
            opened = heard.wait(Opened)
            assert (opened.photo.token, opened.photo.size) == (engine.photo.token, (30, 40))
            assert engine.client.new_token() != engine.photo.token
        else:
            assert heard.wait(PhotoError)
        engine.connect(heard)
        heard.wait(EngineStarted)
    finally:
        engine.client.close()


@pytest.mark.parametrize("told", ["begun", "failed"])
@pytest.mark.parametrize(("token", "waited"), [(5, True), (0, False)])
def test_jax_is_imported_once_the_first_photo_is_being_decoded(monkeypatch, token, waited, told):
    class Loaded(Exception):
        pass

    found = state.EngineState()
    reached = threading.Event()

    def begin():
        reached.set()
        if told == "begun":
            found.begin_photo(5)
        else:
            found.put_photo(5, PhotoError("none"))

    def load():
        raise Loaded(reached.is_set())

    monkeypatch.setattr(state, "FIRST_SECONDS", 60.0)
    monkeypatch.setattr(service, "STATE", found)
    monkeypatch.setattr(found, "load", load)
    work = SimpleNamespace(check=lambda: None)
    late = threading.Timer(0.2, begin)
    late.start()
    with pytest.raises(Loaded) as raised:
        service.run_preview(PreviewJob(photo=token), work)
    assert raised.value.args == (waited,)
    late.join()
