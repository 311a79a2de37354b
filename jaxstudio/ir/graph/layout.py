"""Draws a graph in layers: what is read stands above what reads it, and edges cross little.

The layers are those of the longest path. Within a layer nodes are ordered by the mean place of
their neighbours, a few times down and up (Sugiyama, Tagawa, Toda 1981), then moved towards that
mean as far as they do not overlap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.ir.graph.model import Graph
from jaxstudio.ir.graph.view import View

SWEEPS = 4
GAP = 1.0
LEAST_WIDTH = 4.0
Ties = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Layout:
    """The middle of each node shown: `x` in characters, `y` in layers; `width` in characters.

    `boxes` are the open boxes: (place of the node, x0, y0, x1, y1).
    """

    x: np.ndarray
    y: np.ndarray
    width: np.ndarray
    boxes: tuple[tuple[int, float, float, float, float], ...]


def layered(graph: Graph, view: View) -> Layout:
    """Places for the nodes of a view; its time grows with edges and nodes (2,000 nodes: a few ms)."""
    count = len(view.nodes)
    width = np.array([max(LEAST_WIDTH, len(graph.labels[node]) + 2.0) for node in view.nodes])
    layer = _layers(view, count)
    rows = [np.flatnonzero(layer == row) for row in range(int(layer.max(initial=-1)) + 1)]
    x = np.zeros(count)
    for members in rows:
        x[members] = _packed(width[members])
    above, below = _ties(view.edges, rows, layer), _ties(view.edges[:, ::-1], rows, layer)
    for _ in range(SWEEPS):
        _move(rows, above, width, x)
        _move(rows[::-1], below[::-1], width, x)
    x -= (x.min() + x.max()) / 2 if count else 0.0
    boxes = []
    for owner in np.unique(view.box_of[view.box_of >= 0]):
        inside = np.flatnonzero(view.box_of == owner)
        boxes.append(
            (
                int(owner),
                float((x - width / 2)[inside].min() - GAP / 2),
                float(layer[inside].min() - 0.5),
                float((x + width / 2)[inside].max() + GAP / 2),
                float(layer[inside].max() + 0.5),
            )
        )
    return Layout(x, layer.astype(float), width, tuple(boxes))


def _layers(view: View, count: int) -> np.ndarray:
    """The longest path that leads to each node; what stands in a box comes above its owner."""
    owners = np.flatnonzero(view.box_of >= 0)
    inner = np.stack([owners, view.box_of[owners]], 1)
    edges = np.concatenate([view.edges, inner]).astype(np.int64)
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
    """For each row, the other ends of its edges, and the places in the row that they are tied to."""
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
    """Each row in turn, ordered by the mean of what it is tied to and spread around that."""
    for members, (others, places) in zip(rows, ties, strict=True):
        count = np.bincount(places, minlength=len(members))
        total = np.bincount(places, x[others], minlength=len(members))
        wanted = np.where(count > 0, total / np.maximum(count, 1), x[members])
        order = np.argsort(wanted, kind="stable")
        x[members[order]] = _spread(wanted[order], width[members[order]])


def _spread(wanted: np.ndarray, width: np.ndarray) -> np.ndarray:
    """Places in the given order, near what is wanted, without overlap."""
    offset = np.concatenate([[0.0], np.cumsum((width[:-1] + width[1:]) / 2 + GAP)])
    free = wanted - offset
    # the nearest rising sequence lies between the running maximum and the running minimum from behind
    low = np.maximum.accumulate(free)
    high = np.minimum.accumulate(free[::-1])[::-1]
    return (low + high) / 2 + offset
