"""The window with the engine's process: no JAX in the window, and the process may be killed."""

import subprocess
import sys

import pytest

DRIVE = """
import os, sys, time
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QEventLoop, QSettings, QTimer
from jaxstudio.app import main
app = main.make_application()
start = main.Start(QSettings(sys.argv[1], QSettings.Format.IniFormat))
document = start.document

def wait(reached, seconds=120):
    loop, timer, end = QEventLoop(), QTimer(interval=5), time.monotonic() + seconds
    timer.timeout.connect(lambda: loop.quit() if reached() or time.monotonic() > end else None)
    timer.start()
    loop.exec()
    timer.stop()
    assert reached(), "nothing came"

def exact():
    picture = document.picture
    return picture is not None and picture.exact and document.shown_recipe == document.recipe

start.show()
start.window.image.io.open_sample()
wait(lambda: document.engine_ready and document.photo is not None)
key = document.add_step(document.backend.catalogue["gaussian_blur"]).key
wait(exact)
"""
KILLED = """
import signal
import numpy as np
block = document.picture.blocks[0]
assert np.frombuffer(document.picture.image.constBits(), np.uint8).ctypes.data == block.ctypes.data
assert not block.flags.writeable
said, untouched = [], document.recipe
document.engine_lost.connect(said.append)
document.zoom_to(2.0)
for number in range(int(sys.argv[2])):
    document.set_param(key, "sigma", 3.0 + number % 20)
    wait(exact)
    before = document.recipe, document.viewport, document.history.can_undo, document.frames
    began = time.monotonic()
    os.kill(document.engine_client.pid, signal.SIGKILL)
    wait(lambda: document.frames > before[3])
    assert time.monotonic() - began < 60.0  # a machine may be busy; usually it is about 1 s
    assert (document.recipe, document.viewport, document.history.can_undo) == before[:3]
    assert document.picture.frame.size == document.photo_size
wait(exact)
for _ in range(int(sys.argv[2])):
    document.undo()
assert document.recipe == untouched
wait(exact)
start.window.close()
print(sorted({"jax", "jaxlib", "scipy", "skimage"} & set(sys.modules)), len(said), said[0])
"""


def run(script, *words):
    command = [sys.executable, "-c", DRIVE + script, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("times", [1, pytest.param(50, marks=[pytest.mark.big, pytest.mark.timeout(1200)])])
def test_a_killed_engine_costs_neither_recipe_nor_view_nor_undo(tmp_path, times):
    """And the window that shows its frames, without a copy, has not imported JAX."""
    loaded, count, words = run(KILLED, str(tmp_path / "s.ini"), str(times)).split(" ", 2)
    assert loaded == "[]"
    assert int(count) == times
    assert "signal 9" in words
    assert "\n" not in words
