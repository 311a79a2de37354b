"""The batch window: rows for many photos, buttons by the state of the batch, conflicts said in place."""

import json
import time
from pathlib import Path

import fakes
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QAbstractItemModelTester

from jaxstudio.app.batch.model import DETAILS, PHOTO, STATE, BatchModel
from jaxstudio.app.batch.window import BatchWindow
from jaxstudio.backend.batch_protocol import (
    BatchPlanned,
    BatchRows,
    BatchUpdate,
    Order,
    Phase,
    UnfinishedBatch,
)
from jaxstudio.backend.protocol import Notice
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save
from jaxstudio.files.sessions import SessionPhoto
from jaxstudio.pipeline.recipe import Recipe

FRAME_S = 0.016


class Client:
    """Keeps what the window asks of the process."""

    def __init__(self, heard, failed):
        self.heard, self.failed = heard, failed
        self.requests, self.orders, self.closed, self.unfinished = [], [], False, ()

    def plan(self, request):
        self.requests.append(request)

    def send(self, order):
        self.orders.append(order)

    def drop(self):
        self.requests.append(None)

    def find_unfinished(self, then):
        then(self.unfinished)

    def close(self):
        self.closed = True


def rows(first, count, folder="/in"):
    numbers = range(first, first + count)
    return BatchRows(
        first, tuple(f"{folder}/{n}.jpg" for n in numbers), tuple(f"/out/{n}.jpg" for n in numbers)
    )


@pytest.fixture
def batch(window, qtbot):
    made = BatchWindow(window.image.recipe_text, window.settings, window, Client)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def planned(batch, qtbot, count=3):
    batch.form.add_places(["/in"])
    qtbot.waitUntil(lambda: bool(batch.client.requests))
    batch.client.heard(rows(0, count))
    batch.client.heard(BatchPlanned(count, 0, 10**6, "/out"))
    qtbot.waitUntil(lambda: batch.phase is Phase.READY)


def hear(batch, qtbot, **values):
    update = BatchUpdate(total=batch.model.rowCount(), **values)
    batch.client.heard(update)
    qtbot.waitUntil(lambda: batch.update_shown is update)


def cell(model, row, column, role=Qt.ItemDataRole.DisplayRole):
    return model.data(model.index(row, column), role)


def test_the_model_keeps_the_rules_of_qt_and_shows_rows_as_they_come(qapp):
    model = BatchModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.add_rows(rows(0, 1000))
    model.add_rows(rows(1000, 500))
    assert model.rowCount() == 1500
    model.update_rows(
        BatchUpdate(
            Phase.RUNNING, (0, 1, 2), ("done", "running", "failed"), (0, 0.25, 0), ("", "", "/in/2.jpg: bad")
        )
    )
    assert [cell(model, row, STATE) for row in range(4)] == ["Done", "Running", "Failed", "Waiting"]
    assert [cell(model, row, DETAILS) for row in range(4)] == ["", "25 %", "bad", ""]
    assert cell(model, 2, DETAILS, Qt.ItemDataRole.ToolTipRole) == "/in/2.jpg: bad"
    model.show_failed(True)
    assert [cell(model, row, PHOTO) for row in range(model.rowCount())] == ["2.jpg"]
    model.update_rows(BatchUpdate(Phase.RUNNING, (2, 1400), ("running", "failed"), (0, 0), ("", "worse")))
    assert [cell(model, row, PHOTO) for row in range(model.rowCount())] == ["1400.jpg"]
    model.show_failed(False)
    model.add_rows(BatchRows(7, ("/in/7.jpg",), ("/out/7-1.jpg",)))  # renamed
    assert (model.rowCount(), cell(model, 7, 1)) == (1500, "7-1.jpg")
    model.clear()
    assert model.rowCount() == 0
    del tester


