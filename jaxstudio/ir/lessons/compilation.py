"""Lessons on compilation: ahead of time, a Python loop against a scan, fusion."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.compiling.cost_analysis import cost_of
from jaxstudio.ir.compiling.xla_dumps import compile_uncached
from jaxstudio.ir.explain.errors import explain
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.lessons.experiment import Program, floats, timed
from jaxstudio.ir.lessons.lesson import Table
from jaxstudio.ir.links.origins import Origins
from jaxstudio.ir.parse.hlo import parse_hlo
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target

AHEAD_SIDE = 256


def layer(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.tanh(x @ w).sum()


def ahead_targets() -> list[tuple[str, Target]]:
    return [
        (
            "tanh(x @ w).sum()",
            Target("ahead of time", layer, (floats(AHEAD_SIDE, AHEAD_SIDE), floats(AHEAD_SIDE, AHEAD_SIDE))),
        )
    ]


def ahead_experiment() -> Iterator[Table]:
    """Each stage with its time and the size of its text; then two calls that are refused."""
    rows: list[tuple[str | float, ...]] = []

    def add_row(what: str, seconds: float | str, text: str) -> Table:
        rows.append((what, seconds, text))
        return Table(("Stage", "Time", "What it is"), tuple(rows), (1,))

    shapes = floats(AHEAD_SIDE, AHEAD_SIDE), floats(AHEAD_SIDE, AHEAD_SIDE)
    function = jax.jit(layer)
    began = time.perf_counter()
    traced = function.trace(*shapes)
    yield add_row(
        "trace", time.perf_counter() - began, f"a jaxpr of {len(traced.jaxpr.jaxpr.eqns)} equations"
    )
    began = time.perf_counter()
    lowered = traced.lower()
    yield add_row("lower", time.perf_counter() - began, f"StableHLO of {len(lowered.as_text()):,} characters")
    began = time.perf_counter()
    compiled = compile_uncached(lowered, {})
    seconds = time.perf_counter() - began
    yield add_row("compile", seconds, f"machine code for {', '.join(map(_short, shapes))} and nothing else")
    x = jnp.ones((AHEAD_SIDE, AHEAD_SIDE), jnp.float32)
    yield add_row("run", timed(lambda: compiled(x, x), 0.1).ready, f"{float(compiled(x, x)):g}")
    cost = cost_of(compiled)
    if cost.flops is not None:
        yield add_row("cost", "", f"{cost.flops:,.0f} flops, {cost.bytes_accessed or 0:,.0f} bytes moved")
    if cost.peak_bytes is not None:
        yield add_row("memory", "", f"{cost.peak_bytes:,} bytes at most")
    yield add_row("called with int32", "", _refused(lambda: compiled(x.astype(jnp.int32), x)))
    yield add_row("grad of it", "", _refused(lambda: jax.grad(lambda value: compiled(value, x))(x)))


def _short(shape: jax.ShapeDtypeStruct) -> str:
    return f"f32[{','.join(map(str, shape.shape))}]"


def _refused(call: Callable[[], Any]) -> str:
    try:
        call()
    except TypeError as error:
        explanation = explain(error, [__file__])
        return f"refused: {explanation.title}: {explanation.suggestion}"
    return "not refused by this version of JAX"


LOOPS_SHOWN = 12
LOOPS_LENGTHS = (5, 10, 20, 40, 80, 160, 320)


def unrolled(length: int) -> Callable[[jax.Array], list[jax.Array]]:
    def running_sum(xs: jax.Array) -> list[jax.Array]:
        total, sums = jnp.float32(0), []
        for place in range(length):
            total = total + xs[place]
            sums.append(total)
        return sums

    return running_sum


def scanned(xs: jax.Array) -> jax.Array:
    return jax.lax.scan(lambda total, x: (total + x, total + x), jnp.float32(0), xs)[1]


def loops_targets() -> list[tuple[str, Target]]:
    return [
        (
            "a Python loop",
            Target(f"a Python loop over {LOOPS_SHOWN}", unrolled(LOOPS_SHOWN), (floats(LOOPS_SHOWN),)),
        ),
        ("scan", Target(f"scan over {LOOPS_SHOWN}", scanned, (floats(LOOPS_SHOWN),))),
    ]


def loops_experiment() -> Iterator[Table]:
    """Trace, lower and compile both for more and more elements."""
    rows: list[tuple[int | float, ...]] = []
    for length in LOOPS_LENGTHS:
        found = [_compiled(function, length) for function in (unrolled(length), scanned)]
        rows.append((length, found[0][0], found[0][1], found[1][0], found[1][1]))
        series = {
            name: ([float(row[0]) for row in rows], [float(row[column]) for row in rows])
            for name, column in (("Python loop", 2), ("scan", 4))
        }
        yield Table(
            ("Elements", "Equations of the loop", "Its compilation", "Equations of scan", "Its compilation"),
            tuple(rows), (2, 4), series, "elements", "seconds to compile",
        )  # fmt: skip


def _compiled(function: Callable[[jax.Array], object], length: int) -> tuple[int, float]:
    """Equations, and seconds until it is compiled."""
    began = time.perf_counter()
    traced = jax.jit(function).trace(floats(length))
    compile_uncached(traced.lower(), {})
    seconds = time.perf_counter() - began
    outer = [each for each in equations_of(traced.jaxpr) if each.above < 0]
    return len(outer), seconds


FUSION_SIDE = 512


def normalised(x: jax.Array) -> jax.Array:
    """Each row with mean 0 and variance 1, through a soft step."""
    centre = x - jnp.mean(x, axis=1, keepdims=True)
    spread = jnp.sqrt(jnp.mean(centre * centre, axis=1, keepdims=True) + 1e-5)
    return jax.nn.sigmoid(centre / spread)


def fusion_targets() -> list[tuple[str, Target]]:
    return [("normalised rows", Target("fusion", normalised, (floats(FUSION_SIDE, FUSION_SIDE),)))]


def fusion_experiment() -> Iterator[Table]:
    """How many operations there are before, and in which kernels they are afterwards."""
    inspection = inspect(fusion_targets()[0][1], passes=False, kernels=False, exact=False)
    before = parse_hlo(inspection.stage("hlo").text, Origins())
    after = parse_hlo(inspection.stage("optimized").text, Origins())
    work = [kind for kind in before.parsed.kinds if kind not in ("parameter", "constant", "tuple")]
    rows: list[tuple[str | int, ...]] = [("before XLA", len(work), _counted(work))]
    for item, kind in enumerate(after.parsed.kinds):
        if kind == "fusion":
            inside = np.flatnonzero(np.isin(after.parsed.region_of, after.calls.of([item])))
            kinds = [after.parsed.kinds[each] for each in inside]
            kinds = [each for each in kinds if each not in ("parameter", "constant", "bitcast")]
            rows.append((after.parsed.names[item], len(kinds), _counted(kinds)))
    note = "Each fusion is one kernel: what is inside never goes through memory."
    yield Table(("Kernel", "Operations", "Which"), tuple(rows), note=note)


def _counted(kinds: list[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(kinds).items()))


PROGRAMS = {
    "ahead": Program(ahead_targets, ahead_experiment),
    "loops": Program(loops_targets, loops_experiment),
    "fusion": Program(fusion_targets, fusion_experiment),
}
