"""The page of XLA's passes: which changed the module, what, and which source lines that belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from jaxstudio.app.inspector.code_canvas import EMPTY_MODEL
from jaxstudio.app.inspector.code_view import CodeView
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.inspectables import PLAYGROUND
from jaxstudio.app.inspector.pane import RIGHT, Page, Pane, side_by_side, stage_words, time_words
from jaxstudio.app.inspector.text_model import TextModel, prepare
from jaxstudio.app.shared.background_tasks import BackgroundTask
from jaxstudio.app.shared.buttons import small_button
from jaxstudio.app.shared.layouts import OneLine, across, down
from jaxstudio.app.shared.text import of_number, tr
from jaxstudio.ir.comparison import Block, Change, changed_lines, line_diff, pass_diff, stage_before
from jaxstudio.ir.links.index import NO_LINES, Linked
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise

CONTEXT = 3
ADDED, REMOVED, LEFT_OUT = 1, -1, 2


@dataclass(frozen=True)
class Step:
    """A pass and the one before it; None for a pass without a known predecessor."""

    stage: Stage
    before: Stage | None


def steps_of(stages: Sequence[Stage]) -> list[Step]:
    """The passes, each with the one before it; the first with the module as XLA read it."""
    before = stage_before(stages)
    return [Step(stage, before.get(stage.name)) for stage in stages if stage.kind is Kind.PASS]


def counts(step: Step) -> tuple[int, int]:
    """Return the numbers of lines that a pass added and removed."""
    return changed_lines(pass_diff(step.before, step.stage)) if step.before is not None else (0, 0)


def diff(step: Step, noise: frozenset[Noise], whole: bool = False) -> TextModel:
    """Return the changes of a pass with a few lines around, or all lines if `whole`."""
    new = prepare(step.stage, noise)
    if step.before is None:
        return new
    old = prepare(step.before, noise)
    text = DiffText(step.stage)
    for block, stretches in in_context(line_diff(list(old.lines), list(new.lines)), whole):
        if block.change is not Change.SAME:
            text.take(old, block.first, block.last, REMOVED, sign=-1)
            text.take(new, block.new_first, block.new_last, ADDED)
        for first, last in stretches:
            if first < 0:
                text.leave_out(last)
            else:
                text.take(new, first, last)
    return text.model()


@dataclass
class DiffText:
    """A text that shows a difference, put together line by line."""

    stage: Stage
    lines: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    line_changes: list[int] = field(default_factory=list)

    def take(
        self,
        model: TextModel,
        first: int,
        last: int,
        change: int = 0,
        height: int = 0,
        *,
        sign: int = 1,
    ) -> None:
        """Lines of a text, and empty ones up to a height."""
        self.lines += model.lines[first:last]
        self.numbers += [sign * model.number(line + 1) for line in range(first, last)]
        self.line_changes += [change] * (last - first)
        self._fill("", height - (last - first))

    def leave_out(self, count: int) -> None:
        """Say that so many lines are left out."""
        self._fill(tr("⋯ {0} lines").format(of_number(count, ",")), 1)

    def _fill(self, words: str, count: int) -> None:
        self.lines += [words] * count
        self.numbers += [0] * count
        self.line_changes += [LEFT_OUT] * count

    def model(self) -> TextModel:
        stage = replace(self.stage, text="\n".join(self.lines))
        numbers, changes = np.array(self.numbers, np.int64), np.array(self.line_changes, np.int8)
        widest = max(map(len, self.lines), default=0)
        return TextModel(stage, self.lines, numbers=numbers, line_changes=changes, widest=widest)


def in_context(blocks: list[Block], whole: bool) -> Iterator[tuple[Block, list[tuple[int, int]]]]:
    """Each block, and what is shown of one that stays: stretches of the new text, (−1, how many) for what is
    left out. With `whole` nothing is left out.
    """
    for place, block in enumerate(blocks):
        start, end = block.new_first, block.new_last
        head, tail = (CONTEXT if place else 0), (CONTEXT if place < len(blocks) - 1 else 0)
        if block.change is not Change.SAME:
            yield block, []
        elif whole or end - start <= head + tail + 1:
            yield block, [(start, end)]
        else:
            yield block, [(start, start + head), (-1, end - start - head - tail), (end - tail, end)]


HIDDEN = frozenset({Noise.METADATA, Noise.LOCATIONS, Noise.CONSTANTS, Noise.LAYOUTS})


class PassesPage(Page):
    """The list, the difference that a pass made, the source; computed only while it is visible.

    What the mouse is over lights up in both texts, and a click in one marks what belongs to it in the other.
    Several passes that are selected are shown as one. Beside the playground its editor is the source:
    `lit(colours)` says what the mouse is over, `followed(stage, line, column)` where the text was clicked.
    """

    lit = Signal(list)
    followed = Signal(str, int, int)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.steps: list[Step] = []
        self._drawn: object = None
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Passes"))
        self.list.setHeaderLabels(["", self.tr("Pass"), "+", "−", self.tr("Time")])
        self.list.headerItem().setToolTip(4, self.tr("With writing the module down after the pass"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ContiguousSelection)
        self.list.setToolTip(self.tr("Drag over several to see what they changed together"))
        header = self.list.header()
        header.setStretchLastSection(False)
        for column in range(5):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.about = OneLine(self)
        self.whole = small_button(self.tr("Whole module"), self, checkable=True)
        self.everything = small_button(self.tr("With metadata"), self, checkable=True)
        self.view = CodeView(self.tr("what the pass changed"), self)
        self.source = Pane(controller, "source", self.tr("the source"), self)
        self._colouring = self.question("inspector pass colours", self.about.setText)
        self._following = self.question("inspector pass links", self.about.setText)
        self._counting = self.question("inspector passes", self.about.setText)
        self._diffing = self.question("inspector diff", self.about.setText)
        right = QWidget(self)
        head = across(None, (self.about, 1), self.everything, self.whole, margins=(8, 3, 8, 3))
        down(right, head, (self.view, 1), spacing=0)
        across(self, side_by_side(self, (self.list, right, self.source), (340, 600, 350), fixed=1))
        self.list.itemSelectionChanged.connect(self._show)
        self.whole.toggled.connect(lambda _: self._show())
        self.everything.toggled.connect(lambda _: self._show())
        for view in (self.view, self.source.view):
            view.hovered.connect(lambda line, view=view: self._light(view, line))
            view.chosen.connect(lambda line, column, view=view: self._follow(view, line, column))
            view.released.connect(self.let_go)
        controller.stages_changed.connect(self.draw)
        controller.report_changed.connect(self.draw)

    def draw(self, *_: object) -> None:
        """List the passes of a finished inspection."""
        report, inspectable = self.controller.report, self.controller.inspectable
        self.source.setVisible(inspectable is None or inspectable.item_id != PLAYGROUND)
        if not self.isVisible() or (self._drawn is report and report is not None):
            return
        self._drawn = report
        self.list.clear()
        self.view.show_text(EMPTY_MODEL)
        self.about.clear()
        self.steps = steps_of(report.stages) if report is not None else []
        for step in self.steps:
            number, path = step.stage.name.removeprefix("pass ").split(" ", 1)
            row = [str(int(number)), path.split("/", 1)[1], "", "", time_words(step.stage)]
            item = QTreeWidgetItem(self.list, row)
            item.setToolTip(1, path)
            for place in (0, 2, 3, 4):
                item.setTextAlignment(place, RIGHT)
        if report is not None and report.quiet_passes:
            words = self.tr("{0} more that changed nothing").format(len(report.quiet_passes))
            item = QTreeWidgetItem(self.list, ["", words])
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

        self._counting.run(work, self._take_counts)

    def _take_counts(self, counts: list[tuple[int, int]]) -> None:
        for place, (added, removed) in enumerate(counts):
            item: Any = self.list.topLevelItem(place)
            item.setText(2, of_number(added, ",") if added else "")
            item.setText(3, of_number(removed, ",") if removed else "")

    @property
    def settled(self) -> bool:
        return super().settled and self.source.settled

    @property
    def _step(self) -> Step | None:
        """The selected passes as one."""
        places = sorted(self.list.indexOfTopLevelItem(item) for item in self.list.selectedItems())
        steps = [self.steps[place] for place in places if place < len(self.steps)]
        return Step(steps[-1].stage, steps[0].before) if steps else None

    def _take_diff(self, model: TextModel, name: str) -> None:
        self.view.show_text(model)
        self.source.view.show_links(NO_LINES, NO_LINES)
        state = self.controller.state
        if state is not None:
            inspection = state.inspection
            self._colouring.run(lambda job: inspection.hues(name, "line", job.cancelled), self.view.show_hues)

    def _light(self, view: CodeView, line: int) -> None:
        """Light up, in both texts, the lines with the colours of the line under the mouse."""
        hues = view.colours.of(view.model.number(line)) if line else []
        self.light(hues)
        self.lit.emit(hues)

    def light(self, hues: Sequence[int]) -> None:
        """Light the lines of these colours."""
        for each in (self.view, self.source.view):
            each.light(hues)

    def let_go(self) -> None:
        """Take away the marks of a click."""
        self._following.drop()
        for each in (self.view, self.source.view):
            each.show_links(NO_LINES, NO_LINES)

    def follow_source(self, source: str, line: int) -> None:
        """Mark the lines of the pass that come from a source line."""
        state, step = self.controller.state, self._step
        if state is not None and step is not None and self.isVisible():
            self._following.run(
                lambda job: state.inspection.follow(source, line, -1, step.stage.name, job.cancelled),
                self._show_linked,
            )

    def _show_linked(self, linked: Linked) -> None:
        self.view.show_links(NO_LINES, linked.linked, linked.linked_spans)
        self.view.go_to_linked()

    def _follow(self, view: CodeView, line: int, column: int) -> None:
        """Mark the clicked line and its partners in the other text."""
        state, step, source = self.controller.state, self._step, self.source.stage
        number = view.model.number(line) if view.model.lines else 0
        if state is None or step is None or not number:
            return
        # a line that the pass removed is one of the text before
        shown = step.before if number < 0 and step.before is not None else step.stage
        if view is self.view and self.source.isHidden():
            view.show_links(np.array([number]), NO_LINES)
            self.followed.emit(shown.name, abs(number), -1)
            return
        if source is None:
            return
        other = self.source.view if view is self.view else self.view
        # a pass is shown in part: its columns are others
        here, there, at = (shown, source, -1) if view is self.view else (source, step.stage, column)
        number = abs(number)

        def show(linked: Linked) -> None:
            picked = -linked.picked if shown is step.before else linked.picked
            view.show_links(picked, NO_LINES, linked.picked_spans)
            other.show_links(NO_LINES, linked.linked, linked.linked_spans)
            other.go_to_linked()

        self._following.run(
            lambda job: state.inspection.follow(here.name, number, at, there.name, job.cancelled), show
        )

    def close(self) -> bool:
        self.source.close()
        return super().close()

    def _show(self) -> None:
        step, whole = self._step, self.whole.isChecked()
        if step is None:
            return
        noise = frozenset() if self.everything.isChecked() else HIDDEN
        self._diffing.run(
            lambda _: diff(step, noise, whole), lambda model: self._take_diff(model, step.stage.name)
        )
        if step.before is None:
            self.about.setText(self.tr("The module after the first pass that changed it"))
        else:
            is_pass = step.before.kind is Kind.PASS
            before = step.before.name.rpartition("/")[2] if is_pass else stage_words(step.before)
            self.about.setText(self.tr("What changed since {0}").format(before))
