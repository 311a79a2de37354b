"""Photos opened, saved, dropped and pasted; files that are still written, files that steps read."""

from __future__ import annotations

import os
import threading

import fakes
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from jaxstudio.app.image.photos.export_dialog import ExportDialog, saved_options
from jaxstudio.app.image.photos.photo_io import PhotoIO, ReferenceFiles, SaveOptions
from jaxstudio.app.image.status import Status
from jaxstudio.app.shared.messages import Work
from jaxstudio.app.shared.settings import ASK_OPTIONS
from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import Opened, PhotoInfo
from jaxstudio.errors import PhotoError
from jaxstudio.files import recipes
from jaxstudio.ops import CATALOGUE


def brighter(pixels):
    return np.minimum(pixels.astype(int) + 51, 255)


@pytest.fixture
def io(document):
    io = PhotoIO(document)
    yield io
    io.close()


@pytest.fixture
def png(tmp_path, pixels):
    path = tmp_path / "photo.png"
    Image.fromarray(pixels[:, ::-1]).save(path)
    return path


def test_a_photo_is_opened_and_its_first_look_is_there(io, document, png, pixels, qtbot):
    with qtbot.waitSignal(io.opened) as opened:
        io.open(str(png))
    assert opened.args == [str(png)]
    assert np.array_equal(fakes.PIXELS[document.photo.token], pixels[:, ::-1])


def open_slowly(io, document, monkeypatch, qtbot):
    """Open a photo of 40 × 80: what was asked, and what answers, refuses and reports a reduced picture."""
    held = []

    def hold(request, on_answer, on_error, on_progress):
        def report(thumbnail=False):
            small = np.full((10, 20, 3), 100 if thumbnail else 200, np.uint8)
            info = PhotoInfo(request.token, 40, 80, 3, path=request.path)
            on_progress(Opened(info, painted(small, (0, 0, 40, 80), np.empty), thumbnail))

        held[:] = request, on_answer, on_error, report
        return fakes.Ticket()

    monkeypatch.setattr(document.engine_client, "open", hold)
    io.open("/photos/large.jpg")
    qtbot.waitUntil(lambda: bool(held))
    return held


def test_a_large_jpeg_is_seen_before_it_is_decoded(io, document, monkeypatch, qtbot):
    document.set_photo(None)
    ask, answer, _, report = open_slowly(io, document, monkeypatch, qtbot)
    report()
    qtbot.waitUntil(lambda: document.photo is not None)
    assert ask.first_look
    assert document.photo_size == (40, 80)
    assert document.picture is not None
    assert io.opening
    pixels = np.zeros((40, 80, 3), np.uint8)
    fakes.PIXELS[ask.token] = pixels
    done = Opened(PhotoInfo(ask.token, 40, 80, 3, path=ask.path), painted(pixels, (0, 0, 40, 80), np.empty))
    answer(done)
    qtbot.waitUntil(lambda: not io.opening)
    assert document.photo is done.photo


def test_a_thumbnail_is_marked_as_one_until_a_better_look_is_there(io, document, monkeypatch, qtbot):
    status = Status(document)
    qtbot.addWidget(status)
    document.set_photo(None)
    _, _, refuse, report = open_slowly(io, document, monkeypatch, qtbot)
    report(thumbnail=True)
    qtbot.waitUntil(lambda: document.photo is not None)
    first = document.photo
    assert status.truth.text() == "Thumbnail"
    assert document.picture.image.pixelColor(0, 0).red() == 100
    report()
    qtbot.waitUntil(lambda: document.picture.image.pixelColor(0, 0).red() == 200)
    assert status.truth.text() == "approximate"
    assert document.photo is first
    refuse(PhotoError("large.jpg: cut short"))
    qtbot.waitUntil(lambda: not io.opening and document.photo is None)


