"""The Functions tab by hand: typing, ticking, dragging, pointing."""

from types import SimpleNamespace

import pytest
from hands import enter, turn_wheel
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from jaxstudio.app.manual import ASKING, KINDS, READING
from jaxstudio.app.plot.controller import Spot
from jaxstudio.app.plot.plane.viewing import to_pixels, to_plane
from jaxstudio.app.shared.text import install_language
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import PrecisionQuestion
from jaxstudio.functions.protocol.requests import DrawnLine

KEY = Qt.Key
QT_NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def texts(bench):
    return [line.text for line in bench.controller.document.lines]


def row(bench, place=0):
    return bench.lines.rows[bench.controller.document.lines[place].key]


def type_line(bench, text, place=0):
    editor = row(bench, place).editor
    editor.setFocus()
    QTest.keyClicks(editor, text)
    return editor


@pytest.fixture
def parabola(bench, qtbot):
    """The bench with x^2 drawn."""
    bench.controller.set_text(bench.controller.document.lines[0].key, "x^2")
    bench.controller.history_rests()
    qtbot.waitUntil(lambda: bench.controller.settled)
    return bench


def test_the_caret_is_in_the_line_at_once_and_what_is_typed_is_drawn(bench, qtbot):
    bench.take_focus()
    assert row(bench).editor.hasFocus()
    type_line(bench, "x^2")
    assert texts(bench) == ["x^2"]
    qtbot.waitUntil(lambda: bench.controller.settled)
    (art,) = bench.plane.scenery().arts
    assert art.polylines
    qtbot.waitUntil(lambda: bench.status.truth.text() == "refined")


def test_an_empty_sheet_claims_nothing(bench, qtbot):
    qtbot.waitUntil(lambda: bench.controller.scene is not None and bench.controller.settled)
    assert bench.status.truth.text() == ""


def test_brackets_bring_their_partners_and_are_typed_over(bench):
    type_line(bench, "sin(x)+(1")
    assert texts(bench) == ["sin(x)+(1)"]
    QTest.keyClick(row(bench).editor, KEY.Key_Backspace)
    QTest.keyClick(row(bench).editor, KEY.Key_Backspace)
    assert texts(bench) == ["sin(x)+"]


def test_enter_adds_a_line_and_backspace_takes_an_empty_one_away(bench):
    editor = type_line(bench, "x")
    QTest.keyClick(editor, KEY.Key_Return)
    assert texts(bench) == ["x", ""]
    assert row(bench, 1).editor.hasFocus()
    QTest.keyClick(row(bench, 1).editor, KEY.Key_Backspace)
    assert texts(bench) == ["x"]
    assert row(bench).editor.hasFocus()


def test_the_arrow_keys_walk_through_the_lines_and_move_them(bench):
    bench.controller.add_line("sin(x)")
    editor = type_line(bench, "x")
    QTest.keyClick(editor, KEY.Key_Down)
    assert row(bench, 1).editor.hasFocus()
    QTest.keyClick(row(bench, 1).editor, KEY.Key_Up)
    assert row(bench, 0).editor.hasFocus()
    QTest.keyClick(editor, KEY.Key_Down, ALT)
    assert texts(bench) == ["sin(x)", "x"]
    assert row(bench, 1).editor.hasFocus()


