"""The right-hand panel: add a filter, the stack, the seed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jaxstudio.app.image.add_box import AddBox
from jaxstudio.app.image.seed_row import SeedRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.image.stack import Stack
from jaxstudio.app.shared.buttons import GlyphButton

MIN_PX, USUAL_PX = 300, 372


class Panel(QWidget):
    """Assembles what acts on the recipe."""

    help_asked = Signal(str)
    presets_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setMinimumWidth(MIN_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(4)
        self.add_box = AddBox(session, self)
        self.presets = GlyphButton("layers", self.tr("Presets"), self)
        self.presets.setToolTip(self.tr("Presets (Ctrl+Shift+P)"))
        self.presets.clicked.connect(self.presets_asked)
        head.addWidget(self.add_box, 1)
        head.addWidget(self.presets)
        column.addLayout(head)
        self.stack = Stack(session, self)
        self.stack.tabs_before = [self.add_box.field, self.presets]
        column.addWidget(self.stack, 1)
        self.seed = SeedRow(session, self)
        column.addWidget(self.seed)
        self.add_box.added.connect(self._go_to)
        self.stack.help_asked.connect(self.help_asked)
        session.backend_changed.connect(self._draw_presets)
        self._draw_presets()

    def _draw_presets(self) -> None:
        self.presets.setEnabled(self.session.backend is not None)

    def _go_to(self, key: int) -> None:
        self.stack.card(key).setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_stack(self) -> None:
        """Put the keyboard on the first card, or on the search field while there is none."""
        steps = self.session.recipe.steps
        if steps:
            self.stack.card(steps[0].key).setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.add_box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
