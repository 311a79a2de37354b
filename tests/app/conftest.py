"""The window under test: offscreen, with a stand-in for the engine."""

import gc
import itertools
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_SCALE_FACTOR", None)

import sys
from functools import partialmethod
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).parent))

import app_thread
import fakes

from jaxstudio.app.image.canvas.canvas import Canvas
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Bridge
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.shared import text
from jaxstudio.app.shared.theme import LIGHT, apply_theme

PATIENCE_MS = 120_000
# So many tests are run between two collections of what is new, and of everything, which takes a second.
COLLECT_EVERY, COLLECT_ALL_EVERY = 10, 60
_tests = itertools.count(1)


@pytest.fixture(autouse=True)
def empty_the_clipboard():
    """The offscreen platform keeps what was copied until the process ends, when Python is gone: what Python
    has put there would end it by a segmentation fault."""
    yield
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def qt_is_used_on_the_main_thread_alone():
    """A class of Qt that another thread creates may end the process."""
    yield
    offences, app_thread.OFFENCES[:] = app_thread.OFFENCES[:], []
    assert not offences


@pytest.fixture(autouse=True)
def collect_garbage_on_the_main_thread():
    """As the program does (app/main.py): an object of Qt that another thread frees may end the process."""
    gc.disable()
    yield
    number = next(_tests)
    if number % COLLECT_ALL_EVERY == 0:
        gc.collect()
    elif number % COLLECT_EVERY == 0:
        gc.collect(1)


class PatientBot(QtBot):
    """Waits for as long as a very busy machine may take, not for the usual 5 s."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MS)
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MS)
    waitSignals = partialmethod(QtBot.waitSignals, timeout=PATIENCE_MS)


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture
def translators(qapp, monkeypatch):
    """What is installed by a test is taken away after it."""
    installed = []
    install = qapp.installTranslator
    monkeypatch.setattr(
        QCoreApplication, "installTranslator", lambda self, each: installed.append(each) or install(each)
    )
    monkeypatch.setattr(text, "_language", text._language)
    yield installed
    for each in installed:
        qapp.removeTranslator(each)


@pytest.fixture
def pixels():
    """A photo of 40 × 60 pixels whose values tell where they are."""
    y, x = np.mgrid[0:40, 0:60]
    return np.ascontiguousarray(np.stack([y * 6, x * 4, y + x], axis=-1).astype(np.uint8))


@pytest.fixture
def document(qapp, pixels):
    """An image document with an engine and a photo, and no widgets."""
    document, bridge = ImageDocument(), Bridge()
    bridge.connect_to(document)
    document.set_canvas((400, 600))
    document.set_backend(fakes.backend(bridge))
    document.engine_client.document = document
    document.set_photo(fakes.Photo(pixels))
    document.bridge = bridge  # kept alive with it
    yield document
    document.close()


@pytest.fixture
def live(document):
    return document.backend.client


@pytest.fixture
def window(whole_window):
    """The window; tests of one of its parts may have that part alone in its place."""
    return whole_window


@pytest.fixture
def whole_window(qtbot, document, tmp_path):
    """The shown window of `document`."""
    apply_theme(LIGHT)
    window = MainWindow(document, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.resize(1280, 800)  # larger than the offscreen screen, to which a first window is fitted
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()


@pytest.fixture
def canvas(request, document, qtbot):
    """The canvas of the window where a test has one, else a canvas alone, which is built much sooner."""
    if "window" in request.fixturenames:
        canvas = request.getfixturevalue("window").image.canvas
    else:
        apply_theme(LIGHT)
        canvas = Canvas(document)
        qtbot.addWidget(canvas)
        canvas.resize(900, 640)
        canvas.show()
        canvas.activateWindow()
        qtbot.waitUntil(canvas.isActiveWindow)
    qtbot.waitUntil(lambda: document.frames > 0)
    return canvas


@pytest.fixture
def follow(window):
    """What wears the themes, as app/main.py joins it to the window."""
    from jaxstudio.app.shared.theme import FollowSystem

    made = FollowSystem(window)
    window.theme_menu.chosen.connect(made.choose)
    return made
