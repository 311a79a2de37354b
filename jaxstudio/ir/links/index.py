"""Links between all stages of one inspection: a stage's items share keys with the items of other stages.

`follow` goes from a place in one stage to the lines that belong to it there and in another; `hues` says which
equations each line came from.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Protocol

import numpy as np

from jaxstudio.ir.links.origins import Equation, derivative_order, format_chain, transform_chains
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.lazy_dataclass import dataclass

Span = tuple[int, int, int, int]
NO_SPANS = np.zeros((0, 4), np.int32)


# The kind of a line of LLVM IR or of machine code among its stage's items; they come after the functions.
LINE = "line"


@dataclass(frozen=True)
class Region:
    """A named stretch of whole lines, both included: a computation, a function, a kernel."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class Parsed:
    """The items of one stage, in the order of the text.

    `spans` is int32 of shape (n, 4): line, column, end line, end column; lines from 1, columns from
    0, the end excluded. `names` are the items' own (`%add.3` without the %), `kinds` their opcodes
    or primitives. `origins` has the number of each item's origin, −1 for none.
    `problem` says what was not understood; the text is then to be shown as it is.
    """

    spans: np.ndarray
    names: list[str]
    kinds: list[str]
    origins: np.ndarray
    regions: tuple[Region, ...] = ()
    region_of: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))
    problem: str = ""

    def __len__(self) -> int:
        return len(self.names)

    def at(self, line: int, column: int) -> int:
        """The innermost item at a place, −1 where there is none."""
        items = self.around(line, column)
        if not len(items):
            return -1
        spans = self.spans[items].astype(np.int64)
        size = (spans[:, 2] - spans[:, 0]) * 100_000 + spans[:, 3] - spans[:, 1]
        return int(items[np.argmin(size)])

    def around(self, line: int, column: int) -> np.ndarray:
        """Return all items whose span holds a place."""
        spans = self.spans
        begun = (spans[:, 0] < line) | ((spans[:, 0] == line) & (spans[:, 1] <= column))
        ended = (spans[:, 2] < line) | ((spans[:, 2] == line) & (spans[:, 3] <= column))
        return np.flatnonzero(begun & ~ended)

    def without_functions(self, items: np.ndarray) -> np.ndarray:
        """The items of a listing without the functions of which single lines are among them."""
        if not len(items) or self.kinds[items[-1]] != LINE:
            return items
        regions = self.region_of[items]
        lines = items >= len(self.regions)
        return items[lines | ~np.isin(regions, regions[lines])]

    def on_lines(self, first: int, last: int) -> np.ndarray:
        """The items that begin on these lines, both included."""
        lines = self.spans[:, 0]
        return np.flatnonzero((lines >= first) & (lines <= last))


def nothing(problem: str = "") -> Parsed:
    return Parsed(NO_SPANS, [], [], np.zeros(0, np.int32), problem=problem)


def spans_of(spans: list[Span]) -> np.ndarray:
    return np.array(spans, np.int32).reshape(-1, 4)


