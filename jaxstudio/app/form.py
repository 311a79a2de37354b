"""A step's form follows from its op's parameters; values are drawn in place, nothing is rebuilt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from jaxstudio.app.choice_row import BoolRow, ChoiceRow
from jaxstudio.app.matrix_editor import MatrixRow
from jaxstudio.app.number_row import NumberRow
from jaxstudio.app.param_row import ParamRow
from jaxstudio.app.session import Session
from jaxstudio.pipeline.params import Bool, Choice, Float, Int, Matrix, Param
from jaxstudio.pipeline.recipe import Step

ROWS: dict[type[Param], Callable[..., ParamRow]] = {
    Float: NumberRow,
    Int: NumberRow,
    Choice: ChoiceRow,
    Bool: BoolRow,
    Matrix: MatrixRow,
}

# Parameters that mean nothing with the present values of others are not shown.
SHOWN_WHEN: dict[str, Callable[[Any], bool]] = {
    "cval": lambda params: params.get("border", "constant") == "constant",
}


class Form(QWidget):
    """The parameters of one step, one below the other."""

    def __init__(self, session: Session, step: Step, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.rows: dict[str, ParamRow] = {}
        for param in step.op.params:
            row = ROWS[type(param)](session, step, param, self)
            self.rows[param.name] = row
            column.addWidget(row)
        self._shown: Any = None
        self.show_step(step)

    def show_step(self, step: Step) -> None:
        """Draw the step's values; rows whose values are as drawn are left alone."""
        if step.params == self._shown:
            return
        self._shown = step.params
        for name, row in self.rows.items():
            row.show_step(step)
            row.setVisible(SHOWN_WHEN.get(name, lambda params: True)(step.params))
