"""From a place in one stage to the lines it belongs to there and in another; what each line came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from jaxstudio.ir.equations import Equation, derivative_order, format_chain, transform_chains
from jaxstudio.ir.links.index import NO_SPANS, Links, Relation, Space
from jaxstudio.ir.stages import Kind, Stage

NOTHING = np.zeros(0, np.int64)
MOST_LINES = 20_000
MOST_HUES = 4  # of one line
MOST_COLOURED = 200_000  # items of a stage
HOWS = {
    Space.INSTRUCTION: "by the instruction's name",
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
    """Lines of two whole texts, from 1; `items` names what was clicked, `how` says what links them.

    The spans are those of the items themselves, line, column, end line, end column.
    """

    picked: np.ndarray = field(default_factory=NOTHING.copy)
    linked: np.ndarray = field(default_factory=NOTHING.copy)
    items: str = ""
    picked_spans: np.ndarray = field(default_factory=NO_SPANS.copy)
    linked_spans: np.ndarray = field(default_factory=NO_SPANS.copy)
    how: str = ""


def follow(inspection: Linkable, stage: str, line: int, column: int, to: str) -> Linked:
    """What stands at a place (the whole line for a column of −1), and what of `to` belongs to it."""
    links = inspection.links
    for name in (stage, to):
        if name not in links.stages and inspection.stage(name).kind is Kind.PASS:
            inspection.link(name)
    if stage not in links.stages:
        return Linked(np.array([line]))
    parsed = links.parsed(stage)
    items = _items(links, stage, line, column)
    names = ", ".join(filter(None, (parsed.kinds[item] or parsed.names[item] for item in items[:4].tolist())))
    picked = _lines(parsed.spans[items]) if len(items) else np.array([line])
    if to not in links.stages or to == stage:
        return Linked(picked, picked if to == stage else NOTHING, names, parsed.spans[items])
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
    """All lines that some spans cover, each once and rising."""
    if not len(spans):
        return NOTHING
    parts = [np.arange(first, last + 1) for first, last in spans[:, [0, 2]].tolist()]
    return np.unique(np.concatenate(parts))[:MOST_LINES]


@dataclass(frozen=True)
class Tints:
    """A number for each equation, by the transforms that made it, and what each number stands for."""

    numbers: np.ndarray
    words: tuple[str, ...]


def transform_tints(equations: Sequence[Equation]) -> Tints:
    """Equal transforms have one number; those of a lower order come first."""
    made = transform_chains(equations)
    names = [format_chain(chain) for chain in made]
    orders = {
        words: (derivative_order(chain), len(chain), words) for words, chain in zip(names, made, strict=True)
    }
    known = sorted(orders, key=lambda words: orders[words])
    numbers = {words: number for number, words in enumerate(known)}
    return Tints(np.array([numbers[words] for words in names], np.int64), tuple(known))


def hues(links: Links, stage: str, tinted: Tints | None = None) -> np.ndarray | None:
    """For each line, from 0 that is none, the numbers of the equations that it belongs to, rising.

    int64 (lines, MOST_HUES), filled with −1. With `tinted` the numbers that their transforms have there.
    """
    if stage not in links.stages or "jaxpr" not in links.stages:
        return None
    parsed = links.parsed(stage)
    if not 0 < len(parsed) <= MOST_COLOURED:
        return None
    relation = Relation.identity(len(parsed)) if stage == "jaxpr" else links.between(stage, "jaxpr")
    numbers = relation.keys.astype(np.int64)
    if tinted is not None and len(tinted.numbers):
        numbers = tinted.numbers[numbers]
    lines = parsed.spans[np.repeat(np.arange(len(parsed)), relation.counts), 0]
    pairs = np.unique(np.stack([lines.astype(np.int64), numbers], 1), axis=0)
    # the place of each number among those of its line
    places = np.arange(len(pairs)) - np.searchsorted(pairs[:, 0], pairs[:, 0])
    few = places < MOST_HUES
    found = np.full((int(parsed.spans[:, 2].max()) + 1, MOST_HUES), -1, np.int64)
    found[pairs[few, 0], places[few]] = pairs[few, 1]
    return found
