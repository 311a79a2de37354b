"""Nodes are equations or instructions, by their number in the stage; a box holds what one of them calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.parse.hlo import ParsedHlo
from jaxstudio.ir.parse.jaxpr import Equation


@dataclass(frozen=True)
class Graph:
    """`labels` are primitives or opcodes, `details` the types of the results.

    `edges` is int32 (m, 2): from what makes a value to what reads it; nodes come before those that
    read them. `above` is int32 (n,): the node whose box a node stands in, −1 outside of all.
    """

    labels: list[str]
    details: list[str]
    edges: np.ndarray
    above: np.ndarray

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def boxes(self) -> np.ndarray:
        """The nodes that hold others."""
        return np.unique(self.above[self.above >= 0])

    @cached_property
    def readers(self) -> Relation:
        """From nodes to those that read them."""
        return Relation.of_pairs(self.edges[:, 0], self.edges[:, 1], len(self), len(self))

    def upstream(self, node: int) -> np.ndarray:
        """Everything that a node's value depends on, the node included."""
        return self._reached(node, self.readers.inverse)

    def downstream(self, node: int) -> np.ndarray:
        """Everything that depends on a node's value, the node included."""
        return self._reached(node, self.readers)

    def _reached(self, node: int, steps: Relation) -> np.ndarray:
        seen = np.zeros(len(self), bool)
        front = np.array([node])
        while len(front):
            seen[front] = True
            front = steps.of(front)
            front = front[~seen[front]]
        return np.flatnonzero(seen)


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
    lines = hlo.text.split("\n")
    details = []
    for (line, start, _, _), kind in zip(parsed.spans.tolist(), parsed.kinds, strict=True):
        _, _, right = lines[line - 1][start:].partition(" = ")
        details.append(right.partition(f" {kind}(")[0])
    return Graph(list(parsed.kinds), details, edges, above)
