"""A live worker under test, and what it says."""

import queue
import threading

import pytest

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.preview_worker import PreviewWorker
from jaxstudio.engine.requests import View

SECONDS = 120


class Listener:
    """A worker and what it says. `hold` stops it inside the next thing it hands out."""

    def __init__(self):
        self.frames, self.errors, self.probes, self.busy = (queue.Queue() for _ in range(4))
        self.held, self.go_on = threading.Event(), threading.Event()
        self.hold = False
        self.progress = queue.Queue()
        says = (self.on_frame, self.errors.put, self.on_probe, self.busy.put)
        self.live = PreviewWorker("cpu:0", *says, on_progress=self.progress.put)

    def ask(self, source, recipe, zoom=1.0, moving=False):
        self.live.request(View(source, recipe, Rect.whole(source.height, source.width), zoom, moving))

    def on_frame(self, frame):
        self.frames.put(frame)
        self.stop_if_held()

    def on_probe(self, probe):
        self.probes.put(probe)
        self.stop_if_held()

    def stop_if_held(self):
        if self.hold:
            self.hold = False
            self.held.set()
            assert self.go_on.wait(SECONDS)

    def frame(self):
        return self.frames.get(timeout=SECONDS)

    def probe(self):
        return self.probes.get(timeout=SECONDS)


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.go_on.set()
    listener.live.close()
    assert listener.errors.empty(), listener.errors.get()
    assert {"jaxstudio-live", "jaxstudio-warm"}.isdisjoint(thread.name for thread in threading.enumerate())
