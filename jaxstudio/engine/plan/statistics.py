"""Statistics of a whole image: from the values of floats, from the histogram of integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect, parallel_map
from jaxstudio.engine.nonfinite import Block, count_nonfinite
from jaxstudio.engine.plan.base import Size, StepContext, Values
from jaxstudio.kernels.byte_counts import byte_counts
from jaxstudio.kernels.pixels import has_alpha, integer_unit
from jaxstudio.pipeline.kinds import Global, Guided

# Bytes that one thread counts at a time.
PART = 1 << 20
# An input of up to so many bytes (as float32) is kept while it is measured.
KEPT_BYTES = 512 << 20
Blocks = Callable[[], Iterator[Block]]


def counts_of(values: np.ndarray) -> np.ndarray:
    """Return the count of each level of an integer format."""
    if values.dtype == np.uint8:
        flat = np.ascontiguousarray(values).reshape(-1)
        parts = [flat[first : first + PART] for first in range(0, flat.size, PART)]
        return sum(parallel_map(byte_counts, parts), np.zeros(256, np.int64))
    return np.bincount(values.reshape(-1), minlength=np.iinfo(values.dtype).max + 1)


def counted_once(colours: Callable[[], Iterator[np.ndarray]]) -> Blocks:
    """Blocks (values, None) of a float picture; a single block (levels, counts) of an integer picture.

    A statistic may read its blocks several times: integers are read and counted only once.
    """
    counts: list[Block] = []

    def blocks() -> Iterator[Block]:
        if counts:
            yield counts[0]
            return
        total: Any = 0
        for block in colours():
            if block.dtype == np.float32:
                yield block, None
            else:
                total = total + counts_of(block)
                unit = np.float32(integer_unit(block.dtype))
        if np.ndim(total):
            counts.append((np.arange(total.size, dtype=np.float32) * unit, total))
            yield counts[0]

    return blocks


def measure(kind: Global | Guided, values: Values, size: Size, step: StepContext) -> dict[str, Any]:
    """Measure a global op's statistic of the whole input; NaN and infinities are reported as left out."""
    colours = step.plan.channels - has_alpha(step.plan.channels)
    assert kind.statistic is not None
    whole = Rect.whole(*size).area * step.plan.channels * np.dtype(np.float32).itemsize
    kept: list[tuple[Rect, np.ndarray]] = []
    complete = False

    def tiles() -> Iterator[tuple[Rect, np.ndarray]]:
        nonlocal complete
        if complete:
            yield from kept
            return
        kept.clear()
        for tile, buffer in step.input_tiles():
            pixels = buffer.pixels(tile)[..., :colours]
            # a statistic may read its input several times, and each time it would be computed again
            if whole <= KEPT_BYTES:
                kept.append((tile, pixels))
            yield tile, pixels
        complete = whole <= KEPT_BYTES

    def placed() -> Iterator[Block]:
        for tile, block in tiles():
            if block.dtype != np.float32:
                block = block.astype(np.float32) * np.float32(integer_unit(block.dtype))
            yield (tile.y0, tile.x0), block

    blocks = placed if kind.placed or kind.colours else counted_once(lambda: (block for _, block in tiles()))
    if kind.placed or kind.colours:
        values = {**values, "height": size[0], "width": size[1]}
    nonfinite: list[int] = []
    statistic = dict(kind.statistic(count_nonfinite(blocks, nonfinite), values))
    step.report_left_out(max(nonfinite, default=0))
    return statistic


def measure_samples(kind: Global | Guided, values: Values) -> dict[str, Any]:
    """A statistic of one black pixel, to compile with."""
    black = np.zeros((1, 1, 1), np.float32)
    assert kind.statistic is not None
    if kind.placed or kind.colours:
        return dict(kind.statistic(lambda: iter([((0, 0), black)]), {**values, "height": 1, "width": 1}))
    return dict(kind.statistic(lambda: iter([(black, None)]), values))
