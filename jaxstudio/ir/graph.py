"""The dataflow graph of a stage: nodes, boxes that open and shut, and a layered layout (Sugiyama's method).

Nodes are equations or instructions, by their number in the stage; a box holds the computation that one of
them calls. Layers are by longest path; within a layer, nodes are ordered by the mean position of their
neighbours, so that few edges cross.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property

import numpy as np

from jaxstudio.ir.links.index import Relation
from jaxstudio.ir.links.origins import Equation, Origins
from jaxstudio.ir.parse.hlo import ParsedHlo, parse_hlo
from jaxstudio.ir.stages import Kind, Stage
from jaxstudio.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Graph:
    """`labels` are primitives or opcodes, `details` the types of the results, `titles` what tells a node
    from others of its kind: its name beside its opcode, the function of a call, the value of a constant.

    `edges` is int32 (m, 2): from what makes a value to what reads it; nodes come before those that
    read them. `above` is int32 (n,): the node whose box a node stands in, −1 outside of all. `hues` is
    int64 (n,): the number of the source line in whose colour a node is drawn, −1 for none; empty if unknown.
    """

    labels: list[str]
    details: list[str]
    edges: np.ndarray
    above: np.ndarray
    titles: list[str] = field(default_factory=list)
    hues: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))

    def hue(self, node: int) -> int:
        """The number of the source line in whose colour a node is drawn, −1 for none."""
        return int(self.hues[node]) if node < len(self.hues) else -1

    def title(self, node: int) -> str:
        """Return the text in a node."""
        return self.titles[node] if self.titles else self.labels[node]

    def caption(self, node: int) -> str:
        """Return the second line in a node: dtype and shape of its result, without layouts."""
        caption = LAYOUT.sub("", self.details[node])
        return caption if len(caption) <= MOST_CAPTION else f"{caption[: MOST_CAPTION - 1]}…"

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def result_bytes(self) -> np.ndarray:
        """The bytes of each node's result, float64 (n,): what its edges carry."""
        return np.array([bytes_of(detail) for detail in self.details])

    def search(self, words: str) -> np.ndarray:
        """The nodes whose title, opcode or type holds these words, whatever the case."""
        wanted = words.casefold()
        texts = zip(self.titles or self.labels, self.labels, self.details, strict=True)
        return np.array(
            [node for node, each in enumerate(texts) if wanted in "\n".join(each).casefold()], int
        )

    def around(self, node: int) -> list[int]:
        """The boxes around a node, the innermost first."""
        boxes: list[int] = []
        while (node := int(self.above[node])) >= 0 and node not in boxes:
            boxes.append(node)
        return boxes

    @cached_property
    def boxes(self) -> np.ndarray:
        """The nodes that hold others."""
        return np.unique(self.above[self.above >= 0])

    @cached_property
    def readers(self) -> Relation:
        """Return the relation from nodes to their readers."""
        return Relation.of_pairs(self.edges[:, 0], self.edges[:, 1], len(self), len(self))

    def upstream(self, node: int) -> np.ndarray:
        """Return every node that a node's value depends on, and the node itself."""
        return self._reached(node, self.readers.inverse)

    def downstream(self, node: int) -> np.ndarray:
        """Return every node that depends on a node's value, and the node itself."""
        return self._reached(node, self.readers)

    def _reached(self, node: int, steps: Relation) -> np.ndarray:
        seen = np.zeros(len(self), bool)
        front = np.array([node])
        while len(front):
            seen[front] = True
            front = steps.of(front)
            front = front[~seen[front]]
        return np.flatnonzero(seen)


MOST_CAPTION = 34
LAYOUT = re.compile(r"(?<=\])\{[^{}]*\}|/\*.*?\*/")
ARRAY = re.compile(r"\b([a-z]+)(\d*)\w*\[([\d,]*)\]")


def bytes_of(types: str) -> float:
    """The bytes of arrays such as `f32[3,4]{1,0}`, of all parts of a tuple, one for each truth value."""
    return sum(
        int(bits or 8) / 8 * math.prod(int(size) for size in sizes.split(",") if size)
        for _, bits, sizes in ARRAY.findall(types)
    )


