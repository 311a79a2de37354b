"""The sweep dialog: pictures of the values chosen, one taken by a click, files of both kinds."""

import numpy as np
import pytest
from engine_here import the_engine_behind
from hands import enter
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from jaxstudio.backend import variants
from jaxstudio.files import animation
from jaxstudio.ops import CATALOGUE


@pytest.fixture
def dialog(window, pixels, monkeypatch):
    """The dialog over a stack of one brightness, with the engine itself behind it."""
    document = window.image.document
    with the_engine_behind(document, pixels, variants, monkeypatch):
        document.add_step(CATALOGUE["brightness"])
        dialog = window.image.dialogs.sweeps
        yield dialog
        dialog.work.close()
        dialog.close()


def complete(qtbot, dialog, count):
    qtbot.waitUntil(lambda: len(dialog.swept) == count == dialog._arrived_count)
    return [dialog.sheet.item(row) for row in range(dialog.sheet.count())]


def values(dialog):
    return [each.recipe.steps[0].values["delta"] for each in dialog.swept]


def mean(item):
    image = item.icon().pixmap(60, 60).toImage()
    return image.scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation).pixelColor(0, 0).green()


def click(dialog, row):
    place = dialog.sheet.visualItemRect(dialog.sheet.item(row)).center()
    QTest.mouseClick(dialog.sheet.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_sixteen_values_of_a_slider_and_one_taken(qtbot, window, dialog):
    document = window.image.document
    row = window.image.panel.stack.card(1).form.rows["delta"]
    menu = QMenu()
    row.fill_menu(menu)
    assert [action.text() for action in menu.actions()] == ["Sweep Amount…", "Reset Amount"]
    menu.actions()[0].trigger()
    items = complete(qtbot, dialog, 16)
    low, high = row.param.slider
    np.testing.assert_allclose(values(dialog), np.linspace(low, high, 16), atol=1e-12)
    assert [item.text() for item in items[:1]] == [f"Amount {low:g}"]
    means = [mean(item) for item in items]
    assert means == sorted(means)
    assert means[-1] > means[0] + 50
    before = document.recipe
    click(dialog, 12)
    assert document.recipe.steps[0].values["delta"] == values(dialog)[12]
    assert dialog.sheet.currentRow() == 12
    assert dialog.isVisible()
    document.undo()
    assert document.recipe == before


def test_all_pictures_are_in_sight(qtbot, dialog):
    dialog.open_for((1, "delta"))
    items = complete(qtbot, dialog, 16)
    for size in ((900, 720), (900, 640), (1400, 800)):
        dialog.resize(*size)
        QApplication.processEvents()
        room = dialog.sheet.viewport().rect()
        assert all(room.contains(dialog.sheet.visualItemRect(item)) for item in items), size
        assert dialog.sheet.iconSize().height() >= 60
    dialog.first.number.sent.emit(100.0, False)
    complete(qtbot, dialog, 100)
    assert dialog.sheet.iconSize().height() > 40, "so many are scrolled rather than made tiny"


def test_the_sheet_is_a_file_and_the_stack_may_change_under_it(qtbot, dialog, tmp_path, monkeypatch):
    dialog.open_for((1, "delta"))
    complete(qtbot, dialog, 16)
    with qtbot.waitSignal(dialog.work.done):
        dialog.work.save_sheet(str(tmp_path / "s.png"), dialog.swept, 60, 4)
    with Image.open(tmp_path / "s.png") as image:
        assert image.size == (4 * 68 + 8, 4 * (40 + 18 + 8) + 8)
    qtbot.waitUntil(lambda: not dialog.work.writing())
    # a video without its extra names it
    monkeypatch.setattr(animation.importlib.util, "find_spec", lambda name: None)
    with qtbot.waitSignal(dialog.work.failed):
        dialog.work.save_animation(str(tmp_path / "a.mp4"), dialog.swept, 40, 12.0, False)
    assert "jaxstudio[video]" in dialog.messages.messages[-1].text.text()
    assert not list(tmp_path.glob("*.mp4"))
    qtbot.waitUntil(lambda: not dialog.work.jobs)
    # the stack may change under it
    job = dialog.work._preview_task
    dialog.document.add_step(CATALOGUE["invert"])
    qtbot.waitUntil(lambda: dialog.work._preview_task is not job)
    complete(qtbot, dialog, 16)
    dialog.document.remove_step(1)
    complete(qtbot, dialog, 16)
    assert dialog.first.place == (0, "seed"), "of the steps that are left none has a parameter"


def test_the_right_click_on_a_slider_offers_it(qtbot, window, dialog):
    row = window.image.panel.stack.card(1).form.rows["delta"]
    middle = row.slider.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, row.slider.mapToGlobal(middle))
    QApplication.sendEvent(row.slider, event)
    (menu,) = row.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()


