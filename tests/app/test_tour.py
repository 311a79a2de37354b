"""The tour: three callouts in place, gone on with by doing, ended for good by Escape."""

import fakes
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from jaxstudio.app.tour import SEEN


@pytest.fixture
def tour(window, qtbot):
    """The tour in an empty window, as at the first start."""
    window.image.document.photo = None
    window.image.welcome.draw()
    window.offer_tour()
    yield window._tour
    if window._tour.running:
        window._tour.end()


def press(tour, words):
    (button,) = [
        each for each in tour.callout.findChildren(QPushButton) if each.text() == words and each.isVisible()
    ]
    button.click()


def area(widget):
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_each_callout_lies_in_the_window_beside_its_target(window, qtbot, tour):
    for size in ((1024, 700), (1600, 1000)):
        window.resize(*size)
        window.actions_by_name["tour"].trigger()
        for place in range(3):
            assert tour.place == place
            qtbot.wait(120)
            target, box = area(tour.steps[place].target()), area(tour.callout)
            assert window.rect().contains(box)
            assert box.intersected(target).height() <= 1 or box.intersected(target).width() <= 1
            assert tour.callout._tip is not None
            tour.next()
        assert not tour.running


def test_it_goes_on_by_what_is_done(window, qtbot, tour, pixels):
    document = window.image.document
    assert tour.callout.title.text() == "Open a photo"
    document.set_photo(fakes.Photo(pixels))
    assert tour.place == 1
    step = document.add_step(fakes.brighten)
    assert tour.place == 1, "a slider was not moved yet"
    document.begin_gesture()
    document.set_param(step.key, "amount", 0.2)
    assert tour.place == 1, "while it is held, nothing moves"
    document.end_gesture()
    qtbot.waitUntil(lambda: tour.place == 2)
    press(tour, "Done")
    assert not tour.running
    assert not tour.callout.isVisible()


def test_it_takes_no_focus_and_escape_ends_it_for_good(window, qtbot, tour):
    assert not tour.callout.isAncestorOf(QApplication.focusWidget())
    window.image.canvas.setFocus()
    QTest.keyClick(window.image.canvas, Qt.Key.Key_Escape)
    assert not tour.running
    assert window.settings.value(SEEN, False, type=bool)
    window.offer_tour()
    assert not tour.running, "never again by itself"
    window.actions_by_name["tour"].trigger()
    assert tour.running, "but when it is asked for"


def test_by_the_keyboard_and_for_screen_readers(window, qtbot, tour):
    window.actions_by_name["tour"].trigger()
    focused = QApplication.focusWidget()
    assert tour.callout.isAncestorOf(focused)
    assert tour.callout.accessibleName() == "Tour, 1 of 3: Open a photo"
    assert "sample" in tour.callout.accessibleDescription()
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert tour.place == 1
    assert tour.callout.isAncestorOf(QApplication.focusWidget()), "the keyboard stays in it"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not tour.running


def test_with_a_photo_it_begins_at_the_filters(window):
    window.offer_tour()
    assert window._tour.place == 1
    window._tour.end()


def test_it_waits_while_another_tab_is_in_front(window, qtbot, tour):
    tour.next()
    window.show_tab(1)
    qtbot.waitUntil(lambda: not tour.callout.isVisible())
    assert tour.running
    window.show_tab(0)
    qtbot.waitUntil(tour.callout.isVisible)
    # a long title is wrapped not cut
    title = tour.callout.title
    tour.callout.show_words("2 of 3", "A long title " * 6, "Text", [])
    QApplication.processEvents()
    tour.callout.point_at(None)
    QApplication.processEvents()
    assert title.height() >= title.heightForWidth(title.width()) > 2 * title.fontMetrics().height()


def test_a_table_opens_with_the_functions_and_without_the_tour(window, tmp_path, qtbot):
    path = tmp_path / "cars.csv"
    path.write_text("speed,dist\n4,2\n7,4\n")
    window.open_path(str(path))
    assert window.tab is window.functions
    qtbot.waitUntil(lambda: window.functions.bench.controller.document.data is not None)
    assert window.functions.bench.controller.document.data.y == (2.0, 4.0)
    window.offer_tour()
    assert "_tour" not in vars(window)
