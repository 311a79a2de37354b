"""A running sum as a Python loop and as a scan: the compile time of one grows, that of the other does not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp

from jaxstudio.ir.compiling.uncached_compile import compile_around_cache
from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target

SHOWN = 12
LENGTHS = (5, 10, 20, 40, 80, 160, 320)


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


def targets() -> list[tuple[str, Target]]:
    return [
        ("a Python loop", Target(f"a Python loop over {SHOWN}", unrolled(SHOWN), (floats(SHOWN),))),
        ("scan", Target(f"scan over {SHOWN}", scanned, (floats(SHOWN),))),
    ]


def experiment() -> Iterator[Table]:
    """Trace, lower and compile both for more and more elements."""
    rows: list[tuple[int | float, ...]] = []
    for length in LENGTHS:
        found = [_compiled(function, length) for function in (unrolled(length), scanned)]
        rows.append((length, found[0][0], found[0][1], found[1][0], found[1][1]))
        series = {
            name: ([float(row[0]) for row in rows], [float(row[column]) for row in rows])
            for name, column in (("Python loop", 2), ("scan", 4))
        }
        yield Table(
            ("Elements", "Equations of the loop", "Its compilation", "Equations of scan", "Its compilation"),
            tuple(rows), frozenset({2, 4}), series, "elements", "seconds to compile",
        )  # fmt: skip


def _compiled(function: Callable[[jax.Array], object], length: int) -> tuple[int, float]:
    """Equations, and seconds until it is compiled."""
    began = time.perf_counter()
    traced = jax.jit(function).trace(floats(length))
    compile_around_cache(traced.lower(), {})
    seconds = time.perf_counter() - began
    outer = [each for each in equations_of(traced.jaxpr) if each.above < 0]
    return len(outer), seconds


LESSON = Lesson(
    "loops",
    "Slow compiles: a loop and a scan",
    "A Python loop over n elements is traced into 3n equations, and all of them are compiled. lax.scan is "
    "one equation, whatever n is.",
    targets,
    experiment,
)
