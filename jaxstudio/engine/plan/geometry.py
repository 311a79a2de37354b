"""How a step that moves pixels computes a rectangle of its image."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.engine import scaling
from jaxstudio.engine.buffers import TiledBuffer, new_buffer
from jaxstudio.engine.clock import clock
from jaxstudio.engine.job import Job
from jaxstudio.engine.permutation import move_into, moved
from jaxstudio.engine.plan.magnified import magnified
from jaxstudio.engine.plan.warp import find_places, sample_places, warp_parameters
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import blended, input_rect, sample_rect
from jaxstudio.engine.tiles import ROOM, in_one_go, scales_photo
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.borders import INDEX_MAPS
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.kinds import Geometry, Magnified, Warp

if TYPE_CHECKING:
    from jaxstudio.engine.executor import Steps
    from jaxstudio.engine.kernels import Kernels

Cancel = Callable[[], bool]
# Pixels of a warp whose places are computed before they are sampled: they should stay in the cache.
PLACED = 1 << 20


def moved_into(steps: Steps, job: Job, k: int, rect: Rect, out: np.ndarray, cancel: Cancel) -> bool:
    """Whether step k moves pixels in a way that can be written straight to `out`: then it is.

    Args:
        out: (height, width·channels) of the format wanted, any row stride.
    """
    kind = job.steps[k - 1].implementation.kind if k else None
    if not (isinstance(kind, Geometry | Warp | Magnified) and in_one_go(job, k, rect)):
        return False
    if cancel():
        raise Cancelled("cancelled")
    if isinstance(kind, Geometry) and kind.exact:
        return _whole_pixels_written(steps, job, k, rect, out, cancel)
    if has_alpha(job.photo.channels) or steps.cache.takes(out.nbytes):
        return False
    way = {Geometry: resampled, Warp: warped, Magnified: magnified}[type(kind)]
    way(steps, job, k, rect, out, cancel)
    return True


def _whole_pixels_written(
    steps: Steps, job: Job, k: int, rect: Rect, out: np.ndarray, cancel: Cancel
) -> bool:
    kind, size = job.steps[k - 1].implementation.kind, job.sizes[k - 1]
    assert isinstance(kind, Geometry)
    matrix = kind.matrix(job.values[k - 1], size)
    needed = input_rect(matrix, rect, True, size, None)
    fill, probe = steps.filled(job, k, needed, cancel)
    inside = probe.rect.contains(needed)
    if probe.dtype != out.dtype or not (inside or out.flags.c_contiguous):
        return False
    began = clock()
    if inside:
        move_into(out, probe, needed, matrix, steps.kernels)
    else:
        fill(out.reshape(-1))  # a margin: nothing is turned
    steps.timed(job, k, began)
    return True


def geometry(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
    """`rect` of what a geometry step makes of its input."""
    kind, channels, size = job.steps[k - 1].implementation.kind, job.photo.channels, job.sizes[k - 1]
    assert isinstance(kind, Geometry)
    if not kind.exact:
        return blended(resampled, steps, job, k, rect, dtype or "float32", cancel)
    matrix = kind.matrix(job.values[k - 1], size)
    needed = input_rect(matrix, rect, True, size, None)
    fill, probe = steps.filled(job, k, needed, cancel)
    began = clock()
    if not probe.rect.contains(needed):
        probe, rows = new_buffer(needed, channels, probe.dtype)
        fill(rows.reshape(-1))
    buffer = moved(probe, needed, matrix, rect, steps.kernels)
    buffer = buffer if dtype in (None, buffer.dtype.name) else steps.converted(buffer, rect, str(dtype))
    steps.timed(job, k, began)
    return buffer


def warp(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> TiledBuffer:
    """`rect` of what a warp makes of its input."""
    kind = job.steps[k - 1].implementation.kind
    assert isinstance(kind, Warp)
    if not kind.nearest:
        return blended(warped, steps, job, k, rect, dtype or "float32", cancel)
    made: list[tuple[TiledBuffer, np.ndarray]] = []

    def out(given: np.dtype) -> np.ndarray:
        if not made:
            made.append(new_buffer(rect, job.photo.channels, dtype or given))
        return made[0][1]

    _warped(steps, job, k, rect, out, cancel)
    return made[0][0]


def resampled(steps: Steps, job: Job, k: int, rect: Rect, out: np.ndarray, cancel: Cancel) -> None:
    """Write `rect` of a geometry step that interpolates to `out`."""
    kind, channels, size = job.steps[k - 1].implementation.kind, job.photo.channels, job.sizes[k - 1]
    assert isinstance(kind, Geometry)
    values = job.values[k - 1]
    matrix, border = kind.matrix(values, size), values.get("border")
    needed = input_rect(matrix, rect, False, size, border)
    from_photo = out.dtype == np.uint8 and scales_photo(job, k)
    if needed.area * channels > ROOM and rect.area > 1 and not from_photo:
        for piece in rect.halves():
            resampled(steps, job, k, piece, out[_part(piece, rect, channels)], cancel)
        return
    fill, probe = steps.filled(job, k, needed, cancel)
    began = clock()
    if kind.upright and scaling.applies(matrix, channels, probe.dtype.name, out.dtype.name):
        fetch, cval = steps.slab_input(job, k, cancel), values.get("cval", 0.0)
        scaling.scale_rect(steps.kernels, fetch, matrix, rect, size, border or kind.border, cval, out)
    else:
        with steps.slabs.lend(probe.dtype) as slab:
            pitch = fill(slab)
            sample_rect(steps.kernels, slab, pitch, needed, matrix, rect, out)
    steps.timed(job, k, began)


def _part(piece: Rect, rect: Rect, channels: int) -> tuple[slice, slice]:
    """Where a part of a rectangle lies in its (height, width·channels)."""
    return (
        slice(piece.y0 - rect.y0, piece.y1 - rect.y0),
        slice((piece.x0 - rect.x0) * channels, (piece.x1 - rect.x0) * channels),
    )


def warped(steps: Steps, job: Job, k: int, rect: Rect, out: np.ndarray, cancel: Cancel) -> None:
    """Write `rect` of a warp to `out`."""
    _warped(steps, job, k, rect, lambda given: out, cancel)


def _warped(
    steps: Steps, job: Job, k: int, rect: Rect, out: Callable[[np.dtype], np.ndarray], cancel: Cancel
) -> None:
    """The same, where the format of the step's input may decide that of the result."""
    op, channels = job.steps[k - 1].implementation, job.photo.channels
    kind = op.kind
    assert isinstance(kind, Warp)
    values, size = job.values[k - 1], job.sizes[k - 1]
    if rect.area > PLACED:
        for piece in rect.halves():
            part = _part(piece, rect, channels)
            _warped(steps, job, k, piece, lambda given, part=part: out(given)[part], cancel)  # type: ignore[misc]
        return
    began = clock()
    p = warp_parameters(op, values, size, job.noise_key(k))
    border = str(values.get("border", kind.border))
    blocks, needed = find_places(steps.kernels, op, p, rect, border)
    steps.timed(job, k, began)
    if needed.area * channels > ROOM and rect.area > 1:
        for piece in rect.halves():
            part = _part(piece, rect, channels)
            _warped(steps, job, k, piece, lambda given, part=part: out(given)[part], cancel)  # type: ignore[misc]
        return
    fill, probe = steps.filled(job, k, needed, cancel)
    began = clock()
    with steps.slabs.lend(probe.dtype) as slab:
        pitch = fill(slab)
        sample_places(steps.kernels, slab, pitch, needed, blocks, rect, kind.nearest, out(probe.dtype))
    steps.timed(job, k, began)


