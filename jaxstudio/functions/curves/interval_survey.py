"""A view surveyed by interval arithmetic: where values may be missing, jumps, the error of chords."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from jaxstudio.functions.curves.evaluator import Enclosure, Evaluator, scales
from jaxstudio.functions.curves.sampling import Samples
from jaxstudio.functions.protocol.scene import View


@dataclass(frozen=True)
class IntervalSet:
    """Intervals [low, high], float64 (n,), ascending. As brackets of places they may have no width."""

    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def none() -> IntervalSet:
        return IntervalSet(np.empty(0), np.empty(0))

    @staticmethod
    def of_pairs(pairs: Sequence[tuple[float, float]]) -> IntervalSet:
        """The brackets with these ends, in any order."""
        ends = np.array(sorted(pairs), np.float64).reshape(-1, 2)
        return IntervalSet(ends[:, 0], ends[:, 1])

    def pairs(self) -> list[tuple[float, float]]:
        return list(zip(self.low.tolist(), self.high.tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.low)

    @property
    def middle(self) -> np.ndarray:
        return self.low + (self.high - self.low) / 2

    def chosen(self, some: np.ndarray) -> IntervalSet:
        return IntervalSet(self.low[some], self.high[some])

    def joined(self, *others: IntervalSet, closest: float) -> IntervalSet:
        """All of them; those no farther from each other than `closest` become one."""
        low = np.concatenate([self.low, *(other.low for other in others)])
        high = np.concatenate([self.high, *(other.high for other in others)])
        if not len(low):
            return self
        order = np.argsort(low, kind="stable")
        low, high = low[order], np.maximum.accumulate(high[order])
        begins = np.flatnonzero(np.concatenate([[True], low[1:] - high[:-1] > closest]))
        ends = np.append(begins[1:], len(low)) - 1
        return IntervalSet(low[begins], high[ends])

    def and_others(self, others: IntervalSet, closest: float) -> IntervalSet:
        """These brackets, and the others that are farther than `closest` from all of them."""
        return self.joined(self.others_alone(others, closest), closest=-np.inf)

    def others_alone(self, others: IntervalSet, closest: float) -> IntervalSet:
        """The others that are farther than `closest` from all of these; near ones among them become one."""
        others = others.joined(closest=closest)
        at = np.searchsorted(self.low, others.low)
        before = np.concatenate([[-np.inf], self.high])[at]
        after = np.append(self.low, np.inf)[at]
        return others.chosen((others.low - before > closest) & (after - others.high > closest))

    def hold(self, t: np.ndarray) -> np.ndarray:
        """Which t lie strictly inside one; they must not overlap."""
        if not len(self):
            return np.zeros(len(t), bool)
        at = np.searchsorted(self.low, t, side="left") - 1
        return (at >= 0) & (t < self.high[np.maximum(at, 0)])

    def reach(self, x: np.ndarray, closest: float) -> np.ndarray:
        """Which x (n,), in any order, lie in one or no farther from it than `closest`."""
        near = (x[:, None] >= self.low - closest) & (x[:, None] <= self.high + closest)
        return np.asarray(near.any(axis=1))

    def hold_cells(self, t: np.ndarray) -> np.ndarray:
        """Which of the cells between neighbouring t have their middle in one."""
        return self.hold((t[:-1] + t[1:]) / 2)

    def meet_cells(self, t: np.ndarray) -> np.ndarray:
        """Which of the cells between neighbouring t overlap with one."""
        if not len(self):
            return np.zeros(max(len(t) - 1, 0), bool)
        at = np.searchsorted(self.low, t[1:], side="left") - 1
        return (at >= 0) & (self.high[np.maximum(at, 0)] > t[:-1])


def runs(t: np.ndarray, chosen: np.ndarray) -> IntervalSet:
    """The runs of neighbouring cells between the t (n,) that are `chosen` (n - 1,)."""
    edges = np.diff(np.concatenate([[0], chosen.astype(np.int8), [0]]))
    return IntervalSet(t[np.flatnonzero(edges == 1)], t[np.flatnonzero(edges == -1)])


FIRST = 256
# A cell of which something is open is cut in four so often, if no more than this many are; in which the
# function may vary, so often again, if only a few are: there may be a needle in it.
CUTS, MOST_OPEN = 3, 1_024
NEEDLES, FEW_OPEN = 7, 96
# Cells in which there may be no value are cut up to a few numbers, or to this share of the view around 0;
# more of them than this are too many.
PLACE, MOST_DOUBTFUL = 2.0**-64, 2_048
# A row of so many doubtful cells, all of it no wider than this share of the view, is where bounds or float64
# cancel: cutting it up is in vain.
ROW, ROW_WIDTH = 24, 2.0**-10
# Cutting makes about so many cells of the ones that are left, and no fewer than the least of each.
CELLS, LEAST_PARTS, MOST_PARTS = 1_024, 4, 64
# What is drawn of a cell that is proven leaves the curve by no more than this.
WITHIN_PX = 1.0


@dataclass(frozen=True)
class Survey:
    """Cells that cover the view, in order: bounds float64 (n,) of t, of values (n,) and of derivatives.

    `suspects` are places of the cells in which the function may be undefined or jump, as narrow as could be
    made; `exhaustive` says that these are all.
    """

    low: np.ndarray
    high: np.ndarray
    bounds: Enclosure
    suspects: IntervalSet
    exhaustive: bool

    def proves(self, t: np.ndarray, view: View) -> np.ndarray:
        """Which chords between neighbouring t (n,) stay within a pixel of the curve: bool (n - 1,)."""
        first = np.clip(np.searchsorted(self.low, t[:-1], side="right") - 1, 0, len(self.low) - 1)
        last = np.clip(np.searchsorted(self.low, t[1:], side="left") - 1, first, len(self.low) - 1)
        pairs = np.stack([first, last + 1], axis=1).ravel()

        def over(values: np.ndarray, largest: bool) -> np.ndarray:
            padded = np.append(values, values[-1])
            return (np.maximum if largest else np.minimum).reduceat(padded, pairs)[::2]

        low = np.stack([over(row, False) for row in self.bounds.low])
        high = np.stack([over(row, True) for row in self.bounds.high])
        sure = over(self.bounds.smooth.astype(np.float64), False) > 0
        return sure & within_a_pixel(low, high, np.diff(t), view)

    def unproven(self, samples: Samples, view: View) -> np.ndarray:
        """Middles of the cells in view whose chords are not proven: each is worth a sample."""
        low, high = self.bounds.low[0], self.bounds.high[0]
        middles = (self.low + self.high) / 2
        chord = np.clip(np.searchsorted(samples.t, middles) - 1, 0, len(samples.t) - 2)
        seen = (high >= view.y[0]) & (low <= view.y[1])
        return middles[self.bounds.smooth & seen & ~self.proves(samples.t, view)[chord]]


def within_a_pixel(low: np.ndarray, high: np.ndarray, width: np.ndarray, view: View) -> np.ndarray:
    """Whether a chord of this width stays within a pixel of a curve with these bounds, (3, n) each.

    By the bound of the second derivative, of the slopes, or of the values; or it is not in view; or the
    curve is monotone and the chord no wider than a pixel.
    """
    across, up = scales(view)
    with np.errstate(all="ignore"):
        bend = width**2 / 8 * np.maximum(np.abs(low[2]), np.abs(high[2]))
        slopes = width / 4 * (high[1] - low[1])
        span = high[0] - low[0]
        least = np.fmin(np.fmin(bend, slopes), span)
        height = view.y[1] - view.y[0]
        away = (low[0] > view.y[1] + height / 2) | (high[0] < view.y[0] - height / 2)
        monotone = ((low[1] >= 0) | (high[1] <= 0)) & (width * across <= WITHIN_PX)
        return (least * up <= WITHIN_PX) | away | monotone


Cells = tuple[np.ndarray, np.ndarray, Enclosure]


def survey(evaluator: Evaluator, samples: Samples, view: View) -> Survey | None:
    """Survey the view of x; None where there are no intervals."""
    edges = np.linspace(*view.x, FIRST + 1)
    low, high = edges[:-1], edges[1:]
    done: list[Cells] = []
    for level in range(CUTS + NEEDLES + 1):
        bounds = evaluator.enclose(low, high, 2)
        if bounds is None:
            return None
        wide = ~(bounds.smooth & _within(low, high, bounds, samples, view) | bounds.empty)
        if level >= CUTS:
            wide &= bounds.smooth
        most = MOST_OPEN if level < CUTS else FEW_OPEN if level < CUTS + NEEDLES else 0
        if wide.sum() > most or not wide.any():
            done.append((low, high, bounds))
            break
        done.append((low[~wide], high[~wide], bounds.at(~wide)))
        low, high = cut_up(low[wide], high[wide], 4)
    low, high, bounds = _ordered(done)
    doubtful = ~bounds.smooth & ~bounds.empty
    return Survey(low, high, bounds, *_places(evaluator, low[doubtful], high[doubtful], view))


def _within(low: np.ndarray, high: np.ndarray, bounds: Enclosure, samples: Samples, view: View) -> np.ndarray:
    """Whether the samples are close enough in each cell for its chords to be proven."""
    t = samples.t
    spacing = np.diff(t, append=t[-1])
    first = np.clip(np.searchsorted(t, low, side="right") - 1, 0, len(t) - 1)
    last = np.clip(np.searchsorted(t, high, side="left"), first + 1, len(t))
    widest = np.maximum.reduceat(np.append(spacing, 0.0), np.stack([first, last], axis=1).ravel())[::2]
    return within_a_pixel(bounds.low, bounds.high, widest, view)


def _places(evaluator: Evaluator, low: np.ndarray, high: np.ndarray, view: View) -> tuple[IntervalSet, bool]:
    """The doubtful cells cut down to places, and whether that could be done with all of them."""
    least = PLACE * (view.x[1] - view.x[0])
    doubtful_cells: list[tuple[np.ndarray, np.ndarray]] = []
    while 0 < len(low) <= MOST_DOUBTFUL:
        low, high = cut_up(low, high)
        bounds = evaluator.enclose(low, high, 0)
        assert bounds is not None
        doubtful = ~(bounds.smooth | bounds.empty)
        tiny = high - low <= np.maximum(least, 4 * np.spacing(np.maximum(np.abs(low), np.abs(high))))
        doubtful_cells.append((low[doubtful & tiny], high[doubtful & tiny]))
        low, high = low[doubtful & ~tiny], high[doubtful & ~tiny]
        in_row = _in_row(low, high, ROW_WIDTH * (view.x[1] - view.x[0]))
        doubtful_cells.append((low[in_row], high[in_row]))
        low, high = low[~in_row], high[~in_row]
    if not doubtful_cells:
        return IntervalSet.none(), not len(low)
    brackets = [np.concatenate(part) for part in zip(*doubtful_cells, strict=True)]
    return IntervalSet(*brackets).joined(closest=2.0**-50 * (view.x[1] - view.x[0])), not len(low)


def _in_row(low: np.ndarray, high: np.ndarray, widest: float) -> np.ndarray:
    """Which cells are among ROW or more that join each other and together are no wider than `widest`."""
    if not len(low):
        return np.zeros(0, bool)
    begins = np.flatnonzero(np.concatenate([[True], low[1:] > high[:-1]]))
    ends = np.append(begins[1:], len(low))
    chosen = (ends - begins >= ROW) & (high[ends - 1] - low[begins] <= widest)
    return np.repeat(chosen, ends - begins)


def cut_up(low: np.ndarray, high: np.ndarray, parts: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Each cell in equal parts: the fewer cells, the more parts, unless their number is given."""
    parts = parts or min(MOST_PARTS, max(LEAST_PARTS, CELLS // max(len(low), 1)))
    edges = low[:, None] + np.linspace(0.0, 1.0, parts + 1) * (high - low)[:, None]
    edges[:, -1] = high
    begins, ends = edges[:, :-1].ravel(), edges[:, 1:].ravel()
    some = ends > begins
    return begins[some], ends[some]


def _ordered(parts: list[Cells]) -> Cells:
    order = np.argsort(np.concatenate([low for low, _, _ in parts]), kind="stable")

    def join(arrays: Iterable[np.ndarray]) -> np.ndarray:
        return np.concatenate(list(arrays), axis=-1)[..., order]

    lows, highs, bounds = zip(*parts, strict=True)
    columns = zip(*(vars(each).values() for each in bounds), strict=True)
    return join(lows), join(highs), Enclosure(*map(join, columns))
