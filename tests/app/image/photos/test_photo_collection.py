"""Several photos: each has its own recipe, history and view; few stay decoded; none loses its recipe."""

from dataclasses import replace

import fakes
import numpy as np
import pytest
from hands import enter
from PIL import Image
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from jaxstudio.app.image.commands import photos_in
from jaxstudio.app.image.photos.collection import KEPT, PhotoCollection
from jaxstudio.app.image.photos.photo_io import PhotoIO
from jaxstudio.app.image.stack.drawn_line import CopyDialog
from jaxstudio.backend.requests import PhotoThumbnailRequest
from jaxstudio.errors import PhotoError
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.pipeline.recipe_text import from_json


@pytest.fixture
def files(tmp_path, pixels):
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(6):
        Image.fromarray(pixels + number).save(folder / f"{number}.png")
    return [str(folder / f"{number}.png") for number in range(6)]


@pytest.fixture
def photos(document):
    document.set_photo(None)
    io = PhotoIO(document)
    photos = PhotoCollection(document, io)
    photos.entries[0].opened = None
    photos._decoded.clear()
    yield photos
    io.close()


@pytest.fixture
def several(photos, files, qtbot):
    photos.add(files)
    arrived(photos, qtbot)
    return photos


def arrived(photos, qtbot):
    """Wait until the current photo is open."""
    qtbot.waitUntil(lambda: photos.current.opened is not None and not photos.io.opening)


def go(photos, place, qtbot):
    photos.go(photos.entries[place])
    arrived(photos, qtbot)


def amount(value):
    return Recipe().added(fakes.brighten, {"amount": value})


def test_each_photo_has_its_recipe_its_history_and_its_view(several, document, qtbot):
    document.set_recipe(amount(0.25))
    document.set_recipe(amount(0.5))
    document.zoom_to(3.0)
    document.set_split(0.75)
    document.set_snapshots({"Soft": amount(0.25)})
    view = document.viewport
    go(several, 1, qtbot)
    assert document.recipe == Recipe()
    assert not document.history.can_undo
    assert document.viewport.fitted
    assert (document.split, document.snapshots) == (None, {})
    document.set_recipe(amount(-0.5))
    go(several, 0, qtbot)
    assert document.recipe == amount(0.5)
    assert (document.viewport, document.split, document.snapshots) == (view, 0.75, {"Soft": amount(0.25)})
    document.undo()
    assert document.recipe == amount(0.25)
    assert several.recipe_of(several.entries[1]) == amount(-0.5)


def test_the_pixels_are_those_of_the_photo_that_is_current(several, document, qtbot, pixels):
    for place in (3, 0, 5):
        go(several, place, qtbot)
        np.testing.assert_array_equal(fakes.PIXELS[document.photo.token], pixels + place)


def test_few_photos_stay_decoded_and_going_back_is_instant(several, document, qtbot):
    before = set(fakes.PIXELS)
    for place in (1, 2, 3, 4):
        go(several, place, qtbot)
    assert len([entry for entry in several.entries if entry.opened]) == KEPT + 1
    assert len(set(fakes.PIXELS) - before) <= KEPT + 1
    several.go(several.entries[2])
    assert document.photo is not None
    assert document.photo.path == several.entries[2].path
    assert document.picture is not None


def test_large_photos_are_not_kept_decoded(several, document, qtbot, monkeypatch):
    monkeypatch.setattr("jaxstudio.app.image.photos.collection.KEPT_BYTES", 1000)
    first = document.photo.token
    go(several, 1, qtbot)
    assert first not in fakes.PIXELS
    assert several.entries[0].opened is None


def test_going_on_before_a_photo_is_decoded_shows_the_last_one_alone(several, document, qtbot):
    for place in (1, 2, 3, 4, 5):
        several.go(several.entries[place])
    document.add_step(fakes.brighten)
    arrived(several, qtbot)
    assert document.photo.path == several.entries[5].path
    assert [len(several.recipe_of(entry).steps) for entry in several.entries] == [0, 0, 0, 0, 0, 1]


