"""Builds the links between stages, one stage after another in the order of the compilation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from jaxstudio.ir.comparison import has_same_instructions
from jaxstudio.ir.links.index import (
    CALLED,
    FLOW,
    NONE,
    WRITTEN,
    Links,
    Parsed,
    Relation,
    Space,
    Span,
    StageIndex,
    spans_of,
)
from jaxstudio.ir.links.origins import Equation, Origins, Place, scopes
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.parse.jaxpr import equations_of_paths
from jaxstudio.ir.parse.listings import (
    kernel_base,
    parse_assembly,
    parse_buffers,
    parse_llvm,
    parse_ptx,
)
from jaxstudio.ir.parse.mlir import ParsedModule, parse_stablehlo
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.ir.target import Source
from jaxstudio.runtime.text_files import character_column

MOST_ROUNDS = 16
Pairs = tuple[np.ndarray, np.ndarray]


def pairs(relation: Relation) -> Pairs:
    """Items and keys of a relation, one pair each."""
    return np.repeat(np.arange(len(relation)), relation.counts), relation.keys.astype(np.int64)


def propagate_origins(how: np.ndarray, comes_from: Pairs, goes_to: Pairs) -> np.ndarray:
    """For each item the item whose origin it has: itself, or the nearest one along the flow with an origin.

    Args:
        how: int8, how each item's origin is known (places in HOW); those found here become FLOW.
        comes_from: items, and what their value comes from; asked first.
        goes_to: items, and what reads their value.
    """
    source_items = np.arange(len(how))
    for _ in range(MOST_ROUNDS):
        while _adopt_origins(how, source_items, *comes_from):
            pass
        if not _adopt_origins(how, source_items, *goes_to):
            break
    return source_items


def _adopt_origins(how: np.ndarray, source_items: np.ndarray, taking: np.ndarray, giving: np.ndarray) -> int:
    """Let items without an origin take that of the first that gives one; how many did."""
    use = (how[taking] == NONE) & (how[giving] != NONE)
    adopting, first = np.unique(taking[use], return_index=True)
    source_items[adopting] = source_items[giving[use][first]]
    how[adopting] = FLOW
    return len(adopting)


# They hand on what they are given.
FORWARDING_OPS = {
    "bitcast", "copy", "copy-start", "copy-done", "get-tuple-element", "tuple", "reshape", "transpose",
    "parameter", "fusion", "call", "convert", "broadcast", "slice", "pad", "optimization-barrier", "while",
    "conditional",
}  # fmt: skip


def origins_of(hlo: ParsedHlo, origins: Origins, leads_to_source: np.ndarray) -> tuple[Relation, np.ndarray]:
    """The origins of all instructions, and how each is known (int8: its place in HOW).

    Args:
        telling: whether each origin leads to the source; others are passed over.

    What stands in a called function has the caller's names before its own, as XLA joins them when it
    inlines the call. An instruction without metadata hands on the value of what it reads (a
    parameter: what the caller passes), or else belongs to what reads it (a constant).
    """
    lists = _written_origins(hlo, origins, leads_to_source)
    how = np.where([bool(each) for each in lists], WRITTEN, NONE).astype(np.int8)
    _from_callers(hlo, lists, how)
    source_items = _by_flow(hlo, how)
    return Relation.of_lists([lists[item] for item in source_items.tolist()], len(origins)), how


def _written_origins(hlo: ParsedHlo, origins: Origins, leads_to_source: np.ndarray) -> list[tuple[int, ...]]:
    """Origins that lead to the source; on every way into a called function."""
    ways = _call_ways(hlo, origins)
    origins_of_value: list[tuple[int, ...]] = []
    for number, region in zip(hlo.parsed.origins.tolist(), hlo.parsed.region_of.tolist(), strict=True):
        if number < 0:
            origins_of_value.append(())
            continue
        joined = tuple(way for call in ways.get(region, ()) if (way := origins.joined(call, number)) >= 0)
        origins_of_value.append(tuple(way for way in joined or (number,) if leads_to_source[way]))
    return origins_of_value


def _call_ways(hlo: ParsedHlo, origins: Origins) -> dict[int, tuple[int, ...]]:
    """The origins of the calls that lead into each computation, before they are inlined."""
    ways: dict[int, tuple[int, ...]] = {}
    # callers stand behind what they call: from the end on, the ways to the caller are known
    for item in np.flatnonzero(hlo.calls.counts)[::-1].tolist():
        here = ways.get(int(hlo.parsed.region_of[item]), ())
        if hlo.parsed.kinds[item] == "call":
            number = int(hlo.parsed.origins[item])
            if number < 0:
                continue
            here = tuple(way for call in here if (way := origins.joined(call, number)) >= 0) or (number,)
        if here:
            for called in hlo.calls.of([item]).tolist():
                ways[called] = tuple(dict.fromkeys(ways.get(called, ()) + here))
    return ways


def _from_callers(hlo: ParsedHlo, lists: list[tuple[int, ...]], how: np.ndarray) -> None:
    """Give items without a line inside a sort, a reduction or a loop the origin of the caller."""
    callers: dict[int, list[int]] = {}
    for item in np.flatnonzero(hlo.calls.counts).tolist():
        if hlo.parsed.kinds[item] != "fusion":
            for region in hlo.calls.of([item]).tolist():
                callers.setdefault(region, []).append(item)
    if not callers:
        return
    for item in np.flatnonzero(how == NONE)[::-1].tolist():
        above = callers.get(int(hlo.parsed.region_of[item]), ())
        numbers = dict.fromkeys(number for caller in above for number in lists[caller])
        if numbers and hlo.parsed.kinds[item] != "parameter":
            lists[item] = tuple(numbers)
            how[item] = CALLED


def _by_flow(hlo: ParsedHlo, how: np.ndarray) -> np.ndarray:
    forwards = np.array([kind in FORWARDING_OPS for kind in hlo.parsed.kinds], bool)
    items, read = pairs(hlo.operands)
    parameters, passed = _argument_passing(hlo)
    comes_from = (
        np.concatenate([items[forwards[items]], parameters]),
        np.concatenate([read[forwards[items]], passed]),
    )
    return propagate_origins(
        how, comes_from, (np.concatenate([read, passed]), np.concatenate([items, parameters]))
    )


def _argument_passing(hlo: ParsedHlo) -> Pairs:
    """Parameters of computations, and the instructions whose values are passed for them."""
    arguments: dict[tuple[int, int], list[int]] = {}
    for item in np.flatnonzero(hlo.calls.counts).tolist():
        kind, values = hlo.parsed.kinds[item], hlo.arguments(item)
        for place, region in enumerate(hlo.calls.of([item]).tolist()):
            if kind in ("fusion", "call"):
                for number, value in enumerate(values):
                    arguments.setdefault((region, number), []).append(value)
            elif kind == "while":
                arguments.setdefault((region, 0), []).append(values[0])
            elif kind == "conditional" and place + 1 < len(values):
                arguments.setdefault((region, 0), []).append(values[place + 1])
    pairs: list[tuple[int, int]] = []
    for item, kind in enumerate(hlo.parsed.kinds):
        if kind == "parameter":
            key = (int(hlo.parsed.region_of[item]), hlo.parameter_number(item))
            pairs += [(item, value) for value in arguments.get(key, ()) if value >= 0]
    both = np.array(pairs, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


LISTINGS = {Kind.LLVM: parse_llvm, Kind.ASM: parse_assembly, Kind.PTX: parse_ptx}


class PlaceNumbers:
    """Places in the files shown, or, with `scoped`, in the typed text (whose path is empty)."""

    def __init__(self, scoped: bool, own: str = "", first: int = 0, last: int = -1) -> None:
        """`first` and `last` are the lines of the function in the file `own`."""
        self.places: list[Place] = []
        self.paths: set[str] = {own} if own else set()
        self._scoped, self._own, self._first, self._last = scoped, own, first, last
        self._numbers: dict[tuple[str, int, int, int, int], int] = {}
        self._known: tuple[tuple[int, int], Relation] | None = None

    def number(self, place: Place) -> int:
        key = (place.path, place.line, place.column, place.end_line, place.end_column)
        number = self._numbers.setdefault(key, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number

    def reach(self, frames: Sequence[Place]) -> int:
        """Return the number of frames up to the outermost one inside the function.

        Frames further out belong to its callers. If none is in it (a function that was
        made elsewhere), the innermost alone.
        """
        inside = [depth for depth, frame in enumerate(frames) if self._in_function(frame)]
        return inside[-1] + 1 if inside else 1

    def of(self, path: str, frames: Sequence[Place]) -> list[int]:
        """The places of an operation with these names and frames."""
        if self._scoped:
            return [
                self.number(Place("", line + 1, start, line + 1, end))
                for line, start, end in scopes(path)[-1:]
            ]
        return [self.number(frame) for frame in frames[: self.reach(frames)] if frame.path in self.paths]

    def of_origins(self, origins: Origins) -> Relation:
        """The relation from origins to places; places of one origin begin alike and end apart."""
        known = (origins.version, len(self.paths))
        if self._known is None or self._known[0] != known:
            self._known = (known, self._compute(origins))
        return self._known[1]

    def _compute(self, origins: Origins) -> Relation:
        lists = []
        for path, found in zip(origins.paths, origins.places, strict=True):
            first = dict(sorted(found, key=lambda entry: entry[0], reverse=True))
            numbers = self.of(path, [first[depth] for depth in sorted(first)])
            if not self._scoped:
                reach = self.reach([first[depth] for depth in sorted(first)])
                others = [place for depth, place in found if depth < reach and place.path in self.paths]
                numbers += [self.number(place) for place in others]
            lists.append(numbers)
        return Relation.of_lists(lists, len(self.places))

    def _in_function(self, frame: Place) -> bool:
        return frame.path == self._own and self._first <= frame.line <= self._last


class LinkBuilder:
    """Reads stages into `links`. Call the methods in the order of the stages."""

    def __init__(self, source: Source | None) -> None:
        self.links = Links()
        self.origins = Origins()
        # of a file that is shown in part: the number that each of its lines has there
        self._line_numbers: dict[str, dict[int, int]] = {}
        if source is None:
            self.places = PlaceNumbers(scoped=False)
        else:
            self.places = PlaceNumbers(source.scopes, source.path, source.first, source.last)
            if source.lines:
                self._line_numbers[source.path] = {
                    line: number for number, line in enumerate(source.lines, 1)
                }
        self._equations: Sequence[Equation] = ()
        self._jaxpr = ""
        self._stablehlo: tuple[str, ParsedModule, np.ndarray] | None = None
        self._optimized: tuple[str, ParsedHlo] | None = None
        self._kernels: dict[str, int] = {}

    def jaxpr(self, stage: Stage, parsed: Parsed, equations: Sequence[Equation]) -> None:
        """Equations; one whose frames are all JAX's own belongs to the places of the one around it."""
        self._equations, self._jaxpr = equations, stage.name
        lists: list[list[int]] = []
        names: list[str] = []
        for equation in equations:
            above = names[equation.above] if equation.above >= 0 else ""
            names.append(f"{above}/{equation.names}")
            own = self.places.of(names[-1], equation.frames)
            lists.append(own or (lists[equation.above] if equation.above >= 0 else []))
        keys = {Space.PLACE: Relation.of_lists(lists, len(self.places.places))}
        if len(parsed):
            keys[Space.EQUATION] = Relation.identity(len(parsed))
        self.links.add(stage.name, StageIndex(parsed, keys))

    def stablehlo(self, stage: Stage) -> None:
        module = parse_stablehlo(stage.text, self.origins)
        leads_to_source = self._leads_to_source()
        how = np.where(
            [bool(leads_to_source[list(ways)].any()) for ways in module.ways], WRITTEN, NONE
        ).astype(np.int8)
        items, read = pairs(module.operands)
        # a constant belongs to what reads it, a return to what it returns
        source_items = propagate_origins(how, (items, read), (read, items))
        relation = Relation.of_lists([module.ways[item] for item in source_items.tolist()], len(self.origins))
        self._stablehlo = (stage.name, module, source_items)
        self.links.add(stage.name, StageIndex(module.parsed, self._by_origin(relation), how))

    def learn_tagged_equations(self, text: str) -> bool:
        """Learn from the tagged lowering's StableHLO which equation made which operation.

        Returns False if it is not the same program.
        """
        if self._stablehlo is None:
            return False
        name, module, source_items = self._stablehlo
        names = Origins()
        tagged = parse_stablehlo(text, names)
        equals = module.same_operations(tagged)
        if equals is None:
            return False
        by_path = Relation.of_single(equations_of_paths(names.paths), len(self._equations))
        # what stands in a function that many equations call belongs to all of them
        ways = [
            [way for equal in equals[item] for way in tagged.ways[equal]] for item in source_items.tolist()
        ]
        made = Relation.of_lists(ways, len(names)).then(by_path)
        index = self.links.stages[name]
        self.links.add(name, StageIndex(index.parsed, {**index.keys, Space.EQUATION: made}, index.how))
        jaxpr = self.links.stages[self._jaxpr]
        by_origin = made.inverse.then(index.keys[Space.ORIGIN])
        self.links.add(self._jaxpr, StageIndex(jaxpr.parsed, {**jaxpr.keys, Space.ORIGIN: by_origin}))
        return True

    def _leads_to_source(self) -> np.ndarray:
        """Whether each origin leads to the source; all do where there is no source to lead to."""
        leads_to_source = self.places.of_origins(self.origins).counts > 0
        return leads_to_source if leads_to_source.any() else np.ones(len(self.origins), bool)

    def hlo(self, stage: Stage) -> None:
        """HLO before, between or after the passes."""
        hlo = parse_hlo(stage.text, self.origins)
        relation, how = origins_of(hlo, self.origins, self._leads_to_source())
        keys = self._by_origin(relation)
        if stage.kind is Kind.OPTIMIZED:
            self._optimized = (stage.name, hlo)
            keys[Space.INSTRUCTION] = Relation.identity(len(hlo.parsed))
        self.links.add(stage.name, StageIndex(hlo.parsed, keys, how))

    def learn_from_tagged_hlo(self, text: str, learn_tagged_equations: str) -> bool:
        """Learn from the tagged program's optimised HLO which equation made which instruction."""
        if self._optimized is None or not has_same_instructions(text, learn_tagged_equations):
            return False
        origins = Origins()
        parsed = parse_hlo(learn_tagged_equations, origins)
        equations = equations_of_paths(origins.paths)
        relation, _ = origins_of(parsed, origins, equations >= 0)
        by_path = Relation.of_single(equations, len(self._equations))
        made = relation.then(by_path)
        for stage, index in list(self.links.stages.items()):
            if Space.INSTRUCTION in index.keys:
                exact = index.keys[Space.INSTRUCTION].then(made)
                self.links.add(
                    stage, StageIndex(index.parsed, {**index.keys, Space.EQUATION: exact}, index.how)
                )
        return True

    def buffers(self, stage: Stage) -> None:
        parsed = parse_buffers(stage.text)
        keys = {}
        if self._optimized is not None:
            name, hlo = self._optimized
            numbers = np.array([hlo.number_of.get(each, -1) for each in parsed.names], np.int64)
            keys = self._through_instructions(Relation.of_single(numbers, len(hlo.parsed)), name)
        self.links.add(stage.name, StageIndex(parsed, keys))

    def listing(self, stage: Stage) -> None:
        """LLVM IR or machine code: it knows no lines, only which instruction a function was made for."""
        parsed = LISTINGS[stage.kind](stage.text)
        keys: dict[Space, Relation] = {}
        if self._optimized is not None:
            name, hlo = self._optimized
            lists = [instructions_of_kernel(hlo, kernel_base(function)) for function in parsed.names]
            if stage.kind is Kind.PTX:
                lists = [
                    found or instructions_of_ptx_name(hlo, name)
                    for found, name in zip(lists, parsed.names, strict=True)
                ]
            keys = self._through_instructions(Relation.of_lists(lists, len(hlo.parsed)), name)
        for function in parsed.names:
            self._kernels.setdefault(kernel_base(function), len(self._kernels))
        numbers = np.array([self._kernels[kernel_base(each)] for each in parsed.names], np.int64)
        keys[Space.KERNEL] = Relation.of_single(numbers, len(self._kernels))
        self.links.add(stage.name, StageIndex(parsed, keys))

    def source(self, stage: Stage) -> None:
        """The places of one source text; call it again when later stages have named more."""
        chosen = [number for number, place in enumerate(self.places.places) if place.path == stage.path]
        line_numbers = self._line_numbers.get(stage.path or "")
        if line_numbers is not None:
            chosen = [number for number in chosen if self.places.places[number].line in line_numbers]
        places = [_in_its_part(self.places.places[number], line_numbers) for number in chosen]
        spans = [_in_characters(place, stage.lines) for place in places]
        names = [place.function for place in places]
        none = np.full(len(places), -1, np.int32)
        parsed = Parsed(spans_of(spans), names, ["place"] * len(places), none)
        relation = Relation.of_single(np.array(chosen, np.int64), len(self.places.places))
        self.links.add(stage.name, StageIndex(parsed, {Space.PLACE: relation}))

    def _by_origin(self, relation: Relation) -> dict[Space, Relation]:
        return {Space.ORIGIN: relation, Space.PLACE: relation.then(self.places.of_origins(self.origins))}

    def _through_instructions(self, relation: Relation, optimized: str) -> dict[Space, Relation]:
        keys = self.links.stages[optimized].keys
        found = {Space.INSTRUCTION: relation}
        found |= {space: relation.then(keys[space]) for space in (Space.ORIGIN, Space.PLACE)}
        return found


