"""The curve F(x, y) = 0 in view: where it is, where it ends, and where that cannot be said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.boxes import NO_BOXES, boxes_of, cells_beside
from jaxstudio.functions.fields.cells import link
from jaxstudio.functions.fields.certainty import Certainty, certainty, open_cells
from jaxstudio.functions.fields.domain_boundary import brinks
from jaxstudio.functions.fields.edges import Edges, crossings_of, edges_of
from jaxstudio.functions.fields.grid import Grid, grid_over
from jaxstudio.functions.fields.isolated_zeros import bowls, specks
from jaxstudio.functions.fields.lines import plain_lines, refined_lines
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes
from jaxstudio.functions.fields.shapes import Boxes, Implicit
from jaxstudio.functions.protocol.scene import View

CELL_PX = 3.0


@dataclass(frozen=True)
class Samples:
    """f and its slopes on a grid, each (ny, nx); its edges, those that end where f has no value apart."""

    grid: Grid
    heights: np.ndarray
    along_x: np.ndarray
    along_y: np.ndarray
    edges: Edges
    ending: Edges


def implicit(
    f: Field,
    view: View,
    p: Parameters,
    *,
    bounds: PlaneBounds | None = None,
    cell_px: float = CELL_PX,
    refined: bool = True,
) -> Implicit:
    """The curve f = 0, its vertices to about 1e-13 of the view on it.

    With `bounds`, those of the same f, it says which lines are proven, and whether they are all.
    `refined=False` gives only the lines, at once, with chords not looked into.
    """
    return level_set(f, p, sample(f, view, p, cell_px), 0.0, view, bounds=bounds, refined=refined)


def sample(f: Field, view: View, p: Parameters, cell_px: float) -> Samples:
    grid = grid_over(view, cell_px)
    results = sampled(slopes, f, p, *grid.points())
    heights, along_x, along_y = (result.reshape(grid.shape) for result in results)
    edges, ending = edges_of(grid, heights, along_x, along_y)
    return Samples(grid, heights, along_x, along_y, edges, ending)


def level_set(
    f: Field,
    p: Parameters,
    samples: Samples,
    level: float,
    view: View,
    *,
    bounds: PlaneBounds | None = None,
    refined: bool = True,
    only_lines: bool = False,
) -> Implicit:
    """The curve f = level over samples already taken; `only_lines`: no isolated points and no areas.

    `bounds` are only of use for level 0.
    """
    grid, heights = samples.grid, samples.heights
    if not refined:
        search = crossings_of(f, p, samples.edges, level)
        found, unresolved = search.found, cells_beside(grid.shape, search.lost)
        lines = plain_lines(link(f, p, grid, heights, found, unresolved, level), found)
        none = np.empty((0, 2))
        return Implicit(tuple(lines), none, boxes_of(grid, unresolved), NO_BOXES, samples=heights.size)
    more, rim = brinks(f, p, samples.ending, level)
    search = crossings_of(f, p, samples.edges, level, (more,))
    found = search.found.with_more(rim)
    unresolved, torn = (cells_beside(grid.shape, edges) for edges in (search.lost, search.torn))
    sure = Certainty(np.ones_like(unresolved), np.zeros_like(unresolved), False)
    if bounds is not None:
        cells = open_cells(bounds, p, grid)
        sure = certainty(f, bounds, p, grid, cells, found)
        unresolved &= sure.may_enter
    links = link(f, p, grid, heights, found, unresolved, level)
    pixel = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]]) / (view.width_px, view.height_px)
    proven = sure.proven & ~unresolved
    lines = refined_lines(f, p, grid, links, found, proven, torn & ~proven, pixel, level)
    points, solid = np.empty((0, 2)), NO_BOXES
    if not only_lines:
        met = cells_beside(grid.shape, found.index)
        hollow = bowls(heights, samples.along_x, samples.along_y, level)
        points = specks(f, p, grid, heights, hollow & ~met & ~unresolved & sure.may_enter, level)
        solid = _solid(grid, heights == level)
    boxes = boxes_of(grid, unresolved)
    return Implicit(tuple(lines), points, boxes, solid, sure.complete, samples=heights.size)


def _solid(grid: Grid, zero: np.ndarray) -> Boxes:
    return boxes_of(grid, zero[:-1, :-1] & zero[:-1, 1:] & zero[1:, :-1] & zero[1:, 1:])