def test_a_line_is_moved_by_dragging(bench, qtbot):
    for text in ("1", "2", "3"):
        bench.controller.add_line(text)
    QApplication.processEvents()
    first, last = row(bench, 0), row(bench, 3)
    start = QPoint(first.width() // 2, first.height() - 2)
    QTest.mousePress(first, Qt.MouseButton.LeftButton, pos=start)
    end = first.mapFromGlobal(last.mapToGlobal(QPoint(10, last.height() - 1)))
    QTest.mouseMove(first, start + QPoint(0, 20))
    QTest.mouseMove(first, end)
    QTest.mouseRelease(first, Qt.MouseButton.LeftButton, pos=end)
    assert texts(bench) == ["1", "2", "3", ""]


def test_several_lines_are_pasted(bench):
    editor = type_line(bench, "")
    QGuiApplication.clipboard().setText("x\n\nx^2\n  x^3")
    editor.paste()
    assert texts(bench) == ["x", "x^2", "x^3"]


def test_a_wrong_line_says_what_and_offers_a_mend(bench, qtbot):
    type_line(bench, "sinx")
    place = row(bench)
    assert place.trouble.isHidden()
    qtbot.waitUntil(lambda: not place.trouble.isHidden())
    assert "sin" in place.error.text()
    assert place.colour.state == "wrong"
    QTest.mouseClick(place.fixes[0], Qt.MouseButton.LeftButton)
    assert texts(bench) == ["sin(x)"]
    assert place.trouble.isHidden()


def test_a_wrong_line_is_explained_in_the_language_of_the_window(bench, qtbot, qapp, translators):
    install_language("de")
    type_line(bench, "f(x) = sin(x, 2, 3)")
    place = row(bench)
    qtbot.waitUntil(lambda: not place.trouble.isHidden())
    assert place.error.text() == "sin hat 1 Argument, nicht 3: sin(x)"


def test_the_value_of_a_number_stands_beside_it(bench, qtbot):
    type_line(bench, "2^10")
    qtbot.waitUntil(lambda: row(bench).value.text() == "= 42")
    assert row(bench).value.isVisible()


def test_the_values_of_a_list_have_room_beside_it(bench):
    line = SimpleNamespace(kind=LineKind.VALUE, written="")
    for value, text in (
        ((1.0, 2.0, 3.0), "= [1, 2, 3]"),
        ((1.0,) * 9, "= [1, 1, 1, 1, …]"),
        ((-0.98999249, -1.9799849, -2.96997), "= [−0.989992, −1.97998, …]"),
    ):
        assert row(bench)._value_text(line, DrawnLine("value", value=value)) == text


def test_names_are_offered_and_taken_by_tab(bench):
    editor = type_line(bench, "sinh")
    bench.lines.completion.hide()
    editor.replace(0, 4, "")
    QTest.keyClicks(editor, "arcs")
    assert bench.lines.completion.isVisible()
    QTest.keyClick(editor, KEY.Key_Tab)
    assert texts(bench)[0].startswith("arcs")
    assert texts(bench)[0].endswith("()")
    assert editor.textCursor().position() == len(texts(bench)[0]) - 1
    assert editor.hasFocus()


def test_enter_in_the_list_of_names_writes_a_new_line_unless_one_was_chosen(bench):
    editor = type_line(bench, "si")
    assert bench.lines.completion.isVisible()
    QTest.keyClick(editor, KEY.Key_Return)
    assert len(texts(bench)) == 2
    editor = type_line(bench, "co", 1)
    QTest.keyClick(editor, KEY.Key_Down)
    QTest.keyClick(editor, KEY.Key_Return)
    assert len(texts(bench)) == 2
    assert texts(bench)[1].endswith(")")


def test_a_free_name_becomes_a_slider(bench, qtbot):
    type_line(bench, "f(x) = a x^2")
    slider = bench.lines.sliders["a"]
    assert slider.isVisible()
    slider.bar.setFocus()
    QTest.keyClick(slider.bar, KEY.Key_Right)
    assert bench.controller.slider("a").value == pytest.approx(1.2)
    enter(slider.field, "25")
    assert bench.controller.slider("a").value == 25
    assert slider.high.text() == "50"
    bench.controller.set_text(bench.controller.document.lines[0].key, "x^2")
    assert "a" not in bench.lines.sliders


def test_a_slider_held_is_one_undo_and_its_ends_are_edited_in_place(bench):
    type_line(bench, "a x")
    bench.controller.history_rests()
    bar, low = bench.lines.sliders["a"].bar, bench.lines.sliders["a"].low
    QApplication.processEvents()
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    for x in (40, 60, 80):
        QTest.mouseMove(bar, QPoint(x, 10))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
    assert bench.controller.slider("a").value != 1.0
    bench.controller.undo()
    assert bench.controller.slider("a").value == 1.0
    bench.controller.set_slider("a", 4.0)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))  # beside the handle, which jumps
    QTest.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert bench.controller.slider("a").value == 1.0
    bench.controller.undo()
    assert bench.controller.slider("a").value == 4.0
    bench.controller.undo()
    enter(low, "-3")
    assert bench.controller.slider("a").low == -3
    enter(low, "99")
    assert low.property("refused")
    assert bench.controller.slider("a").low == -3


