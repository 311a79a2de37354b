"""The race: one formula of nine million elements in NumPy, in JAX, and jitted, on each device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.lessons.selu import race
from jaxstudio.ir.target import Target

SIDE = 3000


def formula(x: Any) -> Any:
    """The same lines for NumPy and for JAX."""
    return (x + x * x + 3) * (x * x + x * x.T)


def in_jax(x: jax.Array) -> jax.Array:
    return formula(x)


def targets() -> list[tuple[str, Target]]:
    return [("3000 × 3000", Target("the race", in_jax, (floats(SIDE, SIDE),)))]


def experiment() -> Iterator[Table]:
    x = np.random.default_rng(0).random((SIDE, SIDE), np.float32)
    note = (
        "Dispatch is the time until the call returns, ready the time until the result is there. In this "
        "studio the CPU answers when it is done, so that both are the same there; on a GPU they differ. And "
        "in this studio XLA computes on one thread, as NumPy does: pictures are cut into pieces for several."
    )
    yield from race(x, formula, in_jax, note)


LESSON = Lesson(
    "race",
    "The race",
    "(x + x·x + 3)·(x·x + x·xᵀ) for 3000 × 3000 numbers. NumPy makes a new array of 36 MB at every sign; the "
    "jitted function reads x and writes the result.",
    targets,
    experiment,
)
