"""A step's form follows from its op's parameters; values are drawn in place, nothing is rebuilt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from jaxstudio.app.image.choice_row import BoolRow, ChoiceRow
from jaxstudio.app.image.curve_row import CurveRow
from jaxstudio.app.image.levels_strip import LevelsStrip, fits
from jaxstudio.app.image.matrix_editor import MatrixRow
from jaxstudio.app.image.number_row import NumberRow
from jaxstudio.app.image.param_row import ParamRow
from jaxstudio.app.image.path_row import PathRow
from jaxstudio.app.image.session import Session
from jaxstudio.app.image.steps_row import StepsRow
from jaxstudio.app.shared.text import of_catalogue
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix, Param, Path, Points, Steps
from jaxstudio.pipeline.recipe import Step

ROWS: dict[type[Param], Callable[..., ParamRow]] = {
    Float: NumberRow,
    Int: NumberRow,
    Choice: ChoiceRow,
    Bool: BoolRow,
    Matrix: MatrixRow,
    Steps: StepsRow,
    Points: CurveRow,
    Path: PathRow,
}

# Parameters that mean nothing with the present values of others are not shown.
SHOWN_WHEN: dict[str, Callable[[Any, bool], bool]] = {
    "cval": lambda params, alpha: params.get("border", "constant") == "constant",
    "border_alpha": lambda params, alpha: alpha and params.get("border", "constant") == "constant",
}


class Form(QWidget):
    """The parameters of one step, one below the other."""

    def __init__(self, session: Session, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.levels = LevelsStrip(session, step, self) if fits(step) else None
        if self.levels is not None:
            column.addWidget(self.levels)
        self.rows: dict[str, ParamRow] = {}
        for param in step.op.params:
            row = ROWS[type(param)](session, step, param, self)
            self.rows[param.name] = row
            column.addWidget(row)
        self.caution = QLabel(self)
        self.caution.setProperty("look", "refused")
        self.caution.setWordWrap(True)
        self.caution.hide()
        column.addWidget(self.caution)
        self._session, self._step, self._shown = session, step, None  # type: Session, Step, Any
        session.photo_changed.connect(self._show_rows)
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw the step's values; rows whose values are as drawn are left alone."""
        if step.params == self._shown:
            return
        self._step, self._shown = step, step.params
        if self.levels is not None:
            self.levels.show_step(step)
        said = step.implementation.caution(step.values)
        self.caution.setText(of_catalogue(said) if said else "")
        self.caution.setVisible(bool(said))
        for row in self.rows.values():
            row.show_step(step)
        self._show_rows()

    def _show_rows(self) -> None:
        """Show the rows that mean something for the step's values and this photo."""
        photo = self._session.photo
        alpha = photo is not None and photo.pixels.shape[2] in (2, 4)
        for name, row in self.rows.items():
            row.setVisible(name not in SHOWN_WHEN or SHOWN_WHEN[name](self._step.params, alpha))
