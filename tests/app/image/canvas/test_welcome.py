"""The box on the canvas while there is no photo."""

import fakes
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Bridge
from jaxstudio.app.main_window import MainWindow


@pytest.fixture
def empty(qtbot, tmp_path):
    """A window without a photo and, yet, without an engine."""
    document, bridge = ImageDocument(), Bridge()
    bridge.connect_to(document)
    document.engine_client = fakes.Client(bridge, catalogue=None)
    document.bridge = bridge  # kept alive with it
    window = MainWindow(document, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()


def test_a_click_opens_the_sample_and_the_picture_has_the_focus(empty, qtbot):
    image = empty.image
    assert image.welcome.isVisible()
    image.welcome.sample.setFocus()
    with qtbot.waitSignal(image.document.photo_changed):
        image.welcome.sample.click()
        assert not image.welcome.isVisible()  # not while a photo is on its way
    assert image.document.photo_size == (300, 451)
    assert not image.welcome.isVisible()
    assert QApplication.focusWidget() is image.canvas


def test_it_comes_back_where_nothing_could_be_opened(empty, qtbot):
    image = empty.image
    with qtbot.waitSignal(image.io.failed):
        image.io.open("/nowhere/photo.png")
    qtbot.waitUntil(lambda: not image.io.opening)
    assert image.welcome.isVisible()


def test_presets_wait_for_the_filters(empty):
    assert not empty.image.panel.presets.isEnabled()


def test_a_photo_leaves_no_box(window):
    assert not window.image.welcome.isVisible()
