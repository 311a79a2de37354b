"""Everything known about an inspected function as values, which cross to another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields

import numpy as np

from jaxstudio.ir.compilation_log import Entry
from jaxstudio.ir.cost import Cost, LineProfile, Measurement
from jaxstudio.ir.links.index import HOW, LINE, Links, Space
from jaxstudio.ir.links.origins import Equation
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.lazy_dataclass import dataclass


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
class Summary(Measurement):
    """The parts of an inspection that can be shown at once.

    `coverage` is by stage; `transforms` are what made equations, in words, those of a lower order first.
    `quiet_passes` ran and changed nothing. `line_profiles` are there once
    kernels were measured and instructions counted (see `line_profile.line_profiles`).
    """

    target: str
    device: str
    stages: tuple[Stage, ...] = ()
    coverage: Mapping[str, Coverage] = field(default_factory=dict)
    transforms: tuple[str, ...] = ()
    cost: Cost | None = None
    notes: tuple[str, ...] = ()
    quiet_passes: tuple[str, ...] = ()
    line_profiles: Mapping[str, LineProfile] = field(default_factory=dict)

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        return find_stage(self.stages, name)

    @property
    def measurement(self) -> Measurement:
        """The measurement of a run on this machine."""
        return Measurement(**{each.name: getattr(self, each.name) for each in fields(Measurement)})


@dataclass(frozen=True)
class Report(Summary):
    """An inspection; `equations` are those of the jaxpr, for its graph."""

    links: Links = field(default_factory=Links)
    equations: tuple[Equation, ...] = ()
    compilation_log: tuple[Entry, ...] = ()

    def summary(self) -> Summary:
        """The report without its stages, links, equations and log."""
        return Summary(**{each.name: getattr(self, each.name) for each in fields(Summary)} | {"stages": ()})


def find_stage(stages: Sequence[Stage], name: str) -> Stage:
    """The stage of that name, or the first whose name begins with it; KeyError without one."""
    found = [stage for stage in stages if stage.name.startswith(name)]
    if not found:
        raise KeyError(name)
    return next((stage for stage in found if stage.name == name), found[0])


def coverages(links: Links, stages: Sequence[Stage]) -> dict[str, Coverage]:
    """The coverage by stage, for the stages after the source, and kernels that are linked line by line."""
    between = (Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED)
    linked = [stage for stage in stages if stage.name in links.stages]
    return {
        stage.name: coverage(links, stage.name)
        for stage in linked
        if stage.kind in between or links.stages[stage.name].instructions
    }


def coverage(links: Links, stage: str) -> Coverage:
    """Counts the items of a stage that lead to places of the source; of a kernel, instructions to HLO."""
    index = links.stages[stage]
    if index.instructions:
        lines = np.array(index.parsed.kinds) == LINE
        linked = int(np.count_nonzero(index.keys[Space.INSTRUCTION].counts[lines]))
        return Coverage(index.instructions, linked, {})
    places = index.keys.get(Space.PLACE)
    linked = 0 if places is None else int(np.count_nonzero(places.counts))
    how: dict[str, int] = {}
    if index.how is not None:
        counts = np.bincount(index.how, minlength=len(HOW))
        how = {name.value: int(count) for name, count in zip(HOW, counts, strict=True)}
    return Coverage(len(index.parsed), linked, how)
