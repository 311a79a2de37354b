"""What a hand does to a widget under test."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication


def enter(field, text):
    """Type a text in place of what stands in a field, and press Enter."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def turn_wheel(widget, notches=1, at=None, pixels=None, held=Qt.KeyboardModifier.NoModifier):
    """Turn the wheel over a widget, in its middle or `at` a place; the event, as the widget left it."""
    at = QPointF(widget.rect().center() if at is None else at)
    turned = QPoint(0, round(120 * notches))
    event = QWheelEvent(
        at, QPointF(widget.mapToGlobal(at)), pixels or QPoint(), turned,
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget, event)
    return event
