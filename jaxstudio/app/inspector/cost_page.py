"""The page of costs: JAX's and XLA's estimates, the measured time, and the costliest lines."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSplitter, QTextBrowser, QWidget

from jaxstudio.app.inspector.controller import InspectorController
from jaxstudio.app.inspector.flame import FlameGraph
from jaxstudio.app.inspector.pane import Page, stage_words
from jaxstudio.app.shared.layouts import across, down
from jaxstudio.app.shared.text import html_table, of_bytes, of_count, of_number, of_time
from jaxstudio.ir.report import Summary
from jaxstudio.ir.stages import KERNEL_KINDS

MOST_LOOPS = 12
NARROW = "\u00a0"  # a space that rich text keeps


class CostPage(Page):
    """Figures, a button that runs the function, and then a flame graph of the run."""

    def __init__(self, controller: InspectorController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.page = QTextBrowser(self)
        self.page.setAccessibleName(self.tr("Cost"))
        self.page.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
        self.measure = QPushButton(self.tr("Measure"), self)
        self.measure.setToolTip(self.tr("Run it for a fifth of a second, and this machine's best beside it"))
        self.measure.clicked.connect(lambda: controller.measure())
        line = across(None, self.measure, None, margins=(8, 4, 8, 4))
        self.flame = FlameGraph(controller, self)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.addWidget(self.page)
        parts.addWidget(self.flame)
        parts.setChildrenCollapsible(False)
        down(self, line, (parts, 1), spacing=0)
        controller.stages_changed.connect(self.draw)
        controller.report_changed.connect(self.draw)
        controller.busy_changed.connect(self.draw)

    def draw(self, *_: object) -> None:
        """Write the known costs."""
        report = self.controller.report
        idle = not self.controller.busy and not self.controller.error
        self.measure.setEnabled(report is not None and idle)
        if self.isVisible():
            self.flame.draw()
            self.page.setHtml(self._html(report) if report is not None else "")

    def _html(self, report: Summary) -> str:
        tables = [
            (self.tr("Counted"), list(self._counted(report))),
            (self.tr("Memory"), list(self._memory(report))),
            (self.tr("Measured"), list(self._measured(report))),
            (self.tr("Linked to the source"), list(self._linked(report))),
            (self.tr("Kernels, one run"), list(self._kernels(report))),
        ]
        cells = "".join(
            f"<td valign='top'><h4>{escape(title)}</h4>{_table(rows)}</td><td width='36'></td>"
            for title, rows in tables
            if rows
        )
        said = [self.tr("Not measured: {0}").format(report.unmeasured)] if report.unmeasured else []
        notes = "".join(f"<p>{escape(note)}</p>" for note in (*said, *report.notes))
        return f"<table><tr>{cells}</tr></table>{notes}"

    def _counted(self, report: Summary) -> Iterator[tuple[str, str]]:
        cost = report.cost
        if cost is None:
            return
        for words, value, unit in (
            (self.tr("Arithmetic"), cost.flops, "flop"),
            (self.tr("sin, exp and the like"), cost.transcendentals, ""),
            (self.tr("Bytes moved"), cost.bytes_accessed, "B"),
        ):
            if value is not None:
                yield words, of_count(value, unit)
        if cost.loops:
            yield self.tr("A loop's body counts once"), ""
            for loop in cost.loops[:MOST_LOOPS]:
                times = (
                    self.tr("{0} times").format(of_number(loop.trips, ",")) if loop.trips is not None else "?"
                )
                yield NARROW * 3 * (loop.depth + 1) + loop.name, times
            for words, value, unit in (
                (self.tr("Arithmetic, with loops"), cost.run_flops, "flop"),
                (self.tr("Bytes moved, with loops"), cost.run_bytes_accessed, "B"),
            ):
                yield words, self.tr("not known") if value is None else of_count(value, unit)
        if cost.intensity is not None:
            yield self.tr("Intensity"), f"{of_number(cost.intensity, '.3g')} flop/B"

    def _memory(self, report: Summary) -> Iterator[tuple[str, str]]:
        cost = report.cost
        if cost is None:
            return
        for words, value in (
            (self.tr("Arguments"), cost.argument_bytes),
            (self.tr("Results"), cost.output_bytes),
            (self.tr("Shared by both"), cost.alias_bytes),
            (self.tr("In between"), cost.temporary_bytes),
            (self.tr("Peak"), cost.peak_bytes),
            (self.tr("Code"), cost.code_bytes),
        ):
            if value:
                yield words, of_bytes(value)

    def _measured(self, report: Summary) -> Iterator[tuple[str, str]]:
        timing, roofline, cost = report.timing, report.roofline, report.cost
        if timing is not None:
            yield self.tr("Until the call returns"), of_time(timing.dispatch)
            yield self.tr("Until the result is there"), of_time(timing.ready)
            yield self.tr("Runs"), str(timing.runs)
        if roofline is None or cost is None:
            return
        least = roofline.least_seconds(cost)
        if least is not None:
            yield self.tr("This machine at its best"), of_time(least)
            bound = {
                "memory": self.tr("memory"),
                "cache": self.tr("the caches"),
                "arithmetic": self.tr("arithmetic"),
            }
            yield self.tr("Bound by"), bound.get(roofline.bound(cost), "")
        yield self.tr("Best arithmetic"), of_count(roofline.flops_per_second, "flop/s")
        yield self.tr("Best memory"), of_count(roofline.bytes_per_second, "B/s")
        if roofline.bandwidth(cost) != roofline.bytes_per_second:
            yield self.tr("Best for so few bytes"), of_count(roofline.bandwidth(cost), "B/s")
        if roofline.threads:
            yield self.tr("Threads"), str(roofline.threads)

    def _linked(self, report: Summary) -> Iterator[tuple[str, str]]:
        for name, held in report.coverage.items():
            stage = report.stage(name)
            if stage.kind not in KERNEL_KINDS:  # a pane says that of the kernel it shows
                yield stage_words(stage), self.tr("{0} of {1}").format(held.linked, held.items)

    def _kernels(self, report: Summary) -> Iterator[tuple[str, str]]:
        spent = sorted(report.kernel_seconds.items(), key=lambda entry: -entry[1])
        for name, seconds in spent[:12]:
            yield name, of_time(seconds)


def _table(rows: list[tuple[str, str]]) -> str:
    words, values = "<nobr>{0}</nobr>", "<nobr><b>{0}</b></nobr>"
    cells = ((words.format(escape(name)), "&nbsp;", values.format(escape(value))) for name, value in rows)
    return html_table(cells, right={2}, padding=2)