def of_jaxpr(equations: Sequence[Equation]) -> Graph:
    """The equations; a box for each that holds others."""
    pairs = [
        (read, number) for number, equation in enumerate(equations) for read in equation.inputs if read >= 0
    ]
    above = np.array([equation.above for equation in equations], np.int32)
    edges = np.array(pairs, np.int32).reshape(-1, 2)
    labels = [equation.primitive for equation in equations]
    return Graph(labels, [" ".join(equation.outputs) for equation in equations], edges, above)


def of_hlo(hlo: ParsedHlo) -> Graph:
    """The instructions; a box for each that calls computations, a fusion above all.

    A computation that several instructions call stands in the box of the first.
    """
    parsed = hlo.parsed
    callers = np.full(len(parsed.regions), -1, np.int64)
    items = np.repeat(np.arange(len(parsed)), hlo.calls.counts)[::-1]
    callers[hlo.calls.keys[::-1]] = items
    above = callers[parsed.region_of].astype(np.int32) if len(parsed) else np.zeros(0, np.int32)
    users = np.repeat(np.arange(len(parsed)), hlo.operands.counts)
    edges = np.stack([hlo.operands.keys, users], 1).astype(np.int32)
    details = [hlo.shape(item) for item in range(len(parsed))]
    titles = [_title(*each) for each in zip(parsed.kinds, parsed.names, hlo.tails, strict=True)]
    return Graph(list(parsed.kinds), details, edges, above, titles)


def _title(kind: str, name: str, tail: str) -> str:
    """A node's title: opcode and name, once if they agree; a callee's name, a constant's value."""
    called = CALLED.search(tail) if kind in ("call", "custom-call") else None
    if called:
        return f"{kind} {called[1]}"
    value = tail.partition(")")[0]
    if kind == "constant" and len(value) <= MOST_VALUE:
        return f"{kind} {value}"
    return name if kind.replace("-", "_") in name.replace("-", "_") else f"{kind} {name}"


# What a call calls: a function of a library, or another computation.
CALLED = re.compile(r"\b(?:custom_call_target=\"|to_apply=%)([\w.$@-]+)")
MOST_VALUE = 12
MOST_SHOWN = 2_000


@dataclass(frozen=True)
class View:
    """`nodes` are the numbers of the nodes shown, rising; `edges` int32 (m, 2), places in `nodes`.

    `box_of` is, for each node shown, the place of the node whose open box it stands in, −1 for none.
    `shut` are the places of nodes that hold others and are not open. `hidden` counts the nodes that
    would be shown if there were room.
    """

    nodes: np.ndarray
    edges: np.ndarray
    box_of: np.ndarray
    shut: np.ndarray
    hidden: int = 0


def visible_part(
    graph: Graph, opened: Iterable[int] = (), focus: int | None = None, most: int = MOST_SHOWN
) -> View:
    """The nodes outside of shut boxes.

    Args:
        opened: the nodes whose boxes are open.
        focus: where there are more than `most`, those nearest to this node along the edges are shown;
            without it, nearest to the last.
    """
    visible = _visible(graph, np.array(sorted(set(opened)), np.int64))
    hidden = 0
    if np.count_nonzero(visible) > most:
        around = _around(graph, visible, _nearest_visible(graph, visible, focus), most)
        hidden = int(np.count_nonzero(visible) - np.count_nonzero(around))
        visible = around
    nodes = np.flatnonzero(visible).astype(np.int32)
    places = np.full(len(graph), -1, np.int32)
    places[nodes] = np.arange(len(nodes))
    both = visible[graph.edges].all(1) if len(graph.edges) else np.zeros(0, bool)
    above = graph.above[nodes]
    box_of = np.where(above >= 0, places[above], -1).astype(np.int32)
    is_open = np.isin(nodes, np.fromiter(opened, np.int64))
    shut = np.flatnonzero(np.isin(nodes, graph.boxes) & ~is_open).astype(np.int32)
    return View(nodes, places[graph.edges[both]], box_of, shut, hidden)


def _visible(graph: Graph, opened: np.ndarray) -> np.ndarray:
    """The nodes whose boxes are all open; a box may stand before or behind its content."""
    visible = graph.above < 0
    while True:
        within = (graph.above >= 0) & np.isin(graph.above, opened)
        grown = visible | (within & visible[graph.above])
        if (grown == visible).all():
            return visible
        visible = grown


def _nearest_visible(graph: Graph, visible: np.ndarray, focus: int | None) -> int:
    if focus is None:
        return int(np.flatnonzero(visible)[-1])
    while not visible[focus]:
        focus = int(graph.above[focus])
    return focus


