"""The process that inspects: compiles the selection, keeps the stages, answers questions about them.

One thread compiles and runs, job after job; another reads what is kept (links, graphs, colours, files), so
that a click is answered while something else is compiled. Every request says all that is needed to compile
it, so that a process that takes the place of one that was ended goes on where that was.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import structs

from jaxstudio.errors import Cancelled, ComputeError, StudioError, Wording
from jaxstudio.inspect_targets.requests import (
    LIBRARIES,
    DevicesRequest,
    DrawnGraph,
    ExperimentRequest,
    FollowRequest,
    ForgetRequest,
    GraphRequest,
    HuesRequest,
    InspectionRequest,
    InspectRequest,
    LessonSubject,
    LineRequest,
    LineSubject,
    MeasureRequest,
    NamesRequest,
    NanRequest,
    Outcome,
    PartName,
    PartsRequest,
    RecipeSubject,
    SaveRequest,
    SearchRequest,
)
from jaxstudio.ir.compilation_log import forward as listen
from jaxstudio.ir.export import save_folder, save_page
from jaxstudio.ir.graph import Graph, draw, graph_of, usual
from jaxstudio.ir.links.index import Linked, Tints, follow, hues, line_hues, transform_tints
from jaxstudio.ir.links.origins import Equation
from jaxstudio.ir.report import Explanation, NanFound, Report, Summary
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.text_view.search import search
from jaxstudio.ir.user_process.client import UserInspection
from jaxstudio.ir.user_process.request import Request, apply_to_request
from jaxstudio.processes.serve import Handlers, Work

if TYPE_CHECKING:
    from jaxstudio.ir.inspection import Inspection
    from jaxstudio.ir.lesson_programs import Program
    from jaxstudio.ir.target import Target

__all__ = ["handlers", "listen"]

MOST_KEPT, MOST_CHARACTERS, MOST_SUBJECTS = 8, 200_000_000, 4
PRINTED_SECONDS = 0.2  # between two reports of what a user's code printed
# A frame that is due comes first.
NICENESS = 5


@dataclass(eq=False)
class Record:
    """An inspection, running or over; `report` is there at the end."""

    inspection: Inspection | UserInspection
    report: Report | None = None

    @property
    def characters(self) -> int:
        return sum(len(stage.text) for stage in self.inspection.stages)

    @property
    def equations(self) -> Sequence[Equation]:
        return self.report.equations if self.report is not None else ()

    @cached_property
    def transforms(self) -> Tints:
        return transform_tints(self.equations)

    @cached_property
    def graphs(self) -> dict[str, Graph]:
        return {}

    def summary(self) -> Summary | None:
        """Return the summary that is sent at once; the stages were sent before."""
        if self.report is None:
            return None
        return replace(self.report.summary(), transforms=self.transforms.words)


class Service:
    """Answers the requests of `requests.py`, and keeps the last inspection."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._lock = threading.Lock()
        self._targets: dict[RecipeSubject | LessonSubject, tuple[tuple[str, Target], ...]] = {}

    # What is compiled and run

    def parts(self, asked: PartsRequest, work: Work) -> tuple[PartName, ...]:
        work.check()
        return tuple(PartName(_worded(title), target.kernel) for title, target in self._parts(asked.subject))

    def inspect(self, asked: InspectRequest, work: Work) -> Outcome:
        inspection = self._begin(asked.of)
        record = Record(inspection)
        self._store(asked.of, record)
        cancelled = _asked(work, inspection)
        try:
            for stage in inspection.run(cancelled):
                work.tell(stage)
            if not isinstance(inspection, UserInspection) and inspection.compiled is not None:
                inspection.link_exactly()
            record.report = inspection.report(seconds=0.0, cancelled=cancelled)
            return Outcome(record.summary())
        except Cancelled:
            raise
        except StudioError as error:
            return _failed(record, str(error))
        except Exception as error:
            # a function may raise anything while it is traced; what has no words is raised on as it is
            from jaxstudio.ir.error_explanations import explain

            explanation = explain(error)
            if not explanation.known:
                raise
            return Outcome(None, explanation.title, explanation)
        finally:
            if isinstance(inspection, UserInspection):
                work.tell(inspection.printed)

    def measure(self, asked: MeasureRequest, work: Work) -> Summary:
        record = self._find(asked.of, work)
        cancelled = _asked(work, record.inspection)
        record.report = record.inspection.report(seconds=asked.seconds, kernels=True, cancelled=cancelled)
        summary = record.summary()
        assert summary is not None
        return summary

    def first_nan(self, asked: NanRequest, work: Work) -> NanFound | None:
        record, subject = self._find(asked.of, work), asked.of.subject
        arguments: Any = asked.arrays or asked.values
        if asked.arrays and isinstance(subject, RecipeSubject):
            from jaxstudio.inspect_targets.targets import recipe_values

            arguments = recipe_values(_recipe(subject), asked.of.part, asked.arrays[0], subject.device)
        found = record.inspection.first_nan(arguments, _asked(work, record.inspection))
        return None if found is None else replace(found, written=_written(record, found.equation))

    def experiment(self, asked: ExperimentRequest, work: Work) -> None:
        _set_up()
        for table in _program(asked.lesson).experiment():
            work.tell(table)
            work.check()

    # What is read

    def follow(self, asked: FollowRequest, work: Work) -> Linked:
        inspection = self._find(asked.of, work).inspection
        if not _has(inspection, asked.stage, asked.to):
            return Linked(np.array([asked.line]))
        return follow(inspection, asked.stage, asked.line, asked.column, asked.to)

    def hues(self, asked: HuesRequest, work: Work) -> np.ndarray | None:
        record = self._find(asked.of, work)
        inspection, stage = record.inspection, asked.stage
        if not _has(inspection, stage):
            return None
        if stage not in inspection.links.stages and inspection.stage(stage).kind is Kind.PASS:
            inspection.link(stage)
        if asked.by == "line":
            return self._line_hues(inspection, stage)
        return hues(inspection.links, stage, record.transforms if asked.by == "transform" else None)

    def _line_hues(self, inspection: Inspection | UserInspection, stage: str) -> np.ndarray | None:
        sources = [each.name for each in inspection.stages if each.kind is Kind.SOURCE]
        return line_hues(inspection.links, stage, sources)

    def _node_hues(self, inspection: Inspection | UserInspection, stage: str) -> np.ndarray:
        """The first colour of each item's line."""
        found = self._line_hues(inspection, stage)
        if found is None:
            return np.zeros(0, np.int64)
        return found[inspection.links.parsed(stage).spans[:, 0], 0]

    def line(self, asked: LineRequest, work: Work) -> int:
        links = self._find(asked.of, work).inspection.links
        spans = links.parsed(asked.stage).spans if asked.stage in links.stages else ()
        return int(spans[asked.item, 0]) if 0 <= asked.item < len(spans) else 0  # type: ignore[call-overload]

    def graph(self, asked: GraphRequest, work: Work) -> DrawnGraph:
        record = self._find(asked.of, work)
        if not _has(record.inspection, asked.stage):
            raise ComputeError("it is not compiled yet")
        if asked.stage not in record.graphs:
            graph = graph_of(record.inspection.stage(asked.stage), record.equations)
            record.graphs[asked.stage] = replace(graph, hues=self._node_hues(record.inspection, asked.stage))
        graph = record.graphs[asked.stage]
        drawn = draw(graph, usual(graph) if asked.opened is None else asked.opened, asked.focus)
        whole = graph if asked.whole else None
        return DrawnGraph(whole, drawn.view, drawn.layout, drawn.opened, drawn.inside)

    def search(self, asked: SearchRequest, work: Work) -> tuple[np.ndarray, bool, bool]:
        inspection = self._find(asked.of, work).inspection
        stages = [stage for name in asked.stages for stage in inspection.stages if stage.name == name]
        found = search(stages, asked.pattern, cancelled=_asked(work, inspection))
        numbers = {name: number for number, name in enumerate(asked.stages)}
        hits = [(numbers[hit.stage], hit.line, hit.start, hit.end) for hit in found.hits]
        return np.array(hits, np.int32).reshape(-1, 4), found.complete, found.late

    def save(self, asked: SaveRequest, work: Work) -> None:
        """Write the files. SaveError: one cannot be written."""
        report = self._find(asked.of, work).report
        if report is None:
            raise ComputeError("it is not compiled yet")
        (save_page if asked.form == "page" else save_folder)(report, Path(asked.path))

    def devices(self, _: DevicesRequest, work: Work) -> tuple[str, ...]:
        from jaxstudio.runtime.devices import list_devices

        work.check()
        return tuple(device.name for device in list_devices()[0])

    def names(self, asked: NamesRequest, work: Work) -> tuple[tuple[str, str], ...]:
        work.check()
        _set_up()
        return names_of(asked.module)

    # What is kept

    def forget(self, _: ForgetRequest, work: Work) -> None:
        work.check()
        _set_up()
        import jax

        with self._lock:
            self._records.clear()
        self._targets.clear()
        jax.clear_caches()

    def _begin(self, request: InspectionRequest) -> Inspection | UserInspection:
        subject, by = request.subject, request.variation
        if isinstance(subject, Request):
            asked = structs.replace(apply_to_request(subject, by), run_seconds=0.0)
            return UserInspection(asked, request.limits)
        _set_up()
        from jaxstudio.ir.inspection import Inspection
        from jaxstudio.ir.target import apply_variation

        if isinstance(subject, LineSubject):
            target = _order(subject, request.part)
        else:
            target = self._parts(subject)[request.part][1]
        return Inspection(apply_variation(target, by), exact=False)

    def _parts(self, subject: RecipeSubject | LessonSubject) -> tuple[tuple[str, Target], ...]:
        """The targets as `_targets`, the last few subjects' kept: each of their parts asks for them."""
        _set_up()
        if subject not in self._targets:
            self._targets[subject] = _targets(subject)
            while len(self._targets) > MOST_SUBJECTS:
                self._targets.pop(next(iter(self._targets)))
        return self._targets[subject]

    def _store(self, request: InspectionRequest, record: Record) -> None:
        with self._lock:
            self._records[request.key] = record
            self._records.move_to_end(request.key)
            while len(self._records) > MOST_KEPT or (
                len(self._records) > 1
                and sum(each.characters for each in self._records.values()) > MOST_CHARACTERS
            ):
                self._records.popitem(last=False)

    @property
    def _size(self) -> int:
        """Characters of all texts that are kept."""
        return sum(record.characters for record in self._records.values())

    def _find(self, request: InspectionRequest, work: Work) -> Record:
        """The record of a request; a lost record is compiled again, but a user's code is not run for it."""
        work.check()
        with self._lock:
            record = self._records.get(request.key)
            if record is not None:
                self._records.move_to_end(request.key)
                return record
        inspection = self._begin(request)
        if isinstance(inspection, UserInspection):
            raise ComputeError("the stages of this run are no longer kept: inspect it again")
        for _ in inspection.run(_asked(work, inspection)):
            pass
        record = Record(inspection, inspection.report(seconds=0.0))
        self._store(request, record)
        return record


