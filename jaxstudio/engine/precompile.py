"""Compiles kernels in the background before they are needed, so that no slider waits for a compilation.

To find a step's kernels its plan is executed on one pixel, with kernels that only compile when called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import BufferCache, Rect, TiledBuffer, ValueCache, new_buffer
from jaxstudio.engine.expansion import conversions, expand_for_engine
from jaxstudio.engine.kernels import CompileOnlyKernels, Kernels
from jaxstudio.engine.plan import plan_of
from jaxstudio.engine.plan.base import (
    AFTER_TABLE,
    DISPLAY_DTYPE,
    Branch,
    ChunkRunner,
    Plan,
    StepContext,
    Time,
    Values,
    Workspace,
)
from jaxstudio.engine.plan.between_sizes import between_sizes, size_param
from jaxstudio.engine.plan.pixelwise import LEVELS
from jaxstudio.engine.source import Source
from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Op, implementation
from jaxstudio.pipeline.recipe import AUTO, Recipe
from jaxstudio.runtime.compile_counter import COMPILES

ONE_PIXEL = Rect(0, 0, 1, 1)


def never() -> bool:
    return False


class SampleStep(StepContext):
    """The context of a step on black pixels in one number format."""

    def __init__(self, plan: Plan, kernels: Kernels, workspace: Workspace, input_dtype: str) -> None:
        super().__init__(plan, kernels, 1, workspace, never)
        self.input_dtype = input_dtype

    @property
    def cache_key(self) -> Hashable:
        return None

    @property
    def input_key(self) -> Hashable:
        return ()

    @property
    def noise_key(self) -> np.ndarray:
        return np.zeros(2, np.uint32)

    def input(self, rect: Rect, dtype: str | None = None) -> TiledBuffer:
        buffer, rows = new_buffer(rect, self.plan.channels, dtype or self.input_dtype)
        rows[:] = 0
        return buffer

    def tabled_input(self, rect: Rect) -> tuple[Callable[[Rect], TiledBuffer], np.ndarray] | None:
        variant = self.plan.variant
        if not (isinstance(variant, tuple) and variant[0] == AFTER_TABLE):
            return None
        return partial(self.input, dtype="uint8"), np.zeros(LEVELS.size, np.float32)

    def input_pixels(self, rect: Rect, dtype: str) -> np.ndarray:
        return np.zeros((rect.height, rect.width, self.plan.channels), dtype)

    def input_tiles(self) -> Iterator[tuple[Rect, TiledBuffer]]:
        yield ONE_PIXEL, self.input(ONE_PIXEL)

    def statistic(self) -> dict[str, Any]:
        return self.plan.sample_statistic()

    def branches(self) -> list[Branch]:
        return [SampleBranch(self.plan, ops) for ops in self.plan.branch_ops()]

    def add_time(self, began: Time, share: float = 1.0) -> None:
        pass

    @contextmanager
    def hold_input(self, rect: Rect) -> Iterator[TiledBuffer]:
        yield self.input(rect)

    def report_left_out(self, count: int | None) -> None:
        pass


class SampleBranch:
    """A branch of a step whose own steps are compiled elsewhere."""

    def __init__(self, plan: Plan, ops: Sequence[tuple[Op, Values]]) -> None:
        self.plans: Sequence[Plan] = [
            plan_of(op)(op, op.resolve(op.check(values)), plan.size, plan.channels) for op, values in ops
        ]

    is_kept = False

    def write(self, rect: Rect, dtype: str, out: np.ndarray) -> None:
        out[:] = 0


@dataclass(frozen=True)
class PrecompileRequest:
    """A plan, and the number formats of the input and result that it is compiled for."""

    plan: Plan
    input_dtype: str
    dtype: str

    @property
    def key(self) -> Hashable:
        """Requests with equal keys compile the same kernels."""
        return (self.plan.op.name, self.plan.channels, self.plan.variant, self.input_dtype, self.dtype)

    def run(self, kernels: Kernels, workspace: Workspace) -> None:
        """Execute the plan on one pixel; CompileOnlyKernels then only compile."""
        step = SampleStep(self.plan, kernels, workspace, self.input_dtype)
        self.plan.execute(step, ONE_PIXEL, self.dtype)


def requests_for(op: Op, values: Values, source: Source, soon: bool) -> Iterator[PrecompileRequest]:
    """Yield all requests for a step of this op on a photo, with its present values (`soon`) or all others."""
    plan = plan_of(op)(op, values, (source.height, source.width), source.channels)
    for variant in plan.variants(soon):
        # steps read the photo's number format, and float32 from other steps
        for input_dtype in dict.fromkeys((source.pixels.dtype.name, "float32")):
            for dtype in variant.output_dtypes(input_dtype):
                yield PrecompileRequest(variant, input_dtype, dtype)


def steps_of(recipe: Recipe, source: Source) -> Iterator[tuple[Op, Values]]:
    """The ops and values of a recipe's active steps, then of steps that may become active."""
    found: list[tuple[Op, Values]] = [
        (step.implementation, step.values)
        for step in expand_for_engine(recipe, (source.height, source.width), source.curve, source.lens).active
    ]
    for step in recipe.steps:
        found.extend(with_parts(step.implementation, step.values))
    if recipe.working_space == AUTO and recipe.steps_of_light:  # within a masked run, or drawn later
        found += [(step.implementation, step.values) for step in conversions(source.curve) or ()]
    yield from found
    for op in dict.fromkeys(op for op, _ in found if size_param(op) is not None):
        mixed = between_sizes(op)
        yield mixed, mixed.defaults()


