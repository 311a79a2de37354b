"""What the inspector shows: the subject, its stages as they come, what is chosen. Knows no widget."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from jaxstudio.app.inspector.inspectables import Part, Subject
from jaxstudio.app.inspector.scheduling import Latest, Quiet
from jaxstudio.app.shared.background_tasks import Job, emit
from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.ir.explain import Explanation, NanFound, explain
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.client import OwnInspection
from jaxstudio.ir.user_process.request import Request
from jaxstudio.ir.variation import Variation, varied, varied_request


class Inspecting(Protocol):
    """What a function of this process and one of a process of its own both answer to."""

    @property
    def stages(self) -> tuple[Stage, ...]: ...
    @property
    def links(self) -> Links: ...
    def stage(self, name: str) -> Stage: ...
    def link(self, name: str) -> None: ...
    def run(self, cancelled: Callable[[], bool]) -> Iterator[Stage]: ...
    def report(self, *, seconds: float, kernels: bool, cancelled: Callable[[], bool]) -> Report: ...


@dataclass
class Looked:
    """`report` is there once all is known, or once it is known that the rest will not come. `error` is one
    line, `explanation` says more of it.

    `title` names it beside others; `values` makes the arguments it has at the moment, where there are
    any: with `sampled` those of a sample of the photo. `nan` is the outcome of following a NaN: None
    before, then what was found or "" for nothing.
    """

    inspection: Any
    title: str = ""
    stages: list[Stage] = field(default_factory=list)
    report: Report | None = None
    error: str = ""
    explanation: Explanation | None = None
    values: Callable[[], Sequence[Any]] | None = None
    sampled: bool = False
    nan: NanFound | str | None = None


def begin(made: Target | Request | Any, by: Variation) -> Any:
    """The inspection of what a part made, compiled as `by` says."""
    if isinstance(made, Request):
        return OwnInspection(varied_request(made, by))
    return Inspection(varied(made, by) if isinstance(made, Target) else made)


def look(looked: Looked, came: Callable[[], object], cancelled: Callable[[], bool]) -> Looked:
    """Inspect; `came` is called after each stage. An error that has words is kept beside what there is.

    Raises:
        Cancelled: `cancelled` said so.
        Exception: the function raised something that nobody has words for.
    """
    inspection = looked.inspection
    try:
        for stage in inspection.run(cancelled):
            looked.stages.append(stage)
            came()
        looked.report = inspection.report(seconds=0.0, kernels=False, cancelled=cancelled)
    except Cancelled:
        raise
    except StudioError as error:
        looked.error = str(error).removeprefix("--option ")
        looked.explanation = getattr(inspection, "explanation", None)
        looked.report = getattr(inspection, "unfinished", None)
    except Exception as error:
        # a function may raise anything while it is traced; what has no words is raised on as it is
        said = explain(error)
        if not said.known:
            raise
        looked.error, looked.explanation = said.title, said
    return looked


MOST_KEPT, MOST_CHARACTERS = 6, 200_000_000
GATHER_MS = 25  # stages that come within this time are drawn together


class Session(QObject):
    """One inspection at a time; a newer one ends the one before it."""

    subjects_changed = Signal()
    parts_changed = Signal()
    stages_changed = Signal()
    report_changed = Signal()
    failed = Signal(str)
    busy_changed = Signal(bool)
    pinned_changed = Signal()
    nan_changed = Signal()
    _came = Signal(object, object)

    def __init__(self, quiet: Quiet | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.quiet = quiet or Quiet()
        self.subjects: tuple[Subject, ...] = ()
        self._given: tuple[Subject, ...] = ()
        self._brought: dict[Hashable, Subject] = {}
        self.variation = Variation()
        self.pinned: Looked | None = None
        self.subject: Subject | None = None
        self.parts: Sequence[Part] = ()
        self.part = 0
        self.looked: Looked | None = None
        self.error = ""
        self._begun: Looked | None = None
        self._kept: OrderedDict[Hashable, Looked] = OrderedDict()
        self._making = Latest("inspector parts", self)
        self._inspecting = Latest("inspector", self)
        self._measuring = Latest("inspector measure", self)
        for work in self._works:
            work.failed.connect(self._fail)
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gather.timeout.connect(self.stages_changed)

    # What there is

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Those that have come so far, in the order of the compilation."""
        return self.looked.inspection.stages if self.looked is not None else ()

    @property
    def report(self) -> Report | None:
        return self.looked.report if self.looked is not None else None

    @property
    def busy(self) -> bool:
        return any(work.busy for work in self._works)

    @property
    def _works(self) -> tuple[Latest, ...]:
        return self._making, self._inspecting, self._measuring

    @property
    def printed(self) -> str:
        """The end of what one's own code printed, while it is looked at and afterwards."""
        held = self._begun or self.looked
        return str(getattr(held.inspection, "printed", "")) if held is not None else ""

    def stage(self, name: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    # What is asked

    def set_subjects(self, subjects: Sequence[Subject], hand: Hashable = None) -> None:
        """There is this to inspect now; turn to the one called `hand`, or stay with the one in sight."""
        self._given = tuple(subjects)
        self.subjects = (*self._given, *self._brought.values())
        here = self.subject.hand if self.subject is not None else None
        # what was brought stays in sight until another is chosen
        wanted = hand if hand is not None and here not in self._brought else here
        found = next((each for each in self.subjects if each.hand == wanted), None)
        if found is None and self.subjects:
            found = self.subjects[-1]
        self.subjects_changed.emit()
        self.choose(found)

    def bring(self, subject: Subject) -> None:
        """Add a subject that no tab has, in place of the one of that name, and inspect it."""
        self._brought[subject.hand] = subject
        self.subjects = (*self._given, *self._brought.values())
        if self.subject is not None and self.subject.key == subject.key:
            self.choose_part(self.part)
        else:
            self.choose(subject)

    def vary(self, by: Variation) -> None:
        """Compile everything so from now on."""
        if by.key != self.variation.key:
            self.variation = by
            if self.parts:
                self.choose_part(self.part)

    def pin(self) -> None:
        """Keep what is in sight, to compare others with it."""
        if self.report is not None:
            self.pinned = self.looked
            self.pinned_changed.emit()

    def choose(self, subject: Subject | None) -> None:
        """Inspect this subject, at the part that was in sight if it has one of that title."""
        before = self.subject
        self.subject = subject
        if subject is None:
            self._begun = None
        if before is not None and subject is not None and before.key == subject.key:
            return
        self.subjects_changed.emit()
        same = before is not None and subject is not None and before.hand == subject.hand
        title = self.parts[self.part].title if same and self.parts else ""
        self._stop()
        if subject is None:
            self.parts, self.looked, self.error = (), None, ""
            self.parts_changed.emit()
            self.stages_changed.emit()
            return

        def make(job: Job) -> Sequence[Part]:
            self.quiet.wait(job)
            return subject.make()

        self._making.ask(make, lambda parts: self._take_parts(parts, title))
        self.busy_changed.emit(True)

    def choose_part(self, part: int) -> None:
        """Inspect this part of the subject."""
        if not 0 <= part < len(self.parts) or self.subject is None:
            return
        self.part, self.error, self._begun = part, "", None
        self.parts_changed.emit()
        self._inspecting.drop()
        name = (self.subject.key, part, self.variation.key)
        kept = self._kept.get(name)
        if kept is not None:
            self._kept.move_to_end(name)
            self._show(kept)
            self.busy_changed.emit(self.busy)
            return
        chosen, by = self.parts[part], self.variation
        title = " · ".join(filter(None, [self.subject.title, chosen.title, by.words]))
        self._inspecting.ask(
            lambda job: self._inspect(job, chosen, by, title), lambda looked: self._done(name, looked)
        )
        self.busy_changed.emit(True)

    def measure(self, seconds: float = 0.2, *, pinned: bool = False) -> None:
        """Run the compiled function and measure it, kernel by kernel; with `pinned` the pinned one too."""
        all_looked = [self.looked, self.pinned] if pinned else [self.looked]
        chosen = [looked for looked in all_looked if looked is not None and looked.report is not None]
        if not chosen or self._measuring.busy:
            return

        def work(job: Job) -> list[Report]:
            reports = []
            for looked in chosen:
                self.quiet.wait(job)
                found = looked.inspection.report(seconds=seconds, kernels=True, cancelled=job.cancelled)
                reports.append(found)
            return reports

        self._measuring.ask(work, lambda reports: self._measured(chosen, reports))
        self.busy_changed.emit(True)

    def follow_nan(self, values: str) -> None:
        """Look for the first equation that makes a NaN, of such arguments or of those in hand (`own`)."""
        looked = self.looked
        if looked is None or looked.report is None:
            return

        def work(job: Job) -> NanFound | None:
            self.quiet.wait(job)
            given = looked.values() if values == "own" and looked.values is not None else values
            found: NanFound | None = looked.inspection.first_nan(given, job.cancelled)
            return found

        self._measuring.ask(work, lambda found: self._followed(looked, found))
        self.busy_changed.emit(True)

    def stop(self) -> None:
        """Inspect nothing any more; what was found stays."""
        self._stop()
        self.busy_changed.emit(False)

    def close(self) -> None:
        self._gather.stop()
        for work in self._works:
            work.close()

    def _stop(self) -> None:
        for work in self._works:
            work.drop()

    # In the thread

    def _inspect(self, job: Job, part: Part, by: Variation, title: str) -> Looked:
        self.quiet.wait(job)
        looked = Looked(begin(part.make(), by), title, values=part.values, sampled=part.sampled)
        if job is self._inspecting.job:
            self._begun = looked

        def came() -> None:
            emit(self, self._came, job, looked)
            self.quiet.wait(job)

        return look(looked, came, job.cancelled)

    # What comes

    def _take_parts(self, parts: Sequence[Part], title: str) -> None:
        self.parts = parts
        same = (place for place, part in enumerate(parts) if part.title == title)
        main = (place for place, part in enumerate(parts) if part.main)
        self.part = next(same, next(main, 0))
        if not parts:
            self.looked = None
            self._fail(self.tr("Nothing is compiled for this"))
            return
        self.choose_part(self.part)

    def _take(self, job: Any, looked: Looked) -> None:
        if job is self._inspecting.job:
            self.looked = looked
            if not self._gather.isActive():
                self._gather.start()

    def _done(self, name: Hashable, looked: Looked) -> None:
        if looked.report is not None and not looked.error:
            self._kept[name] = looked
        while len(self._kept) > MOST_KEPT or (len(self._kept) > 1 and self._held > MOST_CHARACTERS):
            self._kept.popitem(last=False)
        self._show(looked)
        QTimer.singleShot(0, self, lambda: self.busy_changed.emit(self.busy))

    @property
    def _held(self) -> int:
        """The characters of all that is kept."""
        return sum(len(stage.text) for looked in self._kept.values() for stage in looked.stages)

    def _show(self, looked: Looked) -> None:
        self._gather.stop()
        self.looked, self.error = looked, looked.error
        self.stages_changed.emit()
        self.report_changed.emit()
        if looked.error:
            self.failed.emit(looked.error)

    def _measured(self, chosen: Sequence[Looked], reports: Sequence[Report]) -> None:
        for looked, report in zip(chosen, reports, strict=True):
            looked.report = report
        self.report_changed.emit()
        QTimer.singleShot(0, self, lambda: self.busy_changed.emit(self.busy))

    def _followed(self, looked: Looked, found: NanFound | None) -> None:
        looked.nan = found if found is not None else ""
        self.nan_changed.emit()
        QTimer.singleShot(0, self, lambda: self.busy_changed.emit(self.busy))

    def _fail(self, text: str) -> None:
        self.error = text
        self.failed.emit(text)
        QTimer.singleShot(0, self, lambda: self.busy_changed.emit(self.busy))
