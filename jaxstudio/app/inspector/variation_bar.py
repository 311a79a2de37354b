"""Compile it otherwise: the format of numbers, the device, options of the compiler."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLineEdit, QPushButton, QWidget

from jaxstudio.app.inspector.session import Session
from jaxstudio.app.shared.choice_box import ChoiceBox
from jaxstudio.app.shared.layouts import FlowLayout
from jaxstudio.errors import StudioError
from jaxstudio.inspect_targets.spelled import parse_options
from jaxstudio.ir.target import Option
from jaxstudio.ir.variation import FLOATS, Variation
from jaxstudio.runtime.devices import list_devices

FAST_MATH = "xla_cpu_enable_fast_math"
LEVEL = "xla_backend_optimization_level"


class VariationBar(QFrame):
    """Every change is compiled at once; what cannot be compiled is said above the page."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setObjectName("toolbar")
        self.dtype = self._box(self.tr("Number format"), self.tr("In place of every format of real numbers"))
        self.dtype.addItem(self.tr("as it is"), "")
        for name in FLOATS:
            self.dtype.addItem(name, name)
        self.device = self._box(self.tr("Device"), self.tr("What it is compiled for"))
        self.device.addItem(self.tr("as it is"), "")
        self.level = self._box(
            self.tr("Optimisation"), self.tr("How much LLVM optimises ({0})").format(LEVEL)
        )
        self.level.addItem(self.tr("as it is"), "")
        for level in ("0", "1", "2", "3"):
            self.level.addItem(level, level)
        self.fast = QCheckBox(self.tr("Fast math"), self)
        self.fast.setToolTip(self.tr("Let the compiler reorder sums and ignore NaNs ({0})").format(FAST_MATH))
        self.other = QLineEdit(self)
        self.other.setPlaceholderText(self.tr("more options: name=value, name=value"))
        self.other.setAccessibleName(self.tr("Options of XLA"))
        self.other.setToolTip(self.tr("Options of XLA, taken over with Enter"))
        self.reset = QPushButton(self.tr("As it is"), self)
        self.reset.setObjectName("small")
        self.wrong = QLabel(self)
        self.wrong.setWordWrap(True)
        self.wrong.setProperty("look", "refused")
        self.wrong.setTextFormat(Qt.TextFormat.PlainText)
        self._assemble()
        for box in (self.dtype, self.device, self.level):
            box.activated.connect(lambda _: self.take())
        self.fast.toggled.connect(lambda _: self.take())
        self.other.editingFinished.connect(self.take)
        self.reset.clicked.connect(self.clear)

    def _box(self, name: str, about: str) -> ChoiceBox:
        box = ChoiceBox(self)
        box.setObjectName("small")
        box.setAccessibleName(name)
        box.setToolTip(about)
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _assemble(self) -> None:
        line = FlowLayout(self)
        line.setContentsMargins(8, 4, 8, 4)
        line.setSpacing(6)
        for box in (self.dtype, self.device, self.level):
            name = QLabel(box.accessibleName(), self)
            name.setProperty("look", "muted")
            name.setBuddy(box)
            line.add(name)
            line.add(box)
            line.add_space(4)
        line.add(self.fast)
        line.add(self.other, 1)
        line.add(self.wrong)
        line.add(self.reset)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.device.count() == 1:
            for each in list_devices()[0]:
                self.device.addItem(each.name, each.name)

    def take(self) -> None:
        """Compile as the form says."""
        options: dict[str, Option] = {}
        if self.fast.isChecked():
            options[FAST_MATH] = True
        if self.level.currentData():
            options[LEVEL] = int(self.level.currentData())
        words = [word.strip() for word in self.other.text().split(",") if word.strip()]
        try:
            options |= parse_options(words)
        except StudioError as error:
            self._say(str(error).removeprefix("--option "))
            return
        self._say("")
        self.session.vary(Variation(self.dtype.currentData(), self.device.currentData(), options))

    def clear(self) -> None:
        """Compile everything as it is again."""
        for box in (self.dtype, self.device, self.level):
            box.setCurrentIndex(0)
        self.fast.setChecked(False)
        self.other.clear()
        self.take()

    def _say(self, text: str) -> None:
        self.wrong.setText(text)
        self.other.setProperty("refused", bool(text))
        self.other.style().unpolish(self.other)
        self.other.style().polish(self.other)
