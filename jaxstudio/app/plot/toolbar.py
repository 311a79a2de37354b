"""The commands used most on a sheet of functions, and its examples."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from jaxstudio.app.actions import with_keys
from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import FlowLayout

GROUPS = (("open", "save", "copy"), ("undo", "redo"), ("fit",))
GAP = 14


class Toolbar(QWidget):
    """Buttons for actions, in groups; a button that opens the examples."""

    examples_asked = Signal()

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = FlowLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for group in GROUPS:
            for name in group:
                line.add(GlyphButton.for_action(name, actions[name], self))
            line.add_space(GAP)
        self.examples = QToolButton(self)
        self.examples.setObjectName("words")
        self.examples.setText(self.tr("Examples"))
        self.examples.setToolTip(with_keys(self.tr("Sheets to begin with"), actions["examples"]))
        self.examples.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.examples.clicked.connect(self.examples_asked)
        line.add(self.examples)
        line.add_stretch()
