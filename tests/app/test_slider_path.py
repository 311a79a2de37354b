"""A slider's value reaches the painted pixel through few modules: a stranger can read the whole way."""

import sys
import threading

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Bridge, load_backend
from jaxstudio.app.main_window import MainWindow

MOST_IN_WINDOW, MOST_MODULES = 7, 36
AHEAD = "jaxstudio-warm"  # the thread that compiles what later moves may need


class Recorder:
    """Modules of the package whose functions a value passes through, by any thread, while `on`.

    The window's thread counts from the slider's move until the request is with the engine, and from the
    picture's arrival until it is painted; what it does while the engine computes (other controls are drawn)
    is not on the value's way. Of the engine's threads the one that compiles ahead is left out.
    """

    def __init__(self):
        self.on = self.in_window = False
        self.functions = {}

    def __call__(self, frame, event, argument):
        if not self.on or event not in ("call", "return"):
            return
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
        if not module.startswith("jaxstudio."):
            return
        thread = threading.current_thread()
        if thread is threading.main_thread():
            if event == "call" and name.endswith(".take_picture"):
                self.in_window = True
            counted = self.in_window
            if event == "return" and name == "Live.request":
                self.in_window = False
        else:
            counted = not thread.name.startswith(AHEAD)
        if counted and event == "call":
            self.functions.setdefault(module, set()).add(name)

    def start(self):
        self.functions, self.in_window, self.on = {}, True, True

    def stop(self):
        self.on = False


@pytest.fixture
def recorder():
    recorder = Recorder()
    threading.setprofile(recorder)  # for the engine's threads, which are started later
    sys.setprofile(recorder)
    yield recorder
    sys.setprofile(None)
    threading.setprofile(None)


@pytest.fixture
def window(qtbot, tmp_path, recorder):
    bridge, document = Bridge(), ImageDocument()
    bridge.connect_to(document)
    window = MainWindow(document, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    document.set_backend(load_backend(bridge, "cpu:0"))
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)

    class Photo:
        path, name, depth = None, "noise", "8"

    Photo.pixels = pixels
    document.set_photo(Photo())
    yield window
    window.close()


def test_a_sliders_value_reaches_the_painted_pixel_through_few_modules(qtbot, window, recorder):
    document, canvas = window.image.document, window.image.canvas
    key = document.add_step(document.backend.catalogue["gaussian_blur"]).key
    slider = window.image.panel.stack.card(key).form.rows["sigma"].slider
    painted = []

    def seen(picture):
        painted.append(picture.frame.view.recipe)
        if picture.frame.view.recipe == document.recipe:
            recorder.stop()

    canvas.painted.connect(seen)

    def move(x):
        QTest.mouseMove(slider, slider.rect().center() + slider.rect().topLeft() + type(slider.pos())(x, 0))
        qtbot.waitUntil(lambda: document.recipe in painted)

    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    for x in (5, 10, 20):  # everything is compiled and imported by then
        move(x)
    value = document.recipe.step(key).values["sigma"]
    recorder.start()
    move(15)
    assert document.recipe.step(key).values["sigma"] != value
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton)
    calls = sorted(recorder.functions.items())
    text = "\n".join(f"{name}: {', '.join(sorted(functions))}" for name, functions in calls)
    in_window = [name for name, _ in calls if name.startswith("jaxstudio.app.")]
    assert len(in_window) <= MOST_IN_WINDOW, text
    assert len(calls) <= MOST_MODULES, f"{len(calls)} modules\n{text}"
