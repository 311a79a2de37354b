"""The window's session: autosaved, restored, saved, opened, titled; changes are never lost."""

import json
import os
import time
from pathlib import Path

import fakes
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QEvent, QSettings
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QPushButton

from jaxstudio.app import main
from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.photos.export_dialog import saved_options
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.session.autosave import UNUSED_S, Autosave
from jaxstudio.app.shared.settings import ASK_OPTIONS, BATCH_FORMAT, LONGEST, QUALITY, REDUCE, THEME
from jaxstudio.files.sessions import Session, SessionPhoto, load_session, save_session
from jaxstudio.functions.document_files import from_values
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import to_json


@pytest.fixture
def session(window, qtbot):
    window.session.autosave._wait.setInterval(1)
    return window.session


@pytest.fixture
def files(tmp_path, pixels):
    """Four photos in a folder."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(4):
        Image.fromarray(pixels + number).save(folder / f"{number}.png")
    return [str(folder / f"{number}.png") for number in range(4)]


def worked(window, qtbot, amount=0.5):
    """Change something, wait until it is on disk."""
    document, autosave = window.image.document, window.session.autosave
    with qtbot.waitSignal(autosave.written):
        document.set_param(document.add_step(fakes.brighten).key, "amount", amount)
    qtbot.waitUntil(lambda: autosave.settled)
    return document.recipe


def read(path):
    return load_session(path, fakes.CATALOGUE)


def button(bar, text):
    return next(
        each for message in bar.messages for each in message.findChildren(QPushButton) if each.text() == text
    )


def crashed(window, qtbot):
    """What a window that is gone left behind, and its recipe."""
    recipe = worked(window, qtbot)
    left = window.session.autosave.path.with_name("session-0-0.jaxstudio")
    window.session.autosave.path.rename(left)
    window.image.document.clear_steps()
    qtbot.waitUntil(lambda: window.session.autosave.settled)
    return left, recipe


def test_changes_are_on_disk_a_moment_later(window, session, qtbot):
    window.image.document.zoom_to(2.0)  # a photo that is only looked at leaves no file
    qtbot.wait(30)
    assert not session.autosave.path.exists()
    recipe = worked(window, qtbot)
    assert read(session.autosave.path).photos[0].recipe == recipe
    session.autosave._wait.setInterval(60_000)  # closing keeps the last change too
    window.image.document.add_step(fakes.blur)
    session.close()
    assert "blur" in session.autosave.last.read_text()
    window.image.document.clear_steps()
    window.actions_by_name["restore"].trigger()
    qtbot.waitUntil(
        lambda: [step.op.name for step in window.image.document.recipe.steps] == ["brighten", "blur"]
    )


def test_changes_that_go_on_and_on_are_written_meanwhile(window, session, qtbot):
    """A timer that each change starts anew would never come to write."""
    session.autosave._wait.setInterval(30)
    document = window.image.document
    key = document.add_step(fakes.brighten).key
    counts = []
    session.autosave.written.connect(lambda: counts.append(1))
    value = [0.0]

    def change():
        value[0] += 0.0001
        document.set_param(key, "amount", value[0])
        return len(counts) >= 3

    qtbot.waitUntil(change)


def test_a_running_window_is_no_crash(window, session, qtbot, tmp_path):
    worked(window, qtbot)
    worked(window, qtbot)
    other = Autosave(session.autosave.folder, lambda: lambda writer: "")
    assert other.left_by_a_crash() is None
    # a second window does not offer what the first has open
    worked(window, qtbot)
    document = ImageDocument()
    other = MainWindow(document, window.settings)
    qtbot.addWidget(other)
    assert other.session.autosave.left_by_a_crash() is None
    other.close()


def test_after_a_crash_everything_is_offered_and_comes_back_with_its_history(window, session, qtbot):
    left, recipe = crashed(window, qtbot)
    document = window.image.document
    document.backend_changed.emit()
    button(window.image.messages, "Restore").click()
    qtbot.waitUntil(lambda: document.recipe == recipe)
    qtbot.waitUntil(lambda: session.autosave.settled)
    assert session.autosave.left_by_a_crash() is None
    assert not left.exists()
    document.undo()
    document.undo()
    assert document.recipe.steps == ()


def test_what_was_done_before_restoring_is_not_lost(window, session, qtbot):
    left, recipe = crashed(window, qtbot)
    document = window.image.document
    other = worked(window, qtbot, amount=-0.25)
    session.restore(left)
    qtbot.waitUntil(lambda: document.recipe == recipe)
    qtbot.waitUntil(lambda: session.autosave.settled)
    assert read(session.autosave.last).photos[0].recipe == other
    session.restore_last()  # and back
    qtbot.waitUntil(lambda: document.recipe == other)
    qtbot.waitUntil(lambda: session.autosave.settled)
    assert read(session.autosave.last).photos[0].recipe == recipe


def test_a_session_that_is_not_wanted_is_offered_once(window, session):
    folder = session.autosave.folder
    folder.mkdir(exist_ok=True)
    save_session(folder / "session-1-1.jaxstudio", Session((SessionPhoto(rating=3),)))
    session._offer_to_restore()
    window.image.messages.messages[-1].close_button.click()
    assert session.autosave.left_by_a_crash() is None
    assert session.autosave.last is not None  # from the menu it can still be had


def test_the_next_start_offers_what_was_open(window, session, qtbot, tmp_path):
    recipe = worked(window, qtbot)
    session.close()
    welcome = window.image.welcome
    window.image.photos.take_values((), 0)
    session._offer_to_restore()
    assert welcome.isVisible()
    assert welcome.go_on.isVisible()
    assert "not saved" in welcome.left.text()
    welcome.go_on.click()
    qtbot.waitUntil(lambda: window.image.document.recipe == recipe)
    assert not welcome.go_on.isVisible()


def test_the_next_start_offers_a_saved_session_by_its_file(window, session, qtbot, tmp_path):
    recipe = worked(window, qtbot)
    path = tmp_path / "trip.jaxstudio"
    session.save(str(path))
    qtbot.waitUntil(lambda: session.path == str(path) and not session.modified)
    session.close()
    session.path = ""
    window.image.photos.take_values((), 0)
    session._offer_to_restore()
    assert window.image.welcome.left.text() == str(path)
    window.image.welcome.go_on.click()
    qtbot.waitUntil(lambda: window.image.document.recipe == recipe and session.path == str(path))


def test_a_new_session_says_that_the_work_is_put_away_and_brings_it_back(window, session, qtbot):
    recipe = worked(window, qtbot)
    window.commands["new_session"]()
    assert window.image.document.recipe == Recipe()
    bar = window.image.messages
    qtbot.waitUntil(lambda: bool(bar.messages))
    window.commands["new_session"]()  # of an empty one there is nothing to put away: the offer stays
    button(bar, "Bring It Back").click()
    qtbot.waitUntil(lambda: window.image.document.recipe == recipe)
    assert not bar.messages


def test_a_spoilt_file_is_said_in_one_line_and_stays(window, session, tmp_path, qtbot):
    recipe, bar = worked(window, qtbot), window.image.messages
    texts = {
        "session-1-1.jaxstudio": "{",
        "session-2-2.jaxstudio": "[]",
        "session-3-3.json": '{"photo": 5, "recipe": {}}',
    }
    for name, text in texts.items():
        bad = tmp_path / name
        bad.write_text(text)
        session.restore(bad)
        qtbot.waitUntil(lambda name=name: any(name in each.text.text() for each in bar.messages))
        (words,) = (
            each.text.text() for each in bar.messages if each.kind == "error" and name in each.text.text()
        )
        assert "\n" not in words
        assert window.image.document.recipe == recipe
        assert bad.read_text() == text


def test_what_an_earlier_version_autosaved_comes_back(window, session, qtbot, files):
    folder, recipe = session.autosave.folder, Recipe().added(fakes.brighten, {"amount": 0.75})
    folder.mkdir(exist_ok=True)
    old = {"photo": files[1], "page": 1, "sample": None, "recipe": to_json(recipe)}
    (folder / "session-7-7.json").write_text(json.dumps(old))
    session.restore(session.autosave.left_by_a_crash())
    document = window.image.document
    qtbot.waitUntil(
        lambda: document.recipe == recipe and document.photo is not None and document.photo.path == files[1]
    )
    qtbot.waitUntil(lambda: session.autosave.settled)
    assert session.autosave.left_by_a_crash() is None


def test_the_functions_come_back_with_the_photo(window, session, qtbot, tmp_path):
    bench = window.functions.build()
    controller = bench.controller
    with qtbot.waitSignal(session.autosave.written):
        controller.set_text(controller.document.lines[0].key, "f(x) = a x^2")
    session.save(str(tmp_path / "both.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert from_values(read(tmp_path / "both.jaxstudio").functions).lines[0].text == "f(x) = a x^2"
    window.commands["new_session"]()
    assert controller.document.lines[0].text == ""
    session.open(str(tmp_path / "both.jaxstudio"))
    qtbot.waitUntil(lambda: controller.document.lines[0].text == "f(x) = a x^2")


def test_functions_that_nobody_looks_at_stay_in_the_session(window, session, qtbot, tmp_path):
    values = {"format": "jaxstudio-functions", "version": 1, "lines": [{"text": "sin(x)"}]}
    save_session(tmp_path / "s.jaxstudio", Session(functions=values))
    session.open(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: session.name == "s.jaxstudio")
    session.save(str(tmp_path / "t.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert read(tmp_path / "t.jaxstudio").functions == values
    assert window.functions.build().controller.document.lines[0].text == "sin(x)"


def test_functions_that_cannot_be_read_are_said_before_anything_changes(window, session, qtbot, tmp_path):
    recipe = worked(window, qtbot)
    values = {"format": "jaxstudio-functions", "version": 1, "lines": [{"text": 3}]}
    save_session(tmp_path / "s.jaxstudio", Session(functions=values))
    session.open(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: any("line 1" in each.text.text() for each in window.image.messages.messages))
    assert window.image.document.recipe == recipe


def pasted(window, qtbot, colour):
    """The entry of a picture from the clipboard with a step, once both are on disk."""
    image = QImage(20, 10, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    image.setPixelColor(3, 4, QColor(1, 2, 3, 128))
    with qtbot.waitSignal(window.image.io.opened):
        window.image.io.open_image(image)
    worked(window, qtbot)
    (entry,) = [each for each in window.image.photos.entries if each.pasted]
    return entry


def seen(document):
    return fakes.PIXELS[document.photo.token]


def test_a_pasted_picture_comes_back_from_what_is_autosaved(window, session, qtbot):
    entry = pasted(window, qtbot, "#2040ff")
    before = seen(window.image.document).copy()
    assert before[4, 3].tolist() == [1, 2, 3, 128]
    left = session.autosave.path.with_name("session-0-0.jaxstudio")
    session.autosave.path.rename(left)
    session.begin_anew()
    qtbot.waitUntil(lambda: session.autosave.settled)
    assert window.image.document.photo is None
    session.restore(left)
    qtbot.waitUntil(lambda: window.image.document.photo is not None)
    assert np.array_equal(seen(window.image.document), before)
    photo = window.image.document.photo
    assert (photo.path, photo.name) == (None, "Pasted picture")
    assert window.image.photos.current.title == "Pasted picture"
    assert len(window.image.document.recipe.steps) == 1
    worked(window, qtbot)  # and is autosaved again
    assert read(session.autosave.path).photos[0].pasted == entry.pasted


def test_a_saved_session_has_its_pasted_pictures_beside_it(window, session, qtbot, tmp_path, files):
    entry = pasted(window, qtbot, "#ff8000")
    before = seen(window.image.document).copy()
    window.image.photo_commands.add(files[:1])
    folder = tmp_path / "trip"
    folder.mkdir()
    for _ in range(2):  # a second time nothing is copied anew
        session.save(str(folder / "a.jaxstudio"))
        qtbot.waitUntil(lambda: not session._jobs)
    (png,) = folder.glob("*.png")
    assert np.array_equal(np.asarray(Image.open(png)), before)
    assert json.loads((folder / "a.jaxstudio").read_text())["photos"][0]["pasted"] == png.name
    Path(entry.pasted).unlink()
    moved = folder.rename(tmp_path / "moved")
    session.open(str(moved / "a.jaxstudio"))
    qtbot.waitUntil(lambda: session.path == str(moved / "a.jaxstudio"))
    entry = window.image.photos.entries[0]
    window.image.photos.go(entry)
    qtbot.waitUntil(lambda: entry.opened is not None)
    assert np.array_equal(seen(window.image.document), before)
    session.save(str(tmp_path / "b.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert (tmp_path / png.name).is_file()


def test_a_pasted_picture_that_is_gone_is_said(window, session, qtbot):
    entry = pasted(window, qtbot, "#ff8000")
    Path(entry.pasted).unlink()
    left = session.autosave.path.with_name("session-0-0.jaxstudio")
    session.autosave.path.rename(left)
    session.restore(left)
    qtbot.waitUntil(lambda: bool(window.image.photos.current.problem))
    assert Path(entry.pasted).name in window.image.photos.current.problem


def test_pictures_that_no_session_has_are_removed_a_day_later(window, session, qtbot):
    entry = pasted(window, qtbot, "#ff8000")
    folder = session.autosave.pasted
    for name, age in (("old.png", 2), ("new.png", 0.5), (Path(entry.pasted).name, 2)):
        (folder / name).touch()
        then = time.time() - age * UNUSED_S
        os.utime(folder / name, (then, then))
    session.autosave.remove_unused()
    assert {path.name for path in folder.iterdir()} == {"new.png", Path(entry.pasted).name}


def test_a_session_is_saved_and_opened_whole(window, session, qtbot, files, tmp_path):
    photos, document = window.image.photos, window.image.document
    photos.add(files)
    qtbot.waitUntil(lambda: document.photo is not None and document.photo.path == files[0])
    recipe = worked(window, qtbot)
    photos.rate([photos.entries[2]], 4)
    photos.flag([photos.entries[3]], "reject")
    document.zoom_to(2.0)
    document.set_split(0.25)
    view = document.viewport
    window.actions_by_name["snapshot"].trigger()
    path = str(tmp_path / "whole.jaxstudio")
    session.save(path)
    qtbot.waitUntil(lambda: not session._jobs)
    window.commands["new_session"]()
    assert photos.count == 0
    session.open(path)
    qtbot.waitUntil(lambda: photos.count == 4 + 1)
    qtbot.waitUntil(lambda: document.photo is not None and document.photo.path == files[0])
    assert document.recipe == recipe
    assert document.snapshots == {"Snapshot 1": recipe}
    assert (document.viewport, document.split) == (view, 0.25)
    assert {Path(entry.path).name: (entry.rating, entry.flag) for entry in photos.entries if entry.path} == {
        "0.png": (0, ""),
        "1.png": (4, ""),
        "2.png": (0, "reject"),
        "3.png": (0, ""),
    }
    document.undo()
    document.undo()
    assert document.recipe.steps == ()


def test_the_title_says_the_session_and_whether_it_is_saved(window, session, qtbot, tmp_path):
    before = window.windowTitle()
    assert "[*]" not in before
    session.save(str(tmp_path / "trip"))
    qtbot.waitUntil(lambda: session.name == "trip.jaxstudio")
    assert "trip.jaxstudio[*]" in window.windowTitle()
    assert not window.isWindowModified()
    window.image.document.zoom_to(3.0)  # to look at it is no change
    assert not window.isWindowModified()
    window.image.document.add_step(fakes.brighten)
    assert window.isWindowModified()
    session.save_again()
    qtbot.waitUntil(lambda: not session._jobs)
    assert not window.isWindowModified()


def test_closing_with_changes_asks_and_keeps_them_either_way(window, session, qtbot, tmp_path):
    path = tmp_path / "trip.jaxstudio"
    session.save(str(path))
    qtbot.waitUntil(lambda: not session._jobs)
    recipe = worked(window, qtbot)
    window.close()
    assert window.isVisible()
    button(window.image.messages, "Close Without Saving").click()
    assert not window.isVisible()
    assert read(path).photos[0].recipe.steps == ()
    last = read(session.autosave.last)
    assert last.photos[0].recipe == recipe
    assert last.file == str(path)


def test_closing_can_save(window, session, qtbot, tmp_path):
    path = tmp_path / "trip.jaxstudio"
    session.save(str(path))
    qtbot.waitUntil(lambda: not session._jobs)
    recipe = worked(window, qtbot)
    window.close()
    button(window.image.messages, "Save and Close").click()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert read(path).photos[0].recipe == recipe


def test_a_session_that_cannot_be_written_stays_modified(window, session, qtbot, tmp_path):
    worked(window, qtbot)
    session.save(str(tmp_path / "nowhere" / "s.jaxstudio"))
    qtbot.waitUntil(
        lambda: any("cannot write" in each.text.text() for each in window.image.messages.messages)
    )
    assert session.modified
    assert session.name == ""


def test_recent_sessions_are_listed_and_opened(window, session, qtbot, tmp_path):
    menu = window.sessions_menu
    menu.aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False]
    recipe = worked(window, qtbot)
    session.save(str(tmp_path / "a.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    window.commands["new_session"]()
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [str(tmp_path / "a.jaxstudio")]
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: window.image.document.recipe == recipe)


def test_the_layout_comes_back(window, session, qtbot, tmp_path):
    image = window.image
    image.stack_dock.hide()
    image.commands["filmstrip"]()
    window.show_tab(1)
    session.save(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    window.show_tab(0)
    image.stack_dock.show()
    image.commands["filmstrip"]()
    session.open(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: window.tab is window.functions)
    assert image.stack_dock.isHidden()
    assert not image.panels.filmstrip_wanted


def test_the_choice_of_how_results_are_written_comes_back(window, session, qtbot, tmp_path):
    def choose(way, quality, longest, batch):
        window.settings.setValue("export/.tif", way)
        QUALITY.write(window.settings, quality)
        LONGEST.write(window.settings, longest)
        REDUCE.write(window.settings, True)
        BATCH_FORMAT.write(window.settings, batch)

    def chosen():
        window.actions_by_name["export_session"].trigger()
        form = window._batch.form
        return saved_options(window.settings, "a.tif"), form.request().suffix, form.request().store

    choose("TIFF, 16 bit float", 80, 640, "TIFF, compressed in tiles")
    before = chosen()
    assert (before[0].depth, before[0].store, before[0].longest) == ("float32", ("half",), 640)
    assert before[1:] == (".tif", ("deflate", "tiles"))
    session.save(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    choose("TIFF, 16 bit", 20, 2000, "PNG")
    assert chosen() != before
    session.open(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert chosen() == before
    assert QUALITY.read(window.settings) == 80


def test_another_way_of_writing_is_a_change_of_the_session(window, session, qtbot, tmp_path):
    """It is noticed when the dialog is left; what the session's file brings along is no change."""
    back_in_the_window = QEvent(QEvent.Type.WindowActivate)
    QUALITY.write(window.settings, 70)
    QApplication.sendEvent(window, back_in_the_window)
    assert not session.modified  # there is no file that lacks it
    session.save(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: bool(session.path))
    for change in (
        lambda: QUALITY.write(window.settings, 90),
        lambda: BATCH_FORMAT.write(window.settings, "PNG"),
    ):
        QApplication.sendEvent(window, back_in_the_window)
        assert not session.modified
        change()
        QApplication.sendEvent(window, back_in_the_window)
        assert session.modified
        session.save(session.path)
        qtbot.waitUntil(lambda: not session._jobs)
    QUALITY.write(window.settings, 10)
    session.open(str(tmp_path / "s.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert QUALITY.read(window.settings) == 90
    QApplication.sendEvent(window, back_in_the_window)
    assert not session.modified


LAYOUTS = [
    {"export/.tif": "TIFF, 7 bit", "export/longest": "-5", "export/ask": "no", "theme": "dark"},
    {"tab": "kitchen"},
    {"image": "%%%"},
    {"image": "AAAA"},
    {"later": "x"},
    {"image": "A" * 9000},
]


def test_a_layout_that_makes_no_sense_changes_nothing(window, session, qtbot, tmp_path):
    state, tab = window.image.docks.state(), window.tab
    for number, layout in enumerate(LAYOUTS):
        save_session(tmp_path / f"{number}.jaxstudio", Session(layout=layout, extra={"later": [1]}))
        session.open(str(tmp_path / f"{number}.jaxstudio"))
        qtbot.waitUntil(lambda number=number: session.name == f"{number}.jaxstudio")
        assert (window.image.docks.state(), window.tab) == (state, tab), layout
    assert saved_options(window.settings, "a.tif").longest == 0
    assert (THEME.read(window.settings), ASK_OPTIONS.read(window.settings)) == ("system", True)
    session.save(str(tmp_path / "t.jaxstudio"))
    qtbot.waitUntil(lambda: not session._jobs)
    assert read(tmp_path / "t.jaxstudio").extra == {"later": [1]}


def test_a_session_of_the_command_line_is_opened_once_the_filters_are_known(
    qtbot, tmp_path, monkeypatch, files
):
    save_session(tmp_path / "s.jaxstudio", Session((SessionPhoto(path=files[2], rating=2),)))
    monkeypatch.setattr(main, "EngineClient", lambda bridge, device: fakes.Client(bridge, catalogue=None))
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    started = main.Start(settings, session=str(tmp_path / "s.jaxstudio"))
    qtbot.addWidget(started.window)
    started.show()
    qtbot.wait(20)
    started.document.engine_client.catalogue = fakes.CATALOGUE
    started.document.engine_client.start()
    qtbot.waitUntil(lambda: started.document.photo is not None)
    assert started.document.photo.path == files[2]
    assert started.window.session.name == "s.jaxstudio"
    started.window.close()
