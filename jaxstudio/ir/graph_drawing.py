"""A stage's graph as it is drawn: what of it is shown, and where; boxes open and shut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from jaxstudio.ir.equations import Equation
from jaxstudio.ir.graph import Graph, Layout, View, layout_graph, of_hlo, of_jaxpr, visible_part
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.stages import Kind, Stage

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
