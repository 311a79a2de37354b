"""A window closed while a file is being written."""

import threading

import fakes
import pytest
from PIL import Image
from PySide6.QtWidgets import QPushButton


@pytest.fixture
def blocked(monkeypatch):
    """The export waits for this after its first half."""
    event = threading.Event()
    monkeypatch.setattr(fakes.Client, "blocked", event)
    yield event
    event.set()


def stop_button(window):
    (message,) = window.image.messages.messages
    return next(button for button in message.findChildren(QPushButton) if button.text() == "Stop and Close")


def test_it_stays_until_the_file_is_written(window, tmp_path, blocked, qtbot):
    path = tmp_path / "out.png"
    window.image.io.save(str(path))
    assert not window.close()
    assert not window.close()  # asked again, it says so once
    assert len(window.image.messages.messages) == 1
    assert window.isVisible()
    blocked.set()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert Image.open(path).size == (60, 40)


def test_it_can_be_closed_all_the_same(window, tmp_path, blocked, qtbot):
    window.image.io.save(str(tmp_path / "out.png"))
    window.close()
    threading.Timer(0.2, blocked.set).start()  # the writer looks, when it may go on, whether it is to stop
    stop_button(window).click()
    assert not window.isVisible()
    assert list(tmp_path.glob("out*")) == []


def test_a_file_that_could_not_be_written_keeps_it_open(window, tmp_path, blocked, qtbot):
    folder = tmp_path / "gone"
    folder.mkdir()
    window.image.io.save(str(folder / "out.png"))
    window.close()
    with qtbot.waitSignal(window.image.io.failed):
        window.image.io.writing()[0].failed.emit("the disk is full")
    blocked.set()
    qtbot.waitUntil(lambda: not window.image.io.writing())
    assert window.isVisible()
    kinds = [message.kind for message in window.image.messages.messages]
    assert "error" in kinds
    assert "info" not in kinds


def test_dismissed_it_stays_open(window, tmp_path, blocked, qtbot):
    window.image.io.save(str(tmp_path / "out.png"))
    window.close()
    window.image.messages.messages[0].close_button.click()
    blocked.set()
    qtbot.waitUntil(lambda: not window.image.io.writing())
    assert window.isVisible()
    assert window.close()
