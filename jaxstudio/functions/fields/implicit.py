"""The curve F(x, y) = 0 in view, contours at round levels, and regions where a condition holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.bounds import Certainty, PlaneBounds, certainty, open_cells
from jaxstudio.functions.fields.cells import bowls, isolated_zeros, link
from jaxstudio.functions.fields.conditions import (
    STRICT,
    Condition,
    Relation,
    Truth,
    combined,
    compared,
    relations,
)
from jaxstudio.functions.fields.edges import Edges, boundary_edges, crossings_of, edges_of
from jaxstudio.functions.fields.grid import (
    NO_BOXES,
    POINTS,
    Field,
    Grid,
    Parameters,
    boxes_of,
    cells_beside,
    grid_over,
    pixel_centres,
    sampled,
    slopes,
    values,
)
from jaxstudio.functions.fields.heatmap import nice_levels, robust_range
from jaxstudio.functions.fields.lines import plain_lines, refined_lines
from jaxstudio.functions.protocol.scene import Boundary, Boxes, Contour, Implicit, Line, Region, View

CELL_PX = 3.0


@dataclass(frozen=True)
class Samples:
    """f and its slopes on a grid, (ny, nx) each; its edges, those at the ends of f apart."""

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
        crossings, unresolved = search.crossings, cells_beside(grid.shape, search.lost)
        lines = plain_lines(link(f, p, grid, heights, crossings, unresolved, level), crossings)
        none = np.empty((0, 2))
        return Implicit(tuple(lines), none, boxes_of(grid, unresolved), NO_BOXES, samples=heights.size)
    more, rim = boundary_edges(f, p, samples.ending, level)
    search = crossings_of(f, p, samples.edges, level, (more,))
    crossings = search.crossings.with_more(rim)
    unresolved, torn = (cells_beside(grid.shape, edges) for edges in (search.lost, search.torn))
    sure = Certainty(np.ones_like(unresolved), np.zeros_like(unresolved), False)
    if bounds is not None:
        cells = open_cells(bounds, p, grid)
        sure = certainty(f, bounds, p, grid, cells, crossings)
        unresolved &= sure.may_enter
    links = link(f, p, grid, heights, crossings, unresolved, level)
    pixel = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]]) / (view.width_px, view.height_px)
    proven = sure.proven & ~unresolved
    lines = refined_lines(f, p, grid, links, crossings, proven, torn & ~proven, pixel, level)
    points, solid = np.empty((0, 2)), NO_BOXES
    if not only_lines:
        met = cells_beside(grid.shape, crossings.index)
        hollow = bowls(heights, samples.along_x, samples.along_y, level)
        points = isolated_zeros(f, p, grid, heights, hollow & ~met & ~unresolved & sure.may_enter, level)
        zero = heights == level
        solid = boxes_of(grid, zero[:-1, :-1] & zero[:-1, 1:] & zero[1:, :-1] & zero[1:, 1:])
    boxes = boxes_of(grid, unresolved)
    return Implicit(tuple(lines), points, boxes, solid, sure.complete, samples=heights.size)


CONTOUR_CELL_PX = 4.0


def contours(
    f: Field,
    view: View,
    p: Parameters,
    levels: Sequence[float] | None = None,
    *,
    count: int = 10,
    refined: bool = True,
) -> tuple[Contour, ...]:
    """The contours in view, at the levels given or at about `count` round ones.

    `refined=False`: at once, their chords not looked into.
    """
    samples = sample(f, view, p, CONTOUR_CELL_PX)
    if levels is None:
        levels = nice_levels(*robust_range(samples.heights), count)
    found = []
    for level in levels:
        curve = level_set(f, p, samples, float(level), view, refined=refined, only_lines=True)
        found.append(Contour(float(level), curve.lines, curve.unresolved))
    return tuple(found)


HALVINGS = 40


def region(condition: Condition, view: View, p: Parameters, *, refined: bool = True) -> Region:
    """The part of the view in which a condition holds, decided at the centre of every pixel.

    `refined=False` gives the pixels only.
    """
    shape = view.height_px, view.width_px
    truths = _truths(condition, p, pixel_centres(view))
    whole = combined(condition, truths)
    inside = whole.yes.reshape(shape)
    undefined = ~(whole.yes | whole.no).reshape(shape)
    if not refined:
        return Region(inside, undefined, (), NO_BOXES)
    edge: list[Boundary] = []
    unresolved = []
    for number, relation in enumerate(relations(condition)):
        curve = implicit(relation.f, view, p, cell_px=CELL_PX)
        unresolved.append(curve.unresolved.corners)
        for line in curve.lines:
            edge += _parts_that_matter(condition, number, relation, line, p)
    return Region(inside, undefined, tuple(edge), Boxes(np.concatenate(unresolved)))


def _truths(condition: Condition, p: Parameters, points: np.ndarray) -> list[Truth]:
    kernel = values if len(points) > POINTS else slopes
    known: dict[Field, np.ndarray] = {}
    for relation in relations(condition):
        if relation.f not in known:
            known[relation.f] = sampled(kernel, relation.f, p, points[:, 0], points[:, 1])[0]
    return [compared(relation, known[relation.f]) for relation in relations(condition)]


def _matters(condition: Condition, number: int, p: Parameters, points: np.ndarray) -> np.ndarray:
    """Where (n,) the whole depends on one relation, given all others."""
    truths = _truths(condition, p, points)
    sure = np.ones(len(points), bool)
    with_it: Sequence[Truth] = [*truths[:number], Truth(sure, ~sure), *truths[number + 1 :]]
    without: Sequence[Truth] = [*truths[:number], Truth(~sure, sure), *truths[number + 1 :]]
    return combined(condition, with_it).yes != combined(condition, without).yes


def _parts_that_matter(
    condition: Condition, number: int, relation: Relation, line: Line, p: Parameters
) -> list[Boundary]:
    """The stretches of a relation's curve on which the region ends, cut where another relation takes over."""
    # where f only touches zero, a < or > makes a hole as thin as the curve, and <= or >= only the curve
    strict = relation.sense in STRICT
    points = line.points
    matters = _matters(condition, number, p, points)
    if matters.all():
        return [Boundary(line, strict)]
    if not matters.any():
        return []
    if line.closed:
        turn = int(np.flatnonzero(~matters)[0])
        points, matters = np.roll(points, -turn, 0), np.roll(matters, -turn)
        points, matters = np.concatenate([points, points[:1]]), np.append(matters, matters[0])
    change = np.flatnonzero(matters[1:] != matters[:-1])
    cuts = _cuts(condition, number, p, points[change], points[change + 1], matters[change])
    starts = [0, *(change + 1)]
    ends = [*(change + 1), len(points)]
    stretches = []
    for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if matters[start]:
            before, after = cuts[at - 1 : at] if at else cuts[:0], cuts[at : at + 1]
            stretch = np.concatenate([before, points[start:end], after])
            stretches.append(Boundary(Line(stretch, double=line.double, proof=line.proof), strict))
    return stretches


def _cuts(
    condition: Condition,
    number: int,
    p: Parameters,
    first: np.ndarray,
    second: np.ndarray,
    at_first: np.ndarray,
) -> np.ndarray:
    """Points (n, 2) between two neighbours where the relation begins or ceases to matter."""
    low, high = np.zeros(len(first)), np.ones(len(first))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        same = _matters(condition, number, p, first + middle[:, None] * (second - first)) == at_first
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return first + low[:, None] * (second - first)
