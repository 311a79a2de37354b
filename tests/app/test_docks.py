"""The panels of both tabs: hidden, floated, tabbed, kept as they were left, and put back."""

import pytest
from fakes import FittingProcess
from PIL import Image
from plot.stand_ins import Client
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.fitting import Fitting
from jaxstudio.app.main_window import MainWindow
from jaxstudio.app.plot import workbench
from jaxstudio.app.shared import theme
from jaxstudio.ops import CATALOGUE

RIGHT, LEFT, TOP, BOTTOM = (
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.TopDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


@pytest.fixture
def again(window, qtbot):
    """Close the window and open another one with the same settings."""

    def reopen():
        window.close()
        path = window.settings.fileName()
        window.settings.sync()
        other = MainWindow(ImageDocument(), QSettings(path, QSettings.Format.IniFormat))
        qtbot.addWidget(other)
        other.resize(1280, 800)
        other.show()
        QApplication.processEvents()
        return other

    return reopen


@pytest.fixture
def bench(window, monkeypatch):
    monkeypatch.setattr(workbench, "make_client", Client)
    window.commands["show_functions"]()
    QApplication.processEvents()
    return window.functions.bench


def panels_menu(window):
    window.panels_menu.aboutToShow.emit()
    return {action.text().replace("&", ""): action for action in window.panels_menu.actions()}


def test_the_filters_lie_at_the_right_hide_float_and_come_back(window):
    tab = window.image
    assert tab.docks.dockWidgetArea(tab.stack_dock) == RIGHT
    assert abs(tab.panel.width() - 372) <= 2
    assert tab.panel.height() > 450
    # f8 and the menu hide and show them
    dock = window.image.stack_dock
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert dock.isHidden()
    assert not window.actions_by_name["panel"].isChecked()
    menu = panels_menu(window)
    assert menu["Side Panel"] is window.actions_by_name["panel"]
    menu["Side Panel"].trigger()
    assert not dock.isHidden()
    dock.titleBarWidget().close_button.click()
    assert dock.isHidden()
    window.actions_by_name["add"].trigger()
    assert not dock.isHidden()
    # it floats and comes back
    dock = window.image.stack_dock
    panels_menu(window)["Filters in a Window of Its Own"].trigger()
    assert dock.isFloating()
    assert panels_menu(window)["Filters in a Window of Its Own"].isChecked()
    window.actions_by_name["reset_layout"].trigger()
    assert not dock.isFloating()
    assert window.image.docks.dockWidgetArea(dock) == RIGHT
    # what was kept by another program is left alone
    tab = window.image
    for nonsense in (None, "text", 3):
        assert not tab.docks.restore(nonsense)
    assert tab.docks.dockWidgetArea(tab.stack_dock) == RIGHT


def test_the_layout_is_kept(window, again):
    tab = window.image
    tab.docks.addDockWidget(LEFT, tab.stack_dock)
    QApplication.processEvents()
    other = again()
    assert other.image.docks.dockWidgetArea(other.image.stack_dock) == LEFT
    other.actions_by_name["reset_layout"].trigger()
    assert other.image.docks.dockWidgetArea(other.image.stack_dock) == RIGHT
    other.close()


def test_a_floating_panel_is_there_with_its_tab_only_and_kept_even_from_behind(window, bench, again):
    window.show_tab(0)
    dock = window.image.stack_dock
    dock.setFloating(True)
    window.show_tab(1)
    assert not dock.isVisible()
    window.show_tab(0)
    assert dock.isVisible()
    assert dock.isFloating()
    theme.reduce_motion(True)
    try:
        window.show_tab(1)
        window.show_tab(0)
        assert not window.image.docks.isAnimated()
    finally:
        theme.reduce_motion(False)
    window.show_tab(1)
    window.show_tab(0)
    assert window.image.docks.isAnimated()
    window.show_tab(1)
    other = again()
    assert other.image.stack_dock.isFloating()
    assert other.image.stack_dock.isVisible()
    other.close()


def test_panels_of_the_functions_are_tabbed_and_kept(window, bench, again):
    bench.side.open("ask")
    bench.docks.addDockWidget(LEFT, bench.side_dock)
    bench.docks.tabifyDockWidget(bench.lines_dock, bench.side_dock)
    QApplication.processEvents()
    other = again()
    other.commands["show_functions"]()
    QApplication.processEvents()
    new = other.functions.bench
    assert new.docks.tabifiedDockWidgets(new.lines_dock) == [new.side_dock]
    assert new.side.open_page == "ask"
    assert new.rail.buttons["ask"].isChecked()
    other.actions_by_name["reset_layout"].trigger()
    assert new.docks.tabifiedDockWidgets(new.lines_dock) == []
    assert new.side.open_page == ""
    other.close()


def test_closing_the_side_panel_tells_the_rail(window, bench):
    bench.side.open("ask")
    assert window.actions_by_name["panel"].isChecked()
    bench.side_dock.close()
    assert bench.side.open_page == ""
    assert not bench.rail.buttons["ask"].isChecked()
    assert not window.actions_by_name["panel"].isChecked()


def test_the_comparison_is_a_panel_as_high_as_its_lines(window, live):
    tab = window.image
    tab.commands["compare"]()
    QApplication.processEvents()
    dock = tab.panels.docks["compare"]
    assert tab.docks.dockWidgetArea(dock) == BOTTOM
    bar = tab.panels.compare_bar
    assert bar.height() == bar.heightForWidth(bar.width())
    dock.close()
    assert not tab.comparing.open
    tab.commands["compare"]()
    assert not dock.isHidden()


@pytest.fixture
def photos(window, live, qtbot, pixels, tmp_path):
    """Four photos in the window, with their strip."""
    paths = [str(tmp_path / f"{number}.png") for number in range(3)]
    for path in paths:
        Image.fromarray(pixels).save(path)
    window.image.photos.add(paths)
    qtbot.waitUntil(lambda: "filmstrip" in window.image.panels.docks)
    QApplication.processEvents()
    return window.image.photos


def test_the_filmstrip_is_a_panel_at_the_bottom_while_there_are_several_photos(window, photos):
    tab, actions = window.image, window.actions_by_name
    dock = tab.panels.docks["filmstrip"]
    assert tab.docks.dockWidgetArea(dock) == BOTTOM
    window.resize(1200, 1000)
    QApplication.processEvents()
    assert dock.height() <= tab.panels.filmstrip.sizeHint().height() + 4
    assert tab.panels.filmstrip.width() > tab.width() - 20
    for closed in (dock.close, actions["filmstrip"].trigger, actions["filmstrip"].trigger):
        closed()
    assert dock.isHidden(), "closed, shown and hidden by its command"
    assert not actions["filmstrip"].isChecked()
    panels_menu(window)["Filmstrip"].trigger()
    assert not dock.isHidden()
    panels_menu(window)["Filmstrip in a Window of Its Own"].trigger()
    assert dock.isFloating()
    photos.remove(photos.entries[1:])
    assert dock.isHidden(), "of one photo there is no strip"
    assert tab.panels.filmstrip_wanted
    assert not actions["filmstrip"].isChecked()


def test_in_a_low_window_the_filters_are_as_high_as_the_tab(window, photos, qtbot):
    tab = window.image
    filters, strip = tab.stack_dock, tab.panels.docks["filmstrip"]
    for height, low in ((1000, False), (700, True), (1000, False)):
        window.resize(1024, height)
        qtbot.waitUntil(lambda low=low: (strip.width() < tab.width() - filters.width()) == low)
        below = tab.docks.height() - filters.mapTo(tab.docks, filters.rect().bottomLeft()).y()
        assert (below < 10) == low, (height, below)
        beside = filters.height()
        tab.docks.restore(tab.docks.state())
        QApplication.processEvents()
        assert filters.height() == beside


def test_below_four_hundred_pixels_strip_and_histogram_make_room_and_come_back(window, photos, qtbot):
    tab, actions = window.image, window.actions_by_name
    strip, histogram = tab.panels.docks["filmstrip"], tab.histogram_dock

    def go(height):
        window.resize(1024, height)
        QApplication.processEvents()
        return [not dock.isHidden() for dock in (strip, histogram, tab.stack_dock)]

    assert go(1000) == [True, True, True]
    assert go(420) == [False, False, True]
    photos.marked.emit(photos.current)  # what draws the strip anew does not bring it back
    assert strip.isHidden()
    assert [actions[name].isChecked() for name in ("filmstrip", "histogram")] == [False, False]
    kept = tab.docks.state()
    assert tab.docks.restore(kept)
    assert strip.isHidden()
    assert go(1000) == [True, True, True], "a layout that was kept in the low window has them"
    assert histogram.height() > 140, "not only the least height"
    go(420)
    for name in ("filmstrip", "histogram"):
        actions[name].trigger()
        assert actions[name].isChecked(), "a person asked for it"
    photos.marked.emit(photos.current)
    assert not strip.isHidden()
    actions["histogram"].trigger()
    assert go(1000) == [True, False, True], "it was closed by a person"


def test_a_place_and_a_choice_about_the_filmstrip_are_kept(window, photos, again, tmp_path, qtbot):
    window.image.docks.addDockWidget(TOP, window.image.panels.docks["filmstrip"])
    window.image.commands["filmstrip"]()
    QApplication.processEvents()
    other = again()
    other.image.photos.add([str(tmp_path / "0.png"), str(tmp_path / "1.png")])
    assert "filmstrip" not in other.image.panels.docks, "it was hidden"
    other.image.commands["filmstrip"]()
    assert other.image.docks.dockWidgetArea(other.image.panels.docks["filmstrip"]) == TOP
    other.image.commands["filmstrip"]()
    other.actions_by_name["reset_layout"].trigger()
    assert not other.image.panels.docks["filmstrip"].isHidden()
    assert other.image.docks.dockWidgetArea(other.image.panels.docks["filmstrip"]) == BOTTOM
    other.close()


def test_the_sensitivity_bar_is_a_panel_below_the_picture(window, photos):
    tab, actions = window.image, window.actions_by_name
    actions["sensitivity"].trigger()
    QApplication.processEvents()
    dock = tab.panels.docks["sensitivity"]
    assert tab.docks.dockWidgetArea(dock) == BOTTOM
    assert tab.docks.tabifiedDockWidgets(dock) == [], "low panels lie above each other"
    assert abs(dock.width() - tab.panels.docks["filmstrip"].width()) <= 1
    dock.close()
    assert not tab.document.sensitivity.on
    assert not actions["sensitivity"].isChecked()
    actions["sensitivity"].trigger()
    actions["reset_layout"].trigger()
    assert not dock.isHidden(), "it says what the picture shows"


def with_searches(window):
    """The panels Match and Learn, over a process that answers nothing."""
    tab = window.image
    fitting = Fitting(tab.document, tab.settings, tab.docks, FittingProcess())
    tab.panels.fitting = tab.panels.connect_fitting(fitting)
    return fitting


def test_keys_show_and_hide_the_panels_of_searches(window, live):
    fitting, actions = with_searches(window), window.actions_by_name
    docks = {"match": fitting.match_dock, "learn": fitting.learn_dock}
    assert all(dock.isHidden() for dock in docks.values())
    for name, dock in docks.items():
        QTest.keyClick(window, Qt.Key.Key_L, actions[name].shortcut()[0].keyboardModifiers())
        QApplication.processEvents()
        assert not dock.visibleRegion().isEmpty()
        assert window.image.docks.dockWidgetArea(dock) == LEFT
        assert actions[name].isChecked()
    assert window.image.docks.tabifiedDockWidgets(fitting.learn_dock) == [fitting.match_dock]
    assert window.image.document.ticks.visible
    actions["match"].trigger()  # it lies behind the other
    QApplication.processEvents()
    assert not fitting.match_dock.visibleRegion().isEmpty()
    actions["match"].trigger()
    assert fitting.match_dock.isHidden()
    assert not actions["match"].isChecked()
    assert not window.image.document.ticks.visible
    assert not fitting.learn_dock.isHidden()
    QTest.keyClick(fitting.learn, Qt.Key.Key_Escape)
    assert fitting.learn_dock.isHidden()


def test_the_menu_lists_every_panel_of_the_tab(window, live):
    names = ("panel", "filmstrip", "compare", "sensitivity", "match", "learn")
    listed = [window.actions_by_name[name].text().replace("&", "") for name in names]
    assert set(listed) <= set(panels_menu(window))  # before any of them is built
    fitting = with_searches(window)
    window.actions_by_name["learn"].trigger()
    panels_menu(window)["Learn a kernel in a Window of Its Own"].trigger()
    assert fitting.learn_dock.isFloating()
    assert set(listed) <= set(panels_menu(window))


def test_the_place_of_a_panel_that_is_built_late_is_kept(window, live, again):
    fitting = with_searches(window)
    fitting.toggle_match()
    window.image.docks.addDockWidget(RIGHT, fitting.match_dock)
    QApplication.processEvents()
    other = again()
    new = with_searches(other)
    new.toggle_match()
    assert other.image.docks.dockWidgetArea(new.match_dock) == RIGHT
    other.actions_by_name["reset_layout"].trigger()
    assert new.match_dock.isHidden()
    assert other.image.docks.dockWidgetArea(new.match_dock) == LEFT
    other.close()


def test_a_file_is_chosen_in_a_floating_panel_too(window, qtbot):
    step = window.image.document.add_step(CATALOGUE["lut_3d"])
    window.image.stack_dock.setFloating(True)
    row = window.image.panel.stack.card(step.key).form.rows["file"]
    row.open.click()
    (dialog,) = row.findChildren(QFileDialog)
    dialog.close()
