"""Kernels are compiled before they are needed, in the background, so that no slider waits for one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import numpy as np

from jaxstudio.engine.buffers import CAPACITY, CHUNK, aligned_empty
from jaxstudio.engine.dtype_policy import keeps_integers
from jaxstudio.engine.job import scaled_values
from jaxstudio.engine.kernels import Kernels, later_columns, sample_parameters, stage_reads_source
from jaxstudio.engine.permutation import turns_by_kernel
from jaxstudio.engine.plan import pointwise
from jaxstudio.engine.plan.warp import find_places, warp_parameters
from jaxstudio.engine.rect import Rect
from jaxstudio.engine.source import Source
from jaxstudio.kernels.pixels import FLIPPED, TRANSPOSED, has_alpha
from jaxstudio.kernels.sampling import BLOCK_COLUMNS, BLOCK_ROWS, WARP_COLUMNS, WARP_ROWS
from jaxstudio.kernels.scaling import ROWS, SEEN, STEPS
from jaxstudio.kernels.scaling import columns_of as scaled_columns
from jaxstudio.kernels.zoom_blur import FACTORS, columns_of
from jaxstudio.kernels.zoom_blur import ROWS as MAGNIFIED_ROWS
from jaxstudio.pipeline.expand import expanded
from jaxstudio.pipeline.kinds import (
    Colour,
    ColourMatrix,
    Combined,
    Composed,
    Geometry,
    Global,
    Magnified,
    Neighbourhood,
    Placed,
    Random,
    Tiled,
    Warp,
    Whole,
)
from jaxstudio.pipeline.op import Op
from jaxstudio.pipeline.recipe import Recipe, Step
from jaxstudio.runtime.compile_counter import COMPILES

Call = Callable[[], object]
SHOWN = "uint8"


def compile_for(kernel: Any, *arguments: object) -> None:
    """Compile a kernel for arguments of these shapes, and compute nothing: a wide filter takes longer to
    run once than to be fetched from the cache. Calls find what is compiled here.
    """
    kernel.ready(*arguments)


class Samples:
    """Arguments to compile with: arrays of the right shape whose content does not matter."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], np.ndarray] = {}

    def array(self, dtype: str, count: int = CHUNK) -> np.ndarray:
        key = (dtype, count)
        if key not in self._made:
            # never written to: the kernel of the operating system hands out one page of zeros
            self._made[key] = aligned_empty(count, dtype)
        return self._made[key]

    def slab(self, dtype: str) -> np.ndarray:
        return self.array(dtype, CAPACITY)


def _neighbourhood_calls(
    kernels: Kernels, op: Op, radius: int, channels: int, dtype: str, samples: Samples
) -> Iterator[Call]:
    kind = op.kind
    assert isinstance(kind, Neighbourhood)
    p = sample_parameters(op, radius)
    prepare = kernels.prepare(op, radius) if kind.prepare is not None else None
    blends = kind.mixes and has_alpha(channels)
    inputs = ["float32"]
    if not blends and dtype != "float32":
        inputs.insert(0, dtype)
    start, pitch = np.int32(CHUNK), np.int32(channels)

    def prepared() -> Any:
        return prepare(p) if prepare is not None else p

    for number in range(len(kind.passes)):
        last = number == len(kind.passes) - 1
        outputs = ["float32", SHOWN] if last and not blends else ["float32"]
        count = CHUNK + 2 * later_columns(kind, number - 1, radius) * channels if number else 0
        for given in inputs:
            for out in outputs:
                stage = kernels.stage(op, number, radius, channels, out)
                slab = samples.slab(given)
                if number == 0:
                    yield lambda stage=stage, slab=slab: compile_for(  # type: ignore[misc]
                        stage, slab, start, pitch, prepared()
                    )
                    continue
                handed_on = given if kind.any_dtype else kind.passes[number - 1].out_dtypes(given)
                previous = jax.tree.map(partial(samples.array, count=count), handed_on)
                if stage_reads_source(kind, number, channels):
                    yield lambda stage=stage, slab=slab, previous=previous: compile_for(  # type: ignore[misc]
                        stage, previous, slab, start, pitch, prepared()
                    )
                else:
                    yield lambda stage=stage, previous=previous: compile_for(  # type: ignore[misc]
                        stage, previous, prepared()
                    )


def _turning_calls(kernels: Kernels, channels: int, dtype: str) -> Iterator[Call]:
    if turns_by_kernel(kernels, channels, np.dtype(dtype)):
        for across, shape in ((False, FLIPPED), (True, TRANSPOSED)):
            block = np.zeros((*shape, channels), np.uint8)
            yield lambda across=across, block=block: compile_for(  # type: ignore[misc]
                kernels.turned(across), block
            )


