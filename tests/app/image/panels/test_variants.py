"""Variants side by side: the pictures, a seed by a click, files kept, all stopped when closed."""

import json

import numpy as np
import pytest
from engine_here import the_engine_behind
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.panels import variants_dialog
from jaxstudio.backend import variants
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save
from jaxstudio.ops import CATALOGUE


@pytest.fixture
def dialog(window, pixels, monkeypatch):
    """The dialog over a stack that inverts half of the time, with the engine itself behind it."""
    document = window.image.document
    with the_engine_behind(document, pixels, variants, monkeypatch):
        document.add_step(CATALOGUE["random_invert"])
        dialog = window.image.dialogs.variants
        dialog.set_total(6)
        yield dialog
        dialog.work.close()
        dialog.close()


def shown(qtbot, dialog):
    dialog.show()
    qtbot.waitUntil(lambda: dialog.sheet.count() > 0 and dialog._arrived_count == dialog.sheet.count())
    return [dialog.sheet.item(row) for row in range(dialog.sheet.count())]


def mean(item):
    image = item.icon().pixmap(168, 168).toImage()
    return image.scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation).pixelColor(0, 0).red()


def test_shows_the_stack_under_other_seeds_and_takes_one(qtbot, window, dialog):
    window.image.commands["variants"]()
    items = shown(qtbot, dialog)
    seeds = [item.data(variants_dialog.SEED_ROLE) for item in items]
    assert seeds[0] == dialog.document.recipe.seed
    assert len(set(seeds)) == 6
    assert len({mean(item) for item in items}) >= 2, "some are inverted, some are not"
    assert {item.toolTip() for item in items} == {"", "Invert"}
    assert len({(mean(item), item.toolTip()) for item in items}) == 2, "and those that are say so"
    rect = dialog.sheet.visualItemRect(items[3])
    QTest.mouseClick(dialog.sheet.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert dialog.document.recipe.seed == seeds[3]
    assert [dialog.sheet.item(row).data(variants_dialog.SEED_ROLE) for row in range(6)] == seeds
    dialog.sheet.setCurrentRow(4)
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Return)
    assert dialog.document.recipe.seed == seeds[4]
    dialog.document.undo()
    assert dialog.document.recipe.seed == seeds[3]


def test_without_chance_one_picture_says_that_all_are_alike(qtbot, window, dialog):
    document = window.image.document
    document.clear_steps()
    document.add_step(CATALOGUE["invert"])
    window.image.commands["variants"]()
    qtbot.waitUntil(lambda: dialog.sheet.count() == 1)
    assert "no filter here draws by chance" in dialog.message.text()
    document.add_step(CATALOGUE["gaussian_noise"])
    qtbot.waitUntil(lambda: dialog.sheet.count() == 6 and dialog._arrived_count == 6)
    assert "chance" not in dialog.message.text()


def test_is_made_anew_for_another_stack_another_count_and_other_seeds(qtbot, dialog):
    shown(qtbot, dialog)
    job = dialog.work._preview_task
    dialog.document.add_step(CATALOGUE["random_flip"])
    qtbot.waitUntil(lambda: dialog.work._preview_task is not job)
    dialog.count.setFocus()
    dialog.count.selectAll()
    QTest.keyClicks(dialog.count, "3")
    QTest.keyClick(dialog.count, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: dialog.sheet.count() == 3)
    QTest.keyClicks(dialog.count, "1000000000")
    QTest.keyClick(dialog.count, Qt.Key.Key_Return)
    assert dialog.count.property("refused")
    assert dialog.total == 3
    before = dialog.seeds()
    dialog.others.click()
    assert not set(dialog.seeds()) & set(before)


def test_closing_stops_the_work(qtbot, dialog):
    dialog.set_total(60)
    dialog.show()
    qtbot.waitUntil(lambda: bool(dialog.work.jobs))
    (job,) = dialog.work.jobs
    dialog.close()
    assert job.cancelled()
    qtbot.waitUntil(lambda: not dialog.work.jobs)
    dialog.document.add_step(CATALOGUE["random_flip"])
    assert not dialog._pause.isActive()


def finished(qtbot, dialog, start):
    with qtbot.waitSignals([dialog.work.done]) as heard:
        start()
    qtbot.waitUntil(lambda: not dialog.work.jobs)
    return heard


def test_the_sheet_as_a_picture(qtbot, dialog, tmp_path):
    finished(qtbot, dialog, lambda: dialog.work.save_sheet(str(tmp_path / "s.png"), [1, 2, 3], 30))
    assert load_photo(tmp_path / "s.png").pixels.shape == (2 * (20 + 26) + 8, 2 * 38 + 8, 3)


def test_variants_of_this_photo_and_of_a_folder(qtbot, dialog, tmp_path, pixels):
    finished(qtbot, dialog, lambda: dialog.work.save_variants(str(tmp_path / "v"), [7, 8]))
    lines = [json.loads(line) for line in (tmp_path / "v" / "manifest.jsonl").read_text().splitlines()]
    assert [line["seed"] for line in lines[1:]] == [7, 8]
    for line in lines[1:]:
        result = load_photo(tmp_path / "v" / line["file"]).pixels
        np.testing.assert_array_equal(result, 255 - pixels if line["drawn"] else pixels)
    (tmp_path / "in" / "cats").mkdir(parents=True)
    save(tmp_path / "in" / "cats" / "tom.png", pixels)
    finished(qtbot, dialog, lambda: dialog.work.augment_folder(str(tmp_path / "in"), str(tmp_path / "o"), 3))
    assert sorted(path.name for path in (tmp_path / "o" / "cats").iterdir()) == [
        "tom-000.png", "tom-001.png", "tom-002.png"
    ]  # fmt: skip


def test_files_go_on_when_it_is_closed_and_the_window_says_so(qtbot, window, dialog, tmp_path):
    dialog.show()
    dialog.work.save_variants(str(tmp_path / "v"), range(40))
    dialog.close()
    assert [job.title for job in dialog.work.writing()] == ["Writing variants to v"]
    message = window.image.messages
    qtbot.waitUntil(lambda: any(": 40" in m.text.text() for m in message.messages))
    assert len(list((tmp_path / "v").glob("*.png"))) == 40


def test_what_cannot_be_done_is_said_in_the_dialog(qtbot, dialog, tmp_path):
    dialog.show()
    with qtbot.waitSignal(dialog.work.failed):
        dialog.work.augment_folder(str(tmp_path / "none"), str(tmp_path / "o"), 2)
    assert "no such file or folder" in dialog.messages.messages[-1].text.text()
    qtbot.waitUntil(lambda: not dialog.work.jobs)
    # controls have names
    for widget in (dialog.count, dialog.sheet):
        assert widget.accessibleName()
