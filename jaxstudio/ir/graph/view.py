"""What is shown of a graph at once: boxes open or shut, and never more than a screen can bear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jaxstudio.ir.graph.model import Graph

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


def shown(graph: Graph, opened: Iterable[int] = (), focus: int | None = None, most: int = MOST_SHOWN) -> View:
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
    """Nodes all of whose boxes are open; an owner may stand before or behind what it holds."""
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
