"""Edges of the grid on which f has a value at one end only: the curve along the rim of f's domain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jaxstudio.functions.fields.edges import Crossings, Edges
from jaxstudio.functions.fields.samples import Field, Parameters, sampled, slopes

HALVINGS = 46
MOST = 8_000
# f falls like a power of the distance from the rim; near 1 it is a limit without a value, as of x·log(x)
NOT_A_VALUE = (0.75, 1.25)
NEAR, FAR = 2.0**-20, 2.0**-10


def brinks(f: Field, p: Parameters, edges: Edges, level: float) -> tuple[Edges, Crossings]:
    """The part of each edge on which f has values, where it reaches the level; and zeros on the rim itself.

    `edges` are those with one end at which f is finite (the other's height may be anything).
    """
    edges = edges.at(np.arange(min(len(edges), MOST)))
    forward = np.isfinite(edges.start)
    inside, outside = np.where(forward, 0.0, 1.0), np.where(forward, 1.0, 0.0)
    height = np.where(forward, edges.start, edges.end)
    slope = np.where(forward, edges.start_slope, edges.end_slope)
    at_rim, slope_there = height, slope
    for _ in range(HALVINGS if len(edges) else 0):
        middle = (inside + outside) / 2
        value, gradient = _along(f, p, edges, middle)
        finite = np.isfinite(value)
        inside, outside = np.where(finite, middle, inside), np.where(finite, outside, middle)
        at_rim = np.where(finite, value, at_rim)
        slope_there = np.where(finite & np.isfinite(gradient), gradient, slope_there)
    low, high = np.where(forward, 0.0, inside), np.where(forward, inside, 1.0)
    part = replace(
        edges,
        low=low,
        high=high,
        start=np.where(forward, edges.start, at_rim),
        end=np.where(forward, at_rim, edges.end),
        start_slope=np.where(forward, edges.start_slope, slope_there),
        end_slope=np.where(forward, slope_there, edges.end_slope),
    )
    crossing = (part.start < level) != (part.end < level)
    back = np.where(forward, -1.0, 1.0)
    near, far = (np.abs(_along(f, p, edges, inside + back * d)[0] - level) for d in (NEAR, FAR))
    with np.errstate(all="ignore"):
        power = np.log(near / far) / np.log(NEAR / FAR)
        odd = (power < NOT_A_VALUE[0]) | (power > NOT_A_VALUE[1])
    zero = ~crossing & odd & (np.abs(at_rim - level) <= 1e-5 * np.abs(height - level)) & (near < far)
    rim = part.at(zero)
    t = inside[zero]
    ones = np.ones(len(t), bool)
    return part.at(crossing), Crossings(rim.index, t, rim.x + t * rim.dx, rim.y + t * rim.dy, ones)


def _along(f: Field, p: Parameters, edges: Edges, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    height, along_x, along_y = sampled(slopes, f, p, edges.x + t * edges.dx, edges.y + t * edges.dy)
    with np.errstate(invalid="ignore"):
        return height, along_x * edges.dx + along_y * edges.dy
