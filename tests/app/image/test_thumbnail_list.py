"""Small pictures in the add box: asked for in the order of sight, kept, and given up when it closes."""

import dataclasses
from types import SimpleNamespace

import fakes
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.thumbnail_list import ROW_PX, Thumbs
from jaxstudio.pipeline.recipe import Recipe

ITEMS = [(name, Recipe().added(op)) for name, op in fakes.CATALOGUE.items()]


class Worker:
    """Keeps what was asked for, and makes a picture when the test says so."""

    def __init__(self):
        self.asked = []

    def want(self, client, gallery):
        self.asked.append(gallery)

    def make(self, key, gallery=None):
        (gallery or self.asked[-1]).on_made(key, np.full((20, 30, 3), 200, np.uint8))

    def close(self):
        self.asked.append("closed")


def gallery(source, stack, items, on_made, whole):
    return SimpleNamespace(source=source, stack=stack, keys=[key for key, _ in items], on_made=on_made)


@pytest.fixture
def worker(document):
    worker = Worker()
    document.backend = dataclasses.replace(document.backend, thumbnails=worker, make_gallery=gallery)
    return worker


def test_what_is_there_is_not_asked_for_again(document, worker, qtbot):
    thumbs = Thumbs(document)
    thumbs.want(document.recipe, ITEMS)
    first = worker.asked[-1]
    assert first.keys == list(fakes.CATALOGUE)
    assert first.source is document.source
    with qtbot.waitSignal(thumbs.arrived):
        worker.make("blur")
    thumbs.want(document.recipe, ITEMS)
    assert "blur" not in worker.asked[-1].keys
    document.add_step(fakes.turn)
    thumbs.want(document.recipe, ITEMS)
    assert worker.asked[-1].keys == list(fakes.CATALOGUE)  # the stack is another one
    worker.make("turn", first)  # of the stack before: not shown
    with qtbot.waitSignal(thumbs.arrived):
        worker.make("blur")
    assert set(thumbs.images) == {"blur"}
    document.set_photo(fakes.Photo(np.zeros((10, 10, 3), np.uint8)))
    assert thumbs.images == {}


def test_a_recipe_without_a_picture_is_not_asked_for_again(document, worker, qtbot):
    thumbs = Thumbs(document)
    thumbs.want(document.recipe, ITEMS)
    with qtbot.waitSignal(thumbs.arrived):
        worker.asked[-1].on_made("turn", None)
    assert thumbs.images == {"turn": None}


def test_the_box_asks_when_it_opens_and_stops_when_it_closes(window, worker, qtbot):
    box = window.image.panel.add_box
    assert worker.asked == []
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert set(worker.asked[-1].keys) == set(fakes.CATALOGUE)
    plain = box.list.grab().toImage()
    with qtbot.waitSignal(box.pictures.arrived):
        worker.make(worker.asked[-1].keys[0])
    assert box.list.grab().toImage() != plain  # it is to be seen
    QTest.keyClicks(box.field, "turn")
    assert worker.asked[-1].keys == ["turn"]
    QTest.keyClick(box.field, Qt.Key.Key_Escape)
    assert worker.asked[-1] is None


def test_rows_in_sight_come_first(window, worker, qtbot):
    box = window.image.panel.add_box
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    in_order = list(worker.asked[-1].keys)
    box.list.setFixedHeight(2 * ROW_PX + 4)
    bar = box.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    assert worker.asked[-1].keys == in_order[2:] + in_order[:2][::-1]


def test_the_worker_ends_with_the_session(document, worker):
    document.close()
    assert worker.asked == ["closed"]
