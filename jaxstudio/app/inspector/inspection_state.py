"""One part as it is inspected: its stages so far, its report, or what went wrong and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from jaxstudio.errors import Cancelled, StudioError
from jaxstudio.ir.explain import Explanation, NanFound, explain
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.client import Request
from jaxstudio.ir.user_process.inspecting import OwnInspection
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