def test_a_photo_that_is_missing_keeps_its_recipe_and_can_be_located(several, document, qtbot, tmp_path):
    go(several, 1, qtbot)
    document.set_recipe(amount(0.5))
    document.zoom_to(4.0)
    go(several, 0, qtbot)
    for entry in several.entries[1:]:
        several._forget(entry)
    several._decoded.clear()
    (tmp_path / "photos").rename(tmp_path / "moved")
    several.go(several.entries[1])
    qtbot.waitUntil(lambda: bool(several.current.problem))
    assert "no such file" in several.current.problem
    assert document.photo is None
    assert document.recipe == amount(0.5)
    document.set_recipe(amount(0.75))
    assert several.locate(several.current, str(tmp_path / "moved" / "1.png")) == 6  # and those beside it
    arrived(several, qtbot)
    assert document.photo.path == str(tmp_path / "moved" / "1.png")
    assert document.recipe == amount(0.75)
    assert document.viewport.zoom == 4.0
    go(several, 4, qtbot)
    assert document.photo.path == str(tmp_path / "moved" / "4.png")


def test_a_recipe_is_pasted_to_several_as_one_undo_of_each(several, document, qtbot):
    several.paste_recipe(several.entries[:3], amount(0.5))
    assert [several.recipe_of(entry) for entry in several.entries] == [amount(0.5)] * 3 + [Recipe()] * 3
    for place in range(3):
        go(several, place, qtbot)
        document.undo()
        assert document.recipe == Recipe()
        assert not document.history.can_undo


def test_photos_are_removed_and_the_one_after_is_shown(several, document, qtbot, files):
    go(several, 2, qtbot)
    several.remove(several.entries[2:4])
    arrived(several, qtbot)
    assert document.photo.path == files[4]
    several.remove(list(several.entries))
    assert several.count == 0
    assert document.photo is None


def test_the_same_file_is_not_added_twice(several, files):
    assert several.add([files[0], files[3]]) == []
    assert several.count == 6


def test_one_photo_is_replaced_and_the_steps_stay(photos, document, qtbot, files):
    photos.io.open(files[0])
    arrived(photos, qtbot)
    document.set_recipe(amount(0.5))
    with qtbot.waitSignal(photos.io.opened):
        photos.io.open(files[1])
    assert [entry.path for entry in photos.entries] == [files[1]]
    assert document.recipe == amount(0.5)


def test_filters_that_come_over_from_another_photo_are_said_and_removed_in_place(window, qtbot, files):
    document, bar = window.image.document, window.image.messages

    def texts():
        return [message.text.text() for message in bar.messages]

    window.image.io.open(files[0])
    qtbot.waitUntil(lambda: document.photo is not None and document.photo.path == files[0])
    assert texts() == []  # there are no filters
    document.set_recipe(amount(0.5))
    window.image.io.open(files[1])
    document.set_recipe(amount(0.25))  # for the one that comes
    qtbot.waitUntil(lambda: document.photo.path == files[1])
    assert texts() == []
    window.image.io.open(files[2])
    qtbot.waitUntil(lambda: document.photo.path == files[2] and len(texts()) == 1)
    assert "1.png" in texts()[0]
    assert bar.messages[0]._goes.isActive()  # it does not cover the picture for ever
    remove = [each for each in bar.findChildren(QPushButton) if each.text() == "Remove the Filters"]
    remove[0].click()
    assert document.recipe == Recipe()
    assert texts() == []
    document.undo()
    assert document.recipe == amount(0.25)


def test_beside_several_a_photo_that_is_opened_is_another_one(several, document, qtbot, tmp_path, pixels):
    document.set_recipe(amount(0.5))
    Image.fromarray(pixels).save(tmp_path / "new.png")
    with qtbot.waitSignal(several.io.opened):
        several.io.open(str(tmp_path / "new.png"))
    assert several.count == 7
    assert several.current is several.entries[1]
    assert document.recipe == Recipe()
    with qtbot.waitSignal(several.io.opened):
        several.io.open(several.entries[0].path)  # there already: it is gone to
    assert several.count == 7
    assert document.recipe == amount(0.5)


def test_steps_before_the_first_photos_are_the_first_one_s(photos, document, qtbot, files):
    document.set_recipe(amount(0.5))
    photos.add(files)
    assert document.recipe == amount(0.5)
    assert photos.count == 6
    assert photos.recipe_of(photos.entries[1]) == Recipe()


def test_going_past_the_ends_stays(several, qtbot):
    several.step(-1)
    assert several.current is several.entries[0]
    several.step(1)
    assert several.current is several.entries[1]


def test_going_to_the_next_of_a_filtered_list_skips_the_others(several, qtbot):
    listed = [several.entries[0], several.entries[3], several.entries[4]]
    several.go(several.entries[2])
    several.step(1, listed)
    assert several.current is several.entries[3]
    several.go(several.entries[2])
    several.step(-1, listed)
    assert several.current is several.entries[0]


