"""What curves are drawn from: frozen values of NumPy arrays.

They cross a thread and a process, so that nothing in them is shared or changed afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

Interval = tuple[float, float]


class Proof(StrEnum):
    """How sure a stretch of a curve is."""

    PROVEN = "proven"  # intervals show that it is continuous here and stays within its pixels
    SAMPLED = "sampled"  # refined until it bends and spans little; nothing is proven
    UNRESOLVED = "unresolved"  # it varies faster than the budget of samples could follow


@dataclass(frozen=True)
class View:
    """The part of the plane on the screen, and how many pixels show it."""

    x: Interval
    y: Interval
    width_px: int
    height_px: int


@dataclass(frozen=True)
class Piece:
    """A connected stretch of a curve: `x` and `y` are float64 of shape (n,), all finite.

    Where `proof` is UNRESOLVED, `low` and `high` (float64, (n,)) bound the curve at `x`, and are None
    otherwise.
    """

    x: np.ndarray
    y: np.ndarray
    proof: Proof
    low: np.ndarray | None = None
    high: np.ndarray | None = None


class MarkKind(StrEnum):
    ROOT = "root"
    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    INFLECTION = "inflection"
    SADDLE = "saddle"
    POLE = "pole"
    JUMP = "jump"
    HOLE = "hole"
    END = "end"
    CORNER = "corner"
    INTERSECTION = "intersection"


@dataclass(frozen=True)
class Mark:
    """A point of interest. `digits` are the significant decimal digits of x that are sure."""

    kind: MarkKind
    x: float
    y: float  # NaN at a pole or where the function has no value
    digits: float
    proof: Proof = Proof.SAMPLED
    detail: str = ""


@dataclass(frozen=True)
class Found:
    """Marks of one kind in view. `complete` only when every other interval is excluded."""

    kind: MarkKind
    marks: tuple[Mark, ...]
    complete: bool


@dataclass(frozen=True)
class Curve:
    """One line of the sheet at one order of its derivative.

    `method` says how the derivative was computed: value, reverse, forward, taylor, finite, symbolic.
    """

    line: int
    order: int
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    method: str = "value"
    refined: bool = False
    samples: int = 0
    seconds: float = 0.0
    note: str = field(default="")