def with_parts(op: Op, values: Values) -> Iterator[tuple[Op, Values]]:
    """An op, and the ops that it is made of, may become or combines."""
    yield op, values
    for part, part_values in plan_of(op).parts(op, values):
        whole = implementation(part)
        yield from with_parts(whole, whole.resolve({**whole.defaults(), **part_values}))


def new_workspace() -> Workspace:
    return Workspace.new(ValueCache(1), BufferCache(0))


class Precompiler:
    """A thread that compiles what recipes need, one kernel after the other, each op once."""

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self._workspace = new_workspace()
        self._request: tuple[Recipe, Source] | None = None
        self._done: set[Hashable] = set()
        self._wake = threading.Condition()
        self._closed = False
        self._idle = threading.Event()
        self._thread = threading.Thread(target=self._work, name="jaxstudio-warm", daemon=True)
        self._thread.start()

    def announce(self) -> None:
        """A request will follow soon: `wait` waits for it."""
        self._idle.clear()

    def request(self, recipe: Recipe, source: Source) -> None:
        """Compile the kernels that this recipe's sliders may need; replaces a request that still waits."""
        with self._wake:
            self._request = (recipe, source)
            self._idle.clear()
            self._wake.notify()

    def use(self, kernels: Kernels) -> None:
        """Go on with the kernels of another device."""
        with self._wake:
            self._kernels, self._done = kernels, set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until everything asked for is compiled."""
        return self._idle.wait(timeout)

    def close(self) -> None:
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._wake:
                while self._request is None and not self._closed:
                    self._idle.set()
                    self._wake.wait()
                if self._closed:
                    return
                assert self._request is not None
                request, self._request = self._request, None
                kernels, done = self._kernels, self._done
            with COMPILES.ahead():
                self._compile(kernels, done, *request)

    def _compile(self, kernels: Kernels, done: set[Hashable], recipe: Recipe, source: Source) -> None:
        if not kernels.on_cpu:
            return  # whole images are compiled for their size, when it is known
        compile_only = CompileOnlyKernels(kernels)
        compile_conversions(compile_only, source)
        steps = list(steps_of(recipe, source))
        # first the kernels for the sliders' present values, then those for all other values
        for soon in (True, False):
            for op, values in steps:
                for request in requests_for(op, values, source, soon):
                    if self._closed or self._kernels is not kernels:
                        return
                    if request.key not in done:
                        request.run(compile_only, self._workspace)
                        done.add(request.key)


def compile_conversions(kernels: Kernels, source: Source) -> None:
    """Compile the conversions between the number formats of a photo, of steps and of the screen."""
    runner, dtype = ChunkRunner(kernels, 1), source.pixels.dtype.name
    for input_dtype, output_dtype in ((dtype, "float32"), ("float32", DISPLAY_DTYPE), (dtype, DISPLAY_DTYPE)):
        runner.convert(new_buffer(ONE_PIXEL, source.channels, input_dtype)[0], ONE_PIXEL, output_dtype)
