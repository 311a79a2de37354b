"""Which parameters a penalty counts: a row of chips with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from jaxstudio.app.plot.order_toggles import Chip
from jaxstudio.functions.language import LineKind

if TYPE_CHECKING:
    from jaxstudio.app.plot.pages.fit import FitPage

MODELS = frozenset({LineKind.MODEL})
FREE = "unpenalised"
MOST = 8


class Penalised(QWidget):
    """All are ticked at first; the document remembers those that are not."""

    def __init__(self, page: FitPage) -> None:
        super().__init__(page.inside)
        self.page = page
        self.chips: dict[str, Chip] = {}
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(3)
        self.line.addWidget(QLabel(self.tr("it counts"), self))
        self.line.addSpacing(3)
        self.line.addStretch(1)

    def names(self) -> tuple[str, ...]:
        """The parameters of the model in hand, and its networks."""
        session = self.page.session
        line = session.subject(MODELS)
        if line is None:
            return ()
        read = session.reading.lines[session.document.place(line.key)]
        return (*read.sliders, *dict.fromkeys(network.name for network in read.networks))[:MOST]

    def free(self) -> list[str]:
        return [name for name in self.page.kept(FREE, []) if isinstance(name, str)]

    def chosen(self) -> tuple[str, ...] | None:
        """Those that count; None for all."""
        free = self.free()
        names = self.names()
        return tuple(name for name in names if name not in free) if set(free) & set(names) else None

    def draw(self, shown: bool) -> None:
        """Show the parameters of the model as it is now."""
        names, free = self.names(), self.free()
        if tuple(self.chips) != names:
            for chip in self.chips.values():
                self.line.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            self.chips = {name: self._chip(name) for name in names}
        for name, chip in self.chips.items():
            chip.setChecked(name not in free)
        self.setVisible(shown and bool(names))

    def _chip(self, name: str) -> Chip:
        chip = Chip(name, self.tr("The penalty counts {0}").format(name), self)
        chip.clicked.connect(lambda on: self._toggle(name, on))
        self.line.insertWidget(self.line.count() - 1, chip)
        chip.show()
        return chip

    def _toggle(self, name: str, on: bool) -> None:
        free = [each for each in self.free() if each != name]
        self.page.keep(FREE, free if on else [*free, name])
