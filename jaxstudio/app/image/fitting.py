"""Searches on the image tab: the panels left of the canvas, and the process that they share."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.learn_panel import LearnPanel
from jaxstudio.app.image.match_panel import MatchPanel
from jaxstudio.app.image.matching import Matching
from jaxstudio.app.image.side_panel import WIDTH_PX, SidePanel
from jaxstudio.backend.fitting_client import FittingProcess


class Fitting(QStackedWidget):
    """Hidden until a panel is asked for; the process is started with it, and ended when it is closed."""

    help_asked = Signal(str)
    closed = Signal()

    def __init__(
        self,
        document: ImageDocument,
        settings: QSettings,
        parent: QWidget | None = None,
        process: FittingProcess | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.process = process or FittingProcess()
        self.setFixedWidth(WIDTH_PX)
        self.matching = Matching(document, self.process, document.ticks, self)
        self.match = MatchPanel(self.matching, settings, self)
        self.learn = LearnPanel(document, self.process, settings, self)
        for panel in (self.match, self.learn):
            self.addWidget(panel)
            panel.closed.connect(self.close_panel)
            panel.help_asked.connect(self._ask_help)
        self.hide()

    def show_match(self) -> None:
        """Open the panel of the search for values, or go to it."""
        self._show(self.match)
        self.match.target.setFocus()

    def show_learn(self) -> None:
        """Open the panel that learns a kernel, or go to it."""
        self._show(self.learn)
        self.learn.after.setFocus()

    def _show(self, panel: SidePanel) -> None:
        self.setCurrentWidget(panel)
        self.document.ticks.show(panel is self.match)
        self.process.start()
        self.show()

    def close_panel(self) -> None:
        """Close it; a search that runs is stopped where it is."""
        self.matching.abandon()
        self.learn.cancel()
        self.document.ticks.show(False)
        self.hide()
        self.closed.emit()

    def _ask_help(self) -> None:
        from jaxstudio.app.image.help_pages import KERNEL, MATCH

        self.help_asked.emit(MATCH if self.currentWidget() is self.match else KERNEL)

    def close_fitting(self) -> None:
        """The window closes: end the process and what runs in it."""
        self.learn.cancel()
        self.matching.close()
