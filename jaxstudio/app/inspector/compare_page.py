"""The page that compares the pinned compilation with the current one: cost, opcodes, fusions, text diff."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QMenu, QTextBrowser, QWidget

from jaxstudio.app.inspector.code_canvas import EMPTY_MODEL
from jaxstudio.app.inspector.code_view import CodeView
from jaxstudio.app.inspector.controller import InspectionState, InspectorController
from jaxstudio.app.inspector.header import FAST_MATH, LEVEL
from jaxstudio.app.inspector.pane import Page, offer_stages, side_by_side
from jaxstudio.app.inspector.passes_page import ADDED, HIDDEN, REMOVED, DiffText, in_context
from jaxstudio.app.inspector.text_model import TextModel, prepare
from jaxstudio.app.shared.buttons import GlyphButton, small_button
from jaxstudio.app.shared.choice_box import ChoiceBox, small_box
from jaxstudio.app.shared.layouts import FlowLayout, OneLine, across, down
from jaxstudio.app.shared.text import html_table, of_bytes, of_catalogue, of_count, of_time, tr
from jaxstudio.ir.comparison import Change, Comparison, changed_lines, text_diff
from jaxstudio.ir.comparison_words import compare_reports, in_words
from jaxstudio.ir.report import Summary
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.filters import Noise
from jaxstudio.ir.user_process.request import FLOATS, Variation


@dataclass(frozen=True, eq=False)
class Sides:
    """`changes` are the lines (from 1, the same on both sides) at which a change begins."""

    left: TextModel
    right: TextModel
    changes: tuple[int, ...]
    added: int
    removed: int


def sides(before: Stage, after: Stage, noise: frozenset[Noise], whole: bool = False) -> Sides:
    """The difference of two stages, the numbers in names aside; with `whole` all of both."""
    old, new = prepare(before, noise), prepare(after, noise)
    blocks = text_diff(replace(before, text=old.text), replace(after, text=new.text))
    left, right = DiffText(before), DiffText(after)
    changes: list[int] = []
    for block, stretches in in_context(blocks, whole):
        if block.change is not Change.SAME:
            changes.append(len(left.lines) + 1)
            gone, come = block.last - block.first, block.new_last - block.new_first
            left.take(old, block.first, block.last, REMOVED, max(gone, come))
            right.take(new, block.new_first, block.new_last, ADDED, max(gone, come))
        for first, last in stretches:
            if first < 0:
                left.leave_out(last)
                right.leave_out(last)
            else:
                left.take(old, first + block.first - block.new_first, last + block.first - block.new_first)
                right.take(new, first, last)
    return Sides(left.model(), right.model(), tuple(changes), *changed_lines(blocks))


def titles_of(before: InspectionState, after: InspectionState) -> tuple[str, str]:
    """Return the titles of two compilations shown beside each other; they always differ."""
    if before.title != after.title:
        return before.title, after.title
    if before.details != after.details:
        usual = tr("usual values")
        return tuple(f"{each.title} ({each.details or usual})" for each in (before, after))  # type: ignore[return-value]
    return tr("{0} (pinned)").format(before.title), tr("{0} (now)").format(after.title)


def named(state: InspectionState, others: Sequence[InspectionState]) -> str:
    """The title of a compilation among others, with what tells it from those of the same title."""
    same = [each for each in others if each.title == state.title]
    if len(same) < 2:
        return state.title
    apart = state.details if len({each.details for each in same}) == len(same) else ""
    return f"{state.title} ({apart or time.strftime('%H:%M:%S', time.localtime(state.made_at))})"


UNFUSED = "fusion,fusion-wrapper"
LETTERS = 22
MOST_FUSIONS = 20
Row = tuple[str, str, str, str]


def comparison_html(before: Summary, after: Summary, comparison: Comparison | None) -> str:
    """Tables for the pinned and the current report; `comparison` compares their optimised HLO."""
    parts = []
    if comparison is not None:
        words = in_words(before, after, comparison, of_catalogue)
        parts.append(f"<b>{escape(words)}.</b><br>")
    parts.append(_table((tr("Cost"), tr("pinned"), tr("now"), "Δ"), _costs(before, after)))
    if comparison is not None:
        changed = [row for row in comparison.rows if row.verdict != "same"]
        same = len(comparison.rows) - len(changed)
        rows = [
            (
                row.opcode,
                _with_fused(row.before, row.fused_before),
                _with_fused(row.after, row.fused_after),
                of_catalogue(row.verdict),
            )
            for row in changed
        ]
        if same:
            rows.append((tr("{0} more, the same").format(same), "", "", ""))
        parts.append(_table((tr("Opcode (in fusions)"), tr("pinned"), tr("now"), ""), rows))
        for title, fusions in (
            (tr("Kernels only in the pinned one"), comparison.fusions[0]),
            (tr("Kernels only in this one"), comparison.fusions[1]),
        ):
            if fusions:
                lines = "".join(
                    f"<li>{escape(each or tr('moves only'))}</li>" for each in fusions[:MOST_FUSIONS]
                )
                parts.append(f"<b>{escape(title)}</b><ul>{lines}</ul>")
    return "<br>".join(parts)


def _with_fused(count: int, fused: int) -> str:
    return f"{count} ({fused})" if fused else str(count)


def _costs(before: Summary, after: Summary) -> Iterator[Row]:
    if before.cost is not None and after.cost is not None:
        for words, name, write in (
            (tr("Arithmetic"), "flops", lambda value: of_count(value, "flop")),
            (tr("sin, exp and the like"), "transcendentals", lambda value: of_count(value, "")),
            (tr("Bytes moved"), "bytes_accessed", lambda value: of_count(value, "B")),
            (tr("Memory"), "held_bytes", lambda value: of_bytes(int(value))),
        ):
            old, new = getattr(before.cost, name), getattr(after.cost, name)
            if old is not None and new is not None:
                sign = "−" if new < old else "+"
                yield words, write(old), write(new), sign + write(abs(new - old)) if new != old else "="
    if before.timing is not None and after.timing is not None:
        old, new = before.timing.ready, after.timing.ready
        yield tr("One run"), of_time(old), of_time(new), _difference(new - old)
    old, new = (sum(stage.seconds or 0.0 for stage in report.stages) for report in (before, after))
    yield tr("Trace, lower, compile"), of_time(old), of_time(new), _difference(new - old)


def _difference(seconds: float) -> str:
    return ("−" if seconds < 0 else "+") + of_time(abs(seconds))


def _table(heads: Row, rows: Iterable[Row]) -> str:
    lines = [[f"<nobr>{escape(text)}</nobr>" for text in row] for row in (heads, *rows)]
    return html_table(lines[1:], lines[0], right=range(1, len(heads)), padding=2)


class ComparePage(Page):
    """Computed only while it is visible. `variation_asked` to compile the current one with a variation."""

    variation_asked = Signal(object)

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.sides: Sides | None = None
        self._drawn: tuple[Any, ...] = ()
        self._at = -1
        about = self.tr("Pin the current compilation, to compare others with it")
        self.pin = small_button(self.tr("Pin this"), self, about)
        self.pin.clicked.connect(lambda: controller.pin())
        self.recent = small_box(self.tr("Compare with"), self, self.tr("A compilation of before"))
        self.recent.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.recent.setMinimumContentsLength(LETTERS)
        about = self.tr("Compile it in another way, and compare that with this")
        self.otherwise = small_button(self.tr("Otherwise…"), self, about)
        self.about = OneLine(self)
        self.box = small_box(self.tr("Stage to compare"), self)
        self.whole = small_button(self.tr("Whole text"), self, checkable=True)
        about = self.tr("Run each for a fifth of a second")
        self.measure = small_button(self.tr("Measure both"), self, about)
        self.before = GlyphButton("up", self.tr("The change before (Shift+F4)"), self, small=True)
        self.after = GlyphButton("down", self.tr("The next change (F4)"), self, small=True)
        self.counts = QTextBrowser(self)
        self.counts.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.counts.setAccessibleName(self.tr("What changed"))
        self.left = CodeView(self.tr("the pinned one"), self)
        self.right = CodeView(self.tr("the current compilation"), self)
        self._comparing = self.question("inspector compare", self.about.setText)
        self._counting = self.question("inspector counts", self.about.setText)
        tools = QWidget(self)
        line = FlowLayout(tools, spacing=6, margins=(8, 3, 8, 3))
        for tool in (self.pin, self.recent, self.otherwise, self.measure):
            line.add(tool)
        line.add_stretch()
        for widget in (self.before, self.after, self.whole, self.box):
            line.add(widget)
        answer = QWidget(self)
        down(answer, across(None, (self.about, 1), margins=(8, 2, 8, 2)), (self.counts, 1), spacing=0)
        texts = side_by_side(self, (self.left, self.right), (630, 630))
        self.splitter = side_by_side(self, (answer, texts), (420, 1260), fixed=1)
        down(self, tools, (self.splitter, 1), spacing=0)
        self._connect()

    def set_beside(self, beside: bool) -> None:
        """Beside the playground, where there is more height than width, the answer is above the texts."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if beside else Qt.Orientation.Horizontal)
        self.splitter.setSizes([230, 400] if beside else [420, 1260])

    def _connect(self) -> None:
        for one, other in ((self.left, self.right), (self.right, self.left)):
            for bar, follows in (
                (one.verticalScrollBar(), other.verticalScrollBar()),
                (one.horizontalScrollBar(), other.horizontalScrollBar()),
            ):
                bar.valueChanged.connect(follows.setValue)
        self.recent.activated.connect(self._choose)
        self.otherwise.clicked.connect(self._offer_variations)
        self.box.activated.connect(lambda _: self.draw())
        self.whole.toggled.connect(lambda _: self.draw())
        self.measure.clicked.connect(lambda: self.controller.measure(pinned=True))
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))
        for signal in (
            self.controller.report_changed,
            self.controller.stages_changed,
            self.controller.pinned_changed,
        ):
            signal.connect(self.draw)
        self.controller.busy_changed.connect(lambda _: self._draw_buttons())

    def draw(self, *_: object) -> None:
        """Compare the pinned compilation with the current one."""
        self._draw_buttons()
        if not self.isVisible():
            return
        pinned, state = self.controller.pinned, self.controller.state
        if pinned is None or pinned.report is None:
            self._clear(
                self.tr(
                    "Choose an earlier compilation in the box above, or compile this one in another way with "
                    "Otherwise…: what differs is then said here."
                )
            )
            return
        if state is None or state.report is None or state is pinned:
            words = self.tr(
                "Pinned: {0}. What you look at next is compared with it: another function or version, other "
                "options, or what Otherwise… compiles."
            )
            self._clear(words.format(pinned.title))
            return
        self.about.setText(self.tr("{0}   →   {1}").format(*titles_of(pinned, state)))
        self._fill_box(pinned, state)
        name = self.box.currentData()
        stages = [self._stage(each, name) for each in (pinned, state)]
        wanted = (pinned.report, state.report, name, self.whole.isChecked())
        if wanted == self._drawn or stages[0] is None or stages[1] is None:
            return
        old, new = self._drawn[:2] if self._drawn else (None, None)
        self._drawn = wanted
        first, second, whole = stages[0], stages[1], self.whole.isChecked()
        self._comparing.run(lambda _: sides(first, second, HIDDEN, whole), self._take)
        if old is not pinned.report or new is not state.report:
            reports = pinned.report, state.report
            self._counting.run(
                lambda _: compare_reports(*reports),
                lambda comparison: self.counts.setHtml(comparison_html(*reports, comparison)),
            )

    def _choose(self, place: int) -> None:
        self.controller.pin(self.controller.recent[place])

    def _offer_variations(self) -> None:
        """Offer the variations of the current compilation to compare with: number formats and options."""
        menu = QMenu(self)
        for words, variation in (
            *((each, Variation(dtype=each)) for each in FLOATS),
            (self.tr("Fast math"), Variation(options={FAST_MATH: True})),
            (self.tr("LLVM without optimisation"), Variation(options={LEVEL: 0})),
            (self.tr("Without fusion"), Variation(options={"xla_disable_hlo_passes": UNFUSED})),
        ):
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, variation=variation: self._vary(variation))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.otherwise.mapToGlobal(self.otherwise.rect().bottomLeft()))

    def _vary(self, variation: Variation) -> None:
        self.controller.pin()
        self.variation_asked.emit(variation)

    def step(self, by: int) -> None:
        """Go to the next change, or the one before."""
        if self.sides is None or not self.sides.changes:
            return
        self._at = (self._at + by) % len(self.sides.changes) if self._at >= 0 else (0 if by > 0 else -1)
        line = self.sides.changes[self._at]
        for view in (self.left, self.right):
            view.line = line
        bar = self.left.verticalScrollBar()
        bar.setValue(max(line - 1 - self.left.page_rows // 3, 0))
        self.left.redraw()
        self.right.redraw()

    def _stage(self, state: InspectionState, name: str | None) -> Stage | None:
        stages = state.report.stages if state.report is not None else ()
        return next((stage for stage in stages if stage.name == name), None)

    def _fill_box(self, pinned: InspectionState, state: InspectionState) -> None:
        assert pinned.report is not None
        there = {stage.name for stage in state.report.stages} if state.report is not None else set()
        both = [s for s in pinned.report.stages if s.name in there and s.kind is not Kind.PASS]
        offer_stages(self.box, both)

    def _take(self, sides: Sides) -> None:
        self.sides, self._at = sides, -1
        self.left.show_text(sides.left)
        self.right.show_text(sides.right)
        self.before.setEnabled(bool(sides.changes))
        self.after.setEnabled(bool(sides.changes))
        if not sides.changes:
            self.about.setText(self.tr("{0}: no line differs").format(self.about.text()))

    def _clear(self, words: str) -> None:
        self.about.clear()
        self.sides, self._drawn = None, ()
        self._comparing.drop()
        self._counting.drop()
        self.counts.setPlainText(words)
        for view in (self.left, self.right):
            view.show_text(EMPTY_MODEL)

    def _draw_buttons(self) -> None:
        controller = self.controller
        recent = controller.recent
        self.recent.offer((named(state, recent), place) for place, state in enumerate(recent))
        self.recent.setEnabled(bool(recent))
        pinned = controller.pinned
        self.recent.setCurrentIndex(recent.index(pinned) if pinned in recent else -1)
        self.otherwise.setEnabled(controller.report is not None)
        self.pin.setEnabled(controller.report is not None and controller.state is not controller.pinned)
        both = controller.pinned is not None and controller.report is not None
        self.measure.setEnabled(both and not controller.busy)
