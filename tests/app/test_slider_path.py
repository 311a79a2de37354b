"""A slider's value reaches the painted pixel through few modules: a stranger can read the whole way."""

import os
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.engine_bridge import Bridge
from jaxstudio.app.image.engine_task import await_answer
from jaxstudio.app.main_window import MainWindow
from jaxstudio.backend.client import EngineClient
from jaxstudio.backend.protocol import OpenRequest

MOST_IN_WINDOW, MOST_MODULES = 7, 56


class Recorder:
    """Modules of the window's process whose functions a value passes through, by any thread, while `on`.

    The window's thread counts from the slider's move until the request is with the engine's process, and
    from the picture's arrival until it is painted; what it does while the engine computes (other controls are
    drawn) is not on the value's way. `traced_engine.py` records the engine's process.
    """

    def __init__(self):
        self.on = self.in_window = False
        self.functions = {}

    def __call__(self, frame, event, argument):
        if not self.on or event not in ("call", "return"):
            return
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
        # what stands in for PySide's look at imported modules is called at any first import
        # and the making of a frozen value is no step of its own
        if not module.startswith("jaxstudio.") or module in ("jaxstudio.app", "jaxstudio.lazy_dataclass"):
            return
        thread = threading.current_thread()
        if thread is threading.main_thread():
            if event == "call" and name.endswith(".take_picture"):
                self.in_window = True
            counted = self.in_window
            if event == "return" and name == "EngineClient.request":
                self.in_window = False
        else:
            counted = True
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
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    client = EngineClient(bridge, "cpu:0", environment, handlers="traced_engine:handlers")
    document.set_client(client)
    qtbot.waitUntil(lambda: document.engine_ready)
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    request = OpenRequest(client.new_token(), pixels=pixels, name="noise")
    document.set_photo(await_answer(lambda answer, error, _: client.open(request, answer, error)).photo)
    yield window
    window.close()


def test_a_sliders_value_reaches_the_painted_pixel_through_few_modules(qtbot, window, recorder):
    document, canvas = window.image.document, window.image.canvas
    key = document.add_step(document.backend.catalogue["gaussian_blur"]).key
    slider = window.image.panel.stack.card(key).form.rows["sigma"].slider
    painted = []

    def seen(picture):
        painted.append(document.shown_recipe)
        if document.shown_recipe == document.recipe:
            recorder.stop()

    canvas.painted.connect(seen)

    def move(x):
        QTest.mouseMove(slider, slider.rect().center() + slider.rect().topLeft() + type(slider.pos())(x, 0))
        qtbot.waitUntil(lambda: document.recipe in painted)

    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    for x in (5, 10, 20):  # everything is compiled and imported by then
        move(x)
    value = document.recipe.step(key).values["sigma"]

    def trace(on):
        return await_answer(lambda *calls: document.live.ask("trace", on, *calls))

    qtbot.waitUntil(lambda: not document.live.status.compiling)
    trace(True)
    recorder.start()
    move(15)
    recorder.stop()
    in_engine = trace(False)
    assert document.recipe.step(key).values["sigma"] != value
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton)
    ours = {name: tuple(sorted(functions)) for name, functions in recorder.functions.items()}
    calls = sorted({**ours, **in_engine}.items())
    text = "\n".join(f"{name}: {', '.join(functions)}" for name, functions in calls)
    in_window = [name for name in ours if name.startswith("jaxstudio.app.")]
    assert len(in_window) <= MOST_IN_WINDOW, text
    assert len(calls) <= MOST_MODULES, f"{len(calls)} modules\n{text}"
