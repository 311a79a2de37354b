"""The histogram panel: what it counts, its drags, its choices, and the key that shows clipping."""

import fakes
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jaxstudio.app.image.engine_bridge import from_image
from jaxstudio.app.image.panels import histogram, scope_chart
from jaxstudio.app.image.panels.scope_chart import Zone
from jaxstudio.app.image.panels.side_panel import LEAST_PX as SIDE_LEAST_PX
from jaxstudio.pipeline.measures import HISTOGRAM, VECTORSCOPE

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def panel(window, qtbot, monkeypatch):
    monkeypatch.setattr(scope_chart, "ZONES", (Zone("brighten", "amount", 0.0, 1.0, 2.0),))
    panel = window.image.histogram_dock.content
    qtbot.waitUntil(lambda: panel.scopes is not None and panel.scopes.histogram is not None)
    return panel


def drag(chart, way):
    """Press in the middle, move by a share of the width in three steps, release."""
    start = chart.rect().center()
    QTest.mousePress(chart, LEFT, NONE, start)
    for part in (1, 2, 3):
        QTest.mouseMove(chart, start + QPoint(round(way * chart.plot.width() * part / 3), 0))
    QTest.mouseRelease(chart, LEFT, NONE, start)


def test_it_counts_the_result_and_says_how_exactly(panel, window, pixels, qtbot):
    document = window.image.document
    qtbot.waitUntil(lambda: panel.state.text() == "exact")
    np.testing.assert_array_equal(
        panel.scopes.histogram[0], np.bincount(pixels[..., 0].ravel(), minlength=256)
    )
    step = document.add_step(fakes.brighten)
    document.set_param(step.key, "amount", 1.0)
    qtbot.waitUntil(lambda: panel.scopes.over == pixels.shape[0] * pixels.shape[1])
    assert "100 %" in panel.chart.accessibleDescription()
    assert "2,400" in panel.state.toolTip()
    document.begin_gesture()
    document.set_param(step.key, "amount", 0.5)
    qtbot.waitUntil(lambda: panel.state.text() == "approximate")
    document.end_gesture()
    qtbot.waitUntil(lambda: panel.state.text() == "exact")


def test_a_drag_adds_the_filter_and_moves_it_in_one_undo(panel, window):
    document, chart = window.image.document, panel.chart
    drag(chart, 0.25)
    (step,) = document.recipe.steps
    assert step.values["amount"] == pytest.approx(0.5, abs=0.02)
    drag(chart, 0.1)
    assert [step.op.name for step in document.recipe.steps] == ["brighten"]
    assert document.recipe.steps[0].values["amount"] == pytest.approx(0.7, abs=0.04)
    document.undo()
    document.undo()
    assert not document.recipe.steps
    drag(chart, 0.25)
    QTest.mouseDClick(chart, LEFT, NONE, chart.rect().center())
    assert document.recipe.steps[0].values["amount"] == 0
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Up)
    assert document.recipe.steps[0].values["amount"] == pytest.approx(0.04)
    assert "0.04" in chart.accessibleDescription()
    QTest.keyClick(chart, Qt.Key.Key_Delete)
    assert document.recipe.steps[0].values["amount"] == 0


def test_what_is_chosen_is_counted_and_kept(panel, window, live, qtbot):
    assert live.views[-1].request.scopes == (HISTOGRAM,)
    panel.kind.setCurrentIndex(panel.kind.findText("Vectorscope"))
    panel.kind.activated.emit(panel.kind.currentIndex())
    qtbot.waitUntil(lambda: panel.scopes.vectorscope is not None)
    assert live.views[-1].request.scopes == (VECTORSCOPE,)
    assert not panel.log.isEnabled()
    assert not panel.chart.grab().isNull()
    again = histogram.HistogramPanel(panel.document, window.settings, window.actions_by_name["clipping"])
    qtbot.addWidget(again)
    assert again.kind.currentData() == VECTORSCOPE
    QTest.keyClick(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert not panel.isVisible()
    window.image.document.request()
    assert live.views[-1].request.scopes == ()


def test_the_panel_is_as_wide_while_clipping_is_shown(panel, window):
    widths = []
    for _ in range(2):
        QApplication.processEvents()
        widths.append(panel.minimumSizeHint().width())
        panel.clip.click()
    assert widths[0] <= widths[1] <= SIDE_LEAST_PX


def test_clipping_is_a_switch_or_lasts_while_its_key_is_held(panel, window, monkeypatch):
    document, canvas = window.image.document, window.image.canvas
    canvas.setFocus()

    def shown():
        return document.display_mode.clipping

    QTest.keyClick(canvas, Qt.Key.Key_J)
    assert shown()
    assert window.actions_by_name["clipping"].isChecked()
    QTest.keyClick(canvas, Qt.Key.Key_J)
    assert not shown()
    QTest.keyPress(canvas, Qt.Key.Key_J)
    assert shown()
    monkeypatch.setattr(histogram, "HELD_S", -1.0)  # the key was held for long
    QTest.keyRelease(canvas, Qt.Key.Key_J)
    assert not shown()
    panel.clip.click()  # by the mouse: no key is held
    QTest.keyClick(canvas, Qt.Key.Key_F13)
    assert shown()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_the_curves_are_filled_as_polygons_of_qt(ratio):
    rng = np.random.default_rng(0)
    rect, strength = QRectF(4, 3, 300, 90), 0.5
    heights = np.clip(np.cumsum(rng.normal(0, 0.04, (3, 256)), axis=1) + 0.5, 0, 1)
    pictures = []
    for by_qt in (True, False):
        image = QImage(int(308 * ratio), int(98 * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(0xFF303030)
        painter = QPainter(image)
        if by_qt:
            painter.setPen(Qt.PenStyle.NoPen)
            for name, row in zip(scope_chart.CHANNEL_COLOURS, heights, strict=True):
                colour = QColor(name)
                colour.setAlphaF(strength)
                painter.setBrush(colour)
                painter.drawPolygon(scope_chart._polygon(rect, row))
        else:
            scope_chart.paint_heights(painter, rect, heights, QColor("black"), strength)
        painter.end()
        pictures.append(from_image(image).astype(int))
    differ = (np.abs(pictures[0] - pictures[1]) > 3).any(axis=2)
    assert differ.mean() < 0.04  # along the curves, by a pixel
    assert (pictures[1][: int(3 * ratio)] == 0x30).all()
