"""A large photo's only step reads it where it lies: filling slabs costs more than a light kernel.

Rows lie one after the other, so that a pixel's neighbours are where a slab has them too, but for the frame
of the picture, where a border belongs: that is computed from slabs, as everything else is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.engine.buffers import CAPACITY, CHUNK, LINE
from jaxstudio.engine.clock import clock
from jaxstudio.engine.dtype_policy import blends, constant_is_a_level
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import total_reach
from jaxstudio.engine.parallel_map import parallel_map
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.tiles import tiles
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.kinds import Neighbourhood

if TYPE_CHECKING:
    from jaxstudio.engine.executor import Steps

# Chunks between two words of progress.
AT_A_TIME = 16


def render_in_place(
    steps: Steps,
    job: Job,
    rect: Rect,
    dtype: str,
    out: np.ndarray,
    cancel: Callable[[], bool],
    progress: Callable[[int], None],
) -> bool:
    """Write whole rows of a job's result, if it is one step that can read the photo in place.

    Args:
        rect: in pixels of the result.
        out: (height, width·channels) of `dtype`, contiguous.
        progress: told the pixels done so far.

    Returns:
        whether it was done; if not, `out` is as it was.
    """
    kind = job.steps[0].implementation.kind if len(job.steps) == 1 else None
    (height, width), channels = job.sizes[0], job.photo.channels
    if not isinstance(kind, Neighbourhood) or rect.width != width or steps.kernels.device.platform != "cpu":
        return False
    radius = kind.radius(job.values[0])
    rows, columns = total_reach(kind, radius)
    pitch = width * channels
    inner = Rect(max(rect.y0, rows + 1), columns, min(rect.y1, height - rows - 1), width - columns)
    memory = job.photo.pixels.reshape(-1)
    fits = memory.size >= CAPACITY + LINE and inner.height * pitch >= CHUNK and inner.width * channels > LINE
    as_it_is = not (has_alpha(channels) and blends(kind)) and constant_is_a_level(job.values[0])
    if not (fits and as_it_is) or steps.cache.takes(out.nbytes):
        return False
    began = clock()
    compute = steps.passes(job, 1, radius, dtype)
    result = out.reshape(-1)
    reach = rows * pitch + columns * channels

    def chunk(start: int) -> None:
        if cancel():
            raise Cancelled("cancelled")
        slab, first = _seen(memory, start - reach)
        done = np.asarray(compute(slab, start - first, pitch))
        result[start - rect.y0 * pitch :][:CHUNK] = done

    end = inner.y1 * pitch - CHUNK
    starts = [*range(inner.y0 * pitch, end, CHUNK), end]
    for number in range(0, len(starts), AT_A_TIME):
        some = starts[number : number + AT_A_TIME]
        parallel_map(chunk, some)
        progress((some[-1] + CHUNK) // channels - rect.y0 * width)
    steps.timed(job, 1, began)
    frame = (
        Rect(rect.y0, 0, inner.y0, width),
        Rect(inner.y1, 0, rect.y1, width),
        Rect(inner.y0, 0, inner.y1, inner.x0),
        Rect(inner.y0, inner.x1, inner.y1, width),
    )
    for side in frame:
        for tile in tiles(job, 1, side) if side.area else ():
            across = slice(tile.x0 * channels, tile.x1 * channels)
            steps.write(job, 1, tile, dtype, out[tile.y0 - rect.y0 : tile.y1 - rect.y0, across], cancel)
    return True


def _seen(memory: np.ndarray, wanted: int) -> tuple[np.ndarray, int]:
    """CAPACITY elements of memory that hold `wanted` and what follows, and where they begin.

    JAX takes memory without a copy from multiples of LINE bytes on.
    """
    begin = min(wanted, memory.size - CAPACITY)
    begin -= (memory.ctypes.data + begin * memory.itemsize) % LINE // memory.itemsize
    return memory[begin : begin + CAPACITY], begin
