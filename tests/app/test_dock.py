"""The inspector's dock: as high as it was left, or a window of its own."""

import fakes
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from jaxstudio.app.main_window import MainWindow


def test_the_dock_is_as_high_as_it_was_left(window, opened):
    assert window.inspector.usual_px == 340
    window.settings.setValue("inspector/height", 412)
    assert window.inspector.usual_px == 412
    window.settings.setValue("inspector/height", "no number")
    assert window.inspector.usual_px == 340
    # closing its window closes the inspector
    opened.do_inspector_window()
    opened.inspector.close()
    assert opened.inspector.isHidden()
    assert not opened.actions_by_name["inspector"].isChecked()
    opened.do_inspector()
    assert opened.inspector.isVisible()
    assert opened.inspector.isFloating()


@pytest.fixture
def opened(window, qtbot):
    window.do_inspector()
    qtbot.waitUntil(lambda: window.inspector.panel is not None)
    return window


def test_the_inspector_has_a_window_of_its_own_and_is_found_there_again(opened, qtbot):
    dock, action = opened.inspector, opened.actions_by_name["inspector_window"]
    QTest.keyClick(opened, Qt.Key.Key_F12, Qt.KeyboardModifier.ShiftModifier)
    assert dock.isFloating()
    assert dock.isWindow()
    assert dock.windowType() == Qt.WindowType.Window  # with the frame of the desktop
    assert dock.isVisible()
    assert action.isChecked()
    assert dock.panel.head.window_button.isChecked()
    dock.resize(790, 410)
    opened.close()
    again = MainWindow(
        opened.image.document, QSettings(opened.settings.fileName(), QSettings.Format.IniFormat)
    )
    qtbot.addWidget(again)
    again.show()
    again.do_inspector()
    assert again.inspector.isFloating()
    assert again.inspector.size().toTuple() == (790, 410)
    again.do_inspector_window()
    assert not again.inspector.isFloating()
    assert again.inspector.isVisible()
    again.close()


def test_with_everything_open_the_window_fits_a_small_screen(opened, qtbot):
    """1000 × 640 logical pixels: a laptop of 1366 × 768 or 1024 × 700 with its desktop's bars."""
    image, functions, panel = opened.image, opened.functions.build(), opened.inspector.panel
    image.commands["compare"]()
    opened.commands["show_functions"]()
    panel.variation.show()
    for page in functions.side.makers:
        functions.side.open(page)
    pages = [panel.pages.widget(place) for place in range(panel.pages.count())]
    for tab in (0, 1):
        opened.show_tab(tab)
        for page in pages:
            panel.show_page(page)
            least = opened.minimumSizeHint()
            assert least.width() <= 1000, page
            assert least.height() <= 640, page


def test_the_first_window_is_no_larger_than_the_screen(document, qtbot, tmp_path):
    window = MainWindow(document, QSettings(str(tmp_path / "fresh.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    free = window.screen().availableSize()  # 790 × 790 offscreen
    assert window.width() < free.width()
    assert window.height() < free.height()
    window.show()
    assert window.frameGeometry().width() <= free.width()


def test_the_sidebar_scrolls_to_the_page_that_is_open(window, qtbot):
    window.commands["show_functions"]()
    bench = window.functions.bench
    window.resize(700, 300)
    qtbot.waitUntil(lambda: bench.rail.verticalScrollBar().maximum() > 0)
    bench.rail.chosen.emit("arrays")
    button = bench.rail.buttons["arrays"]
    qtbot.waitUntil(lambda: button.visibleRegion().boundingRect().height() == button.height())
    assert button.width() == bench.rail.viewport().width()


def test_the_step_that_is_selected_is_inspected(window, qtbot):
    """F12 shows the card that has the focus, not the whole recipe."""
    document, stack = window.image.document, window.image.panel.stack
    keys = [document.add_step(op).key for op in (fakes.brighten, fakes.turn, fakes.convolve)]
    stack.card(keys[1]).setFocus()
    assert stack.focused_step() is not None
    window.do_inspector()
    qtbot.waitUntil(lambda: window.inspector.panel is not None)
    controller = window.inspector.panel.controller
    qtbot.waitUntil(lambda: controller.inspectable is not None)
    assert controller.inspectable.item_id == keys[1]
