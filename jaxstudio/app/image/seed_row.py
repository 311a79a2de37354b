"""The seed of all noise, with a button for another one."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from jaxstudio.app.image.session import Session, new_seed
from jaxstudio.app.shared.number_field import NumberField
from jaxstudio.errors import UsageError
from jaxstudio.pipeline.recipe import MAX_SEED


class SeedRow(QWidget):
    """Draws the recipe's seed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        about = self.tr("The same seed gives the same noise, on every device and at every zoom")
        label = QLabel(self.tr("Seed"), self)
        label.setToolTip(about)
        self.field = NumberField("", 1.0, self)
        self.field.setAccessibleName(self.tr("Seed"))
        self.field.setToolTip(about)
        self.field.setMaximumWidth(130)
        self.button = QPushButton(self.tr("New seed"), self)
        self.button.setToolTip(self.tr("Another seed, and with it other noise (Ctrl+Shift+R)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 12, 10)
        line.addWidget(label)
        line.addStretch(1)
        line.addWidget(self.field)
        line.addWidget(self.button)
        self.field.typed.connect(self._set)
        self.field.nudged.connect(self._nudge)
        self.field.unreadable.connect(lambda text: self._refuse())
        self.button.clicked.connect(lambda: session.set_seed(new_seed(session.recipe.seed)))
        session.recipe_changed.connect(self.draw)
        self.draw()

    def draw(self) -> None:
        self.field.show_value(self.session.recipe.seed)

    def _set(self, number: float, *, nudge: bool = False) -> None:
        try:
            self.session.set_seed(int(number) if number.is_integer() else -1, nudge=nudge)
        except UsageError:
            self._refuse()

    def _nudge(self, number: float) -> None:
        self._set(min(max(number, 0.0), float(MAX_SEED)), nudge=True)

    def _refuse(self) -> None:
        self.field.refuse(True)
        self.session.failed.emit(self.tr("Seed: expected a whole number from 0 to {0}").format(MAX_SEED))