def test_a_first_look_goes_when_the_photo_cannot_be_opened(io, document, monkeypatch, qtbot):
    document.set_photo(None)
    _, _, refuse, report = open_slowly(io, document, monkeypatch, qtbot)
    report()
    qtbot.waitUntil(lambda: document.photo is not None)
    refuse(PhotoError("large.jpg: cut short"))
    qtbot.waitUntil(lambda: not io.opening and document.photo is None)


def test_a_first_look_takes_no_photos_place(io, document, monkeypatch, qtbot):
    before = document.photo
    _, _, refuse, report = open_slowly(io, document, monkeypatch, qtbot)
    with qtbot.waitSignal(io.failed):
        report()
        refuse(PhotoError("large.jpg: cut short"))
    assert document.photo is before


def test_of_two_photos_asked_for_the_last_one_wins(io, document, png, tmp_path, qtbot):
    other = tmp_path / "other.png"
    Image.new("RGB", (7, 5)).save(other)
    io.open(str(png))
    io.open(str(other))
    qtbot.waitUntil(lambda: not io.jobs)
    assert document.photo_size == (5, 7)


def test_a_bad_file_is_said_and_the_work_is_untouched(io, document, tmp_path, qtbot, subtests):
    for content in (b"", b"no photo at all"):
        with subtests.test(content=content):
            bad = tmp_path / "bad.png"
            bad.write_bytes(content)
            photo = document.photo
            with qtbot.waitSignal(io.failed) as failed:
                io.open(str(bad))
            assert "bad.png" in failed.args[0]
            assert document.photo is photo


def test_a_file_is_dropped_or_pasted(io, document, png, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(png))])
    with qtbot.waitSignal(io.opened):
        assert io.open_mime(mime)
    nothing = QMimeData()
    nothing.setText("hello")
    assert not io.open_mime(nothing)


def test_copied_pixels_can_be_pasted(io, document, pixels, qtbot):
    document.set_param(document.add_step(fakes.brighten).key, "amount", 0.2)
    with qtbot.waitSignal(io.done):
        io.copy()
    assert QGuiApplication.clipboard().mimeData().hasFormat("image/png")
    with qtbot.waitSignal(io.opened):
        io.paste()
    assert np.array_equal(fakes.PIXELS[document.photo.token], brighter(pixels))


def test_the_result_is_saved_whole(io, document, tmp_path, pixels, qtbot):
    document.set_param(document.add_step(fakes.brighten).key, "amount", 0.2)
    path = tmp_path / "out.png"
    with qtbot.waitSignal(io.done):
        io.save(str(path))
    assert np.array_equal(np.asarray(Image.open(path)), brighter(pixels))
    assert io.save_path == str(path)


def test_how_a_result_is_stored_is_kept_when_it_is_written_again(io, document, tmp_path, qtbot):
    asked = document.engine_client.asked
    path = str(tmp_path / "out.tif")
    with qtbot.waitSignal(io.done):
        io.save(path, SaveOptions("16", store=("lzw", "tiles")))
    with qtbot.waitSignal(io.done):
        io.save_again()
    assert [(each.path, each.depth, each.store) for each in asked] == [(path, "16", ("lzw", "tiles"))] * 2


def test_where_a_result_cannot_be_written_it_is_said(io, tmp_path, qtbot):
    with qtbot.waitSignal(io.failed) as failed:
        io.save(str(tmp_path / "none" / "out.png"))
    assert "out.png" in failed.args[0]
    with qtbot.waitSignal(io.failed) as failed:
        io.save(str(tmp_path / "out.xyz"))
    assert ".xyz" in failed.args[0]


