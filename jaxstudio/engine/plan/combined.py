"""Plans of ops made of other ops: in sequence, or in branches whose results are combined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import jax

from jaxstudio.engine.buffers import Rect, TiledBuffer, new_buffer, without_gaps
from jaxstudio.engine.kernels import Kernel, KernelKey, KernelSpec
from jaxstudio.engine.plan.base import (
    Branch,
    Out,
    Plan,
    StepContext,
    Values,
    clock,
    fits_slab,
    is_8bit_constant,
)
from jaxstudio.errors import Wording
from jaxstudio.kernels.pixels import keep_alpha, quantise, to_float
from jaxstudio.pipeline.kinds import Combined, Op


class ComposedPlan(Plan):
    """The step is replaced by others before anything is computed (pipeline/expand.py)."""

    computes = False

    @staticmethod
    def parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
        kind: Any = op.kind
        yield from kind.possible(values)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        raise TypeError(f"{self.op.name} is composed of other ops: expand the recipe before it is computed")


class CombinedPlan(Plan):
    """Combines the input and the results of its branches, which have one layout, element by element."""

    kind: Combined
    chunk_by_chunk = True

    @staticmethod
    def parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
        kind: Any = op.kind
        for branch in kind.branches(values):
            yield from branch
        yield from ((part, part.defaults()) for part in kind.ops)

    def branch_ops(self) -> Sequence[Sequence[tuple[Op, Values]]]:
        return self.kind.branches(self.values)

    def execute(self, step: StepContext, rect: Rect, dtype: str | None, out: Out = None) -> TiledBuffer:
        branches = step.branches()
        with step.hold_input(self._branch_input(rect, branches)) as held:
            return self._combine(step, rect, dtype, out, held, branches)

    def _branch_input(self, rect: Rect, branches: Sequence[Branch]) -> Rect:
        """The input that the branches read to compute `rect`, if it fits a slab; else `rect`."""
        hull = rect
        for branch in branches:
            needed = rect
            for plan in reversed(branch.plans):
                needed = plan.input_rect(needed).clipped(*plan.size)
            hull = hull.hull(needed)
        return hull if fits_slab(hull.area * self.channels) else rect

    def _combine(
        self,
        step: StepContext,
        rect: Rect,
        dtype: str | None,
        out: Out,
        before: TiledBuffer,
        branches: Sequence[Branch],
    ) -> TiledBuffer:
        picks = [all(plan.keeps_integers for plan in branch.plans) for branch in branches]
        # picked values stay integers, unless a border value is one that no integer can hold
        levels = all(
            is_8bit_constant(plan.values)
            for branch, picking in zip(branches, picks, strict=True)
            for plan in (branch.plans if picking else ())
        )
        # on a reduced photo two sizes may be mixed: then an op that otherwise picks values makes floats
        mixed = any(isinstance(plan, CombinedPlan) for branch in branches for plan in branch.plans)
        picked_dtype = before.dtype.name if levels and not mixed else "float32"
        if before.dtype != picked_dtype:
            before = step.convert(before, rect, picked_dtype)
        channels = self.channels
        buffers = [without_gaps(before, rect)]
        for branch, picking in zip(branches, picks, strict=True):
            buffer, rows = new_buffer(rect, channels, picked_dtype if picking else "float32")
            branch.write(rect, buffer.dtype.name, rows)
            buffers.append(buffer)
        began = clock()
        dtype = dtype or "float32"
        spec = KernelSpec(
            KernelKey("combine", self.op.name, channels=channels, dtype=dtype),
            partial(_build_combine, self.kind.apply, channels, dtype),
            lambda _: Wording("combination of its parts, {0}", dtype),
        )
        kernel, parameters = step.kernels.get(spec), self.parameters()
        chunks = list(zip(*(buffer.chunks for buffer in buffers), strict=True))
        result = step.map_chunks(
            buffers[0], dtype, lambda chunk: kernel(chunk[0], chunk[1:], parameters), chunks, out
        )
        step.add_time(began)
        return result


def _build_combine(apply: Callable[..., Any], channels: int, dtype: str) -> Kernel:
    def combine(x: jax.Array, results: tuple[jax.Array, ...], p: dict[str, Any]) -> jax.Array:
        x = to_float(x)
        value = apply(x, tuple(to_float(result) for result in results), p)
        return quantise(keep_alpha(value, x, channels), dtype)

    return combine
