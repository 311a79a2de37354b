"""Ahead of time: trace, lower, compile, run, one after another, and what a compiled function refuses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.ir.compiling.uncached_compile import compile_around_cache
from jaxstudio.ir.cost import cost_of
from jaxstudio.ir.explain import explain
from jaxstudio.ir.lessons.lesson import Lesson, Table, floats, timed
from jaxstudio.ir.target import Target

SIDE = 256


def layer(x: jax.Array, w: jax.Array) -> jax.Array:
    return jnp.tanh(x @ w).sum()


def targets() -> list[tuple[str, Target]]:
    return [("tanh(x @ w).sum()", Target("ahead of time", layer, (floats(SIDE, SIDE), floats(SIDE, SIDE))))]


def experiment() -> Iterator[Table]:
    """Each stage with its time and the size of its text; then two calls that are refused."""
    rows: list[tuple[str | float, ...]] = []

    def told(what: str, seconds: float | str, text: str) -> Table:
        rows.append((what, seconds, text))
        return Table(("Stage", "Time", "What it is"), tuple(rows), frozenset({1}))

    shapes = floats(SIDE, SIDE), floats(SIDE, SIDE)
    function = jax.jit(layer)
    began = time.perf_counter()
    traced = function.trace(*shapes)
    yield told("trace", time.perf_counter() - began, f"a jaxpr of {len(traced.jaxpr.jaxpr.eqns)} equations")
    began = time.perf_counter()
    lowered = traced.lower()
    yield told("lower", time.perf_counter() - began, f"StableHLO of {len(lowered.as_text()):,} characters")
    began = time.perf_counter()
    compiled = compile_around_cache(lowered, {})
    seconds = time.perf_counter() - began
    yield told("compile", seconds, f"machine code for {', '.join(map(_short, shapes))} and nothing else")
    x = jnp.ones((SIDE, SIDE), jnp.float32)
    yield told("run", timed(lambda: compiled(x, x), 0.1).ready, f"{float(compiled(x, x)):g}")
    cost = cost_of(compiled)
    if cost.flops is not None:
        yield told("cost", "", f"{cost.flops:,.0f} flops, {cost.bytes_accessed or 0:,.0f} bytes moved")
    if cost.peak_bytes is not None:
        yield told("memory", "", f"{cost.peak_bytes:,} bytes at most")
    yield told("called with int32", "", _refused(lambda: compiled(x.astype(jnp.int32), x)))
    yield told("grad of it", "", _refused(lambda: jax.grad(lambda value: compiled(value, x))(x)))


def _short(shape: jax.ShapeDtypeStruct) -> str:
    return f"f32[{','.join(map(str, shape.shape))}]"


def _refused(call: Callable[[], Any]) -> str:
    try:
        call()
    except TypeError as error:
        said = explain(error, [__file__])
        return f"refused: {said.title}: {said.mend}"
    return "not refused by this version of JAX"


LESSON = Lesson(
    "ahead",
    "Ahead of time",
    "What a jitted call does at once can be done step by step, each step looked at. What comes out at the "
    "end is machine code: it takes no other type and cannot be differentiated any more.",
    targets,
    experiment,
)
