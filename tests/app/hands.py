"""What a hand does to a widget under test."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
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


LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def settle(document):
    """Frames are delivered by the event loop."""
    for _ in range(20):
        QApplication.processEvents()
        if document.description.step(document.recipe.steps[-1].key) is not None:
            return
    raise AssertionError("the recipe is not described")


def at(tools, x, y):
    """A place of the photo, in fractions, in the widget."""
    placement = tools.placement
    return QPointF(*placement.to_widget((x * placement.units[0], y * placement.units[1])))


def mouse(tools, kind, position, button=LEFT, modifier=NONE):
    """A mouse event with keys held, which QTest does not know."""
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else button
    event = QMouseEvent(kind, position, tools.mapToGlobal(position), button, held, modifier)
    QApplication.sendEvent(tools, event)


def press(tools, x, y, button=LEFT, modifier=NONE):
    mouse(tools, QEvent.Type.MouseButtonPress, at(tools, x, y), button, modifier)


def move(tools, x, y, button=LEFT, modifier=NONE):
    mouse(tools, QEvent.Type.MouseMove, at(tools, x, y), button, modifier)


def release(tools, x, y, button=LEFT, modifier=NONE):
    mouse(tools, QEvent.Type.MouseButtonRelease, at(tools, x, y), button, modifier)


def drag(tools, start, end, button=LEFT, modifier=NONE):
    """From one place of the photo to another, in four moves."""
    press(tools, *start, button, modifier)
    for part in (0.25, 0.5, 0.75, 1.0):
        move(tools, *(a + (b - a) * part for a, b in zip(start, end, strict=True)), button, modifier)
    release(tools, *end, button, modifier)
