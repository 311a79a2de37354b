"""All stages of one compilation in a list, with their times and sizes; passes folded under one line."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.shared.text import of_bytes, of_milliseconds, tr
from jaxstudio.ir.stages import KERNEL_KINDS, Kind, Stage


def stage_words(stage: Stage) -> str:
    """A stage's name as a person says it."""
    rest = stage.name.removeprefix(stage.kind.value).strip()
    if stage.kind is Kind.PASS:
        number, _, name = rest.partition(" ")
        return f"{int(number)} {name.rpartition('/')[2]}" if number.isdigit() else rest
    words = {
        Kind.SOURCE: tr("Source"),
        Kind.JAXPR: "jaxpr",
        Kind.STABLEHLO: "StableHLO",
        Kind.HLO: "HLO",
        Kind.OPTIMIZED: tr("Optimised HLO"),
        Kind.BUFFERS: tr("Buffers"),
        Kind.LLVM: "LLVM IR",
        Kind.ASM: tr("Assembly"),
        Kind.PTX: "PTX",
        Kind.SASS: "SASS",
    }[stage.kind]
    return f"{words}  {rest}" if rest else words


def time_words(stage: Stage) -> str:
    """How long it took to make, or nothing."""
    if stage.seconds is None:
        return ""
    ms = stage.seconds * 1e3
    return f"{ms * 1e3:.0f} µs" if ms < 1 else of_milliseconds(ms)


def stage_about(stage: Stage, lines: int) -> str:
    """Time, lines, size and the note, in one line."""
    height = tr("1 line") if lines == 1 else tr("{0} lines").format(f"{lines:,}")
    time = time_words(stage)
    if time and stage.kind is Kind.PASS:
        time = tr("{0} with writing it down").format(time)
    parts = [time, height, of_bytes(stage.size), stage.note]
    return "  ·  ".join(part for part in parts if part)


NAME = Qt.ItemDataRole.UserRole
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StageList(QTreeWidget):
    """`chosen(name)` is said when a stage is wanted."""

    chosen = Signal(str)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._drawn: list[str] = []
        self.setObjectName("stages")
        self.setAccessibleName(self.tr("Stages"))
        self.setHeaderLabels([self.tr("Stage"), self.tr("Time"), self.tr("Size")])
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.headerItem().setTextAlignment(1, RIGHT)
        self.headerItem().setTextAlignment(2, RIGHT)
        self.headerItem().setToolTip(1, self.tr("The time of a pass includes writing its text"))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.itemActivated.connect(lambda item, _: self._choose(item))
        self.itemClicked.connect(lambda item, _: self._choose(item))
        controller.stages_changed.connect(self.draw)

    def draw(self) -> None:
        """Show these stages; groups stay folded or unfolded as they are."""
        stages = self.controller.stages
        names = [stage.name for stage in stages]
        if names == self._drawn:
            return
        opened = {kind for kind, item in self._groups.items() if item.isExpanded()}
        self.clear()
        self._groups, self._drawn = {}, names
        for stage in stages:
            parent = self._parent(stage)
            # the group says the language already
            words = stage_words(stage) if parent is self else stage_words(stage).rpartition("  ")[2]
            item = QTreeWidgetItem(parent, [words, time_words(stage), ""])
            item.setText(2, of_bytes(stage.size))
            item.setTextAlignment(1, RIGHT)
            item.setTextAlignment(2, RIGHT)
            item.setToolTip(0, f"{stage.name}\n{stage.note}".strip())
            item.setData(0, NAME, stage.name)
        for kind, group in self._groups.items():
            group.setExpanded(kind in opened)
            group.setFirstColumnSpanned(True)  # it has no time and no size, and longer words
            group.setText(0, self._title(kind).format(group.childCount()))

    def _parent(self, stage: Stage) -> QTreeWidget | QTreeWidgetItem:
        if stage.kind is not Kind.PASS and stage.kind not in KERNEL_KINDS:
            return self
        if stage.kind.value not in self._groups:
            group = QTreeWidgetItem(self, [""])
            group.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self._groups[stage.kind.value] = group
        return self._groups[stage.kind.value]

    def _title(self, kind: str) -> str:
        return {
            "pass": self.tr("Passes that changed it ({0})"),
            "llvm": self.tr("LLVM IR ({0})"),
            "asm": self.tr("Assembly ({0})"),
        }.get(kind, kind.upper() + " ({0})")

    def _choose(self, item: QTreeWidgetItem) -> None:
        name = item.data(0, NAME)
        if name:
            self.chosen.emit(name)
        else:
            item.setExpanded(not item.isExpanded())
