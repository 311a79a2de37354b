"""A window that is killed while someone works loses a second at most, and never breaks a saved file."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QPushButton

sys.path.insert(0, str(Path(__file__).parent.parent))
import fakes

from jaxstudio.app import main
from jaxstudio.files.sessions import load_session

# An edit every few milliseconds, printed with the time once it is done. Its number is the seed of the current
# photo's recipe, and stands in the sheet of functions too.
EDITS = """
import os, random, sys, time
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, os.environ["FAKES"])
import fakes
from PySide6.QtCore import QSettings, QTimer
from jaxstudio.app import main
main.EngineClient = fakes.started_client
folder = sys.argv[1]
app = main.make_application()
start = main.Start(QSettings(folder + "/settings.ini", QSettings.Format.IniFormat))
window, document, chance = start.window, start.document, random.Random(int(sys.argv[2]))
start.show()
while document.backend is None:
    app.processEvents()
photos = window.image.photos
photos.add([f"{folder}/{number}.png" for number in range(3)])
sheet = window.functions.build().controller
session, number = window.session, 0

def edit():
    global number
    number += 1
    what = chance.random()
    if what < 0.1:
        photos.go(chance.choice(photos.entries))
    elif what < 0.2:
        photos.rate([chance.choice(photos.entries)], chance.randrange(6))
    elif what < 0.3:
        document.undo()
    elif what < 0.35 and not session._jobs:
        session.save(folder + "/saved.jaxstudio")
    elif what < 0.6 and document.recipe.steps:
        document.set_param(document.recipe.steps[0].key, "amount", chance.uniform(-1, 1))
    elif len(document.recipe.steps) < 4:
        document.add_step(fakes.brighten)
    document.set_seed(number)
    sheet.set_text(sheet.document.lines[0].key, f"x + {number}")
    print(number, time.monotonic(), flush=True)

timer = QTimer(interval=20)
timer.timeout.connect(edit)
timer.start()
app.exec()
"""
MOST_LOST_S = 1.0


def number_of(session):
    """The number of the last edit that a session holds."""
    return session.photos[session.current].recipe.seed


def kill(folder, number, after):
    """Start a window, kill it `after` seconds from its first edit; what it said, and when it was killed."""
    environment = {**os.environ, "FAKES": str(Path(fakes.__file__).parent)}
    command = [sys.executable, "-c", EDITS, str(folder), str(number)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as window:
        first = window.stdout.readline()
        assert first, window.stderr.read()
        time.sleep(after)
        killed = time.monotonic()
        window.kill()
        said = [first, *window.stdout]
    lines = [line.split() for line in said if line.endswith("\n")]
    return [(int(line[0]), float(line[1])) for line in lines], killed


@pytest.mark.parametrize(
    "times",
    [
        pytest.param(8, marks=pytest.mark.thorough),
        pytest.param(200, marks=[pytest.mark.big, pytest.mark.timeout(3600)]),
    ],
)
def test_a_killed_window_loses_a_second_at_most(tmp_path, times):
    chance, worst, empty = random.Random(times), 0.0, 0
    for number in range(3):
        Image.fromarray(np.full((20, 30, 3), 80 + number, np.uint8)).save(tmp_path / f"{number}.png")
    for number in range(times):
        edits, killed = kill(tmp_path, number, chance.uniform(0, 3))
        left = list((tmp_path / "journal").glob("session-*.jaxstudio"))
        due = [edit for edit, at in edits if at < killed - MOST_LOST_S]
        if left:
            session = load_session(left[0], fakes.CATALOGUE)
            last = number_of(session)
            assert last == 0 or f"x + {last}" == session.functions["lines"][0]["text"]
            assert last >= max(due, default=0)
            assert last <= edits[-1][0] + 1
            worst = max([worst, *(killed - at for edit, at in edits if edit == last + 1)])
        else:
            empty += 1
            assert due == []
        saved = tmp_path / "saved.jaxstudio"
        if saved.exists():
            assert len(load_session(saved, fakes.CATALOGUE).photos) == 3
        for path in (*left, *(tmp_path / "journal").glob("*.lock"), saved):
            path.unlink(missing_ok=True)
    print(f"{times} kills, {empty} before the first write, at most {worst:.2f} s lost")


def test_what_a_killed_window_held_is_offered_and_comes_back(tmp_path, qtbot, monkeypatch):
    for number in range(3):
        Image.fromarray(np.full((20, 30, 3), 80 + number, np.uint8)).save(tmp_path / f"{number}.png")
    edits, killed = kill(tmp_path, 7, 1.5)
    (left,) = (tmp_path / "journal").glob("session-*.jaxstudio")
    session = load_session(left, fakes.CATALOGUE)
    assert number_of(session) >= max((edit for edit, at in edits if at < killed - MOST_LOST_S), default=0)
    monkeypatch.setattr(main, "EngineClient", fakes.started_client)
    started = main.Start(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(started.window)
    started.show()
    qtbot.waitUntil(lambda: bool(started.window.image.messages.messages))
    buttons = started.window.image.messages.findChildren(QPushButton)
    next(button for button in buttons if button.text() == "Restore").click()
    qtbot.waitUntil(lambda: started.window.image.photos.count == 3)
    photos = started.window.image.photos
    qtbot.waitUntil(lambda: started.document.photo is not None)
    assert started.document.recipe == session.photos[session.current].recipe
    assert started.document.photo.path == session.photos[session.current].path
    assert [entry.rating for entry in photos.entries] == [photo.rating for photo in session.photos]
    assert [photos.recipe_of(entry) for entry in photos.entries] == [photo.recipe for photo in session.photos]
    sheet = started.window.functions.build().controller.document
    assert sheet.lines[0].text == f"x + {started.document.recipe.seed}"
    qtbot.waitUntil(lambda: started.window.session.autosave.settled)
    assert not left.exists()
    started.window.close()
