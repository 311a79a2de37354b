"""The inspector's state and requests: the inspected item, its stages, the selected part. No widgets."""

from __future__ import annotations

import dataclasses
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from jaxstudio.app.inspector.inspectables import Inspectable, Part
from jaxstudio.app.inspector.scheduling import IdleGate
from jaxstudio.app.shared.background_tasks import BackgroundTask, Question
from jaxstudio.app.shared.text import of_error, without_flags
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.ir.report import Explanation, NanFound, Summary
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.user_process.request import Variation


@dataclass
class InspectionState:
    """`report` is there once all is known, or once it is known that the rest will not come. `error` is one
    line, `explanation` says more of it.

    `title` names it beside others; `values` makes the arguments it has at the moment, where there are
    any: with `sampled` those of a sample of the photo. `details` tells it from another of the same title:
    the values of a filter, the arguments of a function. `nan` is the outcome of following a NaN: None
    before, then what was found or "" for nothing.
    """

    inspection: Any
    title: str = ""
    stages: list[Stage] = field(default_factory=list)
    report: Summary | None = None
    error: str = ""
    explanation: Explanation | None = None
    values: Callable[[], Sequence[Any]] | None = None
    sampled: bool = False
    nan: NanFound | str | None = None
    details: str = ""
    made_at: float = field(default_factory=time.time)


def run_inspection(
    state: InspectionState, came: Callable[[], object], cancelled: Callable[[], bool]
) -> InspectionState:
    """Inspect; `came` is called after each stage. What went wrong is kept beside what there is.

    Raises:
        Cancelled: `cancelled` returned True.
    """
    inspection = state.inspection
    try:
        for stage in inspection.run(cancelled):
            state.stages.append(stage)
            came()
        state.report = inspection.report(cancelled=cancelled)
    except Cancelled:
        raise
    except StudioError as error:
        state.error, state.explanation = without_flags(of_error(error)), inspection.explanation
        state.report = inspection.unfinished
    return state


MOST_KEPT, MOST_CHARACTERS = 6, 200_000_000
GATHER_MS = 25  # stages that come within this time are drawn together


