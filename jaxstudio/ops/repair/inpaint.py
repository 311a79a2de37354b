"""Inpainting and healing: what lies under a mask is filled from its edge, or by another place of the picture.

A step does not see its mask. The engine therefore marks the masked pixels (HOLE) before the step, and
blends the filled picture with the untouched one by the mask afterwards, as after any other step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from jaxstudio.errors import ParameterError
from jaxstudio.kernels.array_types import Bool, Float32
from jaxstudio.ops.repair.spots import SOURCE
from jaxstudio.pipeline.kinds import Op, Report, Whole
from jaxstudio.pipeline.op import Values
from jaxstudio.pipeline.params import Choice

LEAST = -1.0  # what is less is marked: HOLE, mixed with the picture by the mask
ACCURACY, MOST_CYCLES = 5e-5, 60  # the error that is left, as a share of the range of the values around
SWEEPS, COARSEST_SWEEPS, DAMPING = 2, 20, 0.8
MANY = 100  # holes: more are filled at once, in all of the picture that they lie in
FILLS = SMOOTH, HEAL, CLONE = "smooth", "heal", "clone"

Field = Float32[np.ndarray, "height width channels"]
Counts = Float32[np.ndarray, "height width"]
Hole = Bool[np.ndarray, "height width"]
Unknowns = Float32[np.ndarray, "pixels channels"]
Box = tuple[slice, slice]
Level = tuple[Any, Any, Any, Any]  # the matrix, the step of a sweep, to the finer grid, to the coarser one


def sum_around(field: Field) -> Field:
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


def laplacian(hole: Hole, neighbours: Counts) -> Any:
    """The sparse matrix n·u − Σ of the neighbours within the hole, for n neighbours within the picture."""
    from scipy import sparse

    numbers, count = numbers_of(hole), int(hole.sum())
    across, down = hole[:, :-1] & hole[:, 1:], hole[:-1] & hole[1:]
    first = np.concatenate([numbers[:, :-1][across], numbers[:-1][down]])
    second = np.concatenate([numbers[:, 1:][across], numbers[1:][down]])
    joins = sparse.coo_array((np.ones(first.size, np.float32), (first, second)), (count, count)).tocsr()
    diagonal = np.maximum(neighbours[hole], np.float32(1))
    return sparse.dia_array((diagonal[None], [0]), (count, count)).tocsr() - joins - joins.T.tocsr()


def grids(hole: Hole, neighbours: Counts) -> list[Level]:
    """From the finest grid to the coarsest, of cells of 2 × 2 within the finer one's hole."""
    from scipy import sparse

    levels = []
    while hole.any():
        matrix = laplacian(hole, neighbours)
        even, counts = (np.pad(each, [(0, size % 2) for size in hole.shape]) for each in (hole, neighbours))
        cells = even.shape[0] // 2, 2, even.shape[1] // 2, 2
        coarse = np.asarray(even.reshape(cells).all(axis=(1, 3)))
        rows, columns = (place // 2 for place in np.nonzero(hole))
        inside = coarse[rows, columns]
        begins = np.concatenate([[0], np.cumsum(inside)])
        cell = numbers_of(coarse)[rows, columns][inside]
        finer = sparse.csr_array(
            (np.ones(cell.size, np.float32), cell, begins), (rows.size, int(coarse.sum()))
        )
        levels.append((matrix, (DAMPING / matrix.diagonal())[:, None], finer, finer.T.tocsr()))
        # a cell at the picture's border lacks a neighbour where its pixels do
        hole, neighbours = coarse, counts.reshape(cells).min(axis=(1, 3))
    return levels


def cycle(force: Unknowns, levels: list[Level]) -> Unknowns:
    """One symmetric V-cycle from 0: about the values that the matrix turns into the force."""
    (matrix, step, finer, coarser), rest = levels[0], levels[1:]
    field: Unknowns = step * force
    for _ in range(SWEEPS - 1 if rest else COARSEST_SWEEPS):
        field += step * (force - matrix @ field)
    if rest:
        field += finer @ cycle(coarser @ (force - matrix @ field), rest)
        for _ in range(SWEEPS):
            field += step * (force - matrix @ field)
    return field


def fill_hole(pixels: Field, hole: Hole, neighbours: Counts, check: Callable[[], None]) -> Field:
    """The picture with the hole filled: conjugate gradients whose preconditioner is a multigrid cycle.

    Only the hole's pixels are unknowns, so that a long thin stroke costs no more than its own pixels.
    """
    levels = grids(hole, neighbours)
    rest = sum_around(np.where(hole[..., None], np.float32(0), pixels))[hole]
    limit = ACCURACY * max(float(np.ptp(pixels[~hole])), 1e-6)
    field, way = np.zeros_like(rest), np.zeros_like(rest)
    before = np.ones(pixels.shape[2], np.float32)
    for _ in range(MOST_CYCLES):
        check()
        nearer = cycle(rest, levels)
        now = np.einsum("ik,ik->k", rest, nearer)
        way = nearer + way * (now / before)
        steep = levels[0][0] @ way
        length = now / np.maximum(np.einsum("ik,ik->k", way, steep), 1e-30)
        field += length * way
        rest -= length * steep
        before = np.maximum(now, 1e-30)
        if float(np.abs(nearer).max()) <= limit:  # about the error before this step
            break
    filled = pixels.copy()
    filled[hole] = field
    return filled


def box_around(hole: Hole) -> Box:
    """The rows and columns that all holes lie in."""
    rows = np.flatnonzero(hole.any(axis=1))
    columns = np.flatnonzero(hole[rows[0] : rows[-1] + 1].any(axis=0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def holes_in(hole: Hole) -> list[tuple[Box, Any]]:
    """Each hole with the box around it and one pixel more: its rows and columns, and the hole within it."""
    from scipy import ndimage

    everything = box_around(hole)
    first = [side.start for side in everything]
    labels, count = ndimage.label(hole[everything])
    labels = (labels > 0).astype(np.int32) if count > MANY else labels
    found = []
    for number, place in enumerate(ndimage.find_objects(labels), 1):
        rows, columns = (
            slice(max(side.start + begin - 1, 0), min(side.stop + begin + 1, size))
            for side, begin, size in zip(place, first, hole.shape, strict=True)
        )
        own = np.zeros(hole[rows, columns].shape, bool)
        top, left = (
            side.start + begin - box.start
            for side, begin, box in zip(place, first, (rows, columns), strict=True)
        )
        inside = labels[place] == number
        own[top : top + inside.shape[0], left : left + inside.shape[1]] = inside
        found.append(((rows, columns), own))
    return found


def neighbours_in(box: Box, size: tuple[int, int]) -> Counts:
    """How many of its four neighbours each pixel of a box has in a picture of this size."""
    rows, columns = (np.arange(side.start, side.stop) for side in box)
    down, across = (
        2 - (place == 0) - (place == last - 1) for place, last in zip((rows, columns), size, strict=True)
    )
    return (down[:, None] + across).astype(np.float32)


def at_source(pixels: Field, values: Values, rows: Any, columns: Any) -> Any:
    """The pixels at the source of each of these; beyond the picture its edge."""
    height, width = pixels.shape[:2]
    down, right = (
        round(values[f"source_{axis}"] / 100 * size) for axis, size in zip("yx", (height, width), strict=True)
    )
    return pixels[(rows + down).clip(0, height - 1), (columns + right).clip(0, width - 1)]


def fill_holes(pixels: Field, hole: Hole, report: Report, source: Callable[..., Any] | None = None) -> Field:
    """Fill every hole by itself from its edge; with a `source` by that, whose light fits in at the edge.

    `source` gives the pixels for rows and columns that are broadcast against each other.
    """
    filled, holes = pixels.copy(), holes_in(hole)
    for number, (box, own) in enumerate(holes, 1):
        rows, columns = (np.arange(side.start, side.stop) for side in box)
        beneath = np.float32(0) if source is None else source(rows[:, None], columns)
        field = np.where(hole[box][..., None], np.float32(0), pixels[box] - beneath)
        check = partial(report, number / len(holes))
        field = fill_hole(field, own, neighbours_in(box, hole.shape), check) + beneath
        filled[box][own] = field[own]
    return filled


def fill(pixels: Field, values: Values, report: Report) -> Field:
    """Fill the holes; a source's own holes are filled smoothly first."""
    hole = pixels[..., 0] < LEAST
    if hole.all():
        raise ParameterError("inpaint: its mask covers the whole picture, and leaves nothing to fill it from")
    if not hole.any():
        return pixels
    box = box_around(hole)
    places = tuple(found + side.start for found, side in zip(np.nonzero(hole[box]), box, strict=True))
    picture, taken = pixels, at_source(pixels, values, *places)
    if values["fill"] == SMOOTH or (taken[:, 0] < LEAST).any():
        picture = fill_holes(pixels, hole, report)
        if values["fill"] == SMOOTH:
            return picture
    if values["fill"] == CLONE:
        filled = pixels.copy()
        filled[places] = at_source(picture, values, *places)
        return filled
    return fill_holes(pixels, hole, report, partial(at_source, picture, values))


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
    source="Laplace's equation; Pérez, Gangnet and Blake, Poisson image editing, 2003; Tatebe, The multigrid "
    "preconditioned conjugate gradient method, 1993",
    notes="Without a mask nothing changes. A smooth filling has no texture. Beyond the picture's border "
    "nothing pulls. Solved on the CPU by conjugate gradients with multigrid cycles on SciPy's sparse "
    "matrices, to 1e-4: XLA's stencils over the box around a stroke take twenty times as long.",
    own_params=(
        Choice(
            "fill", SMOOTH, FILLS, doc="Of colours around, or of a source whose light fits in, or is copied."
        ),
        *(replace(param, needs=("fill", HEAL, CLONE)) for param in SOURCE),
    ),
    kind=Whole(fill, fills_holes=True),
)  # fmt: skip
