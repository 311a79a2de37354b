"""Everything known about an inspected function as values, which cross to another process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.ir.compilation_log import Entry
from jaxstudio.ir.cost import Cost, LineProfile, Measurement, Roofline, Timing
from jaxstudio.ir.links.index import HOW, Links, Space
from jaxstudio.ir.links.origins import Equation
from jaxstudio.ir.stages import Kind, Stage


@dataclass(frozen=True)
class Explanation:
    """`title` is one line; `words` say it in terms of the line `code`; `suggestion` is what to do instead.

    `path` and `line` (from 1; 0 if unknown) are in the user's code, `column` and `end_column`
    count from 0. `known` tells whether this error has words of its own here, or just its own text.
    """

    error: str
    title: str
    words: str
    suggestion: str
    path: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0
    code: str = ""
    known: bool = True

    def as_json(self) -> dict[str, object]:
        return dict(vars(self))


@dataclass(frozen=True)
class NanFound:
    """The first equation whose result has a NaN while nothing that it read had one.

    `equation` is its number as in `equations_of` (−1: an argument has it already, `argument` says
    which). `rounds` are the rounds of the loops around it, outermost first, counted from 0. `index`
    is the place of the first NaN in the result, `inputs` what the equation read there (all of a
    scalar). `infinite` is the equation that made the first infinity before it, −1 for none.
    `why` is a line in plain words, `suggestion` what keeps it away. `written` is the line of the source that
    the equation came from, where that is known.
    """

    equation: int
    primitive: str
    index: tuple[int, ...] = ()
    inputs: tuple[float, ...] = ()
    rounds: tuple[int, ...] = ()
    infinite: int = -1
    argument: int = -1
    why: str = ""
    suggestion: str = ""
    written: str = ""


@dataclass(frozen=True)
class Coverage:
    """The number of a stage's items that lead to the source, by the way each is known."""

    items: int
    linked: int
    how: Mapping[str, int]

    @property
    def share(self) -> float:
        """Return the share, 0 to 1; 1 for a stage without items."""
        return self.linked / self.items if self.items else 1.0


@dataclass(frozen=True)
class Report:
    """`equations` are those of the jaxpr, for its graph; `quiet_passes` ran and changed nothing.

    `kernel_seconds` are one run's, by the instruction that a kernel computes. `unmeasured` says why there is
    no timing, or what of the measurements is missing; it is empty where none was asked for.
    """

    target: str
    device: str
    stages: tuple[Stage, ...]
    links: Links
    equations: tuple[Equation, ...] = ()
    cost: Cost | None = None
    timing: Timing | None = None
    roofline: Roofline | None = None
    kernel_seconds: Mapping[str, float] = field(default_factory=dict)
    compilation_log: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()
    quiet_passes: tuple[str, ...] = ()
    unmeasured: str = ""
    profiled_seconds: float = 0.0

    @property
    def measurement(self) -> Measurement:
        """The measurement of a run on this machine."""
        return Measurement(
            self.timing, self.roofline, self.kernel_seconds, self.unmeasured, self.profiled_seconds
        )

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        found = find_stage(self.stages, name)
        if found is None:
            raise KeyError(name)
        return found

    @property
    def coverage(self) -> Mapping[str, Coverage]:
        """The coverage by stage, for the stages between the source and the kernels."""
        return {
            stage.name: coverage(self.links, stage.name)
            for stage in self.stages
            if stage.kind in (Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED)
            and stage.name in self.links.stages
        }


@dataclass(frozen=True)
class Summary:
    """A report without links and equations: what can be shown of it at once.

    `coverage` is by stage, `transforms` are what made equations, in words, those of a lower order first.
    """

    target: str
    device: str
    stages: tuple[Stage, ...]
    coverage: Mapping[str, Coverage] = field(default_factory=dict)
    transforms: tuple[str, ...] = ()
    cost: Cost | None = None
    timing: Timing | None = None
    roofline: Roofline | None = None
    kernel_seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    quiet_passes: tuple[str, ...] = ()
    unmeasured: str = ""
    profiled_seconds: float = 0.0
    line_profile: LineProfile | None = None

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        found = find_stage(self.stages, name)
        if found is None:
            raise KeyError(name)
        return found


def summary_of(report: Report) -> Summary:
    """A report without links and equations; `transforms` is left empty."""
    return Summary(
        report.target,
        report.device,
        report.stages,
        report.coverage,
        cost=report.cost,
        notes=report.notes,
        quiet_passes=report.quiet_passes,
        **vars(report.measurement),
    )


def find_stage(stages: tuple[Stage, ...], name: str) -> Stage | None:
    """The stage of that name, or the first whose name begins with it."""
    exact = [stage for stage in stages if stage.name == name]
    begins = [stage for stage in stages if stage.name.startswith(name)]
    return next(iter(exact or begins), None)


def coverage(links: Links, stage: str) -> Coverage:
    """Counts the items of a stage that lead to places of the source."""
    index = links.stages[stage]
    places = index.keys.get(Space.PLACE)
    linked = 0 if places is None else int(np.count_nonzero(places.counts))
    how: dict[str, int] = {}
    if index.how is not None:
        counts = np.bincount(index.how, minlength=len(HOW))
        how = {name.value: int(count) for name, count in zip(HOW, counts, strict=True)}
    return Coverage(len(index.parsed), linked, how)