class InspectorController(QObject):
    """Runs one inspection at a time; a newer one cancels the one before it."""

    inspectables_changed = Signal()
    parts_changed = Signal()
    stages_changed = Signal()
    report_changed = Signal()
    failed = Signal(str)
    busy_changed = Signal(bool)
    pinned_changed = Signal()
    nan_changed = Signal()

    def __init__(
        self,
        idle_gate: IdleGate | None = None,
        parent: QObject | None = None,
        process: InspectionProcess | None = None,
    ) -> None:
        super().__init__(parent)
        self.process = process or InspectionProcess()
        self.idle_gate = idle_gate or IdleGate()
        self.inspectables: tuple[Inspectable, ...] = ()
        self._tab_inspectables: tuple[Inspectable, ...] = ()
        self._added: dict[Hashable, Inspectable] = {}
        self.variation = Variation()
        self.pinned: InspectionState | None = None
        self.before: InspectionState | None = None  # the one that was shown whole before the present one
        self._last: InspectionState | None = None
        self.inspectable: Inspectable | None = None
        self.parts: Sequence[Part] = ()
        self.part = 0
        self.state: InspectionState | None = None
        self.error = ""
        self._running: InspectionState | None = None
        self._stale = False
        self._cache: OrderedDict[Hashable, InspectionState] = OrderedDict()
        self._building = Question(self, "inspector parts", self._fail)
        self._inspecting = Question(self, "inspector", self._fail)
        self._measuring = Question(self, "inspector measure", self._fail)
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self.stages_changed)

    # What there is

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages so far, in the order of the compilation."""
        return self.state.inspection.stages if self.state is not None else ()

    @property
    def report(self) -> Summary | None:
        return self.state.report if self.state is not None else None

    @property
    def busy(self) -> bool:
        return any(work.busy for work in self._works)

    @property
    def stale(self) -> bool:
        """Whether the stages belong to an earlier subject."""
        return self._stale and self.busy

    @property
    def measuring(self) -> bool:
        """Whether the only work in progress is a timed run of a compiled function."""
        return self._measuring.busy and not (self._building.busy or self._inspecting.busy)

    @property
    def held(self) -> bool:
        """Whether the subject was opened by itself, a file or a lesson, and does not follow the tab."""
        return self.inspectable is not None and self.inspectable.item_id in self._added

    @property
    def _works(self) -> tuple[Question, ...]:
        return self._building, self._inspecting, self._measuring

    @property
    def printed(self) -> str:
        """The last output of the user's code, during and after its inspection."""
        held = self._running or self.state
        return str(getattr(held.inspection, "printed", "")) if held is not None else ""

    def stage(self, name: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    # What is asked

    def set_inspectables(
        self, inspectables: Sequence[Inspectable], item_id: Hashable = None, selected: bool = True
    ) -> None:
        """Replace the list of inspectable items; select `item_id`, or keep the current one.

        selected: the user selected `item_id` just now, and sees it in the place of a file or a lesson, too.
        """
        self._tab_inspectables = tuple(inspectables)
        self.inspectables = (*self._tab_inspectables, *self._added.values())
        here = self.inspectable.item_id if self.inspectable is not None else None
        # an added item stays until the user selects another
        wanted = item_id if item_id is not None and (selected or here not in self._added) else here
        found = next((each for each in self.inspectables if each.item_id == wanted), None)
        if found is None and self.inspectables:
            found = self.inspectables[-1]
        self.inspectables_changed.emit()
        self.choose(found)

    def bring(self, inspectable: Inspectable) -> None:
        """Add an item outside of the tabs (a file, a lesson), replacing one of its id, and inspect it."""
        self._added[inspectable.item_id] = inspectable
        self.inspectables = (*self._tab_inspectables, *self._added.values())
        if self.inspectable is not None and self.inspectable.key == inspectable.key:
            self.choose_part(self.part)
        else:
            self.choose(inspectable)

    def vary(self, by: Variation) -> None:
        """Compile everything with this variation from now on."""
        if by.key != self.variation.key:
            self.variation = by
            if self.parts:
                self.choose_part(self.part)

    def pin(self, state: InspectionState | None = None) -> None:
        """Pin a compilation, or else the current one, to compare others with it."""
        state = state or self.state
        if state is not None and state.report is not None:
            self.pinned = state
            self.pinned_changed.emit()

    @property
    def recent(self) -> list[InspectionState]:
        """The compilations that are kept, the latest first, without the current one."""
        kept = [state for state in reversed(self._cache.values()) if state is not self.state]
        pinned = [self.pinned] if self.pinned not in (None, self.state, *kept) else []
        return [*kept, *pinned]  # type: ignore[list-item]

    def pin_before(self) -> None:
        """Pin the compilation that was shown before the present one."""
        self.pinned = self.before
        self.pinned_changed.emit()

    def choose(self, inspectable: Inspectable | None) -> None:
        """Inspect this item, at its part with the title of the current part if it has one."""
        before = self.inspectable
        self.inspectable = inspectable
        if inspectable is None:
            self._running = None
        self.inspectables_changed.emit()
        if before is not None and inspectable is not None and before.key == inspectable.key:
            return
        same = before is not None and inspectable is not None and before.item_id == inspectable.item_id
        title = self.parts[self.part].title if same and self.parts else ""
        self._stop()
        self._stale = self.state is not None
        if inspectable is None:
            self.parts, self.state, self.error = (), None, ""
            self.parts_changed.emit()
            self.stages_changed.emit()
            return

        def make(job: BackgroundTask) -> Sequence[Part]:
            self.idle_gate.wait(job)
            return inspectable.make(self.process, job.cancelled)

        self._building.run(make, lambda parts: self._take_parts(parts, title))
        self.busy_changed.emit(True)

    def choose_part(self, part: int) -> None:
        """Inspect this part of the current item."""
        if not 0 <= part < len(self.parts) or self.inspectable is None:
            return
        self.part, self.error, self._running = part, "", None
        self.parts_changed.emit()
        self._inspecting.drop()
        name = (self.inspectable.key, part, self.variation.key)
        kept = self._cache.get(name)
        if kept is not None:
            self._cache.move_to_end(name)
            self._show(kept)
            self.busy_changed.emit(self.busy)
            return
        self._stale = self.state is not None
        chosen, by = self.parts[part], self.variation
        title = " · ".join(filter(None, [self.inspectable.title, chosen.title, by.words]))
        details = self.inspectable.details
        self._inspecting.run(
            lambda job: self._inspect(job, chosen, by, title, details),
            lambda state: self._done(name, state),
            self._take,
        )
        self.busy_changed.emit(True)

    def measure(self, seconds: float = 0.2, *, pinned: bool = False) -> None:
        """Run the compiled function and measure it, kernel by kernel.

        With `pinned` the pinned one too, in two rounds by turns: what disturbs the machine meets both.
        """
        all_looked = [self.state, self.pinned] if pinned else [self.state]
        chosen = [state for state in all_looked if state is not None and state.report is not None]
        if not chosen or self._measuring.busy:
            return

        def work(job: BackgroundTask) -> list[Summary]:
            reports: dict[int, Summary] = {}
            for place in [*range(len(chosen))] * (2 if pinned else 1):
                self.idle_gate.wait(job)
                found = chosen[place].inspection.report(
                    seconds=seconds, kernels=True, cancelled=job.cancelled
                )
                before = reports.get(place)
                if before is not None and before.timing is not None and found.timing is not None:
                    found = dataclasses.replace(found, timing=before.timing.joined(found.timing))
                reports[place] = found
            return list(reports.values())

        self._measuring.run(work, lambda reports: self._measured(chosen, reports))
        self.busy_changed.emit(True)

    def measure_lines(self) -> None:
        """Measure the shown function by its lines, once."""
        report = self.report
        if report is not None and not report.unmeasured and not report.line_profiles:
            self.measure()

    def follow_nan(self, values: str) -> None:
        """Find the first equation that produces a NaN, for generated or current (`own`) arguments."""
        state = self.state
        if state is None or state.report is None:
            return

        def work(job: BackgroundTask) -> NanFound | None:
            self.idle_gate.wait(job)
            given = state.values() if values == "own" and state.values is not None else values
            first_nan: NanFound | None = state.inspection.first_nan(given, job.cancelled)
            return first_nan

        self._measuring.run(work, lambda first_nan: self._followed(state, first_nan))
        self.busy_changed.emit(True)

    def stop(self) -> None:
        """Cancel all work; results so far stay."""
        self._drop_stale()
        self._stop()
        self.busy_changed.emit(False)

    def close(self) -> None:
        self._gather.stop()
        for work in self._works:
            work.drop()
        self.process.close()
        for work in self._works:
            work.close()

    def forget_unfinished(self) -> None:
        """Forget an interrupted inspection.

        It starts anew when it is chosen again, a user's file only on request.
        """
        if self.report is None and not self.error and not self.held:
            self.inspectable = None

    def _drop_stale(self) -> None:
        """Drop answers that belong to the subject chosen before."""
        if self._stale:
            self._stale, self.state = False, None
            self.stages_changed.emit()
            self.report_changed.emit()

    def _stop(self) -> None:
        for work in self._works:
            work.drop()

    # In the thread

    def _inspect(
        self, job: BackgroundTask, part: Part, by: Variation, title: str, details: str
    ) -> InspectionState:
        self.idle_gate.wait(job)
        inspection = self.process.inspection(replace(part.request, variation=by))
        state = InspectionState(inspection, title, values=part.values, sampled=part.sampled, details=details)
        if not job.cancelled():
            self._running = state

        def came() -> None:
            job.tell(state)
            self.idle_gate.wait(job)

        return run_inspection(state, came, job.cancelled)

    # What comes

    def _take_parts(self, parts: Sequence[Part], title: str) -> None:
        self.parts = parts
        same = (place for place, part in enumerate(parts) if part.title == title)
        main = (place for place, part in enumerate(parts) if part.main)
        self.part = next(same, next(main, 0))
        if not parts:
            self.state = None
            self._fail(self.tr("Nothing is compiled for this"))
            return
        self.choose_part(self.part)

    def _take(self, state: InspectionState) -> None:
        self.state, self._stale = state, False
        if not self._gather.isActive():
            self._gather.start()

    def _done(self, name: Hashable, state: InspectionState) -> None:
        if state.report is not None and not state.error:
            self._cache[name] = state
        while len(self._cache) > MOST_KEPT or (
            len(self._cache) > 1 and self._cached_characters > MOST_CHARACTERS
        ):
            self._cache.popitem(last=False)
        self._show(state)
        self.busy_changed.emit(self.busy)

    @property
    def _cached_characters(self) -> int:
        """The total length of all cached texts."""
        return sum(len(stage.text) for state in self._cache.values() for stage in state.stages)

    def _show(self, state: InspectionState) -> None:
        self._gather.stop()
        self.state, self.error, self._stale = state, state.error, False
        if state.report is not None and not state.error and state is not self._last:
            self.before, self._last = self._last, state
        self.stages_changed.emit()
        self.report_changed.emit()
        if state.error:
            self.failed.emit(state.error)

    def _measured(self, chosen: Sequence[InspectionState], reports: Sequence[Summary]) -> None:
        for state, report in zip(chosen, reports, strict=True):
            state.report = report
        self.report_changed.emit()
        self.busy_changed.emit(self.busy)

    def _followed(self, state: InspectionState, first_nan: NanFound | None) -> None:
        state.nan = first_nan if first_nan is not None else ""
        self.nan_changed.emit()
        self.busy_changed.emit(self.busy)

    def _fail(self, text: str) -> None:
        self.error = text
        self._drop_stale()
        self.failed.emit(text)
        self.busy_changed.emit(self.busy)
