"""Messages go when what they are about is gone, and a fitted picture is shown below them."""

import fakes
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jaxstudio.app.shared import messages as messages_module
from jaxstudio.app.shared.messages import MessageBar


@pytest.fixture
def quick(monkeypatch):
    """Confirmations go at once."""
    monkeypatch.setattr(messages_module, "GOES_AFTER_MS", 1)
    monkeypatch.setattr(messages_module, "FADES_MS", 1)


def texts(bar):
    return [message.text.text() for message in bar.messages]


def test_confirmations_fade_and_errors_stay(qtbot, quick):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.error("not a photo")
    bar.done("Saved a.png")
    assert texts(bar) == ["not a photo", "Saved a.png"]
    qtbot.waitUntil(lambda: texts(bar) == ["not a photo"])


def test_another_photo_closes_what_was_said_about_the_one_before(window, pixels):
    bar = window.image.messages
    bar.error("crop: nothing is left of the picture")
    bar.info("Pixels that were not numbers: 3")
    offer = bar.info("The last session ended without being closed.")
    offer.add_button("Restore", lambda: None)
    window.image.document.set_photo(fakes.Photo(pixels[::-1].copy()))
    assert texts(bar) == ["The last session ended without being closed."]


def test_another_sheet_closes_what_was_said_about_the_one_before(window):
    bench = window.functions.build()
    bench.say("error", "line 1: no such function")
    bench.controller.set_document(bench.controller.document)
    assert texts(bench.messages) == []


def test_why_a_recipe_failed_is_said_until_one_succeeds(window, qtbot):
    document, bar = window.image.document, window.image.messages
    qtbot.waitUntil(lambda: window.image.status.truth.text() == "exact")
    document.refused = True
    document.failed.emit("crop: nothing is left of the picture")
    assert texts(bar) == ["crop: nothing is left of the picture"]
    document.add_step(fakes.brighten)
    qtbot.waitUntil(lambda: texts(bar) == [])


def test_a_fitted_picture_stands_below_a_message(window, qtbot):
    document, canvas = window.image.document, window.image.canvas
    before = canvas.image_rect()
    message = window.image.messages.error("photo.png: not a photo")
    qtbot.waitUntil(lambda: document.covered > 0)
    rect = canvas.image_rect()
    assert rect.top() >= message.height()
    assert rect.bottom() <= canvas.height()
    QApplication.processEvents()
    QTest.mouseClick(message.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: canvas.image_rect() == before)


def test_a_picture_that_was_zoomed_stays_where_it_is(window, qtbot):
    document, canvas = window.image.document, window.image.canvas
    document.zoom_to(3.0)
    before = canvas.image_rect()
    window.image.messages.error("photo.png: not a photo")
    qtbot.waitUntil(lambda: document.covered > 0)
    assert canvas.image_rect() == before