def handlers() -> Handlers:
    """The jobs of this process."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_load, name="import", daemon=True).start()
    service = Service()
    return {
        PartsRequest: service.parts,
        InspectRequest: service.inspect,
        MeasureRequest: service.measure,
        NanRequest: service.first_nan,
        ExperimentRequest: service.experiment,
        FollowRequest: service.follow,
        HuesRequest: service.hues,
        LineRequest: service.line,
        GraphRequest: service.graph,
        SearchRequest: service.search,
        SaveRequest: service.save,
        DevicesRequest: service.devices,
        NamesRequest: service.names,
        ForgetRequest: service.forget,
    }


def _has(inspection: Inspection | UserInspection, *stages: str) -> bool:
    """Whether there are stages of these names: not while it is inspected again, or where that failed."""
    return {*stages} <= {each.name for each in inspection.stages}


def _failed(record: Record, error: str) -> Outcome:
    """Return the outcome of an inspection that a user's mistake ended."""
    explanation: Explanation | None = None
    if isinstance(record.inspection, UserInspection):
        explanation, record.report = record.inspection.explanation, record.inspection.known
    return Outcome(record.summary(), error.removeprefix("--option "), explanation)


def _load() -> None:
    """Import JAX and the modules of the first inspection; errors are raised there."""
    with contextlib.suppress(Exception):
        _set_up()
        for name in ("jaxstudio.ir.inspection", "jaxstudio.inspect_targets.targets"):
            importlib.import_module(name)


