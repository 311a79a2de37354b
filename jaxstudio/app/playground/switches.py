"""The switches of JAX for a typed program, each with what it does."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from jaxstudio.app.playground.code import PRECISIONS, Switches
from jaxstudio.app.shared.buttons import CheckBox
from jaxstudio.app.shared.choice_box import small_box
from jaxstudio.app.shared.layouts import FlowLayout, make_label

COUNTS = (0, 2, 4, 8, 16)


class SwitchBar(QFrame):
    """`switched(Switches)` when something was changed by hand."""

    switched = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        about = self.tr(
            "The CPU is made to be so many devices, for shard_map, pmap and sharded arrays "
            "(--xla_force_host_platform_device_count)"
        )
        self.devices = small_box(self.tr("Devices"), self, about)
        self.devices.offer(
            [(self.tr("1 device"), 0), *((self.tr("{0} devices").format(n), n) for n in COUNTS[1:])]
        )
        about = self.tr("How exact a product of float32 matrices is (jax_default_matmul_precision)")
        self.precision = small_box(self.tr("Precision of matrix products"), self, about)
        self.precision.offer([(self.tr("usual precision"), ""), *((each, each) for each in PRECISIONS)])
        self.x64 = CheckBox(self.tr("64 bits"), self)
        self.x64.setToolTip(self.tr("Numbers have 64 bits where nothing else is said (jax_enable_x64)"))
        self.flags = QLineEdit(self)
        self.flags.setAccessibleName(self.tr("XLA flags"))
        self.flags.setPlaceholderText(
            self.tr("XLA flags, such as {0}").format("--xla_cpu_enable_fast_math=true")
        )
        self.flags.setToolTip(self.tr("Added to XLA_FLAGS before JAX is loaded; taken over with Enter"))
        line = FlowLayout(self, spacing=6, margins=(8, 3, 8, 3))
        line.add(make_label(self.tr("JAX"), "muted", self))
        for widget in (self.devices, self.precision, self.x64):
            line.add(widget)
        line.add(self.flags, 1)
        self.devices.activated.connect(lambda _: self._send())
        self.precision.activated.connect(lambda _: self._send())
        self.x64.clicked.connect(lambda _: self._send())
        self.flags.editingFinished.connect(self._send)
        self.hide()

    def show_switches(self, switches: Switches) -> None:
        self.devices.setCurrentIndex(max(self.devices.findData(switches.devices), 0))
        self.precision.setCurrentIndex(max(self.precision.findData(switches.precision), 0))
        self.x64.setChecked(switches.x64)
        self.flags.setText(switches.flags)

    def _send(self) -> None:
        self.switched.emit(
            Switches(
                int(self.devices.currentData()),
                self.x64.isChecked(),
                str(self.precision.currentData()),
                self.flags.text().strip(),
            )
        )
