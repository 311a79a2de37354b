"""A field for each variable of a function: the point that a page is about."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.shared.number_field import NumberField


class Place(QWidget):
    """Says `moved(name, value, nudged)` when a coordinate is changed by hand."""

    moved = Signal(str, float, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(6)
        self.fields: dict[str, NumberField] = {}

    def show_values(self, values: Mapping[str, float]) -> None:
        """Show these coordinates; the fields are made anew when the names change."""
        if tuple(values) != tuple(self.fields):
            self._make(tuple(values))
        for name, value in values.items():
            self.fields[name].show_value(value)

    def _make(self, names: tuple[str, ...]) -> None:
        while self.line.count():
            item = self.line.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        for name in names:
            field = NumberField("", 0.1, self)
            field.setFixedWidth(84 if len(names) < 3 else 58)
            field.setAccessibleName(self.tr("{0} of the point").format(name))
            field.typed.connect(lambda value, name=name: self.moved.emit(name, value, False))
            field.nudged.connect(lambda value, name=name: self.moved.emit(name, value, True))
            self.line.addWidget(QLabel(f"{name} =", self))
            self.line.addWidget(field)
            self.fields[name] = field
        self.line.addStretch(1)

    def commit(self) -> None:
        """Take what is half typed."""
        for field in self.fields.values():
            field.editingFinished.emit()


def known(kept: object, names: tuple[str, ...]) -> dict[str, float]:
    """The coordinates that were remembered, 1 where there are none."""
    values = kept if isinstance(kept, Mapping) else {}

    def number(name: str) -> float:
        value = values.get(name)
        return float(value) if isinstance(value, int | float) else 1.0

    return {name: number(name) for name in names}