def _set_up() -> None:
    """Set JAX up, and log its compilations."""
    from jaxstudio.ir.compilation_listener import start_logging
    from jaxstudio.runtime.setup import configure

    configure()
    start_logging()


def _asked(work: Work, inspection: Inspection | UserInspection) -> Callable[[], bool]:
    """Whether the job was cancelled; also reports a user's output now and then."""
    told, due = "", 0.0

    def cancelled() -> bool:
        nonlocal told, due
        now = time.monotonic()
        if isinstance(inspection, UserInspection) and now > due and inspection.printed != told:
            told, due = inspection.printed, now + PRINTED_SECONDS
            work.tell(told)
        with contextlib.suppress(Cancelled):
            work.check()
            return False
        return True

    return cancelled


def _targets(subject: RecipeSubject | LessonSubject) -> tuple[tuple[str, Target], ...]:
    """The parts of a subject with their titles."""
    if isinstance(subject, LessonSubject):
        return tuple(_program(subject.name).targets.items())
    if subject.plain:
        from jaxstudio.inspect_targets.targets import plain_targets

        targets = plain_targets(_recipe(subject), channels=subject.channels, device=subject.device)
    else:
        from jaxstudio.inspect_targets.targets import recipe_targets

        targets = recipe_targets(
            _recipe(subject), channels=subject.channels, dtype=subject.dtype, device=subject.device
        )
    return tuple((target.name, target) for target in targets)