def test_fifty_thousand_rows_hold_nothing_up(batch, qtbot):
    """Each message is taken and painted in a fraction of what the whole would take; ten frames bound it."""
    slowest = 0.0
    messages = [rows(first, 1000) for first in range(0, 50_000, 1000)]
    for first in range(0, 50_000, 1000):
        numbers = tuple(range(first, first + 1000))
        states = ("done",) * 1000
        messages.append(BatchUpdate(Phase.RUNNING, numbers, states, (0.0,) * 1000, ("",) * 1000, 50_000))
    for message in messages:
        start = time.process_time()
        batch._hear(message)
        batch.repaint()
        slowest = max(slowest, time.process_time() - start)
    assert batch.model.rowCount() == 50_000
    assert cell(batch.model, 49_999, STATE) == "Done"
    assert slowest < 10 * FRAME_S


def test_a_session_is_exported_with_each_photo_s_own_steps(window, qtbot):
    catalogue = window.image.document.backend.catalogue
    inverted = Recipe().added(catalogue[next(iter(catalogue))])
    photos = (
        SessionPhoto("/in/a.jpg", recipe=inverted, flag="pick"),
        SessionPhoto("/in/b.tif", page=3, rating=4),
        SessionPhoto("/in/c.jpg", flag="reject"),
        SessionPhoto(sample="cat"),
    )
    batch = BatchWindow(window.image.recipe_text, window.settings, window, Client, session=lambda: photos)
    qtbot.addWidget(batch)
    batch.show()
    batch.form.export_session()
    batch.plan()
    request = batch.client.requests[-1]
    assert (request.places, request.pages) == (("/in/a.jpg", "/in/b.tif"), (1, 3))
    assert [len(json.loads(text)["steps"]) for text in request.recipes] == [1, 0]
    assert "cat" in batch.form.recipe_words.text()
    batch.form.which.setCurrentIndex(1)
    batch.plan()
    assert batch.client.requests[-1].places == ("/in/a.jpg",)
    batch.form.add_places(["/other"])  # dropped photos share one recipe
    batch.plan()
    assert (batch.client.requests[-1].places, batch.client.requests[-1].recipes) == (("/other",), ())
    batch.close()


def test_start_pause_stop_and_retry_follow_the_state(batch, qtbot):
    assert not batch.start_button.isEnabled()
    planned(batch, qtbot)
    assert "Found: 3, " in batch.form.photos.text()
    batch.start_button.click()
    assert batch.client.orders == [Order.START]
    assert not batch.form.isEnabled()
    hear(batch, qtbot, phase=Phase.RUNNING, done=1, share=0.5, seconds_left=200.0)
    assert batch.words.text() == "1 of 3 — 3 min left"
    assert batch.bar.value() == 500
    batch.start_button.click()
    hear(batch, qtbot, phase=Phase.PAUSED, done=1)
    assert batch.start_button.text().replace("&", "") == "Go On"
    batch.start_button.click()
    batch.stop_button.click()
    assert batch.client.orders[1:] == [Order.PAUSE, Order.RESUME, Order.CANCEL]
    hear(batch, qtbot, phase=Phase.STOPPED, done=1)
    assert batch.form.isEnabled()
    batch.start_button.click()
    hear(batch, qtbot, phase=Phase.FINISHED, done=2, failed=1)
    assert batch.words.text() == "3 of 3, 1 failed — done"
    assert not batch.start_button.isEnabled()
    batch.retry_button.click()
    assert batch.client.orders[-1] is Order.RETRY


def test_what_the_form_says_is_asked_for_and_steps_added_meanwhile_count(batch, qtbot, window):
    planned(batch, qtbot)
    batch.form.format.setCurrentIndex(4)
    batch.form.format.activated.emit(4)  # JPEG
    batch.form.existing.setCurrentIndex(2)
    batch.form.metadata.setCurrentIndex(1)
    batch.form.name.setText("{index}")
    qtbot.waitUntil(lambda: len(batch.client.requests) == 2)
    request = batch.client.requests[-1]
    assert (request.suffix, request.depth, request.existing) == (".jpg", "8", "rename")
    assert (request.drop, request.name, request.places) == (("location",), "{index}", ("/in",))
    batch.client.heard(BatchPlanned(3, 0, 10**6, "/out"))
    qtbot.waitUntil(lambda: batch.phase is Phase.READY)
    window.image.document.add_step(fakes.brighten)
    batch._start()
    started = batch.client.requests[-1]
    assert started.started
    assert [step["op"] for step in json.loads(started.recipe)["steps"]] == ["brighten"]


