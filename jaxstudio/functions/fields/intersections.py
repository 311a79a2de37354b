"""Where curves f(x, y) = 0 and g(x, y) = 0 meet in view, and what intervals and balls prove of it.

Boxes are cut until f or g has no zero in them. Newton's method begins in the middle of each box that is left.
A point is proven by Newton's operator, which maps a ball around it into itself. The points are all when every
box is excluded or lies within one around a point that holds no second one.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import arb

from jaxstudio.errors import Wording
from jaxstudio.functions.derivatives.ball_function import FAILURES, derivatives
from jaxstudio.functions.fields.bounds import PlaneBounds
from jaxstudio.functions.fields.critical import MOST_BOXES, all_excluded, first_boxes, quarters
from jaxstudio.functions.interpreters.ball_algebra import BallAlgebra
from jaxstudio.functions.interpreters.ball_numbers import decimal, digits, is_known
from jaxstudio.functions.interpreters.intervals import Bounds
from jaxstudio.functions.language.nodes import Derivative, Name, Node
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, Proof, View

# Newton's method begins in boxes that are halved so often, at most so many; and takes at most so many steps.
DEPTH, MOST_STARTS, STEPS = 5, 1_000, 30
# Shares of the view: a step that has arrived, and points that are one.
ARRIVED, SAME = 1e-7, 1e-6
# Where f and g touch, rounding leaves a third of the digits, or half of them.
APART = Wording("not to be told apart")
TOUCHING_DIGITS = 3.0
DIGITS, POLISHING, SECONDS = 40, 8, 0.1
MOST_DIGITS = 15.95
# A float64 of a point is no farther from it.
CERTAIN = 1e-15


@dataclass(frozen=True)
class PlaneCurve:
    """The curve tree(x, y) = 0 at values of sliders."""

    tree: Node
    p: Mapping[str, float]
    line: int

    @property
    def bounds(self) -> PlaneBounds:
        return PlaneBounds(self.tree, ("x", "y"), {}, self.line)

    def at(self, x: arb, y: arb) -> tuple[Any, Any, Any] | None:
        """The function, ∂/∂x and ∂/∂y over balls; None where it may have a corner, or no value."""
        values = {**{name: decimal(value) for name, value in self.p.items()}, "x": x, "y": y}
        algebra = BallAlgebra(time.thread_time() + SECONDS)
        value, by_x = derivatives(self.tree, values, ("x",), 1, self.line, algebra)
        by_y = derivatives(self.tree, values, ("y",), 1, self.line, algebra)[1]
        if algebra.turns or not all(map(is_known, (value, by_x, by_y))):
            return None
        return value, by_x, by_y


def intersections(f: PlaneCurve, g: PlaneCurve, view: View) -> Found:
    """The points of both curves in view, sorted by x; `complete` when there are proven to be no others.

    A point without a proof, where curves touch or nearly do, is SAMPLED with 3 digits.
    """
    pair = _Pair(f, g, view)
    marks = [mark for point in pair.candidates() if (mark := pair.mark(point)) is not None]
    inside = [m for m in marks if view.x[0] <= m.x <= view.x[1] and view.y[0] <= m.y <= view.y[1]]
    proven = all(mark.proof is Proof.PROVEN for mark in marks)
    complete = proven and pair.are_all(np.array([(mark.x, mark.y) for mark in marks]).reshape(-1, 2))
    return Found(MarkKind.INTERSECTION, tuple(sorted(inside, key=lambda mark: (mark.x, mark.y))), complete)


def roots(f: PlaneCurve, view: View) -> Found:
    """Where the curve meets the x axis."""
    axis = PlaneCurve(Name(f.tree.start, f.tree.end, "y"), {}, f.line)
    found = intersections(f, axis, view)
    return Found(MarkKind.ROOT, tuple(replace(m, kind=MarkKind.ROOT) for m in found.marks), found.complete)


def extrema(f: PlaneCurve, view: View) -> tuple[Found, Found]:
    """Where the curve is highest and lowest beside other points of it: ∂f/∂x is 0 there, d²y/dx² is not."""
    slope = PlaneCurve(Derivative(f.tree.start, f.tree.end, f.tree, "x", 1), f.p, f.line)
    level = intersections(f, slope, view)
    marks: dict[MarkKind, list[Mark]] = {MarkKind.MAXIMUM: [], MarkKind.MINIMUM: []}
    for mark in level.marks:
        kind = _turn(f, slope, mark) if mark.proof is Proof.PROVEN else None
        if kind is not None:
            marks[kind].append(replace(mark, kind=kind))
    complete = level.complete and sum(map(len, marks.values())) == len(level.marks)
    highest, lowest = (Found(kind, tuple(each), complete) for kind, each in marks.items())
    return highest, lowest


def _turn(f: PlaneCurve, slope: PlaneCurve, mark: Mark) -> MarkKind | None:
    """Which way the curve turns: d²y/dx² is -f_xx / f_y; None where that is not certain."""
    with digits(DIGITS):
        around = [arb(each, CERTAIN * (1 + abs(each))) for each in (mark.x, mark.y)]
        height, rise = f.at(*around), slope.at(*around)
        if height is None or rise is None:
            return None
        turn = arb(rise[1]) * height[2]
    return None if turn.contains(0) else MarkKind.MAXIMUM if turn > 0 else MarkKind.MINIMUM


class _Pair:
    def __init__(self, f: PlaneCurve, g: PlaneCurve, view: View) -> None:
        self.f, self.g, self.view = f, g, view
        self.bounds = f.bounds, g.bounds
        self.size = np.array([view.x[1] - view.x[0], view.y[1] - view.y[0]])

    def may_meet(self, boxes: np.ndarray) -> np.ndarray:
        """In which boxes (n,) neither f nor g is proven to have no zero."""
        known = self.bounds[0].no_zero(boxes, self.f.p)
        known[~known] = self.bounds[1].no_zero(boxes[~known], self.g.p)
        return ~known

    def meet_at_most_once(self, boxes: np.ndarray) -> np.ndarray:
        """In which boxes (n,) all matrices within the bounds of the Jacobian are regular."""
        (_, f_x, f_y, f_smooth), (_, g_x, g_y, g_smooth) = self.gradients(boxes)
        base = self.bounds[0].base
        with np.errstate(all="ignore"):
            determinant = base.subtract(base.multiply(f_x, g_y), base.multiply(f_y, g_x))
        regular = (determinant.low > 0) | (determinant.high < 0)
        return f_smooth & g_smooth & regular & ~determinant.empty

    def are_all(self, points: np.ndarray) -> bool:
        return all_excluded(self.view, points, self.may_meet, self.meet_at_most_once)

    def gradients(self, boxes: np.ndarray) -> list[tuple[Bounds, Bounds, Bounds, np.ndarray]]:
        curves = zip(self.bounds, (self.f.p, self.g.p), strict=True)
        return [bounds.gradient(boxes, p) for bounds, p in curves]

    def candidates(self) -> np.ndarray:
        """Where Newton's method arrives, (n, 2), each place once."""
        boxes = first_boxes(self.view)
        for _ in range(DEPTH):
            boxes = boxes[self.may_meet(boxes)]
            if len(boxes) > MOST_BOXES // 4:
                return np.empty((0, 2))
            boxes = quarters(boxes)
        boxes = boxes[self.may_meet(boxes)]
        boxes = boxes[:: 1 + len(boxes) // MOST_STARTS]
        point = (boxes[:, :2] + boxes[:, 2:]) / 2
        for _ in range(STEPS):
            step = self.step(point)
            far = np.abs(step / self.size).max(1, initial=0) > 0.05
            point = np.where(far[:, None], np.nan, point - step)
            point = point[np.isfinite(point).all(1)]
            if not len(point) or np.abs(self.step(point) / self.size).max() < ARRIVED**2:
                break
        step = np.abs(self.step(point) / self.size).max(1, initial=0)
        arrived = point[np.argsort(step)][np.sort(step) < ARRIVED]
        low, high = np.array([self.view.x, self.view.y]).T
        near = arrived[((arrived >= low - self.size / 50) & (arrived <= high + self.size / 50)).all(1)]
        return _apart(near, self.size * SAME)

    def step(self, point: np.ndarray) -> np.ndarray:
        """Newton's step (n, 2), NaN without one."""
        both = self.gradients(np.concatenate([point, point], 1))
        with np.errstate(all="ignore"):
            (f, f_x, f_y), (g, g_x, g_y) = (
                [(each.low + each.high) / 2 for each in curve[:3]] for curve in both
            )
            determinant = f_x * g_y - f_y * g_x
            step = np.stack([f * g_y - g * f_y, f_x * g - g_x * f], 1) / determinant[:, None]
        # at a point where both are zero there is nothing left to do, whatever the slopes
        return np.where(((f == 0) & (g == 0))[:, None], 0.0, step)

    def mark(self, point: np.ndarray) -> Mark | None:
        """The point with its proof; None where the curves do not meet for all that rounding lets see."""
        try:
            with digits(DIGITS):
                proven = self.proven(arb(point[0]), arb(point[1]))
        except FAILURES:
            proven = None
        if proven is not None:
            return Mark(MarkKind.INTERSECTION, *proven, MOST_DIGITS, Proof.PROVEN)
        around = np.concatenate([point - ARRIVED * self.size, point + ARRIVED * self.size])[None]
        if not self.may_meet(around)[0]:
            return None
        x, y = (0.0 if abs(c) < ARRIVED * s else float(c) for c, s in zip(point, self.size, strict=True))
        return Mark(MarkKind.INTERSECTION, x, y, TOUCHING_DIGITS, Proof.SAMPLED, APART)

    def proven(self, x: arb, y: arb) -> tuple[float, float] | None:
        """The point as float64, if Newton's operator maps a ball around it into itself."""
        for _ in range(POLISHING):
            step = self.newton(x, y, x, y)
            if step is None:
                return None
            x, y = (x - step[0]).mid(), (y - step[1]).mid()
        radius = arb(0, 10.0 ** (6 - DIGITS) * float(self.size.max()))
        around = x + radius, y + radius
        step = self.newton(x, y, *around)
        if step is None:
            return None
        inside = x - step[0], y - step[1]
        if not all(ball.contains_interior(part) for ball, part in zip(around, inside, strict=True)):
            return None
        u, v = (0.0 if part.contains(0) else float(part.mid()) for part in inside)
        return u, v

    def newton(self, x: arb, y: arb, wide_x: arb, wide_y: arb) -> tuple[arb, arb] | None:
        """J⁻¹ (f, g) with the Jacobian over the wide balls."""
        f, g, wide_f, wide_g = (
            curve.at(*place) for place in ((x, y), (wide_x, wide_y)) for curve in (self.f, self.g)
        )
        if f is None or g is None or wide_f is None or wide_g is None:
            return None
        (_, f_x, f_y), (_, g_x, g_y) = wide_f, wide_g
        determinant = arb(f_x * g_y - f_y * g_x)
        if determinant.contains(0):
            return None
        return arb(f[0] * g_y - g[0] * f_y) / determinant, arb(f_x * g[0] - g_x * f[0]) / determinant


def _apart(points: np.ndarray, closest: np.ndarray) -> np.ndarray:
    """The points (n, 2) without those close to an earlier one."""
    single: list[np.ndarray] = []
    for point in points:
        if not any((np.abs(point - other) <= closest).all() for other in single):
            single.append(point)
    return np.array(single).reshape(-1, 2)
