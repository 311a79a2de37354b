"""A step of the stack as a card: what it is, how long it took, whether it is on, and its form."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from jaxstudio.app.image.drawn_line import DrawnLine
from jaxstudio.app.image.form import Form
from jaxstudio.app.image.handles_button import HandlesButton
from jaxstudio.app.image.presets_dialog import PresetsDialog
from jaxstudio.app.image.session import Session
from jaxstudio.app.shared.buttons import GlyphButton, Switch
from jaxstudio.app.shared.text import of_catalogue, of_milliseconds
from jaxstudio.pipeline.recipe import Step


class StepCard(QFrame):
    """Draws one step; the stack listens to its drags and to the keys that move it."""

    dragged = Signal(int)  # global y
    dropped = Signal()
    drag_cancelled = Signal()
    move_asked = Signal(int)  # by so many places
    focus_asked = Signal(int)  # the card so many places on
    help_asked = Signal(str)

    def __init__(self, session: Session, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.session, self.step = session, step
        self._pressed_at: QPoint | None = None
        self._dragging = False
        title = of_catalogue(step.op.title)
        self.fold = GlyphButton("down", self.tr("Fold {0}").format(title), self, small=True)
        self.title = QLabel(title, self)
        self.title.setProperty("look", "title")
        self.title.setToolTip(of_catalogue(step.op.doc))
        self.title.setMinimumWidth(40)
        self.title.setCursor(Qt.CursorShape.OpenHandCursor)  # here the card is taken and moved
        self.ms = QLabel(self)
        self.ms.setProperty("look", "muted")
        self.ms.setToolTip(self.tr("Time of this step in the last frame"))
        self.switch = Switch(self.tr("{0} on or off").format(title), self)
        self.switch.setToolTip(self.tr("{0} on or off (Space on the card)").format(title))
        self.more = GlyphButton("more", self.tr("More for {0}").format(title), self)
        self.fold.setToolTip(self.tr("Fold or unfold {0} (Enter on the card)").format(title))
        self.form = Form(session, step, self)
        self.drawn = DrawnLine(session, self)
        self.handles = HandlesButton(session, step, self)

        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.fold)
        head.addSpacing(2)
        head.addWidget(self.title, 1)
        head.addWidget(self.ms)
        head.addSpacing(6)
        head.addWidget(self.switch)
        head.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.form)
        column.addWidget(self.drawn)
        column.addWidget(self.handles)

        self.switch.clicked.connect(lambda on: session.switch_step(step.key, on))
        self.fold.clicked.connect(self._fold)
        self.more.clicked.connect(self._show_menu)
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw the step as it is now."""
        self.step = step
        self.switch.setChecked(step.enabled)
        self.title.setEnabled(step.enabled)
        self.form.show_step(step)
        folded = step.key in self.session.collapsed
        self.form.setVisible(not folded and bool(step.op.params))
        self.drawn.show_step(step)
        self.handles.show_step(step, folded=folded)
        self.fold.setEnabled(bool(step.op.params))
        self.fold.show_glyph("right" if folded else "down")

    def show_place(self, place: int, count: int) -> None:
        """Say where the card is to those who cannot see it."""
        title = self.title.text()
        self.setAccessibleName(self.tr("Step {0} of {1}: {2}").format(place + 1, count, title))

    def show_ms(self, step_ms: Mapping[int, float]) -> None:
        ms = step_ms.get(self.step.key) if self.step.enabled else None
        self.ms.setText("" if ms is None else of_milliseconds(ms))

    def _fold(self) -> None:
        self.session.set_collapsed(self.step.key, self.step.key not in self.session.collapsed)

    def _show_presets(self) -> None:
        dialog = PresetsDialog(self.session, self.step, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _show_menu(self) -> None:
        self._menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        key, session = self.step.key, self.session
        entries = (
            (self.tr("Move up"), "Alt+Up", lambda: self.move_asked.emit(-1)),
            (self.tr("Move down"), "Alt+Down", lambda: self.move_asked.emit(1)),
            (self.tr("Duplicate"), "Ctrl+D", lambda: session.duplicate_step(key)),
            (self.tr("Reset"), "Ctrl+R", lambda: session.reset_step(key)),
            (self.tr("Presets…"), "Ctrl+P", self._show_presets),
            (self.tr("About this filter"), "F1", lambda: self.help_asked.emit(self.step.op.name)),
            (self.tr("Remove"), "Del", lambda: session.remove_step(key)),
        )
        for text, keys, do in entries:
            action = QAction(text, menu)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(do)
            menu.addAction(action)
        return menu

    # Hands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        bare, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
        control = Qt.KeyboardModifier.ControlModifier
        step = self.step
        doings = {
            (key.Key_Up, alt): lambda: self.move_asked.emit(-1),
            (key.Key_Down, alt): lambda: self.move_asked.emit(1),
            (key.Key_D, control): lambda: self.session.duplicate_step(step.key),
            (key.Key_P, control): self._show_presets,
            (key.Key_R, control): lambda: self.session.reset_step(step.key),
        }
        # Without a modifier the keys belong to whichever control has the focus.
        if self.hasFocus():
            doings |= {
                (key.Key_Up, bare): lambda: self.focus_asked.emit(-1),
                (key.Key_Down, bare): lambda: self.focus_asked.emit(1),
                (key.Key_Delete, bare): lambda: self.session.remove_step(step.key),
                (key.Key_Backspace, bare): lambda: self.session.remove_step(step.key),
                (key.Key_Space, bare): lambda: self.session.switch_step(step.key, not step.enabled),
                (key.Key_Return, bare): self._fold,
                (key.Key_Escape, bare): self._cancel_drag,
            }
        do = doings.get((key(event.key()), held))
        if do is not None:
            do()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu().popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            return
        far = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if self._dragging or far >= QApplication.startDragDistance():
            self._set_dragging(True)
            self.dragged.emit(event.globalPosition().toPoint().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging, self._pressed_at = self._dragging, None
        self._set_dragging(False)
        if dragging:
            self.dropped.emit()

    def _cancel_drag(self) -> None:
        if self._dragging:
            self._pressed_at = None
            self._set_dragging(False)
            self.drag_cancelled.emit()

    def _set_dragging(self, dragging: bool) -> None:
        if dragging != self._dragging:
            self._dragging = dragging
            self.setCursor(Qt.CursorShape.ClosedHandCursor if dragging else Qt.CursorShape.ArrowCursor)
            self.setProperty("held", dragging)
            self.style().polish(self)
