"""Which input a geometry step reads for a rectangle of its output, and how the rectangle is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.engine.buffers import TiledBuffer, new_buffer
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.parallel_map import ALL, parallel_map
from jaxstudio.engine.rect import Rect
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.kernels.sampling import BLOCK_COLUMNS, BLOCK_ROWS, column_places, row_places

if TYPE_CHECKING:
    from jaxstudio.engine.executor import Steps
    from jaxstudio.engine.job import Job

# A neighbour on each side for the interpolation, and one for rounding.
MARGIN = 2


def input_rect(
    matrix: np.ndarray, rect: Rect, exact: bool, size: tuple[int, int], border: str | None
) -> Rect:
    """The input pixels that `rect` of the output is sampled from, possibly beyond the input's edge.

    Where everything far outside is one value, or the edge's own, no more of it than a margin is read.
    """
    corners = np.array(
        [(x, y, 1.0) for x in (rect.x0, rect.x1 - 1) for y in (rect.y0, rect.y1 - 1)], np.float64
    )
    places = corners @ matrix.T
    low, high = np.floor(places.min(axis=0)), np.ceil(places.max(axis=0))
    if exact:
        return Rect(int(low[1]), int(low[0]), int(high[1]) + 1, int(high[0]) + 1)
    needed = Rect(int(low[1]), int(low[0]), int(high[1]) + 1, int(high[0]) + 1).grown(MARGIN, MARGIN)
    if border not in ("constant", "nearest"):
        return needed
    height, width = size
    edges = Rect(-MARGIN, -MARGIN, height + MARGIN, width + MARGIN)

    def held(low: int, high: int, first: int, last: int) -> tuple[int, int]:
        low = min(max(low, first), last - MARGIN)
        return low, max(min(high, last), low + MARGIN)

    y0, y1 = held(needed.y0, needed.y1, edges.y0, edges.y1)
    x0, x1 = held(needed.x0, needed.x1, edges.x0, edges.x1)
    return Rect(y0, x0, y1, x1)


def blended(
    way: Callable[..., None],
    steps: Steps,
    job: Job,
    k: int,
    rect: Rect,
    dtype: str,
    cancel: Callable[[], bool],
) -> TiledBuffer:
    """`rect` of what step k blends of its input's pixels; with alpha, of their colours weighted by it.

    Args:
        way: called as way(steps, job, k, rect, out, cancel), writes it to `out`.
    """
    weighted = has_alpha(job.photo.channels)
    buffer, out = new_buffer(rect, job.photo.channels, "float32" if weighted else dtype)
    way(steps, job, k, rect, out, cancel)
    return steps.unweighted(buffer, dtype) if weighted else buffer


def _padded(places: np.ndarray, count: int) -> np.ndarray:
    """Places for a whole block, the last one repeated."""
    return np.ascontiguousarray(np.pad(places, ((0, 0), (0, count - places.shape[1])), mode="edge"))


def sample_rect(
    kernels: Kernels,
    slab: np.ndarray,
    pitch: int,
    needed: Rect,
    matrix: np.ndarray,
    rect: Rect,
    out: np.ndarray,
) -> None:
    """Write `rect` of a geometry step's output to `out`, from a slab that holds `needed` of its input."""
    channels = out.shape[1] // rect.width
    kernel = kernels.sample(channels, out.dtype.name)
    scalars = np.array([pitch, needed.width - 2, needed.height - 2], np.int32)
    columns, rows = column_places(matrix, rect.x0, rect.x1), row_places(matrix, rect.y0, rect.y1)
    # the slab begins at `needed`: whole numbers, so that fractions stay what they are
    rows[0] -= needed.x0
    rows[2] -= needed.y0

    def block(y: int, x: int) -> None:
        height, across = min(BLOCK_ROWS, rect.height - y), min(BLOCK_COLUMNS, rect.width - x)
        result = kernel(
            slab,
            _padded(columns[:, x : x + across], BLOCK_COLUMNS),
            _padded(rows[:, y : y + height], BLOCK_ROWS),
            scalars,
        )
        pixels = np.asarray(result).reshape(BLOCK_ROWS, BLOCK_COLUMNS * channels)
        out[y : y + height, x * channels : (x + across) * channels] = pixels[:height, : across * channels]

    places = [(y, x) for y in range(0, rect.height, BLOCK_ROWS) for x in range(0, rect.width, BLOCK_COLUMNS)]
    parallel_map(lambda place: block(*place), places, ALL)
