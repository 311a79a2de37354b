"""The window under test: offscreen, with a stand-in for the engine."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_SCALE_FACTOR", None)

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings

sys.path.insert(0, str(Path(__file__).parent))

import fakes

from jaxstudio.app.image.backend import Bridge
from jaxstudio.app.image.session import Session
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.theme import LIGHT, wear


@pytest.fixture
def pixels():
    """A photo of 40 × 60 pixels whose values tell where they are."""
    y, x = np.mgrid[0:40, 0:60]
    return np.ascontiguousarray(np.stack([y * 6, x * 4, y + x], axis=-1).astype(np.uint8))


@pytest.fixture
def session(qapp, pixels):
    """A session with an engine and a photo, and no widgets."""
    session, bridge = Session(), Bridge()
    bridge.connect_to(session)
    session.set_canvas((400, 600))
    session.set_backend(fakes.backend(bridge))
    session.set_photo(fakes.Photo(pixels))
    session.bridge = bridge  # kept alive with it
    yield session
    session.close()


@pytest.fixture
def live(session):
    return session.backend.live


@pytest.fixture
def window(qtbot, session, tmp_path):
    """The shown window of `session`."""
    wear(LIGHT)
    window = MainWindow(session, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()
