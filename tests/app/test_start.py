"""Starting: the window first, JAX after."""

import os
import subprocess
import sys
from pathlib import Path

import fakes
import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QPushButton

from jaxstudio.app import main
from jaxstudio.backend.protocol import EngineLost, EngineUnavailable
from jaxstudio.errors import ComputeError, DeviceError


def test_the_window_is_shown_before_jax_is_imported_and_what_is_not_seen_in_it():
    script = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QSettings
from jaxstudio.app import main
app = main.make_application()
start = main.Start(QSettings("/nonexistent/s.ini", QSettings.Format.IniFormat))
start.window.show()
# uuid, and platform with it, are loaded by msgspec itself, which messages to the engine need
later = {"hashlib", "difflib", "secrets"}
later |= {f"jaxstudio.app.{name}" for name in ("help", "manual")}
later |= {f"jaxstudio.app.image.{name}" for name in (
    "stack.step_card", "stack.matrix_row", "stack.tone_rows", "canvas.handles", "panels.variants_dialog",
    "panels.presets_dialog")}
heavy = ({"jax", "numpy", "skimage", "PIL", "scipy", "pyqtgraph"} | later) & set(sys.modules)
assert start.window.isVisible()
print(sorted(heavy))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


def start(qtbot, tmp_path, monkeypatch, make_client=fakes.started_client, **what):
    monkeypatch.setattr(main, "EngineClient", make_client)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    started = main.Start(settings, **what)
    qtbot.addWidget(started.window)
    started.show()
    return started


def test_the_demo_opens_the_cat_with_a_stack(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(main, "DEMO_STEPS", (("brighten", {"amount": 0.1}), ("not_there", {})))
    demo = start(qtbot, tmp_path, monkeypatch, demo=True)
    qtbot.waitUntil(lambda: demo.document.frames > 0 and len(demo.document.recipe.steps) > 0)
    assert demo.document.photo_size == (300, 451)
    assert [step.op.name for step in demo.document.recipe.steps] == ["brighten"]
    demo.window.close()


def test_a_photo_is_seen_before_the_engine_is_there(qtbot, tmp_path, monkeypatch, pixels):
    path = tmp_path / "p.png"
    Image.fromarray(pixels).save(path)
    early = start(
        qtbot,
        tmp_path,
        monkeypatch,
        lambda bridge, device: fakes.Client(bridge, catalogue=None),
        photo=str(path),
    )
    qtbot.waitUntil(lambda: early.document.picture is not None)
    assert early.document.backend is None
    assert not early.document.picture.exact
    early.document.engine_client.catalogue = fakes.CATALOGUE
    early.document.engine_client.start()
    qtbot.waitUntil(lambda: early.document.frames > 0)
    early.window.close()


def test_filters_that_were_kept_are_there_before_the_engine_is(qtbot, tmp_path, monkeypatch):
    early = start(qtbot, tmp_path, monkeypatch, lambda bridge, device: fakes.Client(bridge))
    qtbot.waitUntil(lambda: early.document.backend is not None)
    assert list(early.document.backend.catalogue) == list(fakes.CATALOGUE)
    assert not early.document.engine_ready
    assert early.window.image.status.device.text() == "starting the engine…"
    early.document.engine_client.start()
    qtbot.waitUntil(lambda: early.document.engine_ready)
    assert early.window.image.status.device.text() == "cpu:0"
    early.window.close()


def test_an_engine_that_does_not_start_is_said_and_another_device_offered(qtbot, tmp_path, monkeypatch):
    def broken_client(bridge, device):
        client = fakes.Client(bridge, catalogue=None)
        bridge(EngineUnavailable(DeviceError(f"no device is called {device!r}")))
        return client

    broken = start(qtbot, tmp_path, monkeypatch, broken_client, device="cuda:0")
    qtbot.waitUntil(lambda: bool(broken.window.image.messages.messages))
    (message,) = broken.window.image.messages.messages
    assert "cuda:0" in message.text.text()
    buttons = {button.text(): button for button in message.findChildren(QPushButton)}
    buttons["Use the Processor"].click()
    assert broken.document.engine_client.device_name == "cpu"
    broken.window.close()


def test_an_engine_that_ends_is_said_in_one_line(qtbot, tmp_path, monkeypatch):
    window = start(qtbot, tmp_path, monkeypatch)
    window.bridge(EngineLost(ComputeError("the computing process ended unexpectedly (signal 9)")))
    qtbot.waitUntil(lambda: bool(window.window.image.messages.messages))
    text = window.window.image.messages.messages[-1].text.text()
    assert "signal 9" in text
    assert "being started again" in text
    window.document.engine_client.start()
    shown = window.window.image.messages
    qtbot.waitUntil(lambda: [each.text.text() for each in shown.messages] == ["The engine runs again"])
    window.window.close()


@pytest.mark.thorough
def test_at_100_percent_a_pixel_is_a_pixel_of_the_screen(tmp_path):
    script = """
import os, sys
sys.path.insert(0, os.environ["FAKES"])
import fakes, numpy as np
from PySide6.QtCore import QSettings
from jaxstudio.app import main
from jaxstudio.app.image.engine_bridge import from_image
main.EngineClient = fakes.started_client
app = main.make_application()
start = main.Start(QSettings(os.environ["SETTINGS"], QSettings.Format.IniFormat))
start.window.resize(1280, 800)
start.show()
pixels = np.random.default_rng(0).integers(0, 255, (900, 1100, 3), dtype=np.uint8)
start.document.set_photo(fakes.Photo(pixels))
start.document.zoom_to(1.0)
while not start.document.frames or start.document.moving:
    app.processEvents()
canvas = start.window.image.canvas
seen = from_image(canvas.grab().toImage())[..., :3]
top, left = start.document.viewport.origin(start.document.canvas)
assert canvas.devicePixelRatioF() == 2.0
assert seen.shape[:2] == start.document.canvas == (canvas.height() * 2, canvas.width() * 2)
print(np.array_equal(seen[top + 50 : top + 850, left + 50 : left + 1050], pixels[50:850, 50:1050]))
start.window.close()
"""
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": "2",
        "FAKES": str(Path(fakes.__file__).parent),
        "SETTINGS": str(tmp_path / "s.ini"),
    }
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.stdout.strip() == "True", done.stderr


def test_a_bug_is_said_in_the_window(qtbot, tmp_path, monkeypatch, capsys):
    window = start(qtbot, tmp_path, monkeypatch)
    try:
        raise ZeroDivisionError("division by zero")
    except ZeroDivisionError as error:
        window.report_bug(type(error), error, error.__traceback__)
    assert "ZeroDivisionError" in window.window.image.messages.messages[-1].text.text()
    assert "test_a_bug_is_said" in capsys.readouterr().err
    qtbot.waitUntil(lambda: window.document.backend is not None)
    window.window.close()