def _in_its_part(place: Place, line_numbers: Mapping[int, int] | None) -> Place:
    """The place in the part of its file that is shown."""
    if line_numbers is None:
        return place
    line = line_numbers[place.line]
    return replace(place, line=line, end_line=line + place.end_line - place.line)


def _in_characters(place: Place, lines: Sequence[str]) -> Span:
    """The span of a place whose columns Python counted in UTF-8 bytes; typed text counts characters."""

    def column(line: int, byte: int) -> int:
        known = place.path and 0 < line <= len(lines) and not lines[line - 1].isascii()
        return character_column(lines[line - 1], byte) if known else byte

    return (
        place.line, column(place.line, place.column),
        place.end_line, column(place.end_line, place.end_column),
    )  # fmt: skip


def instructions_of_kernel(hlo: ParsedHlo, name: str) -> list[int]:
    """The instruction of that name, or those of the computation of that name, with all that they call."""
    items = [hlo.number_of[name]] if name in hlo.number_of else []
    waiting = [hlo.computation_of[name]] if not items and name in hlo.computation_of else []
    waiting += hlo.calls.of(items).tolist()
    done: set[int] = set()
    while waiting:
        region = waiting.pop()
        if region in done:
            continue
        done.add(region)
        inside = hlo.items_of(region)
        items += inside
        waiting += hlo.calls.of(inside).tolist()
    return items


def instructions_of_ptx_name(hlo: ParsedHlo, name: str) -> list[int]:
    """The same by the name that a function has in PTX, where no two instructions would have it."""
    item = hlo.number_written.get(name)
    return [] if item is None else instructions_of_kernel(hlo, hlo.parsed.names[item])
