"""Comparing: the bar, snapshots, differences and channels, by mouse and keyboard."""

import fakes
import numpy as np
import pytest
from hands import enter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel
from skimage.metrics import peak_signal_noise_ratio

from jaxstudio.app.image.canvas.display_words import of_not_numbers, of_planes, of_values
from jaxstudio.backend.frames import to_uint8
from jaxstudio.backend.protocol import Progress, pack_recipe
from jaxstudio.pipeline.display_mode import CHANNELS, DisplayMode

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def bar(window, qtbot):
    qtbot.waitUntil(lambda: window.image.document.frames > 0)
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert window.image.panels.compare_bar.isVisible()
    return window.image.panels.compare_bar


def brightened(document, amount=0.1):
    key = document.add_step(fakes.brighten).key
    document.set_param(key, "amount", amount)
    return key


def choose(box: QComboBox, words: str) -> None:
    """As a hand would."""
    box.setFocus()
    box.setCurrentIndex(box.findText(words))
    box.activated.emit(box.currentIndex())


def test_nothing_is_measured_until_asked(window, live, qtbot):
    qtbot.waitUntil(lambda: window.image.document.frames > 0)
    brightened(window.image.document)
    assert live.measured == []
    assert not window.image.panels.compare_bar.isVisible()
    # pixels that are no numbers are counted below
    assert not window.image.status.numbers.isVisible()
    live.not_numbers = 12
    brightened(window.image.document)
    qtbot.waitUntil(lambda: window.image.status.numbers.text() == "12 pixels are not numbers")
    live.not_numbers = None
    window.image.document.request()
    qtbot.waitUntil(lambda: window.image.document.picture.frame.not_numbers is None)
    assert window.image.status.numbers.isVisible()


def test_the_measures_are_those_of_the_saved_picture(bar, window, pixels, qtbot):
    document = window.image.document
    qtbot.waitUntil(lambda: bar.labels["psnr"].text() == "PSNR ∞ (nothing differs)")
    assert bar.labels["ssim"].text() == "SSIM 1.0000"
    brightened(document)
    saved = fakes.computed(pixels, document.recipe)
    expected = peak_signal_noise_ratio(pixels, saved)
    qtbot.waitUntil(lambda: bar.labels["psnr"].text() == f"PSNR {expected:.2f} dB")
    assert bar.labels["delta"].text() == f"max |Δ| {26 / 255:.4f}"
    assert bar.state.text() == "exact"
    # no words are cut off in the bar
    qtbot.waitUntil(lambda: bar.state.text() == "exact")
    labels = [label for label in bar.findChildren(QLabel) if label.isVisible()]
    assert len(labels) >= 9
    assert all(label.width() >= label.sizeHint().width() for label in labels)
    # another photo forgets the snapshot
    brightened(window.image.document)
    window.image.commands["snapshot"]()
    window.image.document.set_photo(fakes.Photo(pixels.copy()))
    assert not window.image.document.snapshots
    assert bar.other.currentText() == "Original"
    assert not window.image.document.against.active


def test_how_far_the_exact_measures_are_is_said(bar, window, live, qtbot):
    live.rough = True
    brightened(window.image.document)
    qtbot.waitUntil(lambda: bar.state.text() == "approximate: of a smaller copy")
    assert bar.state.property("look") == "approximate"
    live.bridge(Progress("measures", 0.421))
    qtbot.waitUntil(lambda: bar.state.text() == "approximate: of a smaller copy · 42 %")
    # with the bar closed nothing is measured on
    assert not live.stopped_measuring
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert not bar.isVisible()
    assert live.stopped_measuring


def test_while_a_hand_moves_old_numbers_are_not_shown(bar, window, live, qtbot):
    document = window.image.document
    key = brightened(document)
    qtbot.waitUntil(lambda: bar.state.text() == "exact")
    live.always_exact = True
    document.begin_gesture()
    count, frames = len(live.measured), document.frames
    document.set_param(key, "amount", 0.3)
    qtbot.waitUntil(lambda: document.frames > frames)
    assert len(live.measured) == count
    assert bar.state.text() == "measuring…"
    assert not bar.labels["psnr"].isVisible()
    document.end_gesture()
    qtbot.waitUntil(lambda: bar.state.text() == "exact")
    assert len(live.measured) > count