def _around(graph: Graph, visible: np.ndarray, focus: int, most: int) -> np.ndarray:
    """The visible nodes nearest to one, in whichever direction; then those beside them in the text."""
    found = np.zeros(len(graph), bool)
    front = np.array([focus])
    count = 0
    while len(front) and count < most:
        front = front[: most - count]
        found[front] = True
        count += len(front)
        beside = np.union1d(graph.readers.of(front), graph.readers.inverse.of(front))
        front = beside[visible[beside] & ~found[beside]]
    rest = np.flatnonzero(visible & ~found)
    nearest = rest[np.argsort(np.abs(rest - focus), kind="stable")][: most - count]
    found[nearest] = True
    return found


SHARE = 5  # letters behind the caption: the node's share of a run
SWEEPS = 4
GAP = 1.0
LEAST_WIDTH = 4.0
Ties = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Layout:
    """The middle of each node shown: `x` in characters, `y` in layers; `width` in characters.

    `boxes` are the open boxes: (place of the node, x0, y0, x1, y1), each around the node and what it holds.
    """

    x: np.ndarray
    y: np.ndarray
    width: np.ndarray
    boxes: tuple[tuple[int, float, float, float, float], ...]


def layout_graph(graph: Graph, view: View) -> Layout:
    """Places for the nodes of a view; its time grows with edges and nodes (2,000 nodes: a few ms).

    What an open box holds is laid out by itself, and takes its place above the box's node as one block.
    """
    count = len(view.nodes)
    letters = [max(len(graph.title(node)), len(graph.caption(node)) + SHARE) for node in view.nodes]
    width = np.array([max(LEAST_WIDTH, count + 2.0) for count in letters])
    depth = _depths(view.box_of)
    edges = _between_blocks(view, depth)
    block, height = width.copy(), np.ones(count, np.int64)
    x, y = np.zeros(count), np.zeros(count)
    owners = [place for place in np.unique(view.box_of).tolist() if place >= 0]
    owners.sort(key=lambda place: -depth[place])
    for owner in [*owners, -1]:
        members = np.flatnonzero(view.box_of == owner)
        local = np.full(count, -1, np.int64)
        local[members] = np.arange(len(members))
        within = local[edges[view.box_of[edges[:, 0]] == owner]]
        x[members], y[members] = _arrange(within, block[members], height[members])
        if owner >= 0 and len(members):
            left, right = (x - block / 2)[members].min(), (x + block / 2)[members].max()
            x[members] -= (left + right) / 2
            block[owner] = max(width[owner], right - left) + GAP
            height[owner] = int(y[members].max()) + 2
    boxes = []
    for owner in reversed(owners):  # the outer ones first
        members = view.box_of == owner
        x[members] += x[owner]
        y[members] += y[owner] - height[owner] + 1
        half = block[owner] / 2
        top = float(y[owner] - height[owner] + 0.5)
        boxes.append((owner, float(x[owner] - half), top, float(x[owner] + half), float(y[owner] + 0.5)))
    return Layout(x, y, width, tuple(boxes))


def _depths(box_of: np.ndarray) -> np.ndarray:
    """In how many boxes each node stands."""
    depth, box = np.zeros(len(box_of), np.int64), box_of
    while (box >= 0).any():
        depth += box >= 0
        box = np.where(box >= 0, box_of[box], -1)
    return depth


def _between_blocks(view: View, depth: np.ndarray) -> np.ndarray:
    """The edges, int64 (m, 2), each between the outermost blocks that hold only one of its ends."""
    ends = view.edges.astype(np.int64)
    while len(ends):
        apart = view.box_of[ends[:, 0]] != view.box_of[ends[:, 1]]
        if not apart.any():
            break
        deep = depth[ends]
        climbs = apart[:, None] & (deep >= deep[:, ::-1])
        ends = np.where(climbs, view.box_of[ends], ends)
    return ends[ends[:, 0] != ends[:, 1]].reshape(-1, 2)


