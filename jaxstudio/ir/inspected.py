"""The inspection of a call as a value, for scripts and notebooks: stages, links, cost, as text or a page."""

from __future__ import annotations

import html
import os
import tempfile
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import numpy as np

from jaxstudio.ir.compilation_listener import start_logging, stop_logging
from jaxstudio.ir.compilation_log import COMPILATION_LOG, Entry
from jaxstudio.ir.cost import Cost
from jaxstudio.ir.export import page, save_folder, save_page
from jaxstudio.ir.inspection import Inspection
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Stage
from jaxstudio.ir.target import Target, is_static

# A notebook keeps what it shows: a page above this loses its largest stages, passes first.
MOST_SHOWN_CHARACTERS = 4_000_000
FRAME = (
    '<iframe srcdoc="{0}" sandbox="allow-scripts" title="{1}" '
    'style="width: 100%; height: 640px; border: 1px solid #8888"></iframe>'
)


class Inspected:
    """Every stage of one compiled call, from its source to machine code, linked line by line.

    A notebook shows it as a page. `report` holds all that is known, as values.
    """

    def __init__(self, inspection: Inspection, report: Report) -> None:
        self._inspection = inspection
        self.report = report

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages in the order of the compilation; each has `name`, `text`, `lines` and `seconds`."""
        return self.report.stages

    def stage(self, name: str) -> Stage:
        """The stage of that name, or the first whose name begins with it: `source`, `jaxpr`, `stablehlo`,
        `hlo`, `optimized`, `buffers`, `llvm`, `asm`.

        Raises:
            KeyError: there is none; the message names those that there are.
        """
        try:
            return self.report.stage(name)
        except KeyError:
            known = dict.fromkeys(stage.kind.value for stage in self.stages)
            raise KeyError(f"no stage begins with {name!r}: expected {', '.join(known)}") from None

    @property
    def text(self) -> str:
        """The optimised HLO."""
        return self.stage("optimized").text

    @property
    def cost(self) -> Cost | None:
        """Flops, bytes and memory as XLA counts them."""
        return self.report.cost

    @property
    def links(self) -> Links:
        """Links from any place in one stage to its partners in any other."""
        return self.report.links

    @property
    def compilation_log(self) -> tuple[Entry, ...]:
        """The compilations during the inspection."""
        return self.report.compilation_log

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on missing parts, with their reasons."""
        return self.report.notes

    def linked_lines(self, stage: str, line: int, to: str) -> list[int]:
        """The lines of stage `to`, from 1, that belong to line `line` of `stage`."""
        here, there = self.stage(stage).name, self.stage(to).name
        for name in (here, there):
            self._inspection.link(name)
        spans = self.links.parsed(here).spans
        items = np.flatnonzero((spans[:, 0] <= line) & (line <= spans[:, 2])).tolist()
        found = self.links.follow(here, items, there)
        lines = self.links.parsed(there).spans
        return sorted({int(lines[item][0]) for item in found})

    def measure(self, seconds: float = 0.2) -> Inspected:
        """Measure: `report.timing` of runs on random numbers for about `seconds`."""
        measured = self._inspection.report(seconds=seconds)
        return Inspected(self._inspection, replace(measured, compilation_log=self.report.compilation_log))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write one page to a .html file, or every stage to a folder; returns the path.

        Raises:
            SaveError: it cannot be written.
        """
        place = Path(path)
        if place.suffix.lower() in (".html", ".htm"):
            save_page(self.report, place)
        else:
            save_folder(self.report, place)
        return place

    def show(self) -> Path:
        """Open the page in the browser; returns its file."""
        handle, name = tempfile.mkstemp(prefix="jaxstudio-", suffix=".html")
        os.close(handle)
        place = self.save(name)
        webbrowser.open(place.as_uri())
        return place

    def _repr_html_(self) -> str:
        shown = html.escape(page(self.report, MOST_SHOWN_CHARACTERS))
        return FRAME.format(shown, html.escape(self.report.target))

    def __repr__(self) -> str:
        kinds = ", ".join(dict.fromkeys(stage.kind.value for stage in self.stages))
        flops = None if self.cost is None else self.cost.of_a_run[0]
        count = "" if flops is None else f"; {flops:,.0f} flops"
        return f"<{self.report.target} on {self.report.device}: {kinds}{count}>"


def inspect_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Inspected:
    """Inspect `function(*args, **kwargs)` in this process; see `jaxstudio.inspect`."""
    committed = {
        device
        for leaf in jax.tree.leaves((args, dict(kwargs)))
        if isinstance(leaf, jax.Array) and getattr(leaf, "committed", False)
        for device in leaf.devices()
    }
    target = Target(
        getattr(function, "__name__", type(function).__name__),
        function,
        tuple(args),
        dict(kwargs),
        static_argnums=tuple(place for place, value in enumerate(args) if is_static(value)),
        static_argnames=tuple(name for name, value in kwargs.items() if is_static(value)),
        device=committed.pop() if len(committed) == 1 else None,
    )
    listens = COMPILATION_LOG.listening
    start_logging()
    try:
        inspection = Inspection(target)
        for _ in inspection.run():
            pass
        return Inspected(inspection, inspection.report(seconds=0.0))
    finally:
        if not listens:
            stop_logging()
