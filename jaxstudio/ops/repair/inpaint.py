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


def fill_holes(pixels: Field, hole: Hole, report: Report) -> Field:
    """Fill every hole by itself, with the pixels around it."""
    from scipy import ndimage

    labels, count = ndimage.label(hole)
    labels = hole.astype(np.int32) if count > MANY else labels
    places = ndimage.find_objects(labels)
    neighbours = sum_around(np.ones((*hole.shape, 1), np.float32))[..., 0]
    pixels = np.where(hole[..., None], np.float32(0), pixels)
    filled = pixels.copy()
    for number, place in enumerate(places, 1):
        around = tuple(slice(max(each.start - 1, 0), each.stop + 1) for each in place)
        own, check = labels[around] == number, partial(report, number / len(places))
        filled[around][own] = fill_hole(pixels[around], own, neighbours[around], check)[own]
    return filled


def shifted(pixels: Field, values: Values) -> Field:
    """For each pixel the one at its source; beyond the picture its edge."""
    height, width = pixels.shape[:2]
    down, right = (
        round(values[f"source_{axis}"] / 100 * size) for axis, size in zip("yx", (height, width), strict=True)
    )
    rows, columns = (np.arange(size) + by for size, by in ((height, down), (width, right)))
    return pixels[rows.clip(0, height - 1)[:, None], columns.clip(0, width - 1)]


def fill(pixels: Field, values: Values, report: Report) -> Field:
    """Fill the holes; what a source would take from a hole is filled smoothly before."""
    hole = pixels[..., 0] < LEAST
    if hole.all():
        raise ParameterError("inpaint: its mask covers the whole picture, and leaves nothing to fill it from")
    if not hole.any():
        return pixels
    source = shifted(pixels, values)
    lacking = bool((source[hole][:, 0] < LEAST).any())
    if values["fill"] == SMOOTH or lacking:
        smooth = fill_holes(pixels, hole, report)
        if values["fill"] == SMOOTH:
            return smooth
        source = shifted(smooth, values)
    if values["fill"] == CLONE:
        return np.where(hole[..., None], source, pixels)
    return np.where(hole[..., None], source + fill_holes(pixels - source, hole, report), pixels)


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
