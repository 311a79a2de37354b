"""Histograms of a whole image that arrives in blocks, on the host: percentiles and thresholds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from jaxstudio.kernels.array_types import Shaped

Blocks = Callable[[], Iterable[tuple[np.ndarray, np.ndarray | None]]]
FINE_BINS = 65536
# Planes hold PART values. One value in SAMPLED is sampled, LEAST_SAMPLE at least. COUNTED values are
# compared at a time.
PART, SAMPLED, LEAST_SAMPLE, COUNTED = 1 << 16, 127, 2048, 3 << 18


def colour_planes(blocks: Callable[[], Iterable[tuple[Any, Any]]]) -> Iterator[list[np.ndarray]]:
    """Red, green and blue of a picture's finite pixels, about PART at a time; of a gray one the same thrice.

    Small contiguous planes stay in the processor's cache: some ten times as fast as whole interleaved blocks.

    Args:
        blocks: yields pairs of a place and float32 (rows, columns, 1 or 3).
    """
    for _, block in blocks():
        rows = max(1, PART // block.shape[1])
        for first in range(0, len(block), rows):
            part = block[first : first + rows].reshape(-1, block.shape[2])
            planes = [np.ascontiguousarray(part[:, channel]) for channel in range(part.shape[1])]
            sound = np.logical_and.reduce([np.isfinite(plane) for plane in planes])
            if not sound.all():
                planes = [plane[sound] for plane in planes]
            if planes[0].size:
                yield planes if len(planes) == 3 else planes * 3


def value_range(blocks: Blocks) -> tuple[float, float]:
    """The least and the greatest finite value; (0, 1) where there is none."""
    low, high = np.inf, -np.inf
    for block, counts in blocks():
        present = block if counts is None else block[counts > 0]
        finite = present[np.isfinite(present)]
        if finite.size:
            low, high = min(low, float(finite.min())), max(high, float(finite.max()))
    return (low, high) if low <= high else (0.0, 1.0)


def histogram(blocks: Blocks, bins: int, ends: tuple[float, float]) -> Shaped[np.ndarray, " bins"]:
    """Counts, (bins,) float64, of the finite values between two ends."""
    total = np.zeros(bins)
    for block, counts in blocks():
        if counts is None:
            # float32 cannot tell the edges of very narrow bins apart
            block = block[(block >= ends[0]) & (block <= ends[1])].astype(np.float64)
        total += np.histogram(block, bins=bins, range=ends, weights=counts)[0]
    return total


def percentiles(blocks: Blocks, shares: Sequence[float]) -> list[float]:
    """Percentiles, interpolated linearly as by numpy.percentile.

    Exact for integers, whose values come with counts, and for nearly all float pictures; within 2⁻³² of the
    range for the others.
    """
    exact = _percentiles_of_floats(blocks, shares)
    if exact is not None:
        return exact
    low, high = value_range(blocks)
    if low == high:
        return [low for _ in shares]
    if next(iter(blocks()))[1] is not None:
        values, counts = sorted_counts(blocks)
        order = np.cumsum(counts)

        def ranked(rank: float) -> float:
            return float(values[np.searchsorted(order, rank, side="right")])

        total = float(order[-1])
    else:
        coarse = histogram(blocks, FINE_BINS, (low, high))
        total = float(coarse.sum())

        def ranked(rank: float) -> float:
            return _ranked_float(blocks, coarse, (low, high), rank)

    found = []
    for percent in shares:
        place = percent / 100 * (total - 1)
        below, above = ranked(np.floor(place)), ranked(np.ceil(place))
        found.append(below + (place - np.floor(place)) * (above - below))
    return found


def _percentiles_of_floats(blocks: Blocks, shares: Sequence[float]) -> list[float] | None:
    """Percentiles of floats, from bounds that a sample gives; None if the bounds are wrong.

    Two passes: the first takes the sample, the second counts values below and collects those between bounds.
    """

    def one_by_one(work: Callable[[Any], Any], parts: Callable[[Any], Any]) -> Iterator[Any]:
        return (work(part) for block, counts in blocks() if counts is None for part in parts(block))

    # the parts of a picture that the engine computes are read on several threads
    spread = getattr(blocks, "map", one_by_one)
    samples = list(spread(_sample, _parts))
    sample = np.concatenate(samples) if samples else np.empty(0, np.float32)
    if sample.size < LEAST_SAMPLE:
        return None
    ranks = []
    for percent in shares:
        # five standard deviations of a rank in the sample, and a little because neighbours are alike
        margin = 5 * np.sqrt(sample.size * percent / 100 * (1 - percent / 100)) + sample.size / 200
        ranks.append([int(percent / 100 * sample.size + side) for side in (-margin, margin)])
    sample.partition([rank for pair in ranks for rank in pair if 0 <= rank < sample.size])
    bounds = [
        (
            sample[first] if first >= 0 else np.float32(-np.inf),
            sample[last] if last < sample.size else np.float32(np.inf),
        )
        for first, last in ranks
    ]
    total, below = 0, np.zeros(len(bounds), np.int64)
    between: list[list[np.ndarray]] = [[] for _ in bounds]
    for count, under, inside in spread(lambda part: _counted(part, bounds), _parts):
        total, below = total + count, below + under
        for values, pieces in zip(inside, between, strict=True):
            pieces.append(values)

    def ranked(number: int) -> float | None:
        collected = np.concatenate(between[number])
        place = shares[number] / 100 * (total - 1) - below[number]
        first, last = int(np.floor(place)), int(np.ceil(place))
        if first < 0 or last >= collected.size:
            return None
        # two ranks at once would take half as long again
        collected.partition(first)
        below_place, above_place = collected[first], collected[first + (last > first) :].min()
        return float(below_place + (place - first) * (np.float64(above_place) - below_place))

    found = [value for value in map(ranked, range(len(shares))) if value is not None]
    return found if len(found) == len(shares) else None


def _parts(block: np.ndarray) -> list[np.ndarray]:
    """Rows of a block, together about COUNTED values each."""
    rows = max(1, COUNTED // block[0].size)
    return [block[at : at + rows] for at in range(0, len(block), rows)]


def _sample(rows: np.ndarray) -> np.ndarray:
    """One finite value in SAMPLED, as they lie in memory; between the rows there may be gaps."""
    flat = rows.reshape(len(rows), -1)
    pitch, width = flat.strides[0] // flat.itemsize, flat.shape[1]
    places = np.arange(0, (len(flat) - 1) * pitch + width, SAMPLED)
    memory = np.lib.stride_tricks.as_strided(flat, places.shape, (SAMPLED * flat.itemsize,), writeable=False)
    sample = memory[places % pitch < width]
    return sample[np.isfinite(sample)]


def _counted(
    part: np.ndarray, bounds: Sequence[tuple[np.float32, np.float32]]
) -> tuple[int, list[int], list[np.ndarray]]:
    """Count the finite values: all of them, and those below each pair of bounds; and pick those between.

    Most values lie between the bounds of the first percentile and those of the last: they are only counted.
    """
    # between the rows there may be gaps: a flat array would be a copy
    values, gap = part.reshape(len(part), -1), (bounds[0][1], bounds[-1][0])
    outside = values > gap[0]
    np.logical_not(np.logical_and(outside, values < gap[1], out=outside), out=outside)
    rest = values[outside] if gap[0] < gap[1] else values.reshape(-1)
    passed_over = values.size - rest.size
    rest = rest[np.isfinite(rest)]
    below, inside = [], []
    for number, (low, high) in enumerate(bounds):
        under = rest < low
        below.append(int(np.count_nonzero(under)) + (passed_over if number and low >= gap[1] else 0))
        inside.append(np.compress(~under & (rest <= high), rest))
    return passed_over + rest.size, below, inside


def _ranked_float(blocks: Blocks, coarse: np.ndarray, ends: tuple[float, float], rank: float) -> float:
    """The value of a rank (from 0): its coarse bin is counted again in fine ones."""
    order = np.cumsum(coarse)
    if rank <= 0:
        return ends[0]
    if rank >= order[-1] - 1:
        return ends[1]
    number = int(np.searchsorted(order, rank, side="right"))
    width = (ends[1] - ends[0]) / FINE_BINS
    within = (ends[0] + number * width, ends[0] + (number + 1) * width)
    before = order[number - 1] if number else 0.0
    fine = np.cumsum(histogram(blocks, FINE_BINS, within))
    place = int(np.searchsorted(fine, rank - before, side="right"))
    return within[0] + (min(place, FINE_BINS - 1) + 0.5) * (width / FINE_BINS)


def sorted_counts(blocks: Blocks) -> tuple[Shaped[np.ndarray, " n"], Shaped[np.ndarray, " n"]]:
    """The values there are (of floats the middles of FINE_BINS bins), ascending, and how often each is."""
    low, high = value_range(blocks)
    first = next(iter(blocks()))
    if first[1] is not None:
        values = np.asarray(first[0], np.float64)
        counts = sum((each for _, each in blocks() if each is not None), np.zeros(values.shape))
    else:
        ends = (low, high) if low < high else (low, low + 1.0)
        counts = histogram(blocks, FINE_BINS, ends)
        values = np.float64(low) + (np.arange(FINE_BINS) + 0.5) * ((ends[1] - ends[0]) / FINE_BINS)
        occupied = np.flatnonzero(counts)
        if occupied.size:
            values[occupied[0]], values[occupied[-1]] = low, high
    present = counts > 0
    if not present.any():
        return np.array([0.0]), np.array([1.0])
    return values[present], counts[present]
