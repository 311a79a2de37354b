"""The kernel as a whole: turned, combined, copied, pasted, edited as text, and its frequency response."""

from __future__ import annotations

from dataclasses import replace

import fakes
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from scipy.signal import convolve2d, freqz

from jaxstudio.app.image.stack.frequency_response import SIDE, ResponseDialog, response
from jaxstudio.app.image.stack.matrix_row import MatrixAsText, matrix_menu, shorten_number, styles
from jaxstudio.ops.convolution.convolve import PRESETS
from jaxstudio.pipeline.matrices import STYLES

CONTROL = Qt.KeyboardModifier.ControlModifier
RAMP = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]


@pytest.fixture
def row(window, document):
    step = document.add_step(fakes.convolve)
    document.set_param(step.key, "kernel", RAMP)
    return window.image.panel.stack.card(step.key).form.rows["kernel"]


def kernel(document):
    return np.array(document.recipe.steps[0].params["kernel"])


def actions(menu):
    """Every entry by its words, those of its submenus after a colon."""
    found = {}
    for action in menu.actions():
        words = action.text().replace("&", "")
        if action.menu() is not None:
            found |= {f"{words}: {name}": each for name, each in actions(action.menu()).items()}
        elif words:
            found[words] = action
    return found


def do(row, words):
    result = matrix_menu(row)
    actions(result)[words].trigger()
    result.deleteLater()


def test_turned_as_numpy_does_with_one_undo(row, document, subtests):
    for words, reference in (
        ("Normalise: divide by the sum", lambda m: m / m.sum()),
        ("Flip left and right", np.fliplr),
        ("Flip top and bottom", np.flipud),
        ("Rotate by 90°", np.rot90),
        ("Transpose", np.transpose),
    ):
        with subtests.test(words=words):
            do(row, words)
            np.testing.assert_allclose(kernel(document), reference(np.array(RAMP)), rtol=1e-15)
            document.undo()
            assert kernel(document).tolist() == RAMP


def test_what_cannot_be_is_said_below_and_the_kernel_stays(row, document):
    document.set_param(row.key, "kernel", [[0, 1, 0], [1, -4, 1], [0, 1, 0]])
    do(row, "Normalise: divide by the sum")
    assert row.refusal.text() == "the weights sum to 0 and cannot be divided by their sum"
    document.set_param(row.key, "kernel", np.ones((15, 1)).tolist())
    before = kernel(document)
    do(row, "Combine with: Mean")
    assert "17 × 3: expected at most 15 × 15" in row.refusal.text()
    np.testing.assert_array_equal(kernel(document), before)


def test_two_kernels_become_one(row, document):
    do(row, "Combine with: Mean")
    np.testing.assert_allclose(kernel(document), convolve2d(RAMP, np.full((3, 3), 1 / 9)))
    QGuiApplication.clipboard().setText("1 0 -1")
    before = kernel(document)
    do(row, "Combine with: The kernel on the clipboard")
    np.testing.assert_allclose(kernel(document), convolve2d(before, [[1, 0, -1]]), atol=1e-12)


def test_keys_copy_and_paste_the_whole_kernel(row, document):
    row.table.setFocus()
    QTest.keyClick(row.table, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 9]]"
    QGuiApplication.clipboard().setText("np.array([[1, 2, 1]]) / 4")
    QTest.keyClick(row.table, Qt.Key.Key_V, CONTROL)
    assert kernel(document).tolist() == [[0.25, 0.5, 0.25]]
    assert document.frames > 0  # the window's own paste, of a photo, was not asked for


def test_a_clipboard_without_a_kernel_is_said_with_the_place(row, document):
    QGuiApplication.clipboard().setText("1 2 3\n4 five 6\n7 8 9")
    do(row, "Paste a kernel")
    assert row.refusal.text() == "The clipboard: Line 2, column 3: expected a number, not 'five'"
    assert kernel(document).tolist() == RAMP


def test_copied_in_any_style_it_is_pasted_again(row, document, subtests):
    for style in ("Python list", "NumPy array", "Comma-separated table"):
        with subtests.test(style=style):
            do(row, f"Copy as: {style}")
            document.reset_step(row.key)
            do(row, "Paste a kernel")
            assert kernel(document).tolist() == RAMP


def test_text_is_read_as_it_is_typed_and_used_when_asked(row, document, window):
    do(row, "Edit as text…")
    (dialog,) = window.findChildren(MatrixAsText)
    dialog.text.setPlainText("[[1, 2, x]]")
    assert dialog.summary.text() == "Line 1, column 9: expected a number, not 'x'"
    assert not dialog.use.isEnabled()
    (mark,) = dialog.text.extraSelections()
    assert mark.cursor.selectedText() == "x"
    dialog.text.setPlainText("[[1, 2, 1]] / 4")
    assert dialog.text.extraSelections() == []
    assert kernel(document).tolist() == RAMP  # not before it is asked for
    QTest.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    assert kernel(document).tolist() == [[0.25, 0.5, 0.25]]
    document.undo()
    assert "4, 5, 6" in dialog.text.toPlainText()
    document.remove_step(row.key)
    assert not dialog.isVisible()


