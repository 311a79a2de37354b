"""Features of a curve: roots, extrema, inflections, corners, discontinuities, intersections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from jaxstudio.errors import NOTHING, Wording
from jaxstudio.functions.curves.analysis import CurveAnalysis
from jaxstudio.functions.curves.discontinuities import Break, Corner
from jaxstudio.functions.curves.evaluator import Difference, Evaluator, Graph
from jaxstudio.functions.curves.exact_marks import decided
from jaxstudio.functions.curves.identically_zero import is_open
from jaxstudio.functions.curves.limits import Behaviour
from jaxstudio.functions.curves.zeros import MOST_DIGITS, Zeros, certainty, digits_of, noise, zeros
from jaxstudio.functions.derivatives.ball_function import FAILURES, BallFunction
from jaxstudio.functions.interpreters.ball_numbers import number
from jaxstudio.functions.protocol.scene import Found, Mark, MarkKind, Proof, View

BREAKS = (MarkKind.POLE, MarkKind.JUMP, MarkKind.HOLE, MarkKind.END)
SIDES = {Behaviour.UNDEFINED: Wording("no value"), Behaviour.WILD: Wording("no limit")}
# What is said of a zero of a difference, as it is said of the two.
STRETCH, UNSURE = "zero from {0:.6g} to {1:.6g}", "not to be told from zero from {0:.6g} to {1:.6g}"
TOUCH = Wording("touches zero without crossing it")
MEETING = {
    UNSURE: Wording("not to be told apart from {0:.6g} to {1:.6g}"),
    STRETCH: Wording("coincide from {0:.6g} to {1:.6g}"),
    TOUCH: Wording("touch without crossing"),
}
# A value is zero for all that is known if a step of so many units in the last place could make it so.
ULPS = 8.0
# So many marks of a kind that intervals do not prove are decided in hundreds of digits; where so many in a
# row are none, the others are rounding, too.
MOST_DECIDED, NOISE = 64, 12


class Features:
    """The points of interest of a graph y = f(x); repeated questions are computed once.

    They are looked for by `evaluator`, by default the one of the study: without bounds it is quicker, and
    never sure that all are found.
    """

    def __init__(self, study: CurveAnalysis, evaluator: Evaluator | None = None) -> None:
        self.study = study
        found = evaluator or study.evaluator
        assert found is not None
        self.evaluator: Evaluator = found

    def find(self, kind: MarkKind) -> Found:
        """The points of one kind in view, by x.

        Of a curve that has no value anywhere in view nothing is claimed: a rule of differentiation may give
        none where the derivative has one, as that of 0^abs(x), whose intervals are empty then too.
        """
        found = self._find(kind)
        return found if self.study.samples.finite.any() else replace(found, complete=False)

    def _find(self, kind: MarkKind) -> Found:
        if kind is MarkKind.ROOT:
            return self._roots
        if kind in (MarkKind.MAXIMUM, MarkKind.MINIMUM):
            chosen = self._extrema.rises == (kind is MarkKind.MINIMUM)
            return Found(kind, self._marks(kind, self._extrema.x[chosen], 1), self._extrema.complete)
        if kind is MarkKind.INFLECTION:
            corners = np.array([corner.at for corner in self.study.corners])
            x = self._bends.x[~_near(self._bends.x, corners, self.study.closest)]
            return Found(kind, self._marks(kind, x, 2), self._bends.complete)
        if kind in BREAKS:
            marks = tuple(mark_of(b, self.study.span) for b in self.study.breaks if b.kind is kind)
            return Found(kind, marks, self.study.has_all_breaks)
        if kind is MarkKind.CORNER:
            return Found(
                kind, tuple(corner_mark(corner, self.study.span) for corner in self.study.corners), False
            )
        raise ValueError(f"a curve has no {kind}")

    @cached_property
    def _extrema(self) -> Zeros:
        return zeros(self.study, self.evaluator, 1, np.empty(0))

    @cached_property
    def _bends(self) -> Zeros:
        return zeros(self.study, self.evaluator, 2, np.empty(0))

    @cached_property
    def _roots(self) -> Found:
        touching = self._touching(self._extrema.x)
        # ends of the domain at which the curve arrives at zero, as sqrt(x) does
        ends = np.array([b.at for b in self.study.breaks if b.kind is MarkKind.END and b.value[-1] == 0])
        crossing = zeros(self.study, self.evaluator, 0, np.concatenate([touching, ends]))
        flat, closest = crossing.flat, self.study.closest
        touching, ends = touching[~flat.reach(touching, closest)], ends[~flat.reach(ends, closest)]
        marks = [
            *self._marks(MarkKind.ROOT, crossing.x, 0),
            *self._marks(MarkKind.ROOT, touching, 1, TOUCH),
            *(
                Mark(MarkKind.ROOT, x, 0.0, MOST_DIGITS, detail=Wording("at the end of the domain"))
                for x in ends.tolist()
            ),
        ]
        for b in self.study.breaks:
            beside = flat.reach(np.array([b.at]), closest)[0]
            if b.kind is MarkKind.JUMP and b.value[-1] == 0 and not beside:
                marks.append(Mark(MarkKind.ROOT, b.at, 0.0, MOST_DIGITS, detail=Wording("at a jump")))
        for low, high, is_small in zip(
            flat.low.tolist(), flat.high.tolist(), crossing.open.tolist(), strict=True
        ):
            x = low if low > self.study.view.x[0] else high
            computed, exact = self.evaluator.values(np.array([x]))[0, 0], self.evaluator.exact(x)
            if computed != 0 or exact not in (0, None):
                x = low + (high - low) / 2  # the end does not belong to it
            detail = Wording("zero from {0:.6g} to {1:.6g}", low, high)
            if is_small:
                detail = Wording("not to be told from zero from {0:.6g} to {1:.6g}", low, high)
            marks.append(Mark(MarkKind.ROOT, x, 0.0, 0.0 if is_small else MOST_DIGITS, detail=detail))
        return Found(MarkKind.ROOT, tuple(sorted(marks, key=lambda mark: mark.x)), crossing.complete)

    def _touching(self, x: np.ndarray) -> np.ndarray:
        """Extrema at which the curve is zero for all that can be known."""
        if not len(x):
            return x
        found = self.evaluator.values(x)
        step = ULPS * np.spacing(np.abs(x))
        least = np.nan_to_num(np.abs(found[2])) / 2 * step**2 + ULPS * noise(self.evaluator, x, 0)
        bounds = self.evaluator.enclose(x, x, 0)
        zero = np.abs(found[0]) <= least
        if bounds is not None:
            may = (bounds.low[0] <= 0) & (bounds.high[0] >= 0) & np.isfinite(bounds.high[0] - bounds.low[0])
            if self.evaluator.exact(float(x[0])) is not None:
                # bounds may be wide for other reasons than rounding, as those of an integral are
                may[may] = is_open(self.evaluator, x[may])
            zero |= may
        return x[zero]

    def _marks(
        self, kind: MarkKind, x: np.ndarray, order: int, detail: Wording = NOTHING
    ) -> tuple[Mark, ...]:
        """Marks at zeros of derivative `order`; hundreds of digits decide what intervals do not prove."""
        if not len(x):
            return ()
        y = heights(self.evaluator, x)
        digits, proofs = certainty(self.evaluator, x, order, self.study.span)
        rows = zip(x.tolist(), y.tolist(), digits.tolist(), proofs, strict=True)
        marks, left, refused, touching = {}, MOST_DECIDED, 0, kind is MarkKind.ROOT and order > 0
        points = self.evaluator.points()
        for mark in (Mark(kind, *row, detail=detail) for row in rows):
            result: Mark | None = mark
            if refused == NOISE:
                break
            if points is not None and left and (touching or mark.proof is not Proof.PROVEN):
                result, left = self._decided(points, mark, touching), left - 1
                refused = 0 if result is not None else refused + 1
            if result is not None:
                marks[result.x] = result
        return tuple(marks.values())

    def _decided(self, points: BallFunction, mark: Mark, touching: bool) -> Mark | None:
        """The mark where it is in hundreds of digits, None if there is none; as it was without digits."""
        span = self.study.span
        width = max(abs(mark.x), span * 2.0**-8) * 10.0**-mark.digits
        try:
            place = decided(points, mark.kind, mark.x, width, span, touching)
        except FAILURES:
            return mark
        if place is None:
            return None
        y = 0.0 if mark.kind is MarkKind.ROOT else number(place.value)
        return replace(mark, x=number(place.x), y=y, digits=MOST_DIGITS)


def heights(evaluator: Evaluator, x: np.ndarray) -> np.ndarray:
    """Values at marks; 0 where they are no more than rounding x makes: tan of the float64 2π is -2.4e-16."""
    found = evaluator.values(x)
    rounding = np.abs(found[1]) * np.spacing(np.abs(x))
    return np.where(np.abs(found[0]) <= rounding, 0.0, found[0])


def features(study: CurveAnalysis, kinds: Sequence[MarkKind]) -> tuple[Found, ...]:
    """The points of one kind in view, for a study of a graph y = f(x)."""
    analysis = Features(study)
    return tuple(analysis.find(kind) for kind in kinds)


def intersections(a: Evaluator, b: Evaluator, view: View) -> Found:
    """Where two graphs meet or touch, in view of x: the roots of their difference."""
    half = (view.y[1] - view.y[0]) / 2
    around_zero = View(view.x, (-half, half), view.width_px, view.height_px)
    found = Features(CurveAnalysis(Graph(Difference(a, b), around_zero), around_zero)).find(MarkKind.ROOT)
    y = heights(a, np.array([mark.x for mark in found.marks]))
    marks = tuple(
        Mark(MarkKind.INTERSECTION, mark.x, float(height), mark.digits, mark.proof, _of_two(mark.detail))
        for mark, height in zip(found.marks, y, strict=True)
    )
    return Found(MarkKind.INTERSECTION, marks, found.complete)


def _of_two(detail: Wording) -> Wording:
    """Turn the words about a zero of the difference of two curves into words about the curves."""
    meeting = MEETING.get(detail.template)
    return detail if meeting is None else Wording(meeting.template, *detail.values)


def mark_of(b: Break, span: float) -> Mark:
    """A break as a mark, its sides in words, in a view that spans so much."""
    assert b.kind is not None
    value = float(b.value[-1])
    digits = MOST_DIGITS if b.is_exact else _digits(b.at, b.high - b.low, span)
    left, right = (_way(b, side) for side in (0, 1))
    if b.kind is MarkKind.HOLE:
        assert b.left is not None
        detail = Wording("value {0:.6g}", value) if np.isfinite(value) else Wording("no value")
        return Mark(b.kind, b.at, float(b.left[-1]), digits, Proof.SAMPLED, detail)
    if b.kind is MarkKind.END:
        end = b.left if b.left is not None else b.right
        assert end is not None
        sides = Wording("{0} | {1}" if np.isfinite(value) else "{0} | {1}, open", left, right)
        return Mark(b.kind, b.at, float(end[-1]), digits, Proof.SAMPLED, sides)
    y = value if b.kind is MarkKind.JUMP and np.isfinite(value) else np.nan
    return Mark(b.kind, b.at, y, digits, Proof.SAMPLED, Wording("{0} | {1}", left, right))


def corner_mark(corner: Corner, span: float) -> Mark:
    detail = Wording("cusp") if corner.cusp else NOTHING
    digits = _digits(corner.at, corner.width, span)
    return Mark(MarkKind.CORNER, corner.at, float(corner.value[-1]), digits, detail=detail)


def _digits(at: float, width: float, span: float) -> float:
    """The sure digits of a place known to a width, which is at least its rounding."""
    if width <= 8 * np.spacing(abs(at)):
        return MOST_DIGITS
    return float(digits_of(np.asarray(at), np.asarray(width), span))


def _way(b: Break, side: int) -> str:
    """The behaviour of a side in words: a limit, an infinity, or another."""
    end = (b.left, b.right)[side]
    if end is not None:
        return f"{float(end[-1]):.6g}"
    return SIDES.get(b.ways[side]) or ("-∞" if b.signs[side] < 0 else "∞")


def _near(x: np.ndarray, places: np.ndarray, closest: float) -> np.ndarray:
    """Which x lie at one of the places."""
    return (np.abs(x[:, None] - places) <= closest).any(axis=1) if len(places) else np.zeros(len(x), bool)
