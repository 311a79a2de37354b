"""Answers about evaluation traces, random keys and number formats: frozen values that cross a process."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
from msgspec import Struct

from jaxstudio.errors import NOTHING, Wording


class RowKind(StrEnum):
    INPUT = "input"  # a variable
    PARAMETER = "parameter"  # a slider
    CONSTANT = "constant"  # an array that the function closes over
    STEP = "step"  # computed


class Columns(Struct, frozen=True):
    """The place where a step was typed: the line of the sheet, and its columns, `end` excluded."""

    line: int
    start: int
    end: int


class Row(Struct, frozen=True):
    """A value of a trace.

    name       x, a, v₁, …
    primitive  JAX's name of the operation, empty for what is not computed
    formula    v₁ · v₂
    inputs     names of the rows it was computed from, in order
    value      float64, int64 or bool, of any shape, () for a scalar
    tangent    how fast it changes along the direction, of the same shape; None where it is not a float
    adjoint    how fast the result changes with it, of the same shape; None where it is not a float, or
               where there is no reverse mode
    note       what is worth saying: a loop in one row, a derivative rule of its own
    """

    name: str
    kind: RowKind
    primitive: str
    formula: Wording
    inputs: tuple[str, ...]
    value: np.ndarray
    tangent: np.ndarray | None
    adjoint: np.ndarray | None
    columns: Columns | None = None
    note: Wording = NOTHING


class Trace(Struct, frozen=True):
    """A trace: all rows in the order of computation, inputs first.

    `result` names the row that is the function's value. `direction` is how fast each input moves, by name.
    `note` says what could not be computed.
    """

    rows: tuple[Row, ...]
    result: str
    direction: Mapping[str, float]
    note: Wording = NOTHING

    def row(self, name: str) -> Row:
        return next(row for row in self.rows if row.name == name)


class Node(Struct, frozen=True):
    """A row in the graph, at a place: layers run from 0 along x, one apart; y centres each layer at 0."""

    name: str
    label: Wording
    kind: RowKind
    x: float
    y: float


class Edge(Struct, frozen=True):
    """An edge from one node to another, by index, along the points `route` (k, 2), both ends included."""

    start: int
    end: int
    route: np.ndarray


class Graph(Struct, frozen=True):
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class MappedArray(Struct, frozen=True):
    """An array that goes into, or comes out of, a function under vmap.

    `axis` of `shape` is the one mapped over, None if the whole array goes to every call; `example` is the
    shape that one call sees.
    """

    name: str
    shape: tuple[int, ...]
    axis: int | None
    example: tuple[int, ...]


class Batching(Struct, frozen=True):
    """The axes of a vmap: `calls` calls at once, each with one example of every mapped input."""

    calls: int
    inputs: tuple[MappedArray, ...]
    outputs: tuple[MappedArray, ...]


class Draw(Struct, frozen=True):
    """Numbers drawn: how that is written in JAX, the key's two words, and the numbers (float64, (n,))."""

    expression: str
    key: tuple[int, ...]
    numbers: np.ndarray
    remark: Wording = NOTHING


class DtypeFacts(Struct, frozen=True):
    """A floating dtype: `bits`, of them `exponent_bits` and `fraction_bits` (without the leading one).

    `digits` are the decimal digits that always survive; `eps` is the gap after 1; `smallest_normal`,
    `smallest_subnormal` and `largest` bound its positive numbers. `keeps_subnormals`: this device does not
    turn results below `smallest_normal` into 0.
    """

    name: str
    bits: int
    exponent_bits: int
    fraction_bits: int
    digits: int
    eps: float
    smallest_normal: float
    smallest_subnormal: float
    largest: float
    keeps_subnormals: bool


class PromotionTable(Struct, frozen=True):
    """The promotion table: `results[i][j]` is the dtype of names[i] + names[j], as JAX promotes by
    default.
    """

    names: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]

    def of(self, first: str, second: str) -> str:
        return self.results[self.names.index(first)][self.names.index(second)]


class CastTable(Struct, frozen=True):
    """Numbers cast from one dtype to another: `values` and `cast`, float64 (n,), NaN where it is one."""

    source: str
    target: str
    values: np.ndarray
    cast: np.ndarray


class IndexFact(Struct, frozen=True):
    """JAX's answer to an index: the expression and its result, as text."""

    expression: str
    result: str
    remark: Wording


class UlpErrors(Struct, frozen=True):
    """A function in a low dtype beside a high one, at x (n,), the numbers that the low one can hold.

    `values` and `exact` (n,) are the results in both, `errors` (n,) their difference in ulps of the low
    dtype at `exact`: 0.5 is the best that rounding can do. Where only one of them has a value, or the low one
    overflows, the error is infinite; where neither has one it is NaN and does not count. `worst`, at
    `worst_x`, and `mean` are over the finite errors; `lost` counts the infinite ones.
    """

    low: str
    high: str
    x: np.ndarray
    values: np.ndarray
    exact: np.ndarray
    errors: np.ndarray
    worst: float
    worst_x: float
    mean: float
    lost: int
