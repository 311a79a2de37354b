"""Which images a render keeps for the next one: the input of the step that changes.

A step is new if it differs from those of recent jobs. While a slider is dragged, its step is the new one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.job import Job
from jaxstudio.engine.plan.masked import MaskedRun
from jaxstudio.engine.plan.pixelwise import PixelwisePlan
from jaxstudio.pipeline.kinds import Combined

# How many recent jobs a new job is compared with, to find the step that changes; more than one, because
# pixels of other recipes are rendered between frames.
RECENT = 8
# Pixels around the input of a step that are kept besides, at least.
ROOM = 8
# Pixels that a moving picture is computed ahead. A strip of so many takes one chunk, as a narrower one does.
ROOM_OF_RESULT = 64
Identities = tuple[Hashable, ...]
Lines = dict[int, Identities]


def _shared_prefix(one: Identities, other: Identities) -> int:
    """The number of leading steps that two recipes share."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


class HeldImages:
    """The recent jobs of an executor, and the identities of the images that are kept.

    Args:
        on_cpu: whether the executor's device is the CPU.
    """

    def __init__(self, *, on_cpu: bool) -> None:
        self._on_cpu = on_cpu
        self._recent: list[Lines] = []
        self._held: set[Identities] = set()

    def begin(self, job: Job, *, result: bool) -> None:
        """From now on the input of the first step that differs from the recent jobs is kept.

        Args:
            result: keep the result, too.
        """
        lines = job.lines
        others = [other for other in self._recent if other[0] != lines[0]]
        self._recent = [lines, *others][:RECENT]
        self._hold(job, others)
        if result:
            self._held.add(lines[0])

    def expect(self, job: Job, other: Job) -> None:
        """From now on, until the next job begins, the input of the first step that differs is kept."""
        self._hold(job, [other.lines])

    def _hold(self, job: Job, others: Sequence[Lines]) -> None:
        """Steps that are looked up in one table take no time: what they computed is not kept."""
        lines = job.lines
        steps = lines[0]
        shared = max((_shared_prefix(steps, other[0]) for other in others), default=0)
        plans = job.plans[:shared] if self._on_cpu and job.photo.dtype == np.uint8 else ()
        if plans and all(isinstance(plan, PixelwisePlan) and plan.by_channel for plan in plans):
            shared = 0
        held = {steps[:shared]}
        if shared + 1 in lines:
            # the first new step is a masked run: its mask changes, or a step within it
            run = lines[shared + 1]
            within = max((_shared_prefix(run, other.get(shared + 1, ())) for other in others), default=0)
            if within > shared:
                held.add(run[:within])
        self._held = held

    def holds(self, job: Job, k: int) -> bool:
        """Whether image k is kept for the next render."""
        return k > 0 and job.identities[:k] in self._held

    def parts(self, job: Job, rect: Rect) -> Iterator[tuple[Job, int, Rect]]:
        """Yield each held image, as a job and its number, with what `rect` of the result needs of it."""
        for k in range(len(job.plans), 0, -1):
            if self.holds(job, k):
                yield job, k, rect
                return
            if k in job.lines:
                branch = self.parts(job.branches(k)[0], rect)
                yield from (found for found in branch if found[1] >= k)
            rect = _input_of(job, k, rect)


def with_room(job: Job, k: int, rect: Rect, known: Rect | None) -> Rect:
    """`rect` of image k, grown by what the next renders may need besides.

    That is what step k + 1 reads once it reaches twice as far. A result grows where it goes beyond `known`,
    the part computed before: a picture that moves goes on in its direction.
    """
    if k < len(job.plans):
        height, width = job.sizes[k + 1]
        read = _input_of(job, k + 1, Rect(height // 2, width // 2, height // 2 + 1, width // 2 + 1))
        grown = rect.grown(max(ROOM, read.height // 2), max(ROOM, read.width // 2))
    elif known is not None:
        most = rect.grown(ROOM_OF_RESULT, ROOM_OF_RESULT)
        grown = Rect(
            most.y0 if rect.y0 < known.y0 else max(most.y0, known.y0),
            most.x0 if rect.x0 < known.x0 else max(most.x0, known.x0),
            most.y1 if rect.y1 > known.y1 else min(most.y1, known.y1),
            most.x1 if rect.x1 > known.x1 else min(most.x1, known.x1),
        )
    else:
        return rect
    grown = grown.clipped(*job.sizes[k])
    return grown if job.fits(k, grown) else rect


def around(inner: Rect, rect: Rect) -> list[Rect]:
    """`rect` without `inner`, which lies in it, in at most four rectangles."""
    parts = (
        Rect(rect.y0, rect.x0, inner.y0, rect.x1),
        Rect(inner.y1, rect.x0, rect.y1, rect.x1),
        Rect(inner.y0, rect.x0, inner.y1, inner.x0),
        Rect(inner.y0, inner.x1, inner.y1, rect.x1),
    )
    return [part for part in parts if part.area]


def _input_of(job: Job, k: int, rect: Rect) -> Rect:
    """What step k reads for `rect` of its result."""
    plan = job.plans[k - 1]
    if plan.needs_whole_input:
        return Rect.whole(*plan.size)
    if not isinstance(plan.op.kind, Combined | MaskedRun):
        return plan.input_rect(rect).clipped(*plan.size)
    hull = rect
    for branch in job.branches(k):
        needed = rect
        for number in range(len(branch.plans), k - 1, -1):
            needed = _input_of(branch, number, needed)
        hull = hull.hull(needed)
    return hull