def _worded(title: str) -> Wording:
    return title if isinstance(title, Wording) else Wording(title)


def _order(subject: LineSubject, order: int) -> Target:
    from jaxstudio.functions.language import Sheet
    from jaxstudio.inspect_targets.expressions import line_targets

    sheet = Sheet.read(subject.texts)
    return line_targets(sheet.lines[subject.index], sheet, "\n".join(subject.texts), (order,))[0]


def _recipe(subject: RecipeSubject) -> Any:
    from jaxstudio.own_filters.in_use import full_catalogue
    from jaxstudio.pipeline.recipe_text import from_json

    return from_json(subject.recipe, full_catalogue())


def _program(name: str) -> Program:
    from jaxstudio.ir import lesson_programs

    return lesson_programs.PROGRAMS[name]


BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def names_of(module: str) -> tuple[tuple[str, str], ...]:
    """The names for a NamesRequest; none of a library that is not installed, or of a module not loaded."""
    first, *rest = module.split(".")
    try:
        part: Any = importlib.import_module(first) if first in LIBRARIES else None
    except ImportError:
        return ()
    for name in rest:
        part = getattr(part, name, None) or sys.modules.get(f"{getattr(part, '__name__', '')}.{name}")
    if part is None:
        return ()
    if callable(part):
        try:
            arguments = inspect.signature(part).parameters.values()
        except ValueError:  # of a built-in function
            return ()
        return tuple((f"{each.name}=", str(each)) for each in arguments if each.kind in BY_NAME)
    names = sorted(name for name in dir(part) if not name.startswith("_"))
    return tuple((name, _about(getattr(part, name, None))) for name in names)


def _about(value: Any) -> str:
    if isinstance(value, bool | int | float | str | tuple | list | dict):
        return ""  # its docstring is that of its class
    lines = (line.strip() for line in (getattr(value, "__doc__", None) or "").splitlines())
    return next((line for line in lines if line), "")


def _written(record: Record, equation: int) -> str:
    """The line of the source that an equation came from; empty where no source tells."""
    links = record.inspection.links
    if equation < 0 or not {"jaxpr", "source"} <= links.stages.keys():
        return ""
    found = links.follow("jaxpr", [equation], "source")
    if not len(found):
        return ""
    line = int(links.parsed("source").spans[found[0], 0])
    lines: Sequence[str] = _source(record.inspection.stages).lines
    return f"{line}: {lines[line - 1].strip()}"


def _source(stages: Sequence[Stage]) -> Stage:
    return next(stage for stage in stages if stage.name == "source")
