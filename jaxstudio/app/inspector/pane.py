"""Parts that pages share: a base that asks in threads, the list of stages, a text with a stage's chooser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from jaxstudio.app.inspector.code_canvas import EMPTY_MODEL
from jaxstudio.app.inspector.code_view import CodeView
from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.scheduling import stopped
from jaxstudio.app.inspector.text_model import TextModel, prepare
from jaxstudio.app.shared.background_tasks import Question
from jaxstudio.app.shared.choice_box import ChoiceBox, small_box
from jaxstudio.app.shared.layouts import OneLine, across, down
from jaxstudio.app.shared.text import of_bytes, of_count, of_milliseconds, of_number, of_time, tr
from jaxstudio.ir.report import Coverage, Summary
from jaxstudio.ir.stages import KERNEL_KINDS, Kind, Stage
from jaxstudio.ir.text_view.filters import Noise


def stage_words(stage: Stage) -> str:
    """A stage's name as a person says it."""
    rest = stage.name.removeprefix(stage.kind.value).strip()
    if stage.kind is Kind.PASS:
        number, _, name = rest.partition(" ")
        return f"{int(number)} {name.rpartition('/')[2]}" if number.isdigit() else rest
    if stage.kind is Kind.LLVM:
        kernel, _, when = rest.rpartition(" ")
        told = {"before": tr("LLVM IR  {0} before"), "after": tr("LLVM IR  {0} after")}
        if when in told:
            return told[when].format(kernel)
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


def quantity_words(quantity: str) -> str:
    """The name of the quantity that the lines' shares are of."""
    return {
        "time": tr("Time"),
        "flops": tr("Arithmetic"),
        "bytes": tr("Bytes moved"),
        "memory": tr("Memory at the peak"),
    }[quantity]


def of_quantity(quantity: str, value: float) -> str:
    """A quantity of a run with its unit."""
    if quantity == "time":
        return of_time(value)
    return of_count(value, "flop") if quantity == "flops" else of_bytes(round(value))


def about_line(report: Summary | None, stage: Stage | None, line: int) -> str:
    """Describe a line's time, flops and bytes, as far as they are known."""
    if report is None or stage is None:
        return ""
    words = []
    for quantity, profile in report.line_profiles.items():
        values = profile.lines.get(stage.name, ())
        if line < len(values) and values[line]:
            share = f"{values[line] / profile.total:.0%}"
            words.append(f"{quantity_words(quantity)}: {of_quantity(quantity, values[line])}, {share}")
    if words and stage.kind is not Kind.OPTIMIZED:
        words.append(tr("With all that is called. The time of one kernel is divided by estimate."))
    return "\n".join(words)


def said_of(report: Summary, quantity: str) -> str:
    """How much of a run there is of a quantity, and how much of it no line is known to have caused."""
    profile = report.line_profiles.get(quantity)
    if profile is not None:
        words = tr("{0} a run, {1} not attributed")
        return words.format(of_quantity(quantity, profile.total), f"{profile.share_unattributed:.0%}")
    if report.unmeasured and quantity == "time":
        return tr("not measured: {0}").format(report.unmeasured)
    if not report.line_profiles and report.timing is None:
        return ""
    if quantity == "time":
        return tr("the profiler names no instructions here")
    return tr("XLA does not tell it here")


def about_the_rest(quantity: str) -> str:
    """Describe the share that is attributed to no line."""
    if quantity == "memory":
        return tr("Not attributed: the arguments, which the caller holds, and values without a known origin")
    if quantity == "time":
        return tr("Not attributed: gaps between kernels, and kernels without a known origin")
    return tr("Not attributed: instructions without a known origin")


def time_words(stage: Stage) -> str:
    """Return the time it took to make the stage; empty if unknown."""
    if stage.seconds is None:
        return ""
    ms = stage.seconds * 1e3
    return f"{ms * 1e3:.0f} µs" if ms < 1 else of_milliseconds(ms)


