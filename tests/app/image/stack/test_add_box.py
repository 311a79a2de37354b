"""Adding a filter by search."""

import fakes
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.masks.editing import BRUSH
from jaxstudio.app.image.stack import add_box
from jaxstudio.app.image.stack.add_box import OP_ROLE
from jaxstudio.app.image.thumbnail_list import WRAPPED
from jaxstudio.app.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("whole_window")
CONTROL = Qt.KeyboardModifier.ControlModifier


def found(box):
    return [box.list.item(row).data(OP_ROLE).name for row in range(box.list.count())]


def open_box(window):
    QTest.keyClick(window, Qt.Key.Key_K, CONTROL)
    return window.image.panel.add_box


def test_typing_and_enter_add_a_filter_without_the_mouse(window):
    box = open_box(window)
    assert box.field.hasFocus()
    assert box.results.isVisible()
    assert set(found(box)) == set(fakes.CATALOGUE)
    QTest.keyClicks(box.field, "smooth")  # only a keyword of blur
    assert found(box) == ["blur"]
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert [step.op.name for step in window.image.document.recipe.steps] == ["blur"]
    assert not box.results.isVisible()
    assert window.image.panel.stack.card(window.image.document.recipe.steps[0].key).hasFocus()


def test_clicks_and_arrow_keys_choose(window):
    box = open_box(window)
    at = box.list.visualItemRect(box.list.item(2)).center()
    expected = [found(box)[2]]
    QTest.mouseClick(box.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    open_box(window)
    QTest.keyClick(box.field, Qt.Key.Key_Down)
    expected.append(found(box)[box.list.currentRow()])
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert [step.op.name for step in window.image.document.recipe.steps] == expected


def test_escape_and_leaving_close_the_list(window):
    box = open_box(window)
    QTest.keyClick(box.field, Qt.Key.Key_Escape)
    assert not box.results.isVisible()
    open_box(window)
    QTest.keyClick(box.field, Qt.Key.Key_Down)
    assert box.results.isVisible()
    window.image.canvas.setFocus()
    assert not box.results.isVisible()


def test_the_whole_sentence_of_each_filter_is_shown(window, qtbot, monkeypatch):
    """Rows are as high as their text needs at the width of the list."""
    long = "Everything gets softer, and softer still, the wider the window is over which it is averaged. " * 2
    monkeypatch.setattr(type(fakes.blur), "doc", property(lambda op: long), raising=False)
    box = open_box(window)
    delegate, view = box.list.itemDelegate(), box.list
    for width in (300, 420):
        view.resize(width, 400)
        for row in range(view.count()):
            index = view.model().index(row, 0)
            rect = view.visualRect(index)
            text = delegate.title_box(rect)
            needed = view.fontMetrics().boundingRect(0, 0, text.width(), 1000, WRAPPED, long).height()
            assert delegate.sizeHint(None, index).height() >= text.height() + needed


def test_the_brush_of_a_filter_that_fills_is_in_the_hand(window, monkeypatch):
    monkeypatch.setattr(add_box, "PAINTED_FIRST", ("brighten",))
    box, editing = open_box(window), window.image.document.mask_editing
    QTest.keyClicks(box.field, "brighten")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    (step,) = window.image.document.recipe.steps
    assert (editing.step_key, editing.tool) == (step.key, BRUSH)
    assert window.image.canvas.mask_tools.isVisible()
    window.image.document.undo()
    assert editing.step_key is None


def test_nothing_found_adds_nothing(window):
    box = open_box(window)
    QTest.keyClicks(box.field, "xyzzy")
    assert box.list.item(0).text().startswith("No filter matches")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.image.document.recipe.steps == ()


def test_a_word_too_many_suggests_and_the_suggestion_is_chosen_by_arrow(window):
    box = open_box(window)
    QTest.keyClicks(box.field, "blur everywhere")
    assert box.list.item(1).data(OP_ROLE).name == "blur"
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert window.image.document.recipe.steps == ()
    QTest.keyClick(box.field, Qt.Key.Key_Down)
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert [step.op.name for step in window.image.document.recipe.steps] == ["blur"]


def test_a_number_that_is_typed_is_the_value_of_the_filter_that_is_added(window):
    box = open_box(window)
    QTest.keyClicks(box.field, "blur 4")
    row = box.list.itemDelegate().row(box.list.model().index(0, 0))
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    (step,) = window.image.document.recipe.steps
    assert step.params["sigma"] == 4
    assert step.op.name == "blur"
    assert row.title == "Soft blur: Radius 4 px"


def test_before_the_engine_is_there_nothing_can_be_added(qtbot, tmp_path):
    window = MainWindow(ImageDocument(), QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.show()
    assert not window.image.panel.add_box.field.isEnabled()
    assert not window.image.toolbar.device.isEnabled()


def test_in_a_low_window_the_search_field_is_whole(window):
    panel = window.image.panel
    window.image.document.add_step(fakes.CATALOGUE["blur"])
    panel.setFixedHeight(panel.minimumSizeHint().height())
    window.image.panel.layout().activate()
    fields = (panel.add_box.field, panel.seed.field)
    assert all(field.height() >= field.minimumSizeHint().height() for field in fields)
    assert panel.height() <= 135  # what the inspector leaves of 1600 by 1000 pixels at scale 2


def test_the_menu_has_the_filters_by_category(window):
    menu = window.menus["Fi&lters"]
    for _ in range(2):  # it is filled anew each time
        menu.aboutToShow.emit()
    below = {action.text(): action.menu() for action in menu.actions() if action.menu() is not None}
    assert list(below) == ["Blur", "Geometry", "Repair", "Tone"]
    titles = [action.text() for action in below["Blur"].actions()]
    assert titles == ["Convolve", "Soft blur"]
    assert below["Tone"].actions()[0].toolTip() == "Everything gets lighter."
    below["Tone"].actions()[0].trigger()
    assert [step.op.name for step in window.image.document.recipe.steps] == ["brighten"]
