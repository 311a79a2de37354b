"""Names that are proposed: beside the photo, in its format, new; never in a folder that cannot be written."""

import fakes
import numpy as np
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from jaxstudio.app.shared import file_dialogs

PIXELS = np.zeros((4, 4, 3), np.uint8)


@pytest.fixture
def parent(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("holiday.jpeg", "holiday-studio.jpg"),
        ("scan.tiff", "scan-studio.tif"),
        ("a.b.png", "a.b-studio.png"),
        ("old.gif", "old-studio.png"),  # not written
    ],
)
def test_a_result_is_proposed_beside_its_photo_in_its_format(parent, settings, tmp_path, name, proposed):
    photos = tmp_path / "photos"
    photos.mkdir()
    settings.setValue("folder/results", str(tmp_path))
    dialog = file_dialogs.ask_target(parent, settings, str(photos / name), lambda *_: None)
    assert dialog.selectedFiles() == [str(photos / proposed)]
    assert proposed[-4:] in dialog.selectedNameFilter()
    dialog.close()


def test_saving_begins_beside_the_photo_with_the_name_selected(parent, settings, tmp_path, qtbot):
    photos = tmp_path / "photos"
    photos.mkdir()
    for place in ("results", "recipes", "exports", "sessions"):
        settings.setValue(f"folder/{place}", str(tmp_path))
    photo = str(photos / "cat.jpg")
    # one after the other: a dialog that loses the focus to another selects nothing
    for ask in (
        lambda: file_dialogs.ask_target(parent, settings, photo, lambda *_: None),
        lambda: file_dialogs.ask_recipe_target(parent, settings, "cat-recipe.json", lambda *_: None, photo),
        lambda: file_dialogs.ask_new_file(
            parent, settings, "session", "cat.jaxstudio", lambda *_: None, photo
        ),
        lambda: file_dialogs.ask_animation_target(parent, settings, photo, lambda *_: None),
    ):
        dialog = ask()
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        qtbot.waitUntil(field.hasSelectedText)
        assert field.text().startswith(field.selectedText() + ".")
        assert dialog.directory().path() == str(photos)
        dialog.close()


def test_a_name_that_is_taken_is_not_proposed(parent, settings, tmp_path):
    (tmp_path / "cat-studio.png").touch()
    dialog = file_dialogs.ask_target(parent, settings, str(tmp_path / "cat.png"), lambda *_: None)
    assert dialog.selectedFiles() == [str(tmp_path / "cat-studio-2.png")]
    dialog.close()


def test_a_folder_that_failed_is_not_proposed_again(parent, settings, tmp_path, monkeypatch):
    locked, home = tmp_path / "locked", tmp_path / "home"
    locked.mkdir()
    home.mkdir()
    monkeypatch.setattr(file_dialogs.Path, "home", lambda: home)
    monkeypatch.setattr(file_dialogs.os, "access", lambda folder, _: str(folder) != str(locked))
    said = []
    dialog = file_dialogs.ask_target(parent, settings, "", lambda *found: said.append(found))
    dialog.setDirectory(str(locked))
    dialog.selectFile("x.png")
    dialog.accept()
    assert said  # it is tried, and said
    assert settings.value("folder/results") is None
    settings.setValue("folder/results", str(locked))  # by an earlier version
    again = file_dialogs.ask_target(parent, settings, str(locked / "photo.jpg"), lambda *_: None)
    assert again.directory().path() == str(home)
    again.close()


def test_a_name_without_an_ending_gets_that_of_the_format(parent, settings, tmp_path, subtests):
    asked = {
        "json": file_dialogs.ask_recipe_target,
        "txt": lambda parent, settings, *rest: file_dialogs.ask_new_file(parent, settings, "stage", *rest),
        "html": lambda parent, settings, *rest: file_dialogs.ask_new_file(parent, settings, "stages", *rest),
    }
    for suffix, ask in asked.items():
        with subtests.test(suffix):
            said = []
            dialog = ask(parent, settings, "proposed", said.append)
            dialog.setDirectory(str(tmp_path))
            dialog.selectFile("new")
            dialog.accept()
            assert said == [str(tmp_path / f"new.{suffix}")]


def proposed(window):
    dialog = window.findChildren(QFileDialog)[-1]
    name = dialog.selectedFiles()[0].rsplit("/", 1)[-1]
    dialog.close()
    return name


def test_recipes_sheets_and_exports_have_names(window, tmp_path):
    window.image.document.set_photo(fakes.Photo(PIXELS, path=tmp_path / "cat.png"))
    window.image.commands["save_recipe"]()
    assert proposed(window) == "cat-recipe.json"
    bench = window.functions.build()
    bench.files.ask_export()
    bench.files.dialog.buttons.accepted.emit()
    assert proposed(window) == "functions.png"
    line = bench.controller.document.lines[0]
    bench.controller.set_text(line.key, "x^2 sin(x)")
    bench.files.ask_export()
    bench.files.dialog.buttons.accepted.emit()
    assert proposed(window) == "x-2-sin-x.png"
    bench.files.path = str(tmp_path / "hills.json")
    bench.files.ask_save()
    assert proposed(window) == "hills.json"
