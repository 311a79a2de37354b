"""The journal: written after changes, offered after a crash, kept after a clean end."""

from dataclasses import replace

import fakes
import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.image.photo_io import PhotoIO
from jaxstudio.app.image.session_files import Journal


@pytest.fixture
def journal(document, tmp_path):
    journal = Journal(document, PhotoIO(document), tmp_path / "journal")
    journal._wait.setInterval(1)
    yield journal
    journal.close()


def worked(document, journal, qtbot):
    """Change something, wait until it is on disk."""
    with qtbot.waitSignal(journal.written):
        document.set_param(document.add_step(fakes.brighten).key, "amount", 0.5)
    qtbot.waitUntil(lambda: not journal._wait.isActive() and journal._job is None)
    return document.recipe


def test_changes_are_on_disk_a_moment_later(document, journal, qtbot):
    worked(document, journal, qtbot)
    assert '\\"amount\\": 0.5' in journal.path.read_text()


def test_a_running_window_is_no_crash(document, journal, qtbot, tmp_path):
    worked(document, journal, qtbot)
    other = Journal(document, PhotoIO(document), tmp_path / "journal")
    assert other.left_by_a_crash() is None


def crashed(document, journal, qtbot):
    recipe = worked(document, journal, qtbot)
    left = journal.path.with_name("session-0-0.json")
    journal.path.rename(left)
    document.clear_steps()
    return left, recipe


def test_after_a_crash_the_steps_come_back_and_can_be_undone(document, journal, qtbot):
    left, recipe = crashed(document, journal, qtbot)
    assert journal.left_by_a_crash() == left
    journal.restore(left)
    qtbot.waitUntil(lambda: document.recipe == recipe)
    assert journal.left_by_a_crash() is None
    document.undo()
    assert document.recipe.steps == ()


def test_after_a_crash_the_sample_comes_back_too(document, journal, qtbot):
    from jaxstudio.files.photo import sample_photo

    coffee = sample_photo("coffee")
    document.set_photo(fakes.Photo(coffee.pixels, name="coffee", sample=True))
    left, recipe = crashed(document, journal, qtbot)
    document.set_photo(fakes.Photo(coffee.pixels[:40, :60].copy()))
    journal.restore(left)
    qtbot.waitUntil(lambda: document.recipe == recipe and document.photo.sample)
    assert document.photo.name == "coffee"
    np.testing.assert_array_equal(fakes.PIXELS[document.photo.token], coffee.pixels)
    qtbot.waitUntil(lambda: not journal.io.jobs)


def test_another_photo_under_the_same_steps_is_on_disk_too(document, journal, qtbot, tmp_path):
    worked(document, journal, qtbot)
    with qtbot.waitSignal(journal.written):
        document.set_photo(fakes.Photo(fakes.PIXELS[document.photo.token], path=tmp_path / "other.png"))
    assert "other.png" in journal.path.read_text()


def test_the_window_offers_to_restore(window, document, qtbot):
    window.image.journal._wait.setInterval(1)
    _, recipe = crashed(document, window.image.journal, qtbot)
    document.backend_changed.emit()
    button = next(
        b for b in window.image.messages.messages[-1].findChildren(QPushButton) if b.text() == "Restore"
    )
    button.click()
    qtbot.waitUntil(lambda: document.recipe == recipe)


def test_a_session_that_is_not_wanted_is_offered_once(window, document, qtbot):
    folder = window.image.journal.folder
    folder.mkdir(exist_ok=True)
    (folder / "session-1-1.json").write_text("{}")
    window.image._offer_to_restore()
    window.image.messages.messages[-1].close_button.click()
    assert window.image.journal.left_by_a_crash() is None
    assert window.image.journal.last is not None  # from the menu it can still be had


def test_a_closed_session_is_restored_by_hand(window, document, qtbot):
    window.image.journal._wait.setInterval(1)
    recipe = worked(document, window.image.journal, qtbot)
    window.image.journal.close()
    document.clear_steps()
    window.actions_by_name["restore"].trigger()
    qtbot.waitUntil(lambda: document.recipe == recipe)


def test_closing_keeps_the_last_change_too(document, journal):
    journal._wait.setInterval(60_000)
    document.add_step(fakes.brighten)
    journal.close()
    assert "brighten" in journal.last.read_text()


@pytest.mark.parametrize("text", ["{", "[]", '{"photo": 5, "recipe": {}}', '{"photo": null, "recipe": null}'])
def test_a_spoilt_journal_is_said(document, journal, tmp_path, qtbot, text):
    bad = tmp_path / "session-1-1.json"
    bad.write_text(text)
    with qtbot.waitSignal(journal.failed) as failed:
        journal.restore(bad)
    assert "session-1-1.json" in failed.args[0]
    assert document.recipe.steps == ()


def test_the_page_of_a_file_with_several_comes_back(document, journal, qtbot, monkeypatch, tmp_path):
    photo = fakes.Photo(np.zeros((8, 9, 3), np.uint8), path=tmp_path / "scan.tif")
    document.set_photo(replace(photo, page=3, pages=4))
    left, _ = crashed(document, journal, qtbot)
    opened = []
    monkeypatch.setattr(journal.io, "open", lambda *what: opened.append(what))
    journal.restore(left)
    qtbot.waitUntil(lambda: bool(opened))
    assert opened == [(str(tmp_path / "scan.tif"), 3)]
