"""The menu that chooses the theme: the system's, light or dark; the choice is kept."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from jaxstudio.app.shared.theme import FollowSystem

KEY = "theme"


class ThemeMenu(QMenu):
    """One entry a theme, the one that is worn ticked."""

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        group = QActionGroup(self)
        kept = str(settings.value(KEY, "system"))
        self.choices: dict[str, QAction] = {}
        for name, words in (
            ("system", self.tr("As the &System")),
            ("light", self.tr("&Light")),
            ("dark", self.tr("&Dark")),
        ):
            action = self.addAction(words)
            action.setCheckable(True)
            action.setChecked(name == kept)
            action.triggered.connect(lambda _=False, name=name: self.choose(name))
            group.addAction(action)
            self.choices[name] = action
        if kept in ("light", "dark"):
            self._wear(kept)

    def choose(self, name: str) -> None:
        """Wear a theme from now on, in later runs too."""
        self.settings.setValue(KEY, name)
        self.choices[name].setChecked(True)
        self._wear(name)

    def _wear(self, name: str) -> None:
        app = QApplication.instance()
        follow = app.findChild(FollowSystem) if app is not None else None
        if follow is not None:
            follow.choose(name)
