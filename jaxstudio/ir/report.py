"""All that is known of an inspected function, as values: what a panel shows, a file holds, a pipe carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.ir.cost.analysis import Cost
from jaxstudio.ir.cost.roofline import Roofline
from jaxstudio.ir.cost.running import Measurement, Timing
from jaxstudio.ir.ledger.entries import Entry
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.links.spaces import HOW, Space
from jaxstudio.ir.parse.jaxpr import Equation
from jaxstudio.ir.stages import Kind, Stage


@dataclass(frozen=True)
class Coverage:
    """How many items of a stage lead to the source, and how each is known."""

    items: int
    linked: int
    how: Mapping[str, int]

    @property
    def share(self) -> float:
        """From 0 to 1; 1 for a stage without items."""
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
    ledger: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()
    quiet_passes: tuple[str, ...] = ()
    unmeasured: str = ""

    @property
    def measurement(self) -> Measurement:
        """What a run on this machine gave."""
        return Measurement(self.timing, self.roofline, self.kernel_seconds, self.unmeasured)

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it; KeyError without one."""
        found = stage_named(self.stages, name)
        if found is None:
            raise KeyError(name)
        return found

    @property
    def coverage(self) -> Mapping[str, Coverage]:
        """By stage, for those between the source and the kernels."""
        return {
            stage.name: coverage(self.links, stage.name)
            for stage in self.stages
            if stage.kind in (Kind.JAXPR, Kind.STABLEHLO, Kind.HLO, Kind.OPTIMIZED)
            and stage.name in self.links.stages
        }


def stage_named(stages: tuple[Stage, ...], name: str) -> Stage | None:
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
