"""Moves are timed until a picture that knows them is painted, however many pictures are left out."""

import itertools
import os
import time
from types import SimpleNamespace

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"
pytest.importorskip("PySide6.QtWidgets")
pytest.importorskip("cv2")

from PySide6.QtCore import QObject, QTimer, Signal

from benchmarks.driver import SCENES, Driver, there_and_back
from benchmarks.workload import by_opencv, eight_steps
from jaxstudio.errors import ComputeError


class Canvas(QObject):
    painted = Signal(object)


class Session(QObject):
    failed = Signal(str)


@pytest.fixture
def window(qapp):
    return SimpleNamespace(image=SimpleNamespace(canvas=Canvas(), document=Session()))


def paint(window, started):
    request = SimpleNamespace(started=started)
    window.image.canvas.painted.emit(SimpleNamespace(request=request))


def test_the_next_move_follows_the_picture_of_the_last(window):
    order = []

    def move(number):
        order.append(f"move {number}")
        started = time.perf_counter()

        def answer():
            order.append(f"picture {number}")
            paint(window, started)

        QTimer.singleShot(5, answer)

    taken = Driver(window).run([lambda number=number: move(number) for number in range(3)])
    assert order == ["move 0", "picture 0", "move 1", "picture 1", "move 2", "picture 2"]
    assert len(taken) == 3
    assert min(taken) >= 4


def test_an_older_picture_does_not_count(window):
    before = time.perf_counter()

    def move():
        started = time.perf_counter()
        paint(window, before)
        QTimer.singleShot(20, lambda: paint(window, started))

    (taken,) = Driver(window).run([move])
    assert taken >= 15


def test_what_the_engine_complains_of_ends_the_run(window):
    with pytest.raises(ComputeError, match="no memory"):
        Driver(window).run([lambda: window.image.document.failed.emit("no memory")])


def test_a_busy_thread_is_a_pause(window):
    driver = Driver(window)

    def move():
        time.sleep(0.03)
        paint(window, time.perf_counter())

    driver.heartbeat.start()
    driver.run([move])
    assert max(driver.heartbeat.stop()) >= 25


@pytest.mark.parametrize("count", [2, 3, 10, 25, 50, 250])
def test_no_value_is_asked_for_twice_in_a_row(count):
    values = there_and_back(0.5, 20.0, count)
    assert len(values) == count
    assert all(0.5 <= value <= 20 for value in values)
    assert all(abs(one - other) > 1e-6 for one, other in itertools.pairwise(values))
    assert max(values) > 9


class Recorded:
    """A session that only keeps what its recipe becomes."""

    def __init__(self):
        self.recipe = eight_steps()
        self.viewport = SimpleNamespace(zoom=0.25)
        self.views = []

    def set_param(self, key, name, value):
        self.recipe = self.recipe.with_param(key, name, value)

    def switch_step(self, key, enabled):
        self.recipe = self.recipe.switched(key, enabled)

    def move_step(self, key, position):
        self.recipe = self.recipe.moved(key, position)

    def zoom_to(self, zoom, at):
        self.views.append((zoom, at))

    def pan(self, down, right):
        self.views.append((down, right, len(self.views)))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("share", [1, 10])
def test_every_move_changes_something(scene, share):
    session, before = Recorded(), (None, None)
    for move in scene.moves(session, scene.count // share):
        move()
        after = (session.recipe, session.views[-1:])
        assert after != before
        before = after


def test_opencv_does_the_eight_steps_of_a_reduced_photo_alike(engine):
    import numpy as np

    from benchmarks.workload import photo
    from jaxstudio.engine.source import Source

    pixels, recipe = photo(600, 800), eight_steps()
    source = Source(pixels)
    ours = engine.render(source, recipe, dtype="uint8", level=2)
    theirs = by_opencv(recipe.steps, 2, source.level(2).pixels)()
    off = np.abs(ours.astype(int) - theirs)
    assert off.mean() < 1
    assert np.mean(off > 4) < 0.01
