"""Tracing runs the Python once: prints, globals, loops and decisions are settled then."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import numpy as np

from jaxstudio.ir.explain import explain
from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target

world = {"factor": 2.0}
heard: list[str] = []


def scaled(x: jax.Array) -> jax.Array:
    """Says that it runs, and reads a value from outside."""
    heard.append("scaled runs")
    return x * world["factor"]


def five_times(x: jax.Array) -> jax.Array:
    for _ in range(5):
        x = x + 1.0
    return x


def looped(x: jax.Array, count: jax.Array) -> jax.Array:
    return jax.lax.fori_loop(0, count, lambda _, value: value + 1.0, x)


def decides(x: jax.Array) -> jax.Array:
    if x > 0:
        return x
    return -x


def chooses(x: jax.Array) -> jax.Array:
    return jax.lax.cond(x > 0, lambda value: value, lambda value: -value, x)


def targets() -> list[tuple[str, Target]]:
    count = jax.ShapeDtypeStruct((), np.int32)
    return [
        ("a Python loop", Target("a Python loop", five_times, (floats(3),))),
        ("fori_loop", Target("fori_loop", looped, (floats(3), count))),
        ("a value from outside", Target("a value from outside", scaled, (floats(3),))),
        ("if, on a value", Target("if, on a value", decides, (floats(),))),
        ("cond", Target("cond", chooses, (floats(),))),
        ("if, on a static value", Target("if, on a static value", decides, (3.0,), static_argnums=(0,))),
    ]


def experiment() -> Iterator[Table]:
    """Each claim, tried."""
    heads = ("What is done", "What happens")
    rows: list[tuple[str, str]] = []

    def told(what: str, happens: str) -> Table:
        rows.append((what, happens))
        return Table(heads, tuple(rows))

    world["factor"] = 2.0
    heard.clear()
    call = jax.jit(lambda x: scaled(x))  # a new function: JAX remembers what it traced
    x = np.ones(3, np.float32)
    call(x)
    call(x)
    yield told("A function with a side effect is called twice", f"it ran {len(heard)} time")
    world["factor"] = 5.0
    yield told("The global it reads goes from 2 to 5", f"the result is still {float(call(x)[0]):g}")
    world["factor"] = 2.0
    loop = equations_of(jax.make_jaxpr(five_times)(floats(3)))
    yield told("for _ in range(5)", f"{len(loop)} equations: {', '.join(each.primitive for each in loop)}")
    shapes = (floats(3), jax.ShapeDtypeStruct((), np.int32))
    names = [each.primitive for each in equations_of(jax.make_jaxpr(looped)(*shapes))]
    yield told("fori_loop with a traced bound", f"{len(names)} equations, among them {names[0]}")
    try:
        jax.jit(decides)(np.float32(3))
    except jax.errors.TracerBoolConversionError as error:
        said = explain(error, [__file__])
        yield told("if x > 0, with x traced", f"refused: {said.title}: {said.mend}")
    yield told("if x > 0, with x static", f"works: {float(jax.jit(decides, static_argnums=0)(-3.0)):g}")
    yield told("lax.cond(x > 0, …)", f"works: {float(jax.jit(chooses)(np.float32(-3))):g}")


LESSON = Lesson(
    "purity",
    "Tracing happens once",
    "JAX runs your Python once, to write down what it does. A print is heard once, a global is frozen, a "
    "loop is unrolled, and a decision on a value has none to decide on.",
    targets,
    experiment,
)
