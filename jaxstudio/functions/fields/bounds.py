"""Bounds of a function and its derivatives over boxes of the plane, and proofs about its curve.

Proven are cells that the curve does not enter, and cells with one stretch of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from jaxstudio.functions.derivatives.series import SeriesAlgebra
from jaxstudio.functions.fields.edges import Crossings
from jaxstudio.functions.fields.grid import Field, Grid, Parameters, sampled, slopes
from jaxstudio.functions.interpreters import evaluate
from jaxstudio.functions.interpreters.interval_algebra import IntervalAlgebra
from jaxstudio.functions.interpreters.intervals import Bounds, box, exactly, unknown
from jaxstudio.functions.language.nodes import Call, Network, Node, walk_all

Boxes = np.ndarray  # (n, 4) of x0, y0, x1, y1


@dataclass(frozen=True)
class Slopes:
    """Over n boxes, each (n,): what excludes a value, a slope, or both; all False where nothing is known.

    `no_zero`: f has no zero there. `smooth`: f has a value and is continuous everywhere, and the slopes,
    those of chords too, lie in the bounds of the derivatives. `steep_x`, `steep_y`: ∂f/∂x, ∂f/∂y is not zero.
    """

    no_zero: np.ndarray
    smooth: np.ndarray
    steep_x: np.ndarray
    steep_y: np.ndarray


class PlaneBounds:
    """The bounds of f(x, y, p), given by its tree; `variables` are its inputs in order."""

    def __init__(self, tree: Node, variables: tuple[str, str], defaults: Mapping[str, float], line: int = 0):
        self._tree, self._variables, self._defaults, self._line = tree, variables, defaults, line
        self.base = IntervalAlgebra()

    def no_zero(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where f certainly has no zero, (n,): its bounds leave it out, or f has no value there."""
        return _excludes_zero(self._series(boxes, p, (False, False), 0)[0])

    def gradient(self, boxes: Boxes, p: Mapping[str, Any]) -> tuple[Bounds, Bounds, Bounds, np.ndarray]:
        """Bounds of f, ∂f/∂x and ∂f/∂y, and whether f is `smooth`, (n,) each."""
        height, along_x = self._series(boxes, p, (True, False), 1)
        along_y = self._series(boxes, p, (False, True), 1)[1]
        return height, along_x, along_y, height.defined & height.continuous & (not self._stopped)

    def slopes(self, boxes: Boxes, p: Mapping[str, Any]) -> Slopes:
        """Bounds of f and its first derivatives."""
        height, along_x, along_y, smooth = self.gradient(boxes, p)
        return Slopes(
            _excludes_zero(height),
            smooth,
            smooth & _excludes_zero(along_x),
            smooth & _excludes_zero(along_y),
        )

    def flat_somewhere(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where both derivatives may be zero, or f may have a corner or a jump, (n,)."""
        height, along_x = self._series(boxes, p, (True, False), 1)
        along_y = self._series(boxes, p, (False, True), 1)[1]
        whole = height.continuous & (not self._stopped)
        sloping = whole & (_excludes_zero(along_x) | _excludes_zero(along_y))
        return ~(sloping | height.empty)

    def one_flat_point(self, boxes: Boxes, p: Mapping[str, Any]) -> np.ndarray:
        """Where there is at most one point with gradient zero, (n,).

        Every matrix within the bounds of the Hessian is regular, so that no gradient occurs twice.
        """
        height, slope_x, half_xx = self._series(boxes, p, (True, False), 2)
        _, slope_y, half_yy = self._series(boxes, p, (False, True), 2)
        _, _, half_both = self._series(boxes, p, (True, True), 2)
        base = self.base
        with np.errstate(all="ignore"):
            # along both together the second derivative is f_xx + 2 f_xy + f_yy
            mixed = base.subtract(half_both, base.add(half_xx, half_yy))
            square = base.integer_power(mixed, 2)
            product = base.multiply(base.constant(4.0), base.multiply(half_xx, half_yy))
            determinant = base.subtract(product, square)
        smooth = height.defined & height.continuous & (not self._stopped)
        for each in (slope_x, slope_y, half_xx, half_yy, half_both):
            smooth = smooth & each.continuous
        return smooth & _excludes_zero(determinant) & ~determinant.empty

    @cached_property
    def _has_network(self) -> bool:
        """Of which nothing is known."""
        return any(isinstance(part, Network) for part in walk_all(self._tree))

    @cached_property
    def _stopped(self) -> bool:
        """Whether a slope is hidden from the derivatives."""
        return any(isinstance(part, Call) and part.name == "stop" for part in walk_all(self._tree))

    def _numbers(self, p: Mapping[str, Any]) -> dict[str, Any]:
        numbers = {**self._defaults, **p}
        return {name: exactly(float(v)) for name, v in numbers.items() if not isinstance(v, list | tuple)}

    def _series(
        self, boxes: Boxes, p: Mapping[str, Any], moving: tuple[bool, bool], order: int
    ) -> list[Bounds]:
        """Coefficients 0 to `order` of f along a direction, each (n,)."""
        if self._has_network:
            return [unknown(box(boxes[:, 0], boxes[:, 2]))] * (order + 1)
        algebra = SeriesAlgebra(self.base, order)
        values = self._numbers(p)
        for name, low, high, moves in zip(self._variables, *_ends(boxes), moving, strict=True):
            values[name] = algebra.variable(box(low, high)) if moves else box(low, high)
        with np.errstate(all="ignore"):
            found = algebra.full(evaluate(self._tree, algebra, values, self._line))
        return [
            Bounds(*(np.broadcast_to(array, len(boxes)) for array in vars(part).values())) for part in found
        ]


def _ends(boxes: Boxes) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    x0, y0, x1, y1 = np.ascontiguousarray(boxes.T)
    return (x0, y0), (x1, y1)


def _excludes_zero(bounds: Bounds) -> np.ndarray:
    return bounds.empty | (bounds.low > 0) | (bounds.high < 0)


COARSEST = 16  # cells along a block that is looked at first; then 4, then 1
PARTS = 4  # a cell that is neither empty nor crossed is cut into so many each way
PIECES = 8  # and a side of a cell whose crossings are to be counted
MOST = 20_000  # cells looked at closely; with more nothing is proven


@dataclass(frozen=True)
class Certainty:
    """Cells (ny - 1, nx - 1): those the curve may enter, those in which one stretch of it is proven.

    `complete`: there is no curve but in the proven ones.
    """

    may_enter: np.ndarray
    proven: np.ndarray
    complete: bool


def open_cells(bounds: PlaneBounds, p: Parameters, grid: Grid) -> np.ndarray:
    """The cells (ny - 1, nx - 1) that may hold a zero, found from large blocks down."""
    shape = grid.shape[0] - 1, grid.shape[1] - 1
    size = COARSEST
    row, column = (index.ravel() * size for index in np.indices([-(-side // size) for side in shape]))
    while True:
        last = np.minimum(row + size, shape[0]), np.minimum(column + size, shape[1])
        boxes = np.stack([grid.x[column], grid.y[row], grid.x[last[1]], grid.y[last[0]]], 1)
        kept = ~bounds.no_zero(boxes, p)
        row, column = row[kept], column[kept]
        if size == 1:
            break
        size //= 4
        inner_row, inner_column = (index.ravel() * size for index in np.indices((4, 4)))
        row = (row[:, None] + inner_row).ravel()
        column = (column[:, None] + inner_column).ravel()
        within = (row < shape[0]) & (column < shape[1])
        row, column = row[within], column[within]
    cells = np.zeros(shape, bool)
    cells[row, column] = True
    return cells


def certainty(
    f: Field, bounds: PlaneBounds, p: Parameters, grid: Grid, cells: np.ndarray, crossings: Crossings
) -> Certainty:
    """The certainty of the curve with these `crossings`; `cells` are those of `open_cells`."""
    none = np.zeros_like(cells)
    row, column = np.nonzero(cells)
    if len(row) > MOST:
        return Certainty(cells, none, False)
    known = bounds.slopes(grid.boxes(row, column), p)
    on_edge = np.bincount(crossings.index, minlength=2 * grid.x.size * grid.y.size)
    doubled = np.isin(np.arange(len(on_edge)), crossings.index[crossings.double])
    sides = _sides(grid, row, column)
    count = on_edge[sides].sum(1)
    single = (count == 2) & ~doubled[sides].any(1) & (known.steep_x | known.steep_y)
    # steep along x: at most one crossing on the lower and on the upper side; the other two are counted
    for steep, other in ((known.steep_x, known.steep_y), (known.steep_y, known.steep_x)):
        doubtful = np.flatnonzero(single & steep & ~other)
        upright = steep is known.steep_x
        for side in (1, 3) if upright else (0, 2):
            fine = _counted(f, bounds, p, grid, sides[doubtful, side], on_edge)
            single[doubtful[~fine]] = False
            doubtful = doubtful[fine]
    empty = (count == 0) & _free(f, bounds, p, grid, row, column, known)
    proven, may_enter = none.copy(), cells.copy()
    proven[row[single], column[single]] = True
    may_enter[row[empty], column[empty]] = False
    return Certainty(may_enter, proven, bool((single | empty).all()))


def _sides(grid: Grid, row: np.ndarray, column: np.ndarray) -> np.ndarray:
    """The indices (n, 4) of a cell's lower, right, upper and left edges (see `edges.Edges`)."""
    ny, nx = grid.shape
    point = row * nx + column
    upright = point + ny * nx
    return np.stack([point, upright + 1, point + nx, upright], 1)


def _counted(
    f: Field, bounds: PlaneBounds, p: Parameters, grid: Grid, index: np.ndarray, on_edge: np.ndarray
) -> np.ndarray:
    """Edges (n,) on which there certainly are as many zeros as were found."""
    ny, nx = grid.shape
    upright = index >= ny * nx
    row, column = np.divmod(index % (ny * nx), nx)
    share = np.linspace(0, 1, PIECES + 1)
    x = grid.x[column][:, None] + np.where(upright, 0, grid.dx)[:, None] * share
    y = grid.y[row][:, None] + np.where(upright, grid.dy, 0)[:, None] * share
    pieces = np.stack([x[:, :-1], y[:, :-1], x[:, 1:], y[:, 1:]], -1).reshape(-1, 4)
    known = bounds.slopes(pieces, p)
    steep = np.where(np.repeat(upright, PIECES), known.steep_y, known.steep_x)
    fine = (known.no_zero | steep).reshape(-1, PIECES).all(1)
    height = sampled(slopes, f, p, x.ravel(), y.ravel())[0].reshape(x.shape)
    changes = np.count_nonzero((height[:, 1:] < 0) != (height[:, :-1] < 0), axis=1)
    return fine & (changes == on_edge[index])


def _free(
    f: Field,
    bounds: PlaneBounds,
    p: Parameters,
    grid: Grid,
    row: np.ndarray,
    column: np.ndarray,
    known: Slopes,
) -> np.ndarray:
    """Cells (n,) without zeros: steep both ways with corners on one side, or all of whose parts are so."""
    boxes = grid.boxes(row, column)
    free = known.no_zero | _one_sided(f, p, boxes, known)
    rest = np.flatnonzero(~free)
    share = np.linspace(0, 1, PARTS + 1)
    size = boxes[rest, 2:] - boxes[rest, :2]
    i, j = (index.ravel() for index in np.indices((PARTS, PARTS)))
    low = boxes[rest, None, :2] + size[:, None] * np.stack([share[i], share[j]], 1)
    high = boxes[rest, None, :2] + size[:, None] * np.stack([share[i + 1], share[j + 1]], 1)
    parts = np.concatenate([low, high], 2).reshape(-1, 4)
    closer = bounds.slopes(parts, p)
    free[rest] = (closer.no_zero | _one_sided(f, p, parts, closer)).reshape(-1, PARTS**2).all(1)
    return free


def _one_sided(f: Field, p: Parameters, boxes: np.ndarray, known: Slopes) -> np.ndarray:
    """Where f rises or falls throughout along both axes, and has one sign at all corners."""
    x, y = boxes[:, [0, 2, 0, 2]], boxes[:, [1, 1, 3, 3]]
    below = sampled(slopes, f, p, x.ravel(), y.ravel())[0].reshape(x.shape) < 0
    return known.steep_x & known.steep_y & (below.all(1) | ~below.any(1))
