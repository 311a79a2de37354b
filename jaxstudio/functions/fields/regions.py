"""Where a condition holds: every pixel of the view, and the edge of the region as lines on the curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.functions.fields.boxes import NO_BOXES
from jaxstudio.functions.fields.conditions import (
    STRICT,
    Condition,
    Relation,
    Truth,
    combined,
    compared,
    relations,
)
from jaxstudio.functions.fields.implicit import CELL_PX, implicit
from jaxstudio.functions.fields.pixels import pixel_centres
from jaxstudio.functions.fields.samples import POINTS, Field, Parameters, sampled, slopes, values
from jaxstudio.functions.fields.shapes import Boundary, Boxes, Line, Region
from jaxstudio.functions.protocol.scene import View

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
