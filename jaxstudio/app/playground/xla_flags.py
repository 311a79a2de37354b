"""Flags of XLA as switches: a menu whose entries put them into the line of flags, and take them out again."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from jaxstudio.app.shared.text import tr


def known_flags() -> tuple[tuple[str, str, str], ...]:
    """XLA's flags for a CPU, with their names in the window and their help."""
    return (
        ("--xla_disable_hlo_passes=fusion", tr("No fusion"),
         tr("Every operation is a kernel of its own, with its result in memory")),
        ("--xla_cpu_experimental_ynn_fusion_type=", tr("No kernels of YNNPACK"),
         tr("XLA compiles products and reductions itself, and calls no library of kernels")),
        ("--xla_cpu_enable_concurrency_optimized_scheduler=false", tr("Schedule for least memory"),
         tr("Kernels run in the order that needs least memory, not in that which lets most run at once")),
        ("--xla_cpu_multi_thread_eigen=false", tr("One thread"),
         tr("Kernels are not divided among threads")),
        ("--xla_cpu_enable_fast_math=true", tr("Fast math"),
         tr("Sums may be reordered and divisions replaced; NaN and infinity may come out otherwise")),
        ("--xla_allow_excess_precision=false", tr("No excess precision"),
         tr("Numbers of 16 bits are rounded after every operation, also inside a fusion")),
        ("--xla_backend_optimization_level=0", tr("LLVM does not optimise"),
         tr("The machine code follows the LLVM IR line by line: nothing is vectorised or unrolled")),
        ("--xla_cpu_prefer_vector_width=128", tr("Vectors of 128 bits"),
         tr("LLVM takes vectors of four float32, where it takes eight otherwise")),
        ("--xla_cpu_prefer_vector_width=512", tr("Vectors of 512 bits"),
         tr("LLVM takes vectors of sixteen float32, where the processor has AVX-512")),
        ("--xla_cpu_max_isa=SSE4_2", tr("Instructions up to SSE 4.2"),
         tr("The machine code runs on every x86 processor since 2008: no AVX, no fused multiply-add")),
    )  # fmt: skip


class FlagMenu(QToolButton):
    """A button that opens the menu; an entry is checked where the line has its flag."""

    def __init__(self, line: QLineEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._line = line
        self.setObjectName("words")
        self.setText(self.tr("XLA flags"))
        self.setToolTip(self.tr("Switches of the compiler, each with what it does"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for flag, words, about in known_flags():
            action = menu.addAction(words)
            action.setData(flag)
            action.setToolTip(f"{about}\n{flag}")
            action.setCheckable(True)
        menu.aboutToShow.connect(self._check)
        menu.triggered.connect(self._switch)
        self.setMenu(menu)

    def _check(self) -> None:
        given = self._line.text().split()
        for action in self.menu().actions():
            action.setChecked(action.data() in given)

    def _switch(self, action: QAction) -> None:
        """Put a flag into the line, in place of another value of it, or take it out."""
        name = str(action.data()).partition("=")[0]
        given = [flag for flag in self._line.text().split() if flag.partition("=")[0] != name]
        self._line.setText(" ".join([*given, action.data()] if action.isChecked() else given))
        self._line.editingFinished.emit()