def _scaling_calls(kernels: Kernels, channels: int, samples: Samples) -> Iterator[Call]:
    seen = samples.array("uint8", SEEN), np.zeros(ROWS, np.int32), np.zeros(ROWS, np.int32)
    down = np.zeros(ROWS, np.float32)
    yield lambda: compile_for(kernels.halved(channels), *seen)
    for step in STEPS:
        count = scaled_columns(step, channels)
        first, across = np.zeros(count, np.int32), np.zeros(count, np.float32)
        yield lambda first=first, across=across: compile_for(  # type: ignore[misc]
            kernels.scaled(channels), *seen, down, first, across
        )


def _geometry_calls(kernels: Kernels, channels: int, formats: list[str], samples: Samples) -> Iterator[Call]:
    columns = np.zeros((4, BLOCK_COLUMNS), np.int32)
    rows = np.zeros((4, BLOCK_ROWS), np.int32)
    scalars = np.array([channels, 0, 0], np.int32)
    for given in formats:
        for out in {"float32", "uint8", given}:
            yield lambda given=given, out=out: compile_for(  # type: ignore[misc]
                kernels.sample(channels, out), samples.slab(given), columns, rows, scalars
            )


def _warp_calls(
    kernels: Kernels, step: Step, channels: int, formats: list[str], samples: Samples
) -> Iterator[Call]:
    op, kind = step.implementation, step.implementation.kind
    assert isinstance(kind, Warp)
    p = warp_parameters(op, step.values, (1, 1), np.zeros(2, np.uint32))
    block = Rect(0, 0, 1, 1)
    yield lambda: find_places(kernels, op, p, block, "constant")
    shape = (WARP_ROWS, WARP_COLUMNS)
    places = (
        *(np.zeros(shape, np.int32) for _ in range(2)),
        *(np.zeros(shape, np.float32) for _ in range(2)),
    )
    scalars = np.array([channels, 0, 0, 0, 0], np.int32)
    for given in formats:
        for out in {"float32", SHOWN, given}:
            yield lambda given=given, out=out: compile_for(  # type: ignore[misc]
                kernels.warp(channels, kind.nearest, out), samples.slab(given), places, scalars
            )


def _magnified_calls(kernels: Kernels, channels: int, formats: list[str], samples: Samples) -> Iterator[Call]:
    weighted, columns = has_alpha(channels), columns_of(channels)
    mean = np.zeros((columns, channels * MAGNIFIED_ROWS), np.float32)
    axis_tables = [
        np.zeros(shape, dtype)
        for count in (MAGNIFIED_ROWS, columns)
        for shape, dtype in (((2, FACTORS, count), np.int32), ((FACTORS, count), np.float32))
    ]
    shares = np.zeros(FACTORS, np.float32)
    for given in ["float32"] if weighted else formats:
        yield lambda given=given: compile_for(  # type: ignore[misc]
            kernels.magnified(channels), mean, samples.slab(given), *axis_tables, shares, np.int32(0)
        )
        for out in ["float32"] if weighted else ["float32", SHOWN]:
            yield lambda given=given, out=out: compile_for(  # type: ignore[misc]
                kernels.magnified_rows(channels, given, out), mean
            )
    if weighted:
        for given in formats:
            yield lambda given=given: compile_for(  # type: ignore[misc]
                kernels.alpha(channels, False), samples.array(given)
            )
        yield lambda: compile_for(kernels.alpha(channels, True), samples.array("float32"))


def ops_in(step: Step) -> Iterator[Step]:
    """The steps that a step needs: itself, its shortcut, what it may become, what it combines."""
    kind = step.implementation.kind
    if not isinstance(kind, Composed):
        yield step
    if isinstance(kind, Neighbourhood) and kind.shortcut is not None:
        yield Step(kind.shortcut.op, step.params, step.key)
    if isinstance(kind, Composed):
        for op, values in kind.possible(step.values):
            yield from ops_in(Step(op, values, step.key))
    elif isinstance(kind, Combined):
        for op in kind.ops:
            yield from ops_in(Step(op, op.defaults(), step.key))


