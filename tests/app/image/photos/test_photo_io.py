"""Files in and out of the window; the heavy work is in threads that a test can hold."""

import threading

import fakes
import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QByteArray, QMimeData, QUrl
from PySide6.QtGui import QGuiApplication

from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.image.status import Status
from jaxstudio.app.shared.messages import Work
from jaxstudio.backend.frames import painted
from jaxstudio.backend.protocol import Opened, PhotoInfo
from jaxstudio.errors import PhotoError
from jaxstudio.files import recipes


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


@pytest.mark.parametrize("content", [b"", b"no photo at all"])
def test_a_bad_file_is_said_and_the_work_is_untouched(io, document, tmp_path, qtbot, content):
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


def test_how_a_result_is_stored_is_kept_when_it_is_written_again(io, document, tmp_path, qtbot, monkeypatch):
    asked, write = [], document.engine_client.save
    monkeypatch.setattr(
        document.engine_client,
        "save",
        lambda request, *calls: (asked.append(request), write(request, *calls))[1],
    )
    path = str(tmp_path / "out.tif")
    with qtbot.waitSignal(io.done):
        io.save(path, "16", ("lzw", "tiles"))
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
