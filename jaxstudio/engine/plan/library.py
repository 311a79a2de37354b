"""Steps that a library computes on NumPy arrays: the whole picture at once, or tile by tile with a halo.

A library's call cannot be ended. What has a bounded reach is therefore computed in tiles small enough for
a moving slider; what has none reports its progress from inside, and is cancelled there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxstudio.engine.buffers import TiledBuffer, new_buffer, source_buffer
from jaxstudio.engine.clock import clock
from jaxstudio.engine.job import Job
from jaxstudio.engine.job_control import JobControl, control_of
from jaxstudio.engine.nonfinite import around, resampled
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.tiles import step_input, tiles
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.kinds import Tiled, Whole

if TYPE_CHECKING:
    from jaxstudio.engine.executor import Steps

Cancel = Callable[[], bool]
# So often it is asked, while another thread computes a whole picture, whether that is still wanted.
WAITING_LOOK_S = 0.02
# A region's progress is first that of the steps that need the whole picture: the rest is quick.
WHOLE_SHARE = 0.9
# Rows of tiles are computed together up to so many rows of pixels: what leads to them is asked for once.
BAND_ROWS = 512


@contextmanager
def lock_held(lock: Any, control: JobControl) -> Iterator[None]:
    """The lock, waited for as long as the work is wanted."""
    while not lock.acquire(timeout=WAITING_LOOK_S):
        control.check()
    try:
        yield
    finally:
        lock.release()


def colours_of(channels: int) -> int:
    return channels - 1 if has_alpha(channels) else channels


def prepare_wholes(steps: Steps, job: Job, rect: Rect, dtype: str | None, control: JobControl) -> float:
    """Compute the pictures that `rect` of a job's result needs as a whole, so that progress can be told.

    Returns:
        the share of the work that this was, from 0 to WHOLE_SHARE.
    """
    count = len(job.steps)
    wanted: list[int] = []
    for k in range(count, 0, -1):
        if isinstance(job.steps[k - 1].implementation.kind, Whole):
            if steps.wholes.find(job.cache_key(k)) is not None:
                break  # what leads to it is needed no more
            wanted.insert(0, k)
    if not wanted or steps.cache.find((job.cache_key(count), dtype), rect) is not None:
        return 0.0
    for number, k in enumerate(wanted):
        with control.part(number * WHOLE_SHARE / len(wanted), (number + 1) * WHOLE_SHARE / len(wanted)):
            whole_picture(steps, job, k, control)
    return WHOLE_SHARE


def pending_pixels(steps: Steps, job: Job, rect: Rect) -> int:
    """How many pixels a library has yet to compute for `rect` of a job's result."""
    pending = 0
    for k in range(len(job.steps), 0, -1):
        kind, values, key = job.steps[k - 1].implementation.kind, job.values[k - 1], job.cache_key(k)
        height, width = job.sizes[k]
        if isinstance(kind, Whole):
            if steps.wholes.find(key) is not None:
                break
            pending += height * width
            rect = Rect.whole(*job.sizes[k - 1])
        elif isinstance(kind, Tiled):
            side = kind.side(values)
            grid = rect.clipped(height, width).aligned(side)
            missing = [
                square
                for y in range(grid.y0, grid.y1, side)
                for x in range(grid.x0, grid.x1, side)
                if not steps.squares.holds(
                    key, square := Rect(y, x, y + side, x + side).clipped(height, width)
                )
            ]
            pending += sum(square.area for square in missing)
            if not missing:
                break
            rect = step_input(job, k, rect).clipped(*job.sizes[k - 1])
        else:
            rect = step_input(job, k, rect).clipped(*job.sizes[k - 1])
    return pending


def whole_picture(steps: Steps, job: Job, k: int, control: JobControl) -> TiledBuffer:
    """All of image k, computed once for whoever asks."""
    kind, values, channels = job.steps[k - 1].implementation.kind, job.values[k - 1], job.photo.channels
    assert isinstance(kind, Whole)
    key = job.cache_key(k)
    with lock_held(steps.one_whole, control):
        found = steps.wholes.find(key)
        if found is not None:
            return found
        pixels = assembled(steps, job, k - 1, Rect.whole(*job.sizes[k - 1]), "float32", control)
        began = clock()

        def apply(pixels: np.ndarray, values: Any) -> np.ndarray:
            control.check()
            return kind.apply(pixels, values, control.report)

        if kind.size is None:
            colours = colours_of(channels)
            changed, left_out = around(apply, pixels[..., :colours], values)
            pixels[..., :colours] = changed
        else:
            pixels, left_out = resampled(apply, pixels, has_alpha(channels), values)
        steps.say_left_out(job, k, left_out)
        buffer = steps.wholes.keep(key, source_buffer(pixels))
        steps.timed(job, k, began)
        return buffer


