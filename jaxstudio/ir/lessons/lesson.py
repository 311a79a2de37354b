"""What a lesson is: words, functions to inspect, an experiment whose table grows while it runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.ir.target import Target

Cell = str | int | float


@dataclass(frozen=True)
class Table:
    """What an experiment found so far. `seconds` are the columns that hold seconds.

    `series` are drawn, if there are any: by name, places on x and values on y.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    seconds: frozenset[int] = frozenset()
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]] = field(default_factory=dict)
    x_name: str = ""
    y_name: str = ""
    note: str = ""


@dataclass(frozen=True)
class Lesson:
    """`targets` makes titles and functions to inspect; `experiment` yields its table, complete at last."""

    name: str
    title: str
    about: str
    targets: Callable[[], Sequence[tuple[str, Target]]]
    experiment: Callable[[], Iterator[Table]]


@dataclass(frozen=True)
class Timed:
    """Medians in seconds: until the call returned, and until the result was there."""

    dispatch: float
    ready: float


def floats(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def timed(call: Callable[[], Any], seconds: float = 0.3, least: int = 3) -> Timed:
    """Call it again and again for some time, after once that does not count."""
    jax.block_until_ready(call())
    dispatch: list[float] = []
    ready: list[float] = []
    until = time.perf_counter() + seconds
    while len(ready) < least or time.perf_counter() < until:
        began = time.perf_counter()
        result = call()
        dispatch.append(time.perf_counter() - began)
        jax.block_until_ready(result)
        ready.append(time.perf_counter() - began)
    return Timed(statistics.median(dispatch), statistics.median(ready))


def devices() -> list[jax.Device]:
    """One of each platform that JAX can reach, the default first."""
    found = list(jax.devices())[:1]
    if found[0].platform != "cpu":
        found += jax.devices("cpu")[:1]
    return found
