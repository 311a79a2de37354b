"""The values that a script computes: the function, by nested `jax.grad`, over all places at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import numpy as np

from jaxstudio.functions.curves.segments import Stretch
from jaxstudio.functions.export.plot import Drawn
from jaxstudio.functions.language import LineKind
from jaxstudio.functions.protocol.scene import Piece, Proof, View

# Up to this order grad is nested; what comes out of it grows by a factor of 3 to 5 with each.
HIGHEST = 4
# A value that is farther from the curve than this, in pixels, is given instead of computed: a limit.
CLOSE_PX = 0.01


def differentiated(function: Callable[..., Any], order: int) -> Callable[..., Any]:
    """f(x, p), a scalar of a scalar, differentiated so often."""
    for _ in range(order):
        function = jax.grad(function)
    return function


def computed(drawn: Drawn, t: np.ndarray, sliders: Mapping[str, float]) -> np.ndarray:
    """The curve's places, float64 (2, n), as a script computes them."""
    p = {name: sliders[name] for name in drawn.line.sliders}
    function = jax.vmap(differentiated(drawn.subject.call, drawn.order), (0, None))
    values = np.array(jax.jit(function)(t, p))
    if drawn.line.kind is LineKind.PARAMETRIC:
        return np.ascontiguousarray(values.T)
    if drawn.line.kind is LineKind.POLAR:
        return np.stack([values * np.cos(t), values * np.sin(t)])
    return np.stack([t, values])


def recomputed(drawn: Drawn, sliders: Mapping[str, float], view: View) -> tuple[Stretch, ...]:
    """The curve's stretches with the values that a script computes, to the last bit; limits stay."""
    if drawn.order > HIGHEST or not drawn.stretches:
        return drawn.stretches
    places = computed(drawn, np.concatenate([stretch.t for stretch in drawn.stretches]), sliders)
    pixel = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]]) / (view.width_px, view.height_px)
    result, begin = [], 0
    for stretch in drawn.stretches:
        piece, end = stretch.piece, begin + len(stretch.t)
        if piece.proof is not Proof.UNRESOLVED:
            known = np.stack([piece.x, piece.y])
            new = places[:, begin:end]
            close = (np.abs(new - known) <= CLOSE_PX * pixel[:, None] + 1e-9 * np.abs(known)).all(axis=0)
            x, y = np.where(close, new, known)
            piece = Piece(x, y, piece.proof)
        result.append(Stretch(stretch.t, piece))
        begin = end
    return tuple(result)
