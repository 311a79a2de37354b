"""Searches on the image tab: the panels Match and Learn, and the process that they share."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, QSize, Qt, Signal

from jaxstudio.app.image.document import ImageDocument
from jaxstudio.app.image.panels.learn_panel import LearnPanel
from jaxstudio.app.image.panels.match_panel import Matching, MatchPanel
from jaxstudio.app.image.panels.side_panel import LEAST_PX, SidePanel
from jaxstudio.app.shared.docks import DockArea, DockPanel
from jaxstudio.backend.fitting import FittingProcess


class Fitting(QObject):
    """Both panels, hidden until asked for; the process is started with the first, and ended with the window.

    `changed`: a panel was shown or hidden; `closed`: a person has closed one.
    """

    help_asked = Signal(str)
    changed = Signal()
    closed = Signal()

    def __init__(
        self,
        document: ImageDocument,
        settings: QSettings,
        docks: DockArea,
        process: FittingProcess | None = None,
    ) -> None:
        super().__init__(docks)
        self.document = document
        self.process = process or FittingProcess()
        self.matching = Matching(document, self.process, document.ticks, self)
        self.match = MatchPanel(self.matching, settings)
        self.learn = LearnPanel(document, self.process, settings)
        self.match_dock = self._add("match", self.match, docks)
        self.learn_dock = self._add("learn", self.learn, docks)
        self.match_dock.closed.connect(self.matching.abandon)
        self.learn_dock.closed.connect(self.learn.cancel)
        self.match_dock.visibilityChanged.connect(
            lambda _: document.ticks.show(not self.match_dock.isHidden())
        )

    def _add(self, name: str, panel: SidePanel, docks: DockArea) -> DockPanel:
        dock = DockPanel(name, panel.title, panel, QSize(LEAST_PX, 400), docks, help_button=True)
        docks.add(dock, Qt.DockWidgetArea.LeftDockWidgetArea, visible=False)
        panel.closed.connect(dock.close)
        dock.closed.connect(self.closed)
        dock.help_asked.connect(lambda: self._ask_help(panel))
        dock.visibilityChanged.connect(lambda _: self.changed.emit())
        return dock

    def toggle_match(self) -> None:
        """Open the panel of the search for values; if it is in front, close it, which ends the search."""
        self._toggle(self.match_dock, self.match)

    def toggle_learn(self) -> None:
        """Open the panel that learns a kernel; if it is in front, close it, which ends the search."""
        self._toggle(self.learn_dock, self.learn)

    def _toggle(self, dock: DockPanel, panel: MatchPanel | LearnPanel) -> None:
        if not dock.visibleRegion().isEmpty():  # shown, and no other tab before it
            dock.close()
            return
        self.process.start()
        dock.show()
        dock.raise_()
        panel.first_field.setFocus()

    def close_panels(self) -> None:
        """Close both; a search that runs is stopped where it is."""
        self.match_dock.close()
        self.learn_dock.close()

    def _ask_help(self, panel: SidePanel) -> None:
        from jaxstudio.app.manual import KERNEL, MATCH

        self.help_asked.emit(MATCH if panel is self.match else KERNEL)

    def close_fitting(self) -> None:
        """The window closes: end the process and what runs in it."""
        self.learn.cancel()
        self.matching.close()
