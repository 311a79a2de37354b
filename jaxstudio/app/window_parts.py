"""Parts of the main window: the bar above the tabs, the menu of themes, the target of a drag."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QStackedWidget, QToolButton, QWidget

from jaxstudio.app.shared.buttons import GlyphButton
from jaxstudio.app.shared.layouts import across
from jaxstudio.app.shared.row_list import chain_tabs, focusables
from jaxstudio.app.shared.settings import THEME
from jaxstudio.app.shared.tab import Tab

GAP = 14


class TopBar(QFrame):
    """Emits `chosen(index)` when another tab is selected."""

    chosen = Signal(int)

    def __init__(
        self, tabs: Sequence[Tab], actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        line = across(self, spacing=2, margins=(10, 5, 10, 5))
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
        self.inspector_button = GlyphButton.for_action("inspector", actions["inspector"], self)
        line.addWidget(self.inspector_button)
        line.addWidget(GlyphButton.for_action("help", actions["help"], self))
        chain_tabs(focusables(self))
        self.switch.idClicked.connect(self.chosen)

    def _button(self, index: int, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("tab")
        button.setCheckable(True)
        button.setText(action.text().replace("&", ""))
        button.setToolTip(action.toolTip())
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.switch.addButton(button, index)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        """Buttons that wrap need a second line, which Qt's main window does not reckon with by itself.

        Before the window is laid out the bar has Qt's first width, a hundred pixels: so many lines would make
        the window higher than the screen.
        """
        width = self.width() if self.isVisible() else max(self.width(), self.window().width())
        self.setMinimumHeight(max(self.heightForWidth(width), 0))

    def show_tab(self, index: int) -> None:
        """Show the buttons of this tab."""
        self.tools.setCurrentIndex(index)
        self._claim_height()
        button = self.switch.button(index)
        if button is not None:
            button.setChecked(True)


class ThemeMenu(QMenu):
    """A menu of themes with the present one ticked; emits `chosen(name)`."""

    chosen = Signal(str)

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        group = QActionGroup(self)
        stored = THEME.read(settings)
        self.choices: dict[str, QAction] = {}
        for name, words in (
            ("system", self.tr("As the &System")),
            ("light", self.tr("&Light")),
            ("dark", self.tr("&Dark")),
        ):
            action = self.addAction(words)
            action.setCheckable(True)
            action.setChecked(name == stored)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
            group.addAction(action)
            self.choices[name] = action

    def choose(self, name: str) -> None:
        """Have a theme worn from now on, in later runs too."""
        THEME.write(self.settings, name)
        self.choices[name].setChecked(True)
        self.chosen.emit(name)


EDGE_PX = 10


class DropTarget(QWidget):
    """A dashed frame with words that mouse events pass through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.words)
        self.hide()

    @property
    def words(self) -> str:
        return self.tr("Drop to open: photos, a folder, a session, a recipe, a sheet of functions")

    def show_over(self, widget: QWidget) -> None:
        """Cover another widget of the window."""
        self.setGeometry(widget.geometry())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, accent = (
            self.palette().color(QPalette.ColorRole.Window),
            self.palette().color(QPalette.ColorRole.Highlight),
        )
        ground.setAlpha(215)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(accent, 3, Qt.PenStyle.DashLine))
        inner = QRectF(self.rect()).adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
        painter.drawRoundedRect(inner, 12, 12)
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inner.adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX), flags, self.words)
