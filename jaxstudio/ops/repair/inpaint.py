"""Inpainting and healing: what lies under a mask is filled from its edge, or by another place of the picture.

The engine finds the holes that the step's mask makes (engine/plan/holes.py), and blends the filled picture
with the untouched one by the mask afterwards, as after any other step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from jaxstudio.errors import ParameterError
from jaxstudio.kernels.array_types import Bool, Float32
from jaxstudio.ops.repair.spots import SOURCE
from jaxstudio.pipeline.kinds import Filling, Op, Report
from jaxstudio.pipeline.op import Size, Values
from jaxstudio.pipeline.params import Choice

ACCURACY, MOST_CYCLES = 5e-5, 60  # the error that is left, as a share of the largest value
SWEEPS, DAMPING, STIFFER = 2, 0.8, 1.8
# A level is solved by a Cholesky decomposition of its band if that takes no more products than this.
MOST_PRODUCTS = 30_000_000
WAYS = "How far to the right of a stroke its source is.", "How far below a stroke its source is."
FILLS = SMOOTH, HEAL, CLONE = "smooth", "heal", "clone"

Field = Float32[np.ndarray, "height width channels"]
Hole = Bool[np.ndarray, "height width"]
Unknowns = Float32[np.ndarray, "pixels channels"]
Solve = Callable[[Unknowns], Unknowns]


def sum_around(field: Any) -> Any:
    """The sum of the four neighbours, 0 beyond the border."""
    total = np.zeros_like(field)
    total[1:] += field[:-1]
    total[:-1] += field[1:]
    total[:, 1:] += field[:, :-1]
    total[:, :-1] += field[:, 1:]
    return total


def numbers_of(hole: Hole) -> Any:
    """The number of each of the hole's pixels, row by row."""
    return np.cumsum(hole.ravel(), dtype=np.int32).reshape(hole.shape) - 1


def laplacian(hole: Hole, neighbours: Any) -> Any:
    """The sparse matrix n·u − Σ of the neighbours within the hole, for n neighbours within the picture."""
    from scipy import sparse

    # a row's entries in the order of their columns: above, left, itself, right, below
    inner, pitch = np.pad(hole, 1), hole.shape[1] + 2
    places = np.flatnonzero(inner)[:, None] + np.array([-pitch, -1, 0, 1, pitch])
    present, columns = inner.ravel()[places], numbers_of(inner).ravel()[places]
    entries = np.full(present.shape, np.float32(-1))
    entries[:, 2] = np.maximum(neighbours[hole], np.float32(1))
    begins = np.concatenate([[0], np.cumsum(present.sum(1))]).astype(np.int32)
    count = len(present)
    return sparse.csr_array((entries[present], columns[present], begins), (count, count))


def along(matrix: Any) -> Any:
    """The pixels of a stroke from one end to the other: numbers of neighbours differ by little in this order.

    The pixel that is farthest from any one is an end; the others follow by their distance from it. Where a
    hole has several parts, Cuthill and McKee's order is taken, which may begin in a stroke's middle: then the
    numbers differ by up to twice as much.
    """
    from scipy.sparse.csgraph import breadth_first_order, reverse_cuthill_mckee

    order = breadth_first_order(matrix, 0, return_predecessors=False)
    order = breadth_first_order(matrix, order[-1], return_predecessors=False)
    return order if order.size == matrix.shape[0] else reverse_cuthill_mckee(matrix, symmetric_mode=True)


