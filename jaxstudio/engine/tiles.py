"""A rectangle is computed in tiles when its steps' inputs, margins and all, would not fit a slab."""

from __future__ import annotations

from collections.abc import Iterator

from jaxstudio.engine.buffers import CAPACITY, CHUNK
from jaxstudio.engine.dtype_policy import constant_is_a_level
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import total_reach
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import input_rect
from jaxstudio.engine.scaling import applies
from jaxstudio.pipeline.kinds import Geometry, Neighbourhood, Tiled, Warp

# Elements that a slab can hold beside what else lies in it: the overhang of the last chunk and of
# the row passes.
ROOM = CAPACITY - 2 * CHUNK
# A tile's own elements: the larger the fewer margins, but its steps' results lie in memory a few
# times over. The input of a turned tile is read in all directions, and should stay in the cache.
TILE = 9 << 20
TURNED_TILE = 6 << 20
# Rows of the flattest tile.
FLATTEST = 192
# Pixels of the smallest tile; what even it needs of earlier steps is computed in pieces.
SMALLEST = 1 << 16


def step_input(job: Job, k: int, rect: Rect) -> Rect:
    """What step k reads to compute `rect`, before clipping to its image."""
    kind = job.steps[k - 1].implementation.kind
    if isinstance(kind, Neighbourhood):
        return rect.grown(*total_reach(kind, kind.radius(job.values[k - 1])))
    if isinstance(kind, Tiled):
        values = job.values[k - 1]
        return rect.aligned(kind.side(values)).grown(kind.reach(values), kind.reach(values))
    if isinstance(kind, Geometry):
        values, size = job.values[k - 1], job.sizes[k - 1]
        return input_rect(kind.matrix(values, size), rect, kind.exact, size, values.get("border"))
    if isinstance(kind, Warp):
        # where it goes is only known once its places are computed: then it is cut in halves if it must
        return Rect.whole(*job.sizes[k - 1]) if fits_a_slab(job, k - 1) else rect
    return rect


def fits_a_slab(job: Job, k: int) -> bool:
    height, width = job.sizes[k]
    return height * width * job.photo.channels <= ROOM


def scales_photo(job: Job, k: int) -> bool:
    """Whether step k scales or shifts an 8-bit photo, which it reads where it lies: however much it needs."""
    kind, values = job.steps[k - 1].implementation.kind, job.values[k - 1]
    if k > 1 or not (isinstance(kind, Geometry) and kind.upright and constant_is_a_level(values)):
        return False
    return applies(
        kind.matrix(values, job.sizes[0]), job.photo.channels, job.photo.pixels.dtype.name, "uint8"
    )


def in_one_go(job: Job, k: int, rect: Rect) -> bool:
    """Whether step k alone can compute `rect` from one slab, or from the photo itself."""
    if scales_photo(job, k):
        return rect.area * job.photo.channels <= ROOM
    return max(rect.area, step_input(job, k, rect).area) * job.photo.channels <= ROOM


def is_turned(job: Job, k: int) -> bool:
    """Whether one of the first k steps moves pixels other than by whole rows and columns."""
    return any(
        isinstance(step.implementation.kind, Warp)
        or (isinstance(step.implementation.kind, Geometry) and not step.implementation.kind.exact)
        for number, step in enumerate(job.steps[:k], 1)
        if not scales_photo(job, number)
    )


def fits(job: Job, k: int, rect: Rect) -> bool:
    """Whether image k's `rect` can be computed in one go."""
    channels = job.photo.channels
    if rect.area * channels > (min(TILE, TURNED_TILE) if is_turned(job, k) else TILE):
        return False
    for step in range(k, 0, -1):
        if not in_one_go(job, step, rect):
            return False
        rect = step_input(job, step, rect)
        rect = rect.clipped(*job.sizes[step - 1])
    return True


def tiles(job: Job, k: int, rect: Rect) -> Iterator[Rect]:
    """Cut `rect` of image k into tiles that fit, row of tiles by row of tiles from the top."""
    height, width = rect.height, rect.width
    turned = is_turned(job, k)

    def too_large() -> bool:
        first = Rect(rect.y0, rect.x0, rect.y0 + height, rect.x0 + width)
        last = Rect(rect.y1 - height, rect.x1 - width, rect.y1, rect.x1)
        return not (fits(job, k, first) and fits(job, k, last))

    while height * width > SMALLEST and too_large():
        # Flat tiles read memory in long rows, but margins above and below must not outweigh them; the
        # input of a turned tile is its bounding box, smallest for a square.
        flat = height > width if turned else height > FLATTEST or width <= height
        if flat and height > 1:
            height = -(-height // 2)
        else:
            width = -(-width // 2)
    for y in range(rect.y0, rect.y1, height):
        for x in range(rect.x0, rect.x1, width):
            yield Rect(y, x, min(y + height, rect.y1), min(x + width, rect.x1))
