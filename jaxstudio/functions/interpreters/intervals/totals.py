"""Sums and products over boxes: the body is evaluated at many indices at once, along an axis of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from jaxstudio.functions.interpreters.intervals.bounds import Bounds, add, exactly, made, multiply

Values = Sequence[Bounds]
Body = Callable[[Bounds], Values]
Combine = Callable[[list[Bounds], list[Bounds]], Values]
# So many numbers at once stay in the cache.
ELEMENTS = 1 << 16


class Totals:
    """Loops over indices for an algebra of bounds whose boxes have one axis."""

    def __init__(self) -> None:
        # those of the boxes and of the loops around what is being evaluated
        self._axes = 1

    def sums(self, body: Body, points: np.ndarray, weights: np.ndarray) -> list[Bounds]:
        """The sums over all points (m,) of weight times body(point), which has several values."""
        total: list[Bounds] = []
        for part, values in self._evaluated(body, np.stack([points, weights])):
            weighted = values
            if np.any(part[1] != 1):
                factor = exactly(part[1].reshape(-1, *(1,) * self._axes))
                weighted = [multiply(factor, value) for value in values]
            found = [_summed(value) for value in weighted]
            total = [add(a, b) for a, b in zip(total, found, strict=True)] if total else found
        return total or [exactly(0.0)]

    def reduced(self, combine: Combine, body: Body, points: np.ndarray) -> list[Bounds]:
        """What `combine`, which is associative, makes of the values of the body at all points (m,), m > 0."""
        result: list[Bounds] = []
        for _, values in self._evaluated(body, points[None]):
            found = self._halved(combine, values)
            result = list(combine(result, found)) if result else found
        return result

    def folded(
        self, step: Callable[[list[Bounds], Bounds], Values], first: Values, points: np.ndarray
    ) -> list[Bounds]:
        """step(… step(step(first, point), point) …, point)."""
        values = list(first)
        for point in points:
            values = list(step(values, exactly(float(point))))
        return values

    def _evaluated(self, body: Body, columns: np.ndarray) -> Iterator[tuple[np.ndarray, list[Bounds]]]:
        """The values at the points of columns[0], chunk by chunk, with the points as their first axis."""
        begin, size = 0, 1
        while begin < columns.shape[1]:
            part = columns[:, begin : begin + size]
            self._axes += 1
            try:
                shape = (part.shape[1], *(1,) * (self._axes - 1))
                values = [_spread(value, shape) for value in body(exactly(part[0].reshape(shape)))]
            finally:
                self._axes -= 1
            yield part, values
            begin += size
            # the first point tells how much there is of each
            size = max(1, ELEMENTS // max(1, *(value.low[0].size for value in values)))

    def _halved(self, combine: Combine, values: list[Bounds]) -> list[Bounds]:
        """Pairs are combined until one is left; the first axis goes."""
        left = []
        while (count := len(values[0].low)) > 1:
            half = count // 2
            if count % 2:
                left.append([_part(value, 2 * half, count) for value in values])
            first, second = ([_part(value, begin, begin + half) for value in values] for begin in (0, half))
            values = [_spread(value, (half, *(1,) * self._axes)) for value in combine(first, second)]
        for other in left:
            values = [_spread(value, (1, *(1,) * self._axes)) for value in combine(values, other)]
        return [_part(value, 0) for value in values]


def _spread(value: Bounds, shape: tuple[int, ...]) -> Bounds:
    """All its arrays of one shape, this one at least."""
    arrays = list(vars(value).values())
    whole = np.broadcast_shapes(shape, *(array.shape for array in arrays))
    return Bounds(*(np.broadcast_to(array, whole) for array in arrays))


def _part(value: Bounds, begin: int, end: int = -1) -> Bounds:
    """A part along the first axis, or what is at one place of it."""
    place = begin if end < 0 else slice(begin, end)
    return Bounds(*(array[place] for array in vars(value).values()))


def _summed(value: Bounds) -> Bounds:
    """Along the first axis, with room for the rounding of as many additions."""
    count = len(value.low)
    if count == 1:
        return _part(value, 0)
    room = count * 2.0**-52
    low = value.low.sum(axis=0) - room * np.abs(value.low).sum(axis=0)
    high = value.high.sum(axis=0) + room * np.abs(value.high).sum(axis=0)
    return made(
        low,
        high,
        defined=value.defined.all(axis=0),
        continuous=value.continuous.all(axis=0),
        empty=value.empty.any(axis=0),
    )
