"""Values flow: what a compiler made to hand a value on belongs to where the value comes from, or goes to."""

from __future__ import annotations

import numpy as np

from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.links.spaces import FLOW, NONE

MOST_ROUNDS = 16
Pairs = tuple[np.ndarray, np.ndarray]


def pairs(relation: Relation) -> Pairs:
    """Items and keys of a relation, one pair each."""
    return np.repeat(np.arange(len(relation)), relation.counts), relation.keys.astype(np.int64)


def spread(how: np.ndarray, comes_from: Pairs, goes_to: Pairs) -> np.ndarray:
    """For each item the one whose origin it has: itself, or the nearest along the flow that has one.

    Args:
        how: int8, how each item's origin is known (places in HOW); those found here become FLOW.
        comes_from: items, and what their value comes from; asked first.
        goes_to: items, and what reads their value.
    """
    given = np.arange(len(how))
    for _ in range(MOST_ROUNDS):
        while _taken(how, given, *comes_from):
            pass
        if not _taken(how, given, *goes_to):
            break
    return given


def _taken(how: np.ndarray, given: np.ndarray, taking: np.ndarray, giving: np.ndarray) -> int:
    """Let items without an origin take that of the first that gives one; how many did."""
    use = (how[taking] == NONE) & (how[giving] != NONE)
    taken, first = np.unique(taking[use], return_index=True)
    given[taken] = given[giving[use][first]]
    how[taken] = FLOW
    return len(taken)
