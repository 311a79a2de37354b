"""A jaxpr, equation by equation: what is written as one formula is several of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.ir.lessons.lesson import Lesson, Table, floats
from jaxstudio.ir.parse.jaxpr import equations_of
from jaxstudio.ir.target import Target


def weighted_sum(x: jax.Array, y: jax.Array, z: jax.Array) -> jax.Array:
    """Shapes (3,), (3, 3), (3,): two of them are broadcast first."""
    return jnp.sum(x + y * z)


def mean_of_squares(x: jax.Array) -> jax.Array:
    return jnp.mean((x + 2) ** 2 + 3)


gradient = jax.grad(mean_of_squares)
SHAPES: dict[str, tuple[Callable[..., jax.Array], tuple[jax.ShapeDtypeStruct, ...]]] = {
    "sum(x + y·z)": (weighted_sum, (floats(3), floats(3, 3), floats(3))),
    "mean((x+2)²+3)": (mean_of_squares, (floats(3),)),
    "its gradient": (gradient, (floats(3),)),
}


def targets() -> list[tuple[str, Target]]:
    return [(title, Target(title, function, shapes)) for title, (function, shapes) in SHAPES.items()]


def experiment() -> Iterator[Table]:
    """The equations of each, and the gradient beside 2/3·(x + 2)."""
    rows = []
    for title, (function, shapes) in SHAPES.items():
        equations = equations_of(jax.make_jaxpr(function)(*shapes))
        rows.append((title, len(equations), ", ".join(each.primitive for each in equations)))
    x = np.array([1.0, 2.0, 3.0], np.float32)
    found, known = np.asarray(gradient(x)), 2 / 3 * (x + 2)
    note = f"The gradient at (1, 2, 3): {_numbers(found)}. By hand 2/3·(x + 2): {_numbers(known)}."
    yield Table(("Function", "Equations", "Primitives"), tuple(rows), note=note)


def _numbers(values: np.ndarray) -> str:
    return ", ".join(f"{value:.6g}" for value in values)


LESSON = Lesson(
    "reading",
    "Read a jaxpr",
    "What is written as one formula becomes a list of equations: broadcasts, products, sums. A gradient is "
    "another such list, made from the first.",
    targets,
    experiment,
)
