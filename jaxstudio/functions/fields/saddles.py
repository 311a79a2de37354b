"""The flat point of a field near a cell: Newton's method on the gradient, with the exact Hessian."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.fields.samples import Field, Parameters, curvatures, sampled

STEPS = 12
EPS = np.finfo(np.float64).eps


@dataclass(frozen=True)
class FlatPoints:
    """One for each box, (n,): x, y, f less the level there, and whether that is zero but for rounding.

    Where no flat point is found, x, y and the height are those of the middle, and `found` is False.
    """

    x: np.ndarray
    y: np.ndarray
    height: np.ndarray
    zero: np.ndarray
    found: np.ndarray


def newton_step(slope: np.ndarray, hessian: np.ndarray) -> np.ndarray:
    """-H⁻¹·∇f (n, 2), from gradients (n, 2) and Hessians (n, 2, 2); the shortest where H is singular.

    0 where there is no such step: where H is zero, or something is not finite.
    """
    a, b, d = hessian[:, 0, 0], hessian[:, 0, 1], hessian[:, 1, 1]
    with np.errstate(all="ignore"):
        determinant, square = a * d - b * b, a * a + 2 * b * b + d * d
        singular = np.abs(determinant) <= 1e-13 * square
        cramer = np.stack([b * slope[:, 1] - d * slope[:, 0], b * slope[:, 0] - a * slope[:, 1]], 1)
        # a singular H is λ·u·uᵀ, and its square's norm λ²
        shortest = -np.einsum("nij,nj->ni", hessian, slope) / square[:, None]
        step = np.where(singular[:, None], shortest, cramer / determinant[:, None])
    return np.where(np.isfinite(step), step, 0)


def saddles_in(f: Field, p: Parameters, boxes: np.ndarray, level: float = 0.0) -> FlatPoints:
    """The flat points in the boxes (n, 4) of x0, y0, x1, y1. One next door is no matter of this box."""
    size = np.stack([boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]], 1)
    middle = np.stack([boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]], 1) / 2
    point, step = middle.copy(), np.zeros_like(middle)
    for _ in range(STEPS):
        value, slope, hessian = sampled(curvatures, f, p, point[:, 0], point[:, 1])
        step = np.clip(newton_step(slope, hessian), -size, size)
        point = np.clip(point + step, middle - size, middle + size)
        if (np.abs(step) <= 1e-14 * (size + np.abs(point))).all():
            break
    value, slope, hessian = sampled(curvatures, f, p, point[:, 0], point[:, 1])
    flat = np.abs(slope) * size <= 1e-6 * size * np.einsum("nij,nj->ni", np.abs(hessian), size)
    found = (np.abs(step) <= 1e-6 * size).all(1) & np.isfinite(value) & flat.all(1)
    found &= (np.abs(point - middle) <= size / 2).all(1)
    central = sampled(curvatures, f, p, middle[:, 0], middle[:, 1])[0]
    away = 1 + np.abs(point) / size
    bend = np.einsum("ni,nij,nj->n", away * size, np.abs(hessian), away * size)
    height = np.where(found, value, central) - level
    zero = found & (np.abs(height) <= 64 * EPS * bend)
    x, y = np.where(found[:, None], point, middle).T
    return FlatPoints(x, y, height, zero, found)
