"""The page of XLA's passes: which changed the module, and what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from jaxstudio.app.inspector.code_view import EMPTY_MODEL, CodeView
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.scheduling import LatestOnly
from jaxstudio.app.inspector.stage_list import RIGHT, stage_words, time_words
from jaxstudio.app.inspector.text_model import TextModel, prepare
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.elided_label import OneLine
from jaxstudio.ir.comparison import Block, Change, changed_lines, line_diff, pass_diff
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise

CONTEXT = 3
ADDED, REMOVED, LEFT_OUT = 1, -1, 2


@dataclass(frozen=True)
class Step:
    """A pass with what it came from; None where nothing of it is known."""

    stage: Stage
    before: Stage | None


def steps_of(stages: Sequence[Stage]) -> list[Step]:
    """The passes, each with the one before it; the first with the module as XLA read it."""
    passes = [stage for stage in stages if stage.kind is Kind.PASS]
    read = next((stage for stage in stages if stage.kind is Kind.HLO), None)
    return [Step(stage, passes[place - 1] if place else read) for place, stage in enumerate(passes)]


def counts(step: Step) -> tuple[int, int]:
    """How many lines a pass added and removed."""
    return changed_lines(pass_diff(step.before, step.stage)) if step.before is not None else (0, 0)


def diff(step: Step, noise: frozenset[Noise], whole: bool = False) -> TextModel:
    """What changed with a few lines around it, or with `whole` all of it."""
    new = prepare(step.stage, noise)
    if step.before is None:
        return new
    old = prepare(step.before, noise)
    blocks = line_diff(list(old.lines), list(new.lines))
    lines: list[str] = []
    numbers: list[int] = []
    line_changes: list[int] = []
    for place, block in enumerate(blocks):
        if block.change is Change.SAME:
            for first, last in context_ranges(block, place == 0, place == len(blocks) - 1, whole):
                if first < 0:
                    lines.append(f"⋯ {last:,} lines")
                    numbers.append(0)
                    line_changes.append(LEFT_OUT)
                else:
                    lines += new.lines[first:last]
                    numbers += [new.number(line + 1) for line in range(first, last)]
                    line_changes += [0] * (last - first)
            continue
        lines += old.lines[block.first : block.last]
        numbers += [0] * (block.last - block.first)
        line_changes += [REMOVED] * (block.last - block.first)
        lines += new.lines[block.new_first : block.new_last]
        numbers += [new.number(line + 1) for line in range(block.new_first, block.new_last)]
        line_changes += [ADDED] * (block.new_last - block.new_first)
    stage = replace(step.stage, text="\n".join(lines))
    changes = np.array(line_changes, np.int8)
    widest = max(map(len, lines), default=0)
    return TextModel(stage, lines, numbers=np.array(numbers, np.int64), line_changes=changes, widest=widest)


def context_ranges(block: Block, first: bool, last: bool, whole: bool) -> list[tuple[int, int]]:
    """Stretches of a block that stays, and (−1, how many) for what is left out of it."""
    start, end = block.new_first, block.new_last
    head, tail = (0 if first else CONTEXT), (0 if last else CONTEXT)
    if whole or end - start <= head + tail + 1:
        return [(start, end)]
    return [(start, start + head), (-1, end - start - head - tail), (end - tail, end)]


LIST_PX = 430
HIDDEN = frozenset({Noise.METADATA, Noise.LOCATIONS, Noise.CONSTANTS, Noise.LAYOUTS})


class PassesPage(QWidget):
    """The list on the left, the difference on the right; computed only while it is visible."""

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.steps: list[Step] = []
        self._drawn: object = None
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Passes"))
        self.list.setHeaderLabels(["", self.tr("Pass"), self.tr("Pipeline"), "+", "−", self.tr("Time")])
        self.list.headerItem().setToolTip(5, self.tr("With writing the module down after the pass"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column in range(6):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.about = OneLine(self)
        self.whole = QPushButton(self.tr("Whole module"), self)
        self.whole.setObjectName("small")
        self.whole.setCheckable(True)
        self.everything = QPushButton(self.tr("With metadata"), self)
        self.everything.setObjectName("small")
        self.everything.setCheckable(True)
        self.view = CodeView(self.tr("what the pass changed"), self)
        self._counting = LatestOnly("inspector passes", self)
        self._diffing = LatestOnly("inspector diff", self)
        for work in (self._counting, self._diffing):
            work.failed.connect(self.about.setText)
        self._assemble()
        self.list.currentItemChanged.connect(lambda *_: self._show())
        self.whole.toggled.connect(lambda _: self._show())
        self.everything.toggled.connect(lambda _: self._show())
        controller.stages_changed.connect(self.draw)
        controller.report_changed.connect(self.draw)

    def _assemble(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 3, 8, 3)
        head.addWidget(self.about, 1)
        head.addWidget(self.everything)
        head.addWidget(self.whole)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.list)
        splitter.addWidget(right)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([LIST_PX, 2 * LIST_PX])
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(splitter)

    @property
    def settled(self) -> bool:
        return not self._counting.busy and not self._diffing.busy

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def draw(self) -> None:
        """List the passes of a finished inspection."""
        report = self.controller.report
        if not self.isVisible() or (self._drawn is report and report is not None):
            return
        self._drawn = report
        self.list.clear()
        self.view.show_text(EMPTY_MODEL)
        self.about.clear()
        self.steps = steps_of(report.stages) if report is not None else []
        for step in self.steps:
            number, _, path = step.stage.name.removeprefix("pass ").partition(" ")
            pipeline, _, name = path.partition("/")
            row = [str(int(number)), name, pipeline.replace("_", " "), "", "", time_words(step.stage)]
            item = QTreeWidgetItem(self.list, row)
            item.setToolTip(2, path)
            for column in (0, 3, 4, 5):
                item.setTextAlignment(column, RIGHT)
        if report is not None and report.quiet_passes:
            words = self.tr("{0} more that changed nothing").format(len(report.quiet_passes))
            item = QTreeWidgetItem(self.list, ["", words, ""])
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setToolTip(1, "\n".join(report.quiet_passes))
        elif report is not None and not self.steps:
            self.about.setText(self.tr("No pass left a module"))
        if self.steps:
            self._count()
            first: Any = self.list.topLevelItem(0)
            self.list.setCurrentItem(first)

    def _count(self) -> None:
        steps = self.steps

        def work(job: BackgroundTask) -> list[tuple[int, int]]:
            found = []
            for step in steps:
                self.controller.idle_gate.wait(job)
                found.append(counts(step))
            return found

        self._counting.ask(work, self._take_counts)

    def _take_counts(self, counts: list[tuple[int, int]]) -> None:
        for place, (added, removed) in enumerate(counts):
            item: Any = self.list.topLevelItem(place)
            item.setText(3, f"{added:,}" if added else "")
            item.setText(4, f"{removed:,}" if removed else "")

    def _show(self) -> None:
        item: Any = self.list.currentItem()
        place = self.list.indexOfTopLevelItem(item) if item is not None else -1
        if not 0 <= place < len(self.steps):
            return
        step, whole = self.steps[place], self.whole.isChecked()
        noise = frozenset() if self.everything.isChecked() else HIDDEN
        self._diffing.ask(lambda _: diff(step, noise, whole), self.view.show_text)
        if step.before is None:
            self.about.setText(self.tr("The module after the first pass that changed it"))
        else:
            is_pass = step.before.kind is Kind.PASS
            before = step.before.name.rpartition("/")[2] if is_pass else stage_words(step.before)
            words = self.tr("What changed since {0}").format(before)
            if step.stage.seconds is not None:
                time = self.tr("{0} with writing it down").format(time_words(step.stage))
                words = f"{words}  ·  {time}"
            self.about.setText(words)

    def close(self) -> bool:
        self._counting.close()
        self._diffing.close()
        return super().close()
