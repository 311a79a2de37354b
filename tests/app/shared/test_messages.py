"""Messages go when what they are about is gone, and lie over the picture without moving it."""

import fakes
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.shared import messages as messages_module
from jaxstudio.app.shared.messages import MessageBar
from jaxstudio.errors import Cancelled


@pytest.fixture
def quick(monkeypatch):
    """Confirmations go at once."""
    monkeypatch.setattr(messages_module, "GOES_AFTER_MS", 1)
    monkeypatch.setattr(messages_module, "MS_PER_LETTER", 0)
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


def test_hints_go_by_themselves_unless_they_offer_something(qtbot, quick):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show()
    offer = bar.info("Files have changed")
    offer.add_button("Look", lambda: None)
    bar.info("Add a filter first")
    qtbot.waitUntil(lambda: texts(bar) == ["Files have changed"])


def test_a_newer_message_takes_the_place_of_one_about_the_same(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.info("The engine has ended", "engine")
    for _ in range(2):
        bar.error("The engine did not start", "engine").add_button("Try again", lambda: None)
    bar.error("a.png: not a photo", "file")
    assert texts(bar) == ["The engine did not start", "a.png: not a photo"]
    assert [button.text() for button in bar.messages[0].findChildren(QPushButton)] == ["Try again"]
    bar.settle("engine")
    assert texts(bar) == ["a.png: not a photo"]


def test_messages_hold_no_words_of_the_command_line(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.error("no op is called 'xyz': `jaxstudio ops` lists them")
    bar.error("--args: f32[2]: expected 2 arguments")
    bar.error("64-bit numbers are off: add --x64 -- or not")
    assert texts(bar) == [
        "no op is called 'xyz'",
        "f32[2]: expected 2 arguments",
        "64-bit numbers are off: add x64 -- or not",
    ]


def test_offers_are_not_pushed_out(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.info("The last session", "restore").add_button("Restore", lambda: None)
    for number in range(6):
        bar.error(f"{number}.png: not a photo")
    assert texts(bar) == ["The last session", "4.png: not a photo", "5.png: not a photo"]


def test_what_is_said_of_the_engine_goes_when_a_picture_comes(window, qtbot):
    document, bar = window.image.document, window.image.messages
    qtbot.waitUntil(lambda: window.image.status.truth.text() == "exact")
    document.failed.emit("the computing process ended (signal 9)")
    document.engine_lost.emit("signal 9")
    document.failed.emit("the computing process ended (signal 9)")
    assert len(texts(bar)) == 1, "one message for one cause"
    assert "started again" in texts(bar)[0]
    document.engine_stopped.emit("exit code 0")
    assert [text.split(":")[0] for text in texts(bar)] == ["The engine did not start"]
    document.request()
    qtbot.waitUntil(lambda: texts(bar) == ["The engine runs again"])


def test_what_was_cancelled_is_no_error(window):
    """Requests to an engine that is ended, to be started anew, fail as cancelled."""
    window.image.document.take_error(Cancelled("closed"))
    assert texts(window.image.messages) == []
    assert not window.image.document.refused


def test_a_file_that_failed_is_settled_by_one_that_works(window, qtbot):
    io, bar = window.image.io, window.image.messages
    io.failed.emit("/a.png: cannot be written")
    io.failed.emit("/b.png: cannot be written")
    io.done.emit("Saved /b.png")
    assert texts(bar) == ["/a.png: cannot be written", "Saved /b.png"]


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


def test_a_message_moves_no_picture_and_covers_no_more_than_it_needs(window, qtbot):
    canvas, bar = window.image.canvas, window.image.messages
    before = canvas.image_rect()
    message = bar.error("photo.png: not a photo")
    qtbot.waitUntil(lambda: message.height() > 10 and bar.geometry().bottom() < canvas.height())
    assert canvas.image_rect() == before
    assert bar.geometry().top() > canvas.height() / 2
    assert bar.height() <= message.height() + 2
    QTest.mouseClick(message.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.height() == 0)
    assert canvas.image_rect() == before
