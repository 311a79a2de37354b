"""The bar above the work: which tab, that tab's own buttons, help."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.row_list import chain_tabs, focusables
from jaxstudio.app.shared.tab import Tab

GAP = 14


class TopBar(QFrame):
    """`chosen(index)` is said when another tab is asked for."""

    chosen = Signal(int)

    def __init__(
        self, tabs: Sequence[Tab], actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 5, 10, 5)
        line.setSpacing(2)
        self.switch = QButtonGroup(self)
        self.tools = QStackedWidget(self)
        for index, tab in enumerate(tabs):
            self.tools.addWidget(tab.toolbar)
            if len(tabs) > 1:
                line.addWidget(self._button(index, actions[f"show_{tab.name}"]))
        if len(tabs) > 1:
            line.addSpacing(GAP)
        line.addWidget(self.tools, 1)
        line.addSpacing(GAP)
        line.addWidget(GlyphButton.for_action("inspector", actions["inspector"], self))
        line.addWidget(GlyphButton.for_action("help", actions["help"], self))
        chain_tabs(focusables(self))
        self.switch.idClicked.connect(self.chosen)

    def _button(self, index: int, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("tab")
        button.setCheckable(True)
        button.setText(action.text().replace("&", ""))
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        button.setToolTip(f"{button.text()} ({keys})")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.switch.addButton(button, index)
        return button

    def show_tab(self, index: int) -> None:
        """Show the buttons of this tab."""
        self.tools.setCurrentIndex(index)
        button = self.switch.button(index)
        if button is not None:
            button.setChecked(True)
