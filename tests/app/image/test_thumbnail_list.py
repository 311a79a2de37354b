"""Small pictures in the add box: asked for in the order of sight, kept, and given up when it closes."""

import fakes
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.thumbnail_list import MOST_LOSSES, ROW_PX, Thumbs
from jaxstudio.backend.frames import painted
from jaxstudio.backend.requests import FilterPreview
from jaxstudio.errors import ComputeError
from jaxstudio.pipeline.recipe import Recipe

ITEMS = [(name, Recipe().added(op)) for name, op in fakes.CATALOGUE.items()]

GRAY = np.full((20, 30, 3), 200, np.uint8)


class Asked:
    """A job for thumbnails; it makes a picture when the test says so."""

    def __init__(self, request, answer, error, progress):
        self.request, self.answer, self.error, self.progress = request, answer, error, progress
        self.cancelled = False

    @property
    def keys(self):
        return [recipe.steps[0].op for recipe in self.request.items]

    def make(self, key, pixels=GRAY):
        values = None if pixels is None else painted(pixels, (0, 0, *pixels.shape[:2]), np.empty)
        self.progress(FilterPreview(self.keys.index(key), values))

    def cancel(self):
        self.cancelled = True


class Worker:
    """Keeps the previews that were asked for."""

    def __init__(self, qtbot):
        self.asked, self._qtbot = [], qtbot

    def call(self, request, *calls):
        self.asked.append(Asked(request, *calls))
        return self.asked[-1]

    def last(self, count):
        """The newest question, when so many were asked for: they are in threads."""
        self._qtbot.waitUntil(lambda: len(self.asked) >= count)
        assert len(self.asked) == count
        return self.asked[-1]


@pytest.fixture
def worker(document, qtbot, monkeypatch):
    worker = Worker(qtbot)
    monkeypatch.setattr(document.engine_client, "call", worker.call)
    return worker


def test_what_is_there_is_not_asked_for_again(document, worker, qtbot):
    thumbs = Thumbs(document)
    thumbs.want(document.recipe, ITEMS)
    first = worker.last(1)
    assert first.keys == list(fakes.CATALOGUE)
    assert first.request.token == document.photo.token
    with qtbot.waitSignal(thumbs.arrived):
        first.make("blur")
    thumbs.want(document.recipe, ITEMS)
    second = worker.last(2)
    assert "blur" not in second.keys
    qtbot.waitUntil(lambda: first.cancelled)
    document.add_step(fakes.turn)
    thumbs.want(document.recipe, ITEMS)
    third = worker.last(3)
    assert third.keys == list(fakes.CATALOGUE)  # the stack is another one
    second.make("turn")  # of the stack before: not shown
    with qtbot.waitSignal(thumbs.arrived):
        third.make("blur")
    assert set(thumbs.images) == {"blur"}
    assert thumbs.images["blur"].pixelColor(3, 3).red() == 200
    document.set_photo(fakes.Photo(np.zeros((10, 10, 3), np.uint8)))
    assert thumbs.images == {}


def test_a_recipe_without_a_picture_is_not_asked_for_again(document, worker, qtbot):
    thumbs = Thumbs(document)
    thumbs.want(document.recipe, ITEMS)
    with qtbot.waitSignal(thumbs.arrived):
        worker.last(1).make("turn", None)
    assert thumbs.images == {"turn": None}
    thumbs.want(document.recipe, ITEMS)
    assert "turn" not in worker.last(2).keys


def test_when_the_engine_dies_the_others_are_asked_for_once_more(document, worker, qtbot):
    thumbs = Thumbs(document)
    thumbs.want(document.recipe, ITEMS)
    first = worker.last(1)
    with qtbot.waitSignal(thumbs.arrived):
        first.make(first.keys[0])
    first.error(ComputeError("the computing process ended unexpectedly"))
    assert worker.last(2).keys == first.keys[2:]  # but for the one that it was computing
    for number in range(1 + MOST_LOSSES):
        worker.last(2 + number).error(ComputeError("the computing process ended unexpectedly"))
    qtbot.wait(50)
    assert len(worker.asked) == 2 + MOST_LOSSES  # one that keeps dying is asked no more


def test_the_box_asks_when_it_opens_and_stops_when_it_closes(window, worker, qtbot):
    box = window.image.panel.add_box
    assert worker.asked == []
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    first = worker.last(1)
    assert set(first.keys) == set(fakes.CATALOGUE)
    plain = box.list.grab().toImage()
    with qtbot.waitSignal(box.pictures.arrived):
        first.make(first.keys[0])
    assert box.list.grab().toImage() != plain  # it is to be seen
    QTest.keyClicks(box.field, "turn")
    qtbot.waitUntil(lambda: worker.asked[-1].keys == ["turn"])
    QTest.keyClick(box.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: all(asked.cancelled for asked in worker.asked))


def test_rows_in_sight_come_first(window, worker, qtbot):
    box = window.image.panel.add_box
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    in_order = list(worker.last(1).keys)
    box.list.setFixedHeight(2 * ROW_PX + 4)
    bar = box.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: worker.asked[-1].keys == in_order[-2:] + in_order[:-2][::-1])
