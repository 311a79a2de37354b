"""A trace as a layered graph: nodes from the inputs to the result, edges routed around nodes."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np

from jaxstudio.functions.protocol.answers import Edge, Graph, Node, RowKind, Trace

SWEEPS = 6


def graph_of(trace: Trace) -> Graph:
    """The rows as nodes in layers, one after the last of what they read; every reading is an edge.

    Within a layer the order follows the middle of the neighbours, forwards and back a few times
    (Sugiyama's method), so that few edges cross.
    """
    rows = trace.rows
    place = {row.name: index for index, row in enumerate(rows)}
    reads = [[place[name] for name in dict.fromkeys(row.inputs)] for row in rows]
    layer = [0] * len(rows)
    for index, sources in enumerate(reads):
        if sources:
            layer[index] = 1 + max(layer[source] for source in sources)
        elif rows[index].kind is RowKind.STEP:
            layer[index] = 1
    chains = _chains(reads, layer)
    height = _heights(chains, layer)
    nodes = tuple(
        Node(
            row.name,
            row.formula if row.kind is RowKind.STEP else row.name,
            row.kind,
            layer[index],
            height[index],
        )
        for index, row in enumerate(rows)
    )
    edges = []
    for chain in chains:
        start, end = chain[0], chain[-1]
        across = np.arange(layer[start], layer[start] + len(chain), dtype=np.float64)
        edges.append(Edge(start, end, np.stack([across, [height[step] for step in chain]], 1)))
    return Graph(nodes, tuple(edges))


def _chains(reads: list[list[int]], layer: list[int]) -> list[list[int]]:
    """Each edge as the nodes it passes, one in every layer; those in between are made up, `layer` grows."""
    chains = []
    for index, sources in enumerate(reads):
        for source in sources:
            between = range(layer[source] + 1, layer[index])
            made_up = list(range(len(layer), len(layer) + len(between)))
            layer.extend(between)
            chains.append([source, *made_up, index])
    return chains


def _heights(chains: list[list[int]], layer: list[int]) -> list[float]:
    """y of every node, the layers centred at 0."""
    before, after = defaultdict(list), defaultdict(list)
    for chain in chains:
        for one, other in pairwise(chain):
            after[one].append(other)
            before[other].append(one)
    layers: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node, at in enumerate(layer):
        layers[at].append(node)
    height = [0.0] * len(layer)
    for nodes in layers:
        _spread(nodes, height)
    for turn in range(SWEEPS):
        neighbours = after if turn % 2 else before
        for nodes in reversed(layers) if turn % 2 else layers:
            middle = {
                node: _mean([height[other] for other in neighbours[node]], height[node]) for node in nodes
            }
            nodes.sort(key=middle.__getitem__)
            _spread(nodes, height)
    return height


def _spread(nodes: list[int], height: list[float]) -> None:
    for order, node in enumerate(nodes):
        height[node] = order - (len(nodes) - 1) / 2


def _mean(heights: list[float], otherwise: float) -> float:
    return sum(heights) / len(heights) if heights else otherwise
