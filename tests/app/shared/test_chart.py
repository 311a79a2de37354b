"""Charts: pyqtgraph draws what is given; logarithmic axes; the wheel is the page's until a click."""

import numpy as np
import pytest
from hands import turn_wheel
from PySide6.QtGui import QColor

from jaxstudio.app.shared.chart import Chart, Series
from jaxstudio.app.shared.theme import DARK, LIGHT, apply_theme

RED, BLUE = QColor("#c03030"), QColor("#3030c0")


@pytest.fixture
def chart(qtbot):
    chart = Chart("Loss")
    qtbot.addWidget(chart)
    chart.resize(320, 170)
    chart.show()
    return chart


def drawn(chart):
    """The points of each series, in the coordinates of the axes."""
    return [np.stack(item.getData()) for item in chart.plotItem.listDataItems()]


def test_series_are_drawn_as_they_are_without_what_is_no_number(chart):
    x = np.arange(5.0)
    chart.show_series(
        Series(x, np.array([1.0, np.nan, 3.0, np.inf, 5.0]), RED, "a"), Series(x, x, BLUE, dots=True)
    )
    (first, second) = drawn(chart)
    assert first.tolist() == [[0, 2, 4], [1, 3, 5]]
    assert second.tolist() == [x.tolist(), x.tolist()]
    assert [label.text for _, label in chart._legend.items] == ["a"]


def test_new_values_keep_the_items_and_other_series_replace_them(chart):
    x = np.arange(4.0)
    chart.show_series(Series(x, x, RED, "a"))
    (before,) = chart.plotItem.listDataItems()
    chart.show_series(Series(x, x * 2, RED, "a"))
    (after,) = chart.plotItem.listDataItems()
    assert after is before
    assert after.getData()[1].tolist() == [0, 2, 4, 6]
    chart.show_series(Series(x, x, BLUE, "b"))
    (other,) = chart.plotItem.listDataItems()
    assert other is not before
    chart.show_series()
    assert chart.plotItem.listDataItems() == []


def test_logarithmic_axes_leave_out_what_has_no_logarithm(chart):
    chart.log_x = chart.log_y = True
    chart.show_series(
        Series(np.array([0.0, 1.0, 10.0, 100.0]), np.array([5.0, 1.0, 1e-3, -2.0]), RED), marked=10.0
    )
    ((x, y),) = drawn(chart)
    np.testing.assert_allclose([x, y], [[0, 1], [0, -3]])
    assert chart._mark.isVisible()
    assert chart._mark.value() == 1.0


def test_few_decades_are_drawn_on_a_linear_axis(chart):
    chart.log_y = True
    chart.show_series(Series(np.arange(3.0), np.array([1.0, 2.0, 4.0]), RED))
    assert drawn(chart)[0][1].tolist() == [1, 2, 4]
    chart.show_series(Series(np.arange(3.0), np.array([1.0, 10.0, 100.0]), RED))
    assert drawn(chart)[0][1].tolist() == [0, 1, 2]


def test_the_wheel_zooms_only_with_the_focus(chart, qtbot):
    chart.show_series(Series(np.arange(9.0), np.arange(9.0), RED))
    qtbot.waitExposed(chart)
    before = chart.viewRange()
    chart.clearFocus()
    turn_wheel(chart)
    assert chart.viewRange() == before
    chart.activateWindow()
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    turn_wheel(chart)
    (left, right), _ = chart.viewRange()
    assert right - left < before[0][1] - before[0][0]


def test_ticks_are_not_scaled_when_the_theme_changes(chart, qapp):
    chart.y_name = "loss"
    chart.show_series(Series(np.arange(3.0), np.array([1e-3, 2e-3, 4e-3]), RED))
    for theme in (DARK, LIGHT):
        apply_theme(theme)
        assert chart.plotItem.getAxis("left").autoSIPrefixScale == 1.0
        assert chart.backgroundBrush().color() == QColor(theme.field)
