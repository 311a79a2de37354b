"""Check boxes on the cards for the parameters that a search may change, shown while its panel is open."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.text import tr
from jaxstudio.pipeline.param_refs import ParamRef, can_move, moves_by_default
from jaxstudio.pipeline.params import Param
from jaxstudio.pipeline.recipe import Recipe, Step


class Ticks(QObject):
    """The ticked parameters. Real numbers are ticked at first; the person's choices stay."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.visible = False
        self.enabled = True
        self._chosen: dict[ParamRef, bool] = {}

    def show(self, visible: bool) -> None:
        """Show the ticks on the cards, or hide them."""
        if visible != self.visible:
            self.visible = visible
            self.changed.emit()

    def enable(self, enabled: bool) -> None:
        """Enable the boxes; during a search they are disabled and show the moved parameters."""
        if enabled != self.enabled:
            self.enabled = enabled
            self.changed.emit()

    def tick(self, ref: ParamRef, on: bool) -> None:
        self._chosen[ref] = on
        self.changed.emit()

    def ticked(self, step: Step, param: Param) -> bool | None:
        """Whether a search may change this; None where it cannot."""
        if not can_move(step, param):
            return None
        return self._chosen.get(ParamRef(step.key, param.name), moves_by_default(step, param))

    def moving(self, recipe: Recipe) -> tuple[ParamRef, ...]:
        """The parameters of the active steps that are ticked."""
        return tuple(
            ParamRef(step.key, param.name)
            for step in recipe.active
            for param in step.op.params
            if self.ticked(step, param)
        )


class Tick(CheckBox):
    """The tick of one parameter, on its row."""

    def __init__(self, ticks: Ticks, step: Step, param: Param, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.ticks, self.step, self.param = ticks, step, param
        words = tr("{0} may be changed by the search").format(name)
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.clicked.connect(lambda on: ticks.tick(ParamRef(self.step.key, param.name), on))
        ticks.changed.connect(self.draw)
        self.draw()

    def show_step(self, step: Step) -> None:
        self.step = step
        self.draw()

    def draw(self) -> None:
        """Draw the check box; it is hidden while no search is prepared."""
        ticked = self.ticks.ticked(self.step, self.param)
        self.setVisible(self.ticks.visible and ticked is not None)
        self.setEnabled(self.ticks.enabled)
        self.setChecked(bool(ticked))
