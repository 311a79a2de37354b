"""The first tour: three callouts beside their subjects; each closes once its advice was followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSettings,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAction,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from jaxstudio.app.image.image_tab import ImageTab
from jaxstudio.app.inspector.dock import Dock
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across

SEEN = "tour/seen"  # in the settings: it was ended or walked to its end
WIDTH_PX, ARROW_PX, EDGE_PX, ROUND = 320, 10, 8, 9.0
GESTURE_MS = 300  # between looks whether a slider was let go
SETTLE_MS = 60  # until what a step has opened has its place


class Callout(QFrame):
    """A few words in a bubble that points at a widget of its window; it takes no focus by itself."""

    closed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setFixedWidth(WIDTH_PX)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tip: QPointF | None = None
        self.place_label, self.title, self.text = QLabel(self), QLabel(self), QLabel(self)
        self.place_label.setProperty("look", "muted")
        self.title.setProperty("look", "title")
        for words in (self.title, self.text):
            words.setWordWrap(True)
        self.close_button = GlyphButton("close", self.tr("End the tour (Esc)"), self, small=True)
        self.close_button.clicked.connect(self.closed)
        head = across(None, (self.title, 1), self.place_label, self.close_button)
        self.buttons = across(None, None)
        column = QVBoxLayout(self)
        margin = ARROW_PX + EDGE_PX
        column.setContentsMargins(margin + 4, margin, margin, margin)
        column.addLayout(head)
        column.addWidget(self.text)
        column.addLayout(self.buttons)
        self.hide()

    def show_words(
        self, place: str, title: str, text: str, buttons: list[tuple[str, Callable[[], object]]]
    ) -> None:
        """Show these words, and a button for each thing that can be done."""
        had_focus = self.isAncestorOf(self.window().focusWidget() or self.window())
        self.place_label.setText(place)
        self.title.setText(title)
        self.text.setText(text)
        while self.buttons.count() > 1:
            item = self.buttons.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        last = None
        for words, do in buttons:
            last = QPushButton(words, self)
            last.setAutoDefault(True)
            last.clicked.connect(lambda _=False, do=do: do())
            self.buttons.addWidget(last)
            last.show()  # now: it may be given the focus
        self.setAccessibleName(self.tr("Tour, {0}: {1}").format(place, title))
        self.setAccessibleDescription(text)
        self.show()
        self.raise_()
        if had_focus and last is not None:
            last.setFocus()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def take_focus(self) -> None:
        """Put the keyboard on its last button."""
        item = self.buttons.itemAt(self.buttons.count() - 1)
        widget = item.widget() if item is not None else None
        (widget or self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def point_at(self, target: QWidget | None, *, at_left: bool = False) -> None:
        """Lie below a widget of the window, or left of it, or where there is room; else in a corner."""
        window = self.window().rect()
        layout = self.layout()
        size = QSize(WIDTH_PX, layout.heightForWidth(WIDTH_PX) if layout is not None else 120)
        self._tip = None
        box = QRect(QPoint(window.right() - size.width(), window.bottom() - size.height() - 40), size)
        if target is not None and target.isVisible() and target.window() is self.window():
            area = QRect(target.mapTo(self.window(), QPoint(0, 0)), target.size())
            box, self._tip = _beside(area, size, window, at_left)
        self.setGeometry(box)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inset = ARROW_PX + 0.5
        bubble = QPainterPath()
        body = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        bubble.addRoundedRect(body, ROUND, ROUND)
        if self._tip is not None:
            bubble = bubble.united(_arrow(self._tip, body))
        role = QPalette.ColorRole
        painter.setPen(QPen(self.palette().color(role.Highlight), 1.5))
        painter.setBrush(self.palette().color(role.AlternateBase))
        painter.drawPath(bubble)


def _beside(area: QRect, size: QSize, window: QRect, at_left: bool) -> tuple[QRect, QPointF]:
    """Return a callout's rectangle beside `area`, and the point where its arrow ends."""
    middle = area.center()
    x = min(max(middle.x() - size.width() // 2, 0), window.width() - size.width())
    y = min(max(area.top() - ARROW_PX, 0), window.height() - size.height())
    boxes = [
        QRect(QPoint(x, area.bottom()), size),
        QRect(QPoint(area.left() - size.width(), y), size),
        QRect(QPoint(x, area.top() - size.height()), size),
        QRect(QPoint(area.right(), y), size),
    ]
    if at_left:
        boxes.insert(0, boxes.pop(1))
    best = next((box for box in boxes if window.contains(box)), boxes[0])
    inside = best.intersected(window)
    tip = QPointF(
        min(max(middle.x(), best.left() + 2 * ARROW_PX), best.right() - 2 * ARROW_PX) - best.left(),
        min(max(middle.y(), best.top() + 2 * ARROW_PX), best.bottom() - 2 * ARROW_PX) - best.top(),
    )
    if inside.top() >= area.bottom() - 1:
        tip.setY(0)
    elif inside.bottom() <= area.top() + 1:
        tip.setY(size.height())
    elif inside.right() <= area.left() + 1:
        tip.setX(size.width())
    else:
        tip.setX(0)
    return best, tip


def _arrow(tip: QPointF, body: QRectF) -> QPainterPath:
    """A triangle from the body's edge to the tip."""
    base = QPointF(
        min(max(tip.x(), body.left() + 1), body.right() - 1),
        min(max(tip.y(), body.top() + 1), body.bottom() - 1),
    )
    across = (
        QPointF(0, ARROW_PX) if abs(tip.x() - base.x()) > abs(tip.y() - base.y()) else QPointF(ARROW_PX, 0)
    )
    path = QPainterPath()
    path.addPolygon(QPolygonF([tip, base + across, base - across, tip]))
    return path


@dataclass(frozen=True)
class TourStep:
    """A callout: its text, its subject, and the buttons before "Next"."""

    title: str
    text: str
    target: Callable[[], QWidget]
    buttons: tuple[tuple[str, Callable[[], object]], ...] = ()
    at_left: bool = False  # of the target: below it lies what the step speaks of


PHOTO_STEP, FILTER_STEP, INSPECTOR_STEP = range(3)


class Tour(QObject):
    """Walks through the steps; `end` is final, and the next start of the program has no tour."""

    def __init__(
        self,
        window: QWidget,
        image: ImageTab,
        inspector: Dock,
        inspector_button: QWidget,
        actions: Mapping[str, QAction],
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self.window, self.image, self.inspector, self.settings = window, image, inspector, settings
        self.document, self._inspector_button, self._actions = image.document, inspector_button, actions
        self.place = -1
        self._names_before: object = None  # the recipe's steps, and
        self._values: object = None  # their values, when the step began
        self._target: QWidget | None = None
        self.callout = Callout(window)
        self.callout.closed.connect(self.end)
        self.steps = self._steps()
        document = self.document
        document.photo_changed.connect(lambda: self._went_on(PHOTO_STEP))
        document.recipe_changed.connect(self._look_at_recipe)
        inspector.toggled.connect(lambda on: self._went_on(INSPECTOR_STEP) if on else None)
        window.installEventFilter(self)

    def _steps(self) -> tuple[TourStep, ...]:
        image, actions = self.image, self._actions
        return (
            TourStep(
                self.tr("Open a photo"),
                self.tr("Drop one here, paste one, or begin with the sample."),
                lambda: image.welcome if image.welcome.isVisible() else image.toolbar,
                ((self.tr("Open the Sample"), actions["sample"].trigger),),
            ),
            TourStep(
                self.tr("Add a filter, move a slider"),
                self.tr(
                    "Type a word such as blur and press Enter. Each filter is a compiled JAX function: "
                    "the picture follows its sliders at once, and is exactly what will be saved."
                ),
                lambda: image.panel.add_box,
                at_left=True,
            ),
            TourStep(
                self.tr("See the machine code"),
                self.tr(
                    "The inspector (F12) shows each stage from Python to machine code, linked line by line. "
                    "The Functions tab draws a function that you type, with its derivatives."
                ),
                lambda: self._inspector_button,
                (
                    (self.tr("Functions"), actions["show_functions"].trigger),
                    (self.tr("Inspector"), self._open_inspector),
                ),
            ),
        )

    def _open_inspector(self) -> None:
        if self.inspector.isHidden():
            self._actions["inspector"].trigger()

    # Its course

    @property
    def running(self) -> bool:
        return self.place >= 0

    def begin(self) -> None:
        """Show the first step that is not done yet."""
        self._show(PHOTO_STEP if self.document.photo is None else FILTER_STEP)

    def end(self) -> None:
        """Put it away for good: Help > Tour begins it again."""
        had_focus = self.callout.isAncestorOf(self.window.focusWidget() or self.window)
        self.place = -1
        self._watch(None)
        self.callout.hide()
        self.settings.setValue(SEEN, True)
        if had_focus:
            self.image.canvas.setFocus()

    def next(self) -> None:
        """Go on to the next step, or end after the last."""
        if self.place + 1 < len(self.steps):
            self._show(self.place + 1)
        else:
            self.end()

    def _went_on(self, place: int) -> None:
        """Go on after the user followed the advice."""
        if self.place == place:
            self.next()

    def _look_at_recipe(self) -> None:
        """Go on once a value was changed, and let go."""
        if self.place != FILTER_STEP:
            return
        if self._names() != self._names_before:
            self._keep_values()
        elif self.document.in_gesture:
            QTimer.singleShot(GESTURE_MS, self, self._look_at_recipe)
        elif tuple(step.params for step in self.document.recipe.steps) != self._values:
            self.next()

    def _names(self) -> tuple[object, ...]:
        return tuple((step.key, step.op.name) for step in self.document.recipe.steps)

    def _keep_values(self) -> None:
        self._names_before = self._names()
        self._values = tuple(step.params for step in self.document.recipe.steps)

    def _show(self, place: int) -> None:
        self.place = place
        self._keep_values()
        if place < INSPECTOR_STEP and not self.image.isVisible():
            self._actions["show_image"].trigger()
        step = self.steps[place]
        last = place == len(self.steps) - 1
        onward = (self.tr("Done"), self.end) if last else (self.tr("Next"), self.next)
        words = self.tr("{0} of {1}").format(place + 1, len(self.steps))
        self.callout.show_words(words, step.title, step.text, [*step.buttons, onward])
        QTimer.singleShot(SETTLE_MS, self, self._place)

    def _place(self) -> None:
        if self.running:
            step = self.steps[self.place]
            target = step.target()
            self._watch(target)
            # on another tab there is nothing to point at: it waits until this one comes back
            self.callout.setVisible(self.place == INSPECTOR_STEP or self.image.isVisible())
            self.callout.point_at(target, at_left=step.at_left)

    def _watch(self, target: QWidget | None) -> None:
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = target
        if target is not None:
            target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window and the target; end on an Escape that nothing else has taken."""
        kind = event.type()
        moved = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
        if self.running and kind in moved:
            QTimer.singleShot(0, self, self._place)
        key = event.key() if watched is self.window and isinstance(event, QKeyEvent) else None
        if self.running and kind == QEvent.Type.KeyPress and key == Qt.Key.Key_Escape:
            self.end()
            return True
        return False