def place_in_photo(kernels: Kernels, job: Job, y: int, x: int) -> tuple[int, int] | None:
    """The photo's pixel (y, x) that lands at (y, x) of the result, through every step that moves pixels.

    Where a step samples between pixels it is the nearest one; beyond an edge the one that the step's border
    repeats. None where there is none: beyond an edge that a constant fills.
    """
    for k in range(len(job.steps), 0, -1):
        kind, values, size = job.steps[k - 1].implementation.kind, job.values[k - 1], job.sizes[k - 1]
        if isinstance(kind, Geometry):
            inner = kind.matrix(values, size) @ np.array([x, y, 1.0])
            at = np.floor(inner[::-1] + 0.5)
        elif isinstance(kind, Warp):
            at = _warped_place(kernels, job, k, y, x)
        elif job.sizes[k] != size:  # scaled as a whole
            at = np.floor((np.array([y, x]) + 0.5) * size / np.array(job.sizes[k]))
        else:
            continue
        border = str(values.get("border", getattr(kind, "border", "nearest")))
        if not np.isfinite(at).all():
            return None
        y, x = (
            int(INDEX_MAPS[border](np.array([int(place)]), n)[0]) for place, n in zip(at, size, strict=True)
        )
        if y < 0 or x < 0:
            return None
    return y, x


def _warped_place(kernels: Kernels, job: Job, k: int, y: int, x: int) -> np.ndarray:
    """The pixel (y, x) of its input that a warp samples nearest at (y, x); float64, whole."""
    op, values, size = job.steps[k - 1].implementation, job.values[k - 1], job.sizes[k - 1]
    assert isinstance(op.kind, Warp)
    p = warp_parameters(op, values, size, job.noise_key(k))
    border = str(values.get("border", op.kind.border))
    blocks, _ = find_places(kernels, op, p, Rect(y, x, y + 1, x + 1), border)
    whole_x, whole_y, part_x, part_y = (float(np.asarray(part)[0, 0]) for part in blocks[0][1])
    return np.floor(np.array([whole_y + part_y, whole_x + part_x]) + 0.5)
