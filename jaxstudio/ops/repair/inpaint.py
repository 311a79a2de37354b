"""Inpainting: what lies under a mask is filled from its edge, by a membrane stretched over the hole.

A step does not see its mask. The engine therefore marks the masked pixels (HOLE) before the step, and
blends the filled picture with the untouched one by the mask afterwards, as after any other step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from jaxstudio.kernels.array_types import Bool, Float32
from jaxstudio.pipeline.kinds import Op, Report, Whole
from jaxstudio.pipeline.op import Values

LEAST = -1.0  # what is less is marked: HOLE, mixed with the picture by the mask
EXACT, MOST_CYCLES = 1e-5, 60
SWEEPS, COARSEST_SWEEPS, DAMPING = 2, 20, 0.8
MANY = 100  # holes: more are filled at once, in all of the picture that they lie in

Field = Float32[np.ndarray, "height width channels"]
Counts = Float32[np.ndarray, "height width"]
Hole = Bool[np.ndarray, "height width"]


def sum_around(field: Field) -> Field:
    """The sum of the four neighbours, 0 beyond the border."""
    total = np.zeros_like(field)
    total[1:] += field[:-1]
    total[:-1] += field[1:]
    total[:, 1:] += field[:, :-1]
    total[:, :-1] += field[:, 1:]
    return total


class Membrane:
    """Laplace's equation in a hole: n·u − Σ of the n neighbours within the picture, u = 0 outside the hole.

    `levels` are (hole, n) from the finest grid to the coarsest, each of cells of 2 × 2 that lie within the
    hole of the finer one.
    """

    def __init__(self, hole: Hole, neighbours: Counts) -> None:
        self.levels = []
        while hole.any():
            inside = hole[..., None].astype(np.float32)
            self.levels.append((inside, np.maximum(neighbours, 1.0)[..., None]))
            even = np.pad(hole, [(0, size % 2) for size in hole.shape])
            counts = np.pad(neighbours, [(0, size % 2) for size in hole.shape])
            cells = even.shape[0] // 2, 2, even.shape[1] // 2, 2
            hole = np.asarray(even.reshape(cells).all(axis=(1, 3)))
            # a cell at the picture's border lacks a neighbour where its pixels do
            neighbours = counts.reshape(cells).min(axis=(1, 3))

    def apply(self, field: Field, level: int = 0) -> Field:
        inside, neighbours = self.levels[level]
        return inside * (neighbours * field - sum_around(field))

    def cycle(self, force: Field, level: int = 0) -> Field:
        """One symmetric V-cycle from 0: an approximation of the field whose `apply` is the force."""
        inside, neighbours = self.levels[level]
        step = DAMPING * inside / neighbours
        field = step * force
        coarsest = level + 1 == len(self.levels)
        for _ in range(COARSEST_SWEEPS if coarsest else SWEEPS - 1):
            field += step * (force - self.apply(field, level))
        if coarsest:
            return field
        left = force - self.apply(field, level)
        height, width, channels = left.shape
        even = np.pad(left, [(0, height % 2), (0, width % 2), (0, 0)])
        cells = even.reshape(even.shape[0] // 2, 2, even.shape[1] // 2, 2, channels).sum(axis=(1, 3))
        coarse = self.cycle(cells * self.levels[level + 1][0], level + 1)
        field += inside * coarse.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
        for _ in range(SWEEPS):
            field += step * (force - self.apply(field, level))
        return field


def fill_hole(pixels: Field, hole: Hole, neighbours: Counts, check: Callable[[], None]) -> Field:
    """The picture with the hole filled: conjugate gradients whose preconditioner is a multigrid cycle."""
    membrane = Membrane(hole, neighbours)
    inside = hole[..., None].astype(np.float32)
    field = np.zeros_like(pixels)
    rest = inside * sum_around(np.where(hole[..., None], np.float32(0), pixels))
    limit = EXACT * max(float(np.abs(rest).max()), 1e-12)
    way = np.zeros_like(pixels)
    before = np.ones(pixels.shape[2], np.float32)
    for _ in range(MOST_CYCLES):
        check()
        if float(np.abs(rest).max()) <= limit:
            break
        nearer = membrane.cycle(rest)
        now = np.einsum("ijk,ijk->k", rest, nearer)
        way = nearer + way * (now / before)
        steep = membrane.apply(way)
        length = now / np.maximum(np.einsum("ijk,ijk->k", way, steep), 1e-30)
        field += length * way
        rest -= length * steep
        before = np.maximum(now, 1e-30)
    return np.where(hole[..., None], field, pixels)


def fill(pixels: Field, values: Values, report: Report) -> Field:
    """Fill every hole by itself, with the pixels around it."""
    from scipy import ndimage

    hole = pixels[..., 0] < LEAST
    labels, count = ndimage.label(hole)
    labels = hole.astype(np.int32) if count > MANY else labels
    places = ndimage.find_objects(labels)
    neighbours = sum_around(np.ones((*hole.shape, 1), np.float32))[..., 0]
    for number, place in enumerate(places, 1):
        around = tuple(slice(max(each.start - 1, 0), each.stop + 1) for each in place)
        own = labels[around] == number
        filled = fill_hole(pixels[around], own, neighbours[around], partial(report, number / len(places)))
        pixels[around] = np.where(own[..., None], filled, pixels[around])
    return pixels


inpaint = Op(
    name="inpaint",
    title="Inpaint",
    category="repair",
    keywords=(
        "fill",
        "content aware fill",
        "remove object",
        "erase",
        "heal selection",
        "resynthesizer",
        "scratch",
        "wire",
        "watermark removal",
        "telea",
    ),
    doc="Fills what its mask covers smoothly from the colours around.",
    use="For scratches, wires, dates and dust: add the step, then paint over them with a brush mask.",
    formula="Δy = 0 where the mask is above 0, y = x elsewhere; then x + mask·(y − x)",
    source="Laplace's equation; Pérez, Gangnet and Blake, Poisson image editing, 2003, its membrane",
    notes="Without a mask nothing changes. The filling is smooth and has no texture: for large places with "
    "texture take Spot removal. Beyond the picture's border nothing pulls. Solved by conjugate gradients "
    "with multigrid cycles, in NumPy on the CPU, to 1e-4.",
    kind=Whole(fill, fills_holes=True),
)
