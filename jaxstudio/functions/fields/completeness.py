"""Are these all critical points in view? Boxes are cut until each is excluded or holds a known one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.samples import Parameters
from jaxstudio.functions.fields.shapes import CriticalPoint
from jaxstudio.functions.protocol.scene import View

FIRST = 32  # boxes along each axis to begin with
DEPTH = 12  # times that they are halved
MOST = 30_000  # boxes at a time
# around a known point a box is sought in which it is the only one, from this part of the view down
WIDEST, NARROWEST = 2.0**-3, 2.0**-16


def all_found(bounds: PlaneBounds, p: Parameters, view: View, known: Sequence[CriticalPoint]) -> bool:
    """Whether intervals show that the view holds no critical points but the known ones."""
    size = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]])
    own = _own_boxes(bounds, p, np.array([(one.x, one.y) for one in known]).reshape(-1, 2), size)
    if own is None:
        return False
    row, column = (index.ravel() for index in np.indices((FIRST, FIRST)))
    x, y = np.linspace(*view.x, FIRST + 1), np.linspace(*view.y, FIRST + 1)
    boxes = np.stack([x[column], y[row], x[column + 1], y[row + 1]], 1)
    for _ in range(DEPTH):
        boxes = boxes[~_within(boxes, own)]
        boxes = boxes[bounds.flat_somewhere(boxes, p)]
        if not len(boxes):
            return True
        if len(boxes) > MOST // 4:
            return False
        boxes = _quarters(boxes)
    return False


def _own_boxes(bounds: PlaneBounds, p: Parameters, points: np.ndarray, size: np.ndarray) -> np.ndarray | None:
    """For each point a box (n, 4) around it with no second one; None if one has none."""
    own = np.full((len(points), 4), np.nan)
    waiting, width = np.arange(len(points)), WIDEST
    while len(waiting) and width >= NARROWEST:
        around = np.concatenate([points[waiting] - width * size, points[waiting] + width * size], 1)
        alone = bounds.one_flat_point(around, p)
        own[waiting[alone]] = around[alone]
        waiting, width = waiting[~alone], width / 2
    return None if len(waiting) else own


def _within(boxes: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Which boxes lie inside one of the others."""
    inside = np.zeros(len(boxes), bool)
    for x0, y0, x1, y1 in own:
        inside |= (boxes[:, 0] >= x0) & (boxes[:, 1] >= y0) & (boxes[:, 2] <= x1) & (boxes[:, 3] <= y1)
    return inside


def _quarters(boxes: np.ndarray) -> np.ndarray:
    x0, y0, x1, y1 = boxes.T
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    corners = ((x0, y0, x, y), (x, y0, x1, y), (x0, y, x, y1), (x, y, x1, y1))
    return np.concatenate([np.stack(corner, 1) for corner in corners])