def _arrange(edges: np.ndarray, width: np.ndarray, height: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the x of each block's middle, and its lowest layer, which all blocks of a row share."""
    count = len(width)
    layer = _layers(edges, count)
    rows = [np.flatnonzero(layer == row) for row in range(int(layer.max(initial=-1)) + 1)]
    x = np.zeros(count)
    for members in rows:
        x[members] = _packed(width[members])
    above, below = _ties(edges, rows, layer), _ties(edges[:, ::-1], rows, layer)
    for _ in range(SWEEPS):
        _move(rows, above, width, x)
        _move(rows[::-1], below[::-1], width, x)
    bottom = np.cumsum([int(height[members].max()) for members in rows]) - 1
    return x, bottom[layer].astype(float) if count else np.zeros(0)


def _layers(edges: np.ndarray, count: int) -> np.ndarray:
    """The longest path that leads to each node."""
    layer = np.zeros(count, np.int64)
    for _ in range(count):
        deeper = layer.copy()
        np.maximum.at(deeper, edges[:, 1], layer[edges[:, 0]] + 1)
        if (deeper == layer).all():
            return layer
        layer = deeper
    return layer  # a loop in the graph, which no program has


def _packed(width: np.ndarray) -> np.ndarray:
    right = np.cumsum(width + GAP)
    return right - (width + GAP) / 2 - right[-1] / 2


def _ties(
    edges: np.ndarray, rows: list[np.ndarray], layer: np.ndarray
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return for each row the other ends of its edges, and their places in the row."""
    place = np.zeros(len(layer), np.int64)
    for members in rows:
        place[members] = np.arange(len(members))
    order = np.argsort(layer[edges[:, 1]], kind="stable")
    ends = np.searchsorted(layer[edges[order, 1]], np.arange(len(rows) + 1))
    found = []
    for row in range(len(rows)):
        here = edges[order[ends[row] : ends[row + 1]]]
        found.append((here[:, 0], place[here[:, 1]]))
    return found


def _move(rows: list[np.ndarray], ties: list[Ties], width: np.ndarray, x: np.ndarray) -> None:
    """Move each row in turn: order by the mean of the neighbours' places, and spread around it."""
    for members, (others, places) in zip(rows, ties, strict=True):
        count = np.bincount(places, minlength=len(members))
        total = np.bincount(places, x[others], minlength=len(members))
        wanted = np.where(count > 0, total / np.maximum(count, 1), x[members])
        order = np.argsort(wanted, kind="stable")
        x[members[order]] = _spread(wanted[order], width[members[order]])


def _spread(preferred: np.ndarray, width: np.ndarray) -> np.ndarray:
    """Places in the given order, near the preferred ones, without overlap."""
    offset = np.concatenate([[0.0], np.cumsum((width[:-1] + width[1:]) / 2 + GAP)])
    free = preferred - offset
    # the nearest rising sequence lies between the running maximum and the running minimum from behind
    low = np.maximum.accumulate(free)
    high = np.minimum.accumulate(free[::-1])[::-1]
    return (low + high) / 2 + offset


KINDS = (Kind.JAXPR, Kind.HLO, Kind.OPTIMIZED)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A graph, what of it is shown, and where. `opened` are the nodes whose boxes are open."""

    graph: Graph
    view: View
    layout: Layout
    opened: frozenset[int]
    inside: np.ndarray = field(repr=False)

    def place(self, node: int) -> int:
        """The place of a node among those shown, or of the shut box it stands in; −1 for none."""
        while node >= 0:
            found = int(np.searchsorted(self.view.nodes, node))
            if found < len(self.view.nodes) and self.view.nodes[found] == node:
                return found
            node = int(self.graph.above[node])
        return -1


def graph_of(stage: Stage, equations: Sequence[Equation]) -> Graph:
    """The graph of a jaxpr or an HLO stage; nodes are the items of the stage."""
    if stage.kind is Kind.JAXPR:
        return of_jaxpr(equations)
    return of_hlo(parse_hlo(stage.text, Origins()))


def draw(graph: Graph, opened: frozenset[int] = frozenset(), focus: int | None = None) -> Drawn:
    """Select the visible nodes and lay them out; `focus` stays visible if there are too many."""
    view = visible_part(graph, opened, focus)
    inside = np.bincount(graph.above[graph.above >= 0], minlength=len(graph))
    return Drawn(graph, view, layout_graph(graph, view), opened, inside)


def usual(graph: Graph) -> frozenset[int]:
    """Boxes that are open at first: one around everything else says nothing."""
    opened: set[int] = set()
    inner = np.flatnonzero(graph.above < 0)
    while len(inner) == 1 and inner[0] in graph.boxes:
        opened.add(int(inner[0]))
        inner = np.flatnonzero(graph.above == inner[0])
    return frozenset(opened)
