"""The analysis of one curve in one view: sampling, discontinuities, and what intervals prove of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from jaxstudio.functions.curves.bracketing import of_borders, of_corners, of_doubt, still_open
from jaxstudio.functions.curves.discontinuities import (
    Break,
    Corner,
    Sides,
    brackets,
    break_at,
    classify,
    corner_at,
    corners,
    look_around,
)
from jaxstudio.functions.curves.evaluator import Enclosure, Evaluator, Graph, Track
from jaxstudio.functions.curves.interval_survey import IntervalSet, Survey, runs, survey
from jaxstudio.functions.curves.limits import Behaviour, NotFollowed, Undecided, singular_point
from jaxstudio.functions.curves.sampling import (
    BUDGET,
    Samples,
    first_grid,
    measure,
    resolve,
    resolve_below,
    round_places,
)
from jaxstudio.functions.curves.segments import (
    SHORTEST,
    Line,
    Segment,
    bands,
    cut,
    find_crowded,
    line,
    widened,
)
from jaxstudio.functions.derivatives.ball_function import BallFunction
from jaxstudio.functions.protocol.scene import MarkKind, Piece, View

# Stretches nearer to each other than this, in pixels, are one.
CLOSEST_PX = 1e-5
# Intervals are asked about a place with so much around it, in units in the last place and of the view.
AROUND_ULP, AROUND = 8, 1e-12
# So often is looked for what the last look did not explain.
ATTEMPTS = 4
# No more places than this are followed in hundreds of digits, of those that intervals leave open and of those
# that samples show; fewer of the former where there are more than could be listed.
MOST_EXACT, MOST_SHOWN, MOST_LISTED = 192, 32, 16
# Around a break nothing is drawn where float64 cancels, but no wider than this share of the view.
UNDRAWN = 2.0**-20
# Where rounding hides a corner, its exact place is looked for up to this share of the view away; of so many
# places at most.
WIDEST_CORNER, MOST_CORNERS = 2.0**-10, 256
# In narrowest cells: how far a pole, a jump or a hole, or anything else, makes its neighbours doubtful.
POLE_REACH, STEP_REACH, REACH = 8.0, 1e-3, 2.0


class CurveAnalysis:
    """A track in a view, sampled within a budget to which only what lies at breaks is added.

    `samples`, `undersampled` (where no samples suffice), `breaks` and `corners` (in order) and `survey` (None
    without intervals) are what was found.
    """

    def __init__(self, track: Track, view: View, budget: int = BUDGET) -> None:
        self.track, self.view = track, view
        self.span = track.interval[1] - track.interval[0]
        self.samples = Samples(track, np.concatenate([first_grid(track.interval), round_places(track)]))
        resolve(self.samples, view, budget)
        self.survey = self._survey(budget)
        resolve_below(self.samples, view, still_open(measure(self.samples, view)))
        undersampled = find_crowded(self.samples, measure(self.samples, view), view.width_px)
        self.undersampled = self._crowded_in_view(undersampled)
        self._all_decided, self._shown_left = True, MOST_SHOWN
        self.breaks = self._find_breaks()
        self.corners = self._find_corners()
        resolve(self.samples, view, max(budget, len(self.samples.t) + budget // 8))

    @property
    def evaluator(self) -> Evaluator | None:
        """The evaluator that bounds intervals; None for a curve in the plane."""
        return self.track.evaluator if isinstance(self.track, Graph) else None

    @property
    def has_all_breaks(self) -> bool:
        """Whether no other pole, jump, hole or end of the domain can be in view, nor any of these be none.

        Intervals leave open no other places, and at each of them limits in many digits say what happens.
        """
        return (
            self.survey is not None
            and self.survey.exhaustive
            and self._all_decided
            and bool(self.samples.finite.any())  # as in Features.find
        )

    @property
    def closest(self) -> float:
        return CLOSEST_PX * self.span / self.view.width_px

    @cached_property
    def line(self) -> Line:
        """The drawn line without the crowded stretches."""
        return line(self.samples, self.breaks, self.undersampled)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The drawn pieces."""
        return tuple(stretch.piece for stretch in self.stretches)

    @cached_property
    def stretches(self) -> tuple[Segment, ...]:
        """The pieces with their parameters."""
        t = self.line.t
        proven = np.zeros(max(len(t) - 1, 0), bool)
        if self.survey is not None and len(t):
            proven = self.survey.proves(t, self.view)
        lines = cut(self.line, proven, SHORTEST * self.span)
        return (*lines, *bands(self.samples, self.undersampled, self.view))

    def _survey(self, budget: int) -> Survey | None:
        if self.evaluator is None:
            return None
        found = survey(self.evaluator, self.samples, self.view)
        if found is not None:
            # a peak that is narrower than the cells shows itself to intervals alone
            self.samples.add(found.unproven(self.samples, self.view))
            resolve(self.samples, self.view, budget)
        return found

    def _find_breaks(self) -> list[Break]:
        """Look again until nothing is doubtful that is not explained; what remains so is crowded."""
        breaks, explained = self._decide_survey()
        for attempt in range(ATTEMPTS):
            suspects = self._suspects(explained, everywhere=attempt == 0)
            if not len(suspects):
                return sorted(breaks, key=lambda b: b.low)
            known = IntervalSet.of_pairs([(b.low, b.high) for b in breaks])
            sides = look_around(self.track, suspects, known, self.view)
            judged = self._judged(sides, suspects)
            breaks += [b for b in judged if b is not None]
            self._approach(sides, judged)
            explained = explained.joined(self._reached(suspects, judged), closest=0.0)
        cells = measure(self.samples, self.view)
        left = runs(self.samples.t, still_open(cells) & ~self._known(explained))
        left = self._crowded_in_view(widened(self.samples, left, self.view.width_px))
        self.undersampled = self.undersampled.joined(left, closest=0.0)
        return sorted(breaks, key=lambda b: b.low)

    def _reached(self, places: IntervalSet, breaks: Sequence[Break | None]) -> IntervalSet:
        """The places, widened by the distance within which they make a neighbourhood doubtful."""
        reach = self.track.least * np.array([_reach(b) for b in breaks])
        return IntervalSet(places.low - reach, places.high + reach)

    def _decide_survey(self) -> tuple[list[Break], IntervalSet]:
        """The breaks at places that intervals leave open, by limits in many digits; what that explains."""
        if self.survey is None:
            return [], IntervalSet.none()
        places = self.survey.suspects
        most = MOST_EXACT if self.survey.exhaustive else MOST_LISTED
        if len(places) > most:  # what samples show comes first
            self._all_decided = False
            self.survey = replace(self.survey, suspects=IntervalSet.none())
            return [], IntervalSet.none()
        hidden = self.undersampled.hold(places.middle)
        decided, found = np.zeros(len(places), bool), []
        for n in np.flatnonzero(~hidden).tolist():
            try:
                found.append(self._exact_break(float(places.low[n]), float(places.high[n])))
                decided[n] = True
            except Undecided:
                continue
        self._all_decided = bool(decided.all())
        places = places.chosen(decided)
        if not len(places):
            return [], IntervalSet.none()
        breaks = [b for b in found if b is not None]
        self._approach(look_around(self.track, places, IntervalSet.none(), self.view), found)
        return breaks, self._reached(places, found).joined(closest=0.0)

    def _exact_break(self, low: float, high: float) -> Break | None:
        """The break in a bracket, None if there is none; raises Undecided."""
        if self.evaluator is None:
            raise NotFollowed
        point = self.evaluator.singular_point(low, high, self.span)
        return None if point is None else break_at(point, low, high, UNDRAWN * self.span)

    def _known(self, explained: IntervalSet) -> np.ndarray:
        """The cells that need not be looked into."""
        return self.undersampled.hold_cells(self.samples.t) | explained.meet_cells(self.samples.t)

    def _suspects(self, explained: IntervalSet, everywhere: bool) -> IntervalSet:
        known = self._known(explained)
        doubt = of_doubt(self.samples, measure(self.samples, self.view), known)
        if not everywhere:
            return explained.others_alone(doubt, self.closest)
        suspects = of_borders(self.samples, known).and_others(doubt, self.closest)
        if self.survey is not None:
            places = self.survey.suspects
            places = places.chosen(~self.undersampled.hold(places.middle))
            suspects = suspects.and_others(places, self.closest)
        return explained.others_alone(suspects, self.closest)

    def _judged(self, sides: Sides, suspects: IntervalSet) -> list[Break | None]:
        """The breaks at places that samples show: by limits in many digits, by samples without these."""
        shown, bounds = classify(sides, suspects, self.view), self._bounds_around(suspects)
        asked = np.array([b is not None for b in shown])
        if bounds is not None:  # rounding, or a peak too narrow to be told from a pole; or there is no value
            calm = bounds.smooth & np.isfinite(bounds.low[0]) & np.isfinite(bounds.high[0])
            shown = [None if is_calm else b for b, is_calm in zip(shown, calm, strict=True)]
            asked = (asked | ~bounds.defined) & ~calm
        if self.evaluator is None or self.evaluator.points() is None:
            self._all_decided &= not any(shown)
            return shown
        rows = zip(suspects.pairs(), shown, asked, strict=True)
        return [self._confirmed(*bracket, b) if is_asked else None for bracket, b, is_asked in rows]

    def _bounds_around(self, suspects: IntervalSet) -> Enclosure | None:
        if self.evaluator is None:
            return None
        around = np.maximum(AROUND_ULP * np.spacing(np.abs(suspects.high)), AROUND * self.span)
        return self.evaluator.enclose(suspects.low - around, suspects.high + around, 0)

    def _confirmed(self, low: float, high: float, sampled: Break | None) -> Break | None:
        """The break in a bracket; what samples show where that is not decided. But a hole without limits is
        none: samples of sign(sin(1/x)) agree by chance."""
        self._shown_left -= 1
        try:
            if self._shown_left < 0 and (sampled is None or sampled.kind is not MarkKind.HOLE):
                raise Undecided
            return self._exact_break(low, high)
        except Undecided:
            if sampled is None:
                return None
            self._all_decided = False
            return replace(sampled, kind=None) if sampled.kind is MarkKind.HOLE else sampled

    def _crowded_in_view(self, intervals: IntervalSet) -> IntervalSet:
        """Leave out stretches that intervals show to be no higher than a pixel: they need no band."""
        bounds = None if self.evaluator is None else self.evaluator.enclose(intervals.low, intervals.high, 0)
        if bounds is None or not len(intervals):
            return intervals
        pixel = (self.view.y[1] - self.view.y[0]) / self.view.height_px
        return intervals.chosen(bounds.high[0] - bounds.low[0] > pixel)

    def _approach(self, sides: Sides, judged: Sequence[Break | None]) -> None:
        """Keep the samples on the way to the breaks: to a cell's width, and to poles out of sight."""
        height = self.view.y[1] - self.view.y[0]
        for side in (0, 1):
            t, values = sides.t[side], sides.values[side]
            inside = (t >= self.track.interval[0]) & (t <= self.track.interval[1])
            keep = np.abs(t - sides.at[:, None]) >= self.track.least / 2
            with np.errstate(invalid="ignore"):
                beyond = (values[-1, 0] > self.view.y[1] + height) | (values[-1, 0] < self.view.y[0] - height)
            left = np.cumsum(beyond, axis=1) > 1
            poles = [b is not None and b.ways[side] is Behaviour.INFINITE for b in judged]
            keep |= np.array(poles)[:, None] & ~left
            keep &= inside & np.array([b is not None for b in judged])[:, None]
            self.samples.keep(t[keep], values[:, :, keep])

    def _find_corners(self) -> list[Corner]:
        cells = measure(self.samples, self.view)
        breaks = IntervalSet.of_pairs([(b.low, b.high) for b in self.breaks])
        near = REACH * self.track.least
        around = IntervalSet(breaks.low - near, breaks.high + near).joined(closest=0.0)
        found = of_corners(self.samples, cells, self._known(around))
        places = breaks.others_alone(found, self.closest)
        if not len(places):
            return []
        sides = look_around(self.track, places, breaks, self.view)
        points = None if self.evaluator is None else self.evaluator.points(1)
        shown, unsure = corners(sides, self.view)
        if points is not None:
            asked = [
                each for each, b, is_open in zip(brackets(sides), shown, unsure, strict=True) if b or is_open
            ]
            shown = [self._exact_corner(points, *each) for each in asked[:MOST_CORNERS]]
        result = [corner for corner in shown if corner is not None]
        self.samples.add(np.array([corner.at for corner in result]))
        return result

    def _exact_corner(self, points: BallFunction, at: float, blind: float) -> Corner | None:
        """The corner where the slopes in many digits have two limits, None if they have not."""
        for width in (0.0, min(blind, WIDEST_CORNER * self.span)):
            try:
                slopes = singular_point(points, at - width, at + width, self.span)
            except Undecided:
                continue
            if slopes is not None:
                return corner_at(slopes, self.view)
        return None


def _reach(b: Break | None) -> float:
    kind = None if b is None else b.kind
    if kind is MarkKind.POLE:
        return POLE_REACH
    return STEP_REACH if kind in (MarkKind.JUMP, MarkKind.HOLE) else REACH
