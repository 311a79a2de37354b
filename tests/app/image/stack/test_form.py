"""Forms through real mouse, wheel and key events."""

import fakes
import numpy as np
import pytest
from hands import enter, turn_wheel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QLabel

from jaxstudio.app.shared.slider import Slider, nice_step
from jaxstudio.app.shared.text import in_words
from jaxstudio.backend.requests import LensNamesRequest
from jaxstudio.ops import CATALOGUE

LEFT = Qt.MouseButton.LeftButton


def row_of(window, op, name):
    """Add a step of `op` and return its key and the row of one parameter."""
    key = window.image.document.add_step(op).key
    return key, window.image.panel.stack.card(key).form.rows[name]


def value(window, key, name):
    return window.image.document.recipe.step(key).params[name]


def drag(slider, *fractions):
    """Press on the handle, pass the fractions of the width, let go."""
    at = QPoint(round(slider._x_of(slider._value)), slider.height() // 2)
    QTest.mousePress(slider, LEFT, pos=at)
    for fraction in fractions:
        QTest.mouseMove(slider, QPoint(round(slider.width() * fraction), slider.height() // 2))
    QTest.mouseRelease(slider, LEFT)


def test_one_drag_is_one_undo(window):
    key, row = row_of(window, fakes.brighten, "amount")
    drag(row.slider, 0.6, 0.7, 0.9)
    assert value(window, key, "amount") == pytest.approx(0.8, abs=0.1)
    window.image.document.undo()
    assert value(window, key, "amount") == 0.0


def test_the_engine_is_told_where_a_hand_is(window, live):
    """Of the step whose parameter the pointer enters, and of the one whose slider gets the focus."""
    first, row = row_of(window, fakes.brighten, "amount")
    second, other = row_of(window, fakes.brighten, "amount")
    live.expected.clear()
    QApplication.sendEvent(row, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
    other.slider.setFocus()
    assert live.expected == [first, second]


def test_a_drag_is_moving_until_it_ends(window, live):
    _, row = row_of(window, fakes.brighten, "amount")
    at = QPoint(round(row.slider._x_of(0.0)), row.slider.height() // 2)
    QTest.mousePress(row.slider, LEFT, pos=at)
    QTest.mouseMove(row.slider, at + QPoint(20, 0))
    assert live.views[-1].moving
    window.image.document._still.stop()
    QTest.mouseRelease(row.slider, LEFT)
    assert not live.views[-1].moving


def test_the_field_follows_the_slider_and_the_slider_the_field(window):
    key, row = row_of(window, fakes.brighten, "amount")
    drag(row.slider, 0.9)
    assert float(row.field.text()) == value(window, key, "amount")
    enter(row.field, "-0.5")
    assert value(window, key, "amount") == -0.5
    assert row.slider.value() == pytest.approx(250, abs=1)
    enter(row.field, "1,75")  # in the hard range, beyond the slider's
    assert value(window, key, "amount") == 1.75
    assert row.slider.value() == row.slider.maximum()


def test_a_bad_number_is_refused_in_place_and_nothing_changes(window):
    _, row = row_of(window, fakes.brighten, "amount")
    before = window.image.document.recipe
    for text in ("99", "abc", "nan", "1e999"):
        enter(row.field, text)
        assert window.image.document.recipe is before
        assert row.refusal.isVisible()
        assert "from -2 to 2" in row.refusal.text()
        assert row.field.text() == text
        QTest.keyClick(row.field, Qt.Key.Key_Escape)
        assert not row.refusal.isVisible()
        assert row.field.text() == "0"


def test_the_wheel_needs_the_focus_and_its_steps_in_a_row_are_one_undo(window):
    key, row = row_of(window, fakes.brighten, "amount")
    window.image.canvas.setFocus()
    for control in (row.slider, row.field):
        turn_wheel(control)
    assert value(window, key, "amount") == 0.0
    row.slider.setFocus()
    for _ in range(4):
        turn_wheel(row.slider)
    assert value(window, key, "amount") == 0.08
    window.image.document.undo()
    assert value(window, key, "amount") == 0.0
    row.field.setFocus()
    turn_wheel(row.field, -2)
    assert value(window, key, "amount") == -0.04
    key, row = row_of(window, fakes.blur, "mode")
    window.image.canvas.setFocus()
    turn_wheel(row.box, -1)
    assert value(window, key, "mode") == "fast"
    row.box.setFocus()
    turn_wheel(row.box, -1)
    assert value(window, key, "mode") == "best_of_all"


def test_keys_step_the_slider(window):
    key, row = row_of(window, fakes.brighten, "amount")
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Right)
    QTest.keyClick(row.slider, Qt.Key.Key_PageUp)
    assert value(window, key, "amount") == 0.22
    QTest.keyClick(row.slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert value(window, key, "amount") == 0.222
    QTest.keyClick(row.slider, Qt.Key.Key_Home)
    assert value(window, key, "amount") == -1.0


def test_steps_stay_in_the_hard_range(window):
    key, row = row_of(window, fakes.brighten, "amount")
    window.image.document.set_param(key, "amount", 1.99)
    row.field.setFocus()
    QTest.keyClick(row.field, Qt.Key.Key_PageUp)
    assert value(window, key, "amount") == 2.0
    assert not row.refusal.isVisible()


def double_click(widget, at):
    """As a hand does it: two presses, of which Qt calls the second one double."""
    QTest.mouseClick(widget, LEFT, pos=at)
    QTest.mouseDClick(widget, LEFT, pos=at)


def test_double_clicks_and_the_delete_key_reset(window):
    key, row = row_of(window, fakes.brighten, "amount")
    window.image.document.set_param(key, "amount", 0.5)
    double_click(row.slider, QPoint(12, row.slider.height() // 2))
    assert value(window, key, "amount") == 0.0
    window.image.document.undo()
    assert value(window, key, "amount") == 0.5
    QTest.mouseDClick(row.label, LEFT)
    assert value(window, key, "amount") == 0.0
    window.image.document.set_param(key, "amount", 0.5)
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Delete)
    assert value(window, key, "amount") == 0.0


def test_a_slider_taken_away_while_held_lets_go(window):
    _, row = row_of(window, fakes.brighten, "amount")
    QTest.mousePress(row.slider, LEFT, pos=QPoint(10, 10))
    assert window.image.document.in_gesture
    row.slider.setEnabled(False)
    assert not window.image.document.in_gesture


def test_whole_numbers_stay_on_their_steps(window):
    key, row = row_of(window, fakes.blur, "size")
    drag(row.slider, 0.5)
    assert value(window, key, "size") % 2 == 1
    row.field.setFocus()
    before = value(window, key, "size")
    QTest.keyClick(row.field, Qt.Key.Key_Up)
    assert value(window, key, "size") == before + 2


def test_a_linked_number_follows_until_it_is_moved(window):
    key, row = row_of(window, fakes.blur, "sigma_y")
    window.image.document.set_param(key, "sigma", 4.0)
    assert row.link.isChecked()
    assert row.field.text() == "4 px"
    drag(row.slider, 0.8)
    assert value(window, key, "sigma_y") == pytest.approx(8, abs=1)
    assert not row.link.isChecked()
    row.link.click()
    assert value(window, key, "sigma_y") is None
    assert row.field.text() == "4 px"


def test_the_number_has_its_unit_and_the_sign_of_a_change_while_it_is_not_edited(window):
    key = window.image.document.add_step(CATALOGUE["exposure"]).key
    field = window.image.panel.stack.card(key).form.rows["stops"].field
    for stops, text in ((0.5, "+0.5 EV"), (-1.25, "-1.25 EV"), (0.0, "0 EV")):
        window.image.document.set_param(key, "stops", stops)
        assert field.text() == text
    field.setFocus()
    assert field.text() == "0"
    enter(field, "+2 EV")
    assert value(window, key, "stops") == 2.0


def test_choices_and_switches(window):
    key, row = row_of(window, fakes.blur, "mode")
    row.box.setFocus()
    QTest.keyClick(row.box, Qt.Key.Key_Down)
    assert value(window, key, "mode") == "best_of_all"
    assert row.box.currentText() == "Best of all"
    switch = window.image.panel.stack.card(key).form.rows["round"].switch
    QTest.mouseClick(switch, LEFT, pos=switch.rect().center())
    assert value(window, key, "round") is True


def test_the_constant_is_shown_only_with_a_constant_border(window):
    key, _ = row_of(window, fakes.blur, "border")
    form = window.image.panel.stack.card(key).form
    assert not form.rows["cval"].isVisible()
    window.image.document.set_param(key, "border", "constant")
    assert form.rows["cval"].isVisible()


def test_only_what_the_choice_uses_is_shown(window):
    key, _ = row_of(window, fakes.richardson_lucy, "shape")
    form = window.image.panel.stack.card(key).form
    assert not form.rows["kernel"].isVisible()
    window.image.document.set_param(key, "shape", "own kernel")
    assert form.rows["kernel"].isVisible()


def test_the_borders_opacity_is_shown_only_for_a_photo_with_alpha(window, pixels):
    key, _ = row_of(window, fakes.blur, "border")
    document, form = window.image.document, window.image.panel.stack.card(key).form
    document.set_param(key, "border", "constant")
    assert not form.rows["border_alpha"].isVisible()
    alpha = np.full_like(pixels[..., :1], 128)
    document.set_photo(fakes.Photo(np.concatenate([pixels, alpha], axis=2)))
    assert form.rows["border_alpha"].isVisible()
    assert form.rows["border_alpha"].label.text() == "Border opacity"
    document.set_param(key, "border", "wrap")
    assert not form.rows["border_alpha"].isVisible()
    document.set_param(key, "border", "constant")
    document.set_photo(fakes.Photo(pixels))
    assert not form.rows["border_alpha"].isVisible()


def test_values_change_in_place(window):
    key, row = row_of(window, fakes.blur, "sigma")
    before = window.image.panel.stack.card(key).findChildren(QLabel)
    window.image.document.set_param(key, "sigma", 7.0)
    assert window.image.panel.stack.card(key).findChildren(QLabel) == before
    assert row.field.text() == "7 px"


def test_undo_while_a_field_has_the_focus_is_the_recipes(window, whole_window):
    key, row = row_of(window, fakes.brighten, "amount")
    enter(row.field, "0.5")
    QTest.keyClick(row.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert value(window, key, "amount") == 0.0


def test_the_matrix_is_edited_cell_by_cell(window):
    key, row = row_of(window, fakes.convolve, "kernel")
    row.table.item(0, 2).setText("2.5")
    assert value(window, key, "kernel")[0][2] == 2.5
    assert row.presets.currentIndex() == 0
    assert row.sum.text() == "Sum 3.5"
    row.table.item(1, 1).setText("x")
    assert row.refusal.isVisible()
    assert row.table.item(1, 1).text() == "1"


def test_the_matrix_has_presets_and_sizes(window):
    key, row = row_of(window, fakes.convolve, "kernel")
    assert row.presets.currentText() == "Identity"
    row.presets.setFocus()
    QTest.keyClick(row.presets, Qt.Key.Key_Down)
    assert value(window, key, "kernel") == ((1 / 9,) * 3,) * 3
    row.width_box.setFocus()
    QTest.keyClick(row.width_box, Qt.Key.Key_Down)
    assert [len(line) for line in value(window, key, "kernel")] == [5, 5, 5]
    assert value(window, key, "kernel")[0] == (0, 1 / 9, 1 / 9, 1 / 9, 0)
    assert row.table.columnCount() == 5


def test_steps_are_round_numbers(subtests):
    for low, high, step in ((0, 10, 0.1), (0, 1, 0.01), (-180, 180, 5), (0, 3, 0.05)):
        with subtests.test(low=low):
            assert nice_step(low, high) == pytest.approx(step)


def test_a_slider_of_no_width_stands_still(qtbot):
    slider = Slider(1.0, 1.0, 1.0)
    qtbot.addWidget(slider)
    slider.show_value(1.0)
    QTest.mouseClick(slider, LEFT, pos=QPoint(40, 10))
    assert slider._value == 1.0


def test_a_hand_beyond_the_end_of_a_slider_leaves_it_at_the_end(qtbot):
    slider = Slider(-2.0, 3.0, 0.5)
    qtbot.addWidget(slider)
    slider.resize(200, 20)
    slider.show_value(1.0)
    moved = []
    slider.sent.connect(lambda value, _: moved.append(value))
    drag(slider, 1.5)
    drag(slider, -0.5)
    assert moved == [3.0, -2.0]


def test_no_filter_has_a_row_called_by_a_letter_or_in_another_spelling():
    for op in CATALOGUE.values():
        words = [in_words(param.name) for param in op.own_params]
        assert not {"P", "Normalize"} & set(words), op.name


def test_a_double_click_on_a_number_resets_it(window):
    key, row = row_of(window, fakes.brighten, "amount")
    enter(row.field, "0.7")
    QTest.mouseDClick(row.field, LEFT)
    assert value(window, key, "amount") == 0.0
    window.image.document.undo()
    assert value(window, key, "amount") == 0.7
    QTest.keyClicks(row.field, "5")  # while a text is typed it selects, as in any field
    QTest.mouseDClick(row.field, LEFT)
    assert value(window, key, "amount") == 0.7


def test_of_many_parameters_one_group_is_shown(window):
    document = window.image.document
    key = document.add_step(CATALOGUE["hue_ranges"]).key
    form = window.image.panel.stack.card(key).form

    def shown():
        return {name for name, row in form.rows.items() if not row.isHidden()}

    assert len(shown()) == 8
    assert all(name.endswith("_hue") for name in shown())
    assert form.rows["red_hue"].label.text() == "Red"
    form.tabs.setCurrentIndex(2)
    assert all(name.endswith("_lightness") for name in shown())
    document.set_param(key, "blue_lightness", -20)
    assert [form.tabs.tabText(place) for place in range(3)] == ["Hue", "Saturation", "Lightness •"]


def test_a_text_is_taken_when_the_typing_pauses(window, qtbot):
    key, row = row_of(window, CATALOGUE["text"], "text")
    QTest.keyClicks(row.field, "Anna 1")
    assert value(window, key, "text") == ""
    qtbot.waitUntil(lambda: value(window, key, "text") == "Anna 1")
    window.image.document.undo()
    assert row.field.text() == ""
    enter(row.field, "  B")
    assert value(window, key, "text") == "  B"


def test_a_card_without_parameters_shows_what_the_engine_warns_of(window, qtbot):
    step = window.image.document.add_step(CATALOGUE["inpaint"])
    form = window.image.panel.stack.card(step.key).form
    qtbot.waitUntil(form.caution.isVisible)
    assert "Without a mask" in form.caution.text()


def test_the_colour_of_letters_is_chosen_in_a_dialog(window, qtbot):
    document = window.image.document
    step = document.add_step(CATALOGUE["text"])
    button = window.image.panel.stack.card(step.key).colour_chooser
    before = document.recipe
    button.click()
    (dialog,) = button.findChildren(QColorDialog)
    for colour in ("#ff0000", "#336699"):
        dialog.setCurrentColor(QColor(colour))
    params = document.recipe.step(step.key).params
    assert [params[name] for name in ("red", "green", "blue")] == pytest.approx([0.2, 0.4, 0.6], abs=1e-3)
    assert button.icon().pixmap(8, 8).toImage().pixelColor(4, 4).name() == "#336699"
    dialog.reject()
    assert document.recipe == before
    assert not window.image.panel.stack.card(document.add_step(fakes.brighten).key).colour_chooser.isVisible()


def test_an_empty_text_says_what_it_stands_for(window):
    document = window.image.document
    form = window.image.panel.stack.card(document.add_step(CATALOGUE["text"]).key).form
    assert form.rows["text"].field.placeholderText() == "Type a text"
    assert form.rows["file"].field.placeholderText() == "None"


def test_camera_and_lens_are_chosen_from_a_list(window, live, qtbot, monkeypatch):
    """It holds all names with the typed words; what is chosen is sent at once."""
    lenses = {"": ("Canon EF 50mm", "Canon EF-S 10-18mm"), "Nikon D90": ("Nikkor 18-105mm",)}
    asked = []

    def call(request, on_answer, on_error, on_event=None):
        if isinstance(request, LensNamesRequest):
            asked.append(request.camera)
            on_answer((("Canon EOS 5D", "Nikon D90"), lenses[request.camera]))
        return fakes.Ticket()

    monkeypatch.setattr(live, "call", call)
    key, camera = row_of(window, CATALOGUE["lens_correction"], "camera")
    form = window.image.panel.stack.card(key).form
    qtbot.waitUntil(lambda: "lens" in form.rows)
    lens = form.rows["lens"]

    def offered(row):
        model = row.completer.popup().model()
        return [model.index(place, 0).data() for place in range(model.rowCount())]

    camera.field.setFocus()
    qtbot.waitUntil(lambda: bool(camera.known))
    QTest.keyClicks(camera.field, "90 nik")
    popup = camera.completer.popup()
    assert popup.isVisible()
    assert offered(camera) == ["Nikon D90"]
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert camera.field.text() == value(window, key, "camera") == "Nikon D90"
    lens.field.setFocus()
    qtbot.waitUntil(lambda: bool(lens.known))
    assert asked == ["", "Nikon D90"]
    QTest.keyClick(lens.field, Qt.Key.Key_Down)
    assert offered(lens) == ["Nikkor 18-105mm"]
    lens.completer.popup().hide()
    window.image.document.undo()
    assert camera.field.text() == value(window, key, "camera") == ""


def test_without_lensfuns_names_words_are_typed(window, live, qtbot, monkeypatch):
    def call(request, on_answer, on_error, on_event=None):
        on_answer(((), ()))
        return fakes.Ticket()

    monkeypatch.setattr(live, "call", call)
    key, row = row_of(window, CATALOGUE["lens_correction"], "camera")
    row.field.setFocus()
    QTest.keyClicks(row.field, "Canon")
    assert not row.completer.popup().isVisible()
    qtbot.waitUntil(lambda: value(window, key, "camera") == "Canon")


def test_the_button_of_the_handles_says_what_it_does(window):
    document = window.image.document
    step = document.add_step(CATALOGUE["crop"])
    button = window.image.panel.stack.card(step.key).handles
    words = button.text()
    for _ in range(2):
        button.click()
        assert document.handle_key == step.key
        assert button.isChecked()
        assert button.text() != words
        button.click()
        assert document.handle_key is None
        assert button.text() == words