def test_values_of_photos_that_rest_are_not_made_anew(several, document):
    first, _ = several.values()
    document.set_recipe(amount(0.5))
    second, _ = several.values()
    assert [one is other for one, other in zip(first, second, strict=True)] == [False] + [True] * 5


def test_a_folder_is_its_photos_by_name(tmp_path, files):
    (tmp_path / "photos" / "notes.txt").write_text("no photo")
    assert photos_in(tmp_path / "photos") == files
    with pytest.raises(PhotoError, match="no photo"):
        photos_in(tmp_path)
    with pytest.raises(PhotoError, match="cannot be read"):
        photos_in(tmp_path / "nowhere")


# In the window


def drop(window, paths):
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QDropEvent

    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    window.dropEvent(
        QDropEvent(
            QPointF(10, 10),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def test_a_folder_that_is_dropped_fills_the_strip_and_keys_mark(window, qtbot, tmp_path, files):
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    image = window.image
    assert "filmstrip" not in vars(image)
    drop(window, [str(tmp_path / "photos")])
    qtbot.waitUntil(lambda: image.photos.count == 7)
    assert image.panels.filmstrip.isVisible()
    image.canvas.setFocus()
    QTest.keyClick(window, Qt.Key.Key_4)
    QTest.keyClick(window, Qt.Key.Key_P)
    assert (image.photos.current.rating, image.photos.current.flag) == (4, "pick")
    QTest.keyClick(window, Qt.Key.Key_U)
    QTest.keyClick(window, Qt.Key.Key_0)
    assert (image.photos.current.rating, image.photos.current.flag) == (0, "")
    here = image.photos.entries.index(image.photos.current)
    QTest.keyClick(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert image.photos.entries.index(image.photos.current) == here + 1
    window.actions_by_name["filmstrip"].trigger()
    assert not image.panels.filmstrip.isVisible()
    window.actions_by_name["filmstrip"].trigger()
    assert image.panels.filmstrip.isVisible()


def test_digits_that_are_typed_into_a_field_are_no_stars(window, qtbot, files):

    drop(window, files)
    qtbot.waitUntil(lambda: window.image.photos.count == 7)
    field = window.image.panel.seed.field
    enter(field, "54")
    assert window.image.document.recipe.seed == 54
    assert window.image.photos.current.rating == 0


def test_the_filter_lists_what_passes(window, qtbot, files):
    drop(window, files)
    photos = window.image.photos
    qtbot.waitUntil(lambda: photos.count == 7)
    strip = window.image.panels.filmstrip
    photos.rate(photos.entries[2:4], 3)
    photos.flag([photos.entries[3]], "reject")
    strip.stars.setCurrentIndex(3)
    strip.stars.activated.emit(3)
    assert strip.listed == photos.entries[2:4]
    assert strip.words.text() == "Photos: 2 of 7"
    strip.flags.setCurrentIndex(1)
    strip.flags.activated.emit(1)
    assert strip.listed == []
    photos.flag([photos.entries[2]], "pick")
    assert strip.listed == [photos.entries[2]]


def test_several_files_are_pasted(window, qtbot, files):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in files])
    QGuiApplication.clipboard().setMimeData(mime)
    window.actions_by_name["paste"].trigger()
    qtbot.waitUntil(lambda: window.image.photos.count == 1 + len(files))
    QGuiApplication.clipboard().clear()


def test_a_recipe_is_copied_and_pasted_to_what_is_selected(window, qtbot, files):
    drop(window, files)
    photos = window.image.photos
    qtbot.waitUntil(lambda: photos.count == 7)
    window.image.document.set_recipe(amount(0.5))
    window.actions_by_name["copy_recipe"].trigger()
    window.actions_by_name["select_photos"].trigger()
    assert len(window.image.photo_commands.chosen) == 7
    window.actions_by_name["paste_recipe"].trigger()
    assert {photos.recipe_of(entry).steps[0].params["amount"] for entry in photos.entries} == {0.5}
    QGuiApplication.clipboard().setText("no recipe")
    window.actions_by_name["paste_recipe"].trigger()
    assert "no recipe" in window.image.messages.messages[-1].text.text()


def test_some_filters_are_copied_and_join_those_of_other_photos(window, qtbot, files):
    drop(window, files[:2])
    photos, document = window.image.photos, window.image.document
    qtbot.waitUntil(lambda: photos.count == 3)
    window.actions_by_name["select_photos"].trigger()
    others = Recipe().added(fakes.blur, {"sigma": 3.0}).added(fakes.brighten, {"amount": 0.1})
    photos.paste_recipe(photos.entries, others)
    document.set_recipe(amount(0.5).added(fakes.blur).added(fakes.brighten, {"amount": 0.7}))
    window.actions_by_name["copy_steps"].trigger()
    dialog = window.findChild(CopyDialog)
    assert len(dialog.checked) == 3
    dialog.rows.item(1).setCheckState(Qt.CheckState.Unchecked)
    dialog.button.click()
    window.actions_by_name["paste"].trigger()
    pasted = [
        [step.params.get("amount", "blur") for step in photos.recipe_of(each).steps]
        for each in photos.entries
    ]
    own = [0.5, "blur", 0.7]
    assert sorted(map(str, pasted)) == sorted(map(str, [own, *[["blur", 0.5, 0.7]] * (len(pasted) - 1)]))
    card = window.image.panel.stack.card(document.recipe.steps[0].key)
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(from_json(QGuiApplication.clipboard().text(), document.backend.catalogue).steps) == 1


def test_thumbnails_are_made_for_what_is_in_sight(window, qtbot, tmp_path, pixels):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        Image.fromarray(pixels).save(folder / f"{number:03}.png")
    drop(window, [str(folder)])
    strip_is_there = lambda: window.image.photos.count == 301 and window.image.panels.filmstrip.isVisible()  # noqa: E731
    qtbot.waitUntil(strip_is_there)
    strip = window.image.panels.filmstrip
    assert len(strip.visible_entries()) < 20

    entries = window.image.photos.entries
    qtbot.waitUntil(lambda: all(strip.thumbnails.image(entry) for entry in strip.visible_entries()[1:]))
    bar = strip.list.horizontalScrollBar()
    bar.setValue(bar.maximum())
    assert entries[-1] in strip.visible_entries()
    assert entries[0] not in strip.visible_entries()
    qtbot.waitUntil(lambda: strip.thumbnails.image(entries[-1]) is not None, timeout=20_000)
    qtbot.waitUntil(lambda: strip.thumbnails._task is None)
    asked = [
        each for each in window.image.document.engine_client.asked if isinstance(each, PhotoThumbnailRequest)
    ]
    assert len(asked) < 60  # nothing that lies between


def test_a_missing_photo_is_said_in_place_and_found_again(window, qtbot, files, tmp_path):
    image = window.image
    drop(window, files)
    qtbot.waitUntil(lambda: image.photos.count == 7 and image.document.photo is not None)
    (tmp_path / "photos").rename(tmp_path / "moved")
    entry = image.photos.entries[-1]
    image.photos.go(entry)
    qtbot.waitUntil(image.missing.isVisible)
    assert "no such file" in image.missing.reason.text()
    assert not image.welcome.isVisible()
    assert window.actions_by_name["locate"].isEnabled()
    (tmp_path / "moved").rename(tmp_path / "photos")
    image.missing.again.click()
    qtbot.waitUntil(lambda: image.document.photo is not None)
    assert not image.missing.isVisible()
    assert not window.actions_by_name["locate"].isEnabled()
    image.photos.go(image.photos.entries[1])
    assert not image.missing.isVisible()


def test_the_menu_of_photos_is_there_with_the_photos(window):
    menus = {action.text().replace("&", ""): action for action in window.menuBar().actions()}
    assert menus["Photo"].isVisible()
    window.show_tab(1)
    assert not menus["Photo"].isVisible()
    assert menus["File"].isVisible()
    window.show_tab(0)
    assert menus["Photo"].isVisible()


def test_the_menu_turns_mirrors_and_balances(window):
    window.image.document.backend = replace(window.image.document.backend, catalogue=CATALOGUE)

    def stack(*commands):
        for name in commands:
            window.actions_by_name[name].trigger()
        return [(step.op.name, step.params.get("k", 0)) for step in window.image.document.recipe.steps]

    left, right, mirror = "rotate_left", "rotate_right", "flip_horizontal"
    assert stack(left, left) == [("rotate_90", 2)]  # turns in a row are one step
    assert stack(right, right) == []
    assert stack(right, mirror) == [("rotate_90", 3), (mirror, 0)]
    assert stack(mirror) == [("rotate_90", 3)]
    stack("auto_white_balance")
    balance = window.image.document.recipe.steps[-1]
    assert (balance.op.name, balance.params["gray_world"]) == ("white_balance", True)
    window.image.document.set_param(balance.key, "gray_world", False)
    assert len(stack("auto_white_balance")) == 2  # the one that is there is used again
    assert window.image.document.recipe.steps[-1].params["gray_world"]