@dataclass(frozen=True)
class Relation:
    """Item i has the keys `keys[starts[i]:starts[i + 1]]`, each once and rising.

    `starts` is int32 of shape (items + 1,), `keys` int32; keys are numbers below `width`.
    """

    starts: np.ndarray
    keys: np.ndarray
    width: int

    @classmethod
    def of_pairs(cls, items: np.ndarray, keys: np.ndarray, count: int, width: int) -> Relation:
        """Make a relation of pairs in any order, which may repeat; negative keys stand for none."""
        items, keys = np.asarray(items, np.int64), np.asarray(keys, np.int64)
        held = keys >= 0
        both = np.unique(items[held] * max(width, 1) + keys[held])
        starts = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(both // max(width, 1), minlength=count), out=starts[1:])
        return cls(starts, (both % max(width, 1)).astype(np.int32), width)

    @classmethod
    def of_lists(cls, lists: Sequence[Iterable[int]], width: int) -> Relation:
        """`lists[i]` are the keys of item i."""
        items = [item for item, keys in enumerate(lists) for _ in keys]
        keys = [key for keys in lists for key in keys]
        return cls.of_pairs(np.array(items, np.int64), np.array(keys, np.int64), len(lists), width)

    @classmethod
    def identity(cls, count: int) -> Relation:
        """Item i has the key i."""
        return cls(np.arange(count + 1, dtype=np.int32), np.arange(count, dtype=np.int32), count)

    @classmethod
    def of_single(cls, keys: np.ndarray, width: int) -> Relation:
        """Make a relation with at most one key for each item; negative for none."""
        return cls.of_pairs(np.arange(len(keys)), keys, len(keys), width)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def of(self, items: np.ndarray | Sequence[int]) -> np.ndarray:
        """The keys of these items, each once and rising; items that are not there have none."""
        parts = [self.keys[self.starts[i] : self.starts[i + 1]] for i in items if i < len(self)]
        if len(parts) == 1:
            return parts[0]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int32)

    @cached_property
    def counts(self) -> np.ndarray:
        """Return the number of keys of each item."""
        return np.diff(self.starts)

    @cached_property
    def inverse(self) -> Relation:
        """Return the relation from keys to items."""
        items = np.repeat(np.arange(len(self)), self.counts)
        return Relation.of_pairs(self.keys, items, self.width, len(self))

    def then(self, other: Relation) -> Relation:
        """The composition with `other`: from these items to the keys of their keys; `other` may lack some."""
        held = self.keys < len(other)
        middle = self.keys[held]
        counts = other.counts[middle]
        items = np.repeat(np.repeat(np.arange(len(self)), self.counts)[held], counts)
        ends = np.cumsum(counts)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
        keys = other.keys[np.repeat(other.starts[middle], counts) + within]
        return Relation.of_pairs(items, keys, len(self), other.width)

    def common(self, other: Relation) -> Relation:
        """The keys that both relations give an item."""
        width = max(self.width, other.width, 1)
        pairs = [np.repeat(np.arange(len(self)), each.counts) * width + each.keys for each in (self, other)]
        both = np.intersect1d(pairs[0], pairs[1], assume_unique=True)
        return Relation.of_pairs(both // width, both % width, len(self), width)

    def where(self, use: np.ndarray, other: Relation) -> Relation:
        """These keys for the items of `use` (bool), and `other`'s for the rest, where it has any."""
        use = use | (other.counts == 0)
        items = [np.repeat(np.arange(len(self)), each.counts) for each in (self, other)]
        chosen = [use[items[0]], ~use[items[1]]]
        return Relation.of_pairs(
            np.concatenate([each[kept] for each, kept in zip(items, chosen, strict=True)]),
            np.concatenate([self.keys[chosen[0]], other.keys[chosen[1]]]),
            len(self),
            max(self.width, other.width),
        )


class Space(StrEnum):
    """Kinds of keys, from the finest to the coarsest.

    Two stages are linked by the finest that both have: lines of optimised LLVM IR, instructions by name,
    equations where both know them exactly, kernels, then the origins that JAX wrote down, then places of the
    source.
    """

    LINE = "line"
    INSTRUCTION = "instruction"
    EQUATION = "equation"
    KERNEL = "kernel"
    ORIGIN = "origin"
    PLACE = "place"


class How(StrEnum):
    """The way an item's origin is known."""

    WRITTEN = "written"  # JAX or XLA wrote it beside the operation
    CALLED = "called"  # it stands in a computation of an operation that has one
    FLOW = "flow"  # XLA made it to hand on a value whose operation has one
    NONE = "none"


HOW = tuple(How)
WRITTEN, CALLED, FLOW, NONE = range(len(HOW))  # places in HOW


@dataclass(frozen=True)
class StageIndex:
    """A stage's items, their keys in each space, and how each item's origin is known.

    `how` is int8, an index into HOW; None if not computed. `instructions` is the number of a kernel's
    instructions, whose lines are items only where their origin is proven.
    """

    parsed: Parsed
    keys: dict[Space, Relation]
    how: np.ndarray | None = None
    instructions: int = 0


NOTHING = np.zeros(0, np.int32)


@dataclass
class Links:
    """Follows items from any stage to any other, both ways; stages may be added while it is read."""

    stages: dict[str, StageIndex] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # no fields: these stay where they are when a report crosses to another process
        self._between: dict[tuple[str, str], Relation] = {}
        self._lock = threading.Lock()

    def add(self, stage: str, index: StageIndex) -> None:
        """Set a stage's items; older items of the same name are dropped."""
        with self._lock:
            self.stages[stage] = index
            for pair in [pair for pair in self._between if stage in pair]:
                del self._between[pair]

    def parsed(self, stage: str) -> Parsed:
        return self.stages[stage].parsed

    def space(self, stage: str, to: str) -> Space | None:
        """The finest kind of key that two stages share, None where they share none."""
        mine, theirs = self.stages[stage].keys, self.stages[to].keys
        return next((space for space in Space if space in mine and space in theirs), None)

    def between(self, stage: str, to: str) -> Relation:
        """Return the relation from the items of one stage to those of another."""
        with self._lock:
            held = self._between.get((stage, to))
        if held is not None:
            return held
        space = self.space(stage, to)
        if space is None:
            count = len(self.stages[stage].parsed)
            made = Relation.of_single(np.full(count, -1), len(self.stages[to].parsed))
        else:
            made = self.stages[stage].keys[space].then(self.stages[to].keys[space].inverse)
        with self._lock:
            self._between[stage, to] = made
        return made

    def follow(self, stage: str, items: Sequence[int] | np.ndarray, to: str) -> np.ndarray:
        """The items of `to` that belong to these items of `stage`.

        Asks the keys and not the whole relation, which may be large.
        """
        space = self.space(stage, to)
        if space is None or not len(items):
            return NOTHING
        keys = self.stages[stage].keys[space].of(items)
        return self.stages[to].parsed.without_functions(self.stages[to].keys[space].inverse.of(keys))

    def lines(self, stage: str, items: np.ndarray) -> np.ndarray:
        """The lines on which items begin, each once."""
        return np.unique(self.stages[stage].parsed.spans[items, 0])


NO_LINES = np.zeros(0, np.int64)
MOST_LINES = 20_000
MOST_HUES = 4  # of one line
MOST_COLOURED = 200_000  # items of a stage
HOWS = {
    Space.LINE: "by the line of LLVM IR",
    Space.INSTRUCTION: "by the instruction",
    Space.EQUATION: "by the equation",
    Space.KERNEL: "by the kernel",
    Space.ORIGIN: "by what JAX wrote beside it",
    Space.PLACE: "by the place in the source",
}


class Linkable(Protocol):
    """An inspection: `link` links a stage that is not linked yet."""

    @property
    def links(self) -> Links: ...
    def stage(self, name: str) -> Stage: ...
    def link(self, name: str) -> None: ...


@dataclass(frozen=True, eq=False)
class Linked:
    """Linked lines of two whole texts, from 1; `items` names the clicked item, `how` the kind of link.

    The spans are those of the items themselves, line, column, end line, end column.
    """

    picked: np.ndarray = field(default_factory=NO_LINES.copy)
    linked: np.ndarray = field(default_factory=NO_LINES.copy)
    items: str = ""
    picked_spans: np.ndarray = field(default_factory=NO_SPANS.copy)
    linked_spans: np.ndarray = field(default_factory=NO_SPANS.copy)
    how: str = ""


def follow(inspection: Linkable, stage: str, line: int, column: int, to: str) -> Linked:
    """Return the item at a place (the whole line for a column of −1), and its partners in `to`."""
    links = inspection.links
    for name in (stage, to):
        if name not in links.stages and inspection.stage(name).kind is Kind.PASS:
            inspection.link(name)
    if stage not in links.stages:
        return Linked(np.array([line]))
    parsed = links.parsed(stage)
    items = _items(links, stage, line, column)
    kinds = (parsed.kinds[item] or parsed.names[item] for item in items[:4].tolist())
    names = ", ".join(dict.fromkeys(filter(None, kinds)))
    picked = _lines(parsed.spans[items]) if len(items) else np.array([line])
    if to not in links.stages or to == stage:
        return Linked(picked, picked if to == stage else NO_LINES, names, parsed.spans[items])
    found = links.follow(stage, items, to)
    space = links.space(stage, to)
    how = HOWS[space] if space is not None and len(found) else ""
    spans = links.parsed(to).spans[found]
    return Linked(picked, _lines(spans), names, parsed.spans[items], spans, how)


def _items(links: Links, stage: str, line: int, column: int) -> np.ndarray:
    parsed = links.parsed(stage)
    if column >= 0 and (item := parsed.at(line, column)) >= 0:
        return np.array([item])
    items = parsed.on_lines(line, line)
    if len(items):
        return items
    return np.array([item]) if (item := parsed.at(line, 0)) >= 0 else np.zeros(0, np.int64)


def _lines(spans: np.ndarray) -> np.ndarray:
    """Return all lines covered by the spans, each once, in rising order."""
    if not len(spans):
        return NO_LINES
    parts = [np.arange(first, last + 1) for first, last in spans[:, [0, 2]].tolist()]
    return np.unique(np.concatenate(parts))[:MOST_LINES]


@dataclass(frozen=True)
class Tints:
    """A number for each equation by the transforms that made it, with their names."""

    numbers: np.ndarray
    words: tuple[str, ...]


def transform_tints(equations: Sequence[Equation]) -> Tints:
    """Number the transforms, the same for equal ones, those of a lower order first."""
    made = transform_chains(equations)
    names = [format_chain(chain) for chain in made]
    orders = {
        words: (derivative_order(chain), len(chain), words) for words, chain in zip(names, made, strict=True)
    }
    known = sorted(orders, key=lambda words: orders[words])
    numbers = {words: number for number, words in enumerate(known)}
    return Tints(np.array([numbers[words] for words in names], np.int64), tuple(known))


def hues(links: Links, stage: str, tinted: Tints | None = None) -> np.ndarray | None:
    """Return for each line the numbers of its equations, in rising order, from 0 for none.

    int64 (lines, MOST_HUES), filled with −1. With `tinted` the numbers that their transforms have there.
    """
    if stage not in links.stages or "jaxpr" not in links.stages:
        return None
    parsed = links.parsed(stage)
    relation = Relation.identity(len(parsed)) if stage == "jaxpr" else links.between(stage, "jaxpr")
    numbers = relation.keys.astype(np.int64)
    if tinted is not None and len(tinted.numbers):
        numbers = tinted.numbers[numbers]
    return _hues(parsed, np.repeat(np.arange(len(parsed)), relation.counts), numbers)


def line_hues(links: Links, stage: str, sources: Sequence[str]) -> np.ndarray | None:
    """Return for each line the numbers of the source lines that led to it, as `hues` does for equations.

    Lines are numbered through all sources. The line that led to the fewest equations comes first: it says
    more than the line of a call around it.
    """
    sources = [name for name in sources if name in links.stages]
    if stage not in links.stages or not sources:
        return None
    parsed = links.parsed(stage)
    items: list[np.ndarray] = []
    numbers: list[np.ndarray] = []
    first, counts = 0, np.zeros(0, np.int64)
    for name in sources:
        lines = links.parsed(name).spans[:, 0].astype(np.int64)
        height = int(lines.max(initial=0)) + 1
        made = links.between("jaxpr", name).keys if "jaxpr" in links.stages else np.zeros(0, np.int32)
        counts = np.concatenate([counts, np.bincount(lines[made], minlength=height)])
        if name == stage:
            items, numbers = [np.arange(len(parsed))], [first + lines]
            break
        if stage not in sources:
            relation = _narrowed(links, stage, name)
            items.append(np.repeat(np.arange(len(relation)), relation.counts))
            numbers.append(first + lines[relation.keys])
        first += height
    return _hues(parsed, np.concatenate(items), np.concatenate(numbers), counts)


def _narrowed(links: Links, stage: str, source: str) -> Relation:
    """The places of a stage's items in a source, without places that their equations do not have.

    XLA also names the lines of calls around an operation. A jaxpr that is called twice has the line of its
    first call alone: then those that XLA names are kept.
    """
    relation = links.between(stage, source)
    if stage == "jaxpr" or "jaxpr" not in links.stages or links.space(stage, "jaxpr") is not Space.EQUATION:
        return relation
    narrow = relation.common(links.between(stage, "jaxpr").then(links.between("jaxpr", source)))
    return narrow.where(narrow.counts > 0, relation)


def _hues(
    parsed: Parsed, items: np.ndarray, numbers: np.ndarray, order: np.ndarray | None = None
) -> np.ndarray | None:
    """The numbers of items on the lines where they begin, by `order` (of each number) and then rising."""
    if not 0 < len(parsed) <= MOST_COLOURED:
        return None
    pairs = np.unique(np.stack([parsed.spans[items, 0].astype(np.int64), numbers], 1), axis=0)
    if order is not None:
        pairs = pairs[np.lexsort((pairs[:, 1], order[pairs[:, 1]], pairs[:, 0]))]
    # the place of each number among those of its line
    places = np.arange(len(pairs)) - np.searchsorted(pairs[:, 0], pairs[:, 0])
    few = places < MOST_HUES
    found = np.full((int(parsed.spans[:, 2].max()) + 1, MOST_HUES), -1, np.int64)
    found[pairs[few, 0], places[few]] = pairs[few, 1]
    return found