def test_several_devices_subfolders_and_colours_are_asked_for(window, qtbot):
    batch = BatchWindow(
        window.image.recipe_text, window.settings, window, Client, lambda: ("gpu:0", "gpu:1", "gpu:2")
    )
    qtbot.addWidget(batch)
    button = batch.form.devices
    assert (button.words, button.text()) == ("", "Usual device")
    for line, words in (
        ("gpu:2", "gpu:2"),
        ("gpu:0", "gpu:0,gpu:2"),
        ("gpu:2", "gpu:0"),
        ("All devices", "all"),
    ):
        button.fill()
        (action,) = [each for each in button.menu().actions() if each.text() == line]
        action.trigger()
        assert batch.form.request().devices == words
    button.fill()
    ticked = [each.text() for each in button.menu().actions() if each.isChecked()]
    assert ticked == ["All devices"]
    assert batch.form.request().keep_subfolders
    assert not batch.form.request().to_srgb
    batch.form.to_srgb.setChecked(True)
    batch.form.subfolders.setChecked(False)
    assert batch.form.request().to_srgb
    assert not batch.form.request().keep_subfolders
    assert not batch.form.keep_subfolders.isEnabled()
    batch.close()


def test_conflicts_and_notes_are_said_in_the_window(batch, qtbot):
    planned(batch, qtbot)
    batch.client.heard(Notice("/out/1.jpg: EXIF is left out"))
    batch.client.failed(UsageError("a.jpg and b.jpg would both be written to x.jpg"))
    qtbot.waitUntil(lambda: len(batch.messages.messages) == 2)
    assert "would both be written" in batch.messages.messages[-1].text.text()
    assert not batch.start_button.isEnabled()


def test_photos_are_dropped_and_closing_lets_it_go_on(batch, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/in/a.jpg"), QUrl.fromLocalFile("/more")])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    batch.dropEvent(event)
    assert batch.form.places == ["/in/a.jpg", "/more"]
    assert batch.form.folder.text() == str(Path("/in/results"))
    planned(batch, qtbot)
    batch.start_button.click()
    told = []
    batch.message_asked.connect(lambda kind, text: told.append((kind, text)))
    batch.close()
    assert told[0][0] == "info"
    hear(batch, qtbot, phase=Phase.FINISHED, done=3)
    assert told[1:] == [("done", "The batch is done: 3 of 3")]
    assert not batch.client.closed


def test_a_batch_that_was_not_finished_is_offered(batch, qtbot):
    batch.client.unfinished = (UnfinishedBatch("/cache/x.batch.json", 50_000, "/out"),)
    batch._asked_unfinished = False
    batch.hide()
    batch.show()
    qtbot.waitUntil(lambda: bool(batch.messages.messages))
    message = batch.messages.messages[0]
    assert "50,000 photos" in message.text.text()
    batch.resume("/cache/x.batch.json")
    assert (batch.client.requests[-1].saved, batch.client.requests[-1].started) == (
        "/cache/x.batch.json", True
    )  # fmt: skip


def test_photos_go_through_the_steps_of_the_window(window, qtbot, tmp_path, pixels, monkeypatch):
    """With the process itself, from the menu to the files."""
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    for name in "ab":
        save(tmp_path / "in" / f"{name}.png", pixels)
    monkeypatch.setattr(
        window.image,
        "recipe_text",
        lambda: '{"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "invert", "params": {}}]}',
    )
    window.actions_by_name["batch"].trigger()
    batch = window._batch
    batch.form.folder.setText(str(tmp_path / "out"))
    batch.form.add_places([str(tmp_path / "in")])
    qtbot.waitUntil(lambda: batch.phase is Phase.READY)
    batch.start_button.click()
    qtbot.waitUntil(lambda: batch.phase is Phase.FINISHED)
    assert (load_photo(tmp_path / "out" / "b.png").pixels == 255 - pixels).all()
    assert [cell(batch.model, row, STATE) for row in range(2)] == ["Done", "Done"]