def test_a_running_save_shows_its_progress_and_can_be_cancelled(window, tmp_path, qtbot, monkeypatch):
    blocked = threading.Event()
    monkeypatch.setattr(fakes.Client, "blocked", blocked)
    path = tmp_path / "out.png"
    window.image.io.save(str(path))
    job = window.image.io.jobs[-1]

    def half_done():
        return [work for work in window.findChildren(Work) if work.isVisible() and work.bar.value() == 500]

    qtbot.waitUntil(lambda: bool(half_done()))
    half_done()[0].cancel.click()
    with qtbot.waitSignal(job.ended):
        blocked.set()
    assert list(tmp_path.glob("*.png")) == []
    assert not [message for message in window.image.messages.messages if message.kind == "error"]


def test_recipes_are_saved_and_opened(io, document, tmp_path, qtbot):
    key = document.add_step(fakes.brighten).key
    document.set_param(key, "amount", 0.25)
    recipe, path = document.recipe, str(tmp_path / "recipe.json")
    with qtbot.waitSignal(io.done):
        io.save_recipe(path)
    document.clear_steps()
    with qtbot.waitSignal(io.recipe_opened):
        io.open_any(path)
    assert document.recipe == recipe
    document.undo()
    assert document.recipe.steps == ()


def test_of_two_recipes_asked_for_the_last_one_wins(io, document, tmp_path, qtbot, monkeypatch):
    paths = []
    for amount in (0.1, 0.4):
        document.set_param(document.add_step(fakes.brighten).key, "amount", amount)
        paths.append(str(tmp_path / f"{amount}.json"))
        with qtbot.waitSignal(io.done):
            io.save_recipe(paths[-1])
        document.clear_steps()
    first_may, loading = threading.Event(), recipes.load_recipe

    def slowly(path, catalogue):
        if path == paths[0]:
            first_may.wait(20)
        return loading(path, catalogue)

    monkeypatch.setattr(recipes, "load_recipe", slowly)
    io.open_recipe(paths[0])
    with qtbot.waitSignal(io.recipe_opened):
        io.open_recipe(paths[1])
    first_may.set()
    qtbot.waitUntil(lambda: not io.jobs)
    assert [step.params["amount"] for step in document.recipe.steps] == [0.4]


def test_a_bad_recipe_is_said_and_the_steps_stay(io, document, tmp_path, qtbot):
    document.add_step(fakes.brighten)
    before = document.recipe
    path = tmp_path / "bad.json"
    path.write_text('{"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "nope"}]}')
    with qtbot.waitSignal(io.failed) as failed:
        io.open_recipe(str(path))
    assert "nope" in failed.args[0]
    assert document.recipe is before


def test_a_damaged_picture_on_the_clipboard_is_said_in_a_line_and_nothing_on_stderr(io, png, qtbot, capfd):
    whole = png.read_bytes()
    for broken in (whole[:60], whole[:50] + b"\0\0\0" + whole[53:], b"\x89PNG"):
        with qtbot.waitSignal(io.failed) as failed:
            io.open_png(QByteArray(broken))
        assert failed.args == ["The clipboard's picture cannot be read"]
    assert capfd.readouterr().err == ""


@pytest.fixture
def watched(document, live, monkeypatch, tmp_path):
    """The path of a reference in use, and how often a picture was asked for."""
    monkeypatch.setattr("jaxstudio.app.image.photos.photo_io.SETTLED_MS", 1)
    asked = []
    monkeypatch.setattr(live, "request", asked.append)
    files = ReferenceFiles(document)
    path = tmp_path / "reference.png"
    Image.new("RGB", (4, 4), "red").save(path)
    document.add_step(CATALOGUE["match_histogram"])
    document.set_param(document.recipe.steps[0].key, "reference", str(path))
    asked.clear()
    yield path, asked
    files.setParent(None)


def test_a_reference_that_is_written_again_is_read_again(watched, qtbot):
    path, asked = watched
    Image.new("RGB", (4, 4), "blue").save(path)
    qtbot.waitUntil(lambda: len(asked) >= 1)