def stage_about(stage: Stage, lines: int, linked: Coverage | None) -> str:
    """Time, lines, size, what is linked of a kernel's instructions, and the note, in one line."""
    height = tr("1 line") if lines == 1 else tr("{0} lines").format(of_number(lines, ","))
    time = time_words(stage)
    if time and stage.kind is Kind.PASS:
        time = tr("{0} with writing it down").format(time)
    parts = [time, height, of_bytes(stage.size), stage.note]
    if linked is not None and stage.kind in KERNEL_KINDS:
        parts.append(tr("{0} of {1} instructions linked").format(linked.linked, linked.items))
    return "  ·  ".join(part for part in parts if part)


def side_by_side(
    parent: QWidget, parts: Sequence[QWidget], widths: Sequence[int], *, fixed: int = 0
) -> QSplitter:
    """Parts of these widths with a handle between; the first `fixed` keep theirs when the window grows."""
    splitter = QSplitter(Qt.Orientation.Horizontal, parent)
    for place, part in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, int(place >= fixed))
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.setSizes(list(widths))
    return splitter


def offer_stages(box: ChoiceBox, stages: Iterable[Stage]) -> None:
    """Offer these stages: the one chosen before, or the optimised one, or else the last."""
    wanted = box.currentData() or "optimized"
    if box.offer((stage_words(stage), stage.name) for stage in stages):
        place = box.findData(wanted)
        box.setCurrentIndex(place if place >= 0 else box.count() - 1)


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


LETTERS, LEAST_BOX_PX = 18, 110


