"""The button on a card that puts the step's handles on the picture."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from jaxstudio.app.image.session import Session
from jaxstudio.app.image.upstream_steps import HANDLED
from jaxstudio.pipeline.recipe import Step


class HandlesButton(QPushButton):
    """Checked while the step's handles are shown; not there for steps that have none."""

    def __init__(self, session: Session, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.key = session, step.key
        self.has_handles = step.op.name in HANDLED
        self.setText(self.tr("Edit on the picture"))
        self.setToolTip(self.tr("Show handles to be moved by mouse or arrow keys (Ctrl+T); Enter ends"))
        self.setCheckable(True)
        self.clicked.connect(lambda on: session.handle(self.key if on else None))

    def show_step(self, step: Step, *, folded: bool) -> None:
        """Draw whether the handles are shown now."""
        self.setVisible(self.has_handles and not folded)
        self.setEnabled(step.enabled)
        self.setChecked(self.session.handled == self.key)