def test_so_is_one_that_another_file_took_the_place_of_and_one_that_was_away(watched, qtbot, tmp_path):
    path, asked = watched
    for number, colour in enumerate(("green", "white"), 1):
        other = tmp_path / "new.png"
        Image.new("RGB", (4, 4), colour).save(other)
        os.replace(other, path)
        qtbot.waitUntil(lambda least=number: len(asked) >= least)
    asked.clear()
    path.unlink()
    qtbot.waitUntil(lambda: len(asked) >= 1)
    asked.clear()
    np.save(tmp_path / "beside.npy", np.zeros(3))  # another file of the folder is none of its business
    Image.new("RGB", (4, 4), "black").save(path)
    qtbot.waitUntil(lambda: len(asked) >= 1)


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


HOW = (Qt.DropAction.CopyAction,)
HAND = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def files(*paths):
    """As a file manager gives them: addresses, and the same as text."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    mime.setText("\n".join(url.toString() for url in mime.urls()))
    return mime


def drop(widget, mime):
    """Whether the widget took it."""
    enters = QDragEnterEvent(QPoint(4, 4), *HOW, mime, *HAND)
    QApplication.sendEvent(widget, enters)
    drops = QDropEvent(QPointF(4, 4), *HOW, mime, *HAND)
    QApplication.sendEvent(widget, drops)
    return enters.isAccepted() and drops.isAccepted()


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "a reference.png"
    path.write_bytes(b"")
    return path


def test_a_field_for_a_file_takes_its_path(window, photo):
    document = window.image.document
    key = document.add_step(CATALOGUE["match_histogram"]).key
    field = window.image.panel.stack.card(key).form.rows["reference"].field
    assert drop(field, files(photo))
    assert document.recipe.step(key).params["reference"] == str(photo)
    assert field.text() == str(photo)


def test_other_fields_leave_it_to_the_window(window):
    document = window.image.document
    window.image.panel.stack.card(document.add_step(CATALOGUE["gamma"]).key)
    fields = list(window.image.panel.findChildren(QLineEdit))
    assert len(fields) >= 3
    assert not [field.accessibleName() for field in fields if field.acceptDrops()]


def test_several_files_are_photos_of_the_session_and_the_first_is_shown(window, tmp_path, pixels, qtbot):
    from PIL import Image

    paths = [tmp_path / "one.png", tmp_path / "two.png"]
    for path in paths:
        Image.fromarray(pixels[:9]).save(path)
    drop(window, files(*paths))
    photo = window.image.document.photo
    qtbot.waitUntil(lambda: window.image.document.photo not in (photo, None))
    assert window.image.document.photo.path == str(paths[0])
    assert [entry.path for entry in window.image.photos.entries][-2:] == [str(path) for path in paths]


def test_the_options_of_a_file_are_asked_for_foreseen_and_kept(
    window, document, tmp_path, qtbot, monkeypatch
):
    asked, saved = [], []
    monkeypatch.setattr(document.engine_client, "call", lambda request, *_: asked.append(request))
    path, settings = str(tmp_path / "a.jpg"), window.settings
    dialog = ExportDialog(document, window.image.io, settings, path, lambda *all_: saved.append(all_), window)
    dialog.open()
    dialog.quality.slider.sent.emit(70.0, True)
    dialog.longest.sent.emit(640.0, False)
    dialog.metadata.setCurrentIndex(2)
    dialog.way.setCurrentIndex(dialog.way.findData("JPEG, a quarter of the colours (4:2:0)"))
    dialog.ask.setChecked(False)
    qtbot.waitUntil(lambda: bool(asked))
    assert (asked[-1].save.quality, asked[-1].save.longest) == (70, 640)
    dialog.accept()
    ((where, options),) = saved
    assert where == path
    assert (options.depth, options.quality, options.store, options.longest) == ("8", 70, ("4:2:0",), 640)
    assert "exif" in options.drop
    assert saved_options(settings, str(tmp_path / "b.jpeg")) == options
    assert not ASK_OPTIONS.read(settings)
