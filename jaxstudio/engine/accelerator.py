"""Whole images on an accelerator: every step is its kind's definition, and all images stay in its memory.

A GPU computes an image of 24 megapixels in less time than it takes to copy a chunk to it and back, so the
plans for a CPU (engine/plan), which cut images into chunks for its caches, would be slow on it. A photo is
copied to the device once. Only what is shown or written comes back: the rectangle asked for, in the number
format asked for. What a library computes on the host goes there and back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import jax
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import BufferCache, Rect, TiledBuffer, ValueCache, new_buffer, source_buffer
from jaxstudio.engine.definitions import compute_step
from jaxstudio.engine.definitions.images import convert
from jaxstudio.engine.executor import Executor, JobStep, Notices, is_out_of_memory, never
from jaxstudio.engine.job import Job
from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.mask_raster import blend_spec
from jaxstudio.engine.plan.base import Cancel, Workspace, clock
from jaxstudio.engine.plan.masked import MaskedRun, MaskPlan
from jaxstudio.errors import Cancelled
from jaxstudio.pipeline.kinds import Combined, PixelStencil, Random, Stencil

# Images kept on the device: the photo, the input of the step that changes, the result, a mask's values.
KEPT = 6
# The share of the device's memory that they may take; a step needs the rest for its own arrays.
KEPT_SHARE = 0.25
# Bytes that a step may need for a value of its image: indices of a gather, two images, sums in float32.
STEP_BYTES = 64

# Kinds whose definition has no form for a reduced photo: noise averages out, neighbours lie between pixels.
NOT_REDUCED = (Random, Stencil, PixelStencil)


class AcceleratorExecutor(Executor):
    """Computes whole images of a job on a device that has memory of its own.

    A photo that lies in a file or is too large is the CPU's: chunks take a GPU six times as long.
    """

    def __init__(
        self,
        kernels: Kernels,
        cache: BufferCache,
        notices: Notices,
        workspace: Workspace | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(kernels, cache, notices, workspace, threads)
        total = (kernels.device.memory_stats() or {}).get("bytes_limit", 8 << 30)
        self._images = ValueCache(KEPT, KEPT_SHARE * total)
        self._most_values = total // STEP_BYTES

    def image(
        self, job: Job, k: int, rect: Rect, dtype: str | None = None, cancel: Cancel = never
    ) -> TiledBuffer:
        pixels = self._part(job, k, rect, dtype or job.plans[k - 1].dtype_between, cancel) if k else None
        if pixels is None:
            return super().image(job, k, rect, dtype, cancel)
        buffer, rows = new_buffer(rect, job.photo.channels, pixels.dtype)
        rows[:] = pixels
        return buffer

    def write(self, job: Job, k: int, rect: Rect, dtype: str, out: np.ndarray, cancel: Cancel) -> None:
        pixels = self._part(job, k, rect, dtype, cancel) if k else None
        if pixels is None:
            super().write(job, k, rect, dtype, out, cancel)
        else:
            out[:] = pixels

    def write_from_photo(
        self,
        job: Job,
        rect: Rect,
        dtype: str,
        out: np.ndarray,
        cancel: Cancel,
        progress: Callable[[int], None],
    ) -> bool:
        return False

    def _keeps(self, job: Job, k: int, rect: Rect) -> bool:
        return self._images.find(job.cache_key(k)) is not None

    def takes(self, job: Job) -> bool:
        return job.photo.in_memory and _largest(job) <= self._most_values

    def _part(self, job: Job, k: int, rect: Rect, dtype: str | None, cancel: Cancel) -> np.ndarray | None:
        """Return a rectangle of image k on the host, (height, width·channels); None if it does not fit.

        Raises:
            JaxRuntimeError: the device's memory is exhausted; jobs of this size are not taken from then on.
        """
        if not self.takes(job):
            return None
        try:
            image = self._image(job, k, cancel)
            part = lax.dynamic_slice(image, (rect.y0, rect.x0, 0), (rect.height, rect.width, image.shape[2]))
            return np.asarray(convert(part, dtype=dtype or part.dtype.name)).reshape(rect.height, -1)
        except jax.errors.JaxRuntimeError as error:
            if is_out_of_memory(error):
                self._images.clear()
                self._most_values = _largest(job) - 1
            raise

    def _image(self, job: Job, k: int, cancel: Cancel) -> Any:
        """Image k on the device, from the last image before it that is kept."""
        for known in range(k, 0, -1):
            image = self._images.find(job.cache_key(known))
            if image is not None:
                return self._follow(job, known, image, k, cancel)
        photo = self._on_device((job.source.token, job.level), job.photo.pixels)
        return self._follow(job, 0, photo, k, cancel)

    def _on_device(self, key: Hashable, array: np.ndarray) -> Any:
        found = self._images.find(key)
        if found is None:
            found = self._images.keep(key, jax.device_put(array, self.kernels.device))
        return found

    def _follow(self, job: Job, known: int, image: Any, k: int, cancel: Cancel) -> Any:
        """Image k, given image `known`."""
        for number in range(known + 1, k + 1):
            if cancel():
                raise Cancelled("cancelled")
            image = self._step(job, number, image, cancel)
            if number == k or self.is_held(job, number):
                self._images.keep(job.cache_key(number), image)
        return image

    def _step(self, job: Job, k: int, image: Any, cancel: Cancel) -> Any:
        """Image k, given image k − 1."""
        plan, context = job.plans[k - 1], self.step(job, k, cancel)
        by_plan = plan.by_library or (job.level and isinstance(plan.op.kind, NOT_REDUCED))
        if k > 1 and (by_plan or plan.needs_statistic):
            self._images.keep(job.cache_key(k - 1), image)  # the host reads it
        if by_plan:
            buffer = plan.execute(context, Rect.whole(*plan.result_size), plan.dtype_between)
            return jax.device_put(buffer.pixels(buffer.rect), self.kernels.device)
        measured = context.statistic() if plan.needs_statistic else None
        combined = job.branches(k) if isinstance(plan.op.kind, Combined | MaskedRun) else ()
        branches = [partial(self._branch, branch, k, cancel) for branch in combined]
        began = clock()
        if isinstance(plan, MaskPlan):
            result = self._blend(plan, context, image, branches[0](image))
        else:
            result = compute_step(
                plan.op, plan.values, image, key=job.noise_key(k), dtype=plan.dtype_between or "float32",
                branches=branches, measured=measured,
            )  # fmt: skip
        result.block_until_ready()
        context.add_time(began)
        return result

    def _branch(self, branch: Job, k: int, cancel: Cancel, image: Any) -> Any:
        return self._follow(branch, k - 1, image, len(branch.plans), cancel)

    def _blend(self, plan: MaskPlan, context: JobStep, before: Any, after: Any) -> Any:
        """Blend the result of masked steps with their input."""
        read = source_buffer(np.asarray(before)).pixels if plan.mask.reads_pixels else None
        plane = plan.plane(context, Rect.whole(*plan.size), read)
        share = self._on_device(plane, plane.values[: plane.rect.area])
        blend = self.kernels.get(blend_spec(plan.channels, "float32", plan.mask.blend))
        flat = blend(before.reshape(-1), after.reshape(-1), share * np.float32(plan.mask.opacity))
        return flat.reshape(before.shape)


def _largest(job: Job) -> int:
    """Return how many values the job's largest image has."""
    return max(height * width for height, width in job.sizes) * job.photo.channels