class Page(QWidget):
    """A page of the inspector. It is drawn when shown; its questions are dropped when it is closed."""

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self._questions: list[Question] = []

    def question(self, title: str, failed: Callable[[str], object]) -> Question:
        """Something to ask in a thread; `failed` is told in one line what goes wrong."""
        question = Question(self, title, failed)
        self._questions.append(question)
        return question

    @property
    def settled(self) -> bool:
        """Whether everything that was asked is answered."""
        return not any(question.busy for question in self._questions)

    def draw(self, *_: object) -> None:
        """Show what there is now."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def close(self) -> bool:
        for question in self._questions:
            question.close()
        return super().close()


class Pane(Page):
    """Shows the stage whose name begins with `requested_stage`, as soon as there is one."""

    shown_changed = Signal()

    def __init__(
        self, controller: InspectorController, requested_stage: str, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, parent)
        self.requested_stage = requested_stage
        self.noise: frozenset[Noise] = frozenset()
        self.keeps = False  # the text of before stays, dimmed and where it is scrolled to, until the next one
        self.stage: Stage | None = None
        self._late = False  # the text is that of before
        self._outdated = False
        self._coloured = False
        self.quantity = ""  # of a run, beside the lines
        self.colours = "line"
        self._waiting: list[Callable[[], object]] = []
        self.box = small_box(self.tr("Stage: {0}").format(name), self)
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(LETTERS)
        self.box.setMinimumWidth(LEAST_BOX_PX)
        self.box.elide = Qt.TextElideMode.ElideMiddle  # kernels of one kind differ at their ends
        self.box.currentTextChanged.connect(self.box.setToolTip)
        self.about = OneLine(self)
        self.view = CodeView(name, self)
        head = across(None, self.box, (self.about, 1), spacing=10, margins=(8, 3, 8, 3))
        down(self, head, (self.view, 1), spacing=0)
        self._preparing = self.question("inspector text", self.about.setText)
        self._colouring = self.question("inspector colours", self.about.setText)
        self.box.activated.connect(lambda _: self.show_stage(str(self.box.currentData())))
        controller.stages_changed.connect(self.draw)
        controller.report_changed.connect(self._colour)

    def draw(self, *_: object) -> None:
        """Bring the chooser and the text in line with the stages there are."""
        if self.keeps and self.controller.state is not None and self._find() is None:
            self._preparing.drop()
            self.stage = None
            self._wait(True)
            return
        self.box.offer((stage_words(stage), stage.name) for stage in self.controller.stages)
        found = self._find()
        if found is not None:
            self.box.setCurrentIndex(self.box.findData(found.name))
        if found is not self.stage:
            self._show(found)

    def _find(self) -> Stage | None:
        stages = self.controller.stages
        exact = [stage for stage in stages if stage.name == self.requested_stage]
        kind = [stage for stage in stages if stage.kind == self.requested_stage.split()[0]]
        if exact or kind:
            return (exact or kind)[0]
        # until it comes, what there is; afterwards, what comes next to it
        over = self.controller.report is not None or (bool(self.controller.error) and not self.keeps)
        return stages[0] if over and stages else None

    def show_stage(self, name: str, then: Callable[[], object] | None = None) -> None:
        """Show this stage from now on, and do `then` once it is there."""
        self.requested_stage = name
        if then is not None:
            self._waiting.append(then)
        found = self._find()
        if found is self.stage and not self._preparing.busy:
            self._ready()
        else:
            self.draw()

    def set_outdated(self, outdated: bool) -> None:
        """Gray the text while it belongs to an earlier subject."""
        self._outdated = outdated
        self.view.dim(self._late or outdated)

    def _wait(self, late: bool) -> None:
        self._late = late
        self.view.dim(late or self._outdated)

    def set_noise(self, noise: frozenset[Noise]) -> None:
        """Hide this from now on."""
        if noise != self.noise:
            self.noise = noise
            self._prepare(keep=True)

    def show_colours(self, colours: str) -> None:
        """Colour by source `line`, by `equation`, or by the `transform` that made a line."""
        self.colours = colours
        self._coloured = False
        self._colour()

    def show_quantity(self, quantity: str) -> None:
        """Show beside each line its part of a run's "time", "flops", "bytes" or "memory"; "" for none."""
        self.quantity = quantity
        self._heat()

    def _show(self, stage: Stage | None) -> None:
        self.stage = stage
        self._coloured = False
        if stage is None:
            self._preparing.drop()
            self._waiting.clear()
            self.about.clear()
            self.view.show_text(EMPTY_MODEL)
            self._wait(False)
            self.shown_changed.emit()
            return
        self._wait(self.keeps)
        self.about.clear()
        self.about.setToolTip(stage.note)
        self._prepare(keep=self.keeps and self.view.model.stage.name == stage.name)

    def _prepare(self, keep: bool) -> None:
        stage, noise = self.stage, self.noise
        if stage is not None:
            self._preparing.run(
                lambda job: prepare(stage, noise, lambda: stopped(job)), lambda model: self._take(model, keep)
            )

    def _take(self, model: TextModel, keep: bool) -> None:
        self.view.show_text(model, keep=keep)
        self._wait(False)
        self._coloured = False
        self._colour()
        self.shown_changed.emit()
        self._ready()

    def _ready(self) -> None:
        waiting, self._waiting = self._waiting, []
        for then in waiting:
            then()

    def _colour(self) -> None:
        """Colour the lines, and show their times, once all stages are linked."""
        state, stage = self.controller.state, self.stage
        self._heat()
        if state is None or state.report is None or stage is None or self._coloured:
            return
        self._coloured = True
        inspection, colours = state.inspection, self.colours
        self._colouring.run(
            lambda job: inspection.hues(stage.name, colours, job.cancelled),
            lambda hues: self.view.show_hues(hues, tinted=colours == "line"),
        )

    def _heat(self) -> None:
        report, model = self.controller.report, self.view.model
        profile = report.line_profiles.get(self.quantity) if report is not None else None
        if self.stage is None or self.stage is not model.stage:
            return
        linked = report.coverage.get(self.stage.name) if report is not None else None
        self.about.setText(stage_about(self.stage, model.height if self.stage.text else 0, linked))
        values = profile.lines.get(self.stage.name) if profile is not None else None
        self.view.show_heat(values, profile.total if profile is not None else 0.0, self._about_line)

    def _about_line(self, line: int) -> str:
        return about_line(self.controller.report, self.stage, line)

    def focus(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
