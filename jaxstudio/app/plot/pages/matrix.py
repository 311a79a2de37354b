"""Page Matrix: the Jacobian of a vector function, the Hessian of a number, at a point."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from jaxstudio.app.plot.controller import FunctionsController
from jaxstudio.app.plot.pages.numbers import short
from jaxstudio.app.plot.pages.page import Grid, Page, Place, coordinates
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.queries import MatrixAnswer, MatrixQuestion

KINDS = frozenset({LineKind.VECTOR, LineKind.SURFACE, LineKind.SCALAR})


class MatrixPage(Page):
    """Both matrices, computed forward and in reverse; their ellipse lies on the plane."""

    name = "matrix"

    def __init__(self, controller: FunctionsController, parent: QWidget | None = None) -> None:
        super().__init__(controller, "", parent)
        self.heading.setText(self.tr("Jacobian and Hessian"))
        self.subject = self.subject_label(
            self.tr("Type a function of several variables, such as [x^2 - y, x y], for its matrices.")
        )
        self.place = Place(self.inside)
        self.place.moved.connect(self._move)
        self.column.addWidget(self.place)
        self.strip = self.asking()
        self.jacobian = Grid(self.tr("Jacobian"), (), self.inside)
        self.words = self.note(look="")
        self.hessian = Grid(self.tr("Hessian"), (), self.inside)
        self.eigen = self.note(look="")
        self.column.insertWidget(self.column.indexOf(self.words), self.jacobian)
        self.column.insertWidget(self.column.indexOf(self.eigen), self.hessian)
        self.column.addStretch(1)

    def _variables(self) -> tuple[str, ...]:
        line = self.controller.subject(KINDS)
        if line is None:
            return ()
        return self.controller.reading.lines[self.controller.document.place(line.key)].variables

    def _values(self) -> dict[str, float]:
        return coordinates(self.controller.document.pages.get(self.name, {}).get("at"), self._variables())

    def _move(self, name: str, value: float, nudged: bool) -> None:
        self.controller.set_page(self.name, nudge=nudged, at={**self._values(), name: value})

    def draw(self) -> None:
        line = self.controller.subject(KINDS)
        self.subject.show_line(line)
        values = self._values()
        self.place.show_values(values)
        for part in (self.jacobian, self.words, self.hessian, self.eigen):
            part.setVisible(line is not None and self.strip.asked is not None)
        if line is None:
            self.strip.asked = None
            self.controller.show_ellipse((0.0, 0.0), None)
            return
        question = MatrixQuestion(self.controller.target(line.key), tuple(values.values()))
        self.strip.ask_new(question, self._take)

    def _take(self, answer: MatrixAnswer) -> None:
        names = self._variables()
        jacobian, hessian = answer.jacobian, answer.hessian
        self.jacobian.show_headings(("J", *(f"∂/∂{name}" for name in names), self.tr("Value")))
        self.jacobian.show_rows(
            [
                [f"f{place + 1}", *(short(float(each)) for each in row), short(float(value))]
                for place, (row, value) in enumerate(
                    zip(np.atleast_2d(jacobian.forward), np.atleast_1d(jacobian.value), strict=True)
                )
            ]
        )
        self.jacobian.show()
        same = np.allclose(jacobian.forward, jacobian.reverse, rtol=1e-12, atol=1e-12, equal_nan=True)
        self.words.setText(
            self.tr("Forward and reverse mode agree.")
            if same
            else self.tr("Forward and reverse mode differ.")
        )
        self.words.show()
        self.hessian.setVisible(hessian is not None)
        self.eigen.setVisible(hessian is not None)
        if hessian is not None:
            self.hessian.show_headings(("H", *names))
            self.hessian.show_rows(
                [
                    [name, *(short(float(each)) for each in row)]
                    for name, row in zip(names, hessian.hessian, strict=True)
                ]
            )
            values = ", ".join(short(float(each)) for each in hessian.eigenvalues)
            self.eigen.setText(self.tr("Eigenvalues of the Hessian: {0}.").format(values))
        self.controller.show_ellipse(tuple(float(each) for each in jacobian.at), _outline(answer))


def _outline(answer: MatrixAnswer) -> np.ndarray | None:
    """Around the point: the ellipse of the Hessian, or what the Jacobian makes of a circle."""
    found = answer.hessian.ellipse if answer.hessian is not None else None
    found = found or answer.jacobian.stretch
    if found is None or not np.isfinite(found.semi_axes).all() or len(answer.jacobian.at) != 2:
        return None
    return found.outline() + answer.jacobian.at