def test_sizes_that_differ_are_said_in_place(bar, window, qtbot):
    window.image.document.add_step(fakes.turn)
    words = "The sizes differ, 40 × 60 and 60 × 40: nothing to compare pixel by pixel"
    qtbot.waitUntil(lambda: bar.state.text() == words)
    assert not any(label.isVisible() for label in bar.labels.values())


def test_a_snapshot_is_compared_with(bar, window, live, qtbot, pixels):
    document = window.image.document
    key = brightened(document)
    QTest.keyClick(window, Qt.Key.Key_B, CONTROL | SHIFT)
    taken = document.recipe
    assert bar.other.currentText() == "Snapshot 1"
    qtbot.waitUntil(lambda: "∞" in bar.labels["psnr"].text())
    document.set_param(key, "amount", 0.5)
    qtbot.waitUntil(lambda: bar.labels["psnr"].text() not in ("", "PSNR ∞ (nothing differs)"))
    assert live.measured[-1][1] == taken
    document.set_split(1.0)
    qtbot.waitUntil(lambda: document.picture.request.against == pack_recipe(taken))
    before = document.picture.original.pixelColor(50, 20).getRgb()[:3]
    assert before == tuple(fakes.computed(pixels, taken)[20, 50])
    choose(bar.other, "Original")
    assert not document.against.active


def test_the_difference_is_a_way_of_looking(bar, window, live, qtbot):
    QTest.keyClick(window, Qt.Key.Key_D, CONTROL | SHIFT)
    assert window.image.document.display_mode == DisplayMode("", "absolute", 1.0)
    qtbot.waitUntil(lambda: live.views[-1].display_mode.difference == "absolute")
    assert bar.gain.isEnabled()
    bar.gain.setFocus()
    QTest.keyClick(bar.gain, Qt.Key.Key_Right)
    QTest.keyClick(bar.gain, Qt.Key.Key_Right)
    assert window.image.document.display_mode.gain == pytest.approx(2.0)
    choose(bar.difference, "Signed")
    assert window.image.document.display_mode.difference == "signed"
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert window.image.document.display_mode.plain
    assert not bar.isVisible()
    # a gain is typed
    window.image.commands["difference"]()
    field = bar.gain_field
    enter(field, "300")
    assert window.image.document.display_mode.gain == 64.0
    assert field.text().startswith("64")


def test_channels_are_chosen_beside_the_split(window, live, qtbot):
    box = window.image.toolbar.channel
    assert {box.itemData(at) for at in range(box.count())} >= {"", *CHANNELS}
    choose(box, "Lab: Lightness")
    assert window.image.document.display_mode.channel == "lab.0"
    qtbot.waitUntil(lambda: live.views[-1].display_mode.channel == "lab.0")
    window.image.canvas.grab()
    choose(box, "HSV: side by side")
    window.image.canvas.grab()
    choose(box, "Picture")
    assert window.image.document.display_mode.plain
    # the probe tells the channels values
    choose(window.image.toolbar.channel, "HSV: Hue")
    window.image.document.probe_at((3, 5))
    qtbot.waitUntil(lambda: "HSV 180° 0.250 0.125" in window.image.status.pixel.text())


def test_values_in_words():
    assert of_values((0.5, float("nan"), float("inf"), float("-inf"))) == "0.500 NaN ∞ −∞"
    assert of_values(None) == "–"
    assert of_planes("lab", (50.0, -3.25, 7.0)) == "Lab 50.0 -3.2 7.0"
    assert of_planes("hsl", (float("nan"), 1.0, 0.0)) == "HSL NaN 1.000 0.000"
    assert (of_not_numbers(0), of_not_numbers(1)) == ("", "1 pixel is not a number")


def test_the_help_explains_what_is_measured(window):
    window.image.panels.compare_bar.help_asked.emit()
    page = window._help.page.toPlainText()
    for words in ("PSNR", "CIEDE2000", "snapshot", "magenta"):
        assert words in page


def test_a_float_photos_first_look_marks_what_is_no_number():
    for channels in (1, 2, 3, 4):
        pixels = np.full((3, 4, channels), 0.5, np.float32)
        pixels[1, 2, 0] = np.nan
        assert to_uint8(pixels)[1, 2, :3].tolist() == [255, 0, 255]
        assert to_uint8(pixels)[0, 0, 0] == 128