def has_square(hole: Hole, side: int) -> bool:
    """Whether the hole has all of one of the squares of `side` × `side` pixels that lie side by side."""
    rows, columns = (size // side for size in hole.shape)
    squares = hole[: rows * side, : columns * side].reshape(rows, side, columns, side)
    return bool(squares.all(axis=(1, 3)).any())


def directly(matrix: Any, hole: Hole) -> Solve | None:
    """A function that solves the matrix by its Cholesky decomposition; None where that takes too long.

    The pixels of a stroke are numbered along it, so that neighbours have numbers that differ by little more
    than the stroke's width. In a square they differ by its side at least, however they are numbered.
    """
    from scipy.linalg import cho_solve_banded, cholesky_banded

    count = matrix.shape[0]
    if has_square(hole, math.isqrt(MOST_PRODUCTS // count) + 1):
        return None
    order = along(matrix)
    place = np.empty_like(order)
    place[order] = np.arange(count, dtype=order.dtype)
    entries = matrix.tocoo()
    column = place[entries.col]
    below = place[entries.row] - column
    width = int(below.max(initial=0))
    if count * width**2 > MOST_PRODUCTS:
        return None
    band = np.zeros((width + 1, count), np.float32, order="F")
    lower = below >= 0
    band[below[lower], column[lower]] = entries.data[lower]
    decomposed = cholesky_banded(band, overwrite_ab=True, lower=True, check_finite=False)

    def solve(force: Unknowns) -> Unknowns:
        field: Unknowns = np.empty_like(force)
        field[order] = cho_solve_banded((decomposed, True), force[order], check_finite=False)
        return field

    return solve


def solver(matrix: Any, hole: Hole, check: Callable[[], None]) -> Solve:
    """A function that finds the values that the hole's Laplacian turns into a force.

    Where the hole is too large for a direct solution: conjugate gradients whose preconditioner is a V-cycle,
    from the hole's pixels to cells of 2 × 2 that hold some of them and so on, until a level is solved
    directly.
    """
    found = directly(matrix, hole)
    if found is not None:
        return found
    cycle = v_cycle(matrix, hole)

    def solve(force: Unknowns) -> Unknowns:
        field, way, rest = np.zeros_like(force), np.zeros_like(force), force.copy()
        before, limit = np.ones(force.shape[1], np.float32), 0.0
        for _ in range(MOST_CYCLES):
            check()
            nearer = cycle(rest)
            now = np.einsum("ik,ik->k", rest, nearer)
            way = nearer + way * (now / before)
            steep = matrix @ way
            length = now / np.maximum(np.einsum("ik,ik->k", way, steep), 1e-30)
            field += length * way
            rest -= length * steep
            before = np.maximum(now, 1e-30)
            limit = limit or ACCURACY * float(np.abs(nearer).max())
            if float(np.abs(nearer).max()) <= limit:  # about the error before this step
                break
        return field

    return solve


def v_cycle(matrix: Any, hole: Hole) -> Solve:
    """One symmetric V-cycle from 0: about the values that the matrix turns into a force.

    Values beneath are those of cells; each pixel takes its cell's. Steps from cell to cell are steeper than
    the slopes they stand for, which makes that matrix too stiff by `STIFFER`.
    """
    from scipy import sparse

    even = np.pad(hole, [(0, size % 2) for size in hole.shape])
    coarse = np.asarray(even.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2).any(axis=(1, 3)))
    rows, columns = np.nonzero(hole)
    cell = numbers_of(coarse)[rows // 2, columns // 2]
    begins = np.arange(rows.size + 1, dtype=np.int32)
    finer = sparse.csr_array((np.ones(rows.size, np.float32), cell, begins), (rows.size, int(coarse.sum())))
    coarser, step = finer.T.tocsr(), (DAMPING / matrix.diagonal())[:, None]
    beneath = coarser @ matrix @ finer
    beneath.data /= np.float32(STIFFER)
    solve_beneath = directly(beneath, coarse) or v_cycle(beneath, coarse)

    def cycle(force: Unknowns) -> Unknowns:
        field: Unknowns = step * force
        for _ in range(SWEEPS - 1):
            field += step * (force - matrix @ field)
        field += finer @ solve_beneath(coarser @ (force - matrix @ field))
        for _ in range(SWEEPS):
            field += step * (force - matrix @ field)
        return field

    return cycle


def fill_smoothly(pixels: Field, hole: Hole, check: Callable[[], None]) -> Field:
    """The hole filled by the harmonic function that continues the pixels at its edge."""
    neighbours = sum_around(np.ones(hole.shape, np.float32))
    force = sum_around(np.where(hole[..., None], np.float32(0), pixels))[hole]
    filled = pixels.copy()
    filled[hole] = solver(laplacian(hole, neighbours), hole, check)(force)
    return filled


def source_shift(values: Values, size: Size) -> Size | None:
    """Rows and columns from a pixel to its source; None where the filling needs none."""
    if values["fill"] == SMOOTH:
        return None
    height, width = size
    return round(values["source_y"] / 100 * height), round(values["source_x"] / 100 * width)


def fill(pixels: Field, hole: Hole, source: Field | None, values: Values, report: Report) -> Field:
    if hole.all():
        raise ParameterError("inpaint: its mask covers the whole picture, and leaves nothing to fill it from")
    if source is None:
        return fill_smoothly(pixels, hole, lambda: report(0.5))
    if values["fill"] == CLONE:
        return source
    membrane = fill_smoothly(pixels - source, hole, lambda: report(0.5))
    return membrane + source


inpaint = Op(
    name="inpaint",
    title="Inpaint",
    category="repair",
    keywords=(
        "fill", "content aware fill", "remove object", "erase", "heal selection", "healing brush",
        "clone brush", "resynthesizer", "scratch", "wire", "watermark removal", "telea",
    ),
    doc="Fills what its mask covers: smoothly from the colours around, or by another place of the picture.",
    use="For scratches, wires, dates and dust: add the step, then paint over them with a brush mask; heal "
    "and clone bring texture.",
    formula="smooth: Δy = 0 where the mask is above 0, y = x elsewhere; clone: y = x(p + d), d the way to "
    "the source; heal: y = x(p + d) + u, Δu = 0 where the mask is above 0, u = x − x(p + d) elsewhere; then "
    "x + mask·(y − x)",
    source="Laplace's equation; Pérez, Gangnet and Blake, Poisson image editing, 2003; Cuthill and McKee, "
    "Reducing the bandwidth of sparse symmetric matrices, 1969; Tatebe, The multigrid preconditioned "
    "conjugate gradient method, 1993; Braess, Towards algebraic multigrid for elliptic problems of second "
    "order, 1995",
    notes="Without a mask nothing changes. A smooth filling has no texture. Beyond the picture's border "
    "nothing pulls. Solved on the CPU by SciPy, to 1e-4: a narrow stroke by a banded Cholesky decomposition, "
    "a wide one by conjugate gradients with multigrid cycles.",
    own_params=(
        Choice(
            "fill", SMOOTH, FILLS, doc="Of colours around, or of a source whose light fits in, or is copied."
        ),
        *(
            replace(param, needs=("fill", HEAL, CLONE), doc=f"{way} Strokes may have sources of their own.")
            for param, way in zip(SOURCE, WAYS, strict=True)
        ),
    ),
    kind=Filling(fill, source_shift),
)  # fmt: skip