def whole(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
    """A part of what was computed once for the whole picture."""
    picture = whole_picture(steps, job, k, control_of(cancel))
    wanted = dtype or "float32"
    if picture.dtype != wanted:
        return steps.converted(picture, rect, wanted)
    buffer, rows = new_buffer(rect, job.photo.channels, wanted)
    picture.copy_to(rows, rect)
    return buffer


def assembled(steps: Steps, job: Job, k: int, rect: Rect, dtype: str, cancel: Cancel) -> np.ndarray:
    """`rect` of image k: (height, width, channels) in `dtype`, in memory of its own."""
    channels = job.photo.channels
    pixels = np.empty((rect.height, rect.width * channels), dtype)
    for tile in tiles(job, k, rect):
        buffer = steps.image(job, k, tile, dtype, cancel)
        columns = slice((tile.x0 - rect.x0) * channels, (tile.x1 - rect.x0) * channels)
        buffer.copy_to(pixels[tile.y0 - rect.y0 : tile.y1 - rect.y0, columns], tile)
    return pixels.reshape(rect.height, rect.width, channels)


def tiled(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
    """`rect` of image k from the tiles that touch it; those computed before are kept."""
    kind, values, channels = job.steps[k - 1].implementation.kind, job.values[k - 1], job.photo.channels
    assert isinstance(kind, Tiled)
    control, size = control_of(cancel), job.sizes[k]
    # what comes as 8-bit levels is taken so where it can be
    corner = Rect(rect.y0, rect.x0, rect.y0 + 1, rect.x0 + 1)
    levels = kind.levels is not None and steps.image(job, k - 1, corner, None, cancel).dtype == np.uint8
    given = "uint8" if levels else "float32"
    side = kind.side(values)
    grid = rect.aligned(side)
    band_rows = max(1, BAND_ROWS // side) * side
    result, rows = new_buffer(rect, channels, given)
    left_out = 0
    for y in range(grid.y0, grid.y1, band_rows):
        band = Rect(y, grid.x0, min(y + band_rows, grid.y1), grid.x1)
        with control.part((band.y0 - grid.y0) / grid.height, (band.y1 - grid.y0) / grid.height):
            found, bad = _tiles_of(steps, job, k, band, given, control)
        left_out += bad
        for tile in found:
            part = tile.rect.intersection(rect)
            columns = slice((part.x0 - rect.x0) * channels, (part.x1 - rect.x0) * channels)
            tile.copy_to(rows[part.y0 - rect.y0 : part.y1 - rect.y0, columns], part)
    everything = rect == Rect.whole(*size)
    steps.say_left_out(job, k, left_out if everything or not left_out else None)
    wanted = dtype or "float32"
    return result if wanted == given else steps.converted(result, rect, wanted)


def _tiles_of(
    steps: Steps, job: Job, k: int, band: Rect, given: str, control: JobControl
) -> tuple[list[TiledBuffer], int]:
    """The tiles of image k in whole squares of the grid, and how many values were left out of new ones."""
    kind, values, channels = job.steps[k - 1].implementation.kind, job.values[k - 1], job.photo.channels
    assert isinstance(kind, Tiled)
    size, side, reach = job.sizes[k], kind.side(values), kind.reach(values)
    colours, key = colours_of(channels), job.cache_key(k)
    squares = [
        Rect(y, x, y + side, x + side).clipped(*size)
        for y in range(band.y0, band.y1, side)
        for x in range(band.x0, band.x1, side)
    ]
    found = {square: steps.squares.find(key, square) for square in squares}
    missing = [square for square in squares if found[square] is None]
    if not missing:
        return [buffer for buffer in found.values() if buffer is not None], 0
    halos = {square: square.grown(reach, reach).clipped(*size) for square in missing}
    read = Rect(
        min(halo.y0 for halo in halos.values()),
        min(halo.x0 for halo in halos.values()),
        max(halo.y1 for halo in halos.values()),
        max(halo.x1 for halo in halos.values()),
    )
    before = assembled(steps, job, k - 1, read, given, control)
    apply = kind.levels if given == "uint8" else kind.apply
    assert apply is not None
    began, done = clock(), itertools.count(1)

    def compute(square: Rect) -> tuple[TiledBuffer, int]:
        control.check()
        halo = halos[square]
        pixels = before[halo.y0 - read.y0 : halo.y1 - read.y0, halo.x0 - read.x0 : halo.x1 - read.x0].copy()
        inner = np.s_[square.y0 - halo.y0 : square.y1 - halo.y0, square.x0 - halo.x0 : square.x1 - halo.x0]
        sound = given == "uint8" or np.isfinite(pixels[inner][..., :colours])
        changed, _ = around(apply, pixels[..., :colours], values)
        pixels[..., :colours] = changed
        buffer = replace(source_buffer(np.ascontiguousarray(pixels[inner])), rect=square)
        steps.squares.keep(key, buffer)
        control.report(next(done) / len(missing))
        return buffer, 0 if sound is True else int(np.size(sound) - np.count_nonzero(sound))

    made = steps.each(compute, missing)
    steps.timed(job, k, began)
    found |= {buffer.rect: buffer for buffer, _ in made}
    return [buffer for buffer in found.values() if buffer is not None], sum(bad for _, bad in made)
