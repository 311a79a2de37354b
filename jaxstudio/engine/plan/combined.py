"""How a step combines the picture with what other steps make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jaxstudio.engine.buffers import TiledBuffer, in_chunks, new_buffer
from jaxstudio.engine.clock import clock
from jaxstudio.engine.dtype_policy import constant_is_a_level, keeps_integers
from jaxstudio.engine.job import Job
from jaxstudio.engine.rect import Rect

if TYPE_CHECKING:
    from jaxstudio.engine.executor import Steps


def combined(
    steps: Steps,
    job: Job,
    k: int,
    rect: Rect,
    dtype: str | None,
    cancel: Callable[[], bool],
    out: np.ndarray | None = None,
) -> TiledBuffer:
    """The picture and what its branches make of it, laid out alike, element by element."""
    op, kernels, channels = job.steps[k - 1].implementation, steps.kernels, job.photo.channels
    ways = [(branch, len(branch.steps)) for branch in job.branches(k)]
    given = steps.image(job, k - 1, rect, None, cancel)
    picking = [
        all(keeps_integers(step.implementation.kind) for step in branch.steps[k - 1 :]) for branch, _ in ways
    ]
    # what is picked comes as it is stored, unless a border is made of what no integer can hold
    levels = all(
        constant_is_a_level(values)
        for (branch, _), picks in zip(ways, picking, strict=True)
        for values in (branch.values[k - 1 :] if picks else ())
    )
    picked = given.dtype.name if levels else "float32"
    if given.dtype != picked:
        given = steps.converted(given, rect, picked)
    buffers = [_without_gaps(given, rect)]
    for (branch, last), picks in zip(ways, picking, strict=True):
        buffer, rows = new_buffer(rect, channels, picked if picks else "float32")
        steps.write(branch, last, rect, buffer.dtype.name, rows, cancel)
        buffers.append(buffer)
    began = clock()
    wanted = dtype or "float32"
    kernel, parameters = kernels.combine(op, channels, wanted), steps.parameters(job, k)
    together = list(zip(*(buffer.chunks for buffer in buffers), strict=True))
    made = steps.made(buffers[0], wanted, lambda each: kernel(each[0], each[1:], parameters), together, out)
    steps.timed(job, k, began)
    return made


def _without_gaps(buffer: TiledBuffer, rect: Rect) -> TiledBuffer:
    """`rect` of a buffer in chunks that begin with its first pixel, nothing between its rows."""
    if rect.width * buffer.channels == buffer.pitch:
        chunked = in_chunks(buffer, rect)
        if chunked.base == 0:
            return chunked
    copied, rows = new_buffer(rect, buffer.channels, buffer.dtype)
    buffer.copy_to(rows, rect)
    return copied
