"""Where samples say that something happens: cells that contradict themselves, borders of missing values."""

from __future__ import annotations

import numpy as np

from jaxstudio.functions.curves.bracketing import border, narrow, narrow_to_steepest
from jaxstudio.functions.curves.cells import Cells, cross
from jaxstudio.functions.curves.interval_set import Stretches, runs
from jaxstudio.functions.curves.samples import Samples

# More suspects than this are more than a screen can show one by one.
MOST = 2_048
# Where no value is, and the gap is no wider than this share of the interval, it is a place and no gap.
PLACE = 2.0**-46
# A turn of the tangent that is sharp, in radians, and unexplained by the second derivatives to this share.
SHARP, UNEXPLAINED = np.deg2rad(2.0), 0.5


def still_open(cells: Cells) -> np.ndarray:
    """Cells that would have been split further, were they not as narrow as may be."""
    return cells.joined & cells.seen & (cells.parts > 1)


def of_doubt(samples: Samples, cells: Cells, known: np.ndarray) -> Stretches:
    """Cells that are still open, without those of which all is `known` (cells,); neighbours count as one.

    Poles of an even order above the view show by a slope that changes its sign unseen.
    """
    found = runs(samples.t, still_open(cells) & ~known)
    if samples.values.shape[0] == 1:
        slope = samples.values[0, 1]
        with np.errstate(invalid="ignore"):
            unseen = cells.joined & ~cells.seen & ~known & (np.sign(slope[:-1]) * np.sign(slope[1:]) < 0)
        found = found.joined(runs(samples.t, unseen), closest=-np.inf)
    return _narrowed(samples, found, 0)


def of_corners(samples: Samples, cells: Cells, known: np.ndarray) -> Stretches:
    """Where the tangent turns sharply and the second derivatives do not say why."""
    with np.errstate(all="ignore"):
        speed, pull = samples.pixels()[1:]
        before, after = speed[:, :-1], speed[:, 1:]
        turn = np.abs(np.arctan2(cross(before, after), (before * after).sum(axis=0)))
        change = after - before
        explained = (pull[:, :-1] + pull[:, 1:]) * cells.width / 2
        sharp = (turn > SHARP) & (np.hypot(*(change - explained)) > UNEXPLAINED * np.hypot(*change))
    # where a derivative has no value, as that of |x|^(1/3) at 0
    blind = ~np.isfinite(before).all(axis=0) | ~np.isfinite(after).all(axis=0)
    found = runs(samples.t, cells.joined & cells.seen & ~known & (sharp | blind))
    return _centred(samples, found, _narrowed(samples, found, 1))


def _centred(samples: Samples, found: Stretches, places: Stretches) -> Stretches:
    """Where rounding leaves no derivative in a whole stretch around a corner, the corner is its middle."""
    found, values = found.chosen(np.arange(len(found)) < MOST), samples.track.values
    middle = places.middle
    blind = np.flatnonzero(~np.isfinite(values(middle)[:, 1]).all(axis=0))
    begins = narrow(values, found.low[blind], middle[blind], border(1))[1]
    ends = narrow(values, middle[blind], found.high[blind], border(1))[0]
    middle[blind] = begins + (ends - begins) / 2
    low, high = places.low.copy(), places.high.copy()
    low[blind], high[blind] = middle[blind], middle[blind]
    return Stretches(low, high)


def _narrowed(samples: Samples, found: Stretches, order: int) -> Stretches:
    low, high = narrow_to_steepest(samples.track.values, found.low[:MOST], found.high[:MOST], order)
    return Stretches(low, high)


def of_borders(samples: Samples, known: np.ndarray) -> Stretches:
    """Borders of where there is a value, to neighbouring numbers; a single missing place is one suspect."""
    finite, t = samples.finite, samples.t
    borders = np.flatnonzero((finite[:-1] != finite[1:]) & ~known)[: 2 * MOST]
    low, high = narrow(samples.track.values, t[borders], t[borders + 1], border())
    span = samples.track.interval[1] - samples.track.interval[0]
    return Stretches(low, high).joined(closest=PLACE * span)
