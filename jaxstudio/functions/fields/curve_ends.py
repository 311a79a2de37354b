"""The last stretch of a line that ends inside a cell: to the rim of the domain, or to a jump."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.fields.grid import Grid
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

ROUNDS = 26
MOST = 2_000
REACH = 1.5  # cells


def open_ends(grid: Grid, points: np.ndarray) -> np.ndarray:
    """Which of the points (n, 2) at which lines end lie inside the grid, (n,)."""
    margin = np.array([grid.dx, grid.dy]) * 1e-6
    low = np.array([grid.x[0], grid.y[0]]) + margin
    high = np.array([grid.x[-1], grid.y[-1]]) - margin
    return np.all((points > low) & (points < high), axis=1)


def prolonged(
    f: Field, p: Parameters, grid: Grid, last: np.ndarray, before: np.ndarray, level: float = 0.0
) -> list[np.ndarray]:
    """Further points of the curve past each end, (k, 2) for each of the ends (n, 2); `before` precede them.

    Steps along the tangent, each put back onto the curve, and halved where no curve is found.
    """
    last, before = last[:MOST], before[:MOST]
    cell = min(grid.dx, grid.dy)
    point, ahead = last, _unit(last - before)
    step, walked = np.full(len(last), cell / 2), np.zeros(len(last))
    track: list[list[np.ndarray]] = [[] for _ in last]
    for _ in range(ROUNDS if len(last) else 0):
        trial, good = _onto(f, p, point + step[:, None] * ahead, level, step)
        good &= walked + step <= REACH * cell
        moved = _unit(trial - point)
        good &= (moved * ahead).sum(1) > 0.5
        for index in np.flatnonzero(good):
            track[index].append(trial[index])
        point, ahead = np.where(good[:, None], trial, point), np.where(good[:, None], moved, ahead)
        walked, step = walked + step * good, np.where(good, step, step / 2)
    return [np.array(way).reshape(-1, 2) for way in track]


def _unit(vector: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.nan_to_num(vector / np.hypot(*vector.T)[:, None])


def _onto(
    f: Field, p: Parameters, start: np.ndarray, level: float, step: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The points put onto the curve, and whether one was there, no further away than half a step."""
    point = start
    for _ in range(4):
        height, along_x, along_y = sampled(slopes, f, p, point[:, 0], point[:, 1])
        slope = np.stack([along_x, along_y], 1)
        with np.errstate(all="ignore"):
            back = -(height - level)[:, None] * slope / (slope**2).sum(1)[:, None]
        point = point + back
    with np.errstate(invalid="ignore"):
        near = np.hypot(*(point - start).T) <= step / 2
        return np.nan_to_num(point), near & (np.hypot(*back.T) <= 1e-9 * (1e-3 * step + np.abs(point).max(1)))
