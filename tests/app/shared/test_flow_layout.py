"""A row that breaks: all in one row while the minimum widths fit, nothing outside, gaps at the stretch."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from jaxstudio.app.shared.layouts import FlowLayout


class Box(QWidget):
    def __init__(self, least, wanted, parent):
        super().__init__(parent)
        self._sizes = QSize(least, 20), QSize(wanted, 20)

    def minimumSizeHint(self):
        return self._sizes[0]

    def sizeHint(self):
        return self._sizes[1]


@pytest.fixture
def bar(qtbot):
    bar = QWidget()
    qtbot.addWidget(bar)
    flow = FlowLayout(bar)
    flow.setContentsMargins(0, 0, 0, 0)
    flow.setSpacing(10)
    bar.boxes = [Box(50, 100, bar) for _ in range(4)]
    for box in bar.boxes[:2]:
        flow.add(box)
    flow.add_stretch()
    for box in bar.boxes[2:]:
        flow.add(box)
    bar.show()
    return bar


def placed(bar, width):
    bar.resize(width, bar.heightForWidth(width))
    bar.layout().activate()
    return [box.geometry().getRect() for box in bar.boxes]


def test_a_wide_bar_has_one_row_with_the_gap_at_the_stretch(bar):
    rects = placed(bar, 700)
    assert [rect[1] for rect in rects] == [0] * 4
    assert [rect[2] for rect in rects] == [100] * 4
    assert rects[1][0] + rects[1][2] == 210
    assert rects[3][0] + rects[3][2] == 700
    assert bar.heightForWidth(700) == 20


def test_widgets_shrink_before_the_row_breaks(bar):
    rects = placed(bar, 4 * 60 + 30)
    assert {rect[1] for rect in rects} == {0}
    assert [rect[2] for rect in rects] == [60] * 4


@pytest.mark.parametrize("width", [50, 61, 115, 229])
def test_a_narrow_bar_breaks_and_nothing_stands_outside(bar, width):
    rects = placed(bar, width)
    assert len({rect[1] for rect in rects}) > 1
    assert bar.heightForWidth(width) == max(rect[1] for rect in rects) + 20
    for x, _, wide, high in rects:
        assert x >= 0
        assert x + wide <= width
        assert (wide >= 50, high) == (True, 20)


def test_hidden_widgets_take_no_room(bar):
    bar.boxes[0].hide()
    assert placed(bar, 700)[1][0] == 0


def test_the_window_may_be_as_narrow_as_the_widest_widget(bar):
    assert bar.minimumSizeHint().width() == 50
