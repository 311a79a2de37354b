"""Lessons on tracing: reading a jaxpr, what happens at trace time only, one trace per shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.compilation_listener import start_logging
from jaxstudio.ir.compilation_log import COMPILATION_LOG
from jaxstudio.ir.explain.errors import explain
from jaxstudio.ir.lessons.experiment import Program, floats
from jaxstudio.ir.lessons.lesson import Table
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target


def weighted_sum(x: jax.Array, y: jax.Array, z: jax.Array) -> jax.Array:
    """Shapes (3,), (3, 3), (3,): two of them are broadcast first."""
    return jnp.sum(x + y * z)


def mean_of_squares(x: jax.Array) -> jax.Array:
    return jnp.mean((x + 2) ** 2 + 3)


gradient = jax.grad(mean_of_squares)
FUNCTIONS: dict[str, tuple[Callable[..., jax.Array], tuple[jax.ShapeDtypeStruct, ...]]] = {
    "sum(x + y·z)": (weighted_sum, (floats(3), floats(3, 3), floats(3))),
    "mean((x+2)²+3)": (mean_of_squares, (floats(3),)),
    "its gradient": (gradient, (floats(3),)),
}


def reading_targets() -> list[tuple[str, Target]]:
    return [(title, Target(title, function, shapes)) for title, (function, shapes) in FUNCTIONS.items()]


def reading_experiment() -> Iterator[Table]:
    """The equations of each, and the gradient beside 2/3·(x + 2)."""
    rows = []
    for title, (function, shapes) in FUNCTIONS.items():
        equations = equations_of(jax.make_jaxpr(function)(*shapes))
        rows.append((title, len(equations), ", ".join(each.primitive for each in equations)))
    x = np.array([1.0, 2.0, 3.0], np.float32)
    found, known = np.asarray(gradient(x)), 2 / 3 * (x + 2)
    note = f"The gradient at (1, 2, 3): {_numbers(found)}. By hand 2/3·(x + 2): {_numbers(known)}."
    yield Table(("Function", "Equations", "Primitives"), tuple(rows), note=note)


def _numbers(values: np.ndarray) -> str:
    return ", ".join(f"{value:.6g}" for value in values)


world = {"factor": 2.0}
traced_calls: list[str] = []


def scaled(x: jax.Array) -> jax.Array:
    """Says that it runs, and reads a value from outside."""
    traced_calls.append("scaled runs")
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


def purity_targets() -> list[tuple[str, Target]]:
    count = jax.ShapeDtypeStruct((), np.int32)
    return [
        ("a Python loop", Target("a Python loop", five_times, (floats(3),))),
        ("fori_loop", Target("fori_loop", looped, (floats(3), count))),
        ("a value from outside", Target("a value from outside", scaled, (floats(3),))),
        ("if, on a value", Target("if, on a value", decides, (floats(),))),
        ("cond", Target("cond", chooses, (floats(),))),
        ("if, on a static value", Target("if, on a static value", decides, (3.0,), static_argnums=(0,))),
    ]


def purity_experiment() -> Iterator[Table]:
    """Each claim, tried."""
    heads = ("What is done", "What happens")
    rows: list[tuple[str, str]] = []

    def add_row(what: str, happens: str) -> Table:
        rows.append((what, happens))
        return Table(heads, tuple(rows))

    world["factor"] = 2.0
    traced_calls.clear()
    call = jax.jit(lambda x: scaled(x))  # a new function: JAX remembers what it traced
    x = np.ones(3, np.float32)
    call(x)
    call(x)
    yield add_row("A function with a side effect is called twice", f"it ran {len(traced_calls)} time")
    world["factor"] = 5.0
    yield add_row("The global it reads goes from 2 to 5", f"the result is still {float(call(x)[0]):g}")
    world["factor"] = 2.0
    loop = equations_of(jax.make_jaxpr(five_times)(floats(3)))
    yield add_row("for _ in range(5)", f"{len(loop)} equations: {', '.join(each.primitive for each in loop)}")
    shapes = (floats(3), jax.ShapeDtypeStruct((), np.int32))
    names = [each.primitive for each in equations_of(jax.make_jaxpr(looped)(*shapes))]
    yield add_row("fori_loop with a traced bound", f"{len(names)} equations, among them {names[0]}")
    try:
        jax.jit(decides)(np.float32(3))
    except jax.errors.TracerBoolConversionError as error:
        explanation = explain(error, [__file__])
        yield add_row("if x > 0, with x traced", f"refused: {explanation.title}: {explanation.suggestion}")
    yield add_row("if x > 0, with x static", f"works: {float(jax.jit(decides, static_argnums=0)(-3.0)):g}")
    yield add_row("lax.cond(x > 0, …)", f"works: {float(jax.jit(chooses)(np.float32(-3))):g}")


SHAPES_LENGTHS = tuple(range(1, 11))


def centred(x: jax.Array) -> jax.Array:
    return x - jnp.mean(x)


def shapes_targets() -> list[tuple[str, Target]]:
    return [
        (f"of {length}", Target(f"centred of {length}", centred, (floats(length),))) for length in (1, 10)
    ]


def shapes_experiment() -> Iterator[Table]:
    """Call it with ten lengths, twice."""
    start_logging()

    def centred_anew(x: jax.Array) -> jax.Array:
        return centred(x)

    call = jax.jit(centred_anew)
    rows: list[tuple[str | float, ...]] = []
    for turn in ("first", "second"):
        for length in SHAPES_LENGTHS:
            before = COMPILATION_LOG.count
            call(np.ones(length, np.float32))
            new = [each for each in COMPILATION_LOG.entries(before) if each.function == "centred_anew"]
            rows += [(", ".join(each.arguments), each.seconds, each.cache, each.why) for each in new]
        again = f"After the {turn} time over all ten lengths: {len(rows)} compilations."
        yield Table(("Argument", "Time", "Cache", "Why"), tuple(rows), (1,), note=again)


PROGRAMS = {
    "reading": Program(reading_targets, reading_experiment),
    "purity": Program(purity_targets, purity_experiment),
    "shapes": Program(shapes_targets, shapes_experiment),
}
