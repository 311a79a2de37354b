"""What the places of one stage are linked by to those of another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.parse.items import Parsed


class Space(StrEnum):
    """Kinds of keys, from the finest to the coarsest.

    Two stages are linked by the finest that both have: instructions by name, equations where both know
    them exactly, kernels, then the origins that JAX wrote down, then places of the source.
    """

    INSTRUCTION = "instruction"
    EQUATION = "equation"
    KERNEL = "kernel"
    ORIGIN = "origin"
    PLACE = "place"


class How(StrEnum):
    """How an item's origin is known."""

    WRITTEN = "written"  # JAX or XLA wrote it beside the operation
    CALLED = "called"  # it stands in a computation of an operation that has one
    FLOW = "flow"  # XLA made it to hand on a value whose operation has one
    NONE = "none"


HOW = tuple(How)
WRITTEN, CALLED, FLOW, NONE = range(len(HOW))  # places in HOW


@dataclass(frozen=True)
class StageIndex:
    """A stage's items, their keys in each space, and how each item's origin is known.

    `how` is int8, the place in HOW; None where nobody asked.
    """

    parsed: Parsed
    keys: dict[Space, Relation]
    how: np.ndarray | None = None
