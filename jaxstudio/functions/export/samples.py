"""Curves on a fixed grid, for a plot of which nothing else is known yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.evaluator import BESIDE, Compiled, Evaluator
from jaxstudio.functions.curves.parametric import Planar, scales
from jaxstudio.functions.curves.segments import Stretch
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.derivatives.taylor import taylor
from jaxstudio.functions.protocol.scene import View
from jaxstudio.functions.service import coarse


def sampled_graph(evaluator: Evaluator, view: View) -> tuple[Stretch, ...]:
    """A graph y = f(x), joined where the slopes explain the step from one value to the next."""
    x = coarse.grid(view.x)
    rows = evaluator.values(x)
    pieces = coarse.graph_pieces(x, rows[0], rows[1], scales(view)[1])
    return tuple(Stretch(piece.x, piece) for piece in pieces)


def sampled_path(track: Planar, view: View) -> tuple[Stretch, ...]:
    """A path in the plane, likewise."""
    t = coarse.grid(track.interval)
    values = track.values(t)
    pieces = coarse.path_pieces(t, values[:, 0], values[:, 1], np.array(scales(view)))
    stretches, begin = [], 0
    for piece in pieces:
        found = (values[0, 0] == piece.x[0]) & (values[1, 0] == piece.y[0])
        begin += int(np.argmax(found[begin:]))
        stretches.append(Stretch(t[begin : begin + len(piece.x)], piece))
        begin += len(piece.x)
    return tuple(stretches)


def values_alone(subject: Subject, p: Mapping[str, float]) -> Compiled:
    """A function for a first look: its slopes are those between the values asked for together."""
    # by series: of d^9/dx^9 sin(x) nested modes would make a thousand times as many operations
    values = jax.jit(jax.vmap(taylor(subject, 0), (0, None), 1))

    def rows(x: np.ndarray, numbers: Mapping[str, Any]) -> np.ndarray:
        y = np.asarray(values(x, numbers)[0], np.float64)
        with np.errstate(all="ignore"):
            return np.stack([y, np.gradient(y, x), np.zeros_like(y)])

    return Compiled(rows, BESIDE, {**subject.defaults, **p})
