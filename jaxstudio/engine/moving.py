"""How a step that moves pixels computes a rectangle of its image."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.engine import scaling
from jaxstudio.engine.clock import clock
from jaxstudio.engine.exact import move_into, moved
from jaxstudio.engine.job import Job
from jaxstudio.engine.kinds import blends
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.sampling import input_rect, sample_rect
from jaxstudio.engine.sheets import Sheet, new_sheet
from jaxstudio.engine.tiles import ROOM, in_one_go
from jaxstudio.engine.warps import find_places, sample_places, warp_parameters
from jaxstudio.errors import Cancelled
from jaxstudio.kernels.pixels import has_alpha
from jaxstudio.pipeline.op import Geometry, Warp

if TYPE_CHECKING:
    from jaxstudio.engine.steps import Steps

Cancel = Callable[[], bool]


def moved_into(steps: Steps, job: Job, k: int, rect: Rect, out: np.ndarray, cancel: Cancel) -> bool:
    """Whether step k only moves whole pixels of this format: then they are moved straight to `out`."""
    kind = job.steps[k - 1].op.kind if k else None
    if not (isinstance(kind, Geometry) and kind.exact and in_one_go(job, k, rect)):
        return False
    if cancel():
        raise Cancelled("cancelled")
    size = job.sizes[k - 1]
    matrix = kind.matrix(job.values[k - 1], size)
    needed = input_rect(matrix, rect, True, size, None)
    fill, probe = steps.filled(job, k, needed, 0, cancel)
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


def geometry(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
    kind, channels, size = job.steps[k - 1].op.kind, job.photo.channels, job.sizes[k - 1]
    assert isinstance(kind, Geometry)
    matrix = kind.matrix(job.values[k - 1], size)
    values = job.values[k - 1]
    border = values.get("border")
    needed = input_rect(matrix, rect, kind.exact, size, border)
    fill, probe = steps.filled(job, k, needed, 0, cancel)
    began = clock()
    if kind.upright and scaling.applies(matrix, channels, probe.dtype.name, dtype):
        fetch = steps.slab_input(job, k, 0, cancel)
        sheet = scaling.scale_rect(
            steps.kernels, fetch, matrix, rect, size, channels, border or kind.border, values.get("cval", 0.0)
        )
    elif kind.exact:
        if not probe.rect.contains(needed):
            probe, rows = new_sheet(needed, channels, probe.dtype)
            fill(rows.reshape(-1))
        sheet = moved(probe, needed, matrix, rect, steps.kernels)
        sheet = sheet if dtype in (None, sheet.dtype.name) else steps.converted(sheet, rect, str(dtype))
    else:
        out = "float32" if has_alpha(channels) else dtype or "float32"
        with steps.slabs.lend(probe.dtype) as slab:
            pitch = fill(slab)
            sheet = sample_rect(steps.kernels, slab, pitch, needed, matrix, rect, channels, out)
        sheet = steps.unweighted(sheet, dtype or "float32") if has_alpha(channels) else sheet
    steps.timed(job, k, began)
    return sheet


def warp(steps: Steps, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> Sheet:
    op, channels = job.steps[k - 1].op, job.photo.channels
    kind = op.kind
    assert isinstance(kind, Warp)
    values, size = job.values[k - 1], job.sizes[k - 1]
    began = clock()
    p = warp_parameters(op, values, size, job.noise_key(k))
    border = str(values.get("border", kind.border))
    blocks, needed = find_places(steps.kernels, op, p, rect, border)
    if needed.area * channels > ROOM and rect.area > 1:
        return steps.in_halves(job, k, rect, dtype, cancel)
    steps.timed(job, k, began)
    fill, probe = steps.filled(job, k, needed, 0, cancel)
    slab_dtype = probe.dtype
    began = clock()
    plain = "float32" if dtype is None and not kind.nearest else (dtype or slab_dtype.name)
    weighted = has_alpha(channels) and blends(kind)
    with steps.slabs.lend(slab_dtype) as slab:
        pitch = fill(slab)
        out = "float32" if weighted else plain
        sheet = sample_places(steps.kernels, slab, pitch, needed, blocks, rect, channels, kind.nearest, out)
    sheet = steps.unweighted(sheet, plain) if weighted else sheet
    steps.timed(job, k, began)
    return sheet