def step_calls(
    kernels: Kernels, step: Step, channels: int, dtype: str, samples: Samples, soon: bool
) -> Iterator[Call]:
    """Calls that compile what a step needs with its present values (`soon`), or with any others.

    Args:
        dtype: the photo's format, in which the first step reads it.
    """
    op, kind = step.implementation, step.implementation.kind
    formats = [dtype, "float32"] if dtype != "float32" else ["float32"]
    if isinstance(kind, Neighbourhood):
        # as it stands, and as a preview reduced to a half or a quarter sees it
        now = {kind.radius(scaled_values(step, level)) for level in range(3)}
        for radius in kind.buckets:
            if (radius in now) == soon:
                yield from _neighbourhood_calls(kernels, op, radius, channels, dtype, samples)
        if soon and kind.mixes and has_alpha(channels):
            for given in formats:
                yield lambda given=given: compile_for(  # type: ignore[misc]
                    kernels.alpha(channels, False), samples.array(given)
                )
            yield lambda: compile_for(kernels.alpha(channels, True), samples.array("float32"))
        return
    if not soon:
        return
    if isinstance(kind, Warp):
        yield from _warp_calls(kernels, step, channels, formats, samples)
        return
    if isinstance(kind, Magnified):
        yield from _magnified_calls(kernels, channels, formats, samples)
        return
    p = sample_parameters(op)
    if isinstance(kind, Geometry):
        if kind.exact:
            for given in formats:
                yield from _turning_calls(kernels, channels, given)
            return
        if kind.upright and formats[0] == SHOWN and not has_alpha(channels):
            yield from _scaling_calls(kernels, channels, samples)
        yield from _geometry_calls(kernels, channels, formats, samples)
        return
    # shapes are the same with any values, and the usual ones ask for no file that may be gone
    usual = op.resolve(op.defaults())
    if isinstance(kind, Global) and kind.placed:
        nothing = np.zeros((1, 1, 1), np.float32)
        p |= kind.statistic(lambda: iter([((0, 0), nothing)]), {**usual, "height": 1, "width": 1})
    elif isinstance(kind, Global):
        nothing = np.zeros((1, 1, 1), np.float32)
        p |= kind.statistic(lambda: iter([(nothing, None)]), usual)
    for given in formats:
        for out in ("float32", SHOWN):
            yield partial(_warm_chunk, kernels, op, p, channels, given, out, samples)


def _warm_chunk(
    kernels: Kernels, op: Op, p: dict[str, Any], channels: int, given: str, out: str, samples: Samples
) -> None:
    """Compile what an op that works chunk by chunk needs for one format."""
    x = samples.array(given)
    if isinstance(op.kind, ColourMatrix):
        if channels >= 3:
            compile_for(kernels.colour(channels, out), x, kernels.colour_matrix(op)(p))
    elif isinstance(op.kind, Combined):
        results = tuple(
            samples.array(given if all(keeps_integers(part.kind) for part, _ in branch) else "float32")
            for branch in op.kind.branches(op.resolve(op.defaults()))
        )
        compile_for(kernels.combine(op, channels, out), x, results, p)
    elif isinstance(op.kind, Colour):
        compile_for(kernels.planes(op, channels, out), x, p)
    elif isinstance(op.kind, Random | Placed) or (isinstance(op.kind, Global) and op.kind.placed):
        where, key = np.array([0, channels, 0, 0, 1, 1], np.int32), np.zeros(2, np.uint32)
        compile_for(kernels.placed(op, channels, out), x, where, key, p)
    elif pointwise.applies(kernels, op, given):
        pointwise.look_up(kernels, op, p, channels, out)(x)
    else:
        compile_for(kernels.pointwise(op, channels, out), x, p)


class Precompiler:
    """A thread that makes the calls one by one, forgetting what it has done."""

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self._samples = Samples()
        self._wanted: tuple[Recipe, Source] | None = None
        self._done: set[tuple[object, ...]] = set()
        self._wake = threading.Condition()
        self._closed = False
        self._idle = threading.Event()
        self._thread = threading.Thread(target=self._work, name="jaxstudio-warm", daemon=True)
        self._thread.start()

    def expect(self) -> None:
        """Something will be wanted soon: `wait` waits for it."""
        self._idle.clear()

    def want(self, recipe: Recipe, source: Source) -> None:
        with self._wake:
            self._wanted = (recipe, source)
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
                while self._wanted is None and not self._closed:
                    self._idle.set()
                    self._wake.wait()
                if self._closed:
                    return
                assert self._wanted is not None
                (recipe, source), self._wanted = self._wanted, None
                kernels = self._kernels
            with COMPILES.ahead():
                self._warm(kernels, recipe, source)

    def _warm(self, kernels: Kernels, recipe: Recipe, source: Source) -> None:
        dtype = source.pixels.dtype.name
        calls: list[Call] = [
            lambda: compile_for(kernels.convert("float32"), self._samples.array(dtype)),
            lambda: compile_for(kernels.convert(SHOWN), self._samples.array("float32")),
            lambda: compile_for(kernels.convert(SHOWN), self._samples.array(dtype)),
        ]
        for call in calls:
            call()
        drawn = expanded(recipe, (source.height, source.width)).active
        possible = [part for step in recipe.steps for part in ops_in(step)]
        wanted = [
            step
            for step in (*drawn, *possible)
            if not isinstance(step.implementation.kind, Whole | Tiled)
            and (id(kernels), step.op.name, source.channels, dtype) not in self._done
        ]
        # first what the sliders need as they stand, then what they may need when they move
        for soon in (True, False):
            for step in wanted:
                for call in step_calls(kernels, step, source.channels, dtype, self._samples, soon):
                    if self._closed or self._kernels is not kernels:
                        return
                    call()
        self._done.update((id(kernels), step.op.name, source.channels, dtype) for step in wanted)