def test_a_line_is_hidden_and_shown(parabola, qtbot):
    QTest.mouseClick(row(parabola).colour, Qt.MouseButton.LeftButton)
    assert parabola.plane.scenery().arts == ()
    QTest.mouseClick(row(parabola).colour, Qt.MouseButton.LeftButton)
    assert len(parabola.plane.scenery().arts) == 1
    # derivatives are ticked and drawn
    place = row(parabola)
    place.editor.setFocus()
    chips = place.options.orders.chips
    assert chips[1].isVisible()
    QTest.mouseClick(chips[1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(chips[2], Qt.MouseButton.LeftButton)
    assert parabola.controller.document.lines[0].line.orders == (0, 1, 2)
    qtbot.waitUntil(lambda: parabola.controller.settled)
    (art,) = parabola.plane.scenery().arts
    assert {polyline.order for polyline in art.polylines} == {0, 1, 2}
    assert place.options.method.isVisible()
    assert "Taylor" in place.options.method.toolTip()
    # orders to twelve unfold
    place = row(parabola)
    place.editor.setFocus()
    orders = place.options.orders
    assert not orders.chips[12].isVisible()
    QTest.mouseClick(orders.more, Qt.MouseButton.LeftButton)
    assert orders.chips[12].isVisible()


# The plane


def test_the_plane_is_moved_and_magnified_by_keys_and_by_hand(parabola):
    plane, controller = parabola.plane, parabola.controller
    home = controller.view
    plane.setFocus()
    QTest.keyClick(plane, KEY.Key_Right)
    assert controller.view.x[0] > home.x[0]
    QTest.keyClick(plane, KEY.Key_Plus)
    assert controller.view.x[1] - controller.view.x[0] < home.x[1] - home.x[0]
    QTest.keyClick(plane, KEY.Key_0)
    assert controller.view.x == pytest.approx(home.x)
    # a double click leads home
    home = parabola.controller.view
    parabola.controller.pan(200, 0)
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(parabola.plane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert parabola.controller.view.x == pytest.approx(home.x)
    # the plane follows the hand
    plane, controller = parabola.plane, parabola.controller
    before = controller.view
    middle = QPoint(plane.width() // 2 + 50, plane.height() - 100)
    QTest.mousePress(plane.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(plane.viewport(), middle + QPoint(30, 0))
    QTest.mouseMove(plane.viewport(), middle + QPoint(60, 0))
    QTest.mouseRelease(plane.viewport(), Qt.MouseButton.LeftButton, pos=middle + QPoint(60, 0))
    moved = to_pixels(controller.view, before.x[0], 0.0)[0]
    assert moved == pytest.approx(60, abs=1)
    # the wheel magnifies at the cursor
    plane, controller = parabola.plane, parabola.controller
    at = QPoint(200, 150)
    before = to_plane(controller.view, 200, 150)
    turn_wheel(plane, 3, at)
    assert to_plane(controller.view, 200, 150) == pytest.approx(before)
    assert controller.document.equal
    turn_wheel(plane, 3, at, held=SHIFT)
    assert not controller.document.equal
    # the right button stretches the axes
    plane, controller = parabola.plane, parabola.controller
    before = controller.view
    drag(plane, Qt.MouseButton.RightButton, QPoint(200, 200), QPoint(260, 200))
    assert controller.view.x[1] - controller.view.x[0] < before.x[1] - before.x[0]
    assert controller.view.y == pytest.approx(before.y)
    assert not controller.document.equal


def drag(plane, button, start, end):
    QTest.mousePress(plane.viewport(), button, pos=start)
    for share in (0.5, 1.0):
        at = start + share * (QPointF(end) - QPointF(start)).toPoint()
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, QPointF(at), plane.mapToGlobal(QPointF(at)), button, button, QT_NONE
        )
        QApplication.sendEvent(plane.viewport(), event)
    QTest.mouseRelease(plane.viewport(), button, pos=end)


def test_the_numbers_of_the_axes_lie_above_the_curves(bench, qtbot):
    """As dark below a region of the whole plane as without it."""

    def darkest():
        view, image = bench.controller.view, bench.plane.grab().toImage()
        left, top = (round(each) for each in to_pixels(view, 4.0, 0.0))
        spots = [(left + dx, top + dy) for dx in range(-6, 7) for dy in range(4, 14)]
        return min(image.pixelColor(x, y).lightness() for x, y in spots)

    qtbot.waitUntil(lambda: bench.controller.settled)
    assert darkest() < 150


def test_a_rectangle_is_magnified_once_its_mouse_mode_is_chosen(parabola):
    plane, controller = parabola.plane, parabola.controller
    menu = plane.plotItem.vb.getMenu(None)
    menu.mouseModes[1].trigger()
    drag(plane, Qt.MouseButton.LeftButton, QPoint(100, 100), QPoint(300, 200))
    left, top = (controller.view.x[0], controller.view.y[1])
    assert controller.view.width_px == plane.width()
    assert not controller.document.equal
    menu.mouseModes[0].trigger()
    assert plane.plotItem.vb.viewRange() == [list(controller.view.x), list(controller.view.y)]
    controller.show_home()
    assert to_pixels(controller.view, left, top) == pytest.approx((100, 100), abs=1)


def test_the_context_menu_has_what_the_plane_can_do(parabola, qtbot):
    box, controller = parabola.plane.plotItem.vb, parabola.controller
    menu = box.getMenu(None)
    across = menu.ctrl[0]
    across.minText.setText("-3")
    across.maxText.setText("5")
    across.minText.editingFinished.emit()
    assert controller.view.x == (-3.0, 5.0)
    assert across.invertCheck.isHidden()
    menu.viewAll.trigger()
    assert controller.view.x == pytest.approx((-10.0, 10.0))
    copy, export = parabola.plane.scene().contextMenu
    with qtbot.waitSignal(box.export_requested):
        export.trigger()
    copy.trigger()
    assert QGuiApplication.clipboard().image().width() == 2 * parabola.plane.width()


def on_curve(bench, x, y):
    at = to_pixels(bench.controller.view, x, y)
    return QPoint(round(at[0]), round(at[1]))


def test_pointing_at_a_curve_tells_its_values(parabola, qtbot):
    QTest.mouseMove(parabola.plane.viewport(), on_curve(parabola, 2.0, 4.0))
    qtbot.waitUntil(lambda: "f′ = " in parabola.status.place.text())
    assert parabola.controller.hovered.x == pytest.approx(2.0, abs=0.05)
    QTest.mouseMove(
        parabola.plane.viewport(), QPoint(parabola.plane.width() // 2 + 5, parabola.plane.height() - 30)
    )
    qtbot.waitUntil(lambda: parabola.status.place.text().startswith("x = "))
    assert parabola.controller.hovered is None


def test_a_click_pins_and_the_pin_is_dragged(parabola, qtbot):
    plane, controller = parabola.plane, parabola.controller
    at = on_curve(parabola, 1.5, 2.25)
    QTest.mouseClick(plane.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert controller.pinned.x == pytest.approx(1.5, abs=0.05)
    qtbot.waitUntil(lambda: plane.cursor_on.probe.answered == controller.pinned)
    view = controller.view
    QTest.mousePress(plane.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(plane.viewport(), at + QPoint(20, 0))
    QTest.mouseMove(plane.viewport(), on_curve(parabola, 2.5, 0.0))
    QTest.mouseRelease(plane.viewport(), Qt.MouseButton.LeftButton, pos=on_curve(parabola, 2.5, 0.0))
    assert controller.pinned.x == pytest.approx(2.5, abs=0.05)
    assert controller.view == view
    QTest.mouseClick(plane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, plane.height() - 30))
    assert controller.pinned is None


def test_a_spot_is_pinned_and_moved_by_keys(parabola):
    plane, controller = parabola.plane, parabola.controller
    plane.setFocus()
    QTest.keyClick(plane, KEY.Key_Return)
    start = controller.pinned.x
    QTest.keyClick(plane, KEY.Key_Right, SHIFT)
    assert controller.pinned.x > start
    QTest.keyClick(plane, KEY.Key_Escape)
    assert controller.pinned is None


def pixels(bench):
    import numpy as np

    image = bench.plane.grab().toImage().convertToFormat(bench.plane.grab().toImage().Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()


@pytest.mark.samples(2)
@pytest.mark.parametrize("what", ["tangent", "circle", "polynomial"])
def test_what_is_ticked_is_drawn_at_the_pin(parabola, qtbot, what):
    controller, probe = parabola.controller, parabola.plane.cursor_on.probe
    controller.pin(Spot(controller.document.lines[0].key, 0, 1.0))
    qtbot.waitUntil(lambda: probe.answered == controller.pinned)
    before = pixels(parabola)
    QTest.mouseClick(parabola.plane.buttons.overlay_buttons[what], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: controller.settled)
    QApplication.processEvents()
    assert (pixels(parabola) != before).any(axis=2).sum() > 200
    controller.undo()
    assert not probe.shows(what)


def test_pointing_at_a_mark_names_it(parabola, qtbot):
    QTest.mouseMove(parabola.plane.viewport(), on_curve(parabola, 0.0, 0.0))
    mark = parabola.plane.cursor_on.probe.mark
    assert mark.mark.kind == "root"
    assert parabola.plane.cursor_on._label()[1][0] == "Root"


def test_no_words_are_cut_off(parabola):
    parabola.side.open("ask")
    QApplication.processEvents()
    cut = [
        label.text()
        for label in parabola.findChildren(QLabel)
        if label.isVisible() and not label.wordWrap() and label.width() < label.sizeHint().width()
    ]
    assert cut == []


def test_a_picture_that_takes_long_moves_nothing(bench, qtbot):
    """Else the plane would be resized, which asks for another picture, and so on for ever."""
    QApplication.processEvents()
    before, asked = bench.plane.size(), len(bench.controller.drawer.client.requests)
    bench.controller.take_busy("compiling f")
    qtbot.waitUntil(bench.status.stop.isVisible)
    QApplication.processEvents()
    assert bench.plane.size() == before
    QTest.mouseClick(bench.status.stop, Qt.MouseButton.LeftButton)
    assert bench.controller.drawer.client.cancelled
    bench.controller.take_busy("")
    QApplication.processEvents()
    assert not bench.status.stop.isVisible()
    assert len(bench.controller.drawer.client.requests) == asked


def test_help_is_about_what_has_the_focus(bench, qtbot):
    bench.take_focus()
    assert bench.current_topic() == KINDS
    bench.plane.setFocus()
    assert bench.current_topic() == READING
    bench.side.open("fit")
    bench.side.page("fit").count.setFocus()
    assert bench.current_topic() == ASKING
    bench.side.hide()


def test_closing_ends_the_children(bench):
    client = bench.controller.drawer.client
    bench.close()
    assert client.closed


def test_without_a_spot_nothing_that_follows_the_cursor_is_painted_anew(bench, qtbot):
    controller, said = bench.controller, []
    controller.set_text(controller.document.lines[0].key, "f(x) = a x^2")
    qtbot.waitUntil(lambda: controller.settled)
    bench.plane.cursor_on.probe.changed.connect(lambda: said.append(1))
    controller.set_slider("a", 2.5)
    qtbot.waitUntil(lambda: controller.settled)
    assert not said
    controller.pin(Spot(controller.document.lines[0].key, 0, 1.0))
    qtbot.waitUntil(lambda: bool(said))
    count = len(said)
    controller.pin(None)
    assert len(said) > count


def test_what_the_buttons_hide_is_not_painted_below_them(bench):
    buttons = bench.plane.buttons
    hidden = buttons.hidden_below()
    for button in (buttons.equal, *buttons.overlay_buttons.values()):
        assert hidden.contains(QRect(button.mapTo(bench.plane, QPoint()), button.size()))
    assert buttons.geometry().contains(hidden.boundingRect())
    corner = buttons.cards[0].geometry().topLeft() + buttons.pos()
    assert not hidden.contains(corner)


def test_a_line_in_work_keeps_what_is_written_of_it(bench, qtbot):
    controller = bench.controller
    key = controller.document.lines[0].key
    controller.set_text(key, "2 + 3")
    qtbot.waitUntil(lambda: controller.settled)
    row = bench.lines.rows[key]
    plot_line, line, told = row.plot_line, row.line, row.value.text()
    assert told
    row.show_line(plot_line, line, DrawnLine("number", pending=True), 1)
    assert row.value.text() == told


def ask(bench, qtbot, text):
    """The row of a line that is asked about, its buttons shown."""
    type_line(bench, text)
    place = row(bench)
    qtbot.waitUntil(lambda: place.trouble.isVisible())
    return place


def test_each_meaning_of_a_name_has_a_button(bench, qtbot):
    place = ask(bench, qtbot, "u(x")
    shown = [button.text() for button in place.fixes if button.isVisible()]
    assert shown == ["Write step", "Write heaviside", "Write u*"]
    QTest.mouseClick(place.fixes[1], Qt.MouseButton.LeftButton)
    assert texts(bench) == ["heaviside(x)"]
    qtbot.waitUntil(lambda: not place.trouble.isVisible())


def test_a_name_that_is_asked_about_becomes_a_slider_by_its_button(bench, qtbot):
    place = ask(bench, qtbot, "E x")
    assert place.define.text() == "Use E as a slider"
    QTest.mouseClick(place.define, Qt.MouseButton.LeftButton)
    assert texts(bench) == ["E x", "E = 1"]
    qtbot.waitUntil(lambda: not place.trouble.isVisible())
    bench.controller.undo()
    assert texts(bench) == ["E x"]


def test_a_function_that_no_line_defines_gets_one_by_its_button(bench, qtbot):
    place = ask(bench, qtbot, "widget(x, 2)")
    assert place.define.text() == "Define widget(x, y)"
    QTest.mouseClick(place.define, Qt.MouseButton.LeftButton)
    assert texts(bench) == ["widget(x, 2)", "widget(x, y) = x"]
    qtbot.waitUntil(lambda: not place.trouble.isVisible())


def test_a_fix_of_two_lines_makes_two(bench, qtbot):
    place = ask(bench, qtbot, "f(x) = x^2; f(3)")
    assert place.fixes[0].text() == "Write f(x) = x^2 ↵ f(3)"
    QTest.mouseClick(place.fixes[0], Qt.MouseButton.LeftButton)
    assert texts(bench) == ["f(x) = x^2", "f(3)"]


def test_what_is_no_formula_becomes_a_note_by_its_button(bench, qtbot):
    place = ask(bench, qtbot, "x is not None")
    assert [button.isVisible() for button in (*place.fixes, place.define)] == [False] * (len(place.fixes) + 1)
    QTest.mouseClick(place.as_note, Qt.MouseButton.LeftButton)
    assert texts(bench) == ["# x is not None"]
    qtbot.waitUntil(lambda: not place.trouble.isVisible())


def test_a_line_that_became_wrong_is_painted_faintly(parabola, qtbot):
    plane, key = parabola.plane, parabola.controller.document.lines[0].key

    def darkness():
        image = plane.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        left, top = (round(each) for each in to_pixels(parabola.controller.view, 1.0, 1.0))
        ratio = image.devicePixelRatio()
        spots = [(left + dx, top + dy) for dx in range(-3, 4) for dy in range(-3, 4)]
        return 255 - min(image.pixelColor(round(x * ratio), round(y * ratio)).lightness() for x, y in spots)

    whole = darkness()
    parabola.controller.set_text(key, "x^2 +")
    qtbot.waitUntil(lambda: plane.drawings.wrong == {key})
    qtbot.waitUntil(lambda: plane.drawings.faded == {key})
    qtbot.waitUntil(lambda: darkness() < 0.6 * whole)
    parabola.controller.set_text(key, "x^2")
    qtbot.waitUntil(lambda: not plane.drawings.faded)
    qtbot.waitUntil(lambda: darkness() > 0.9 * whole)


def test_what_is_read_under_the_cursor_does_not_widen_the_window(bench):
    before = bench.minimumSizeHint().width()
    bench.status.say("x = −1.2    " + "f = 0.380537 (15 digits sure)    " * 12)
    assert bench.minimumSizeHint().width() == before
    assert bench.status.place.text().startswith("x = −1.2")


def test_a_page_asks_again_when_a_function_that_its_line_uses_is_another(bench):
    controller, questions = bench.controller, bench.controller.drawer.client.questions
    controller.set_text(controller.document.lines[0].key, "g(x) = x^2")
    controller.hold(controller.add_line("g(x) + 1"))
    bench.side.open("precision")
    asked = [each for each in questions if isinstance(each.argument, PrecisionQuestion)]
    bench.side.page("precision").draw()
    assert [each for each in questions if isinstance(each.argument, PrecisionQuestion)] == asked != []
    controller.set_text(controller.document.lines[0].key, "g(x) = x^3")
    assert len([each for each in questions if isinstance(each.argument, PrecisionQuestion)]) == len(asked) + 1


def test_a_folder_folds_hides_moves_and_shows_its_view(bench, qtbot):
    controller = bench.controller
    first = controller.document.lines[0].key
    controller.set_text(first, "x^2")
    folder = controller.add_folder(first)
    last = controller.add_line("sin(x)")
    assert texts(bench) == ["# ", "x^2", "sin(x)"]
    bench.lines.rows[folder].fold.click()
    assert bench.lines.rows[first].isHidden()
    assert not bench.lines.rows[last].isHidden()
    bench.lines.rows[last].editor.moved.emit(-1)  # above the folder, whose line is not in sight
    assert texts(bench) == ["sin(x)", "# ", "x^2"]
    bench.lines.rows[last].editor.moved.emit(1)
    bench.lines.go_to(first)  # which opens it
    assert not bench.lines.rows[first].isHidden()
    bench.lines.rows[last].editor.moved.emit(-1)
    assert controller.document.heads.keys() == {first, last}
    qtbot.waitUntil(lambda: controller.settled)
    assert len(bench.plane.scenery().arts) == 2
    bench.lines.rows[folder].colour.click()
    assert controller.document.hidden_keys == {folder, first, last}
    bench.lines.rows[first].editor.moved.emit(1)
    assert first not in controller.document.heads
    controller.keep_folder_view(folder, True)
    kept = controller.view
    controller.open_folder(folder, False)
    controller.pan(50, 30)
    controller.open_folder(folder, True)
    assert controller.view.x == pytest.approx(kept.x)
    assert controller.view.y == pytest.approx(kept.y)