def test_every_style_has_its_words():
    assert list(styles()) == list(STYLES)


def test_the_editor_says_what_is_separable(row, document):
    assert not row.separable.isVisible()
    document.set_param(row.key, "kernel", [[1, 2, 1], [2, 4, 2], [1, 2, 1]])
    assert row.separable.isVisible()
    assert row.sum.text() == "Sum 16"


def test_the_response_is_the_transform_of_the_weights(subtests):
    for name, matrix in PRESETS:
        with subtests.test(name=name):
            found = response(matrix)
            assert found.magnitude.shape == (SIDE, SIDE)
            assert found.at(0, 0) == pytest.approx(abs(np.sum(matrix)), abs=1e-12)
            # along the rows alone it is what SciPy says of the columns' sums
            angles = 2 * np.pi * np.linspace(-0.5, 0.5, SIDE)
            _, expected = freqz(np.sum(matrix, axis=0), worN=angles)
            np.testing.assert_allclose(found.magnitude[SIDE // 2], np.abs(expected), atol=1e-12)
            _, expected = freqz(np.sum(matrix, axis=1), worN=angles)
            np.testing.assert_allclose(found.magnitude[:, SIDE // 2], np.abs(expected), atol=1e-12)


def test_colours_go_from_nothing_to_the_strongest():
    found = response(((0.25, 0.5, 0.25),))
    values, low, high = found.scaled(False)
    assert (values.min(), values.max()) == (low, high) == (0, 1)
    values, low, high = found.scaled(True)
    assert (low, high) == (-60, 0)
    assert values.min() == low
    # −0.25 cycles per pixel: one half, −6 dB
    assert values[SIDE // 2, SIDE // 4] == pytest.approx(-20 * np.log10(2))
    assert np.isfinite(response(((0.0,),)).scaled(True)[0]).all()


def test_the_response_follows_the_kernel(row, document, window, qtbot):
    do(row, "Frequency response…")
    qtbot.waitUntil(lambda: bool(window.findChildren(ResponseDialog)))
    (dialog,) = window.findChildren(ResponseDialog)
    assert dialog.view.response.at(0, 0) == pytest.approx(45)
    linear = dialog.view.grab().toImage()
    dialog.scale.setCurrentIndex(1)
    dialog.scale.activated.emit(1)
    assert dialog.view.grab().toImage() != linear
    assert dialog.view.plotItem.getAxis("left").autoSIPrefixScale == 1, "cycles per pixel, not thousandths"
    document.set_param(row.key, "kernel", [[1, 0, -1]])
    assert dialog.view.response.at(0, 0) == pytest.approx(0, abs=1e-12)
    assert "strongest × 2" in dialog.summary.text()
    document.remove_step(row.key)
    assert not dialog.isVisible()


def test_values_that_do_not_do_what_they_say_are_said_in_the_form(window, document, qtbot):
    def caution(values):
        return "It cancels." if sum(map(sum, values["kernel"])) == 0 else ""

    step = document.add_step(replace(fakes.convolve, caution=caution))
    form = window.image.panel.stack.card(step.key).form
    assert not form.caution.isVisible()
    document.set_param(step.key, "kernel", [[1, -2, 1]])
    qtbot.waitUntil(form.caution.isVisible)  # the engine says it, with the frame
    assert form.caution.text() == "It cancels."
    document.undo()
    qtbot.waitUntil(lambda: not form.caution.isVisible())
    document.redo()
    qtbot.waitUntil(form.caution.isVisible)
    document.remove_step(step.key)
    other = document.add_step(fakes.brighten)  # under the same key; no frame is there yet
    assert other.key == step.key
    assert other.key not in document.step_ms
    assert not window.image.panel.stack.card(other.key).form.caution.isVisible()


def test_a_sum_of_many_digits_leaves_the_panel_as_wide_as_it_is(window, document, row):
    stack = window.image.panel.stack
    document.set_param(document.recipe.steps[0].key, "kernel", [[1234.56789012, -7e-9, 1 / 3]] * 3)
    window.show()
    assert row.sum.text() == "Sum 3705"
    assert stack.list.width() == stack.viewport().width()
    assert stack.horizontalScrollBar().maximum() == 0
    right = stack.list.rect().right()
    for control in (row.more, row.presets, row.table):
        assert control.mapTo(stack.list, control.rect().topRight()).x() <= right


def test_as_many_digits_as_there_is_room_for(subtests):
    for text, room, shown in (
        ("0.00291502", 10, "0.00291502"),
        ("0.00291502", 9, "0.002915"),
        ("0.00291502", 7, "0.00292"),
        ("-0.159155", 5, "-0.16"),
        ("1.23457e-08", 8, "1.23e-08"),
        ("12.3457", 5, "12.35"),
        ("12.3457", 4, "12.3"),
        ("12.3457", 3, "12.3457"),  # 12 would be another number: cut off rather than rounded
        ("123456", 3, "123456"),
        ("0", 0, "0"),
    ):
        with subtests.test(text=text):
            assert shorten_number(text, lambda words, room=room: len(words) <= room) == shown