def test_two_parameters_make_a_grid_and_a_double_click_closes(qtbot, window, dialog):
    window.image.document.add_step(CATALOGUE["gaussian_blur"])
    QTest.keyClick(
        window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog.first.choose((1, "delta"))
    dialog.second.choose((2, "sigma"))
    dialog.second.changed.emit()
    items = complete(qtbot, dialog, 25)
    assert items[0].text().count("\n") == 1
    lefts = {dialog.sheet.visualItemRect(item).left() for item in items}
    tops = {dialog.sheet.visualItemRect(item).top() for item in items}
    assert (len(lefts), len(tops)) == (5, 5)
    place = dialog.sheet.visualItemRect(items[7]).center()
    click(dialog, 7)
    QTest.mouseDClick(dialog.sheet.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not dialog.isVisible()
    first, second = dialog.document.recipe.steps
    assert (first.values["delta"], second.values["sigma"]) == dialog.swept[7].values
    dialog.document.undo()
    assert dialog.document.recipe.steps[0].values["delta"] == 0.0
    assert (
        dialog.document.recipe.steps[1].values["sigma"] == CATALOGUE["gaussian_blur"].by_name["sigma"].default
    )


def test_seeds_and_a_typed_range(qtbot, dialog):
    dialog.open_for((0, "seed"))
    complete(qtbot, dialog, 16)
    assert [each.recipe.seed for each in dialog.swept] == list(range(16))
    dialog.first.choose((1, "delta"))
    enter(dialog.first.low, "0.1")
    enter(dialog.first.high, "0.3")
    dialog.first.number.sent.emit(3.0, False)
    complete(qtbot, dialog, 3)
    np.testing.assert_allclose(values(dialog), [0.1, 0.2, 0.3])
    enter(dialog.first.high, "99")
    assert dialog.first.high.property("refused")
    enter(dialog.first.number, "1000")
    assert dialog.first.number.property("refused")
    assert dialog.first.count == 3


def test_the_animation_plays_and_is_a_file(qtbot, dialog, tmp_path):
    dialog.open_for((1, "delta"))
    dialog.first.number.sent.emit(4.0, False)
    complete(qtbot, dialog, 4)
    dialog.switch.button(1).click()
    qtbot.waitUntil(lambda: dialog.animated and dialog._arrived_count == 4)
    assert dialog.view.playing
    places = set()
    qtbot.waitUntil(lambda: places.add(dialog.view.place) or len(places) == 4)
    dialog.back.setChecked(True)
    dialog.play.setChecked(False)
    assert not dialog.view.playing
    dialog.save.click()
    (chooser,) = dialog.findChildren(QFileDialog)
    chooser.selectFile(str(tmp_path / "a.gif"))
    with qtbot.waitSignal(dialog.work.done):
        chooser.accept()
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == 6
    qtbot.waitUntil(lambda: not dialog.work.writing())


def test_closing_stops_the_work(qtbot, dialog):
    dialog.open_for((1, "delta"))
    qtbot.waitUntil(lambda: bool(dialog.work.jobs))
    (job,) = dialog.work.jobs
    dialog.close()
    assert job.cancelled()
    qtbot.waitUntil(lambda: not dialog.work.jobs)
    dialog.open_for(None)
    complete(qtbot, dialog, 16)
