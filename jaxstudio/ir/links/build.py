"""Builds the links between stages, one stage after another in the order of the compilation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from jaxstudio.ir.comparison import has_same_instructions
from jaxstudio.ir.links.index import (
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
from jaxstudio.ir.links.inherit import origins_of, pairs, propagate_origins
from jaxstudio.ir.links.kernel_lines import KernelIr, Line, read_ir, with_lines
from jaxstudio.ir.links.origins import Equation, Origins, Place, scopes
from jaxstudio.ir.machine_code.disassembly import INSTRUCTION_LINE
from jaxstudio.ir.parse.hlo import ParsedHlo, element_count, parse_hlo
from jaxstudio.ir.parse.jaxpr import equations_of_paths, tags_of
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
        self._lists: list[tuple[int, list[int]]] = []  # of each origin, with how much was known of it

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
            if self._known is not None and self._known[0][1] != len(self.paths):
                self._lists = []
            self._known = (known, self._compute(origins))
        return self._known[1]

    def _compute(self, origins: Origins) -> Relation:
        """Return the relation. Origins without new places keep the lists that they had."""
        before, self._lists = self._lists, []
        for number, (path, found) in enumerate(zip(origins.paths, origins.places, strict=True)):
            if number < len(before) and before[number][0] == len(found):
                self._lists.append(before[number])
                continue
            first = dict(sorted(found, key=lambda entry: entry[0], reverse=True))
            numbers = self.of(path, [first[depth] for depth in sorted(first)])
            if not self._scoped:
                reach = self.reach([first[depth] for depth in sorted(first)])
                others = [place for depth, place in found if depth < reach and place.path in self.paths]
                numbers += [self.number(place) for place in others]
            self._lists.append((len(found), numbers))
        return Relation.of_lists([numbers for _, numbers in self._lists], len(self.places))

    def _in_function(self, frame: Place) -> bool:
        return frame.path == self._own and self._first <= frame.line <= self._last


class LinkBuilder:
    """Reads stages into `links`. Call the methods in the order of the stages."""

    def __init__(self, source: Source | None) -> None:
        self.links = Links()
        self.origins = Origins()
        self._tagged = Origins()  # of the tagged lowering
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
        self._frames: list[tuple[Place, ...]] = []  # of each equation, with its callers'
        self._jaxpr = ""
        self._stablehlo: tuple[str, ParsedModule, np.ndarray] | None = None
        self._optimized: tuple[str, ParsedHlo] | None = None
        self._kernels: dict[str, int] = {}
        self._ir_lines = 0

    def jaxpr(self, stage: Stage, parsed: Parsed, equations: Sequence[Equation]) -> None:
        """Equations; one whose frames do not lead into the function is called where the one around it is."""
        self._equations, self._jaxpr = equations, stage.name
        self._frames = []
        lists: list[list[int]] = []
        names: list[str] = []
        for equation in equations:
            frames, name = equation.frames, equation.names
            if equation.above >= 0:
                name = f"{names[equation.above]}/{name}"
                holder = self._frames[equation.above]
                if frames[len(frames) - len(holder) :] != holder:
                    frames += holder
            self._frames.append(frames)
            names.append(name)
            lists.append(self.places.of(name, frames))
        keys = {Space.PLACE: Relation.of_lists(lists, len(self.places.places))}
        if len(parsed):
            keys[Space.EQUATION] = Relation.identity(len(parsed))
        self.links.add(stage.name, StageIndex(parsed, keys))

    def stablehlo(self, stage: Stage) -> None:
        module = parse_stablehlo(stage.text, self.origins)
        leads_to_source = self._leads_to() >= 0
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
        names = self._tagged = Origins()
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

    def _leads_to(self) -> np.ndarray:
        """The number of the places that each origin leads to, −1 for none.

        Where there is no source, each origin leads to itself.
        """
        places = self.places.of_origins(self.origins)
        if not places.counts.any():
            return np.arange(len(self.origins))
        numbers: dict[bytes, int] = {}
        keys = (places.of([origin]).tobytes() for origin in range(len(self.origins)))
        return np.array([numbers.setdefault(key, len(numbers)) if key else -1 for key in keys], np.int64)

    def hlo(self, stage: Stage) -> None:
        """HLO before, between or after the passes."""
        hlo = parse_hlo(stage.text, self.origins)
        relation, how = origins_of(hlo, self.origins, self._leads_to())
        keys = self._by_origin(relation)
        if stage.kind is Kind.OPTIMIZED:
            self._optimized = (stage.name, hlo)
            keys[Space.INSTRUCTION] = Relation.identity(len(hlo.parsed))
        self.links.add(stage.name, StageIndex(hlo.parsed, keys, how))

    def learn_from_tagged_hlo(self, text: str, learn_tagged_equations: str) -> bool:
        """Learn from the tagged program's optimised HLO which equation made which instruction."""
        if self._optimized is None or not has_same_instructions(text, learn_tagged_equations):
            return False
        origins = self._tagged
        parsed = parse_hlo(learn_tagged_equations, origins)
        equations = equations_of_paths(origins.paths)
        elements = [element_count(", ".join(each.outputs)) for each in self._equations]
        relation, _ = origins_of(parsed, origins, equations, elements)
        by_path = Relation.of_single(equations, len(self._equations))
        made = relation.then(by_path)
        name, hlo = self._optimized
        index, numbers = self.links.stages[name], hlo.parsed.origins
        # XLA's line, unless the equation is known: of what JAX traced once, it is that of the first call
        tagged = (parsed.parsed.origins >= 0) & (equations[parsed.parsed.origins] >= 0)
        written = (numbers >= 0) & (self._leads_to()[numbers] >= 0) & ~tagged
        lists = [self._places_of_tags(tags_of(path)) for path in origins.paths]
        by_tags = relation.then(Relation.of_lists(lists, len(self.places.places)))
        places = index.keys[Space.PLACE].where(written, by_tags)
        for stage, index in list(self.links.stages.items()):
            if Space.INSTRUCTION in index.keys:
                instructions = index.keys[Space.INSTRUCTION]
                exact = {Space.EQUATION: instructions.then(made), Space.PLACE: instructions.then(places)}
                self.links.add(stage, replace(index, keys={**index.keys, **exact}))
        return True

    def _places_of_tags(self, tags: Sequence[int]) -> np.ndarray | list[int]:
        """The places of the last of these equations, each called by the one before."""
        if not tags:
            return []
        frames = self._frames_of_tags(tags)
        if frames == self._frames[tags[-1]]:
            return self.links.stages[self._jaxpr].keys[Space.PLACE].of([tags[-1]])
        return self.places.of("", frames)

    def _frames_of_tags(self, tags: Sequence[int]) -> tuple[Place, ...]:
        """The frames of an instruction; of a repeated call JAX writes the first call's frames."""
        frames, above = self._frames[tags[-1]], self._equations[tags[-1]].above
        if len(tags) == 1 or above < 0:
            return frames
        first, here = self._frames[above], self._frames_of_tags(tags[:-1])
        own = max(len(frames) - len(first), 0)
        return frames[:own] + here if frames[own:] == first else frames

    def buffers(self, stage: Stage) -> None:
        parsed = parse_buffers(stage.text)
        keys = {}
        if self._optimized is not None:
            name, hlo = self._optimized
            numbers = np.array([hlo.number_of.get(each, -1) for each in parsed.names], np.int64)
            keys = self._through_instructions(Relation.of_single(numbers, len(hlo.parsed)), name)
        self.links.add(stage.name, StageIndex(parsed, keys))

    def listing(self, stage: Stage) -> None:
        """The functions of LLVM IR or of machine code, by their names."""
        self._add_listing(stage, LISTINGS[stage.kind](stage.text))

    def kernel_lines(self, after: Stage, assembly: Stage | None, made_of: Sequence[int]) -> None:
        """The lines of a kernel's optimised LLVM IR and of its machine code, as far as they are proven.

        `made_of` is the line of the IR (from 1) that each line of the assembly is made of, 0 for not known.
        """
        assert self._optimized is not None
        parsed = parse_llvm(after.text)
        ir = read_ir(after, parsed, self._optimized[1], self._ir_lines)
        self._ir_lines += len(after.lines) + 1
        lines: dict[int, Line] = {}
        if assembly is not None and made_of:
            lines = ir.assembly(assembly, made_of)
            count = sum(bool(INSTRUCTION_LINE.match(line)) for line in assembly.lines)
            self._add_listing(assembly, parse_assembly(assembly.text), lines, ir, count)
        read = {number for line in lines.values() for number in line.ir}
        self._add_listing(after, parsed, ir.lines(read), ir, ir.count)

    def _add_listing(
        self,
        stage: Stage,
        functions: Parsed,
        lines: Mapping[int, Line] | None = None,
        ir: KernelIr | None = None,
        instructions: int = 0,
    ) -> None:
        """Add functions, and their lines with links of their own."""
        lines = lines or {}
        parsed = with_lines(stage, functions, lines)
        keys: dict[Space, Relation] = {}
        if self._optimized is not None:
            name, hlo = self._optimized
            lists = [instructions_of_kernel(hlo, kernel_base(function)) for function in functions.names]
            if stage.kind is Kind.PTX:
                lists = [
                    found or instructions_of_ptx_name(hlo, name)
                    for found, name in zip(lists, functions.names, strict=True)
                ]
            lists += [sorted(line.items) for line in lines.values()]
            keys = self._through_instructions(Relation.of_lists(lists, len(hlo.parsed)), name)
        if ir is not None:
            starts = {region.name: region.first for region in ir.parsed.regions}
            made_of = [[starts[each]] if each in starts else [] for each in functions.names]
            made_of += [sorted(line.ir) for line in lines.values()]
            keys[Space.LINE] = Relation.of_lists(
                [[ir.first + each for each in numbers] for numbers in made_of], self._ir_lines
            )
        for function in functions.names:
            self._kernels.setdefault(kernel_base(function), len(self._kernels))
        kernels = [self._kernels[kernel_base(each)] for each in functions.names] + [-1] * len(lines)
        keys[Space.KERNEL] = Relation.of_single(np.array(kernels, np.int64), len(self._kernels))
        self.links.add(stage.name, StageIndex(parsed, keys, instructions=instructions))

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
        known = (Space.EQUATION, Space.ORIGIN, Space.PLACE)
        found |= {space: relation.then(keys[space]) for space in known if space in keys}
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
