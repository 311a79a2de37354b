"""The page of XLA's passes: which changed the module, and what."""

from __future__ import annotations

from typing import Any

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

from jaxstudio.app.inspector.code_view import EMPTY, CodeView
from jaxstudio.app.inspector.diffing import Step, counts, diff, steps_of
from jaxstudio.app.inspector.latest_only import Latest
from jaxstudio.app.inspector.one_line import OneLine
from jaxstudio.app.inspector.session import Session
from jaxstudio.app.inspector.stage_list import RIGHT
from jaxstudio.app.inspector.stage_words import stage_words, time_words
from jaxstudio.app.shared.background_tasks import Job
from jaxstudio.ir.stages import Kind
from jaxstudio.ir.text_view.filters import Noise

LIST_PX = 430
HIDDEN = frozenset({Noise.METADATA, Noise.LOCATIONS, Noise.CONSTANTS, Noise.LAYOUTS})


class PassesPage(QWidget):
    """The list on the left, the difference on the right; drawn only while it is in sight."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.steps: list[Step] = []
        self._drawn: object = None
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Passes"))
        self.list.setHeaderLabels(["", self.tr("Pass"), self.tr("Pipeline"), "+", "−", self.tr("Time")])
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
        self._counting = Latest("inspector passes", self)
        self._diffing = Latest("inspector diff", self)
        for work in (self._counting, self._diffing):
            work.failed.connect(self.about.setText)
        self._assemble()
        self.list.currentItemChanged.connect(lambda *_: self._show())
        self.whole.toggled.connect(lambda _: self._show())
        self.everything.toggled.connect(lambda _: self._show())
        session.stages_changed.connect(self.draw)
        session.report_changed.connect(self.draw)

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
        report = self.session.report
        if not self.isVisible() or (self._drawn is report and report is not None):
            return
        self._drawn = report
        self.list.clear()
        self.view.show_text(EMPTY)
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

        def work(job: Job) -> list[tuple[int, int]]:
            found = []
            for step in steps:
                self.session.quiet.wait(job)
                found.append(counts(step))
            return found

        self._counting.ask(work, self._take_counts)

    def _take_counts(self, found: list[tuple[int, int]]) -> None:
        for place, (added, removed) in enumerate(found):
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
            self.about.setText(self.tr("What changed since {0}").format(before))

    def close(self) -> bool:
        self._counting.close()
        self._diffing.close()
        return super().close()
