"""Statistics of a whole image: from the values of floats, from the histogram of integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect, parallel_map
from jaxstudio.engine.nonfinite import count_nonfinite
from jaxstudio.engine.plan.base import Size, StepContext, Values
from jaxstudio.kernels.byte_counts import byte_counts
from jaxstudio.kernels.pixels import has_alpha, integer_unit
from jaxstudio.pipeline.kinds import Global, Guided

# Bytes that one thread counts at a time.
PART = 1 << 20
# An input of up to so many bytes (as float32) is kept while it is measured.
KEPT_BYTES = 512 << 20
Block = tuple[Any, Any]
Tiles = Callable[[], Iterator[list[Block]]]


def counts_of(values: np.ndarray) -> np.ndarray:
    """Return the count of each level of an integer format."""
    if values.dtype == np.uint8:
        flat = np.ascontiguousarray(values).reshape(-1)
        parts = [flat[first : first + PART] for first in range(0, flat.size, PART)]
        return sum(parallel_map(byte_counts, parts), np.zeros(256, np.int64))
    return np.bincount(values.reshape(-1), minlength=np.iinfo(values.dtype).max + 1)


def counted_once(colours: Callable[[], Iterator[list[np.ndarray]]]) -> Tiles:
    """Blocks (values, None) of a float picture, tile by tile; one block (levels, counts) of an integer one.

    A statistic may read its blocks several times: integers are read and counted only once.
    """
    counts: list[Block] = []

    def tiles() -> Iterator[list[Block]]:
        if counts:
            yield counts
            return
        total: Any = 0
        for blocks in colours():
            if blocks[0].dtype == np.float32:
                yield [(block, None) for block in blocks]
                continue
            for block in blocks:
                total = total + counts_of(block)
            unit = np.float32(integer_unit(blocks[0].dtype))
        if np.ndim(total):
            counts.append((np.arange(total.size, dtype=np.float32) * unit, total))
            yield counts

    return tiles


class Picture:
    """The blocks of a picture as a statistic reads them, tile by tile."""

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles

    def __call__(self) -> Iterator[Block]:
        for blocks in self._tiles():
            yield from blocks

    def map(self, work: Callable[[Any], Any], parts: Callable[[Any], Sequence[Any]]) -> Iterator[Any]:
        """work(part) of every part of float blocks; a tile's parts are shared among several threads."""
        for blocks in self._tiles():
            yield from parallel_map(
                work, [part for values, counts in blocks if counts is None for part in parts(values)]
            )


def measure(kind: Global | Guided, values: Values, size: Size, step: StepContext) -> dict[str, Any]:
    """Measure a global op's statistic of the whole input; NaN and infinities are reported as left out."""
    colours = step.plan.channels - has_alpha(step.plan.channels)
    assert kind.statistic is not None
    whole = Rect.whole(*size).area * step.plan.channels * np.dtype(np.float32).itemsize
    by_place = kind.placed or kind.colours
    kept: list[tuple[Rect, list[np.ndarray]]] = []
    complete, nonfinite = False, 0

    def tiles() -> Iterator[tuple[Rect, list[np.ndarray]]]:
        nonlocal complete, nonfinite
        if complete:
            yield from kept
            return
        kept.clear()
        count = 0
        for tile, buffer in step.input_tiles():
            whole_tile = [buffer.pixels(tile)] if by_place else buffer.pieces(tile)
            pieces = [piece[..., :colours] for piece in whole_tile]
            count += sum(parallel_map(count_nonfinite, pieces))
            # a statistic may read its input several times, and each time it would be computed again
            if whole <= KEPT_BYTES:
                kept.append((tile, pieces))
            yield tile, pieces
        complete, nonfinite = whole <= KEPT_BYTES, count

    def placed() -> Iterator[list[Block]]:
        for tile, (block,) in tiles():
            if block.dtype != np.float32:
                block = block.astype(np.float32) * np.float32(integer_unit(block.dtype))
            yield [((tile.y0, tile.x0), block)]

    def values_alone() -> Iterator[list[np.ndarray]]:
        for _, pieces in tiles():
            yield pieces

    blocks = placed if by_place else counted_once(values_alone)
    if by_place:
        values = {**values, "height": size[0], "width": size[1]}
    statistic = dict(kind.statistic(Picture(blocks), values))
    step.report_left_out(nonfinite)
    return statistic


def measure_samples(kind: Global | Guided, values: Values) -> dict[str, Any]:
    """A statistic of one black pixel, to compile with."""
    black = np.zeros((1, 1, 1), np.float32)
    assert kind.statistic is not None
    if kind.placed or kind.colours:
        return dict(kind.statistic(lambda: iter([((0, 0), black)]), {**values, "height": 1, "width": 1}))
    return dict(kind.statistic(lambda: iter([(black, None)]), values))
