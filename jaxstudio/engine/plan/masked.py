"""A run of steps limited by a mask: computed where the mask is not 0, and blended with the run's input."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import CHUNK, Rect, TiledBuffer, new_buffer, without_gaps
from jaxstudio.engine.kernels import conversion
from jaxstudio.engine.mask_raster import Placement, Plane, Rasteriser, ReadPixels, blend_spec
from jaxstudio.engine.plan.base import Branch, Out, Plan, StepContext, Values, clock, fits_slab, part_of
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.kinds import Op
from jaxstudio.pipeline.masks import (
    NORMAL,
    Brush,
    ColourRange,
    Ellipse,
    Gradient,
    Luminosity,
    Mask,
    MaskPart,
    Polygon,
    Rectangle,
)
from jaxstudio.pipeline.op import Kind
from jaxstudio.pipeline.recipe import Step

IN_PLACE: Placement = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
# A mask with every shape: what is compiled ahead for one mask serves all.
EVERY_SHAPE = Mask(
    1,
    tuple(
        MaskPart(shape)
        for shape in (
            Rectangle(0.5, 0.5, 1.0, 1.0),
            Ellipse(0.5, 0.5, 1.0, 1.0),
            Polygon(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))),
            Gradient(0.0, 0.0, 1.0, 1.0),
            Brush(()),
            Luminosity(),
            ColourRange(0.5, 0.5, 0.5),
        )
    ),
)


@dataclass(frozen=True)
class MaskedRun(Kind):
    """The steps that one mask limits; they keep their own keys.

    The masked step's values are `mask` (a pipeline.masks.Mask), `linear` (whether the run's pixels are
    proportional to light) and `steps` (identities of the steps). They decide its result.
    """

    steps: tuple[Step, ...]
    name = "masked"


def masked_run(steps: tuple[Step, ...], mask: Mask, identity: Hashable, *, linear: bool) -> Step:
    """Return one step that computes `steps`, limited by the mask."""
    op = Op(
        name="masked_run",
        title="Mask",
        category="masks",
        doc="Blends the result of steps with what they were applied to.",
        source="input + mask·(result − input)",
        kind=MaskedRun(steps),
    )
    key = steps[-1].key
    return Step(op, {"mask": mask, "linear": linear, "steps": identity}, key, part_of=steps[-1].part_of)  # type: ignore[dict-item]


def steps_of_run(step: Step) -> list[tuple[Step, ...]] | None:
    """A masked run's steps, as its only branch; None for any other step."""
    kind = step.implementation.kind
    return [kind.steps] if isinstance(kind, MaskedRun) else None


def measures_whole_image(step: Step) -> bool:
    """Whether a step, or a step of a masked run, needs a statistic of its whole input."""
    kind = step.implementation.kind
    if isinstance(kind, MaskedRun):
        return any(map(measures_whole_image, kind.steps))
    return getattr(kind, "statistic", None) is not None


class PlanOfMask(Plan):
    """Plans of steps that read a mask: `mask`, and `linear` of their values (see MaskedRun).

    Attributes:
        placement: matrix from (column, row, 1) of the image to x, y in pixels of the photo.
        photo_size: (height, width) of the photo, full size.
    """

    placement: Placement = IN_PLACE
    photo_size: tuple[int, int] = (1, 1)

    @property
    def mask(self) -> Mask:
        mask: Mask = self.values["mask"]
        return mask

    def plane(self, step: StepContext, rect: Rect, read: ReadPixels | None) -> Plane:
        """The mask's values under `rect`; `read` reads the step's input, for masks that read pixels."""
        key = None
        if not self.mask.reads_pixels:
            shape = replace(self.mask, opacity=1.0, blend=NORMAL)
            key = (shape, self.placement, self.photo_size, self.channels, self.variant, rect)
            known: Plane | None = step.workspace.mask_planes.find(key)
            if known is not None:
                return known
        rasteriser = Rasteriser(
            step.kernels,
            self.mask,
            self.photo_size,
            self.placement,
            linear=bool(self.values["linear"]),
            blocks=step.workspace.mask_blocks,
            every_kernel=self.variant is not None,
        )
        plane = rasteriser.plane(rect, self.channels, read, step.threads, step.control.check)
        if key is not None:
            step.workspace.mask_planes.keep(key, plane)
        return plane


class MaskPlan(PlanOfMask):
    """The run's result where the mask is 1, the run's input where the mask is 0, mixed in between."""

    kind: MaskedRun
    chunk_by_chunk = True

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        dtype = dtype or "float32"
        branch = step.branches()[0]
        with step.hold_input(self._needed(rect, branch)) as held:
            began = clock()
            before = without_gaps(held, rect)
            plane = self.plane(step, rect, before.pixels)
            step.add_time(began)
            every = self.variant is not None
            after: TiledBuffer | None = None
            if plane.touched.area or every:
                after = self._result(branch, rect, plane.touched)
            began = clock()
            blend = step.kernels.get(blend_spec(self.channels, dtype, self.mask.blend))
            convert = step.kernels.get(conversion(dtype))
            pixels, opacity = CHUNK // self.channels, np.float32(self.mask.opacity)

            first, last = (
                (row - rect.y0) * rect.width for row in (plane.touched.y0, plane.touched.y1)
            )  # indices of pixels

            def work(number: int) -> Any:
                begin, chunk = number * pixels, before.chunks[number]
                if after is None or not (every or (begin < last and begin + pixels > first)):
                    return chunk if before.dtype == dtype else convert(chunk)
                share = plane.values[begin : begin + pixels]
                return blend(chunk, after.chunks[number], share if opacity == 1 else share * opacity)

            if every:
                convert(before.chunks[0])
            result = step.map_chunks(before, dtype, work, range(len(before.chunks)), out)
            step.add_time(began)
            return result

    def _needed(self, rect: Rect, branch: Branch) -> Rect:
        """The input that the run reads for `rect`, if it fits a slab; else `rect`."""
        needed = rect
        for plan in reversed(branch.plans):
            needed = plan.input_rect(needed).clipped(*plan.size)
        hull = rect.hull(needed)
        return hull if fits_slab(hull.area * self.channels) else rect

    def _result(self, branch: Branch, rect: Rect, touched: Rect) -> TiledBuffer:
        """The run's result; only the part that the mask touches is computed, unless the whole is kept."""
        buffer, rows = new_buffer(rect, self.channels, "float32")
        part = rect if branch.is_kept else touched
        branch.write(part, "float32", rows[part_of(part, rect, self.channels)])
        return buffer

    # -- compiling ahead

    def branch_ops(self) -> Sequence[Sequence[tuple[Op, Values]]]:
        return ((),)  # the run's own steps are compiled as any others

    def variants(self, soon: bool) -> Iterator[Plan]:
        if soon:
            yield self.sample()

    def sample(self) -> MaskPlan:
        values = {"mask": replace(EVERY_SHAPE, blend=self.mask.blend), "linear": False, "steps": ()}
        op = replace(self.op, kind=MaskedRun(()))
        plan = MaskPlan(op, values, self.size, self.channels)
        plan.variant = "every shape"
        return plan
